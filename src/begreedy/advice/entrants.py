"""Which policies are worth simulating in a situation, and with how many arms."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from begreedy.advice.models import card_of
from begreedy.advice.models.candidate import Candidate
from begreedy.advice.models.situation import Situation
from begreedy.policies.reductions import rule_of
from begreedy.types import Policy, part_of
from begreedy.values.canonical import canonical, display_name


def candidates(situation: Situation) -> list[Candidate]:
    """Policies for a situation; Greedy once for each of several numbers of arms to keep."""
    unique: dict[str, Candidate] = {}
    for candidate in card_of(situation.problem).candidates(situation):
        unique.setdefault(candidate.name, candidate)
    return list(unique.values())


def of_your_own(policy: Policy, names: Iterable[str]) -> Candidate:
    """A policy that a user wants to see in the race, under a name that no other one has."""
    name = display_name(policy)
    title = name if name not in set(names) else canonical(policy).split(":")[-1]
    inner = part_of(policy, "policy", policy)
    return Candidate(title, policy, getattr(policy, "k", None) or None, rule_of(inner) == "greedy", label=title)


def around(situation: Situation, best: Candidate) -> list[Candidate]:
    """A candidate with numbers of arms around one that did well, for a closer look."""
    keep = card_of(situation.problem).keep
    if best.share is None or keep is None or keep.alone(situation.problem):
        return []
    step = sqrt(2.0) if best.greedy else 2.0
    near = [_resized(situation, best, best.share * factor) for factor in (1.0 / step, step)]
    return [candidate for candidate in near if candidate is not None]


def _resized(situation: Situation, candidate: Candidate, share: float) -> Candidate | None:
    """A candidate with a share of what theory tells it to keep here; None if it is none here."""
    alike = (other for other in candidates(situation) if other.family == candidate.family and other.share == 1.0)
    one, keep = next(alike, None), card_of(situation.problem).keep
    return None if one is None or keep is None else keep.resized(situation, one, share)


def elsewhere(situation: Situation, candidate: Candidate) -> Candidate | None:
    """What a candidate is in another situation of the same kind; None if it is none there."""
    if candidate.share is not None:
        return _resized(situation, candidate, candidate.share)
    alike = [other for other in candidates(situation) if other.family == candidate.family]
    return alike[0] if alike else None


def theorems_arms(situation: Situation) -> int | None:
    """The number of arms that a theorem tells Greedy to keep, even if there are fewer; None without such a theorem."""
    keep = card_of(situation.problem).keep
    return None if keep is None else keep.theorem(situation)
