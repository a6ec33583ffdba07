"""Trace: arms, rewards and regret of every round of one run."""

from __future__ import annotations

import html
from dataclasses import dataclass

import numpy as np

from begreedy.engine.games.budgeted import COST, REGRET
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import MOST_CHECKPOINTS, prepare
from begreedy.types import Policy, Problem, says
from begreedy.values.canonical import concise
from begreedy.values.text_table import html_table, text_table
from begreedy.values.value import whole

_SHOWN = 20  # rounds; of longer runs the first and the last


@dataclass(frozen=True, eq=False)
class Trace:
    """Arm and reward of every round of one run, with the regret after it.

    In a cascading problem ``arms`` has a row per round, the list, and ``rewards`` is the place clicked (-1: none).  In
    a linear one ``actions`` has a row per round, the vector played; in a combinatorial one ``arms`` has the set played
    (-1 behind the last arm), and ``actions`` what each of its arms paid.  In a budgeted one there are ``costs``, regret
    is what the best ratio would have earned with the money spent so far minus what was earned, and the last round is
    the one that went over the budget.
    """

    policy: Policy
    problem: Problem
    seed: int
    run: int
    arms: np.ndarray
    rewards: np.ndarray
    regret: np.ndarray
    actions: np.ndarray
    costs: np.ndarray

    def __len__(self) -> int:
        return len(self.arms)

    def __repr__(self) -> str:
        return f"{self._title}\n{text_table(self._rows())}"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return f"<p>{html.escape(self._title)}</p>{html_table(self._rows())}"

    @property
    def _title(self) -> str:
        return f"run {self.run} of {concise(self.policy)} on {concise(self.problem)}, seed {self.seed}"

    def _rows(self) -> list[tuple[str, ...]]:
        """The first and the last rounds, below the names of the columns."""
        rounds, half = len(self), _SHOWN // 2
        shown = range(rounds) if rounds <= _SHOWN else [*range(half), *range(rounds - half, rounds)]
        rows = [(str(i + 1), _arms(self.arms[i]), f"{self.rewards[i]:.4g}", f"{self.regret[i]:.4g}") for i in shown]
        if rounds > _SHOWN:
            rows.insert(half, ("...", "", "", ""))
        return [("round", "arm", "reward", "regret"), *rows]


def _arms(played: np.ndarray) -> str:
    return " ".join(str(arm) for arm in np.atleast_1d(played))


def trace(
    policy: Policy,
    problem: Problem,
    horizon: int | None = None,
    seed: int = 0,
    run: int = 0,
    *,
    plain: bool = False,
) -> Trace:
    """Play one run, round by round, as ``simulate(..., leaps=False)`` does, and keep every arm and reward.

    Parameters
    ----------
    policy : Policy
        The policy to play.
    problem : Problem
        The problem it plays.
    horizon : int, optional
        Number of rounds; where pulls cost, a cap on them.
    seed : int
        Seed of the simulation.
    run : int
        Number of the run, from 0.
    plain : bool
        Whether to run the policy as plain Python, not compiled, with the same numbers: ``print``,
        ``breakpoint`` and debuggers work in its methods.

    Returns
    -------
    Trace
        Arms, rewards and regret, round by round.

    Raises
    ------
    BadValue, BadType
        If something does not fit.

    Examples
    --------
    >>> import begreedy as bg
    >>> bg.trace(bg.Greedy(), bg.Finite(means=[1.0, 0.0]), horizon=4).arms.tolist()
    [0, 1, 0, 0]
    """
    run = whole(run, "run", low=0)
    budgeted = says(problem, "costly")
    if horizon is not None:
        horizon = whole(horizon, "horizon", low=1, high=MOST_CHECKPOINTS)
    marks = 1 if budgeted else horizon or 1
    options = PlayOptions(leaps=False, plain=plain)
    simulation = prepare(policy, problem, horizon, seed, checkpoints=marks, options=options)
    plan = simulation.plan
    record = simulation.trace(run)
    played = int(record.rounds[0, -1]) or simulation.horizon if plan.budgets else simulation.horizon
    arms = record.arm.reshape(simulation.horizon, plan.width) if plan.width else record.arm
    details = record.detail.reshape(simulation.horizon, plan.details)[:played]
    return Trace(
        policy=policy,
        problem=problem,
        seed=simulation.seed,
        run=run,
        arms=arms[:played],
        rewards=record.outcome[:played],
        regret=details[:, REGRET] if plan.budgets else record.regret[0],
        actions=details if not plan.budgets else details[:, :0],
        costs=details[:, COST] if plan.budgets else np.zeros(0),
    )
