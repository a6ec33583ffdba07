"""The questions beyond the paper: claims on made results, figures that say what they show, the command."""

from __future__ import annotations

import json

import numpy as np
import pytest

from begreedy.beyond import BEYOND
from begreedy.beyond.first_pulls import PULLS
from begreedy.beyond.rivals import log_ratio_error
from begreedy.beyond.unknown import pays_at
from begreedy.figures.drawing import figure_of
from begreedy.paper.claim import Unclear, judge_claims
from begreedy.paper.curves import few_styles, ratio_line
from begreedy.theory.first_pulls import greedy_failure
from support.commands import begreedy
from support.made_results import made_for

# By claim, whose regret must be small for it to hold.
FAVOURS = {
    "unknown-horizon-cheap": "AnytimeGreedy",
    "unknown-horizon-restart": "AnytimeGreedy",
    "unknown-tail-growing": "GrowingGreedy",
    "unknown-tail-cbt": "EmpiricalCBT",
    "unknown-smoothness-free": "Greedy, any function",
    "unknown-hardness-factor": "GrowingGreedy",
    "unknown-adapting-pays": "GrowingGreedy",
    "pseudo-count-helps": "weight 2",
    "pseudo-count-tail": "weight 2",
    "pseudo-count-two": "weight 2",
    "pseudo-count-two-arms": "weight 2",
    "pseudo-count-too-much": "Greedy",
    "pseudo-count-normal": "weight 2",
    "pseudo-count-models": "weight 2",
    "rivals-classic": "OptimisticGreedy",
    "rivals-strong": "OptimisticGreedy",
    "rivals-tail-greedy": "OptimisticGreedy",
    "rivals-close": "OptimisticGreedy",
    "rivals-tail-long": "IMED",
    "rivals-mean-long": "TS-UCB",
    "first-pulls-never-enough": "OptimisticGreedy",
    "first-pulls-one": "1 first pull",
    "first-pulls-long": "4 first pulls",
}
OF_SETS = ("sets", "top-m")  # their claims and figures are tried in test_sets.py
BY_ID = {claim.id: claim for claim in BEYOND.claims if claim.experiments[0] not in OF_SETS}


def made(id, level, **more):
    return made_for(BEYOND.experiments[id], lambda name, _: level(name), **more)


def verdict_on(id, level, **more):
    (experiment,) = BY_ID[id].experiments
    (verdict,) = judge_claims([BY_ID[id]], {experiment: made(experiment, level, **more)})
    return verdict


def test_every_claim_is_tried():
    assert set(FAVOURS) | {"first-pulls-theory"} == set(BY_ID)


@pytest.mark.parametrize("id", FAVOURS)
def test_a_claim_holds_or_fails_as_the_regrets_say(id):
    """Small regret of the one that it favours, large regret of it, a horizon that it does not speak of."""

    def favoured(name):
        return name.removesuffix(", anytime") == FAVOURS[id]

    assert verdict_on(id, lambda name: 10.0 if favoured(name) else 100.0).verdict == "holds"
    assert verdict_on(id, lambda name: 300.0 if favoured(name) else 100.0).verdict == "does not hold"
    if id != "pseudo-count-models":  # its cells are the same at every scale
        short = verdict_on(id, lambda name: 10.0 if favoured(name) else 100.0, scale="smoke")
        assert short.verdict == "undecided at this number of runs"
        assert "was not played" in short.why or "was played for at most" in short.why


def test_ending_with_the_worse_arm_is_held_against_theory():
    runs = 20_000
    names = {pulls: f"{pulls} first pull{'s' if pulls > 1 else ''}" for pulls in PULLS}
    bounds = {pulls: greedy_failure(pulls, 0.5) for pulls in PULLS}
    between = {names[m]: round(runs * (b.least + b.most) / 2) for m, b in bounds.items()}
    assert verdict_on("first-pulls-theory", lambda _: 1.0, runs=runs, stuck=between).verdict == "holds"
    never = verdict_on("first-pulls-theory", lambda _: 1.0, runs=runs, stuck={})
    assert never.verdict == "does not hold"


def test_claims_chosen_afterwards_say_so():
    marked = {claim.id for claim in BY_ID.values() if claim.afterwards}
    known = {"unknown-horizon-cheap", "unknown-horizon-restart", "unknown-smoothness-free", "first-pulls-theory"}
    assert marked == {"unknown-adapting-pays", *known}


# ------------------------------------------------------------ figures


@pytest.mark.parametrize("id", [id for id in BEYOND.experiments if id not in OF_SETS])
def test_a_figure_names_every_line_and_its_error(id):
    """Each panel's lines stand in a legend, no two of a panel look alike, and the note says what band and ratio are."""
    finished = made(id, lambda name: 100.0 + len(name))
    chart = BEYOND.study_of(id).chart(finished, "extra")
    assert "standard error" in chart.note
    assert "200 runs" in chart.note
    figure = figure_of(chart)
    legends = [text.get_text() for ax in figure.axes for text in ax.findobj(lambda a: type(a).__name__ == "Text")]
    names = chart.series if id == "rivals" else chart.names
    assert set(names) <= set(legends)
    for panel in getattr(chart, "panels", ()):
        assert len({line.style for line in panel.lines}) == len(panel.lines)


def test_ratios_have_the_error_of_paired_runs():
    rng = np.random.default_rng(1)
    a, b = rng.normal(20.0, 2.0, 4000), rng.normal(10.0, 1.0, 4000)
    line = ratio_line("a", 0, [(1.0, a, b), (2.0, b, b)])
    assert line.y == pytest.approx([2.0, 1.0], rel=0.01)
    expected = 2.0 * np.hypot(0.1, 0.1) / np.sqrt(4000)
    assert (np.log(line.high) - np.log(line.y))[0] == pytest.approx(expected, rel=0.05)
    assert line.low[1] == line.high[1] == 1.0
    assert log_ratio_error(a, b, np.mean) == pytest.approx(expected / 2.0, rel=0.3)
    with pytest.raises(Unclear):
        ratio_line("a", 0, [(1.0, a, 0.0 * b)])


def test_lines_look_the_same_in_all_panels():
    styles = few_styles([("a", "b", "c"), ("d", "b"), ("e", "d", "c")])
    assert styles == {"a": 0, "b": 1, "c": 2, "d": 0, "e": 1}


def test_where_a_policy_pays_in_words():
    rng = np.random.default_rng(2)
    low, high = rng.normal(1.0, 0.1, 50), rng.normal(2.0, 0.1, 50)
    yes, no = (low, high), (low, low[::-1])
    cases = {
        "ours always pays": (yes, yes, yes),
        "ours does not pay": (no, no, no),
        "ours pays from T = 1 000 on": (no, yes, yes),
        "ours pays at T = 100, 10 000": (yes, no, yes),
    }
    for words, pairs in cases.items():
        assert pays_at("ours", [(t, *pair) for t, pair in zip((100, 1000, 10_000), pairs, strict=True)]) == words


# ------------------------------------------------------------ the command


@pytest.mark.long
def test_the_command_leaves_a_page_with_verdicts(tmp_path):
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "index.html").write_text("the first part")
    tmp_path = tmp_path / "beyond"
    done = begreedy("beyond", "first-pulls", "--scale", "smoke", "--runs", "4", "--out", str(tmp_path))
    assert "4 claims" in done.stdout
    page = (tmp_path / "index.html").read_text()
    assert "How many first pulls" in page
    assert "begreedy beyond first-pulls --scale smoke" in page
    assert '<a href="../results/index.html">The first part: the paper, reproduced</a>' in page
    assert (tmp_path / "first-pulls-extra.svg").stat().st_size > 1000
    assert {row["verdict"] for row in json.loads((tmp_path / "verdicts.json").read_text())} == {
        "undecided at this number of runs"
    }


@pytest.mark.long
def test_all_questions_at_the_smoke_scale(tmp_path):
    done = begreedy("beyond", "--scale", "smoke", "--out", str(tmp_path))
    assert "45 claims" in done.stdout
    assert {path.stem for path in tmp_path.glob("*.svg")} == {f"{id}-extra" for id in BEYOND.experiments}
