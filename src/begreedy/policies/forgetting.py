"""Forgetting: an index or posterior policy that goes by the rewards of late, for means that change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import Self

from begreedy.types import INDEX, SAMPLE, Policy, Problem, fitted, form_of, part_of, rewards_accepted
from begreedy.values.canonical import display_name
from begreedy.values.value import Value

LONGEST = 1e12  # half-lives beyond any horizon


@dataclass(frozen=True)
class _Forgetting(Value):
    """What both have in common: the policy inside, asked about what is remembered.

    ``total``, ``squares`` and ``pulls`` are the sums over what is remembered, ``t`` is one more than the rounds
    remembered, ``horizon`` the shorter of the horizon and of what a memory lasts, ``arms`` as ever.  An arm of which
    fewer pulls are remembered than the policy forces at the start is pulled again: the one with the fewest, the first
    of these.  Where nothing is forced, as in Thompson sampling from a prior, it has the index or sample of a new arm.
    """

    policy: Policy

    def validate(self) -> None:
        form = form_of(self.policy)
        suits = form.name in (INDEX, SAMPLE) and not form.costs
        self.require("policy", suits, "a policy with an index or a sample that does not look at costs")

    @property
    def name(self) -> str:
        return f"{type(self).__name__}{display_name(self.policy)}"

    @property
    def arms_rule(self) -> str:
        return str(part_of(self.policy, "arms_rule", "minimax"))

    @property
    def reward_range(self) -> tuple[float, float]:
        return rewards_accepted(self.policy)

    @property
    def reward_hint(self) -> str:
        return str(part_of(self.policy, "reward_hint", ""))

    def fit(self, problem: Problem, horizon: int) -> Self:
        """The same around what the policy inside is on this problem."""
        return replace(self, policy=fitted(self.policy, problem, horizon))


@dataclass(frozen=True)
class Discounted(_Forgetting):
    """A policy that forgets: ``policy`` on sums in which a reward counts half after ``halflife`` further rounds.

    With ``g = 2**(-1/halflife)``, the sums of an arm at round t weigh round s by ``g**(t-1-s)``; so does the number of
    pulls, and the rounds remembered are ``1 + g + g**2 + ... + g**(t-2)``, at most 1 / (1 - g): this is also what a
    memory lasts.  An arm with less than 0.001 of a pull left (ten half-lives after a single one) is as new.

    ``Discounted(UCB(c), halflife)`` is discounted UCB, with the bonus ``c sqrt(2 log n / n_i)`` of discounted counts.
    Around Greedy it tries every arm again about every ten half-lives, and else stays with what it last knew.

    Guarantee (UCB): if the means change at most B times in T rounds, of order ``sqrt(T B) log T`` for 1 - g of order
    ``sqrt(B / T)``.

    Parameters
    ----------
    policy : Policy
        An index or sample policy.
    halflife : float
        Rounds after which a reward counts half, from 1 to 10**12.

    References
    ----------
    Kocsis and Szepesvári (2006), *Discounted UCB*; Garivier and Moulines (2011), *On Upper-Confidence Bound Policies
    for Switching Bandit Problems*; Raj and Kalyani (2017), *Taming Non-stationary Bandits* (Thompson sampling).

    Examples
    --------
    >>> import begreedy as bg
    >>> round(float(bg.trace(bg.Discounted(bg.Greedy(), halflife=50), bg.Finite(means=[0.9, 0.1]), 100).regret[-1]), 2)
    0.8
    """

    halflife: float

    faded = 0.001

    def validate(self) -> None:
        super().validate()
        self.require("halflife", 1.0 <= self.halflife <= LONGEST, f"between 1 and {LONGEST:g} rounds")

    @property
    def factor(self) -> float:
        """The weight of a reward after another round."""
        return float(0.5 ** (1.0 / self.halflife))

    @property
    def span(self) -> int:
        """After so many rounds nothing is left of a single pull."""
        return int(self.halflife * log(1.0 / self.faded) / log(2.0)) + 1

    @property
    def lasting(self) -> int:
        """How many rounds are remembered in the long run."""
        return round(self.halflife / log(2.0) + 0.5)

    def forgets(self) -> tuple[float, float, int, int]:
        return self.factor, self.faded, self.span, self.lasting


@dataclass(frozen=True)
class Window(_Forgetting):
    """A policy that forgets: ``policy`` on the last ``rounds`` rounds only.

    The rounds remembered at round t are ``min(t - 1, rounds)``, and a memory lasts ``rounds``.  Every arm with a forced
    first pull is therefore tried at least once in ``rounds`` rounds, so there must be more of these than first pulls.
    It keeps the arm and the reward of every round in the window: 16 bytes of each in a simulation.

    ``Window(UCB(c), rounds)`` is sliding-window UCB, with the bonus ``c sqrt(2 log(min(t, rounds + 1)) / n_i)``.

    Guarantee (UCB): if the means change at most B times in T rounds, of order ``sqrt(T B log T)`` for ``rounds`` of
    order ``sqrt(T log T / B)``.

    Parameters
    ----------
    policy : Policy
        An index or sample policy.
    rounds : int
        Length of the window.

    References
    ----------
    Garivier and Moulines (2011), *On Upper-Confidence Bound Policies for Switching Bandit Problems*.

    Examples
    --------
    >>> import begreedy as bg
    >>> round(float(bg.trace(bg.Window(bg.Greedy(), rounds=50), bg.Finite(means=[0.9, 0.1]), 100).regret[-1]), 2)
    1.6
    """

    rounds: int

    faded = 0.0

    def validate(self) -> None:
        super().validate()
        self.require("rounds", 1 <= self.rounds <= LONGEST, f"between 1 and {LONGEST:g}")

    @property
    def factor(self) -> float:
        """Rewards in the window count in full."""
        return 1.0

    @property
    def span(self) -> int:
        """After so many rounds a pull is forgotten."""
        return self.rounds

    @property
    def lasting(self) -> int:
        """How many rounds are remembered in the long run."""
        return self.rounds

    def forgets(self) -> tuple[float, float, int, int]:
        return self.factor, self.faded, self.span, self.lasting
