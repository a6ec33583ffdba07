"""Workers that are processes: they end with the process that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PLAYING = """
import begreedy as bg
bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), 10**9, runs=1, plain=True, leaps=False)
"""


def children_of(pid: int) -> set[int]:
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def busy(pid: int) -> bool:
    """Whether it has worked for longer than it takes to start."""
    return not ended(pid) and int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11]) > 100


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_nobody_plays_on_for_a_process_that_was_killed():
    """Its workers would keep the cores busy until their last round."""
    process = subprocess.Popen([sys.executable, "-c", PLAYING])
    workers: set[int] = set()
    try:
        until = time.monotonic() + 120
        while not any(map(busy, workers)):
            assert time.monotonic() < until
            time.sleep(0.1)
            workers = children_of(process.pid)
        process.kill()
        process.wait()
        until = time.monotonic() + 30
        while not all(map(ended, workers)):
            assert time.monotonic() < until
            time.sleep(0.1)
    finally:
        process.kill()
        for pid in workers:
            if not ended(pid):
                os.kill(pid, signal.SIGKILL)
