"""The conformance suites of a law and of a prior."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from begreedy.compile.compiler import native
from begreedy.compile.mirror import mirror
from begreedy.random import digest_key, seed_stream
from begreedy.testing.report import Report, report_for
from begreedy.types import (
    JointPrior,
    Law,
    LawByArm,
    Prior,
    law_draw_by_arm,
    law_link,
    part_of,
    prior_draw,
    prior_fill,
    provides,
    range_of,
    tells_arms_apart,
)
from begreedy.values.canonical import canonical, field_values

_DRAWS, _FILLED = 4000, 200
_SCORES = [score / 10.0 for score in range(-100, 101)]


def check_law(law: Law | LawByArm) -> Report:
    """Check a law: rewards lie in the support, have the given mean, and are the same compiled and plain; so is a link.

    Parameters
    ----------
    law : Law
        The law to check.

    Returns
    -------
    Report
        What was checked, with findings (none) and notes.

    Raises
    ------
    ConformanceError
        With everything that is wrong.

    Examples
    --------
    >>> import begreedy as bg
    >>> print(bg.testing.check_law(bg.Bernoulli()))
    Bernoulli(): law, all checks passed
    """
    field_values(law, "law")
    report = report_for(law, "law")
    report.refuse_unsafe(law)
    arms = min(3, int(part_of(law, "arms", 3))) if tells_arms_apart(law) else 1
    low, high = range_of(law, "mean_range")
    least, most = range_of(law, "support")
    for share in (0.1, 0.5, 0.9):
        mean = max(low, -1.0) + share * (min(high, 2.0) - max(low, -1.0))
        for arm in range(arms):
            subject = f"draw with mean={mean:g}" + (f", arm={arm}" if arms > 1 else "")
            draws = _draw(law, law_draw_by_arm(law), (mean, arm), subject, report)
            if draws is None:
                continue
            if draws.min() < least or draws.max() > most:
                report.find(f"{subject} left the support ({least:g}, {most:g})")
            noise = draws.std() / math.sqrt(len(draws))
            if abs(draws.mean() - mean) > 6.0 * noise + 1e-9:
                report.find(f"{subject} has mean {draws.mean():.4g} ± {noise:.2g}")
    _check_link(law, low, high, report)
    return report.conclude()


def _check_link(law: Law | LawByArm, low: float, high: float, report: Report) -> None:
    """Check that a link never falls, keeps to the means that its law allows, and is the same compiled and plain."""
    link = law_link(law)
    if link is None:
        return
    plain = report.attempt("link", lambda: [float(link(law, score)) for score in _SCORES])
    if plain is None:
        return
    outside = [mean for mean in plain if not low <= mean <= high]
    if outside:
        report.find(f"link gave {outside[0]:g}, a mean outside mean_range ({low:g}, {high:g})")
    if plain != sorted(plain):
        report.find("link falls: a larger score must not have a smaller mean")

    def link_all(value: Any, scores: Any, out: Any) -> int:
        for i in range(len(out)):
            out[i] = link(value, scores[i])
        return 0

    _compare(law, "link", link_all, (np.array(_SCORES),), np.array(plain), report, partial(np.allclose, rtol=1e-12))


def check_prior(prior: Prior | JointPrior) -> Report:
    """Check a prior: means lie between ``low`` and ``high`` and are the same compiled and plain.

    If a prior fills in all means together, it must fill in all of them, and nothing else.

    Parameters
    ----------
    prior : Prior
        The prior to check.

    Returns
    -------
    Report
        What was checked, with findings (none) and notes.

    Raises
    ------
    ConformanceError
        With everything that is wrong.

    Examples
    --------
    >>> import begreedy as bg
    >>> print(check_prior(bg.Beta(1, 3)))
    Beta(a=1.0, b=3.0): prior, all checks passed
    """
    field_values(prior, "prior")
    joint = provides(type(prior), "fill")
    report = report_for(prior, "joint prior" if joint else "prior")
    report.refuse_unsafe(prior)
    checked: Any = prior  # of one Protocol or the other
    draws = _filled(checked, report) if joint else _draw(prior, prior_draw(checked), (), "draw", report)
    if draws is not None:
        low, high = part_of(prior, "low", -math.inf), part_of(prior, "high", math.inf)
        if draws.min() < low or draws.max() > high:
            what = "fill" if joint else "draw"
            report.find(f"{what} left its range: {draws.min():g} to {draws.max():g}, declared {low:g} to {high:g}")
    return report.conclude()


def _filled(prior: JointPrior, report: Report) -> np.ndarray | None:
    """The means of a few runs in plain Python, after checking that compiled ones are equal."""
    fill, arms = prior_fill(prior), int(part_of(prior, "arms", 5))
    stream = _stream(prior)

    def fill_in_plain_python() -> list[float]:
        means = [math.nan] * (arms + 1)
        fill(prior, means, arms, stream)
        return means

    plain = report.attempt("fill", lambda: [fill_in_plain_python() for _ in range(_FILLED)])
    if plain is None:
        return None
    means = np.array(plain, float)
    if not np.isfinite(means[:, :arms]).all():
        report.find(f"fill must write means[0] to means[arms - 1], got {means[0, :arms].tolist()}")
        return None
    if not np.isnan(means[:, arms]).all():
        report.find("fill must write nothing behind means[arms - 1]")

    def fill_again(value: Any, means: Any, stream: Any, arms: int, out: Any) -> int:
        for run in range(len(out) // arms):
            fill(value, means, arms, stream)
            for arm in range(arms):
                out[run * arms + arm] = means[arm]
        return 0

    arguments = (np.zeros(arms + 1), np.array(_stream(prior), np.uint64), arms)
    _compare(prior, "fill", fill_again, arguments, means[:, :arms].ravel(), report)
    return means[:, :arms]


def _draw(value: Any, draw: Any, arguments: tuple[Any, ...], subject: str, report: Report) -> np.ndarray | None:
    """Plain draws, after checking that compiled draws from the same stream are equal."""
    stream = _stream(value)
    plain = report.attempt(subject, lambda: [draw(value, *arguments, stream) for _ in range(_DRAWS)])
    if plain is None:
        return None
    draws = np.array(plain, float)
    if not np.all(np.isfinite(draws)):
        report.find(f"{subject} gave {draws[~np.isfinite(draws)][0]}")
        return None

    def draw_given(value: Any, numbers: Any, stream: Any, out: Any) -> int:
        for i in range(len(out)):
            out[i] = draw(value, numbers[0], int(numbers[1]), stream)
        return 0

    def draw_alone(value: Any, _: Any, stream: Any, out: Any) -> int:
        for i in range(len(out)):
            out[i] = draw(value, stream)
        return 0

    kernel: Any = draw_given if arguments else draw_alone
    numbers = np.array([*arguments, 0.0], float)
    _compare(value, subject, kernel, (numbers, np.array(_stream(value), np.uint64)), draws, report)
    return draws


def _stream(value: Any) -> list[int]:
    """A new stream, always the same for a value."""
    words = [0] * 4
    seed_stream(words, digest_key(canonical(value)))
    return words


def _compare(
    value: Any,
    subject: str,
    kernel: Any,
    arguments: tuple[Any, ...],
    plain: np.ndarray,
    report: Report,
    same: Callable[..., bool] = np.array_equal,
) -> None:
    """Compile a kernel of a value's method that writes numbers, and compare them with those of plain Python."""
    numbers = np.zeros(len(plain))
    everything = (mirror(value), *arguments, numbers)
    report.say(f"compiling {subject}")
    play = lambda: native(kernel, *everything, label=f"{subject} of {canonical(value)}")(*everything)  # noqa: E731
    if report.attempt(f"compiling {subject}", play) is not None and not same(numbers, plain):
        report.find(f"{subject} differs between compiled and plain Python")
