"""Claims of Appendix G.2, on cascading bandits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, log2, sqrt

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.cascading.experiment import ITEMS, SLOTS
from begreedy.paper.claim import Claim, Finding, Unclear
from begreedy.paper.evidence import Evidence, below, cells, played
from begreedy.paper.inference import (
    Asserted,
    NumberWithError,
    all_negative,
    average,
    difference,
    log_ratio_of_means,
    mean_of,
    trend,
)
from begreedy.paper.published import CASCADING_ROUNDS, CASCADING_RUNS, cascading_table
from begreedy.values.numbers import three_digits

PRIORS = ("uniform", "beta")
IDS = tuple(f"cascade-{prior}" for prior in PRIORS)
RIVALS = ("CascadeKL-UCB", "TS-Cascade")
Table = dict[tuple[int, int], Evidence]


def table(finished: Mapping[str, Finished], variant: str, prior: str) -> Table:
    """The cells of a table by L and K, all of the paper's length."""
    by_size = {}
    for cell in cells(finished, f"cascade-{prior}", variant):
        played(cell, CASCADING_ROUNDS, f"cascade-{prior}")
        by_size[cell.labels["L"], cell.labels["K"]] = cell
    missing = [(L, K) for L in ITEMS for K in SLOTS if (L, K) not in by_size]
    if missing:
        raise Unclear(f"cascade-{prior} lacks the cells {missing}")
    return by_size


def many_items(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Large: the largest L of the tables, with every K and both priors, against both rivals."""
    return all_negative(
        [
            below(
                table(finished, variant, prior)[ITEMS[-1], K],
                "Greedy",
                rival,
                label=f"{prior}, L = {ITEMS[-1]}, K = {K}",
            )
            for prior in PRIORS
            for K in SLOTS
            for rival in RIVALS
        ],
        f"large: L = {ITEMS[-1]}",
    )


def _gain(cell: Evidence, rival: str) -> NumberWithError:
    """The logarithm of Greedy's mean regret over a rival's: the lower, the more is gained."""
    return log_ratio_of_means(cell["Greedy"].final, cell[rival].final)


def gain_with_items(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The trend of log(regret of Greedy / regret of the rival) in log L, averaged over K; per rival and prior."""
    return _gain_grows(finished, variant, "L", ITEMS, [[(L, K) for L in ITEMS] for K in SLOTS])


def gain_with_slots(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The trend of log(regret of Greedy / regret of the rival) in log K, averaged over L; per rival and prior."""
    return _gain_grows(finished, variant, "K", SLOTS, [[(L, K) for K in SLOTS] for L in ITEMS])


def _gain_grows(
    finished: Mapping[str, Finished], variant: str, name: str, sizes: Sequence[int], rows: list[list[tuple[int, int]]]
) -> Finding:
    """Along each row of cells the size grows; the trends of the rows are averaged."""
    tests = []
    for prior in PRIORS:
        by_size = table(finished, variant, prior)
        for rival in RIVALS:
            powers = [log2(size) for size in sizes]
            slope = average([trend(powers, [_gain(by_size[cell], rival) for cell in row]) for row in rows])
            text = f"{prior}: regret relative to {rival} changes by a factor {exp(slope.value):.3g} when {name} doubles"
            tests.append(Asserted(text, slope))
    return all_negative(tests)


def second_scenario(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Contrast: regret of Greedy over that of the better rival; where Greedy wins, at the largest L, for every K."""
    tables = {prior: table(finished, variant, prior) for prior in PRIORS}
    tests = []
    for K in SLOTS:
        gains = {}
        for prior in PRIORS:
            cell = tables[prior][ITEMS[-1], K]
            gains[prior] = max((_gain(cell, rival) for rival in RIVALS), key=lambda gain: gain.value)
        shares = {prior: exp(gain.value) for prior, gain in gains.items()}
        text = (
            f"L = {ITEMS[-1]}, K = {K}: Greedy's regret is {shares['beta']:.3g} of the better rival's in the second "
            f"scenario, {shares['uniform']:.3g} in the first"
        )
        tests.append(Asserted(text, difference(gains["beta"], gains["uniform"])))
    return all_negative(tests, f"contrast: regret relative to the better rival at L = {ITEMS[-1]}")


def harder(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Harder: every algorithm has more regret under Beta(1, 3) than under the uniform prior, in every cell."""
    uniform, beta = (table(finished, variant, prior) for prior in PRIORS)
    tests = []
    for key in uniform:
        for policy in ("Greedy", *RIVALS):
            easy, hard = (mean_of(cells[key][policy].final) for cells in (uniform, beta))
            means = f"{three_digits(easy.value)} uniform, {three_digits(hard.value)} Beta(1, 3)"
            text = f"L = {key[0]}, K = {key[1]}, {policy}: {means}"
            tests.append(Asserted(text, difference(easy, hard)))
    return all_negative(tests)


def standard_deviation(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The printed ± over our standard deviation, geometric mean of the 90 cells.

    It is 1, or 1/10 if ± is the error of the mean; the border is halfway in logarithms.
    """
    ratios = []
    for prior in PRIORS:
        printed = cascading_table(f"cascade-{prior}")
        for (L, K), cell in table(finished, variant, prior).items():
            for policy in ("Greedy", *RIVALS):
                spread = float(cell[policy].std[-1])
                if not spread > 0.0:
                    raise Unclear(f"no standard deviation: {cell[policy].runs} runs")
                ratios.append(log(printed[L, K, policy].stderr / spread))
    centre = mean_of(np.array(ratios))
    text = f"the printed ± is on average {exp(centre.value):.3g} of the standard deviation of our runs"
    border = log(1.0 / sqrt(sqrt(CASCADING_RUNS)))
    reading = f"a standard error would be 1/{sqrt(CASCADING_RUNS):g} of it"
    return all_negative([Asserted(text, NumberWithError(border - centre.value, centre.stderr, centre.df))], reading)


_WHERE = "Appendix G.2"
CLAIMS = (
    Claim(
        "cascade-many-items",
        "Greedy outplays the state-of-the-art when the number of arms L is large",
        _WHERE,
        IDS,
        many_items,
        afterwards="10 000 runs with 256 items, K = 2 and the uniform prior, since the paper's 100 did not tell",
    ),
    Claim(
        "cascade-items",
        "Greedy outplays the state-of-the-art when the number of arms L is large [the more, the larger L]",
        f"{_WHERE} and tables",
        IDS,
        gain_with_items,
    ),
    Claim(
        "cascade-slots",
        "as the number of recommended items K gets larger the regret of Greedy decreases at a faster rate than the "
        "other algorithms",
        _WHERE,
        IDS,
        gain_with_slots,
    ),
    Claim(
        "cascade-second",
        "the contrast between the performance of Greedy and the state-of-the-art is even more striking in the second "
        "scenario",
        _WHERE,
        IDS,
        second_scenario,
        afterwards="1000 runs with 256 items and K = 8, since the paper's 100 did not tell",
    ),
    Claim(
        "cascade-harder",
        "the Beta(1, 3) distribution gives rise to harder problems for the considered time horizon",
        _WHERE,
        IDS,
        harder,
    ),
    Claim(
        "cascade-deviation",
        "The regret and standard deviation of each algorithm, averaged over 100 iterations, are reported",
        f"{_WHERE}, tables",
        IDS,
        standard_deviation,
        ("published",),
    ),
)
