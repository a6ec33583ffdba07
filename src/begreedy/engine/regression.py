"""The regression of a linear policy, compiled: it chooses among vectors, and can replace what it has learned."""

from __future__ import annotations

from typing import Any, NamedTuple

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
_LASTING = ("estimate", "response", "inverse", "gain", "pending", "moment", "factor")  # of a fit, from round to round


class Operation(NamedTuple):
    """The arguments of the kernel."""

    task: int
    policy: Any
    fit: FitState
    x: np.ndarray
    amount: float
    rows: np.ndarray
    value: np.ndarray  # of every row: its score, written by a choice
    t: int
    horizon: int
    rng: np.ndarray  # moved on by a choice


def kernel_of(policy: Any, needs: tuple[str, ...]) -> Any:
    """All operations on a fit, in one function to compile."""
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

    The vectors that count are in the design; their rewards are ``observed`` or, while not known, ``believed``.
    """

    def __init__(self, policy: Any, dimension: int) -> None:
        self.policy = policy
        needs = tuple(contract.ask(policy, "needs", False))
        self.observed = np.zeros(dimension)  # sum of reward times features, over all known rewards
        self.believed = np.zeros(dimension)
        self._fit: FitState = arrays(fit_layout(dimension, needs, decomposes=False))
        self._solved = True  # whether the estimate is up to date with what is known and believed
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
    ) -> Operation:
        rows = self._no_rows if rows is None else rows
        words = np.array(stream, np.uint64)
        return Operation(task, self._mirror, self._fit, self._x, amount, rows, np.zeros(len(rows)), t, horizon, words)

    def _do(self, task: int, vector: np.ndarray | None = None, amount: float = 0.0) -> None:
        if vector is not None:
            self._x[:] = vector
        self._kernel(*self._arguments(task, amount))

    def choose(self, rows: np.ndarray, t: int, horizon: int, stream: list[int]) -> tuple[int, np.ndarray]:
        """The place of a row, and the scores of all; moves the stream on."""
        self._solve()
        choice = self._arguments(_CHOOSE, 0.0, rows, t, horizon, stream)
        place = self._kernel(*choice)
        if place < 0:
            raise fault_of(f"{concise(self.policy)} failed in round {t}", place)
        stream[:] = [int(word) for word in choice.rng]
        return place, choice.value

    def scores(self, rows: np.ndarray, t: int, horizon: int, stream: list[int]) -> np.ndarray:
        """The scores of all rows; the state stays as it is."""
        fit, solved = self._fit, self._solved
        self._fit = FitState(*(part.copy() for part in fit))
        try:
            return self.choose(rows, t, horizon, list(stream))[1]
        finally:
            self._fit, self._solved = fit, solved

    def promised(self, vector: np.ndarray) -> float:
        """The reward that the last estimate predicts for a pull with these features."""
        return dot(vector.tolist(), self._fit.estimate.tolist())

    def posterior(self, rows: np.ndarray, sign: float, reward: float) -> tuple[np.ndarray, np.ndarray]:
        """Estimate and inverse of the design after adding rows that paid ``reward``, or removing rows and all beliefs.

        The state stays as it is.
        """
        fit = self._fit
        inverse = fit.inverse - fit.pending[0] * np.outer(fit.gain, fit.gain)
        response = self.observed if sign < 0.0 else self.observed + self.believed
        if len(rows):
            inverse = np.linalg.inv(np.linalg.inv(inverse) + sign * rows.T @ rows)
            response = response + reward * rows.sum(axis=0) if sign > 0.0 else response
        return inverse @ response, inverse

    def learn(self, vector: np.ndarray, reward: float, *, weight: float = 1.0) -> None:
        """Learn that a vector paid ``reward``; ``weight``: that many times, on average."""
        self.enter(vector * weight**0.5, reward * weight**0.5)
        self.observed += weight * reward * vector

    def enter(self, vector: np.ndarray, reward: float) -> None:
        """Count a vector from now on, with a known or a believed reward."""
        self._do(_LEARN, vector, reward)

    def leave(self, vector: np.ndarray) -> None:
        """Stop counting a vector and what it paid."""
        self._do(_UNLEARN, vector)
        self._solved = False

    def retell(self, vector: np.ndarray, reward: float) -> None:
        """Add ``reward`` to what a vector that counts has paid."""
        self.observed += reward * vector
        self._solved = False

    def believe(self, vector: np.ndarray, reward: float) -> None:
        """Count a vector from now on, believed to pay ``reward``."""
        self.enter(vector, reward)
        self.believed += reward * vector

    def doubt(self, vector: np.ndarray, reward: float, last: bool) -> None:
        """Take back what was believed of a vector; ``last``: nothing else is believed."""
        self.believed -= reward * vector
        if last:
            self.believed[:] = 0.0
        self._solved = False

    def believe_anew(self, pairs: Any) -> None:
        """Replace all that is believed by ``pairs`` of vectors that count and rewards."""
        self.believed[:] = 0.0
        for vector, reward in pairs:
            self.believed += reward * vector
        self._solved = False

    def _solve(self) -> None:
        if not self._solved:
            self._fit.response[:] = self.observed + self.believed
            self._do(_SOLVE)
            self._solved = True

    def snapshot(self) -> dict[str, Any]:
        """Everything that later choices depend on, as lists."""
        parts = {name: getattr(self._fit, name).tolist() for name in _LASTING}
        return {**parts, "told": self.observed.tolist(), "believed": self.believed.tolist(), "solved": self._solved}

    def restore(self, snapshot: dict[str, Any]) -> None:
        for name in _LASTING:
            part = getattr(self._fit, name)
            part[...] = np.reshape(snapshot[name], part.shape)
        self.observed[:], self.believed[:], self._solved = snapshot["told"], snapshot["believed"], snapshot["solved"]
