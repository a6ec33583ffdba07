"""Index policies as rankers: the list of the largest indices, in decreasing order."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from begreedy.policies.kl_ucb import KLUCB
from begreedy.policies.thompson import ThompsonBeta
from begreedy.policies.ucb import UCB
from begreedy.random import normal
from begreedy.types import Policy
from begreedy.values.canonical import display_name, field_values
from begreedy.values.fields import display_label
from begreedy.values.value import Value


@dataclass(frozen=True)
class Cascade(Value):
    """Ranks items by the index (or sample) of ``policy``, largest first; ties uniformly at random.

    ``pseudo_failures`` (0 or more) are counted for every item before the first round: with 1, every "mean" is
    successes / (looks + 1), which is what the tables of *Be Greedy in Multi-Armed Bandits* were made with.
    ``forced_start``: in rounds 1, ..., L item t tops a list whose other places are filled at random.  Without, items
    never seen come first, at most a list of them per round.

    A bare index policy on a Cascading problem is played with the forced start and no pseudo failures, a bare sampler
    without either.

    Parameters
    ----------
    policy : Policy
        An index or sample policy, which ranks the items.
    pseudo_failures : int
        Failures counted for every item before the first round.
    forced_start : bool
        Whether every item tops a list once before the policy decides.
    label : str, optional
        The name in tables and legends; it is no part of the policy's identity.

    Examples
    --------
    >>> Cascade(KLUCB(3.0), pseudo_failures=1, label="CascadeKL-UCB").name
    'CascadeKL-UCB'
    """

    policy: Policy
    pseudo_failures: int = 0
    forced_start: bool = True
    label: str | None = display_label()

    def validate(self) -> None:
        field_values(self.policy, "Cascade.policy")
        self.require("pseudo_failures", self.pseudo_failures >= 0, "at least 0")

    @property
    def name(self) -> str:
        return self.label or display_name(self.policy)

    def cascade(self) -> tuple[Policy, int, bool]:
        """What the game is played with."""
        return self.policy, self.pseudo_failures, bool(self.forced_start)


def CascadeUCB1(pseudo_failures: int = 0, forced_start: bool = True) -> Cascade:
    """CascadeUCB1: ranks by ``mean + sqrt(1.5 log t / looks)``.

    Parameters
    ----------
    pseudo_failures : int
        Failures counted for every item before the first round.
    forced_start : bool
        Whether every item tops a list once before the policy decides.

    Returns
    -------
    Cascade
        The policy for lists.

    References
    ----------
    Kveton, Szepesvári, Wen, Ashkan (2015), *Cascading Bandits: Learning to Rank in the Cascade Model*.

    Examples
    --------
    >>> import begreedy as bg
    >>> round(float(bg.trace(bg.CascadeUCB1(), bg.Cascading(bg.Uniform(), 6, 2), 100).regret[-1]), 2)
    7.49
    """
    return Cascade(UCB(c=sqrt(0.75)), pseudo_failures, forced_start, "CascadeUCB1")


def CascadeKLUCB(pseudo_failures: int = 0, forced_start: bool = True) -> Cascade:
    """CascadeKL-UCB: ranks by the KL-UCB index with ``log t + 3 log log t``.

    Parameters
    ----------
    pseudo_failures : int
        Failures counted for every item before the first round.
    forced_start : bool
        Whether every item tops a list once before the policy decides.

    Returns
    -------
    Cascade
        The policy for lists.

    References
    ----------
    Kveton, Szepesvári, Wen, Ashkan (2015), *Cascading Bandits: Learning to Rank in the Cascade Model*.

    Examples
    --------
    >>> import begreedy as bg
    >>> round(float(bg.trace(bg.CascadeKLUCB(), bg.Cascading(bg.Uniform(), 6, 2), 100).regret[-1]), 2)
    7.29
    """
    return Cascade(KLUCB(3.0), pseudo_failures, forced_start, "CascadeKL-UCB")


def CTSBeta() -> Cascade:
    """Thompson sampling for lists: ranks by a sample of Beta(1 + successes, 1 + failures) per item; no forced start.

    Returns
    -------
    Cascade
        The policy for lists; on sets of arms it is that of samples.

    References
    ----------
    Hüyük and Tekin (2019), *Analysis of Thompson Sampling for Combinatorial Multi-armed Bandit*.

    Examples
    --------
    >>> import begreedy as bg
    >>> round(float(bg.trace(bg.CTSBeta(), bg.Cascading(bg.Uniform(), 6, 2), 100).regret[-1]), 2)
    4.83
    """
    return Cascade(ThompsonBeta(), 0, False, "CTS-Beta")


@dataclass(frozen=True)
class GaussianSharedSample(Value):
    """``mean + Z * max(sqrt(mean (1 - mean) log(t + 1) / (n + 1)), log(t + 1) / (n + 1))``, one normal Z per round."""

    reward_range = (0.0, 1.0)

    def values(self, value: Any, total: Any, pulls: Any, t: int, arms: int, horizon: int, rng: Any) -> None:
        shared = normal(rng)
        rounds = log(t + 1.0)
        for arm in range(arms):
            mean = total[arm] / max(1, pulls[arm])  # an item never looked at has no clicks
            width = rounds / (pulls[arm] + 1.0)
            spread = sqrt(mean * (1.0 - mean) * width)
            value[arm] = mean + shared * (spread if spread > width else width)


def TSCascade(pseudo_failures: int = 0) -> Cascade:
    """TS-Cascade: ranks by one normal sample that all items share, scaled by an empirical variance; no forced start.

    Parameters
    ----------
    pseudo_failures : int
        Failures counted for every item before the first round.

    Returns
    -------
    Cascade
        The policy for lists.

    References
    ----------
    Cheung, Tan, Zhong (2019), *A Thompson Sampling Algorithm for Cascading Bandits*.

    Examples
    --------
    >>> import begreedy as bg
    >>> round(float(bg.trace(bg.TSCascade(), bg.Cascading(bg.Uniform(), 6, 2), 100).regret[-1]), 2)
    7.52
    """
    return Cascade(GaussianSharedSample(), pseudo_failures, False, "TS-Cascade")
