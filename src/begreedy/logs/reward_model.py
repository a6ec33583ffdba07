"""What the log says that arms pay: the models behind the direct and the doubly robust estimates.

Where the features of an arm are the same at all decisions, its mean.  Where they differ, a regression on them, since
the mean of an arm then also depends on the decisions at which it was played.
"""

from __future__ import annotations

from math import nan, sqrt
from typing import NamedTuple

import numpy as np

from begreedy.logs.decision_log import DecisionLog
from begreedy.logs.log_features import LogFeatures

_EPS = float(np.finfo(float).eps)


class Valued(NamedTuple):
    """A mean, its standard error, and how many rewards it rests on, as if all had the same weight."""

    mean: float
    stderr: float
    matches: float


def earlier_values(log: DecisionLog, chosen: np.ndarray, rewards: tuple[float, float]) -> np.ndarray:
    """What the chosen arm of every decision pays by the events before it."""
    if log.features is not None and log.features.varies:
        return _regressed(log, log.features, chosen, rewards)
    arms = len(log.names)
    paid, counts, all_paid = [0.0] * arms, [0] * arms, 0.0
    values = np.zeros(len(log))
    for event, (wanted, arm, reward) in enumerate(
        zip(chosen.tolist(), log.arm.tolist(), log.reward.tolist(), strict=True)
    ):
        # With one more event that paid the mean of all.
        values[event] = (paid[wanted] + (all_paid / event if event else 0.0)) / (counts[wanted] + 1)
        paid[arm] += reward
        counts[arm] += 1
        all_paid += reward
    return values


def _regressed(log: DecisionLog, features: LogFeatures, chosen: np.ndarray, rewards: tuple[float, float]) -> np.ndarray:
    """By a regression with ridge 1 around the mean of all, kept up to date by Sherman and Morrison's formula."""
    wanted, logged = features.rows[features.places(chosen)], features.rows[features.places(log.arm)]
    inverse = np.eye(features.dimension)
    response, usual, shift = np.zeros(features.dimension), 0.0, np.zeros(features.dimension)
    values = np.zeros(len(log))
    for event, reward in enumerate(log.reward.tolist()):
        mean = usual / event if event else 0.0
        values[event] = mean + wanted[event] @ (inverse @ (response - mean * shift))
        x = logged[event]
        gain = inverse @ x
        inverse -= np.outer(gain, gain) / (1.0 + x @ gain)
        response += reward * x
        shift += x
        usual += reward
    return np.clip(values, *rewards)


def direct_value(log: DecisionLog, chosen: np.ndarray, rewards: tuple[float, float]) -> Valued:
    """The mean over all decisions of what the chosen arm pays, by all events."""
    if log.features is not None and log.features.varies:
        wanted = log.features.rows[log.features.places(chosen)].mean(axis=0)
        return linear_value(log.features.rows[log.features.places(log.arm)], log.reward, wanted, rewards)
    return mean_value(log.arm, log.reward, np.bincount(chosen, minlength=len(log.names)))


def mean_value(arm: np.ndarray, reward: np.ndarray, wanted: np.ndarray) -> Valued:
    """By the means of arms, given how often each is wanted."""
    arms = len(wanted)
    counts = np.bincount(arm, minlength=arms)
    means = np.bincount(arm, reward, arms) / counts
    spreads = np.bincount(arm, (reward - means[arm]) ** 2, arms) / np.maximum(1, counts - 1)
    shares = wanted / wanted.sum()
    stderr = sqrt(float(shares**2 @ (spreads / counts)))
    return Valued(float(shares @ means), stderr, 1.0 / float(shares**2 @ (1.0 / counts)))


def linear_value(rows: np.ndarray, paid: np.ndarray, wanted: np.ndarray, rewards: tuple[float, float]) -> Valued:
    """By least squares: what ``wanted`` pays, with a standard error that holds whatever the noise depends on.

    That is HC3 (MacKinnon and White, 1985): every residual is divided by 1 - its leverage.  A row of leverage 1 has no
    residual; its variance is then the largest that a reward in the range can have.  Nothing, where ``wanted`` is not a
    combination of rows: the log says nothing about it.
    """
    moment = rows.T @ rows
    roots, basis = np.linalg.eigh(moment)
    basis = basis[:, roots > max(rows.shape) * _EPS * max(roots[-1], 0.0)]
    if np.linalg.norm(wanted - basis @ (basis.T @ wanted)) > sqrt(_EPS) * np.linalg.norm(wanted):
        return Valued(nan, nan, 0.0)
    inverse = basis @ np.linalg.inv(basis.T @ moment @ basis) @ basis.T
    weight = rows @ (inverse @ wanted)  # of every reward
    free = 1.0 - np.einsum("ij,jk,ik->i", rows, inverse, rows)
    residual = paid - rows @ (inverse @ (rows.T @ paid))
    alone = free < sqrt(_EPS)
    squares = np.where(alone, ((rewards[1] - rewards[0]) / 2.0) ** 2, (residual / np.where(alone, 1.0, free)) ** 2)
    return Valued(float(weight @ paid), sqrt(float(weight**2 @ squares)), 1.0 / float(weight @ weight))
