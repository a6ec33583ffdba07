"""The arms of one run, to be pulled by anybody: other libraries' policies, a loop in a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from begreedy.engine.games.budgeted import COST, REGRET
from begreedy.engine.games.game import open_run
from begreedy.engine.memory import check_fits, state_bytes
from begreedy.engine.options import PlayOptions
from begreedy.engine.players.player import fault_of
from begreedy.engine.simulation import prepare
from begreedy.types import Problem, part_of, provides, says
from begreedy.values.canonical import concise
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import finite, whole

_POINT, _ARM = 0, 1  # what is kept in memory: where a new arm of a continuum is, and which arm to play


@dataclass(frozen=True)
class _PlaysAsTold:
    """Plays the arm that it is told to play."""

    blind = True  # the caller looks at rewards and costs

    def memory(self) -> int:
        return 2

    def select(self, memory: Any) -> int:
        return int(memory[_ARM])


@dataclass(frozen=True)
class _PlaysAsToldInPool(_PlaysAsTold):
    pool = True


class Environment:
    """The arms of one run: what ``environment`` returns."""

    def __init__(self, problem: Problem, seed: int, run: int, horizon: int) -> None:
        catalogue = part_of(problem, "as_arms", lambda: None)() is not None
        if any(says(problem, flag) for flag in ("lists", "semi_bandit")) or (
            says(problem, "vectors") and not catalogue
        ):
            raise BadType.of("problem", problem, "one whose rounds are pulls of one arm", got=concise(problem))
        staged = provides(problem, "stage") or not provides(problem, "discover_function")
        self.problem = problem
        self._pooled, self._continuum = not staged, says(problem, "continuum") and not staged
        policy = _PlaysAsToldInPool() if self._pooled else _PlaysAsTold()
        simulation = prepare(policy, problem, horizon, seed, options=PlayOptions(leaps=False, plain=True))
        check_fits(state_bytes(simulation), lambda: f"an environment of {concise(problem)}")
        self._game, self._most = simulation.plan.game(True), simulation.horizon
        self._table, key = simulation.plain_table()
        self._run, self._turn = self._game.begin(
            self._table, open_run(key, whole(run, "run", low=0), self._table.streams)
        )
        self._raise_faults()
        self.rounds = 0
        self.reward = 0.0  # the sum of the rewards
        self._gaps = 0.0

    def pull(self, arm: int, point: float | None = None) -> float:
        """Pull an arm.

        Parameters
        ----------
        arm : int
            Number of the arm, from 0.  In a pool, arms are numbered in order of discovery: the first number not yet
            pulled is a new arm.
        point : float, optional
            Where the new arm is, in a continuum.

        Returns
        -------
        float
            Its reward.

        Raises
        ------
        BadValue
            If there is no such arm, or the horizon is reached.

        Examples
        --------
        >>> import begreedy as bg
        >>> arms = bg.environment(bg.Finite(means=[0.0, 1.0]))
        >>> arms.pull(1), arms.pull(0), arms.regret
        (1.0, 0.0, 1.0)
        """
        memory = self._table.state.memory
        memory[_ARM] = whole(arm, "arm", low=0, high=self.arms - (0 if self._pooled else 1))
        if self._continuum and arm == self.arms:
            memory[_POINT] = finite(point, "point")
        elif point is not None:
            raise BadValue.of("point", point, "given with a new arm of a continuum only")
        if self.rounds == self._most:
            raise BadValue.of("horizon", self._most, "larger for more pulls")
        self._run, self._turn = self._game.round(self._table, self._run, self._turn, self.rounds + 1)
        self._raise_faults()
        self.rounds += 1
        self.reward += self._turn.reward
        self._gaps += self._turn.gap
        return float(self._turn.outcome)

    @property
    def arms(self) -> int:
        """How many arms can be pulled; in a pool, how many are known."""
        return int(self._run.known if self._pooled else len(self._table.state.stats.pulls))

    @property
    def pulls(self) -> list[int]:
        """How often each arm was pulled; 0 for one that has just taken the place of a dead one."""
        return list(self._table.state.stats.pulls[: self.arms])

    @property
    def regret(self) -> float:
        """The regret of the pulls so far, as ``simulate`` counts it."""
        costly = says(self.problem, "costly")
        return float(self._table.detail[REGRET]) if costly and self.rounds else self._gaps

    @property
    def cost(self) -> float:
        """What the last pull cost, where pulls cost."""
        return float(self._table.detail[COST]) if says(self.problem, "costly") else 0.0

    def _raise_faults(self) -> None:
        if self._turn.status < 0:
            raise fault_of(concise(self.problem), self._turn.status)

    def __repr__(self) -> str:
        return f"<Environment {concise(self.problem)}, {self.rounds} rounds, regret {self.regret:.4g}>"


def environment(problem: Problem, seed: int = 0, run: int = 0, *, horizon: int = 100_000) -> Environment:
    """The arms of one run of ``simulate``, for a loop of your own; at most ``horizon`` pulls.

    The arms are those that every policy meets in this run, and the rewards come from the same stream: pull the arms
    that a policy pulls there, and you get the rewards that it gets.

    Parameters
    ----------
    problem : Problem
        The problem of the simulation.
    seed : int
        Its seed.
    run : int
        Number of the run, from 0.
    horizon : int
        Largest number of pulls.

    Returns
    -------
    Environment
        With ``pull(arm)``, which returns a reward, and ``regret``.

    Examples
    --------
    >>> import begreedy as bg
    >>> problem = bg.Finite(prior=bg.Uniform(), arms=5)
    >>> played = bg.trace(bg.UCB(), problem, horizon=100, seed=7, run=3)
    >>> arms = bg.environment(problem, seed=7, run=3)
    >>> [arms.pull(arm) for arm in played.arms] == played.rewards.tolist()
    True
    >>> arms.regret == float(played.regret[-1])
    True
    """
    return Environment(problem, seed, run, horizon)
