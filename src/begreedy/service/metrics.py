"""Metrics of the service, in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
CALLS = ("decide", "reward", "other")


class Metrics:
    """The metrics of one application; labels are few: routes as they are written, and bandits that exist."""

    media_type = "text/plain; version=0.0.4; charset=utf-8"

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = self._counter("requests", "Requests answered", ["route", "method", "status"])
        self._seconds = Histogram(
            "begreedy_request_seconds", "Time to answer", ["route"], registry=self.registry, buckets=_SECONDS
        )
        self._under_way = Gauge("begreedy_requests_under_way", "Requests not answered yet", registry=self.registry)
        self._decisions = self._counter("decisions", "Decisions answered by this server", ["bandit"])
        self._rewards = self._counter("rewards", "Rewards, and revisions of them, recorded by this server", ["bandit"])
        self._reward_sum = self._gauge("reward_sum", "Sum of all rewards, as this server last saw it")
        self._pending = self._gauge("pending", "Decisions that wait for a reward")
        self._oldest = self._gauge("oldest_pending_seconds", "Age of the oldest decision that waits for a reward")
        self._call_seconds = Histogram(
            "begreedy_call_seconds",
            "Time to answer a call of a bandit",
            ["bandit", "call"],
            registry=self.registry,
            buckets=_SECONDS,
        )
        self.commits = Histogram(
            "begreedy_commit_calls", "Calls recorded in one transaction", registry=self.registry, buckets=_SIZES
        )
        self.store_failures = self._counter("store_failures", "Calls that the database failed", [])
        self.open_bandits = Gauge("begreedy_open_bandits", "Bandits in memory", registry=self.registry)

    def _counter(self, name: str, words: str, labels: list[str]) -> Counter:
        return Counter(f"begreedy_{name}", words, labels, registry=self.registry)

    def _gauge(self, name: str, words: str) -> Gauge:
        return Gauge(f"begreedy_{name}", words, ["bandit"], registry=self.registry)

    # ------------------------------------------------------------ of bandits

    def decided(self, bandit: str, count: int) -> None:
        self._decisions.labels(bandit).inc(count)

    def rewarded(self, bandit: str, count: int) -> None:
        self._rewards.labels(bandit).inc(count)

    def paid(self, bandit: str, total: float) -> None:
        """Set the sum of what all decisions of a bandit paid."""
        self._reward_sum.labels(bandit).set(total)

    def called(self, bandit: str, call: str, seconds: float) -> None:
        """Record how long a call, one of ``CALLS``, took."""
        self._call_seconds.labels(bandit, call).observe(seconds)

    def waiting(self, pending: dict[str, tuple[int, float]]) -> None:
        """Set, by bandit, how many decisions wait for a reward, and how long the oldest has waited."""
        self._pending.clear()
        self._oldest.clear()
        for bandit, (count, age) in pending.items():
            self._pending.labels(bandit).set(count)
            self._oldest.labels(bandit).set(age)

    def forget(self, bandit: str) -> None:
        """Drop the metrics of a bandit that was deleted."""
        for metric in (self._decisions, self._rewards, self._reward_sum, self._pending, self._oldest):
            with suppress(KeyError):
                metric.remove(bandit)
        for call in CALLS:
            with suppress(KeyError):
                self._call_seconds.remove(bandit, call)

    # ------------------------------------------------------------ of requests

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
