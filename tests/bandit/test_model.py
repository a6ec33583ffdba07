"""Random sequences of calls, compared with a bandit that only keeps lists."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, rule

from begreedy.online import Bandit, Contradiction, UnknownDecision
from support.online_play import Clock

FORGETTING = ["Discounted(Greedy(), halflife=20)", "Window(ThompsonBeta(), rounds=5)"]
POLICIES = ["Greedy", "UCB", "ThompsonBeta", "Subsample(MOSS(), k=3)", *FORGETTING]


class Bandits(RuleBasedStateMachine):
    """Two handles on one bandit; whichever is asked, the answers are those of the lists."""

    made = 0
    address = None  # makes the address of a new store

    decisions = Bundle("decisions")

    @initialize(policy=st.sampled_from(POLICIES), seed=st.integers(0, 99))
    def start(self, policy, seed):
        type(self).made += 1
        self.store = self.address(self.made)
        self.clock = Clock()
        self.handles = [
            Bandit(policy, ["a", "b", "c", "d"], 500, self.store, seed=seed, clock=self.clock) for _ in range(2)
        ]
        self.names = ["a", "b", "c", "d"]
        self.retired, self.paused = set(), set()
        self.arm_of, self.time_of, self.closed, self.contexts = {}, {}, {}, {}

    def handle(self, which):
        return self.handles[which]

    def note(self, decision):
        assert decision.arm not in self.retired | self.paused or decision.id in self.arm_of
        if decision.id not in self.arm_of:
            self.arm_of[decision.id] = decision.arm
            self.time_of[decision.id] = self.clock.now

    @rule(target=decisions, which=st.integers(0, 1), count=st.integers(1, 4))
    def decide(self, which, count):
        if self.handle(which).state().playing == 0:
            with pytest.raises(ValueError, match="retired or paused"):
                self.handle(which).decide()
            return multiple()
        made = self.handle(which).decide_many(count)
        assert not {decision.id for decision in made} & self.arm_of.keys()
        for decision in made:
            self.note(decision)
        return multiple(*(decision.id for decision in made))

    @rule(target=decisions, which=st.integers(0, 1), context=st.sampled_from(["one", "two"]))
    def decide_in_context(self, which, context):
        if self.handle(which).state().playing == 0:
            return multiple()
        decision = self.handle(which).decide(context_id=context)
        assert self.contexts.setdefault(context, decision.id) == decision.id
        if decision.id not in self.arm_of:
            self.note(decision)
            return decision.id
        return multiple()

    @rule(which=st.integers(0, 1), decision=decisions, value=st.sampled_from([0.0, 0.25, 1.0]))
    def reward(self, which, decision, value):
        bandit = self.handle(which)
        if decision not in self.closed:
            assert bandit.reward(decision, value) is True
            self.closed[decision] = value
        elif self.closed[decision] == value:
            assert bandit.reward(decision, value) is False
        else:
            with pytest.raises(Contradiction):
                bandit.reward(decision, value)

    @rule(which=st.integers(0, 1), decision=consumes(decisions))
    def unknown(self, which, decision):
        with pytest.raises(UnknownDecision):
            self.handle(which).reward(decision[:-1] + ("0" if decision[-1] != "0" else "1"), 1.0)

    @rule(which=st.integers(0, 1), ago=st.sampled_from([0.0, 5.0]), default=st.sampled_from([None, 0.0, 1.0]))
    def expire(self, which, ago, default):
        before = self.clock.now - ago
        late = [d for d, moment in self.time_of.items() if moment < before and d not in self.closed]
        assert self.handle(which).expire(before, default) == len(late)
        self.closed.update(dict.fromkeys(late, default))

    @rule(seconds=st.sampled_from([1.0, 10.0]))
    def wait(self, seconds):
        self.clock.now += seconds

    @rule(which=st.integers(0, 1))
    def add(self, which):
        name = f"new {len(self.names)}"
        assert self.handle(which).add_arms([name]) == [name]
        self.names.append(name)

    @rule(which=st.integers(0, 1), place=st.integers(0, 30))
    def retire(self, which, place):
        name = self.names[place % len(self.names)]
        assert self.handle(which).retire_arm(name) is (name not in self.retired)
        self.retired.add(name)
        self.paused.discard(name)

    @rule(which=st.integers(0, 1), place=st.integers(0, 30))
    def pause(self, which, place):
        name, bandit = self.names[place % len(self.names)], self.handle(which)
        status = bandit.explain(name).status
        assert (status == "paused") is (name in self.paused)
        if status in ("played", "paused"):
            assert bandit.pause_arm(name) is (status == "played")
            self.paused.add(name)
        else:
            with pytest.raises(ValueError, match="arm must be one that is played"):
                bandit.pause_arm(name)

    @rule(which=st.integers(0, 1), place=st.integers(0, 30))
    def resume(self, which, place):
        name = self.names[place % len(self.names)]
        if name in self.paused:
            assert self.handle(which).resume_arm(name) is True
            self.paused.remove(name)

    @rule(which=st.integers(0, 1))
    def come_back(self, which):
        self.handles[which].close()
        self.handles[which] = Bandit.open(self.store, clock=self.clock)

    @invariant()
    def counts_are_those_of_the_lists(self):
        if not hasattr(self, "handles"):
            return
        pulls, totals, out = defaultdict(int), defaultdict(float), defaultdict(int)
        for decision, arm in self.arm_of.items():
            if decision not in self.closed:
                out[arm] += 1
            elif self.closed[decision] is not None:
                pulls[arm] += 1
                totals[arm] += self.closed[decision]
        for bandit in self.handles:
            state = bandit.state()
            known = [value for value in self.closed.values() if value is not None]
            assert state.decisions == len(self.arm_of)
            assert state.pending == sum(out.values())
            assert state.rewards + state.expired == len(self.closed)
            assert state.reward == pytest.approx(sum(known))
            assert state.catalogue == len(self.names) - len(self.retired)
            assert state.paused == len(self.paused)
            for arm in [*bandit.arms(), *map(bandit.explain, self.paused)]:
                assert arm.arm not in self.retired
                assert (arm.pulls, arm.pending) == (pulls[arm.arm], out[arm.arm])
                if arm.pulls:
                    assert arm.mean == pytest.approx(totals[arm.arm] / pulls[arm.arm])

    def teardown(self):
        if hasattr(self, "handles"):
            report = self.handles[0].check()
            assert report.ok, report
            one, other = (bandit._session for bandit in self.handles)
            other.look(lambda: None)
            assert one.fold.snapshot() == other.fold.snapshot()
            for bandit in self.handles:
                bandit.close()


def test_random_calls_on_sqlite(tmp_path):
    class OnSqlite(Bandits):
        address = staticmethod(lambda number: str(tmp_path / f"{number}.db"))

    run(OnSqlite, examples=40)


def test_random_calls_on_postgres(postgres):
    address = postgres.database()

    class OnPostgres(Bandits):
        def start_over(self, number):
            import psycopg

            with psycopg.connect(address, autocommit=True) as connection:
                tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
                for (table,) in tables.fetchall():
                    connection.execute(f"DROP TABLE {table}")
            return address

        address = property(lambda self: self.start_over)

    run(OnPostgres, examples=12)


def run(machine, examples):
    machine.TestCase.settings = settings(
        max_examples=examples,
        stateful_step_count=25,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],  # to shrink such long examples takes minutes
        suppress_health_check=list(HealthCheck),
    )
    machine.TestCase("runTest").runTest()
