"""An experiment of one's own has a page: figures to look into, numbers, what became of its claims."""

from __future__ import annotations

import json
import re

import numpy as np
from typer.testing import CliRunner

import begreedy as bg
from begreedy.cli.main import app

FILE = """
title = "Two <arms> & more"
horizon = 40
runs = 6
policies = ["Greedy()", "UCB()"]
claims = ["Greedy < UCB"]
notes = "With care."

[[cells]]
arms = 2
problem = "Finite(means=(0.9, 0.1))"

[[cells]]
arms = 3
problem = "Finite(means=(0.9, 0.1, 0.2))"
"""


def test_run_leaves_a_page(tmp_path):
    """A section per cell, the numbers of its table and curves, the claims; files that it links to are there."""
    (tmp_path / "mine.toml").write_text(FILE)
    done = CliRunner().invoke(app, ["run", str(tmp_path / "mine.toml"), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    page = tmp_path / "out" / "mine.html"
    assert f"open {page}" in done.output
    html = page.read_text("utf-8")
    assert "Two &lt;arms&gt; &amp; more" in html
    assert "<arms>" not in html
    assert "With care." in html
    assert html.count("<li>Greedy &lt; UCB [arms = ") == 2
    assert re.findall(r'<section id="([^"]*)"', html) == ["mine-arms=2", "mine-arms=3"]
    for link in re.findall(r'(?:href|src)="(mine-[^"]*)"', html):
        assert (page.parent / link).exists(), link
    assert (page.parent / "plotly.min.js").exists()
    charts = [json.loads(found) for found in re.findall(r'<script type="application/json">(.*?)</script>', html)]
    expected = bg.compare([bg.Greedy(), bg.UCB()], bg.Finite(means=(0.9, 0.1)), horizon=40, runs=6)
    for line, result in zip(charts[0]["panels"][0]["lines"], expected, strict=True):
        assert np.allclose(line["y"], result.mean, rtol=1e-4)
        assert f"<td>{result.mean[-1]:.5g} ± " in html


def test_a_single_figure_needs_no_page(tmp_path):
    """With --plot the figure is the file that was asked for, and nothing else is written beside it."""
    (tmp_path / "mine.toml").write_text(FILE)
    command = ["run", str(tmp_path / "mine.toml"), "--out", str(tmp_path / "out"), "--plot", str(tmp_path / "it.svg")]
    assert CliRunner().invoke(app, command).exit_code == 0
    assert not (tmp_path / "out" / "mine.html").exists()
    assert (tmp_path / "it-arms=2.svg").exists()
