"""Errata of the two tables on cascading bandits."""

from __future__ import annotations

from statistics import median

from begreedy.paper.cascading.experiment import IDS
from begreedy.paper.erratum import Erratum, Reproduced
from begreedy.paper.published import CASCADING_ROUNDS, NOISE, cascading_table, z_score


def pseudo_failure(run: Reproduced) -> str | None:
    """Greedy with and without the failure; how many printed numbers are near ours, with and without."""
    words = []
    for id in IDS:
        with_it, without = (run.said(id, v, "Greedy", L=16, K=2) for v in ("published", "corrected"))
        if with_it is None or without is None:
            continue
        sentence = f"{id}, L = 16, K = 2: Greedy {with_it} with it, {without} without"
        near = [_near(run, id, variant) for variant in ("published", "corrected")]
        if near[0] is not None and near[1] is not None:
            sentence += (
                f"; within three standard errors of the printed number are {near[0][0]} of {near[0][1]} means with it, "
                f"{near[1][0]} of {near[1][1]} without"
            )
        words.append(sentence + ".")
    return " ".join(words) or None


def _near(run: Reproduced, id: str, variant: str) -> tuple[int, int] | None:
    printed = cascading_table(id)
    within = []
    for cell, name, result in run.results(id, variant):
        known = printed.get((cell["L"], cell["K"], name))
        if known is not None and result.horizon == CASCADING_ROUNDS:
            z = z_score(float(result.mean[-1]), float(result.stderr[-1]), *known)
            within += [] if z is None else [abs(z) <= NOISE]
    return (sum(within), len(within)) if within else None


def plus_minus(run: Reproduced) -> str | None:
    """The printed ± divided by our standard deviation, and by the standard error of 100 runs."""
    ratios = []
    for id in IDS:
        printed = cascading_table(id)
        for cell, name, result in run.results(id, "published"):
            known, spread = printed.get((cell["L"], cell["K"], name)), float(result.std[-1])
            if known is not None and spread > 0.0 and result.horizon == CASCADING_ROUNDS:
                ratios.append(known.stderr / spread)
    if not ratios:
        return None
    middle = median(ratios)
    return (
        f"Median over {len(ratios)} means of the printed ± divided by our standard deviation: {middle:.3f}; divided by "
        f"our standard deviation / sqrt(100): {10.0 * middle:.2f}."
    )


def stronger_comparator(run: Reproduced) -> str | None:
    words = []
    for id in IDS:
        ends: dict[str, dict[str, float]] = {}
        for cell, name, result in run.results(id, "extra"):
            ends.setdefault(str(cell), {})[name] = float(result.mean[-1])
        if ends:
            wins = sum(means["CTS-Beta"] < means["Greedy"] for means in ends.values())
            words.append(f"{id}: CTS-Beta has less mean regret than textbook Greedy in {wins} of {len(ends)} cells.")
    return " ".join(words) or None


ERRATA = (
    Erratum(
        "pseudo-failure",
        "The cascade tables count a failure that nobody saw",
        "The companion starts every item with one look and no click, so that its “empirical mean” is clicks / "
        "(looks + 1), for all three algorithms. The text does not say so.",
        "The mean is clicks / looks. With the pseudo-failure the printed numbers are reproduced; without it they are "
        "not, and Greedy has less regret.",
        IDS,
        pseudo_failure,
    ),
    Erratum(
        "plus-minus",
        "± in the cascade tables is a standard error",
        "The text calls the second number the standard deviation.",
        "It is the standard deviation divided by the square root of 100 runs.",
        IDS,
        plus_minus,
    ),
    Erratum(
        "cascade-comparators",
        "A stronger comparator is missing from the cascade tables",
        "Greedy “outplays the state-of-the-art when the number of arms L is large”, which is KL-UCB and TS-"
        "Cascade there.",
        "Thompson sampling with a Beta posterior per item (CTS-Beta) was known; the variant extra includes it.",
        IDS,
        stronger_comparator,
    ),
    Erratum(
        "cascade-reward",
        "The reward of a list is printed as a member of {0, 1}",
        "1 - Π (1 - w(a)) over the list is said to be 0 or 1 (and its product runs over K, from K = 1).",
        "That is the mean of the reward, a number in [0, 1]; regret is measured by it.",
        IDS,
    ),
)
