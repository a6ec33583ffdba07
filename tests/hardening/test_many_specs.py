"""Attacks with very many texts of policies and problems, in processes of their own, each case with a time limit."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from begreedy.listing import listed
from begreedy.values.names import category_of, public_names
from hardening import field_attack
from hardening.spec_attack import FINE, GRAPHS, KINDS, PLAYED, SECONDS, case
from support.attack import FULL, tries

PROGRAM = Path(__file__).with_name("spec_attack.py")
SHARE = 1 if FULL else 20  # of the odd fields every so many-th is tried


def attacked(what, numbers, ledger, case_of):
    """What became of cases; one that kills its process is noted, and another process goes on with the next."""
    path = os.pathsep.join([str(PROGRAM.parent.parent), os.environ.get("PYTHONPATH", "")])
    left, lines, wrong = numbers, [], []
    while left:
        command = [sys.executable, str(PROGRAM), what, f"{left.start}:{left.stop}:{left.step}", str(ledger), "--play"]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
        assert ledger.exists(), done.stderr
        lines = [json.loads(line) for line in ledger.read_text().splitlines()]
        last = lines[-1]
        left = range(last["case"] + left.step, left.stop, left.step)
        if "outcome" not in last:
            wrong.append((case_of(last["case"]), f"exit code {done.returncode}", done.stderr[-500:]))
    outcomes = [line for line in lines if "outcome" in line]
    wrong += [(case_of(line["case"]), line["outcome"]) for line in outcomes if line["outcome"] not in FINE]
    wrong += [(case_of(line["case"]), line["seconds"]) for line in outcomes if line["seconds"] > SECONDS]
    slowest = max(outcomes, key=lambda line: line["seconds"])
    counts = Counter(line["outcome"] for line in outcomes)
    print(f"{len(numbers)} cases:", dict(counts), "slowest:", slowest["seconds"], case_of(slowest["case"]))
    return counts, wrong


@pytest.mark.long
def test_many_texts_are_refused_or_played(tmp_path):
    """A share of them is played."""
    count = tries(50_000)
    counts, wrong = attacked("1", range(count), tmp_path / "ledger", lambda number: case(1, number))
    assert wrong == []
    assert sum(counts[outcome] for outcome in FINE - {"refused"}) > count / 50
    assert sum(counts[outcome] for outcome in PLAYED) > count / 100


@pytest.mark.long
def test_one_odd_value_in_any_field_is_refused_or_played(tmp_path):
    """All other fields are sound, so that many of them are played."""
    cases = field_attack.cases()
    numbers = range(0, len(cases), SHARE)
    counts, wrong = attacked("fields", numbers, tmp_path / "ledger", cases.__getitem__)
    assert wrong == []
    assert sum(counts[outcome] for outcome in PLAYED) > len(numbers) / 10


def test_every_public_name_is_drawn():
    """Whatever a text can name is in the cases of the fuzzer: the package's own list, recipes and reductions too."""
    drawn = {name for names in KINDS.values() for name in names}
    assert drawn == {name for name, value in public_names().items() if category_of(value)}
    assert {row["name"] for row in listed() if row["kind"] != "experiment"} <= drawn
    texts = " ".join(f"{policy} {problem}" for policy, problem, *_ in (case(1, number) for number in range(5000)))
    words = Counter(texts.replace("(", " ").replace("=", " ").replace(",", " ").replace(")", " ").split())
    assert [name for name in sorted(drawn) if words[name] < 5] == []
    assert [name for name in KINDS["lists"] if not any(name in graph for graph in GRAPHS)] == []


@pytest.mark.long
def test_every_field_is_attacked():
    """Of every public name, with each odd value; every sound text is one that is played."""
    texts = {text for policy, problem, *_ in field_attack.cases() for text in (policy, problem)}
    joined = "\n".join(texts)
    for kind in ("policy", "problem", "law", "prior", "actions"):
        for name in KINDS[kind]:
            for field in inspect.signature(public_names()[name]).parameters:
                for value in field_attack.ODD:
                    assert field_attack.text(name, **{field: value}) in joined, (name, field, value)
