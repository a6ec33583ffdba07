"""What the command line knows of models is what their cards say."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import begreedy as bg
from begreedy.advice.known import Known
from begreedy.advice.models import CARDS, names
from begreedy.cli import advise, bound
from begreedy.cli.main import app

ADVISED = {parameter for card in CARDS for parameter in card.known}
BOUNDED = {parameter for card in CARDS if card.bounds is not None for parameter in card.bounds.parameters}
# Options that are no parameters of a model.
OF_ADVISE = {"model", "horizon", "views_per_day", "days", "seed", "effort", "plot", "json_file", "quiet"}
OF_BOUND = {"model", "horizon", "plot", "json_file"}


def help_of(command: str) -> str:
    return " ".join(CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "80"}).output.split())


def test_what_may_be_known_is_what_cards_take():
    """For type checkers, and in the words on ``advise``."""
    assert set(Known.__annotations__) == ADVISED
    assert {name for name in ADVISED if f"``{name}``" not in inspect.getdoc(bg.advise)} == set()


def test_every_parameter_is_an_option():
    assert set(inspect.signature(advise.advise).parameters) - OF_ADVISE == ADVISED
    assert set(inspect.signature(bound.bound).parameters) - OF_BOUND == BOUNDED


def test_every_option_reaches_the_advice(monkeypatch):
    """None is forgotten on its way."""
    arrived = {}

    def ask(*_, **known):
        arrived.update(known)
        raise ValueError("far enough")

    monkeypatch.setattr("begreedy.advice.advise.advise", ask)
    with pytest.raises(ValueError, match="far enough"):
        advise.advise("finite", 100.0, **dict.fromkeys(ADVISED, 2.0), quiet=True)
    assert set(arrived) - {"seed", "effort", "progress"} == ADVISED


def test_every_option_reaches_the_bounds(monkeypatch):
    arrived = {}
    monkeypatch.setattr("begreedy.advice.bounds.bound_rows", lambda model, horizon, known: arrived.update(known) or [])
    bound.bound("finite", 100.0, **dict.fromkeys(BOUNDED, 2))
    assert set(arrived) == BOUNDED


def test_help_names_the_models_of_an_option():
    text = help_of("advise")
    assert f"One of {', '.join(names())}; or a problem" in text
    assert "finite, many-armed, in-use: delay of outcomes" in text
    assert "all but continuous, infinite: number of arms" in text
    assert "Random seed" in text
    text = help_of("bound")
    assert "One of finite, continuous, infinite, many-armed, combinatorial. " in text
    assert "continuous: exponent of smoothness [default: 1]" in text
    assert "combinatorial: gap" in text


def test_no_other_use_of_these_commands_waits_for_the_cards():
    """Those who look for a command, or mistype one, do not import NumPy."""
    code = (
        "import sys\nfrom begreedy.cli.main import app\ntry:\n app(['advise', '--nothing'])\nexcept SystemExit: pass\n"
    )
    code += "assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
