"""No text that names a policy and a problem crashes, hangs or exhausts the program."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from begreedy.engine.simulation import prepare
from begreedy.values.errors import BadInput
from begreedy.values.spec import parse
from hardening.spec_attack import SECONDS, attempt, case

FINE = {"refused", "prepared", "played"}
PROGRAM = Path(__file__).with_name("spec_attack.py")


def test_texts_are_refused_or_prepared():
    """In this process, without playing: every case is answered, and both answers are given often."""
    outcomes = Counter(attempt(0, number, play=False) for number in range(1500))
    assert set(outcomes) <= FINE
    assert min(outcomes["refused"], outcomes["prepared"]) > 50


@pytest.mark.parametrize(
    ("policy", "problem", "horizon"),
    [
        ("CBT()", "Budgeted(budget=1.5, prior=Beta(a=5e-324, b=3.0), arms=1000)", 2**40),
        ("CBT()", "Infinite(prior=Beta(a=5e-324, b=3.0))", 100),
    ],
)
def test_texts_that_crashed_once(policy, problem, horizon):
    """They are refused now, as data."""
    with pytest.raises(BadInput):
        prepare(parse(policy), parse(problem), horizon, 0, 20)


@pytest.mark.long
def test_fifty_thousand_texts_are_refused_or_played(tmp_path):
    """In other processes, so that a crash of compiled code is noticed, too; kernels that are there are played."""
    ledger, first, count = tmp_path / "ledger", 0, 50_000
    wrong = []
    while first < count:
        command = [sys.executable, str(PROGRAM), "1", str(first), str(count - first), str(ledger), "--play"]
        done = subprocess.run(command, capture_output=True, text=True)
        lines = [json.loads(line) for line in ledger.read_text().splitlines()]
        first = lines[-1]["case"] + 1
        if "outcome" not in lines[-1]:  # it died in this case; the next ones are played by another process
            wrong.append((case(1, first - 1), f"exit code {done.returncode}", done.stderr[-500:]))
    outcomes = [line for line in lines if "outcome" in line]
    wrong += [(case(1, line["case"]), line["outcome"]) for line in outcomes if line["outcome"] not in FINE]
    wrong += [(case(1, line["case"]), line["seconds"]) for line in outcomes if line["seconds"] > SECONDS]
    assert wrong == []
    assert sum(line["outcome"] == "played" for line in outcomes) > 1000
