"""When Greedy finds the best arm of a known finite class of problems: self-identifiability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from begreedy.values.errors import BadValue
from begreedy.values.value import finite


class Decoy(NamedTuple):
    """A problem of the class in which a suboptimal arm of the true one pays the same and is the best."""

    arm: int
    member: int  # of the class


class Identifiability(NamedTuple):
    """Whether Greedy succeeds, and all that could mislead it."""

    holds: bool
    decoys: tuple[Decoy, ...]


def self_identifiable(members: Sequence[Sequence[float]], truth: Sequence[float]) -> Identifiability:
    """Whether every suboptimal arm of ``truth`` is self-identifiable in a finite class of problems, given by means.

    A suboptimal arm is self-identifiable if no member of the class in which it pays what it truly pays has it as a best
    arm: then playing it enough is enough to know that it is not the best.  Greedy, which plays the best arm of the
    member that fits the rewards best, has sublinear regret if and only if all are; otherwise, with some probability, it
    stays with such an arm for ever, since a *decoy* explains all that it sees there.

    Slivkins, Xu, Zuo (2025), *Greedy Algorithm for Structured Bandits*.

    >>> self_identifiable([(0.5, 0.9), (0.5, 0.1)], truth=(0.5, 0.9))
    Identifiability(holds=False, decoys=(Decoy(arm=0, member=1),))
    >>> self_identifiable([(0.5, 0.9), (0.2, 0.1)], truth=(0.5, 0.9)).holds
    True
    """
    means = [finite(mean, f"truth[{arm}]") for arm, mean in enumerate(truth)]
    if not means:
        raise BadValue.of("truth", truth, "the means of at least one arm")
    decoys = []
    for member, given in enumerate(members):
        theirs = [finite(mean, f"members[{member}][{arm}]") for arm, mean in enumerate(given)]
        if len(theirs) != len(means):
            raise BadValue.of(f"members[{member}]", given, f"the means of {len(means)} arms, as truth")
        for arm, mean in enumerate(means):
            if mean < max(means) and theirs[arm] == mean == max(theirs):
                decoys.append(Decoy(arm, member))
    return Identifiability(not decoys, tuple(sorted(decoys)))
