"""Any description of a situation is either answered or refused clearly: generated ones never crash."""

from __future__ import annotations

from math import isfinite

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import begreedy as bg
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import candidates, theorems_arms
from begreedy.advice.models import card_of, names
from begreedy.values.errors import BadType, BadValue

NUMBERS = st.one_of(
    st.integers(1, 40),
    st.floats(0.01, 1000.0),
    st.sampled_from([-1, 0, 1, 2, 0.5, 1e-300, 1e6, 1e12, 2**40, 1e300, float("nan"), float("inf")]),
)
COUNTS = st.tuples(st.integers(0, 300), st.integers(0, 300)).map(sorted)
KNOWN = {
    "arms": st.one_of(st.integers(1, 3000), NUMBERS),
    "prior": st.sampled_from(
        [
            *("Uniform()", "Uniform(0.2, 0.3)", "Uniform(-1, 2)", "Beta(2, 60)", "Beta(1, 3)", "Beta(0.1, 0.1)"),
            *("Beta(2000, 3)", "Beta(0, 1)", "Greedy()", "nonsense(", "Beta(1e-9, 1e9)"),
        ]
    ),
    "law": st.sampled_from(["Bernoulli()", "Gaussian(1.0)", "Gaussian(0)", "Gaussian(1e-12)", "BetaReward()", "Law()"]),
    "history": st.lists(COUNTS, max_size=6),
    "alpha": NUMBERS,
    "smoothness": NUMBERS,
    "gamma": st.one_of(st.floats(0.0, 1.0), NUMBERS),
    "dimension": st.one_of(st.integers(1, 30), NUMBERS),
    "slots": NUMBERS,
    "lifetime": NUMBERS,
    "budget": NUMBERS,
    "size": NUMBERS,
    "rate": st.one_of(st.floats(0.0, 1.0), NUMBERS),
    "step": st.one_of(st.floats(0.0, 1.0), NUMBERS),
    "births": NUMBERS,
    "delay": st.one_of(NUMBERS, st.sampled_from(["Exponential(50)", "Fixed(3)", "Exponential(-1)", "soon"])),
    "window": NUMBERS,
    "batch": NUMBERS,
}
LATE = ("delay", "window", "batch")
MODELS = {
    "finite": ("arms", "prior", "law", "history", *LATE),
    "continuous": ("alpha", "smoothness", "law"),
    "infinite": ("prior", "law", "history"),
    "many-armed": ("arms", "gamma", "prior", "law", "history", *LATE),
    "linear": ("dimension", "law", "arms"),
    "cascading": ("arms", "slots", "prior", "history"),
    "mortal": ("arms", "lifetime", "prior", "law", "history", "births"),
    "budgeted": ("budget", "arms", "prior", "history"),
    "combinatorial": ("arms", "size", "prior", "law", "history"),
    "drifting": ("arms", "rate", "step", "prior", "law", "history"),
    "in-use": ("arms", "prior", "history", *LATE),
}
HORIZONS = st.one_of(st.integers(1, 10**6), st.none(), NUMBERS)


@st.composite
def descriptions(draw):
    """A model, a horizon and some of what may be known of it, sensible or not."""
    model = draw(st.sampled_from(sorted(MODELS)))
    names = draw(st.lists(st.sampled_from(MODELS[model]), unique=True))
    return model, draw(HORIZONS), {name: draw(KNOWN[name]) for name in names}


def answer_or_refusal(model, horizon, known):
    """All that is decided before anything is simulated; None if it was refused, with words."""
    try:
        situation = situation_of(model, horizon, **known)
        entered = candidates(situation)
    except (BadValue, BadType) as error:
        return _refused(error)
    card = card_of(situation.problem)
    assert {candidate.greedy for candidate in entered} == {True, False}
    assert len({candidate.name for candidate in entered}) == len(entered)
    theorems_arms(situation)
    for baseline in (card.random(situation.problem, situation.rounds), card.today(situation)):
        assert baseline is None or isfinite(baseline)
    for reason in (card.why_greedy, card.why_explore):
        assert reason is None or reason(situation)
    return situation


def _refused(error):
    """A refusal says something."""
    assert len(str(error)) > 10


def test_every_model_is_described():
    assert set(MODELS) == set(names())


def test_too_many_budgeted_arms_with_a_history_are_refused():
    """In words, before they are drawn: they would fill the memory."""
    with pytest.raises(ValueError, match="arms must be at most 100000 with a history"):
        situation_of("budgeted", 1000, arms=10**12, history=[[1, 10], [2, 10], [5, 20]])


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(descriptions())
def test_descriptions_are_answered_or_refused(description):
    """By nothing but an error of begreedy's own, whose words say something."""
    answer_or_refusal(*description)


@pytest.mark.long
@settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(descriptions())
def test_many_descriptions_are_answered_or_refused(description):
    answer_or_refusal(*description)


@pytest.mark.long
@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(descriptions())
def test_advice_on_any_description(description):
    """The whole way, with hardly any effort."""
    model, horizon, known = description
    if answer_or_refusal(model, horizon, known) is None:
        return
    try:
        advice = bg.advise(model, horizon, effort=0.02, **known)
    except (BadValue, BadType) as error:  # too large for this machine, for instance
        _refused(error)
        return
    assert advice.sentence
    assert str(advice)
