"""Question 1: what not knowing costs.

Four things that the theorems want to be told: the horizon, the tail of the prior, the smoothness of the function, the
hardness of many arms.  Everything else is known.  A policy that does without is measured against the best of those that
are told, at horizons from 100 to a million.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from begreedy import theory
from begreedy.experiments.experiment import Cell, Experiment, Finished, Scale
from begreedy.paper.claim import Claim, Finding, Unclear
from begreedy.paper.curves import few_styles, ratio_line, runs_of
from begreedy.paper.evidence import Evidence, below, cells
from begreedy.paper.functions.experiment import FUNCTIONS
from begreedy.paper.inference import all_negative, mean_of
from begreedy.paper.many_armed.experiment import HARDNESS, best_arms
from begreedy.paper.study import Study
from begreedy.policies.adaptive import Quantile
from begreedy.policies.anytime_greedy import AnytimeGreedy
from begreedy.policies.cbt import CBT, EmpiricalCBT
from begreedy.policies.doubling import Doubling
from begreedy.policies.greedy import Greedy
from begreedy.policies.growing_greedy import GrowingGreedy
from begreedy.policies.imoss import IMOSS
from begreedy.policies.medzo import MeDZO
from begreedy.policies.recipes import CABMOSS, OracleGreedy, OracleMOSS
from begreedy.policies.reductions import Discretize, Subsample
from begreedy.policies.two_target import TwoTarget
from begreedy.problems.continuous import Continuous
from begreedy.problems.infinite import Infinite
from begreedy.problems.many_armed import ManyArmed
from begreedy.problems.priors import Beta, Uniform
from begreedy.results.chart import LineChart, Panel
from begreedy.values.canonical import display_name
from begreedy.values.numbers import grouped

ID = "unknown"
HORIZONS = (100, 1000, 10_000, 100_000, 1_000_000)
ARMS = 20_000  # of the many-armed problem
_LONG = 10_000  # rounds: of longer horizons there are fewer runs


@dataclass(frozen=True)
class UnknownQuantity:
    """What is not known, the problem by horizon, and the policies: told it, a guess in its place, and not told.

    The first that is not told is the one that is compared with the guess.
    """

    unknown: str
    problem: Callable[[int], Any]
    informed: tuple[Any, ...]
    guess: Any
    uninformed: tuple[Any, ...]


_F1 = FUNCTIONS["f1"]
GUESSED = "Greedy, guessing"
ADAPTIVE = "GrowingGreedy"  # what is compared with the guess, the first of those not told
SETTINGS = (
    UnknownQuantity(
        "the horizon",
        lambda _: Infinite(Uniform()),
        (Subsample(Greedy()), TwoTarget()),
        Subsample(Greedy(), k=theory.infinite(10_000, beta=1.0, c1=1.0).k, label=GUESSED),
        (GrowingGreedy(anytime=True, label="GrowingGreedy, anytime"), AnytimeGreedy(), Doubling(Subsample(Greedy()))),
    ),
    UnknownQuantity(
        "the prior's tail",
        lambda _: Infinite(Beta(1, 3)),
        (Subsample(Greedy()), TwoTarget(), CBT()),
        Subsample(Greedy(), beta=1.0, c1=1.0, label=GUESSED),
        (GrowingGreedy(), EmpiricalCBT(), IMOSS()),
    ),
    UnknownQuantity(
        "the smoothness",
        lambda _: Continuous(_F1.f),
        (Discretize(Greedy(), alpha=_F1.alpha, smoothness=_F1.smoothness), CABMOSS(_F1.alpha, _F1.smoothness)),
        Discretize(Greedy(), alpha=1.0, smoothness=1.0, label=GUESSED),
        (GrowingGreedy(), Discretize(Greedy(), label="Greedy, any function"), MeDZO(c=4.0)),
    ),
    UnknownQuantity(
        "the hardness",
        lambda horizon: ManyArmed(ARMS, best_arms(horizon, ARMS)),
        (OracleGreedy(HARDNESS), OracleMOSS(HARDNESS)),
        Subsample(Greedy(), gamma=0.2, label=GUESSED),
        (GrowingGreedy(), EmpiricalCBT(), MeDZO(), Quantile(), IMOSS()),
    ),
)


def _cells(scale: Scale) -> list[Cell]:
    return [
        Cell(
            {"unknown": setting.unknown, "horizon": horizon},
            setting.problem(horizon),
            horizon,
            max(20, min(scale.runs, scale.runs * _LONG // horizon)),
            policies=(*setting.informed, setting.guess, *setting.uninformed),
        )
        for setting in SETTINGS
        for horizon in HORIZONS
        if horizon <= scale.horizon
    ]


EXPERIMENT = Experiment(
    id=ID,
    title="What not knowing costs",
    cells=_cells,
    policies={"extra": ()},
    scales={"smoke": Scale(20, 1000), "quick": Scale(300, 100_000), "full": Scale(8000, 1_000_000)},
    checkpoints=1,
    notes=(
        "Told policies know the horizon and all parameters. Unknown horizon: arms of means uniform on [0, 1], as many "
        "as one likes, rewards 0 and 1. Unknown tail: means Beta(1, 3). Unknown smoothness: the paper's first "
        f"function, normal noise. Unknown hardness: {ARMS} arms, a share T^-{HARDNESS:g} of them best. Guesses: a "
        "horizon of 10 000, a uniform prior, a smoothness of alpha = L = 1, a hardness of 0.2. Fewer runs beyond "
        "10 000 rounds. EmpiricalCBT joined the unknown hardness when all other numbers were known; no claim there is "
        "about it."
    ),
)


# ---------------------------------------------------------------- figure


def relative_to_the_told(finished: Finished, variant: str) -> LineChart:
    """Mean regret divided by the least of the policies that are told, by horizon."""
    label_of = {
        setting.unknown: {
            display_name(policy): display_name(policy) + (" (told)" if policy in setting.informed else "")
            for policy in (*setting.informed, setting.guess, *setting.uninformed)
        }
        for setting in SETTINGS
    }
    styles = few_styles([tuple(names.values()) for names in label_of.values()])
    panels = []
    for setting in SETTINGS:
        points: dict[str, list[tuple[float, np.ndarray, np.ndarray]]] = {}
        regrets: list[tuple[int, np.ndarray, np.ndarray]] = []
        for labels, results in finished.cells(variant):
            if labels["unknown"] == setting.unknown:
                final = {result.name: result.final for result in results}
                best = min((final[display_name(policy)] for policy in setting.informed), key=np.mean)
                for name, regret in final.items():
                    words = label_of[setting.unknown][name]
                    points.setdefault(words, []).append((float(labels["horizon"]), regret, best))
                regrets.append((labels["horizon"], final[display_name(setting.uninformed[0])], final[GUESSED]))
        lines = tuple(ratio_line(words, styles[words], found) for words, found in points.items())
        panels.append(Panel(f"{setting.unknown}: {pays_at(ADAPTIVE, regrets)}", lines))
    return LineChart(
        "What not knowing costs: regret without being told the horizon, the tail, the smoothness, the hardness",
        tuple(panels),
        "horizon",
        "regret / best that is told",
        x_log=True,
        y_log=True,
        same_y=True,
        dots=True,
        note=(
            f"at 1: the best policy that is told; what is above loses more, what is below less. {ADAPTIVE} pays where "
            "it loses less than Greedy with a guess in place of what is not known. Mean regret, band: 2 "
            f"standard errors, {runs_of(finished, variant)}"
        ),
    )


def pays_at(name: str, regrets: Sequence[tuple[int, np.ndarray, np.ndarray]]) -> str:
    """At which horizons a policy, the first, has less regret than the second, by two standard errors, in words.

    >>> less, more = np.array([1.0, 2.0, 1.0]), np.array([5.0, 7.0, 6.0])
    >>> pays_at('GrowingGreedy', [(100, less, more), (1000, less, more), (10_000, more, less)])
    'GrowingGreedy pays up to T = 1 000'
    """
    horizons = [horizon for horizon, _, _ in regrets]
    gaps = [(horizon, mean_of(ours - theirs)) for horizon, ours, theirs in regrets]
    pays = [horizon for horizon, gap in gaps if gap.value < -2.0 * gap.stderr]
    if not pays:
        return f"{name} does not pay"
    if pays == horizons:
        return f"{name} always pays"
    if pays == horizons[-len(pays) :]:
        return f"{name} pays from T = {grouped(pays[0])} on"
    if pays == horizons[: len(pays)]:
        return f"{name} pays up to T = {grouped(pays[-1])}"
    return f"{name} pays at T = {', '.join(map(grouped, pays))}"


# ---------------------------------------------------------------- claims, written before the study was run


def at_horizons(
    finished: Mapping[str, Finished], variant: str, unknown: str, horizons: tuple[int, ...]
) -> Iterator[tuple[str, Evidence]]:
    """The cells of a setting at these horizons, each with a label."""
    played = {
        cell.labels["horizon"]: cell for cell in cells(finished, ID, variant) if cell.labels["unknown"] == unknown
    }
    for horizon in horizons:
        if horizon not in played:
            raise Unclear(f"{ID} was played for at most {max(played)} rounds; the sentence is about {horizon}")
        yield f"T = {horizon}", played[horizon]


def _below(unknown: str, lower: str, higher: str, share: float, horizons: tuple[int, ...]) -> Callable[..., Finding]:
    """That one policy's regret is below a share of another's at all these horizons."""

    def check(finished: Mapping[str, Finished], variant: str) -> Finding:
        found = at_horizons(finished, variant, unknown, horizons)
        return all_negative([below(cell, lower, higher, share, label) for label, cell in found])

    return check


def adapting_pays(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Against a guess of a horizon of 10 000, a uniform prior, a smoothness of alpha = L = 1, a hardness of 0.2."""
    return all_negative(
        below(cell, display_name(setting.uninformed[0]), GUESSED, label=f"{setting.unknown}, {label}")
        for setting in SETTINGS
        for label, cell in at_horizons(finished, variant, setting.unknown, (1000, 10_000, 100_000))
    )


# Numbers that other pages had when the claims were written: not of this study, but of the same policies.
_KNOWN = {
    "unknown-horizon-cheap": "at T = 10 000 its cost, 3.6 %, stood in the documentation when this was written",
    "unknown-horizon-restart": "both regrets at T = 10 000 stood in the documentation when this was written",
    "unknown-smoothness-free": "both regrets at T = 100 000 stood in the documentation when this was written",
}
_WHERE = "Question 1"
PAYS = Claim(
    "unknown-adapting-pays",
    "Whatever is not known, adapting pays from T = 10^3 on: GrowingGreedy has less regret than Greedy with a guess in "
    "its place, T = 10^3 to 10^5.",
    _WHERE,
    (ID,),
    adapting_pays,
    ("extra",),
    afterwards="the sentence and the guesses were added when GrowingGreedy's regret was known, that of the guesses not",
)
_FIRST = tuple(
    Claim(id, quote, _WHERE, (ID,), check, ("extra",), _KNOWN.get(id, ""))
    for id, quote, check in (
        (
            "unknown-horizon-cheap",
            "Not knowing the horizon costs Greedy less than 10 %: AnytimeGreedy on a uniform reservoir, T = 10^4 and "
            "10^5.",
            _below("the horizon", "AnytimeGreedy", "Greedy", 1.1, (10_000, 100_000)),
        ),
        (
            "unknown-horizon-restart",
            "Restarting costs more than growing: the doubling trick loses more than AnytimeGreedy at all T from 10^3.",
            _below("the horizon", "AnytimeGreedy", "Doubling(Greedy)", 1.0, (1000, 10_000, 100_000)),
        ),
        (
            "unknown-tail-growing",
            "A rule that is told nothing of the prior beats the theorem's number of arms for the right prior: "
            "GrowingGreedy against Greedy, T = 10^3 to 10^5.",
            _below("the prior's tail", "GrowingGreedy", "Greedy", 1.0, (1000, 10_000, 100_000)),
        ),
        (
            "unknown-tail-cbt",
            "EmpiricalCBT, told no prior, loses at most a quarter more than CBT, which is told it, T = 10^3 to 10^5.",
            _below("the prior's tail", "EmpiricalCBT", "CBT", 1.25, (1000, 10_000, 100_000)),
        ),
        (
            "unknown-smoothness-free",
            "Greedy loses nothing by not knowing the smoothness: its regret is below that with the theorem's number of "
            "arms for known smoothness, T = 10^4 and 10^5.",
            _below("the smoothness", "Greedy, any function", "Greedy", 1.0, (10_000, 100_000)),
        ),
        (
            "unknown-hardness-factor",
            "Not knowing the hardness costs less than a factor of 2: GrowingGreedy against OracleGreedy, T = 10^4 and "
            "10^5.",
            _below("the hardness", "GrowingGreedy", "OracleGreedy", 2.0, (10_000, 100_000)),
        ),
    )
)

CLAIMS = (*_FIRST, PAYS)

STUDY = Study((EXPERIMENT,), CLAIMS, chart=relative_to_the_told)
