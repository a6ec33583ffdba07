"""Which policies are worth simulating on a model, and with how many arms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil, inf, isfinite, sqrt
from typing import Any

from begreedy.advice.situation import Situation
from begreedy.policies.adaptive_greedy import AdaptiveGreedy
from begreedy.policies.anytime_greedy import AnytimeGreedy
from begreedy.policies.ball_explore import BallExplore
from begreedy.policies.budgeted import BTS, IUCB, BGreedy, BudgetUCB
from begreedy.policies.cascade import Cascade, CascadeKLUCB, CascadeUCB1, CTSBeta, TSCascade
from begreedy.policies.greedy import Greedy
from begreedy.policies.kl_ucb import KLUCB
from begreedy.policies.lin_greedy import LinGreedy
from begreedy.policies.lin_thompson import LinThompson
from begreedy.policies.lin_ucb import LinUCB
from begreedy.policies.medzo import MeDZO
from begreedy.policies.moss import MOSS
from begreedy.policies.recipes import UCBAsymptotic
from begreedy.policies.reductions import Discretize, Subsample, rule_of
from begreedy.policies.stochastic import Stochastic
from begreedy.policies.thompson import ThompsonBeta, ThompsonGaussian
from begreedy.policies.two_target import TwoTarget
from begreedy.policies.ucb import UCB
from begreedy.policies.ucb_f import UCBVInfinity
from begreedy.policies.zooming import Zooming
from begreedy.problems.laws import Gaussian
from begreedy.problems.peaks import RandomPeaks
from begreedy.theory import arms as keep
from begreedy.types import check_rewards
from begreedy.values.canonical import canonical, display_name

SHARES = (2.0, 1.0, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32)  # of the theorem's number of arms, or of all if it has more
FEW = 16  # arms: fewer are not worth leaving any out


@dataclass(frozen=True)
class Candidate:
    """A policy in a situation.

    ``family`` is its name without K; ``share`` is the K of Greedy as a share of the theorem's.
    """

    family: str
    policy: Any
    k: int | None = None
    greedy: bool = False
    share: float | None = None
    label: str = ""

    @property
    def name(self) -> str:
        return self.label or display_name(self.policy)


def candidates(given: Situation) -> list[Candidate]:
    """Policies for a situation; Greedy once for each of several numbers of arms to keep."""
    if given.problem.model not in _MODELS:
        raise ValueError(f"there is no advice on {given.problem.model!r} problems; there is on {', '.join(_MODELS)}")
    found = _MODELS[given.problem.model](given)
    unique: dict[str, Candidate] = {}
    for candidate in found:
        unique.setdefault(candidate.name, candidate)
    return list(unique.values())


def of_your_own(policy: Any, names: Iterable[str]) -> Candidate:
    """A policy that a user wants to see in the race, under a name that no other one has."""
    name = display_name(policy)
    family = name if name not in set(names) else canonical(policy).split(":")[-1]
    inner = getattr(policy, "policy", policy)
    return Candidate(family, policy, getattr(policy, "k", None) or None, rule_of(inner) == "greedy", label=family)


def around(given: Situation, best: Candidate) -> list[Candidate]:
    """Greedy with numbers of arms around one that did well, for a closer look."""
    if best.share is None or theorem_only(given.problem):
        return []
    return [_greedy_keeping(given, best.share * factor) for factor in (1 / sqrt(2.0), sqrt(2.0))]


def elsewhere(given: Situation, candidate: Candidate) -> Candidate | None:
    """What a candidate is in another situation of the same kind; None if it is none there."""
    if candidate.share is not None:
        return _greedy_keeping(given, candidate.share)
    alike = [other for other in candidates(given) if other.family == candidate.family]
    return alike[0] if alike else None


def theorems_arms(given: Situation) -> int | None:
    """The number of arms that a theorem tells Greedy to keep, even if there are fewer; None without such a theorem."""
    rule = _RULES.get(given.problem.model)
    return None if rule is None else rule(given)


def theorem_only(problem: Any) -> bool:
    """Whether only the theorem's K is looked at: one tuned on functions made up here would pretend to know them."""
    return isinstance(problem, RandomPeaks) and not smooth(problem)


def noise_of(law: Any) -> float:
    """The standard deviation of normal rewards; 1/2 bounds that of rewards in an interval of length 1."""
    if isinstance(law, Gaussian):
        return law.sigma
    low, high = getattr(law, "support", (-inf, inf))
    return (high - low) / 2.0 if isfinite(high - low) else 1.0


# ---------------------------------------------------------------- how many arms the theorems keep


def tail_of(prior: Any) -> tuple[float, float] | None:
    """(c1, beta) of a prior, if it has them."""
    try:
        return getattr(prior, "tail", None)
    except OverflowError:  # a prior so narrow that nothing of it is near 1
        return None


def _tail(given: Situation) -> tuple[float, float]:
    """(c1, beta) of the prior; without a known tail those of a uniform one."""
    c1, beta = tail_of(getattr(given.problem, "prior", None)) or (1.0, 1.0)
    return max(c1, 1e-300), beta


def _keep_reservoir(given: Situation) -> int:
    c1, beta = _tail(given)
    return keep.greedy_infinite(_rounds(given), beta, c1)


def _keep_mortal(given: Situation) -> int:
    c1, beta = _tail(given)
    return keep.greedy_infinite(max(2, round(given.problem.lifetime)), beta, c1)


def _keep_many(given: Situation) -> int:
    return keep.many("greedy", _rounds(given), given.hardness)


def _keep_continuous(given: Situation) -> int:
    if smooth(given.problem):
        return keep.greedy_continuous(_rounds(given), given.problem.alpha, given.problem.smoothness)
    return keep.greedy_continuous_unknown(_rounds(given))


def smooth(problem: Any) -> bool:
    """Whether the smoothness of a continuous problem is known."""
    return getattr(problem, "alpha", 0.0) > 0.0 and getattr(problem, "smoothness", 0.0) > 0.0


def _rounds(given: Situation) -> int:
    return given.horizon or 1


_RULES: dict[str, Callable[[Situation], int]] = {
    "finite": _keep_reservoir,
    "infinite": _keep_reservoir,
    "mortal": _keep_mortal,
    "many-armed": _keep_many,
    "continuous": _keep_continuous,
}


def _clipped(given: Situation, k: float) -> int:
    """A number of arms that there are, and that there is time for."""
    problem = given.problem
    most = problem.arms if problem.model == "mortal" else min(problem.size, _rounds(given))
    return int(max(1, min(most, round(k))))


def _greedy_keeping(given: Situation, share: float) -> Candidate:
    k = _clipped(given, share * _clipped(given, _RULES[given.problem.model](given)))
    return Candidate("Greedy", _reduced(given.problem, Greedy(), k, "Greedy"), k, True, share)


def _greedy_grid(given: Situation) -> list[Candidate]:
    return [_greedy_keeping(given, share) for share in SHARES]


def _keeping(given: Situation, policy: Any, arms: int, name: str = "") -> Candidate:
    """A policy that explores, on a number of arms of its own."""
    name = name or display_name(policy)
    k = _clipped(given, arms)
    return Candidate(name + "(K)", _reduced(given.problem, policy, k, name), k)


def _reduced(problem: Any, policy: Any, k: int, name: str) -> Any:
    reduction = Discretize if problem.model == "continuous" else Subsample
    return reduction(policy, k=k, label=f"{name}(K={k})")


# ---------------------------------------------------------------- models


def _plain(policy: Any, arms: int | None = None, greedy: bool = False) -> Candidate:
    return Candidate(display_name(policy), policy, arms, greedy)


def _explorers(law: Any) -> list[Any]:
    """Policies for finitely many arms that pay rewards of a law."""
    sigma = noise_of(law)
    normal = isinstance(law, Gaussian)
    found = [MOSS(4.0 * sigma * sigma), UCB(sigma), KLUCB(sigma=sigma if normal else 0.0), _thompson(law)]
    return [policy for policy in found if policy is not None and _accepts(policy, law)]


def _thompson(law: Any) -> Any:
    low, high = getattr(law, "support", (-inf, inf))
    return ThompsonBeta() if low >= 0.0 and high <= 1.0 else ThompsonGaussian(max(noise_of(law), 1e-9))


def _accepts(policy: Any, law: Any) -> bool:
    try:
        check_rewards(policy, law)
    except ValueError:
        return False
    return True


def _finite(given: Situation) -> list[Candidate]:
    problem = given.problem
    arms, law = problem.arms, problem.law
    found = [_plain(Greedy(), arms, True), *(_plain(policy, arms) for policy in _explorers(law))]
    if arms <= FEW:
        return found
    c1, beta = _tail(given)
    some = [
        *_greedy_grid(given),
        _keeping(given, _explorers(law)[0], keep.minimax_infinite(_rounds(given), beta, c1)),
        _keeping(given, _thompson(law), keep.subsampled_ucb(_rounds(given), beta)),
    ]
    return [*found, *(candidate for candidate in some if candidate.k != arms)]


def _infinite(given: Situation) -> list[Candidate]:
    problem, law, horizon = given.problem, given.problem.law, _rounds(given)
    c1, beta = _tail(given)
    found = [
        *_greedy_grid(given),
        _keeping(given, _explorers(law)[0], keep.minimax_infinite(horizon, beta, c1)),
        _keeping(given, UCBAsymptotic(noise_of(law)), keep.subsampled_ucb(horizon, beta), "UCB"),
        _keeping(given, _thompson(law), keep.subsampled_ucb(horizon, beta)),
        _plain(MeDZO(4.0 * noise_of(law) ** 2)),
    ]
    if noise_of(law) <= 0.5:
        found.append(_keeping(given, UCBVInfinity(), keep.ucbf(horizon, beta, problem.supremum), "UCB-F"))
    if tail_of(problem.prior) is not None:
        found.append(_plain(AnytimeGreedy(beta=beta, c1=c1), None, True))
        if getattr(law, "binary", False):
            found.append(_plain(TwoTarget().fit(problem, horizon)))  # with this prior, not those drawn around it
    return found


def _many(given: Situation) -> list[Candidate]:
    law = given.problem.law
    fewer = keep.moss_many(_rounds(given), given.hardness)
    return [
        _plain(Greedy(), given.problem.n, True),
        *_greedy_grid(given),
        _plain(_explorers(law)[0], given.problem.n),
        _keeping(given, _explorers(law)[0], fewer),
        _keeping(given, _thompson(law), fewer),
        _plain(MeDZO(4.0 * noise_of(law) ** 2)),
    ]


def _continuous(given: Situation) -> list[Candidate]:
    problem, horizon = given.problem, _rounds(given)
    c = 4.0 * max(noise_of(problem.law), 1e-9) ** 2
    greedy = [_greedy_keeping(given, 1.0)] if theorem_only(problem) else _greedy_grid(given)
    common = [*greedy, _plain(AnytimeGreedy(), None, True), _plain(MeDZO(c))]
    if smooth(problem):
        points = keep.moss_continuous(horizon, problem.alpha, problem.smoothness)
        zooming = Zooming(problem.alpha, problem.smoothness)
        return [*common, _keeping(given, MOSS(c), points, "CAB.MOSS"), _plain(zooming)]
    return [*common, _keeping(given, MOSS(c), ceil(horizon ** (1.0 / 3.0)), "CAB.MOSS")]


def _linear(given: Situation) -> list[Candidate]:
    ball = given.problem.ball
    found = [_plain(LinGreedy(), None, True), _plain(LinThompson()), _plain(LinUCB(determinant=not ball))]
    if ball:
        shaken = LinGreedy(jitter=0.1, label="Greedy(jitter=0.1)")
        found += [_plain(shaken, None, True), _plain(BallExplore(delta=1.0))]
    return found


def _cascading(given: Situation) -> list[Candidate]:
    items = given.problem.items
    return [
        _plain(Cascade(Greedy()), items, True),
        _plain(Cascade(Greedy(), forced_start=False, label="Greedy(no forced start)"), items, True),
        *(_plain(policy, items) for policy in (CascadeKLUCB(), CascadeUCB1(), CTSBeta(), TSCascade())),
    ]


def _mortal(given: Situation) -> list[Candidate]:
    problem = given.problem
    arms, law = problem.arms, problem.law
    grid = _greedy_grid(given) if arms > FEW else []
    found = [_plain(Greedy(), arms, True), *(candidate for candidate in grid if candidate.k != arms)]
    found += [_plain(policy, arms) for policy in _explorers(law) if not isinstance(policy, MOSS)]
    stochastic = Stochastic().fit(problem, _rounds(given))  # with this prior, not those drawn around it
    return found + [_plain(p, arms) for p in (AdaptiveGreedy(), stochastic) if _accepts(p, law)]


def _budgeted(given: Situation) -> list[Candidate]:
    arms = given.problem.arms
    return [_plain(Greedy(), arms, True), *(_plain(p, arms) for p in (BGreedy(), IUCB(), BudgetUCB(), BTS()))]


_MODELS: dict[str, Callable[[Situation], list[Candidate]]] = {
    "finite": _finite,
    "continuous": _continuous,
    "infinite": _infinite,
    "many-armed": _many,
    "linear": _linear,
    "cascading": _cascading,
    "mortal": _mortal,
    "budgeted": _budgeted,
}
