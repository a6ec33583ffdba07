"""Results elsewhere: data frames, arrays, files, notebooks, texts; labels of one's own."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import begreedy as bg
from begreedy.results.block_file import decode, encode

PROBLEM = bg.Finite(prior=bg.Uniform(), arms=10)
FIELDS = ("times", "regret", "reward", "pulls", "arms_tried", "locked_gap", "reference", "rounds")


@dataclass(frozen=True)
class Mine:
    """A policy of one's own."""

    c: float = 0.5

    def index(self, total, pulls):
        return total / pulls + self.c / pulls


@pytest.fixture(scope="module")
def two():
    return bg.compare([bg.Greedy(), bg.UCB(0.5)], PROBLEM, horizon=100, runs=7, seed=2)


def same(a, b):
    return all(
        np.array_equal(getattr(a, name), getattr(b, name)) and getattr(a, name).dtype == getattr(b, name).dtype
        for name in FIELDS
    )


# ---------------------------------------------------------------- frames


ROADS = {
    "pandas": lambda x: x.to_pandas(),
    "polars": lambda x: x.to_polars().to_pandas(),
    "polars by capsule": lambda x: pl.DataFrame(x).to_pandas(),
    "arrow by capsule": lambda x: pa.table(x).to_pandas(),
}


@pytest.mark.parametrize("make", ROADS.values(), ids=ROADS)
def test_frames_have_every_number(two, make):
    """A row per policy, run and checkpoint; of one result as of several."""
    frame = make(two)
    assert list(frame.columns) == ["policy", "run", "time", "regret"]
    for label, result in zip(two.labels, two, strict=True):
        rows = frame[frame["policy"] == label]
        assert np.array_equal(rows["regret"].to_numpy().reshape(7, -1), result.regret)
        assert np.array_equal(rows["time"].to_numpy()[: len(result.times)], result.times)
        alone = make(result)
        assert np.array_equal(alone["regret"], rows["regret"])


def test_a_data_frame_can_be_grouped(two):
    """As one would: the mean regret at the horizon by policy."""
    frame = two.to_pandas()
    means = frame[frame["time"] == 100].groupby("policy", observed=True)["regret"].mean()
    assert means["Greedy"] == pytest.approx(two["Greedy"].mean[-1])
    assert isinstance(frame, pd.DataFrame)


def test_xarray_has_dimensions(two):
    """Policy, run and time, with totals per run; of one result the policy is there, too."""
    data = two.to_xarray()
    assert dict(data.sizes) == {"policy": 2, "run": 7, "time": len(two[0].times)}
    assert np.array_equal(data["regret"].sel(policy="UCB").values, two["UCB"].regret)
    assert float(data["regret"].sel(policy="Greedy", time=100).mean()) == pytest.approx(two[0].mean[-1])
    assert np.array_equal(data["reward"].sel(policy="Greedy").values, two[0].reward)
    assert dict(two[0].to_xarray().sizes)["policy"] == 1
    assert "rounds" not in data
    budgeted = bg.simulate(bg.Greedy(), bg.Budgeted(10.0, bg.Uniform(), 4), runs=2, checkpoints=3)
    assert budgeted.to_xarray()["rounds"].shape == (1, 2, 3)


def test_a_library_that_is_missing_is_named(two, monkeypatch):
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.raises(ImportError, match="to_xarray needs xarray, which is not installed: pip install xarray"):
        two.to_xarray()
    for library, make in (("pandas", two.to_pandas), ("polars", two.to_polars)):
        monkeypatch.setitem(sys.modules, library, None)
        with pytest.raises(ImportError, match=f"to_{library} needs {library}, which is not installed"):
            make()


# ---------------------------------------------------------------- labels


def test_labels_of_ones_own():
    """In the table, the figure, the frames, and to find a result; the numbers are those of the policies."""
    comparison = bg.compare({"mine": bg.UCB(0.1), "theirs": bg.UCB()}, PROBLEM, horizon=50, runs=3)
    assert comparison.labels == ["mine", "theirs"]
    assert comparison["mine"] is comparison[0]
    assert comparison[bg.UCB()] is comparison[1]
    assert comparison.table().splitlines()[1].startswith("mine ")
    assert [text.get_text() for text in comparison.plot().get_legend().get_texts()] == ["mine", "theirs"]
    assert set(comparison.to_pandas()["policy"]) == {"mine", "theirs"}
    assert same(comparison[0], bg.simulate(bg.UCB(0.1), PROBLEM, horizon=50, runs=3))
    assert repr(comparison[1]).startswith("<Result 'theirs', UCB(): regret")
    with pytest.raises(TypeError, match="policies must be labelled by texts, got 1"):
        bg.compare({1: bg.UCB()}, PROBLEM, horizon=50)
    with pytest.raises(ValueError, match="at least one policy"):
        bg.compare({}, PROBLEM, horizon=50)


TAKEN = {
    "pandas": lambda result, _: set(result.to_pandas()["policy"]),
    "polars": lambda result, _: set(result.to_polars()["policy"]),
    "arrow by capsule": lambda result, _: set(pa.table(result)["policy"].to_pylist()),
    "xarray": lambda result, _: set(result.to_xarray()["policy"].values),
    "row": lambda result, _: {result.row()["policy"]},
    "legend": lambda result, _: {text.get_text() for text in result.plot().get_legend().get_texts()},
    "notebook": lambda result, _: {result._repr_html_().split("<th>")[1].split("</th>")[0]},
    "file": lambda result, folder: {bg.load(result.save(folder / "it.parquet")).name},
    "saved comparison": lambda result, folder: {bg.load(folder / "all")["mine"].name},
}


@pytest.mark.parametrize("take", TAKEN.values(), ids=TAKEN)
def test_a_label_goes_wherever_its_result_goes(take, tmp_path):
    """Taken out of its comparison, a result is still called by the label; the policy keeps its own name."""
    comparison = bg.compare({"mine": bg.UCB(0.1), "theirs": bg.Greedy()}, PROBLEM, horizon=50, runs=3)
    comparison.save(tmp_path / "all")
    assert take(comparison["mine"], tmp_path) == {"mine"}
    assert comparison["mine"] is comparison[bg.UCB(0.1)] is comparison["UCB"]
    assert comparison["mine"].policy == bg.UCB(0.1)


# ---------------------------------------------------------------- files


def test_a_result_is_saved_and_loaded(two, tmp_path):
    """The same policy, problem and numbers, to the bit; the folder is made."""
    path = two[1].save(tmp_path / "new" / "ucb.parquet")
    loaded = bg.load(path)
    assert same(loaded, two[1])
    assert (loaded.policy, loaded.problem, loaded.seed, loaded.horizon) == (bg.UCB(0.5), PROBLEM, 2, 100)
    assert loaded.seconds == two[1].seconds
    assert len(list(path.parent.iterdir())) == 1
    assert pd.read_parquet(path)["regret"][3][-1] == two[1].regret[3, -1]


def test_a_comparison_is_saved_and_loaded(two, tmp_path):
    """In order, with labels of one's own."""
    loaded = bg.load(two.save(tmp_path / "two"))
    assert all(same(a, b) for a, b in zip(loaded, two, strict=True))
    assert loaded.table() == two.table()
    named = bg.compare({"b/c": bg.UCB(), "a": bg.Greedy()}, PROBLEM, horizon=50, runs=2)
    assert bg.load(named.save(tmp_path / "named")).labels == ["b/c", "a"]
    with pytest.raises(ValueError, match="folder must be a new or empty folder"):
        two.save(tmp_path / "two")


def test_budgets_labels_and_one_run_survive(tmp_path):
    """Times that are budgets, a policy's label, a single run."""
    result = bg.simulate(bg.OracleGreedy(), bg.ManyArmed(30, 3), horizon=40, runs=1)
    loaded = bg.load(result.save(tmp_path / "it.parquet"))
    assert loaded.name == result.name == "OracleGreedy"
    assert same(loaded, result)
    budgeted = bg.simulate(bg.Greedy(), bg.Budgeted(10.0, bg.Uniform(), 4), runs=2, checkpoints=[2.5, 10.0])
    assert same(bg.load(budgeted.save(tmp_path / "b.parquet")), budgeted)


def test_what_is_not_at_hand_is_known_by_its_text(tmp_path, monkeypatch):
    """A policy of one's own is itself while its module is imported; else its text, and nothing is imported."""
    result = bg.simulate(Mine(), PROBLEM, horizon=20, runs=2)
    path = result.save(tmp_path / "mine.parquet")
    monkeypatch.setitem(sys.modules, Mine.__module__, sys.modules[__name__])
    assert bg.load(path).policy == Mine()
    monkeypatch.delitem(sys.modules, Mine.__module__)
    loaded = bg.load(path)
    assert loaded.name == "Mine"
    assert repr(loaded.policy).endswith(":Mine(c=0.5)")
    assert same(bg.load(loaded.save(tmp_path / "again.parquet")), result)
    assert Mine.__module__ not in sys.modules


@pytest.mark.parametrize("text", ["this.Zen()", "this:Zen()", "Finite(prior=this.Zen(), arms=3)"])
def test_a_file_imports_nothing(two, tmp_path, text):
    """Whichever way its texts name a module that is not imported yet; nor does it open the files that they name."""
    assert "this" not in sys.modules
    about, columns = decode(two[0].save(tmp_path / "it.parquet").read_bytes())
    (tmp_path / "made.parquet").write_bytes(b"".join(encode(replace(about, policy=text, problem=text), columns)))
    assert repr(bg.load(tmp_path / "made.parquet").policy) == text
    assert "this" not in sys.modules
    roads = tmp_path / "roads.csv"
    roads.write_text("0,1\n1,2\n")
    problem = f"Combinatorial(Paths({str(roads)!r}, 0, 2), prior=Uniform())"
    (tmp_path / "made.parquet").write_bytes(b"".join(encode(replace(about, problem=problem), columns)))
    assert repr(bg.load(tmp_path / "made.parquet").problem) == problem


def test_files_that_are_no_results_are_refused(two, tmp_path):
    (tmp_path / "it.parquet").write_bytes(two[0].save(tmp_path / "good.parquet").read_bytes()[:-20])
    with pytest.raises(ValueError, match=r"path must be the file of a result, got .*; truncated"):
        bg.load(tmp_path / "it.parquet")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="a folder of a comparison"):
        bg.load(tmp_path / "empty")
    with pytest.raises(FileNotFoundError):
        bg.load(tmp_path / "nothing")


# ---------------------------------------------------------------- texts and notebooks


def test_tables_for_papers(two):
    """Markdown and LaTeX have the cells of the plain table."""
    plain = [[cell for cell in line.split("  ") if cell] for line in two.table().splitlines()]
    markdown = [[cell.strip() for cell in line.strip("|").split("|")] for line in two.to_markdown().splitlines()]
    assert [[c.strip() for c in row] for row in plain] == [markdown[0], *markdown[2:]]
    latex = two.to_latex(caption="Regret & more", label="tab:it")
    assert r"\caption{Regret \& more}" in latex
    assert r"\label{tab:it}" in latex
    assert latex.count(r" \\") == 3
    assert r"$\pm$" in latex
    assert "100 %" not in latex


def test_notebooks_show_tables(two):
    """Results, comparisons, problems, policies and advice; what comes from elsewhere is escaped."""
    assert "<b>Greedy</b>" in two._repr_html_()
    assert "mean regret" in two[0]._repr_html_()
    assert "Finite(prior=Uniform(), arms=10)" in PROBLEM._repr_html_()
    assert "<td>arms</td><td>10</td>" in PROBLEM._repr_html_()
    assert "UCB(c=0.5)" in bg.UCB(0.5)._repr_html_()
    hostile = bg.compare({"<script>": bg.Greedy()}, PROBLEM, horizon=20, runs=1)
    assert "<script>" not in hostile._repr_html_()
    assert "± unknown" in hostile._repr_html_()


@pytest.mark.long
def test_advice_is_shown_in_notebooks():
    advice = bg.advise("finite", horizon=200, arms=5, effort=0.2)
    shown = advice._repr_html_()
    assert f"<b>{advice.sentence.split('<')[0][:20]}" in shown
    assert shown.count("<tr>") == 1 + len(advice.options)
