"""The durable bandit on both kinds of store: decisions, rewards early and late, threads and processes."""

from __future__ import annotations

import os
import pickle
import threading
from dataclasses import dataclass

import pytest

import begreedy as bg
from begreedy.online import (
    Bandit,
    Contradiction,
    StoreError,
    UnknownArm,
    UnknownDecision,
)
from begreedy.values.errors import BadType, BadValue
from support.online_play import NAMES, Clock, play


@dataclass(frozen=True)
class Failing:
    """Cannot go on after the first pulls."""

    growing = True

    def index(self, total, pulls, t):
        return total / (t - 4)


@pytest.fixture
def bandit(store):
    with Bandit("Greedy", NAMES, horizon=100, store=store) as made:
        yield made


# ---------------------------------------------------------------- deciding and rewarding


def test_plays_and_comes_back(store):
    """What is closed and opened again goes on as if nothing had happened."""
    with Bandit("Greedy", NAMES, horizon=100, store=store) as bandit:
        assert play(bandit, [0.0, 1.0, 0.0, 1.0]) == ["red", "green", "blue", "green"]
        before = bandit.state()
    with Bandit("Greedy", NAMES, horizon=100, store=store) as bandit:
        assert bandit.state() == before
        assert (before.decisions, before.rewards, before.pending, before.reward) == (4, 4, 0, 2.0)
        assert bandit.decide().arm == "green"
    with Bandit.open(store) as bandit:
        assert bandit.state().pending == 1
        assert bandit.check().ok
        assert repr(bandit) == "<Bandit 'default': Greedy() on 3 arms>"
    with Bandit("OptimisticGreedy(weight=1)", NAMES, horizon=100, store=store, name="other") as bandit:
        assert repr(bandit) == "<Bandit 'other': OptimisticGreedy(weight=1.0) on 3 arms>"


@pytest.mark.parametrize("policy", [bg.UCB(), bg.ThompsonBeta(), bg.MOSS()], ids=bg.canonical)
def test_decides_as_the_simulator_does(store, policy):
    """Same policy, stream and rewards, same arms; whether it is opened once or again and again."""
    problem = bg.Finite(prior=bg.Uniform(), arms=20)
    trace = bg.trace(policy, problem, horizon=120, seed=3, run=7)
    made = {"policy": policy, "arms": 20, "horizon": 120, "store": store, "stream": bg.policy_stream(problem, 3, 7)}
    bandit = Bandit(**made)
    for t in range(120):
        if t % 40 == 39:
            bandit.close()
            bandit = Bandit(**made)
        decision = bandit.decide()
        assert decision.number == trace.arms[t], f"round {t + 1}"
        bandit.reward(decision.id, float(trace.rewards[t]))
    assert bandit.check().ok
    bandit.close()


def test_two_at_once_see_each_other(store):
    """Two handles on one bandit take turns; both have the same state, and neither decides twice."""
    problem = bg.Finite(prior=bg.Uniform(), arms=20)
    trace = bg.trace(bg.UCB(), problem, horizon=60, seed=3, run=7)
    stream = bg.policy_stream(problem, 3, 7)
    both = [Bandit(bg.UCB(), 20, 60, store, stream=stream) for _ in range(2)]
    for t in range(60):
        decision = both[t % 2].decide()
        assert decision.number == trace.arms[t]
        both[(t // 2) % 2].reward(decision.id, float(trace.rewards[t]))
    assert both[0].state() == both[1].state()
    assert both[0]._session.fold.snapshot() == both[1]._session.fold.snapshot()
    for bandit in both:
        assert bandit.check().ok
        bandit.close()


def test_rewards_count_exactly_once(bandit):
    decision = bandit.decide()
    assert bandit.reward(decision.id, 0.5) is True
    assert bandit.reward(decision.id, 0.5) is False
    with pytest.raises(Contradiction, match=r"has the value 0.5, got 1.0"):
        bandit.reward(decision.id, 1.0)
    other = bandit.decide()
    assert bandit.reward_many([(other.id, 1.0), (other.id, 1), (decision.id, 0.5)]) == 1
    last = bandit.decide()
    with pytest.raises(Contradiction):
        bandit.reward_many([(last.id, 1.0), (last.id, 0.0)])
    assert bandit.state().rewards == 2
    assert bandit.state().pending == 1
    assert bandit.explain(decision.arm).mean == 0.5


@pytest.mark.parametrize(
    "decision_id", ["", "1", "x-y", "1-wrong", "99-0123456789abcdef", "-1-a", "1" * 40 + "-a", "١-a", "1-\x00"]
)
def test_unknown_decisions(bandit, decision_id):
    bandit.decide()
    with pytest.raises(UnknownDecision, match="no decision with the id"):
        bandit.reward(decision_id, 1.0)
    assert bandit.state().rewards == 0


def test_the_id_of_a_decision_is_not_that_of_its_reward(bandit):
    """A guessed number does not do, even of an event that is there."""
    decision = bandit.decide()
    bandit.reward(decision.id, 1.0)
    for guess in ("1-", "2-", f"2-{decision.id.split('-')[1]}", "1-ffff"):
        with pytest.raises(UnknownDecision):
            bandit.reward(guess, 1.0)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (float("nan"), "value must be a finite number"),
        (float("inf"), "value must be a finite number"),
        (1.5, r"value must be in \[0, 1\]"),
        (-0.1, "range of rewards"),
        ("1", "value must be a number"),
        (None, "value must be a number"),
        (10**400, "value must be"),
    ],
)
def test_bad_rewards_change_nothing(bandit, value, message):
    decision = bandit.decide()
    with pytest.raises((TypeError, ValueError), match=message):
        bandit.reward(decision.id, value)
    with pytest.raises(ValueError, match="cost must be left out"):
        bandit.reward(decision.id, 1.0, cost=0.5)
    assert bandit.state().pending == 1
    assert bandit.check().ok


def test_a_context_makes_a_decision_repeatable(bandit):
    first = bandit.decide(context_id="request 1")
    assert bandit.decide(context_id="request 1") == first
    assert bandit.decide(context_id="request 2") != first
    many = bandit.decide_many(3, ["request 3", "request 1", None])
    assert many[1] == first
    assert len({decision.id for decision in many}) == 3
    assert bandit.state().decisions == 4
    bandit.reward(first.id, 1.0)
    assert bandit.decide(context_id="request 1") == first
    for context, error in (("", ValueError), ("x" * 201, ValueError), (7, TypeError), ("a\x00", ValueError)):
        with pytest.raises(error, match="context_id"):
            bandit.decide(context_id=context)
    with pytest.raises(ValueError, match="different from each other"):
        bandit.decide_many(2, ["same", "same"])
    with pytest.raises(ValueError, match="as many as the 2 decisions"):
        bandit.decide_many(2, ["one"])


def test_rewards_each_by_itself(bandit):
    """Of many rewards, those that are refused do not spoil the others; a batch may be told again."""
    one, two, three = bandit.decide_many(3)
    told = [(one.id, 1.0), (two.id, 7.0), ("9-x", 1.0), (one.id, 0.5), (one.id, 1), (3, 1.0), (three.id, 0.5, None)]
    kinds = [True, BadValue, UnknownDecision, Contradiction, False, BadType, True]

    def found():
        return [new if isinstance(new, bool) else type(new) for new in bandit.reward_each(told)]

    assert found() == kinds
    assert found() == [False if kind is True else kind for kind in kinds]
    assert (bandit.state().rewards, bandit.state().reward) == (2, 1.5)
    assert bandit.check().ok


def test_an_id_guessed_before_its_decision(bandit):
    """What was looked up and not found may be decided later in the same transaction."""
    with bandit.transaction():
        bandit.reward_each([("1-x", 1.0), ("2-x", 1.0)])
        decision = bandit.decide()
        assert bandit.reward(decision.id, 1.0)
    assert bandit.state().rewards == 1


def test_calls_in_one_transaction(bandit):
    """They share a commit; one that is refused leaves the others alone, one that is not caught takes them along."""
    with bandit.transaction():
        one, two = bandit.decide(), bandit.decide(context_id="two")
        bandit.reward(one.id, 1.0)
        with pytest.raises(UnknownDecision):
            bandit.reward("7-x", 1.0)
        with pytest.raises(Contradiction):
            bandit.reward(one.id, 0.0)
        assert bandit.reward(one.id, 1.0) is False
        assert bandit.decide(context_id="two") == two
        assert bandit.state().pending == 1
        assert bandit.expire(two.time + 1.0) == 1
    assert bandit.state().expired == 1
    before = bandit.state()

    def refused():
        with bandit.transaction():
            bandit.decide()
            bandit.reward("7-x", 1.0)

    with pytest.raises(UnknownDecision):
        refused()
    assert bandit.state() == before
    assert bandit.check().ok


# ---------------------------------------------------------------- late rewards


def test_many_decisions_before_any_reward_are_spread(store):
    with Bandit("Greedy", 10, horizon=1000, store=store) as bandit:
        decisions = bandit.decide_many(100)
        counts = [sum(d.number == arm for d in decisions) for arm in range(10)]
        assert min(counts) >= 4
        assert bandit.explain(0).pending == counts[0]
        bandit.reward_many([(d.id, float(d.number == 7)) for d in reversed(decisions)])
        assert bandit.decide().number == 7
        assert bandit.check().ok


@pytest.mark.parametrize("default", [None, 0.0, 1.0])
def test_expired_decisions(store, default):
    clock = Clock()
    with Bandit("Greedy", NAMES, horizon=100, store=store, clock=clock) as bandit:
        early = bandit.decide()
        clock.now = 2000.0
        late = bandit.decide()
        assert bandit.expire(1500.0, default) == 1
        assert bandit.expire(1500.0, default) == 0
        known = bandit.explain("red")
        assert (known.pulls, known.pending, known.mean) == ((0, 0, None) if default is None else (1, 0, default))
        if default is None:
            assert bandit.decide().arm == "red"  # its first pull is due again
            with pytest.raises(Contradiction, match="expired as if never made"):
                bandit.reward(early.id, 1.0)
        else:
            assert bandit.reward(early.id, default) is False
            with pytest.raises(Contradiction):
                bandit.reward(early.id, 1.0 - default)
        assert bandit.reward(late.id, 1.0)
        with pytest.raises(ValueError, match="default must be in"):
            bandit.expire(1500.0, 7.0)
        assert bandit.check().ok


def test_a_clock_that_runs_backwards(store):
    """Times in the log never fall, the order is that of the events, and old decisions are not mistaken for new."""
    clock = Clock(5000.0)
    with Bandit("Greedy", NAMES, horizon=100, store=store, clock=clock) as bandit:
        first = bandit.decide()
        clock.now = 10.0
        second = bandit.decide()
        assert second.time == first.time == 5000.0
        clock.now = 6000.0
        third = bandit.decide()
        assert bandit.expire(5500.0) == 2
        assert [entry.decision_id for entry in bandit.log()][2:] == [third.id, first.id, second.id]
        assert bandit.state().pending == 1
        assert bandit.check().ok


def test_names_of_a_failed_transaction_are_forgotten(store):
    with Bandit("Greedy", NAMES, 100, store) as bandit, Bandit.open(store) as other:

        def failing():
            with bandit.transaction():
                bandit.add_arms(["pink"])
                assert bandit.explain("pink").number == 3
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            failing()
        other.add_arms(["white"])
        assert bandit.explain("white").number == 3
        with pytest.raises(UnknownArm):
            bandit.explain("pink")
        assert {bandit.decide().arm for _ in range(4)} == {*NAMES, "white"}


def test_a_check_lets_others_write(store):
    """It looks at one moment; meanwhile another handle decides."""
    with Bandit("Greedy", NAMES, 100, store) as bandit, Bandit.open(store) as other:
        bandit.decide()
        session = bandit._session
        assert session.survey(lambda: (other.decide().arm, session.fold.seq, len(session.store.events(0)))) == (
            "green",
            1,
            1,
        )
        assert bandit.check().decisions == 2
        with bandit.transaction(), pytest.raises(StoreError, match="within a transaction"):
            bandit.check()


def test_a_policy_that_fails_changes_nothing(store):
    """Its error comes out; the stream and the counts are those of the log."""
    with Bandit(Failing(), 3, 100, store) as bandit:
        play(bandit, [1.0] * 3)
        before = bandit._session.fold.snapshot()
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                bandit.decide()
        assert bandit.state().decisions == 3
        assert bandit._session.fold.snapshot() == before

        def poisoned():
            with bandit.transaction(), pytest.raises(ZeroDivisionError):
                bandit.decide()

        with pytest.raises(StoreError, match="an earlier call in this transaction failed"):
            poisoned()
        assert bandit._session.look(lambda: bandit._session.fold.snapshot()) == before
        assert bandit.check().ok


def test_waiting_for_the_disk(tmp_path):
    with Bandit("Greedy", NAMES, 100, tmp_path / "bandit.db", sync="full") as bandit:
        assert bandit._session.database.rows("PRAGMA synchronous") == [(2,)]
        assert bandit._session.database.rows("PRAGMA journal_mode") == [("wal",)]


# ---------------------------------------------------------------- threads, processes


def test_threads_share_one_bandit(bandit):
    found, lock = [], threading.Lock()

    def work():
        for _ in range(25):
            decision = bandit.decide()
            bandit.reward(decision.id, 1.0)
            with lock:
                found.append(decision.id)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 100
    assert bandit.state().rewards == 100
    assert bandit.check().ok


def test_a_pickle_opens_the_same_bandit(bandit):
    bandit.decide()
    with pickle.loads(pickle.dumps(bandit)) as other:
        assert other.state() == bandit.state()


def test_after_a_fork_it_says_so(bandit):
    child = os.fork()
    if child == 0:
        try:
            bandit.decide()
        except StoreError as error:
            os._exit(0 if "opened in another process" in str(error) else 1)
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert bandit.decide().arm == "red"


def test_closed_is_closed(bandit):
    bandit.close()
    bandit.close()
    with pytest.raises(StoreError, match="closed"):
        bandit.decide()


def test_databases_are_not_imported_with_the_package(fresh, uncovered):
    names = ("sqlite3", "psycopg", "begreedy.online")
    assert fresh.run(f"bg.Greedy; print(json.dumps([name in sys.modules for name in {names!r}]))") == [False] * 3
    assert fresh.run("print(json.dumps([bg.online.Bandit.__name__, 'psycopg' in sys.modules]))") == ["Bandit", False]
