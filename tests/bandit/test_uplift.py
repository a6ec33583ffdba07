"""Uplift: intervals hold at every look, however late outcomes come, and whichever of them come first."""

from __future__ import annotations

import heapq
import random

import numpy as np
import pytest

from begreedy.bandit.store.checkpoint import read_checkpoint, write_checkpoint
from begreedy.bandit.watch.dashboard import board
from begreedy.online import Bandit
from begreedy.service.page.pictures import interval, rates
from support.online_play import NAMES, Clock

MEANS = {"red": 0.2, "green": 0.3, "blue": 0.6}
HOUR = 3600.0
ZERO = {"outcomes": "zero until told", "window": HOUR}
WAYS = {  # how outcomes are reported: settings, and whether zeros are reported at all
    "told": ({}, True),
    "told, revised": ({"revise": True, "window": 1.5 * HOUR}, True),
    "told in a window": ({"window": HOUR, "default": 0.0}, False),
    "zero until told": (ZERO, False),
}


def at_once(luck, paid):
    return 0.0


def clicks_first(luck, paid):
    """Clicks in seconds, zeros after an hour."""
    return 5.0 if paid else HOUR


def lognormal(luck, paid):
    """Clicks in minutes, some after most of an hour; zeros after it."""
    return min(HOUR - 1.0, luck.lognormvariate(6.0, 1.2)) if paid else HOUR


def live(bandit, clock, luck, delay, zeros, steps=16, batch=50):
    """Decisions every quarter of an hour, outcomes when they come; yields all expected rewards so far, by group."""
    expected, coming = [], []

    def tell(until):
        with bandit.transaction():
            while coming and coming[0][0] <= until:
                clock.now, decision, paid = heapq.heappop(coming)
                bandit.reward(decision, paid)

    for step in range(steps):
        moment = 1.7e9 + 900.0 * step
        tell(moment)
        clock.now = moment
        for decision in bandit.decide_many(batch, segment=luck.choice(["phone", "desk"])):
            paid = float(luck.random() < MEANS[decision.arm])
            expected.append((decision.cohort, decision.segment, MEANS[decision.arm]))
            if paid or zeros:
                heapq.heappush(coming, (moment + delay(luck, paid), decision.id, paid))
        yield expected
    tell(moment + 2 * HOUR)
    clock.now = moment + 2 * HOUR
    yield expected


def holds(found, expected):
    """Whether an uplift has the gain and the ratio of the first decisions: as many as it counts."""
    truth = {}
    for cohort, count in (("control", found.control_decisions), ("treated", found.treated_decisions)):
        known = [mean for group, segment, mean in expected if group == cohort and found.segment in (None, segment)]
        truth[cohort] = np.mean(known[:count]) if count else None
    if None in truth.values():
        return (found.difference_low, found.difference_high) <= (0.0, 1.0)
    gain, ratio = truth["treated"] - truth["control"], truth["treated"] / truth["control"]
    return found.difference_low <= gain <= found.difference_high and found.ratio_low <= ratio <= (
        found.ratio_high or 1e9
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("way", "delay"), [("told", at_once), *((way, delay) for way in WAYS for delay in (clicks_first, lognormal))]
)
def test_uplift_covers_the_truth_at_every_look(tmp_path, way, delay):
    """Greedy against a fixed arm, looked at after every step, in all and by segment.

    Runs in which all looks hold: so many that a rule with less than the level of 0.8 would fail by three standard
    errors.  And in the end the gain is proven, or nearly.
    """
    settings, zeros = WAYS[way]
    runs, good, lows = 40, np.zeros(3), []
    for run in range(runs):
        luck, clock = random.Random(run), Clock(1.7e9)
        asked = {"control": "green", "share": 0.3, "seed": run, "clock": clock, **settings}
        with Bandit("Greedy", NAMES, 1000, tmp_path / f"{run}.db", **asked) as bandit:
            all_hold = np.ones(3, bool)
            for expected in live(bandit, clock, luck, delay, zeros):
                found = bandit.uplift(0.8)
                all_hold[: len(found)] &= [holds(part, expected) for part in found]
            good += all_hold
            counted = found[0].control_decisions + found[0].treated_decisions
            assert (counted, found[0].control_pending, found[0].treated_pending) == (800, 0, 0)
            lows.append(found[0].difference_low)
    assert (good / runs >= 0.8 + 3 * (0.8 * 0.2 / runs) ** 0.5).all(), good / runs
    assert np.median(lows) > 0.0


def test_what_is_open_counts_at_both_ends(tmp_path):
    """Clicks that are reported first prove nothing yet; nor does a window that is not over."""
    for settings in ({}, {"outcomes": "zero until told", "window": HOUR}):
        clock = Clock(1.7e9)
        path = tmp_path / f"{len(settings)}.db"
        with Bandit("UniformRandom", NAMES, store=path, control="green", share=0.5, clock=clock, **settings) as bandit:
            made = bandit.decide_many(200)
            bandit.reward_many([(d.id, 1.0) for d in made if d.cohort == "treated"][:60])
            (found,) = bandit.uplift()
            assert found.difference_low < 0.0
            if settings:
                assert (found.control_decisions, found.treated_decisions, found.difference) == (0, 0, None)
                clock.now += HOUR + 1.0
                (found,) = bandit.uplift()
                assert found.control_decisions + found.treated_decisions == 200
                assert found.difference_low > 0.0
            else:
                control, treated = (sum(d.cohort == group for d in made) for group in ("control", "treated"))
                assert (found.control_decisions, found.control_pending) == (control, control)
                assert (found.treated_decisions, found.treated_pending) == (treated, treated - 60)
                assert (found.control_mean, found.treated_mean) == (None, 1.0)
            assert bandit.check().ok


def test_a_clock_that_ran_ahead_holds_nothing_back(tmp_path):
    """Decisions of a clock that was a year ahead count once a later one's window is over."""
    clock = Clock(1.7e9 + 366 * 86400.0)
    settings = {"control": "red", "share": 0.5, "outcomes": "zero until told", "window": HOUR}
    with Bandit("UniformRandom", NAMES, store=tmp_path / "b.db", clock=clock, **settings) as bandit:
        bandit.decide_many(10)
        clock.now = 1.7e9
        bandit.decide_many(10)
        clock.now += HOUR + 1.0
        bandit.decide()
        (found,) = bandit.uplift()
        assert found.control_decisions + found.treated_decisions == 20
        assert bandit.check().ok


@pytest.mark.every_time(
    "told-clicks_first", "told, revised-lognormal", "told in a window-clicks_first", "zero until told-lognormal"
)
@pytest.mark.parametrize("delay", [clicks_first, lognormal], ids=lambda delay: delay.__name__)
@pytest.mark.parametrize("way", WAYS)
def test_pictures_cover_the_truth_at_the_end_of_every_hour(tmp_path, way, delay):
    """The curves of the page, each at its level of 0.975, and the intervals of arms."""
    settings, zeros = WAYS[way]
    for group in ({}, {"control": "green", "share": 0.3}):
        luck, clock, path = random.Random(8), Clock(1.7e9), tmp_path / f"{len(group)}.db"
        with Bandit("UniformRandom", NAMES, store=path, clock=clock, **group, **settings) as bandit:
            for so_far in live(bandit, clock, luck, delay, zeros):
                expected, seen = so_far, board(bandit)
                arms = seen.arms
                low, high = interval(arms.known_total, arms.decided, arms.out, (0.0, 1.0))
                for i, name in enumerate(arms.names):
                    assert low[i] <= MEANS[name] <= high[i]
            shown = rates(seen.hours, bandit.settings, clock.now)
            assert len(shown["times"]) == len(seen.hours) > 4
            for curve in shown["groups"]:
                cohort = {"all": "treated"}.get(curve["group"], curve["group"])
                known = [mean for one, _, mean in expected if curve["group"] in ("all", one)]
                for i, hour in enumerate(seen.hours):
                    count = getattr(hour, f"{cohort}_counted")
                    if curve["mean"][i] is not None:
                        assert curve["low"][i] <= np.mean(known[:count]) <= curve["high"][i]
                assert curve["high"][-1] - curve["low"][-1] < 0.5


def test_archives_of_the_format_before_count_from_there_on(tmp_path):
    """Hours and checkpoints that had counted outcomes as they came are taken over without what they said of groups."""
    clock, path = Clock(1.7e9), tmp_path / "b.db"
    settings = {"control": "red", "share": 0.5, "clock": clock, "store": path}
    with Bandit("UniformRandom", NAMES, **settings) as bandit:
        for _ in range(8):
            early = bandit.decide_many(10)
            bandit.reward_many([(d.id, 1.0) for d in early[1:]])
            clock.now += 1800.0
        bandit.archive(clock.now - 5000.0, tmp_path / "archives")
        session = bandit._session
        checkpoint = read_checkpoint(session.store)
        before = dict(checkpoint.state, format=5, cohorts=[])
        del before["maturity"]
        before["hours"][2] += [0, 0.0, 0, 0.0]
        for sql, rows in write_checkpoint(session.store, checkpoint._replace(state=before)):
            session.database.write(sql, rows)
        for column in ("control_open", "treated_open"):
            session.database.rows(f"ALTER TABLE hours DROP COLUMN {column}")
        session.database.rows("UPDATE schema_version SET version = 9")
    with Bandit.open(path, clock=clock) as bandit:
        (found,) = bandit.uplift()
        assert found.control_decisions + found.treated_decisions == 80 - checkpoint.state["counts"][1]
        bandit.reward(early[0].id, 0.0)
        assert bandit.check().ok
        archived, *_ = board(bandit).hours
        assert (archived.decisions > 0, archived.treated_counted) == (True, 0)


def test_uplift_needs_a_group_and_a_range(store):
    with (
        Bandit("Greedy", NAMES, 1000, store, name="none") as bandit,
        pytest.raises(ValueError, match="control must be given"),
    ):
        bandit.uplift()
    with (
        Bandit("Greedy", NAMES, 1000, store, name="any", rewards=None, control="red") as bandit,
        pytest.raises(ValueError, match="rewards must be a range"),
    ):
        bandit.uplift()
    with Bandit("Greedy", NAMES, 1000, store, name="new", control="red") as bandit:
        (nothing,) = bandit.uplift()
        assert (nothing.difference, nothing.difference_low, nothing.difference_high) == (None, -1.0, 1.0)
        with pytest.raises(ValueError, match="level must be greater than 0 and less than 1"):
            bandit.uplift(1.0)
