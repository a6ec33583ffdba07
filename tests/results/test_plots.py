"""Plots: scales, legends, negative regret, styles of the user's, and files that publishers accept."""

from __future__ import annotations

import csv
import html
from dataclasses import replace

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib import cycler
from PIL import Image

import begreedy as bg
from begreedy.figures.comparison import drawn_into
from begreedy.figures.drawing import figure_of, write_figure
from begreedy.results.chart import Dot, DotChart, HeatMap, Line, LineChart, Panel, Win, WinnerMap, payload
from begreedy.results.plot import curves

PROBLEM = bg.Finite(prior=bg.Uniform(), arms=10)


@pytest.fixture(scope="module")
def six():
    policies = [bg.Greedy(), *(bg.UCB(c) for c in (0.1, 0.2, 0.3, 0.4, 0.5))]
    return bg.compare(policies, PROBLEM, horizon=200, runs=20)


@pytest.fixture(autouse=True)
def _closed():
    """Every test begins with Matplotlib's defaults and leaves no figure open."""
    with mpl.rc_context():
        mpl.rcdefaults()
        yield
    plt.close("all")


def negative(result):
    return replace(result, regret=result.regret - result.times)


def test_a_scale_may_be_set_afterwards(six):
    """On a logarithmic axis set after plot() the whole curves are in sight."""
    ax = six.plot()
    assert ax.get_xlim() == (0.0, 200.0)
    assert ax.get_ylim()[0] == 0.0
    ax.set_xscale("log")
    assert ax.get_xlim() == pytest.approx((six[0].times[0], 200.0))
    ax.set_yscale("log")
    assert 0.0 < ax.get_ylim()[0] <= six[0].mean[0]


@pytest.mark.parametrize(
    ("log", "scales"),
    [(False, ("linear", "linear")), ("x", ("log", "linear")), ("y", ("linear", "log")), ("both", ("log", "log"))],
)
def test_either_axis_may_be_logarithmic(six, log, scales):
    ax = six.plot(log=log)
    assert (ax.get_xscale(), ax.get_yscale()) == scales
    assert six[0].plot(log=True).get_yscale() == "log"
    with pytest.raises(ValueError, match='log must be "x", "y", "both", True or False, got \'z\''):
        six.plot(log="z")


def test_negative_regret_is_in_sight(six):
    """Curve and band, in plots and in charts."""
    result = negative(six[0])
    ax = result.plot()
    assert ax.get_ylim()[0] < (result.mean - 2.0 * result.stderr).min()
    line = Line("Greedy", 0, result.times, result.mean)
    (axes,) = figure_of(LineChart("It", (Panel("", (line,)),), "round", "regret")).axes
    assert axes.get_ylim()[0] < result.mean.min()


@pytest.mark.parametrize("title", ["Short", "A TITLE IN CAPITALS " * 8])
def test_long_titles_are_wrapped(title):
    """Within the figure, and above the curves."""
    line = Line("Greedy", 0, [1, 2], [1.0, 2.0])
    figure = figure_of(LineChart(title, (Panel("", (line,)),), "round", "regret"))
    figure.canvas.draw()
    box = figure._suptitle.get_window_extent()
    assert figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1
    assert figure.axes[0].get_tightbbox().y1 < box.y0 < box.y1 <= figure.bbox.y1


def boxes(fig):
    """The legend of the first axes and the second axes, in pixels."""
    fig.canvas.draw()
    first, second = fig.axes
    return first.get_legend().get_window_extent(), second.get_tightbbox()


@pytest.mark.parametrize("layout", [None, "constrained", "tight"])
def test_a_legend_covers_no_other_axes(six, layout):
    """Six policies on the first of two axes."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(11, 4), layout=layout)
    right.plot([0, 1], [0, 1])
    six.plot(left)
    legend, other = boxes(fig)
    assert len(left.get_legend().get_texts()) == 6
    assert not legend.overlaps(other)
    assert six.plot(legend=False).get_legend() is None


def test_rc_params_are_respected(six):
    """Width, cycle, grid, frame and size that the user has set are kept; the rest is ours."""
    own = cycler(color=["red", "lime"], linestyle=["-", ":"])
    settings = {"lines.linewidth": 4.0, "axes.prop_cycle": own, "figure.figsize": (3, 2), "axes.grid": True}
    with plt.rc_context(settings | {"grid.color": "blue"}):
        ax = six.plot()
        assert [line.get_color() for line in ax.get_lines()] == ["red", "lime"] * 3
        assert [line.get_linestyle() for line in ax.get_lines()] == ["-", ":"] * 3
        assert {line.get_linewidth() for line in ax.get_lines()} == {4.0}
        assert tuple(ax.figure.get_size_inches()) == (3.0, 2.0)
        assert 0.25 not in {line.get_alpha() for line in ax.get_xgridlines()}
    _, ax = plt.subplots()
    ax.set_prop_cycle(color=["purple", "teal"])
    assert [line.get_color() for line in six.plot(ax).get_lines()] == ["purple", "teal"] * 3


def test_our_style_where_nothing_is_set(six):
    """No two lines alike, also when they are drawn one after the other on the same axes."""
    ax = six[0].plot()
    six[1].plot(ax)
    expected = bg.figure_style()
    with plt.rc_context(expected):
        same = six.plot()
    for drawn in (ax, same):
        assert [line.get_color() for line in drawn.get_lines()][:2] == expected["axes.prop_cycle"].by_key()["color"][:2]
        assert drawn.get_lines()[0].get_linewidth() == expected["lines.linewidth"]
        assert not drawn.spines["top"].get_visible()


@pytest.mark.every_time("$x_$", "<b> & \\xe9")
@pytest.mark.parametrize("label", ["$x_$", "a $ b", "_hidden", r"\$5", "100 %", "<b> & é"])
def test_labels_are_shown_as_text(six, label, tmp_path):
    """What would be mathematics to Matplotlib is drawn as it is, also in a legend that the user makes again."""
    ax = curves(six.results[:1], labels=[label])
    ax.legend()
    ax.figure.savefig(tmp_path / "it.png")
    assert len(ax.get_legend().get_texts()) == 1
    line = Line(label, 0, np.arange(1.0, 4.0), np.arange(3.0))
    other = Line("other", 1, np.arange(1.0, 4.0), np.arange(3.0))
    write_figure(LineChart(label, (Panel(label, (line, other)),), label, label, note=label), tmp_path / "lines")
    write_figure(HeatMap(label, ((label, np.ones((1, 1))),), ("a",), ("b",), "x", "y", label), tmp_path / "heat")
    write_figure(DotChart(label, (label,), (label,), (Dot(0, 0, 2.0, label),), "x", ("a", "b")), tmp_path / "dots")
    shown = html.unescape((tmp_path / "lines.svg").read_text())
    assert f">{label}</text>" in shown or f"> {label}</text>" in shown


def test_files_are_of_publication_quality(six, tmp_path):
    """Fonts of type 42 in PDF, text in SVG, 300 dots per inch in PNG; the same bytes when they are written again."""
    experiment = bg.Experiment("it", "It", [({}, PROBLEM)], {"extra": []}, {})
    for folder in ("one", "two"):
        paths = drawn_into(tmp_path / folder, None)(experiment, "extra", {}, six)
    svg, pdf, png, data = paths
    assert b"/Type3" not in pdf.read_bytes()
    assert b"/CIDFontType2" in pdf.read_bytes()
    assert ">regret</text>" in svg.read_text()
    with Image.open(png) as image:
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)
    for path in paths:
        assert path.read_bytes() == (tmp_path / "one" / path.name).read_bytes()
    rows = list(csv.DictReader(data.open()))
    assert len(rows) == 6 * len(six[0].times)
    assert [float(row["mean"]) for row in rows[: len(six[0].times)]] == six[0].mean.tolist()


def test_the_numbers_of_charts_are_beside_them(tmp_path):
    """A row per point, cell or dot."""
    x, y = np.arange(1.0, 3.0), np.array([0.5, 1.5])
    write_figure(
        LineChart("It", (Panel("p", (Line("a", 0, x, y, y - 0.1, y + 0.1), Line("b", 1, x, y))),), "t", "r"),
        tmp_path / "l",
    )
    assert (tmp_path / "l-data.csv").read_text().splitlines() == [
        "panel,line,t,r,low,high",
        "p,a,1.0,0.5,0.4,0.6",
        "p,a,2.0,1.5,1.4,1.6",
        "p,b,1.0,0.5,,",
        "p,b,2.0,1.5,,",
    ]
    write_figure(HeatMap("It", (("a", np.array([[1.0, 2.0]])),), ("c1", "c2"), ("r1",), "x", "y", "v"), tmp_path / "h")
    assert (tmp_path / "h-data.csv").read_text() == "policy,y,x,v\na,r1,c1,1.0\na,r1,c2,2.0\n"
    wins = ((Win(0, 1.25, True, "A 4, b 5"), Win(1, 1.0, False, "as good")),)
    chart = WinnerMap("It", (("p", wins),), ("c1", "c2"), ("r1",), ("AB", "Ab"), "x", "y")
    write_figure(chart, tmp_path / "w")
    assert (tmp_path / "w-data.csv").read_text().splitlines() == [
        "panel,y,x,winner,the next loses this many times as much,clear",
        "p,r1,c1,AB,1.25,True",
        "p,r1,c2,Ab,1.0,False",
    ]
    shown = (tmp_path / "w.svg").read_text()
    assert all(f">{words}</text>" in shown for words in ("A 1.25×", "B ≈"))  # no two policies have the same letter
    (panel,) = payload(chart)["panels"]
    assert (panel["z"], panel["text"]) == ([[0, 1.5]], [["A 1.25×", "B ≈"]])
    write_figure(DotChart("It", ("row",), ("s",), (Dot(0, 0, 2.0, "words"),), "x", ("a", "b")), tmp_path / "d")
    assert (tmp_path / "d-data.csv").read_text() == "experiment,series,cell,x,low,high\nrow,s,words,2.0,,\n"


def test_the_legend_of_a_headline_is_beside_the_dots():
    """Also where there is a single row."""
    dots = tuple(Dot(0, series, 2.0 + series, "it", 1.0, 5.0) for series in range(3))
    figure = figure_of(DotChart("Headline", ("failure",), ("a", "b", "c"), dots, "ratio", ("←", "→")))
    figure.canvas.draw()
    (ax,) = figure.axes
    assert ax.get_legend().get_window_extent().x0 >= ax.get_window_extent().x1
    assert {line.get_linestyle() for line in ax.get_lines()[:1]} == {"-"}
