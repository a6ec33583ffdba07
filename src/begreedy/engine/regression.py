"""The regression of a linear policy, compiled: it chooses among vectors, and what it learned may be replaced."""

from __future__ import annotations

from typing import Any

import numpy as np

import begreedy.types as contract
from begreedy.compile.compiler import native
from begreedy.compile.mirror import mirror
from begreedy.engine.players.choice import arrays
from begreedy.engine.players.least_squares import FitState, fit_layout, least_squares
from begreedy.engine.players.linear import chooser
from begreedy.engine.players.player import fault_of
from begreedy.linear_algebra import dot
from begreedy.values.canonical import canonical, concise

_START, _CHOOSE, _LEARN, _UNLEARN, _SOLVE = range(5)
_KEPT = ("estimate", "response", "inverse", "gain", "pending", "moment", "factor")  # of a fit, from round to round


def kernel_of(policy: Any, needs: tuple[str, ...]) -> Any:
    """All that is done to a fit, in one function to compile."""
    start, learn, _, unlearn, solve = least_squares(needs)
    choose = chooser(policy, needs)

    def work(
        task: int, policy: Any, fit: Any, x: Any, amount: float, rows: Any, value: Any, t: int, horizon: int, rng: Any
    ) -> int:
        status = 0
        if task == _CHOOSE:
            status = choose(policy, fit, x, rows, value, t, len(value), horizon, rng)
        elif task == _LEARN:
            learn(fit, x, amount)
        elif task == _UNLEARN:
            unlearn(fit, x, amount)
        elif task == _SOLVE:
            solve(fit)
        else:
            start(fit, policy.ridge)
        return status

    return work


class Regression:
    """Least squares of rewards on features, as the simulator has it, with the policy that chooses by it.

    The vectors that count are in the design; what they paid is ``told`` or, while that is not known, ``believed``.
    """

    def __init__(self, policy: Any, dimension: int) -> None:
        self.policy = policy
        needs = tuple(contract.ask(policy, "needs", False))
        self.told = np.zeros(dimension)  # sum of reward times features of all that was told
        self.believed = np.zeros(dimension)
        self._fit: FitState = arrays(fit_layout(dimension, needs, decomposes=False))
        self._solved = True  # whether the estimate is that of what is told and believed
        self._mirror, self._x, self._no_rows = mirror(policy), np.zeros(dimension), np.zeros((1, dimension))
        arguments = self._arguments(_START)
        self._kernel = native(kernel_of(policy, needs), *arguments, label=f"{canonical(policy)} online")
        self._kernel(*arguments)

    def _arguments(
        self,
        task: int,
        amount: float = 0.0,
        rows: np.ndarray | None = None,
        t: int = 1,
        horizon: int = 1,
        stream: Any = (0, 0, 0, 0),
    ) -> tuple[Any, ...]:
        rows = self._no_rows if rows is None else rows
        words = np.array(stream, np.uint64)
        return task, self._mirror, self._fit, self._x, amount, rows, np.zeros(len(rows)), t, horizon, words

    def _do(self, task: int, vector: np.ndarray | None = None, amount: float = 0.0) -> None:
        if vector is not None:
            self._x[:] = vector
        self._kernel(*self._arguments(task, amount))

    def choose(self, rows: np.ndarray, t: int, horizon: int, stream: list[int]) -> tuple[int, np.ndarray]:
        """The place of a row, and the scores of all; moves the stream on."""
        self._solve()
        arguments = self._arguments(_CHOOSE, 0.0, rows, t, horizon, stream)
        place = self._kernel(*arguments)
        if place < 0:
            raise fault_of(f"{concise(self.policy)} failed in round {t}", place)
        stream[:] = [int(word) for word in arguments[-1]]
        return place, arguments[6]

    def scores(self, rows: np.ndarray, t: int, horizon: int, stream: list[int]) -> np.ndarray:
        """The scores of all rows; nothing of it is kept."""
        fit, solved = self._fit, self._solved
        self._fit = FitState(*(part.copy() for part in fit))
        try:
            return self.choose(rows, t, horizon, list(stream))[1]
        finally:
            self._fit, self._solved = fit, solved

    def promised(self, vector: np.ndarray) -> float:
        """What a pull with these features pays by the last estimate."""
        return dot(vector.tolist(), self._fit.estimate.tolist())

    def learn(self, vector: np.ndarray, reward: float, *, weight: float = 1.0) -> None:
        """A vector that paid so much; ``weight``: so many times, on average."""
        self.enter(vector * weight**0.5, reward * weight**0.5)
        self.told += weight * reward * vector

    def enter(self, vector: np.ndarray, reward: float) -> None:
        """A vector that counts from now on; what it paid is to be told, or believed."""
        self._do(_LEARN, vector, reward)

    def leave(self, vector: np.ndarray) -> None:
        """A vector that does not count any more; neither does what it paid."""
        self._do(_UNLEARN, vector)
        self._solved = False

    def retell(self, vector: np.ndarray, reward: float) -> None:
        """So much more was paid for a vector that counts."""
        self.told += reward * vector
        self._solved = False

    def believe(self, vector: np.ndarray, reward: float) -> None:
        """A vector that counts from now on is believed to pay so much."""
        self.enter(vector, reward)
        self.believed += reward * vector

    def doubt(self, vector: np.ndarray, reward: float, last: bool) -> None:
        """What was believed of a vector counts no more; ``last``: nothing else is believed."""
        self.believed -= reward * vector
        if last:
            self.believed[:] = 0.0
        self._solved = False

    def believe_anew(self, pairs: Any) -> None:
        """All that is believed, as pairs of vectors that count and rewards."""
        self.believed[:] = 0.0
        for vector, reward in pairs:
            self.believed += reward * vector
        self._solved = False

    def _solve(self) -> None:
        if not self._solved:
            self._fit.response[:] = self.told + self.believed
            self._do(_SOLVE)
            self._solved = True

    def snapshot(self) -> dict[str, Any]:
        """Everything that later choices depend on, as lists."""
        parts = {name: getattr(self._fit, name).tolist() for name in _KEPT}
        return {**parts, "told": self.told.tolist(), "believed": self.believed.tolist(), "solved": self._solved}

    def restore(self, kept: dict[str, Any]) -> None:
        for name in _KEPT:
            part = getattr(self._fit, name)
            part[...] = np.reshape(kept[name], part.shape)
        self.told[:], self.believed[:], self._solved = kept["told"], kept["believed"], kept["solved"]
