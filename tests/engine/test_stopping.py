"""What plays in compiled code stops soon after it is told to, however long the run."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from begreedy.engine.options import PlayOptions
from begreedy.engine.players import frozen, leaps
from begreedy.engine.simulation import prepare
from begreedy.values.spec import parse

TWO_ARMS = "Finite(means=[0.9, 0.1])"


@pytest.mark.parametrize(
    ("policy", "options"),
    [("UniformRandom()", {}), ("Greedy()", {"leaps": False})],
    ids=["rounds", "a streak"],
)
def test_a_run_without_checkpoints_stops_within_a_second(policy, options):
    """It would take minutes, and was told to stop at its checkpoints only; now it looks after every round."""
    simulation = prepare(parse(policy), parse(TWO_ARMS), 2**33, 0, 1, options=PlayOptions(**options))
    simulation.compile()
    told: list[float] = []

    def tell() -> None:
        simulation.stop[0] = 1
        told.append(time.perf_counter())

    timer = threading.Timer(0.1, tell)
    with ThreadPoolExecutor(1) as thread:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            thread.submit(simulation.play, 0, 1).result()
    assert time.perf_counter() - told[0] < 1.0


@pytest.mark.parametrize(
    ("policy", "problem", "options"),
    [
        ("Greedy()", TWO_ARMS, {"leaps": False}),
        ("Greedy()", TWO_ARMS, {}),
        ("UCB()", "Finite(means=[0.5, 0.45], law=Gaussian(1.0))", {}),
    ],
    ids=["round by round", "0-1 leaps", "normal leaps"],
)
def test_streaks_that_break_off_go_on_alike(policy, problem, options, monkeypatch):
    """Whether a streak is played in one go or in many, the bits of a run are the same."""

    def regret(stretch: int) -> np.ndarray:
        monkeypatch.setattr(frozen, "STRETCH", stretch)
        monkeypatch.setattr(leaps, "STRETCH", max(leaps.KNOWN // leaps.SHORTEST, stretch // leaps.SHORTEST))
        how = PlayOptions(plain=True, **options)
        record = prepare(parse(policy), parse(problem), 5000, 3, 2, options=how).play(0, 3)
        return np.concatenate([record.regret.ravel(), record.reward])

    assert np.array_equal(regret(2**16), regret(40))
