"""Do a law and a prior keep the contract?"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from begreedy.compile.compiler import native
from begreedy.compile.mirror import mirror
from begreedy.random import digest_key, seed_stream
from begreedy.testing.report import Report, report_for
from begreedy.types import Law, Prior, law_draw, law_link, prior_draw
from begreedy.values.canonical import canonical, field_values

_DRAWS = 4000
_SCORES = [score / 10.0 for score in range(-100, 101)]


def check_law(law: Law) -> Report:
    """Rewards lie in the support, have the mean they are given, and are the same compiled and plain; so is a link.

    >>> import begreedy as bg
    >>> print(bg.testing.check_law(bg.Bernoulli()))
    Bernoulli(): law, all checks passed
    """
    field_values(law)
    report = report_for(law, "law")
    low, high = getattr(law, "mean_range", (-math.inf, math.inf))
    least, most = getattr(law, "support", (-math.inf, math.inf))
    for share in (0.1, 0.5, 0.9):
        mean = max(low, -1.0) + share * (min(high, 2.0) - max(low, -1.0))
        draws = _draw(law, (mean,), f"draw with mean={mean:g}", report)
        if draws is None:
            continue
        if draws.min() < least or draws.max() > most:
            report.find(f"draw with mean={mean:g} left the support ({least:g}, {most:g})")
        noise = draws.std() / math.sqrt(len(draws))
        if abs(draws.mean() - mean) > 6.0 * noise + 1e-9:
            report.find(f"draw with mean={mean:g} has mean {draws.mean():.4g} ± {noise:.2g}")
    _check_link(law, low, high, report)
    return report.conclude()


def _check_link(law: Law, low: float, high: float, report: Report) -> None:
    """A link never falls, keeps to the means that its law allows, and is the same compiled and plain."""
    link: Any = law_link(law)
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

    given = (mirror(law), np.array(_SCORES), np.zeros(len(_SCORES)))
    label = f"link of {canonical(law)}"
    report.say(f"compiling {label}")
    compiled = report.attempt("compiling link", lambda: native(link_all, *given, label=label)(*given))
    if compiled is not None and not np.allclose(given[-1], plain, rtol=1e-12):
        report.find("link differs between compiled and plain Python")


def check_prior(prior: Prior) -> Report:
    """Means lie between ``low`` and ``high`` and are the same compiled and plain."""
    field_values(prior)
    report = report_for(prior, "prior")
    draws = _draw(prior, (), "draw", report)
    if draws is not None:
        low, high = getattr(prior, "low", -math.inf), getattr(prior, "high", math.inf)
        if draws.min() < low or draws.max() > high:
            report.find(f"draw left its range: {draws.min():g} to {draws.max():g}, declared {low:g} to {high:g}")
    return report.conclude()


def _draw(value: Any, arguments: tuple[float, ...], what: str, report: Report) -> np.ndarray | None:
    """Plain draws, after checking that compiled draws from the same stream are equal."""
    draw = law_draw(value) if arguments else prior_draw(value)
    key = digest_key(canonical(value))
    stream = [0] * 4
    seed_stream(stream, key)
    plain = report.attempt(what, lambda: [draw(value, *arguments, stream) for _ in range(_DRAWS)])
    if plain is None:
        return None
    draws = np.array(plain, float)
    if not np.all(np.isfinite(draws)):
        report.find(f"{what} gave {draws[~np.isfinite(draws)][0]}")
        return None

    def draw_given(value: Any, numbers: Any, stream: Any, out: Any) -> int:
        for i in range(len(out)):
            out[i] = draw(value, numbers[0], stream)
        return 0

    def draw_alone(value: Any, _: Any, stream: Any, out: Any) -> int:
        for i in range(len(out)):
            out[i] = draw(value, stream)
        return 0

    compiled_stream, out = np.zeros(4, np.uint64), np.zeros(_DRAWS)
    seed_stream(words := [0] * 4, key)
    compiled_stream[:] = words
    kernel: Any = draw_given if arguments else draw_alone
    given = (mirror(value), np.array([*arguments, 0.0]), compiled_stream, out)
    report.say(f"compiling {what}")
    compiled = report.attempt(
        f"compiling {what}", lambda: native(kernel, *given, label=f"{what} of {canonical(value)}")(*given)
    )
    if compiled is not None and not np.array_equal(out, draws):
        report.find(f"{what} differs between compiled and plain Python")
    return draws
