"""The words of an answer: each is true beside the others."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

import begreedy as bg
from begreedy.advice import turning
from begreedy.advice.advise import RACE, _affordable, _bound
from begreedy.advice.answer import TAIL, Advice, Option, Turning
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import candidates, of_your_own
from begreedy.advice.models import card_of, names
from begreedy.advice.pilot import Pilot
from begreedy.advice.race import MOST, Meter, Race
from begreedy.advice.words import notes, sentence, summary, turning_to_tell
from begreedy.values.canonical import display_name

SITUATION = situation_of("many-armed", 1000, arms=50, gamma=0.3)


def ranked(*policies, runs=TAIL):
    """Options by rank, each a policy, its mean and what its worst runs lose."""
    some = {"k": None, "tied": False, "runs": runs, "stderr": 1.0, "reward": 500.0, "reward_stderr": 1.0}
    some |= {"reward_low": 400.0, "reward_high": 600.0, "q90": 1.0, "locked": 0.0, "by_prior": (1.0,)}
    rows = enumerate(policies, start=1)
    return [
        Option(rank=i, name=display_name(p), policy=p, greedy=i > 1, mean=mean, worst=worst, **some)
        for i, (p, mean, worst) in rows
    ]


def test_what_is_safer_may_be_of_any_kind():
    """The best of those that end far less badly than what is advised, be it Greedy or not."""
    options = ranked((bg.EmpiricalCBT(), 100.0, 900.0), (bg.Greedy(), 110.0, 800.0), (bg.MOSS(), 120.0, 300.0))
    (said,) = notes(SITUATION, options, None, False)
    assert said.startswith("safer: MOSS loses 120 on average where EmpiricalCBT loses 100, but in the worst 5 %")
    assert said.endswith("only 300 instead of 900")
    assert notes(SITUATION, options[::-1], None, False) == []  # MOSS is advised: nothing is safer
    few = [replace(option, runs=TAIL - 1) for option in options]
    assert notes(SITUATION, few, None, False) == []  # so few runs do not tell


def test_a_theorem_speaks_of_greedy_by_whatever_name():
    """Its bound, and the notes on how many arms to keep, go by what plays, not by what that is called."""

    def bound(policy):
        return _bound(SITUATION, of_your_own(policy, []))

    assert bound(bg.Subsample(bg.Greedy(), k=20, label="mine")) == bound(bg.Subsample(bg.Greedy(), k=20)) is not None
    assert bound(bg.Subsample(bg.OptimisticGreedy(), k=20, label="Greedy(K=20)")) is None
    assert bound(bg.Subsample(bg.Discounted(bg.Greedy(), 100.0), k=20, label="Greedy(K=20)")) is None
    some = [bg.Subsample(bg.Greedy(), k=k) for k in (20, 10)]
    options = ranked((some[0], 100.0, 200.0), (some[1], 140.0, 900.0))
    options = [replace(option, k=option.policy.k) for option in options]
    renamed = [replace(option, name=f"number {option.rank}") for option in options]
    said = notes(SITUATION, options, 20, False)
    assert notes(SITUATION, renamed, 20, False) == said
    assert len(said) == 2
    assert "the theorem keeps K = 20" in said[0]
    assert "900 on average with K = 10, 200 with K = 20" in said[1]


def test_who_loses_more_earns_less():
    """Also where a rival has fewer and luckier runs: it earns what the best arm would earn minus what it loses."""
    options = ranked((bg.EmpiricalCBT(), 43.0, 90.0), (bg.Greedy(), 66.0, 80.0))
    options[1] = replace(options[1], reward=900.0, runs=8)
    told = dict(summary(SITUATION, options, None, False))
    assert told["best greedy"] == "Greedy earns 477 (0.477 a round)"  # 500 + 43 - 66
    assert told["the best arm"].startswith("would earn 543; ")
    shares = dict(summary(SITUATION, [replace(option, mean=0.1) for option in options], None, True))
    assert shares["best greedy"] == "Greedy loses 10 ± 1e+02 %"


def test_who_has_few_runs_does_not_change_whether_to_be_greedy():
    """The best of the other kind decides; one behind it that is tied for want of runs is not said to lose as little."""
    first, same, rival, behind = ranked((bg.Greedy(), 1.0, 2.0), *[(bg.MOSS(), 1.0, 2.0)] * 3)
    same = replace(same, name="another", greedy=first.greedy, tied=True)
    behind = replace(behind, name="seldom played", tied=True)
    options = [replace(first, tied=True), same, rival, behind]
    for other, greedy in ((rival, first.greedy), (replace(rival, tied=True), None)):
        options[2] = other
        assert Advice.greedy.fget(SimpleNamespace(options=options, best=first)) is greedy
        said = sentence(SITUATION, options, False)
        assert ("(another is not clearly worse)" in said) is (greedy is not None)
        assert "seldom played" not in said


def test_few_runs_tell_nothing_of_the_tail_and_leave_ties_open():
    """No share of the runs and no worst runs of four; what is open is marked "?", and only what is alike "="."""
    options = ranked((bg.Greedy(), 3545.0, 4000.0), (bg.MOSS(), 31090.0, 50000.0), (bg.UCB(), 3550.0, 4000.0))
    many = dict(summary(SITUATION, options, None, False))["ends badly"]
    assert many.startswith("0 % of the runs play one arm")
    few = [replace(option, runs=4) for option in options]
    told = dict(summary(SITUATION, few, None, False))["ends badly"]
    assert told == "not known from 4 runs, which lose 3545 ± 1 on average; a larger effort tells"
    marked = [options[0], replace(options[1], tied=True, open=True, runs=4), replace(options[2], tied=True)]
    for chosen, marks in ((marked, "=?="), (marked[:2], "1?")):
        table = Advice._rows(
            SimpleNamespace(options=[replace(o, tied=True) for o in chosen], prior=None, problem=SITUATION.problem)
        )
        assert "".join(row[0] for row in table[1:]) == marks
        assert table[2][table[0].index("worst 5 %")] == ""
        assert table[2][table[0].index("regret")] == "31090 ± 1"


def test_why_it_is_not_decided_is_told_of_those_who_are_compared():
    """More runs may tell, if there can be more; else they have told that it makes no difference, or hardly any."""
    first, rival = ranked((bg.Greedy(), 60.0, 90.0), (bg.MOSS(), 61.0, 90.0))
    told = {
        "few": replace(rival, tied=True, open=True),
        "alike": replace(rival, tied=True),
        "all": replace(rival, tied=True, open=True, runs=MOST),
        "worse": rival,
    }
    said = {why: sentence(SITUATION, [replace(first, runs=o.runs), o], False) for why, o in told.items()}
    assert said["few"].startswith("Not certain yet: Greedy loses 60 ± 1 of the 560 that")
    assert said["few"].endswith("so few runs cannot tell them apart, a larger effort may.")
    assert said["alike"].startswith("Too close to call: ")
    assert "on average it makes no difference" in said["alike"]
    assert said["all"].startswith("Too close to call: ")
    assert said["all"].endswith("; 16 384 runs do not tell them apart.")
    assert said["worse"].startswith("Do not be greedy: ")
    given = replace(SITUATION, free=False)  # a larger effort cannot be asked for
    assert sentence(given, [first, told["few"]], False).endswith("so few runs cannot tell them apart.")
    few = [replace(first, runs=TAIL - 1), told["few"]]
    assert dict(summary(given, few, None, False))["ends badly"].endswith("on average")
    (left,) = notes(replace(given, left_out=("IRS",)), few, None, False)
    assert left == "left out, because too slow to simulate here: IRS"


def test_where_little_can_be_lost_it_hardly_matters():
    """Neither who is ahead, nor where that changes; but it does matter if one is clearly worse, or loses much."""
    first, rival = ranked((bg.Greedy(), 11.0, 20.0), (bg.MOSS(), 13.0, 20.0))
    nowhere = Turning("horizon", None, 100, 1000, False)
    found = replace(nowhere, value=300.0, explorer="MOSS")
    for open_ in (True, False):
        options = [first, replace(rival, tied=True, open=open_)]
        said = sentence(SITUATION, options, False)
        expected = "Greedy loses 2.2 % of what the best arm would earn, MOSS 2.5 %; choose what is simpler."
        assert said == f"It hardly matters: {expected}"
        assert turning_to_tell(SITUATION, options, nowhere, False) is None
        assert turning_to_tell(SITUATION, options, found, False) is found
    for other in (rival, replace(rival, tied=True, mean=30.0)):
        assert not sentence(SITUATION, [first, other], False).startswith("It hardly matters")
        assert turning_to_tell(SITUATION, [first, other], nowhere, False) is nowhere
    shares = [replace(first, mean=0.01, stderr=0.001), replace(rival, mean=0.02, stderr=0.001, tied=True)]
    assert "Greedy loses 1 % of what the best arm would earn, MOSS 2 %" in sentence(SITUATION, shares, True)


def test_optimism_is_compared_with_the_best_that_has_none():
    """In a sentence of its own, since the one before it speaks of the policy that explores."""
    hopeful, explorer, plain = ranked(
        (bg.OptimisticGreedy(), 60.0, 90.0), (bg.MOSS(), 128.0, 190.0), (bg.Greedy(), 145.0, 200.0)
    )
    options = [replace(hopeful, greedy=True), replace(explorer, greedy=False), plain]
    said = sentence(SITUATION, options, False)
    assert said.startswith("Be greedy with optimism: play OptimisticGreedy, which loses 60 ± 1 of the 560 that")
    assert said.endswith(
        "MOSS, loses 128 ± 1. Optimism pays, because arms are tried a little longer: without it, Greedy loses 145 ± 1."
    )
    tied = sentence(SITUATION, [*options[:2], replace(plain, tied=True)], False)
    assert tied.endswith(", because 1 000 rounds are 20 for each of the 50 arms: exploring costs more than it finds.")


def test_how_many_arms_plain_greedy_should_keep_is_told_as_far_as_it_is_known():
    """As ranked, not by the luck of four runs; numbers of arms that are not told apart are not ranked."""
    some = ranked(*[(bg.Greedy(), mean, 90.0) for mean in (200.0, 204.0, 199.0, 400.0)])
    sure, also, lucky, worse = (
        replace(option, name=f"Greedy(K={k})", k=k) for option, k in zip(some, (70, 140, 9, 5), strict=True)
    )
    also, lucky = replace(also, stderr=3.0), replace(lucky, runs=4, stderr=20.0)
    told = notes(SITUATION, [sure, worse], 5, False)[0]
    assert told.endswith("keeps K = 5, which loses 400; simulation finds K = 70 best, which loses 200")
    told = notes(SITUATION, [sure, also, worse], 70, False)[0]
    assert told.endswith("so few runs cannot tell K = 70 and 140 apart (K = 70 loses 200)")
    told = notes(SITUATION, [sure, also, lucky, worse], 5, False)[0]
    assert told.endswith("keeps K = 5, which loses 400; so few runs cannot tell K = 9 to 140 apart (K = 70 loses 200)")


@pytest.mark.parametrize("weight", [0.5, 1.0, 4.0])
def test_a_sentence_about_a_policy_is_right_for_any_number(weight):
    told = dict(summary(SITUATION, ranked((bg.OptimisticGreedy(weight), 1.0, 2.0)), None, False))["what it does"]
    assert told.endswith(f"paid a pseudo-reward of 1 with weight {weight:g}")


@pytest.mark.long
def test_who_was_left_out_is_a_note_and_no_assumption():
    asked = situation_of("finite", 20_000, arms=3000, prior=bg.Beta(2, 60))
    situation, entered = _affordable(asked, [], Pilot(0, 0.5), RACE * 0.5)
    assert situation.left_out
    assert situation.assumed == asked.assumed
    assert not {candidate.name for candidate in entered} & set(situation.left_out)
    (said,) = notes(situation, ranked((bg.Greedy(), 1.0, 2.0)), None, False)
    assert said.startswith(f"left out, because too slow to simulate here: {situation.left_out[0]}")


def test_it_is_said_what_a_policy_does():
    """As its docstring begins, with its own numbers; of a policy on some of the arms, also what it does with them."""
    told = dict(summary(SITUATION, ranked((bg.EmpiricalCBT(), 1.0, 2.0)), None, False))["what it does"]
    assert (
        told == "CBT without a prior: plays the arm whose losses may be least, or a new one if even these are too large"
    )
    some = bg.Subsample(bg.GrowingGreedy(), k=9)
    told = dict(summary(SITUATION, ranked((some, 1.0, 2.0)), None, False))["what it does"]
    assert told.startswith("Plays policy on 9 of the arms")
    assert "; the policy: Greedy that starts with few arms" in told
    for model in names():
        known = {"budget": 100} if model == "budgeted" else {}
        for candidate in candidates(situation_of(model, 1000, **known)):
            told = dict(summary(SITUATION, ranked((candidate.policy, 1.0, 2.0)), None, False))["what it does"]
            assert len(told) > 20, candidate.name


@pytest.mark.parametrize(
    ("point", "words"),
    [
        (
            Turning("horizon", 2000.0, 1000, 4000, True, "UCB", counted="rounds"),
            "UCB overtakes Greedy at a horizon of about 2 000 rounds",
        ),
        (
            Turning("horizon", None, 1000, 4000, True, "UCB", counted="rounds"),
            "who is ahead at a horizon of 1 000 rounds is not clear; at 4 000 rounds, UCB is clearly ahead of Greedy",
        ),
        (
            Turning("horizon", None, 1000, 4000, False, "UCB", counted="rounds"),
            "who is ahead at a horizon of 4 000 rounds is not clear; at 1 000 rounds, Greedy is clearly ahead of UCB",
        ),
        (
            Turning("rate", None, 10, 40, True, "Window", 0.1),
            "who is ahead at a rate of 10 is not clear; at 40, Window clearly saves more than 10 % of Greedy's regret",
        ),
        (
            Turning("horizon", None, 1000, 8000, True, clear=2000, counted="rounds"),
            "none found up to a horizon of 2 000 rounds; who is ahead from there to 8 000 rounds "
            "so few runs cannot tell",
        ),
        (
            Turning("horizon", None, 100, 1000, False, clear=500, counted="rounds"),
            "none found down to a horizon of 500 rounds; who is ahead from there to 100 rounds so few runs cannot tell",
        ),
    ],
)
def test_a_turning_point_in_words(point, words):
    assert str(point) == words


@pytest.mark.parametrize("clear", [True, False])
def test_no_turning_point_is_given_where_it_is_not_clear_who_is_ahead(monkeypatch, clear):
    """It would be found between a place where the order is a guess, and another."""
    race = Race(SITUATION, 0, 1.0, Meter(1.0))
    gaps = iter([turning.Gap(1000.0, 1.0, 1.0, "UCB", clear), turning.Gap(2000.0, -9.0, 1.0, "UCB", True)])
    monkeypatch.setattr(turning, "_gap_of", lambda *_: next(gaps))
    monkeypatch.setattr(turning, "_of_kind", lambda *_: ["some"])
    monkeypatch.setattr(turning, "_rivals", lambda *_: [])
    monkeypatch.setattr(turning, "_race", lambda *_: race)
    found = turning.turning_point(race, 1.0, Pilot(0, 1.0))
    assert (found.value is not None) == clear
    assert (found.low, found.high, found.explorer) == (1000.0, 2000.0, "UCB")


@pytest.mark.parametrize(("values", "clear"), [((5.0, 4.0, 1.0, -1.0), 2000.0), ((5.0, 4.0, 4.0, 4.0), None)])
def test_the_end_of_what_is_clear_is_told(monkeypatch, values, clear):
    """Greedy is not ahead where so few runs, all that there is time for, cannot tell."""
    race = Race(SITUATION, 0, 1.0, Meter(1.0))
    gaps = (turning.Gap(1000.0 * 2**i, value, 1.0, "UCB", i == 0) for i, value in enumerate(values))
    races = iter([race] * (len(values) - 1) + [None])
    monkeypatch.setattr(turning, "_gap_of", lambda *_: next(gaps))
    monkeypatch.setattr(turning, "_of_kind", lambda *_: ["some"])
    monkeypatch.setattr(turning, "_rivals", lambda *_: [])
    monkeypatch.setattr(turning, "_race", lambda *_: next(races))
    found = turning.turning_point(race, 1.0, Pilot(0, 1.0))
    assert (found.value, found.low, found.high, found.clear) == (None, 1000.0, 8000.0, clear)
    assert str(found).count(" rounds") == (2 if clear else 1)


def test_lifetimes_are_told_in_rounds_and_budgets_in_their_own_unit():
    for model, known, counted in (
        ("mortal", {}, "rounds"),
        ("budgeted", {"budget": 9}, None),
        ("finite", {}, "rounds"),
    ):
        assert card_of(situation_of(model, 1000, **known).problem).turning.counted == counted
