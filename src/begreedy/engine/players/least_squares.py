"""Least squares with a ridge, kept up to date: the estimate and those parts of the fit that a policy reads."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from begreedy import linear_algebra as linear
from begreedy.engine.players.player import Floats, Ints
from begreedy.linear_algebra import dot
from begreedy.values.errors import BadValue

_PARTS = ("inverse", "moment", "factor")


class Matrix(NamedTuple):
    """A matrix of floats, all 0."""

    rows: int
    columns: int

    def array(self) -> np.ndarray:
        return np.zeros((self.rows, self.columns))


class FitState(NamedTuple):
    """Least squares so far, and scratch memory; parts that the policy does not need have no rows."""

    estimate: Any
    response: Any  # sum of y x
    inverse: Any  # of V, but for the last correction: inverse - pending[0] * gain gain'
    gain: Any
    pending: Any
    moment: Any
    factor: Any
    spare: Any
    radius: Any  # a scalar: of the confidence ellipsoid
    drawn: Any  # a parameter drawn from the posterior
    # the eigendecomposition of the moment
    copied: Any
    reflector: Any
    eigenvalue: Any
    off: Any
    scale: Any
    cosine: Any
    sine: Any
    row: Any


def fit_layout(size: int, needs: tuple[str, ...], decomposes: bool) -> FitState:
    """Memory for the parts of the fit that are needed."""
    for part in needs:
        if part not in _PARTS:
            raise BadValue.of("needs", part, f"parts among {', '.join(_PARTS)}", verb="name")
    square = {part: Matrix(size, size) if part in needs else Matrix(0, 0) for part in _PARTS}
    rotations = linear.rotations_needed(size) if decomposes else 0
    whole = Matrix(size, size) if decomposes else Matrix(0, 0)
    vector = Floats(size)
    return FitState(
        estimate=vector,
        response=vector,
        inverse=square["inverse"],
        gain=vector,
        pending=Floats(1),
        moment=square["moment"],
        factor=square["factor"],
        spare=vector,
        radius=Floats(1),
        drawn=vector,
        copied=whole,
        reflector=whole,
        eigenvalue=vector,
        off=vector,
        scale=vector,
        cosine=Floats(rotations),
        sine=Floats(rotations),
        row=Ints(rotations),
    )


class LeastSquares(NamedTuple):
    """The functions that keep a fit."""

    start: Any  # (fit, ridge)
    learn: Any  # (fit, x, reward): overwrites x
    complete: Any  # (fit), before the inverse itself is read
    unlearn: Any  # (fit, x, reward): as if it had not been learned; overwrites x, and leaves the estimate to ``solve``
    solve: Any  # (fit): the estimate anew, from the response


def least_squares(needs: tuple[str, ...]) -> LeastSquares:
    """A fit with the parts that are needed."""
    inverse, moment, factor = (part in needs for part in _PARTS)

    def start(fit: FitState, ridge: float) -> None:
        for i in range(len(fit.estimate)):
            fit.estimate[i] = 0.0
            fit.response[i] = 0.0
            fit.gain[i] = 0.0
            fit.spare[i] = 0.0
            if inverse:
                _diagonal(fit.inverse, i, 1.0 / ridge)
            if moment:
                _diagonal(fit.moment, i, ridge)
            if factor:
                _diagonal(fit.factor, i, ridge**0.5)
        fit.pending[0] = 0.0

    def learn(fit: FitState, x: Any, reward: float) -> None:
        if inverse:
            # Sherman and Morrison, each correction applied together with the next product.
            linear.correct_and_multiply(fit.inverse, fit.gain, fit.pending[0], x, fit.spare)
            for i in range(len(x)):
                fit.gain[i] = fit.spare[i]
            weight = 1.0 / (1.0 + dot(x, fit.gain))
            surprise = (reward - dot(x, fit.estimate)) * weight
            for i in range(len(x)):
                fit.estimate[i] += surprise * fit.gain[i]
            fit.pending[0] = weight
        if moment:
            linear.add_outer(fit.moment, x)
        for i in range(len(x)):
            fit.response[i] += reward * x[i]
        if factor:
            linear.update_factor(fit.factor, x)  # overwrites x, which is no longer needed

    def complete(fit: FitState) -> None:
        """Apply the last correction, where the inverse itself is read."""
        size = len(fit.gain)
        for i in range(size):
            share = fit.pending[0] * fit.gain[i]
            for j in range(size):
                fit.inverse[i, j] -= share * fit.gain[j]
        fit.pending[0] = 0.0

    def unlearn(fit: FitState, x: Any, reward: float) -> None:
        for i in range(len(x)):
            fit.response[i] -= reward * x[i]
        if inverse:  # Sherman and Morrison again: without x, what is left is at least the ridge
            linear.correct_and_multiply(fit.inverse, fit.gain, fit.pending[0], x, fit.spare)
            for i in range(len(x)):
                fit.gain[i] = fit.spare[i]
            fit.pending[0] = -1.0 / (1.0 - dot(x, fit.gain))
        if moment:
            linear.subtract_outer(fit.moment, x)
        if factor:
            linear.downdate_factor(fit.factor, x)

    def solve(fit: FitState) -> None:
        if inverse:
            complete(fit)
            for i in range(len(fit.estimate)):
                fit.estimate[i] = dot(fit.inverse[i], fit.response)

    return LeastSquares(start, learn, complete, unlearn, solve)


def _diagonal(matrix: Any, row: int, value: float) -> None:
    for column in range(matrix.shape[1]):
        matrix[row, column] = 0.0
    matrix[row, row] = value
