"""The durable bandit: arms that come and go, ranges, lists, costs, past data; on both kinds of store."""

from __future__ import annotations

import time
from collections import Counter

import pytest

import begreedy as bg
from begreedy.bandit.folds.catalogue import Draws
from begreedy.online import (
    Bandit,
    NoSuchBandit,
    UnknownArm,
    bandits,
    delete,
)
from support.online_play import NAMES, play


@pytest.fixture
def bandit(store):
    with Bandit("Greedy", NAMES, horizon=100, store=store) as made:
        yield made


# ---------------------------------------------------------------- arms


def test_arms_come_and_go(bandit):
    play(bandit, [1.0, 0.0, 0.0])
    pending = bandit.decide()
    assert pending.arm == "red"
    assert bandit.add_arms(["pink"]) == ["pink"]
    assert bandit.decide().arm == "pink"  # every arm is pulled first
    assert bandit.retire_arm("red") is True
    assert bandit.retire_arm("red") is False
    assert bandit.explain("red").status == "retired"
    assert bandit.reward(pending.id, 0.5)  # late, and recorded
    assert (bandit.explain("red").pulls, bandit.explain("red").mean) == (2, 0.75)
    assert "red" not in {bandit.decide().arm for _ in range(20)}
    with pytest.raises(ValueError, match="'pink' is one already"):
        bandit.add_arms(["white", "pink"])
    with pytest.raises(UnknownArm, match="one of the 4 arms"):
        bandit.retire_arm("white")
    assert bandit.state().catalogue == 3
    for arm in ("green", "blue", "pink"):
        bandit.retire_arm(arm)
    with pytest.raises(ValueError, match="every arm is retired"):
        bandit.decide()
    bandit.add_arms(["white"])
    assert bandit.decide().arm == "white"
    assert bandit.check().ok


def test_arms_without_names(store):
    with Bandit("UCB", 3, store=store) as bandit:
        assert bandit.decide().arm == "0"
        assert bandit.add_arms(2) == ["3", "4"]
        assert bandit.explain(4).arm == bandit.explain("4").arm == "4"
        for arm in (5, -1, "5", "x", "²"):
            with pytest.raises(UnknownArm, match="one of 0 to 4"):
                bandit.explain(arm)
        with pytest.raises(TypeError, match="arm must be a whole number"):
            bandit.explain(None)


def test_numbered_arms_are_added_by_how_many(store):
    with Bandit("Greedy", 2, 100, store) as bandit:
        with pytest.raises(TypeError, match=r"arms must be how many: .* got .'x'."):
            bandit.add_arms(["x"])
        assert bandit.add_arms(2) == ["2", "3"]


def test_a_memory_of_its_own_keeps_arms_from_coming_and_going(store):
    with Bandit(bg.Stochastic(0.7, 5), 5, 100, store) as bandit:
        decision = bandit.decide()
        arm = bandit.explain(decision.arm)
        assert arm.pending == 0 or arm.why.endswith("; 1 pending pull does not count")
        with pytest.raises(TypeError, match="keeps a memory of its own"):
            bandit.add_arms(1)
        with pytest.raises(TypeError, match="keeps a memory of its own"):
            bandit.retire_arm(0)
        assert bandit.check().ok


def test_explains(bandit):
    assert bandit.explain("blue").why == "it is due: the policy begins with 1 pull of every arm, in order"
    play(bandit, [1.0, 0.0, 1.0])
    red = bandit.explain("red")
    assert (red.pulls, red.mean, red.index, red.rank) == (1, 1.0, 1.0, 1)
    assert red.why == "its index is the largest, shared with 1 other arm"
    assert bandit.explain("green").why == "its index 0 is number 3; the largest is 1"
    assert [arm.arm for arm in bandit.arms()] == ["red", "blue", "green"]
    decision = bandit.decide()
    assert "1 pending pull counts with its expected reward" in bandit.explain(decision.arm).why
    with pytest.raises(UnknownArm):
        bandit.explain("white")


def test_explains_how_pending_pulls_count(store, tmp_path):
    settings = {"outcomes": "zero until told", "window": 60.0}
    with (
        Bandit("Greedy", ["only"], store=store) as told,
        Bandit("Greedy", ["only"], store=store, name="z", **settings) as zero,
    ):
        told.reward(told.decide().id, 1.0)
        told.decide_many(15)
        assert told.explain("only").why == "its index is the largest; 15 pending pulls count with their expected reward"
        zero.decide()
        assert zero.explain("only").why.endswith("; 1 pending pull counts as 0")
    with Bandit("ThompsonBeta", ["only"], store=tmp_path / "samples.db") as bandit:
        assert bandit.explain("only").why == "it is played when its posterior sample is the largest"


def test_explains_a_first_pull_that_is_out(bandit):
    bandit.decide()
    red = bandit.explain("red")
    assert (red.pulls, red.pending, red.index) == (0, 1, None)
    assert red.why.startswith(
        "its first pull has just been made: from the next decision on it has an index; 1 pending pull"
    )
    bandit.decide()
    assert bandit.explain("red").index is not None


@pytest.mark.every_time("sqlite")
def test_arms_in_pages(store):
    """Pages are pieces of the whole, ranks count ties once, and many arms take no square of time."""
    with Bandit("UCB", 3000, 10**6, store) as bandit:
        bandit.reward_many((d.id, d.number % 7 / 7) for d in bandit.decide_many(2900))
        every = bandit.arms()
        assert len(every) == 3000
        assert every[-1].mean is None
        assert bandit.arms(10) + bandit.arms(5, skip=10) == every[:15]
        assert bandit.arms(5, skip=2998) == every[2998:]
        assert bandit.explain(every[0].arm) == every[0]
        assert every[0].rank == 1
        assert every[0].why == f"its index is the largest, shared with {sum(a.rank == 1 for a in every) - 1} other arms"
        indices = [arm.index for arm in every if arm.index is not None]
        assert every[2000].rank == 1 + sum(index > every[2000].index for index in indices)
        for bad in ({"limit": 0}, {"skip": -1}, {"limit": 1.5}):
            with pytest.raises(ValueError, match="must be"):
                bandit.arms(**bad)


def test_only_a_few_arms_of_a_catalogue_are_touched(store):
    """K of a thousand million, and those of a named one; retired arms are replaced, new ones wait to be drawn."""
    with Bandit("Subsample(Greedy(), k=5)", 10**9, 1000, store) as bandit:
        arms = {bandit.decide().number for _ in range(50)}
        assert len(arms) == 5
        assert max(arms) > 10**6
        assert bandit.state().playing == 5
        for arm in arms:
            bandit.retire_arm(arm)
        others = {bandit.decide().number for _ in range(50)}
        assert len(others) == 5
        assert not arms & others
        assert bandit.explain(0).status == "not drawn"
        began = time.process_time()
        assert bandit.check().ok
        assert time.process_time() - began < 3.0  # it looks at what there is, not at a thousand million arms
    names = [f"item {i}" for i in range(2000)]
    with Bandit(bg.Subsample(bg.ThompsonBeta(), 3), names, 1000, store, name="named", seed=4) as bandit:
        decision = bandit.decide()
        assert decision.arm == f"item {decision.number}"
        bandit.add_arms(["new"])
        assert bandit.explain("new").status == "not drawn"
        assert bandit.state().playing == 3
    with Bandit.open(store, "named") as bandit:
        assert bandit.state().catalogue == 2001
        assert len({bandit.decide().arm for _ in range(50)}) == 3
        assert bandit.check().ok


def test_draws_are_uniform_without_replacement():
    counts = Counter()
    for key in range(3000):
        draws = Draws("test", key)
        drawn = [draws.next(4), draws.next(4)]
        kept = Draws("other")
        kept.restore(draws.snapshot())
        rest = [kept.next(5) for _ in range(4)]
        assert sorted(drawn + rest[:3]) == [0, 1, 2, 3, 4]
        assert rest[3] is None
        counts[tuple(drawn)] += 1
    assert len(counts) == 12
    assert all(abs(count - 250) < 5 * 250**0.5 for count in counts.values())


def test_the_theorems_number_of_arms(store):
    with Bandit("Subsample(Greedy())", 10**6, 10_000, store) as bandit:
        assert bandit.state().playing == 578
    with pytest.raises(ValueError, match="horizon must be given"):
        Bandit("Subsample(Greedy())", 10**6, store=store, name="endless")


# ---------------------------------------------------------------- paused, new and deleted


def test_a_paused_arm_waits_with_all_that_is_known_of_it(store):
    """It is not played; its late rewards count; it comes back as it was."""
    with Bandit("Greedy", NAMES, 100, store) as bandit, Bandit.open(store) as other:
        play(bandit, [0.0, 1.0, 0.0])
        late = bandit.decide()
        assert late.arm == "green"
        assert (bandit.pause_arm("green"), bandit.pause_arm("green")) == (True, False)
        assert "green" not in {bandit.decide().arm for _ in range(10)}
        assert bandit.reward(late.id, 1.0) is True
        green = other.explain("green")
        assert (green.status, green.pulls, green.mean, green.pending) == ("paused", 2, 1.0, 0)
        state = other.state()
        assert (state.playing, state.paused, state.catalogue) == (2, 1, 3)
        bandit.add_arms(["pink"])
        assert bandit.decide().arm == "pink"
        assert (other.resume_arm("green"), bandit.resume_arm("green")) == (True, False)
        assert bandit.decide().arm == "green"
        assert bandit._session.fold.learner.earned[bandit._session.fold.slot[1]] == 2.0
        kinds = [entry.kind for entry in bandit.log() if entry.arms == ("green",)]
        assert kinds[-4:-1] == ["paused", "rewarded", "resumed"]
        assert bandit.check().ok


def test_all_arms_paused_one_retired_while_paused(store):
    with Bandit("UCB", ["a", "b"], store=store) as bandit:
        play(bandit, [1.0, 0.0, 1.0])
        out = bandit.decide()
        bandit.pause_arm("a"), bandit.pause_arm("b")
        with pytest.raises(ValueError, match="no arm is left to play: every arm is retired or paused"):
            bandit.decide()
        assert bandit.retire_arm("a") is True
        bandit.reward(out.id, 1.0)
        for refused in (lambda: bandit.resume_arm("a"), lambda: bandit.pause_arm("a")):
            with pytest.raises(ValueError, match="arm must be one that is"):
                refused()
        assert bandit.resume_arm("b") is True
        assert bandit.decide().arm == "b"
        assert bandit.check().ok


def test_pausing_in_a_subsample_draws_nobody_in_its_place(store):
    with Bandit("Subsample(Greedy(), k=3)", 50, store=store) as bandit:
        played = bandit.decide().arm
        bandit.pause_arm(played)
        assert bandit.state().playing == 2
        bandit.retire_arm(bandit.decide().arm)
        assert bandit.state().playing == 2
        bandit.resume_arm(played)
        assert bandit.state().playing == 3
        waiting = next(str(n) for n in range(50) if bandit.explain(str(n)).status == "not drawn")
        with pytest.raises(ValueError, match="in the catalogue, but not played"):
            bandit.pause_arm(waiting)
        assert bandit.check().ok


def test_new_arms_get_their_first_pulls(store):
    """However bad the first rewards are; the arms that the bandit was made with get those of the policy."""
    with Bandit("Greedy", NAMES, 100, store, first_pulls=5) as bandit:
        assert play(bandit, [1.0, 0.0, 0.0, 1.0])[-1] == "red"
        bandit.add_arms(["new", "newer"])
        assert bandit.explain("new").why == "it is new and gets 5 pulls more before the policy is asked"
        assert play(bandit, [0.0] * 10) == ["new"] * 5 + ["newer"] * 5
        assert bandit.decide().arm == "red"
        assert bandit.check().ok
    with pytest.raises(ValueError, match="first_pulls differs"):
        Bandit("Greedy", NAMES, 100, store, first_pulls=4)


def test_a_deleted_bandit_is_gone_and_its_name_free(store):
    """Others that have it open are refused; a new one of the same name starts empty."""
    with Bandit("Greedy", NAMES, store=store) as bandit, Bandit("UCB", 4, store=store, name="other") as other:
        play(bandit, [1.0, 0.0])
        other.decide()
        delete(store)
        assert bandits(store) == ["other"]
        with pytest.raises(NoSuchBandit, match="no longer in the store"):
            bandit.decide()
        with pytest.raises(NoSuchBandit):
            delete(store)
        with Bandit("UCB", 2, store=store) as new:
            assert new.state().decisions == 0
            new.decide()
        with pytest.raises(NoSuchBandit, match="no longer in the store"):
            bandit.decide()
        assert other.check().ok
