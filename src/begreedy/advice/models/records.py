"""Records of arms and late outcomes, from a description: when arms are in use, and what is known of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from begreedy.advice.history import FittedPrior
from begreedy.advice.models.candidate import beta_like, moments_of
from begreedy.advice.models.situation import Notes
from begreedy.problems.in_use import InUse
from begreedy.problems.laws import Bernoulli
from begreedy.problems.priors import Beta, Uniform
from begreedy.types import Law, Prior
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue
from begreedy.values.numbers import grouped, rounded
from begreedy.values.value import finite, whole


def arms_in_use(
    notes: Notes,
    count: int,
    priors: list[Prior],
    law: Law,
    history: FittedPrior | None,
    timing: Mapping[str, float | str | None],
) -> tuple[InUse, ...] | None:
    """The problems of arms that are in use, as described; None if they are not: no records, and nothing late.

    ``timing`` has ``delay``, ``window`` and ``batch``, None where they are not known.
    """
    late = {name: value for name, value in timing.items() if value is not None}
    these = history is not None and len(history.counts) <= count
    if history is not None and not these:
        notes.words.append(f"the {count} arms are others than the {len(history.counts)} of the history, and like them")
    if not late and not these:
        return None
    if not isinstance(law, Bernoulli):
        allowed = "Bernoulli() where outcomes are late or arms have a history"
        raise BadValue.of("law", law, allowed, got=concise(law))
    known: dict[str, Any] = _timing(notes, late)
    if history is not None and these:
        known |= {"record": history.counts, "worth": notes.worth(history)}
        tried = sum(trials > 0.0 for _, trials in history.counts)
        left = count - tried
        words = f"each of the {tried} arms with a record has a mean that fits its own counts"
        notes.words.append(words + (f"; nothing is known about the means of the other {left}" if left else ""))
    fitted, *drawn = (InUse(as_beta(p), count, **known) for p in priors)
    return fitted, *(replace(problem, believed=fitted.prior) for problem in drawn)


def as_beta(prior: object) -> Beta:
    """Beta, or the Beta of the same mean and variance."""
    if isinstance(prior, Beta):
        return prior
    known = moments_of(prior)
    if known is None or not (isinstance(prior, Uniform) and prior.low >= 0.0 and prior.high <= 1.0):
        raise BadValue.of("prior", prior, "Beta(a, b) or Uniform(low, high) within [0, 1] where outcomes are late")
    return Beta(*beta_like(prior, *known))


def prior_of_pay(problem: InUse) -> Beta:
    """The prior of what a pull of an arm pays on average: that of its rate, by what a success of it is worth."""
    prior = problem.prior
    if not problem.worth or min(problem.worth) == 1.0 or max(problem.worth) == 0.0:
        return prior
    worth, a, b = np.array(problem.worth), prior.a, prior.b
    rate, square = a / (a + b), a * (a + 1.0) / ((a + b) * (a + b + 1.0))
    mean, second = float(worth.mean()) * rate, float((worth**2).mean()) * square
    weight = (mean - second) / (second - mean**2)  # of the Beta with this mean and mean square
    return Beta(float(f"{mean * weight:.6g}"), float(f"{(1.0 - mean) * weight:.6g}"))


def _timing(notes: Notes, late: dict[str, float | str]) -> dict[str, Any]:
    """When outcomes arrive, as fields of the problem, with notes."""
    timing: dict[str, Any] = {}
    if "delay" in late:
        rounds, spread = delay_of(late["delay"])
        timing |= {"delay": rounds, "spread": spread}
        how = "exponentially distributed, on average" if spread else "always"
        notes.words.append(f"outcomes arrive {rounded(rounds)} rounds late ({how})")
    if "window" in late:
        timing["window"] = finite(late["window"], "window")
        notes.words.append(f"failures are known after {rounded(timing['window'])} rounds")
    if "batch" in late:
        timing["batch"] = whole(late["batch"], "batch", low=1)
        notes.words.append(f"outcomes arrive together after every {grouped(timing['batch'])} rounds")
    waits = [timing["delay"] if timing.get("spread") == 0.0 else 0.0, float(timing.get("batch", 1)) - 1.0]
    if max(waits) >= notes.rounds > 0:
        notes.words.append(
            f"no outcome arrives within the {grouped(notes.rounds)} rounds: nothing is learned from them"
        )
    elif timing.get("window", 0.0) >= notes.rounds > 0:
        notes.words.append(f"no failure is known within the {grouped(notes.rounds)} rounds")
    return timing


def delay_of(delay: float | str) -> tuple[float, float]:
    """Rounds and spread of a delay: a number of rounds, or a text such as Exponential(500).

    >>> delay_of(500), delay_of("Exponential(500)")
    ((500.0, 0.0), (500.0, 1.0))
    """
    allowed = "a number of rounds, or Exponential(rounds)"
    text = str(delay).strip()
    spread = 0.0
    for name, its in (("exponential", 1.0), ("fixed", 0.0)):
        if text.lower().startswith(f"{name}(") and text.endswith(")"):
            text, spread = text[len(name) + 1 : -1], its
    try:
        rounds = float(text)
    except ValueError:
        rounds = -1.0
    if not 0.0 <= rounds <= 1e12:
        raise BadValue.of("delay", delay, allowed)
    return rounds, spread
