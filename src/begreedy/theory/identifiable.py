"""When Greedy finds the best arm of a known finite class of problems: self-identifiability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from begreedy.values.errors import BadValue
from begreedy.values.value import finite, whole


class Decoy(NamedTuple):
    """A problem of the class in which a suboptimal arm, or set, of the true one pays the same and is the best."""

    arm: int  # or the number of the set, where actions are sets
    member: int  # of the class


class Identifiability(NamedTuple):
    """Whether Greedy succeeds, and all that could mislead it."""

    holds: bool
    decoys: tuple[Decoy, ...]


_TIE = 1e-12  # means, or sums of them, that differ by no more are equal


def self_identifiable(
    members: Sequence[Sequence[float]], truth: Sequence[float], sets: Sequence[Sequence[int]] | None = None
) -> Identifiability:
    """Whether every suboptimal arm of ``truth`` is self-identifiable in a finite class of problems, given by means.

    A suboptimal arm is self-identifiable if no member of the class in which it pays what it truly pays has it as a best
    arm: then playing it enough is enough to know that it is not the best.  Greedy, which plays the best arm of the
    member that fits the rewards best, has sublinear regret if and only if all are; otherwise, with some probability, it
    stays with such an arm for ever, since a *decoy* explains all that it sees there.  Means are equal that differ by
    1e-12 at most.

    Where actions are ``sets`` of arms, each of which shows what it pays, the same is asked of sets: a decoy agrees with
    the truth in every arm of a suboptimal set.

    Parameters
    ----------
    members : sequence of sequences of float
        The problems of the class, each by its means.
    truth : sequence of float
        The means of the true problem.
    sets : sequence of sequences of int, optional
        The actions, as arms of each; single arms if left out.

    Returns
    -------
    Identifiability
        ``holds``, and the ``decoys`` that speak against it.

    References
    ----------
    Slivkins, Xu, Zuo (2025), *Greedy Algorithm for Structured Bandits*.

    Examples
    --------
    >>> self_identifiable([(0.5, 0.9), (0.5, 0.1)], truth=(0.5, 0.9))
    Identifiability(holds=False, decoys=(Decoy(arm=0, member=1),))
    >>> self_identifiable([(0.5, 0.9), (0.2, 0.1)], truth=(0.5, 0.9)).holds
    True
    >>> self_identifiable([(0.9, 0.5, 0.5), (0.9, 0.5, 0.3)], truth=(0.9, 0.5, 0.5), sets=[(0, 1), (1, 2)]).holds
    True
    """
    means = [finite(mean, f"truth[{arm}]") for arm, mean in enumerate(truth)]
    if not means:
        raise BadValue.of("truth", truth, "the means of at least one arm")
    actions = [(arm,) for arm in range(len(means))] if sets is None else _checked(sets, len(means))
    sums = _sums(means, actions)
    decoys = []
    for member, member_means in enumerate(members):
        theirs = [finite(mean, f"members[{member}][{arm}]") for arm, mean in enumerate(member_means)]
        if len(theirs) != len(means):
            raise BadValue.of(f"members[{member}]", member_means, f"the means of {len(means)} arms, as truth")
        their_sums = _sums(theirs, actions)
        for number, arms in enumerate(actions):
            worse = sums[number] < max(sums) - _TIE
            alike = all(abs(theirs[arm] - means[arm]) <= _TIE for arm in arms)
            if worse and alike and their_sums[number] >= max(their_sums) - _TIE:
                decoys.append(Decoy(number, member))
    return Identifiability(not decoys, tuple(sorted(decoys)))


def _sums(means: list[float], actions: Sequence[Sequence[int]]) -> list[float]:
    return [sum(means[arm] for arm in arms) for arms in actions]


def _checked(sets: Sequence[Sequence[int]], arms: int) -> list[tuple[int, ...]]:
    actions = [tuple(whole(arm, f"sets[{i}]", low=0, high=arms - 1) for arm in chosen) for i, chosen in enumerate(sets)]
    for i, action in enumerate(actions):
        if not action or len(set(action)) < len(action):
            raise BadValue.of(f"sets[{i}]", action, "at least one arm, and none twice")
    if not actions:
        raise BadValue.of("sets", sets, "at least one set of arms")
    return actions
