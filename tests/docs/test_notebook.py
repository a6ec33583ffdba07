"""The notebook of the examples runs from top to bottom, and its displays are what a reader expects."""

from __future__ import annotations

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

NOTEBOOK = Path(__file__).parents[2] / "docs" / "examples" / "bench.ipynb"


def test_no_output_is_stored():
    """What a notebook shows is made where it runs."""
    cells = [cell for cell in nbformat.read(NOTEBOOK, 4).cells if cell.cell_type == "code"]
    assert len(cells) > 5
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """By the last line of a cell: what it shows, by MIME types, executed in a kernel of this Python."""
    notebook = nbformat.read(NOTEBOOK, 4)
    folder = str(tmp_path_factory.mktemp("notebook"))
    options = {"timeout": 300, "kernel_name": "python3", "resources": {"metadata": {"path": folder}}}
    nbclient.NotebookClient(notebook, **options).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return {cell.source.splitlines()[-1]: [output.get("data", {}) for output in cell.outputs] for cell in code}


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("problem", ["Finite"]),
        ("result", ["mean regret", "Greedy"]),
        ("comparison", ["mine", "Greedy", "UCB", "difference to best"]),
        ("bg.trace(Hopeful(), problem, horizon=2000, run=3)", ["round", "reward", "regret", "..."]),
        ("bg.advise(problem, horizon=2000, effort=1)", ["Greedy"]),
    ],
)
def test_values_show_as_tables(shown, line, words):
    """Problems, results, comparisons, traces and advice are tables of HTML."""
    html = shown[line][-1]["text/html"]
    assert "<table" in html
    assert [word for word in words if word not in html] == []


@pytest.mark.long
@pytest.mark.parametrize("line", ['comparison.plot(log="x");', "grid.plot();"])
def test_plots_are_pictures(shown, line):
    """Curves and sweeps are drawn, the second like the first."""
    assert ["image/png" in data for data in shown[line]] == [True]


@pytest.mark.long
def test_progress_leaves_nothing_behind(shown):
    """Whatever a cell showed of its progress is gone when it has ended."""
    assert all("<progress" not in data.get("text/html", "") for outputs in shown.values() for data in outputs)
