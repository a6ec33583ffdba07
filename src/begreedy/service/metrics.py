"""Metrics of the service, in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


class Metrics:
    """One set per application; labels are few: routes as they are written, never what a client wrote."""

    media_type = "text/plain; version=0.0.4; charset=utf-8"

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = self._counter("requests", "Requests answered", ["route", "method", "status"])
        self._seconds = Histogram(
            "begreedy_request_seconds", "Time to answer", ["route"], registry=self.registry, buckets=_SECONDS
        )
        self._under_way = Gauge("begreedy_requests_under_way", "Requests not answered yet", registry=self.registry)
        self.decisions = self._counter("decisions", "Decisions made", [])
        self.rewards = self._counter("rewards", "Rewards recorded, repeats among them", [])
        self.commits = Histogram(
            "begreedy_commit_calls", "Calls recorded in one transaction", registry=self.registry, buckets=_SIZES
        )
        self.store_failures = self._counter("store_failures", "Calls that the database failed", [])
        self.open_bandits = Gauge("begreedy_open_bandits", "Bandits in memory", registry=self.registry)

    def _counter(self, name: str, words: str, labels: list[str]) -> Counter:
        return Counter(f"begreedy_{name}", words, labels, registry=self.registry)

    @contextmanager
    def under_way(self) -> Iterator[None]:
        self._under_way.inc()
        try:
            yield
        finally:
            self._under_way.dec()

    def done(self, route: str, method: str, status: int, seconds: float) -> None:
        known = method if method in ("GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE") else "other"
        self._requests.labels(route, known, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self.registry)
