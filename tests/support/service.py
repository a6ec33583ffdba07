"""A real ``begreedy serve`` in a process of its own, clients that load it, and what they were told."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time

import httpx

from begreedy.online import Bandit, Client


class Server:
    """``begreedy serve`` on a store; the same port again after ``start``."""

    def __init__(self, store, *options, environment=None, before=None, port=0):
        self.store, self.options, self.before = str(store), options, before
        self.environment = {k: v for k, v in os.environ.items() if k != "BEGREEDY_TOKEN"} | (environment or {})
        self.port = port
        self.start()

    def start(self):
        command = [sys.executable, "-m", "begreedy", "serve", "--store", self.store, "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--rate", "0", *self.options],
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment,
            preexec_fn=self.before,
        )
        self.first = self.process.stderr.readline()
        found = re.search(r"http://[^:]+:(\d+),", self.first)
        assert found, self.first + self.process.stderr.read()
        self.port = int(found[1])
        self.errors = []
        threading.Thread(target=self._read, args=(self.process.stderr,), daemon=True).start()

    def _read(self, pipe):
        with contextlib.suppress(ValueError):
            self.errors.extend(pipe)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def client(self, name="default", **options):
        return Client(self.url, name=name, **options)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """As an administrator does; returns the exit code, however long a busy machine takes."""
        self.process.terminate()
        return self.process.wait(600)

    def close(self):
        if self.process.poll() is None:
            self.kill()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


class Load:
    """Threads that ask for decisions and tell rewards until told to stop, and remember every acknowledged one.

    They do not repeat what failed: what counts is what was acknowledged.
    """

    def __init__(self, servers, name="default", clients=4, seed=0):
        self.decided, self.rewarded, self.failures = {}, {}, 0
        self.broken = []  # what a client did not expect
        self._lock, self._stop = threading.Lock(), threading.Event()
        self._threads = [
            threading.Thread(
                target=self._run, args=(servers[i % len(servers)], name, random.Random((seed, i).__repr__()))
            )
            for i in range(clients)
        ]
        for thread in self._threads:
            thread.start()

    def _run(self, server, name, rng):
        waiting = []
        with httpx.Client(base_url=server.url, timeout=20) as http:
            while not self._stop.is_set():
                try:
                    if waiting and rng.random() < 0.5:
                        self._reward(http, name, waiting.pop(rng.randrange(len(waiting))), rng)
                    elif rng.random() < 0.2:
                        waiting += self._decide_many(http, name, rng.randint(2, 20))
                    else:
                        waiting.append(self._decide(http, name))
                except (httpx.TransportError, Refused):
                    with self._lock:
                        self.failures += 1
                    time.sleep(0.02)
                except Exception as error:
                    self.broken.append(error)
                    return

    def _post(self, http, name, path, body):
        answer = http.post(f"/bandits/{name}/{path}", json=body)
        self._checked(answer)
        return answer.json()

    def _checked(self, answer):
        if answer.status_code == 503:
            raise Refused
        assert answer.status_code == 200, answer.text

    def _note(self, kept, key, value):
        with self._lock:
            assert key not in kept, f"{key} twice"
            kept[key] = value

    def _decide(self, http, name):
        found = self._post(http, name, "decide", {})
        self._note(self.decided, found["id"], found["arm"])
        return found["id"]

    def _decide_many(self, http, name, count):
        found = self._post(http, name, "decide-many", {"count": count})["decisions"]
        for one in found:
            self._note(self.decided, one["id"], one["arm"])
        return [one["id"] for one in found]

    def _reward(self, http, name, decision, rng):
        value = float(rng.randint(0, 1))
        found = self._post(http, name, "reward", {"decision_id": decision, "value": value})
        assert found["new"]
        self._note(self.rewarded, decision, value)

    def wait(self, count, patience=60.0):
        """Until so many decisions were acknowledged."""
        until = time.monotonic() + patience
        while len(self.decided) < count:
            assert time.monotonic() < until, f"{len(self.decided)} decisions, {self.failures} failures"
            time.sleep(0.002)

    def stop(self):
        self._stop.set()
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()
        assert self.broken == []


class Refused(Exception):
    """The store did not answer."""


def check_kept(store, loads, name="default"):
    """Everything that was acknowledged is in the log, once, with its arm and value; the counts are the log's."""
    with Bandit.open(store, name) as bandit:
        entries, after = [], 0
        while page := bandit.log(after, 100_000):
            entries += page
            after = page[-1].seq
        state, check = bandit.state(), bandit.check()
        means = {arm.arm: (arm.pulls, arm.mean) for arm in bandit.arms()}
    assert check.ok, check
    decided = [e for e in entries if e.kind == "decided"]
    rewarded = [e for e in entries if e.kind == "rewarded"]
    arms = {e.decision_id: e.arms[0] for e in decided}
    values = {e.decision_id: e.value for e in rewarded}
    assert len(arms) == len(decided)
    assert len(values) == len(rewarded)
    for load in loads:
        assert load.decided.items() <= arms.items()
        assert load.rewarded.items() <= values.items()
    assert (state.decisions, state.rewards) == (len(decided), len(rewarded))
    by_arm = {}
    for decision, value in values.items():
        by_arm.setdefault(arms[decision], []).append(value)
    for arm, (pulls, mean) in means.items():
        told = by_arm.get(arm, [])
        assert pulls == len(told)
        assert mean is None or abs(mean - sum(told) / len(told)) < 1e-9
    return len(decided), len(rewarded)
