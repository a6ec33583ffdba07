"""Numbers of docs/advise.md that a history, a file with scores and a long answer give."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from statistics import median

import numpy as np
import pytest

import begreedy as bg
from begreedy.advice.history import fit_prior
from support.pictures import compare
from support.situations import CASES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "advise.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())


def test_the_history_determines_the_prior_as_told():
    """How well seven arms determine a + b."""
    lines = re.search(r"```\narm,successes,trials\n(.*?)```", PAGE, re.DOTALL)[1].split()
    fitted = fit_prior(np.array([line.split(",")[1:] for line in lines], float))
    low, high = fitted.concentration
    assert f"here a + b is {fitted.best.a + fitted.best.b:.1f}, but anything from {low:.1f} to {high:.0f}" in WORDS


def test_the_scores_are_told_by_model():
    """The table is that of the file with scores; so is the number of situations."""
    scores = json.loads((ROOT / "tests" / "advice" / "scores.json").read_text(encoding="utf-8"))["situations"]
    model_of = {case.id: case.model for case in CASES}
    assert f"has {len(CASES)} situations" in WORDS
    assert f"{len(scores)} situations are measured, and advice is right in all of them" in WORDS
    assert all(score["right"] for score in scores)
    for name, seconds in by_model(scores, model_of).items():
        row = f"| {len(seconds)} | {len(seconds)} | {median(seconds):.1f}, {max(seconds):.1f} |"
        assert re.search(rf"\| {name}[^|]* {re.escape(row)}", PAGE), (name, row)


def by_model(scores, model_of):
    """CPU seconds of the answers."""
    found = {}
    for score in scores:
        found.setdefault(model_of[score["id"]], []).append(score["cpu_seconds"])
    return found


@pytest.mark.long
def test_what_is_told_below_the_answer():
    """How many arms are enough for plain Greedy, and what the worst runs lose, within three standard errors of it."""
    advice = bg.advise("many-armed", horizon=5000, arms=2000, gamma=0.4, effort=4)
    row = {option.name: option for option in advice.options}
    kept, all_lose, enough, lose, fewer, worst, safer, risky = (
        float(word)
        for word in re.search(
            r"theorem keeps K = (\d+) arms for plain Greedy, which then loses ([\d.]+); simulation finds that (\d+) "
            r"are enough \(([\d.]+)\)\. But with (\d+) arms the worst 5 % of the runs lose (\d+):.*GrowingGreedy is "
            r"safer: its worst 5 % lose (\d+), those of OptimisticGreedy\(K=129\) (\d+)",
            WORDS,
        ).groups()
    )
    assert advice.theorem_k == kept
    for k, mean in ((kept, all_lose), (enough, lose)):
        greedy = row[f"Greedy(K={k:.0f})"]
        assert greedy.mean == pytest.approx(mean, abs=3 * greedy.stderr)
    for name, told in ((f"Greedy(K={fewer:.0f})", worst), ("GrowingGreedy", safer), ("OptimisticGreedy(K=129)", risky)):
        assert row[name].worst == pytest.approx(told, rel=0.2), name


@pytest.mark.long
def test_the_figure_is_what_the_command_draws(tmp_path):
    """The page's first command, with a figure of the name that the page shows, and the sentence quoted below it."""
    (command,) = re.findall(r"^begreedy (advise many-armed .*--plot) \S+$", PAGE, re.MULTILINE)
    line = [sys.executable, "-m", "begreedy", *command.split(), str(tmp_path / "advise.png")]
    told = " ".join(subprocess.run(line, capture_output=True, text=True, check=True, timeout=600).stdout.split())
    quoted = " ".join(
        re.search(r"((?:^> .*\n)+)", PAGE, re.MULTILINE)[1].replace("\n> ", " ").removeprefix("> ").split()
    )
    assert told.startswith(quoted)
    compare(tmp_path / "advise.png")
