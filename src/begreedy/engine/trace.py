"""Every decision of one run, to look inside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from begreedy.core.contract import canonical, whole
from begreedy.engine.simulate import prepare


@dataclass(frozen=True, eq=False)
class Trace:
    """Arm and reward of every round of one run, with the regret after it.

    In a cascading problem ``arms`` has a row per round, the list, and ``rewards`` is the place clicked (-1: none).
    """

    policy: Any
    problem: Any
    seed: int
    run: int
    arms: np.ndarray
    rewards: np.ndarray
    regret: np.ndarray

    def __len__(self) -> int:
        return len(self.arms)

    def __repr__(self) -> str:
        lines = [f"run {self.run} of {canonical(self.policy)} on {canonical(self.problem)}, seed {self.seed}"]
        lines.append(f"{'round':>7} {'arm':>7} {'reward':>10} {'regret':>10}")
        shown = range(len(self)) if len(self) <= 20 else [*range(10), -1, *range(len(self) - 9, len(self))]
        for i in shown:
            if i < 0:
                lines.append(f"{'...':>7}")
            else:
                lines.append(f"{i + 1:>7} {_arms(self.arms[i]):>7} {self.rewards[i]:>10.4g} {self.regret[i]:>10.4g}")
        return "\n".join(lines)


def _arms(played: np.ndarray) -> str:
    return " ".join(str(arm) for arm in np.atleast_1d(played))


def trace(policy: Any, problem: Any, horizon: int, seed: int = 0, run: int = 0) -> Trace:
    """Play one run as ``simulate`` does and keep every arm and reward.

    >>> import begreedy as bg
    >>> bg.trace(bg.Greedy(), bg.Finite(means=[1.0, 0.0]), horizon=4).arms.tolist()
    [0, 1, 0, 0]
    """
    horizon = whole(horizon, "horizon", low=1, high=10**8)
    simulation = prepare(policy, problem, horizon, seed, checkpoints=horizon)
    run = whole(run, "run", low=0)
    record = simulation.play(run, 1, traced=True)
    arms = record.arm if simulation.plan.width == 1 else record.arm.reshape(horizon, -1)
    return Trace(policy, problem, simulation.seed, run, arms, record.outcome, record.regret[0])
