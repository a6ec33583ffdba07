"""What is known about a problem, and what has to be assumed so that it can be simulated."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from begreedy.advice.history import FittedPrior, fit_prior
from begreedy.policies.reductions import hardness_of
from begreedy.problems.budgeted import Budgeted
from begreedy.problems.cascading import Cascading
from begreedy.problems.finite import Finite
from begreedy.problems.infinite import Infinite
from begreedy.problems.laws import Bernoulli, Gaussian
from begreedy.problems.linear import Linear
from begreedy.problems.many_armed import ManyArmed
from begreedy.problems.mortal import Mortal
from begreedy.problems.peaks import RandomPeaks
from begreedy.problems.priors import Uniform
from begreedy.values.canonical import canonical
from begreedy.values.spec import parse
from begreedy.values.value import finite, whole

LEAST_COST = 0.1  # of arms whose costs are unknown: an arm that is nearly free would decide everything


@dataclass(frozen=True)
class Situation:
    """A problem, and what was assumed to get there.

    Simulated are ``problems``, equally likely: where the prior was fitted, one for every draw of its posterior, while
    ``problem`` has the fitted prior itself and says how many arms to keep; else the same one.
    """

    model: str
    problem: Any
    problems: tuple[Any, ...]
    horizon: int | None
    assumed: tuple[str, ...] = ()
    prior: FittedPrior | None = None
    asked: int | None = None  # the horizon in question, where it is too long to simulate
    gamma: tuple[float, int] | None = None  # a hardness that was given, and the horizon that it was given for

    @property
    def hardness(self) -> float:
        """Of a many-armed problem at this horizon."""
        if self.gamma is not None and self.gamma[1] == self.horizon:
            return self.gamma[0]
        return hardness_of(self.problem, self.horizon or 1)


def situation(what: Any, horizon: Any = None, *, seed: int = 0, **known: Any) -> Situation:
    """From a problem, or from a model's name and what is known of it."""
    given = {name: value for name, value in known.items() if value is not None}
    if isinstance(what, str) and "(" in what:
        what = parse(what)
    if not isinstance(what, str):
        return _of_problem(what, horizon, given)
    model = what.strip().lower().replace("_", "-")
    if model not in MODELS:
        raise ValueError(f"model must be one of {', '.join(MODELS)}, or a problem such as Finite(...); got {what!r}")
    describe = MODELS[model]
    allowed = [name for name in inspect.signature(describe).parameters if name != "notes"]
    for name in given:
        if name not in allowed:
            raise ValueError(f"{name} is not known of the {model} model; it takes {', '.join(allowed)}")
    rounds = None if horizon is None else whole(horizon, "horizon", low=1, high=2**40)
    if rounds is None and model != "budgeted":
        raise ValueError("horizon must be given: the number of rounds that you will play, got None")
    fitted = None
    if "history" in given:
        fitted = fit_prior(given["history"], seed=seed)
        given["history"] = fitted
    for name in ("prior", "law"):
        if isinstance(given.get(name), str):
            given[name] = parse(given[name])
    notes = Notes(rounds, fitted)
    problems = describe(notes, **given)
    if model == "budgeted":
        rounds = None
    gamma = (float(given["gamma"]), int(rounds or 1)) if "gamma" in given else None
    return Situation(model, problems[0], problems[1:] or problems, rounds, tuple(notes.words), fitted, gamma=gamma)


def _of_problem(problem: Any, horizon: Any, given: dict[str, Any]) -> Situation:
    if not hasattr(problem, "model"):
        raise TypeError(f"advise needs a problem such as Finite(...) or the name of a model, got {problem!r}")
    if given:
        raise ValueError(f"{', '.join(given)} can be given with the name of a model only; a problem says it all")
    if horizon is None and problem.model != "budgeted":
        raise ValueError("horizon must be given: the number of rounds that you will play, got None")
    rounds = None if problem.model == "budgeted" else whole(horizon, "horizon", low=1, high=2**40)
    return Situation(problem.model, problem, (problem,), rounds)


class Notes:
    """Collects what is assumed, in words."""

    def __init__(self, horizon: int | None, fitted: FittedPrior | None) -> None:
        self.horizon, self.fitted = horizon, fitted
        self.words: list[str] = []

    @property
    def rounds(self) -> int:
        return self.horizon or 0

    def choose(self, given: Any, default: Any, what: str) -> Any:
        """What was given or else the default, which is then said."""
        if given is None:
            self.words.append(f"{what}: {canonical(default) if not isinstance(default, str) else default}")
            return default
        return given

    def priors(self, prior: Any, history: Any, default: Any = Uniform()) -> list[Any]:
        """The prior of the means or, from a history, the fitted one and then draws of its posterior."""
        if prior is not None and history is not None:
            raise ValueError(f"prior or history must be left out: one says what the other tells; got prior={prior!r}")
        if history is not None:
            self.words.append(f"prior of the means: {self.fitted}; simulated with {len(history.draws)} draws of it")
            return [history.best, *history.draws]
        return [self.choose(prior, default, "nothing is known of the means; prior")]

    def arms(self, arms: Any, history: Any, default: int, what: str = "number of arms") -> int:
        """How many arms there are: as given, as many as were tried before, or the default."""
        if arms is None and history is not None:
            self.words.append(f"{what}: {history.arms}, as many as in the history")
            return int(history.arms)
        return whole(self.choose(arms, default, what), "arms", low=1)


def _finite(notes: Notes, arms: Any = None, prior: Any = None, law: Any = None, history: Any = None) -> tuple[Any, ...]:
    count = notes.arms(arms, history, 100)
    law = notes.choose(law, Bernoulli(), "law of the rewards")
    return tuple(Finite(prior=p, arms=count, law=law) for p in notes.priors(prior, history))


def _continuous(notes: Notes, alpha: Any = None, smoothness: Any = None, law: Any = None) -> tuple[Any, ...]:
    law = notes.choose(law, Gaussian(), "noise")
    if not isinstance(law, Gaussian):
        raise ValueError(f"law must be Gaussian(sigma) on a continuum, got {canonical(law)}")
    for name, value in (("alpha", alpha), ("smoothness", smoothness)):
        if value is not None and finite(value, name) <= 0.0:
            raise ValueError(f"{name} must be greater than 0, got {value!r}")
    where = "five peaks 0.3 to 0.9 high at random places of [0, 1], other ones in every run"
    if alpha is None or smoothness is None:
        unknown = [n for n, v in (("alpha (1/2, 1 or 2)", alpha), ("L (1 to 100)", smoothness)) if v is None]
        where += f", of unknown {' and '.join(unknown)}"
    notes.words.append(f"the function: {where}")
    return (RandomPeaks(alpha, smoothness, law.sigma),)


def _infinite(notes: Notes, prior: Any = None, law: Any = None, history: Any = None) -> tuple[Any, ...]:
    law = notes.choose(law, Bernoulli(), "law of the rewards")
    return tuple(Infinite(p, law=law) for p in notes.priors(prior, history))


def _many(
    notes: Notes,
    arms: Any = None,
    gamma: Any = None,
    prior: Any = None,
    law: Any = None,
    history: Any = None,
) -> tuple[Any, ...]:
    count = notes.arms(arms, history, 1000)
    law = notes.choose(law, Bernoulli(), "law of the rewards")
    if gamma is not None:
        if prior is not None or history is not None:
            raise ValueError(f"gamma must be left out where a prior or a history tells the means, got {gamma!r}")
        problem = ManyArmed.with_hardness(count, notes.rounds, finite(gamma, "gamma"), law=law)
        levels = ", ".join(f"{level:g}" for level in problem.levels)
        notes.words.append(
            f"hardness {gamma:g} at T = {notes.rounds}: {problem.best} of the arms are best; "
            f"means: {problem.top:g} for these, {levels} for the others in equal shares"
        )
        return (problem,)
    return tuple(Finite(prior=p, arms=count, law=law) for p in notes.priors(prior, history))


def _linear(notes: Notes, dimension: Any = None, arms: Any = None, law: Any = None) -> tuple[Any, ...]:
    size = whole(notes.choose(dimension, 10, "dimension"), "dimension", low=1)
    law = notes.choose(law, Gaussian(), "noise")
    if not isinstance(law, Gaussian):
        raise ValueError(f"law must be Gaussian(sigma) for linear rewards, got {canonical(law)}")
    if arms is None:
        notes.words.append("actions: the whole unit ball")
    else:
        notes.words.append(f"actions: {arms} fresh random unit vectors in every round")
    notes.words.append("the parameter: uniform on the unit sphere, another one in every run")
    return (Linear(size, law.sigma, offered=None if arms is None else whole(arms, "arms", low=1)),)


def _cascading(
    notes: Notes, arms: Any = None, slots: Any = None, prior: Any = None, history: Any = None
) -> tuple[Any, ...]:
    count = notes.arms(arms, history, 100, "number of items")
    shown = whole(notes.choose(slots, min(4, count), "items shown in a list"), "slots", low=1, high=count)
    return tuple(Cascading(p, items=count, slots=shown) for p in notes.priors(prior, history))


def _mortal(
    notes: Notes,
    arms: Any = None,
    lifetime: Any = None,
    prior: Any = None,
    law: Any = None,
    history: Any = None,
) -> tuple[Any, ...]:
    count = notes.arms(arms, history, 100)
    life = finite(
        notes.choose(lifetime, max(1.0, notes.rounds / 10), "mean lifetime, a tenth of the rounds"), "lifetime"
    )
    law = notes.choose(law, Bernoulli(), "law of the rewards")
    return tuple(Mortal(p, arms=count, lifetime=life, law=law) for p in notes.priors(prior, history))


def _budgeted(
    notes: Notes, budget: Any = None, arms: Any = None, prior: Any = None, history: Any = None
) -> tuple[Any, ...]:
    if budget is None and notes.horizon is None:
        raise ValueError("budget must be given: what you can spend, where a pull costs at most 1; got None")
    amount = notes.choose(budget, notes.rounds / 2, "budget, what so many pulls cost at 1/2 each")
    count = notes.arms(arms, history, 100)
    if history is None:
        what = "nothing is known of rewards and costs, both are 0 or 1 with probabilities from the prior"
        return (Budgeted(amount, prior=notes.choose(prior, Uniform(LEAST_COST, 1.0), what), arms=count),)
    # Rewards as before, costs unknown: one problem has one prior for both, so the arms are drawn here.
    fitted, *drawn = notes.priors(prior, history)
    notes.words.append(f"costs: 0 or 1, with probabilities uniform on {LEAST_COST:g} to 1; two sets of arms per prior")
    draws = np.random.Generator(np.random.PCG64(history.trials))
    arms_of = [(draws.beta(p.a, p.b, count), draws.uniform(LEAST_COST, 1.0, count)) for p in (fitted, *drawn, *drawn)]
    return tuple(Budgeted(amount, rewards=tuple(r), costs=tuple(c)) for r, c in arms_of)


MODELS: dict[str, Callable[..., tuple[Any, ...]]] = {
    "finite": _finite,
    "continuous": _continuous,
    "infinite": _infinite,
    "many-armed": _many,
    "linear": _linear,
    "cascading": _cascading,
    "mortal": _mortal,
    "budgeted": _budgeted,
}
