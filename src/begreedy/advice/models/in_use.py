"""The card of arms in use: what is known of each, and outcomes that are told late."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from begreedy.advice.history import FittedPrior
from begreedy.advice.models.candidate import Candidate, explorers, optimists, plain, short_horizon_rivals, thompson
from begreedy.advice.models.card import Card, Example, MapAxes, PageForm
from begreedy.advice.models.cost import nanoseconds, seconds
from begreedy.advice.models.keep import FEW, Keep, from_prior, tail
from begreedy.advice.models.reasons import too_few_rounds
from begreedy.advice.models.records import arms_in_use, as_beta, prior_of_pay
from begreedy.advice.models.situation import Notes, Situation
from begreedy.policies.greedy import Greedy
from begreedy.policies.posterior_lookahead import TSUCB
from begreedy.problems.in_use import InUse
from begreedy.problems.laws import Bernoulli
from begreedy.theory import arms as theory_arms
from begreedy.types import Policy, Prior, Problem
from begreedy.values.numbers import grouped

_LATE = 240.0  # nanoseconds to write down an outcome that is told late
_NAMED = 10  # arms, of those to keep
KEEP: Keep[InUse] = Keep(from_prior, most=lambda situation: int(situation.problem.arms))


def describe(
    notes: Notes,
    arms: float | None = None,
    prior: Prior | None = None,
    history: FittedPrior | None = None,
    delay: float | str | None = None,
    window: float | None = None,
    batch: float | None = None,
) -> tuple[Problem, ...]:
    count = notes.arms(arms, history, 100)
    priors = notes.priors(prior, history)
    made = arms_in_use(notes, count, priors, Bernoulli(), history, {"delay": delay, "window": window, "batch": batch})
    return tuple(InUse(as_beta(p), count) for p in priors) if made is None else made


def candidates(situation: Situation) -> list[Candidate]:
    """All arms; where there are many, also those that promise most."""
    problem = situation.problem
    arms, law, prior = problem.arms, problem.law, prior_of_pay(problem)
    rivals = [policy for policy in short_horizon_rivals(law, prior) if not isinstance(policy, TSUCB)]
    on_all = [plain(Greedy(), arms, True), *optimists(law, prior, arms)]
    on_all += [plain(policy, arms) for policy in (*explorers(law, prior), *rivals)]
    if arms <= FEW:
        return on_all
    c1, beta = tail(situation)
    exploring = explorers(law, prior)[0], thompson(law, prior)
    numbers = (
        theory_arms.minimax_infinite(situation.rounds, beta, c1),
        theory_arms.subsampled_ucb(situation.rounds, beta),
    )
    on_some = [*KEEP.greedy_grid(situation), *KEEP.optimistic_grid(situation, prior)]
    for policy, number in zip(exploring, numbers, strict=True):
        on_some += KEEP.exploring(situation, policy, number)
    return [*on_all, *(candidate for candidate in on_some if candidate.k != arms)]


def why_greedy(situation: Situation) -> str:
    arms, recorded = situation.problem.arms, int(situation.problem.tried().sum())
    rounds = f"the next {grouped(situation.rounds)} rounds"
    if recorded == arms:
        return f"the records tell the arms apart well enough for {rounds}"
    if recorded > arms / 2:
        has = f"{grouped(recorded)} of the {grouped(arms)} arms have a record"
        return f"{has}, and exploring costs more than it finds in {rounds}"
    return too_few_rounds(situation, arms)


def cost(policy: Policy, problem: InUse, horizon: int | None, arms: float) -> float:
    """All arms are drawn; of an outcome that is told late the policy learns twice."""
    per_round = 10.0 + nanoseconds(policy, arms) + (_LATE + nanoseconds(policy, 0.0) if problem.late else 0.0)
    return seconds(float(horizon or 0), per_round, 3.0 * problem.arms)


def random_choice(problem: InUse, rounds: int) -> float:
    return rounds * float(problem.expected().mean())


def todays_best(situation: Situation) -> float | None:
    """What the arm with the best record should pay, by what a success of it is worth; None without records."""
    problem = situation.problem
    tried = problem.tried()
    if not tried.any():
        return None
    arm = int(np.argmax(np.where(tried, problem.expected(), -1.0)))
    return situation.rounds * float(np.mean([problem.expected()[arm] for problem in situation.problems]))


def which(situation: Situation, k: int | None) -> str:
    """Which arms to keep, in words; nothing where there are no records."""
    problem, tried = situation.problem, situation.problem.tried()
    recorded = int(tried.sum())
    if not recorded or k is None:
        return ""
    chosen = problem.promising()[:k]
    old = int(tried[chosen].sum())
    words = f"all {recorded} arms with a record"
    if old < recorded:
        words = f"the {old} of the {recorded} arms with a record that promise most"
    new, unknown = len(chosen) - old, problem.arms - recorded
    if unknown:
        counted = f"all {unknown}" if new == unknown else f"{new} of the {unknown}"
        words += f", and {counted} without a record"
    names = () if situation.prior is None else situation.prior.names
    named = [names[arm] for arm in chosen if arm < len(names)]
    if len(named) < len(names):
        words += f": {', '.join(named[:_NAMED])}{', ...' if len(named) > _NAMED else ''}"
    return words


def resized(problem: InUse, size: int) -> tuple[Problem, Policy]:
    """So many arms, those with a record first."""
    worth = None if problem.worth is None else problem.worth[:size]
    return replace(problem, arms=size, record=problem.record[:size], worth=worth), Greedy()


CARD: Card[InUse] = Card(
    problem=InUse,
    title="Arms in use",
    example=Example(
        "InUse(prior=Beta(2, 60), arms=200, delay=1000, window=5000)",
        ("Greedy()", "OptimisticGreedy()", "ThompsonBeta(2, 60)"),
        20_000,
    ),
    describe=describe,
    candidates=candidates,
    why_greedy=why_greedy,
    arms=lambda problem: problem.arms,
    cost=cost,
    random=random_choice,
    today=todays_best,
    which=which,
    keep=KEEP,
    map=MapAxes(cell=resized),
    form=PageForm(rare=("record", "worth", "spread", "window", "batch", "believed")),
)
