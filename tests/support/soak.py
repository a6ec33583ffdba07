"""A soak: servers on one store for minutes or hours, arms that come and go, outcomes that change, and restarts.

``python tests/support/soak.py --minutes 60 --store /tmp/soak.db`` (with ``tests`` on the path) prints what it saw.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

from begreedy.online import StoreError
from begreedy.service.run import check
from support.ledger import SETTINGS, ChangingLoad, audit
from support.service import Server

ARMS = 20
PAUSE = 0.1  # seconds that a client waits before it asks: the machine is for others, too


class PatientLoad(ChangingLoad):
    def _decide(self, http, name):
        time.sleep(PAUSE)
        return super()._decide(http, name)

    def _decide_many(self, http, name, count):
        return super()._decide_many(http, name, 1)  # no more than are rewarded: they would only grow late


def memory(server) -> int:
    """Bytes of a server in memory."""
    text = Path(f"/proc/{server.process.pid}/status").read_text()
    return 1024 * int(text.split("VmRSS:")[1].split()[0])


class Tenant:
    """Arms that are born and die, are paused and resumed: as many die as are born."""

    def __init__(self, client, rng):
        self.client, self.rng, self.live, self.births, self.deaths = client, rng, list(map(str, range(ARMS))), 0, 0
        self.unsure = 0

    def turn(self):
        """One birth, one death, one pause; a call that got no answer may have been done."""
        try:
            self.live += self.client.add_arms(1)
            self.births += 1
            old = self.live.pop(self.rng.randrange(len(self.live) // 2))
            self.client.retire_arm(old)
            self.deaths += 1
            paused = self.rng.choice(self.live)
            self.client.pause_arm(paused)
            self.client.resume_arm(paused)
        except StoreError:
            self.unsure += 1


def soak(store, minutes, period=60.0, seed=0):
    """Run it; returns counts and the memory of the server that is never restarted, at the end of every period."""
    rng, until = random.Random(seed), time.monotonic() + 60.0 * minutes
    steady, restarted = Server(store), Server(store)
    grown, restarts, loads = [], 0, []
    try:
        with steady.client() as client:
            client.create("EpsilonGreedy(0.2)", arms=ARMS, horizon=10**7, **SETTINGS)
            load, tenant = PatientLoad([steady, restarted], ARMS, seed=seed, clients=4), Tenant(client, rng)
            loads.append(load)
            while time.monotonic() < until:
                end = min(until, time.monotonic() + period)
                while time.monotonic() < end:
                    tenant.turn()
                    time.sleep(min(2.0, max(0.0, end - time.monotonic())))
                grown.append(memory(steady))
                print(f"{grown[-1] / 1e6:.1f} MB, {load.failures} calls failed, {tenant.births} births", flush=True)
                if restarts % 2:
                    assert restarted.stop() == 0
                else:
                    restarted.kill()
                restarted.start()
                restarts += 1
            load.stop()
        time.sleep(SETTINGS["window"] + 0.5)
        assert [steady.stop(), restarted.stop()] == [0, 0]
        assert not any("Traceback" in line for server in (steady, restarted) for line in server.errors)
    finally:
        for server in (steady, restarted):
            server.close()
        for load in loads:
            load.stop()
    counts = audit(store, [load])
    assert check(store) == 0
    seen = {"restarts": restarts, "births": tenant.births, "deaths": tenant.deaths, "unsure": tenant.unsure}
    return {**seen, **counts, "failures": load.failures, "memory": grown}


def growth(memories) -> float:
    """The mean of the last third of some measurements over that of the first third after a warm-up."""
    warm = memories[len(memories) // 10 :]
    third = max(1, len(warm) // 3)
    return (sum(warm[-third:]) / third) / (sum(warm[:third]) / third)


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--minutes", type=float, default=60.0)
    words.add_argument("--period", type=float, default=60.0)
    words.add_argument("--store", required=True)
    given = words.parse_args()
    seen = soak(given.store, given.minutes, given.period)
    megabytes = [round(size / 1e6, 1) for size in seen.pop("memory")]
    print(seen, f"memory in MB: {megabytes}; growth {growth(megabytes):.3f}", sep="\n")


if __name__ == "__main__":
    sys.exit(main())
