"""compare, run and results from the command line; texts that name values; experiments from files."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pandas
import pyarrow.parquet as pq
import pytest

import begreedy as bg
from begreedy.experiments.experiment import run_experiment
from begreedy.experiments.toml_file import experiment_from, read_experiment
from begreedy.results.export import export_labelled
from begreedy.values.names import public_names
from begreedy.values.spec import known, parse
from support.commands import begreedy

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "many_arms.toml"
SETTING = ["--problem", "Finite(prior=Uniform(), arms=20)", "--policy", "Greedy", "--policy", "UCB(c=0.5)"]


# ---------------------------------------------------------------- compare


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    """A folder in which two policies have been compared."""
    folder = tmp_path_factory.mktemp("compared")
    arguments = ["--horizon", "1e3", "--runs", 60, "--seed", 4, "--out", folder, "--json", folder / "rows.json"]
    done = begreedy("compare", *SETTING, *arguments)
    assert done.returncode == 0, done.stderr
    (folder / "said.txt").write_text(done.stdout)
    return folder


def test_compare_gives_the_numbers_of_python(compared):
    """Rows are those of bg.compare; the table has them, with the paired difference and its significance."""
    expected = bg.compare([bg.Greedy(), bg.UCB(0.5)], bg.Finite(prior=bg.Uniform(), arms=20), 1000, 60, 4)
    rows = json.loads((compared / "rows.json").read_text())
    for row, result in zip(rows, expected, strict=True):
        assert {**row, "seconds": 0} == {
            "experiment": "compare",
            "variant": "extra",
            "cell": {},
            **result.row(),
            "seconds": 0,
        }
    said = (compared / "said.txt").read_text()
    for line in expected.table().splitlines():
        assert line in said
    assert "p = " in said or "p < 1e-9" in said


def test_compare_draws_the_curves(compared, tmp_path):
    """Without --plot in three formats in the folder; with it as one file of the wanted kind."""
    for suffix in ("svg", "pdf", "png"):
        assert (compared / f"compare.{suffix}").stat().st_size > 1000
    options = ["--horizon", 1000, "--runs", 60, "--seed", 4, "--out", compared, "--plot", tmp_path / "it.svg"]
    assert begreedy("compare", *SETTING, *options).returncode == 0
    assert (tmp_path / "it.svg").read_text().count("<svg") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--policy", "Gredy"], "no policy 'Gredy' in 'Gredy'; did you mean Greedy, BGreedy or LinGreedy?"),
        (["--problem", "Finte(arms=3)"], "no problem 'Finte' in 'Finte(arms=3)'; did you mean Finite, Infinite or"),
        (
            ["--problem", "Finite(prior=Unform, arms=3)"],
            "no prior 'Unform' in 'Finite(prior=Unform, arms=3)'; did you mean",
        ),
        (["--problem", "Finite(means=[0.5], law=Gausian)"], "did you mean Gaussian, GaussianByArm or Logistic?"),
        (["--policy", "UCB(d=1)"], "UCB has no field 'd' in 'UCB(d=1)'; it has c"),
        (["--policy", "no_such_module:X"], "cannot import 'no_such_module'"),
        (["--shard", "3/2"], "shard must be I/N with 1 <= I <= N, such as 2/8, got '3/2'"),
        (["--horizon", "0"], "horizon must be at least 1, got 0"),
        (["--runs", "0"], "runs must be at least 1, got 0"),
        (["--plot", "x.gif"], "plot must be a file that ends in .svg, .pdf, .png, got x.gif"),
        (["--cluster", "tcp://127.0.0.1:x"], "cluster must be the address of a Dask scheduler"),
    ],
)
def test_bad_options_get_a_message(arguments, words, tmp_path):
    """A wrong value ends with exit code 2 and a message, and leaves nothing behind."""
    done = begreedy("compare", *SETTING, "--horizon", 50, *arguments, "--out", tmp_path / "out")
    assert done.returncode == 2, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


# ---------------------------------------------------------------- results


def test_results_are_listed_checked_and_exported(compared, tmp_path):
    """The list has a line per policy; a check reads all; exports have every run and checkpoint."""
    text = begreedy("results", "--out", compared).stdout.splitlines()
    assert len(text) == 3
    assert "UCB(c=0.5)" in text[2]
    assert text[2].split()[-3:-2] == ["60"]
    assert "blocks are sound" in begreedy("results", "--out", compared, "--check").stdout
    exported = [tmp_path / "all.csv", tmp_path / "all.parquet"]
    for path in exported:
        done = begreedy("results", "UCB", "--out", compared, "--export", path)
        assert done.stdout.startswith("12000 rows"), done.stderr
    expected = bg.simulate(bg.UCB(0.5), bg.Finite(prior=bg.Uniform(), arms=20), 1000, 60, 4)
    table = pq.read_table(exported[1])
    assert np.array_equal(table["regret"].to_numpy().reshape(60, 200), expected.regret)
    with exported[0].open() as file:
        rows = list(csv.DictReader(file))
    assert [float(row["regret"]) for row in rows] == expected.regret.ravel().tolist()
    assert {row["policy"] for row in rows} == {"UCB(c=0.5)"}
    totals = [row for row in rows if row["reward"]]
    assert [float(row["time"]) for row in totals] == [1000.0] * 60
    for column, values in (("reward", expected.reward), ("tried", expected.arms_tried), ("pulls", expected.pulls)):
        assert [float(row[column]) for row in totals] == values.tolist()


def test_results_names_and_removes_what_is_wrong(tmp_path):
    """A damaged block and a foreign file fail the check by name; only what is named is removed."""
    options = ["--horizon", 100, "--runs", 10, "--out", tmp_path]
    assert begreedy("compare", *SETTING, *options).returncode == 0
    store = tmp_path / "store"
    first, second = sorted(store.iterdir())
    first.write_bytes(first.read_bytes()[:-10])
    (store / "mine.txt").write_text("mine")
    done = begreedy("results", "--out", tmp_path, "--check")
    assert done.returncode == 1
    assert f"{first}: truncated" in done.stdout
    assert "mine.txt: not a block" in done.stdout
    assert "1 blocks are sound, 2 files are not" in done.stdout
    assert begreedy("results", "--out", tmp_path, "--remove").returncode == 2
    assert "removed 1 files" in begreedy("results", "damaged", "--out", tmp_path, "--remove").stdout
    assert sorted(store.iterdir()) == sorted([second, store / "mine.txt"])
    assert "removed 1 files" in begreedy("results", "all", "--out", tmp_path, "--remove").stdout
    assert list(store.iterdir()) == [store / "mine.txt"]
    assert "no results" in begreedy("results", "--out", tmp_path).stdout


# ---------------------------------------------------------------- experiments from files


@pytest.mark.long
def test_the_example_runs(tmp_path):
    """The example of the documentation runs, with a policy of its own module, cells of their own and a claim."""
    done = begreedy("run", EXAMPLE, "--runs", 40, "--out", tmp_path, "--json", tmp_path / "rows.json")
    assert done.returncode == 0, done.stderr
    rows = json.loads((tmp_path / "rows.json").read_text())
    assert len(rows) == 8
    assert {(row["cell"]["arms"], row["horizon"]) for row in rows} == {(20, 2000), (200, 4000)}
    assert {row["policy"] for row in rows} == {"Greedy", "UCB", "ThompsonSampling", "Optimist"}
    assert "Greedy < UCB [arms = 20]: " in done.stdout
    assert (tmp_path / "many-arms-arms=200.svg").exists()
    again = begreedy("run", EXAMPLE, "--runs", 40, "--out", tmp_path, "--json", "-", "--quiet")
    assert json.loads(again.stdout) == rows  # read from the store: even the times are the same


def test_a_file_says_what_is_wrong(tmp_path):
    """A file that cannot be read, or has a key that is not known, is named."""
    assert "cannot read" in begreedy("run", tmp_path / "none.toml").stderr
    (tmp_path / "bad.toml").write_text("horizont = 3")
    done = begreedy("run", tmp_path / "bad.toml")
    assert done.returncode == 2
    assert "bad.toml: no key 'horizont'; allowed are id, title" in done.stderr


GOOD = {"problem": "Finite(means=[0.9, 0.1])", "policies": ["Greedy"], "horizon": 10}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"problem": 3}, "expected a text such as"),
        ({"problem": None}, "either a problem or"),
        ({"cells": [{"problem": "Finite(means=[0.5])"}]}, "either a problem or"),
        ({"problem": None, "cells": 3}, r"cells must be tables"),
        ({"problem": None, "cells": [{"arms": 3}]}, r"cells\[0\] must have a problem"),
        ({"policies": []}, "at least one policy"),
        ({"policies": {"mine": ["Greedy"]}}, "by variant"),
        ({"runs": 0}, "runs must be at least 1"),
        ({"runs": True}, "runs must be a whole number"),
        ({"horizon": "long"}, "horizon must be a whole number"),
        ({"seed": -1}, "seed must be at least 0"),
        ({"claims": "Greedy < UCB"}, "claims must be a list of texts"),
        ({"title": 3}, "title must be a text"),
        ({"policies": ["UCB", "UCB(c=0.3)", "Greedy"], "claims": ["Greedy < UCB"]}, "'UCB' is one of several policies"),
        ({"claims": ["Greedy < UCB"]}, "claim 'Greedy < UCB': no policy 'UCB'; there are Greedy"),
        ({"problem": None, "cells": [{"problem": "Finite(means=[0.5])", "at": [1]}]}, r"cells\[0\].at must be a text"),
    ],
)
def test_bad_files_are_refused(changes, words):
    """Every field is checked before anything runs."""
    given = {key: value for key, value in {**GOOD, **changes}.items() if value is not None}
    with pytest.raises((ValueError, TypeError), match=words):
        experiment_from(given, "it")


@pytest.mark.parametrize("ending", ["csv", "csv.gz", "parquet"])
def test_exported_runs_have_the_labels_of_their_cells(ending, tmp_path):
    """A column per label, names of policies as in the tables, every number of every run; a taken name is told apart."""
    cells = [{"problem": f"Finite(means={means})", "gap": 1, **extra} for means, extra in MADE]
    table = {"cells": cells, "policies": ["UCB", "UCB(c=0.3)"], "horizon": 10, "runs": 3, "checkpoints": 2}
    finished = run_experiment(experiment_from(table, "it")[0], "full")
    path = tmp_path / f"all.{ending}"
    assert export_labelled(finished.labelled(), path) == 2 * 2 * 3 * 2
    frame = pandas.read_parquet(path) if ending == "parquet" else pandas.read_csv(path, dtype={"gap": str})
    assert list(frame.columns)[:4] == ["gap", "cell_run", "policy", "problem"]
    assert dict(frame[["cell_run", "policy"]].value_counts()) == {
        (run, policy): 6 for run in ("a", "b") for policy in ("UCB(c=1.0)", "UCB(c=0.3)")
    }
    for labels, result in finished.labelled():
        rows = frame[(frame["cell_run"] == labels["run"]) & (frame["policy"] == result.name)]
        assert rows["regret"].tolist() == result.regret.ravel().tolist()
        ends = rows[rows["time"] == 10]
        assert ends["reward"].tolist() == result.reward.tolist()
        assert ends["reference"].tolist() == result.reference.tolist()
        assert rows[rows["time"] < 10][["reward", "tried"]].isna().all(axis=None)


MADE = [([0.9, 0.1], {"run": "a"}), ([0.6, 0.5], {"run": "b"})]

LABELS = {
    "none": ["", ""],
    "equal": ["gap = 1", "gap = 1"],
    "alike as files": ['gap = "a/b"', 'gap = "a b"'],
    "long": [f'gap = "{200 * "x"}1"', f'gap = "{200 * "x"}2"'],
}


@pytest.mark.every_time("none")
@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
def test_cells_without_labels_of_their_own_are_numbered(labels, tmp_path):
    """Each has rows, figures and a title that no other has, and the table says which problem it is."""
    means = ["[0.9, 0.1]", "[0.6, 0.5]"]
    cells = [f'[[cells]]\nproblem = "Finite(means={m})"\n{label}\n' for m, label in zip(means, labels, strict=True)]
    head = 'policies = ["Greedy"]\nhorizon = 20\nruns = 3\n'
    (tmp_path / "it.toml").write_text(head + "\n".join(cells))
    done = begreedy("run", tmp_path / "it.toml", "--out", tmp_path / "out", "--json", "-")
    assert done.returncode == 0, done.stderr
    assert [row["cell"]["cell"] for row in json.loads(done.stdout)] == [1, 2]
    figures = sorted((tmp_path / "out").glob("*.svg"))
    assert [figure.name[:9] for figure in figures] == ["it-cell=1", "it-cell=2"]
    assert "cell = 2" in figures[1].read_text()
    assert "Finite(means=(0.6, 0.5))\n" in done.stderr


def test_a_file_becomes_an_experiment():
    """What the file says is in the experiment."""
    experiment, seed = read_experiment(EXAMPLE)
    assert (experiment.id, seed) == ("many-arms", 0)
    assert [cell.labels for cell in experiment.cells] == [{"arms": 20}, {"arms": 200}]
    assert experiment.cells[1].problem == bg.Finite(prior=bg.Beta(1, 3), arms=200)
    assert experiment.policies["extra"][1] == bg.UCB(0.5)


# ---------------------------------------------------------------- texts that name values


@pytest.mark.parametrize(
    "value",
    [
        bg.Greedy(),
        bg.UCB(2.5),
        bg.Subsample(bg.UCB(1e-3), k=7),
        bg.Finite(prior=bg.Beta(1, 3), arms=100, law=bg.Gaussian(0.5)),
        bg.Finite(means=(0.9, -0.1), law=bg.Gaussian()),
        bg.Continuous(bg.f1),
        bg.MeDZO(c=4.0, label="a:b, c(d)"),
    ],
)
def test_canonical_texts_are_read_back(value):
    """The canonical text of a value stands for that value."""
    assert parse(bg.canonical(value)) == value


def test_names_without_parentheses_stand_for_defaults():
    """Greedy is Greedy(), inside another value, too."""
    assert parse("Greedy") == bg.Greedy()
    assert parse("Finite(prior=Uniform, arms=3)") == bg.Finite(prior=bg.Uniform(), arms=3)
    assert all(known(name) for name in ("Greedy", "Finite", "Beta", "Gaussian", "f1", "CABMOSS"))


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "os:system('true')",
        "(lambda: 1)()",
        "UCB(c=[x for x in (1,)])",
        "UCB(**{'c': 1})",
        "UCB(*[1])",
        "UCB(c=1+1)",
        "UCB(c=1",
        "",
        "UCB; Greedy",
        "Greedy().index",
        "open('x')",
        "simulate(Greedy())",
        "-Greedy()",
        "f1(0.5)" + "\n" + "x",
        "(" * 5000,
    ],
)
def test_texts_run_no_code(text):
    """What is not a plain value is refused, whatever it would do."""
    with pytest.raises(ValueError, match=r"read|no '|must be|import"):
        parse(text)


def test_values_are_checked_as_in_python():
    """A wrong field gets the message of the value itself."""
    with pytest.raises(ValueError, match=r"UCB\.c must be at least 0, got -1"):
        parse("UCB(c=-1)")
    with pytest.raises(ValueError, match="too many positional"):
        parse("UCB(1, 2)")


def test_recipes_can_be_read_again():
    """Also those made of parts that have no public name."""
    for name in filter(known, public_names()):
        try:
            value = parse(name)
        except ValueError:  # it has fields that must be given
            continue
        assert parse(bg.canonical(value), modules=False) == value
    with pytest.raises(ValueError, match="only names of begreedy"):
        parse("os:system", modules=False)
