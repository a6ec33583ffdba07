"""The command line, run as people run it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

import begreedy as bg
from begreedy.listing import listed
from begreedy.values.spec import parse
from support.commands import begreedy, begreedy_process

KEYS = {
    "experiment", "variant", "cell", "policy", "horizon", "runs", "seed",
    "mean", "std", "stderr", "median", "q10", "q90", "seconds",
}  # fmt: skip


def test_help_lists_the_commands_without_numpy():
    """Help is there at once: it imports neither NumPy nor Numba."""
    code = "import sys\nfrom begreedy.cli.main import app\ntry:\n app(['--help'])\nexcept SystemExit: pass\n"
    code += "assert 'numpy' not in sys.modules and 'numba' not in sys.modules"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for command in (
        "list",
        "paper",
        "compare",
        "run",
        "advise",
        "bound",
        "results",
        "replay",
        "serve",
        "bench",
        "cache",
    ):
        assert command in done.stdout


def check_report(folder, names, charts):
    """Figures in three formats, a report, verdicts, and rows with the agreed keys; returns the rows."""
    for name in names:
        for suffix in ("svg", "pdf", "png"):
            assert (folder / f"{name}.{suffix}").stat().st_size > 1000
    assert len(list(folder.glob("*.svg"))) == charts
    assert (folder / "plotly.min.js").stat().st_size > 1_000_000
    page = (folder / "index.html").read_text()
    assert page.count('<figure class="chart') == charts
    assert "<small>paper " not in page  # the smoke scale is shorter than what was printed
    verdicts = json.loads((folder / "verdicts.json").read_text())
    said = (folder / "done").read_text()
    assert sum(map(int, re.findall(r"^(\d+) claims", said, re.MULTILINE))) == len(verdicts)  # some need others
    assert f"open {folder / 'index.html'}" in said
    crossings = [row for row in json.loads((folder / "published.json").read_text()) if row["within"] is not None]
    assert {row["experiment"] for row in crossings} >= {"bounds-known", "bounds-unknown"}
    rows = json.loads((folder / "rows.json").read_text())
    shares = {"relative", "relative_median", "relative_q10", "relative_q90", "capped"}
    for row in rows:
        if row["experiment"] not in ("functions", "bounds-known", "bounds-unknown"):
            assert set(row) == KEYS | (shares if row["experiment"].startswith("budgeted") else set())
    maxima = [row for row in rows if row["experiment"] == "functions"]
    assert [set(row) for row in maxima] == [{"experiment", "function", "argmax", "max"}] * 3
    return rows


def test_paper_writes_figures_report_and_rows(smoke_report):
    """What some experiments leave at the smoke scale."""
    names = ["failure-published", "failure-extra", "heatmap-published", "functions", "bounds-known", "headline"]
    rows = check_report(smoke_report, names, charts=7)
    heat = [row for row in rows if row["experiment"] == "heatmap" and row["variant"] == "published"]
    assert {row["cell"]["arms"] for row in heat} == {2**i for i in range(1, 11)}
    assert {row["cell"]["horizon"] for row in heat} == {10, 32, 100, 316, 1000}
    failure = {(row["variant"], row["policy"]): row for row in rows if row["experiment"] == "failure"}
    assert ("extra", "UCB") in failure
    assert failure["published", "Greedy"]["mean"] == failure["corrected", "Greedy"]["mean"]


@pytest.mark.long
def test_the_whole_paper_at_the_smoke_scale(whole_report):
    """All experiments."""
    names = ["many-armed-extra", "continuous-f1-published", "continuous-f3-corrected"]
    check_report(whole_report, [*names, "infinite-beta-published", "cascade-uniform-extra"], charts=47)
    assert len(json.loads((whole_report / "verdicts.json").read_text())) >= 25


@pytest.mark.long
def test_rows_are_repeatable_and_follow_the_seed(tmp_path):
    """The same seed gives the same rows on any number of threads; another seed other ones."""
    command = ["paper", "failure", "--runs", "40", "--json", "-", "--quiet"]
    first, second, other = (
        json.loads(begreedy(*command, "--out", str(tmp_path / extra[1]), *extra).stdout)
        for extra in (["--threads", "1"], ["--threads", "2"], ["--seed", "3"])
    )
    means = [[row["mean"] for row in rows] for rows in (first, second, other)]
    assert means[0] == means[1] != means[2]
    assert all(row["runs"] == 40 for row in first)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["paper", "heatmp"], "no experiment 'heatmp'; did you mean heatmap, "),
        (["paper", "--scale", "huge"], "scale must be one of smoke, quick, full, got 'huge'"),
        (["paper", "--variant", "wrong"], "variant must be one of published, corrected, extra or all, got 'wrong'"),
        (["paper", "failure", "--runs", "0"], "runs must be at least 1, got 0"),
        (
            ["list", "things"],
            "priors, actions, policies, experiments or all, got 'things'",
        ),
        (["bench", "--json", "."], "--json must be - or a file, got the folder ."),
    ],
)
def test_bad_arguments_get_a_message(arguments, words):
    """A wrong value ends with exit code 2 and a message, not a traceback."""
    done = begreedy(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_list_names_what_there_is():
    """The lists name problems, policies and experiments."""
    text = begreedy("list").stdout
    for name in ("Finite", "Greedy", "ThompsonBeta", "heatmap", "failure", "Gaussian", "Uniform"):
        assert name in text


@pytest.mark.parametrize(
    ("kind", "one", "name"),
    [
        ("problems", "problem", "Finite"),
        ("laws", "law", "Gaussian"),
        ("priors", "prior", "Beta"),
        ("policies", "policy", "UCB"),
        ("experiments", "experiment", "heatmap"),
    ],
)
def test_lists_as_json(kind, one, name):
    """A row per name, all of the kind, with what it takes."""
    rows = listed(kind)
    assert {row["kind"] for row in rows} == {one}
    (row,) = [row for row in rows if row["name"] == name]
    assert row["about"]
    assert row["variants" if kind == "experiments" else "fields"]


def test_lists_have_the_defaults():
    """As texts that the command line reads; None for what must be given."""
    rows = json.loads(begreedy("list", "--json").stdout)
    fields = {row["name"]: row["fields"] for row in rows if row["kind"] != "experiment"}
    assert fields["UCB"] == {"c": "1.0"}
    assert fields["Subsample"]["policy"] is None
    assert parse(fields["Finite"]["law"]) == bg.Bernoulli()


COMMANDS = [
    "list",
    "paper",
    "beyond",
    "compare",
    "run",
    "results",
    "bound",
    "advise",
    "replay",
    "serve",
    "bench",
    "explore",
    "cache",
]


def test_help_is_not_cut_off():
    """In a terminal of 80 columns every command has a whole sentence, and no line is longer."""
    lines = begreedy_process("--help", env={**os.environ, "COLUMNS": "80"}).stdout.splitlines()
    about = dict(line.split(maxsplit=1) for line in lines[lines.index("Commands:") + 1 :])
    assert list(about) == COMMANDS
    assert all(words.endswith(".") and not words.endswith("..") for words in about.values())
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("begreedy pap", ["paper"]),
        ("begreedy list pr", ["problems", "priors"]),
        ("begreedy paper infin", ["infinite-uniform", "infinite-beta"]),
        ("begreedy paper --scale s", ["smoke"]),
    ],
)
def test_shells_complete(words, completed):
    """Commands, kinds, experiments and words of options."""
    asked = {"_BEGREEDY_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    assert begreedy_process(env={**os.environ, **asked}).stdout.split() == completed


def test_cache_is_described_and_cleared(tmp_path):
    """The cache can be looked at and emptied."""
    environment = {"BEGREEDY_CACHE_DIR": str(tmp_path), "PATH": ""}
    (tmp_path / "0.bgc").write_bytes(b"x")
    assert "1 entries" in begreedy_process("cache", "--info", env=environment).stdout
    assert "removed 1 entries" in begreedy_process("cache", "--clear", env=environment).stdout
    assert list(tmp_path.iterdir()) == []


def test_the_version_is_printed():
    """As the package has it."""
    done = begreedy("--version")
    assert (done.returncode, done.stdout) == (0, f"begreedy {bg.__version__}\n")
