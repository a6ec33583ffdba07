"""Question 3: Greedy and OptimisticGreedy against the strongest rivals at short horizons.

By the mean, by the 90 % quantile and by the worst 5 % of the runs: ten arms, rewards 0 and 1, a few hundred rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from begreedy.experiments.experiment import Cell, Experiment, Finished, Scale
from begreedy.paper.claim import Claim, Finding, Unclear
from begreedy.paper.curves import runs_of
from begreedy.paper.evidence import Evidence, below, cells, safer
from begreedy.paper.inference import all_negative, worst_mean
from begreedy.paper.study import Study
from begreedy.policies.bayes_ucb import BayesUCB
from begreedy.policies.greedy import Greedy
from begreedy.policies.imed import IMED
from begreedy.policies.kl_ucb import KLUCB
from begreedy.policies.lb_sda import LBSDA
from begreedy.policies.moss import MOSS
from begreedy.policies.optimistic_greedy import OptimisticGreedy
from begreedy.policies.posterior_lookahead import IRS, TSUCB
from begreedy.policies.thompson import ThompsonBeta
from begreedy.policies.ucb import UCB
from begreedy.problems.finite import Finite
from begreedy.problems.priors import Beta, Uniform
from begreedy.results.chart import Dot, DotChart
from begreedy.results.comparison import paired
from begreedy.values.numbers import grouped, number

ID = "rivals"
ARMS, HORIZONS = 10, (100, 500, 2000)
PRIORS: dict[str, Any] = {
    "uniform": Uniform(),
    "good arms rare": Beta(1, 3),
    "good arms common": Beta(3, 1),
    "close": Uniform(0.4, 0.6),
}
CLASSIC = ("Greedy", "ThompsonSampling", "KLUCB", "MOSS", "UCB")
STRONG = ("IRS(ahead=None)", "IRS(ahead=2)", "TS-UCB", "BayesUCB", "IMED", "LB-SDA")
_OURS = "OptimisticGreedy"
_ROWS = {"IRS(ahead=None)": "IRS", "IRS(ahead=2)": "IRS(2)"}  # what the figure calls them

EXPERIMENT = Experiment(
    id=ID,
    title="Short horizons, strong rivals",
    cells=lambda scale: [
        Cell({"means": name, "horizon": horizon}, Finite(prior=prior, arms=ARMS), horizon)
        for name, prior in PRIORS.items()
        for horizon in HORIZONS
        if horizon <= scale.horizon
    ],
    policies={
        "extra": (
            OptimisticGreedy(),
            *(Greedy(), ThompsonBeta(), KLUCB(), MOSS(), UCB(0.5)),
            *(IRS(), IRS(2), TSUCB(), BayesUCB(), IMED(), LBSDA()),
        )
    },
    scales={"smoke": Scale(20, 100), "quick": Scale(150, 500), "full": Scale(2000, 2000)},
    checkpoints=1,
    notes=(
        f"{ARMS} arms, rewards 0 and 1; means uniform, Beta(1, 3) (good arms rare), Beta(3, 1) (common), or uniform on "
        "0.4 to 0.6 (close). UCB with a width for rewards in [0, 1]."
    ),
)


# ---------------------------------------------------------------- figure

_RESAMPLED = 60  # times, for a standard error

MEASURES: dict[str, Callable[[np.ndarray], float]] = {
    "mean": lambda regret: float(regret.mean()),
    "90 % quantile": lambda regret: float(np.quantile(regret, 0.9)),
    "worst 5 %": worst_mean,
}


def against_each(finished: Finished, variant: str) -> DotChart:
    """Regret of OptimisticGreedy divided by that of each rival, by prior and horizon."""
    rows: list[str] = []
    dots: list[Dot] = []
    errors: dict[str, float] = dict.fromkeys(MEASURES, 0.0)
    horizons: set[int] = set()
    for labels, results in finished.cells(variant):
        horizons.add(labels["horizon"])
        compared = paired(results)
        named = dict(zip(compared.labels, compared, strict=True))
        ours = named.pop(_OURS)
        for name, rival in named.items():
            row = _ROWS.get(name, name)
            if row not in rows:
                rows.append(row)
            for series, (measure, of) in enumerate(MEASURES.items()):
                a, b = of(ours.final), of(rival.final)
                error = log_ratio_error(ours.final, rival.final, of)
                errors[measure] = max(errors[measure], error)
                words = f"means {labels['means']}, T = {labels['horizon']}, {measure}: {number(a)} against {number(b)}"
                dots.append(Dot(rows.index(row), series, a / b, f"{words}, ratio ± {100 * error:.2g} %"))
    largest = ", ".join(f"{100 * error:.2g} % ({measure})" for measure, error in errors.items())
    return DotChart(
        f"Optimistic Greedy against each rival: {ARMS} arms, {min(horizons)} to {grouped(max(horizons))} rounds",
        tuple(rows),
        tuple(MEASURES),
        tuple(dots),
        "regret of OptimisticGreedy / regret of the rival",
        ("← OptimisticGreedy loses less", "the rival loses less →"),
        note=f"a dot per prior and horizon, {runs_of(finished, variant)}; standard errors of a ratio: up to {largest}",
    )


def log_ratio_error(a: np.ndarray, b: np.ndarray, of: Callable[[np.ndarray], float]) -> float:
    """The standard error of log(of(a) / of(b)), runs paired, by the bootstrap with seeds of its own."""
    rng = np.random.default_rng(0)
    drawn = rng.integers(len(a), size=(_RESAMPLED, len(a)))
    ratios = [of(a[runs]) / of(b[runs]) for runs in drawn]
    return float(np.std(np.log(ratios), ddof=1))


# ---------------------------------------------------------------- claims, written before anything was run


def at(
    finished: Mapping[str, Finished], variant: str, horizon: int, priors: tuple[str, ...]
) -> Iterator[tuple[str, Evidence]]:
    """The cells of these priors at a horizon, each with a label."""
    cell_at = {(cell.labels["means"], cell.labels["horizon"]): cell for cell in cells(finished, ID, variant)}
    for prior in priors:
        if (prior, horizon) not in cell_at:
            raise Unclear(f"{ID} was not played for {horizon} rounds")
        yield f"means {prior}, T = {horizon}", cell_at[prior, horizon]


_SPREAD = ("uniform", "good arms rare", "good arms common")


def beats_classics(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = at(finished, variant, 500, _SPREAD)
    return all_negative(below(c, _OURS, rival, label=label) for label, c in found for rival in CLASSIC)


def keeps_up(finished: Mapping[str, Finished], variant: str) -> Finding:
    """No strong rival has less than 90 % of its regret."""
    found = at(finished, variant, 500, _SPREAD)
    return all_negative(below(c, _OURS, rival, 1.0 / 0.9, label) for label, c in found for rival in STRONG)


def safer_than_greedy(finished: Mapping[str, Finished], variant: str) -> Finding:
    return all_negative(
        safer(c, _OURS, "Greedy", label=label) for label, c in at(finished, variant, 500, tuple(PRIORS))
    )


def close_means(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = at(finished, variant, 500, ("close",))
    return all_negative(below(c, _OURS, rival, label=label) for label, c in found for rival in (*CLASSIC, *STRONG))


def tail_in_the_end(finished: Mapping[str, Finished], variant: str) -> Finding:
    return all_negative(safer(c, "IMED", _OURS, label=label) for label, c in at(finished, variant, 2000, _SPREAD))


def mean_in_the_end(finished: Mapping[str, Finished], variant: str) -> Finding:
    return all_negative(below(c, "TS-UCB", _OURS, label=label) for label, c in at(finished, variant, 2000, _SPREAD))


_WHERE = "Question 3"
CLAIMS = tuple(
    Claim(id, quote, _WHERE, (ID,), check, ("extra",))
    for id, quote, check in (
        (
            "rivals-classic",
            "At T = 500 OptimisticGreedy has less mean regret than Greedy, Thompson sampling, KL-UCB, MOSS and UCB, "
            "whether good arms are common or rare.",
            beats_classics,
        ),
        (
            "rivals-strong",
            "There no rival of the strong ones (IRS, TS-UCB, BayesUCB, IMED, LB-SDA) has less than 90 % of its mean "
            "regret.",
            keeps_up,
        ),
        (
            "rivals-tail-greedy",
            "In the worst 5 % of the runs it loses less than Greedy, all priors.",
            safer_than_greedy,
        ),
        ("rivals-close", "Where means are close, it has the least mean regret of all at T = 500.", close_means),
        (
            "rivals-tail-long",
            "At T = 2000 it loses in the tail: the worst 5 % of IMED lose less, whatever the prior.",
            tail_in_the_end,
        ),
        ("rivals-mean-long", "At T = 2000 TS-UCB has less mean regret, whatever the prior.", mean_in_the_end),
    )
)

STUDY = Study((EXPERIMENT,), CLAIMS, chart=against_each)
