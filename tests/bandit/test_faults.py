"""What can go wrong with a durable bandit, done to it: kills, full disks, restarts, two processes at once."""

from __future__ import annotations

import random
import resource
import threading
import time
from contextlib import contextmanager

import pytest

from begreedy.bandit.store.database import ConnectionLost
from begreedy.online import Bandit, StoreError
from support.attack import tries
from support.online_play import NAMES, play

WRITER = """
bandit = bg.online.Bandit.open({store!r})
print("ready", flush=True)
while True:
    for decision in [bandit.decide()] if {single} else bandit.decide_many(20):
        print("decided", decision.id, decision.arm, flush=True)
        bandit.reward(decision.id, 1.0)
        print("rewarded", decision.id, flush=True)
"""


def kill_and_compare(fresh, store, policy, kills, chance):
    """Kill a process that decides and rewards, again and again; everything it acknowledged must be there, once."""
    features = [[number / 50.0, 1.0] for number in range(50)] if policy.startswith("Lin") else None
    Bandit(policy, 50, 10**6, store, features=features).close()
    acknowledged = {"decided": {}, "rewarded": {}}
    for kill in range(kills):
        process = fresh.start(WRITER.format(store=store, single=kill % 2 == 0))
        assert process.stdout.readline().strip() == "ready", process.stderr.read()
        time.sleep(chance.uniform(0.0, 0.15))
        process.kill()
        written = process.stdout.read()
        process.communicate()
        for line in written.splitlines():
            words = line.split()
            if len(words) >= 2 and len(words[1].partition("-")[2]) == 16:  # a line cut short says nothing
                acknowledged[words[0]][words[1]] = words[2:]
    with Bandit.open(store) as bandit:
        log = bandit.log(limit=100_000)
        decided = {entry.decision_id: entry.arms for entry in log if entry.kind == "decided"}
        rewarded = [entry.decision_id for entry in log if entry.kind == "rewarded"]
        assert len(rewarded) == len(set(rewarded))
        assert acknowledged["decided"].keys() <= decided.keys()
        assert acknowledged["rewarded"].keys() <= set(rewarded)
        assert len(acknowledged["rewarded"]) > kills
        # At most what was in flight is more than was acknowledged.
        assert len(rewarded) <= len(acknowledged["rewarded"]) + kills
        state = bandit.state()
        assert (state.decisions, state.rewards) == (len(decided), len(rewarded))
        assert sum(arm.pulls for arm in bandit.arms()) == len(rewarded)
        report = bandit.check()
        assert report.ok, report
        play(bandit, [1.0] * 3)


KILLED = pytest.mark.parametrize("policy", ["UCB", "LinThompson()"])


@pytest.mark.every_time("sqlite-UCB", "postgres-LinThompson()")
@KILLED
def test_a_killed_process_loses_nothing_it_acknowledged(fresh, store, policy):
    kill_and_compare(fresh, store, policy, kills=3, chance=random.Random(1))


@pytest.mark.long
@KILLED
def test_a_process_killed_many_times_loses_nothing(fresh, store, policy):
    kill_and_compare(fresh, store, policy, kills=tries(25), chance=random.Random(2))


def test_two_processes_on_one_store(fresh, store):
    """Nothing twice, nothing lost, and both end with the same state."""
    Bandit("ThompsonBeta", 30, 10**6, store).close()
    snippet = f"""
    bandit = bg.online.Bandit.open({store!r})
    made = []
    for _ in range(40):
        decision = bandit.decide()
        bandit.reward(decision.id, float(decision.number % 2))
        made.append(decision.id)
    print(json.dumps([made, bandit.check().ok]))
    """
    both = [fresh.start(snippet) for _ in range(2)]
    made = [fresh.finish(process) for process in both]
    assert all(ok for _, ok in made)
    assert len({decision for ids, _ in made for decision in ids}) == 80
    with Bandit.open(store) as bandit:
        assert (bandit.state().decisions, bandit.state().rewards) == (80, 80)
        assert bandit.check().ok


@pytest.mark.every_time("postgres")
def test_two_processes_create_one_bandit(fresh, store):
    snippet = f"print(json.dumps(bg.online.Bandit('Greedy', 3, store={store!r}).decide().arm))"
    both = [fresh.start(snippet) for _ in range(2)]
    assert sorted(fresh.finish(process) for process in both) == ["0", "1"]


# ---------------------------------------------------------------- a full disk


@contextmanager
def few_pages(bandit, path):
    connection = bandit._session.database._connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    most = connection.execute(f"PRAGMA max_page_count = {pages + 2}").fetchone()[0]
    assert most <= pages + 2
    yield
    connection.execute("PRAGMA max_page_count = 1073741823")


@contextmanager
def small_files(bandit, path):
    """No file may grow beyond what the log of the database has now."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.with_name(path.name + "-wal").stat().st_size + 5000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("full", [few_pages, small_files])
def test_a_full_disk(tmp_path, full):
    """A clear error, nothing half done, and on it goes when there is room again."""
    path = tmp_path / "bandit.db"
    with Bandit("Greedy", NAMES, 1000, path) as bandit:
        play(bandit, [0.0, 1.0, 0.0])
        acknowledged = 3
        with full(bandit, path):
            with pytest.raises(StoreError, match=r"disk is full|disk I/O error"):  # noqa: PT012  # whichever fails
                for _ in range(2000):
                    bandit.decide_many(20)
                    acknowledged += 20
            assert bandit.state().decisions == acknowledged
            assert Bandit.open(path).state().decisions == acknowledged
        assert bandit.decide().arm == "green"
        assert bandit.state().decisions == acknowledged + 1
        report = bandit.check()
        assert report.ok, report


# ---------------------------------------------------------------- a server that goes away


@pytest.mark.every_time("immediate")
@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_the_database_is_restarted_between_calls(postgres, how):
    with Bandit("Greedy", NAMES, 100, postgres.database()) as bandit:
        decision = bandit.decide()
        postgres.restart(how)
        assert bandit.reward(decision.id, 1.0) is True
        postgres.restart(how)
        assert bandit.decide().arm == "green"
        postgres.restart(how)
        assert bandit.state().decisions == 2
        postgres.restart(how)
        assert bandit.add_arms(["pink"]) == ["pink"]
        assert bandit.check().ok


@pytest.mark.long
def test_the_database_is_restarted_under_load(postgres):
    """Every call succeeds in the end, and was recorded exactly once."""
    store = postgres.database()
    Bandit("UCB", 20, 10**6, store).close()
    done, failed = [], []

    def work():
        try:
            with Bandit.open(store) as bandit:
                while time.monotonic() < until:
                    decision = bandit.decide()
                    bandit.reward(decision.id, 1.0)
                    done.append(decision.id)
        except Exception as error:
            failed.append(error)

    until = time.monotonic() + 2.5
    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for how in ("fast", "immediate"):
        time.sleep(0.5)
        postgres.restart(how)
    for thread in threads:
        thread.join()
    assert not failed
    assert len(done) == len(set(done)) > 20
    with Bandit.open(store) as bandit:
        assert (bandit.state().decisions, bandit.state().rewards) == (len(done), len(done))
        assert bandit.check().ok


def lose_answer(bandit):
    """The next commit is made, but its answer never arrives."""
    database = bandit._session.database
    commit = database.commit

    def committed(*writes):
        database.commit = commit
        commit(*writes)
        raise ConnectionLost("the answer was lost")

    database.commit = committed


def test_a_commit_whose_answer_is_lost_is_not_repeated(store):
    with Bandit("Greedy", NAMES, 100, store) as bandit:
        lose_answer(bandit)
        first = bandit.decide()
        assert bandit.state().decisions == 1
        assert bandit.log()[0].decision_id == first.id
        lose_answer(bandit)
        many = bandit.decide_many(3, [None, "page", None])
        assert [entry.decision_id for entry in bandit.log()[1:]] == [decision.id for decision in many]
        lose_answer(bandit)
        bandit.reward(first.id, 1.0)
        lose_answer(bandit)
        assert bandit.add_arms(["pink", "white"]) == ["pink", "white"]
        lose_answer(bandit)
        assert bandit.retire_arm("pink") is True
        state = bandit.state()
        assert (state.decisions, state.rewards, state.catalogue, state.seq) == (4, 1, 4, 7)
        assert bandit.check().ok


def test_a_store_that_is_removed_or_replaced(tmp_path):
    """What would be written to a file that nobody can find is not acknowledged."""
    store = tmp_path / "bandit.db"
    with Bandit("Greedy", NAMES, 100, store) as bandit:
        bandit.decide()
        kept = store.rename(tmp_path / "kept.db")
        with pytest.raises(StoreError, match="was removed or replaced since it was opened; nothing was recorded"):
            bandit.decide()
        store.write_bytes(kept.read_bytes())
        with pytest.raises(StoreError, match="was removed or replaced"):
            bandit.decide()
        store.unlink()
        kept.rename(store)
        assert bandit.decide()
        assert bandit.state().decisions == 2


@pytest.mark.parametrize(
    "address",
    ["me:sec ret@h/d", "me:12/ret@h:1/d", "me:sec/ret@h/d", "me:sec%zz@h/d", "me:s@cret@h/d", "me:sec?ret@h/d?x"],
)
def test_a_password_is_not_told(address):
    """What cannot be read is not quoted: it may be a password."""
    pytest.importorskip("psycopg")
    with pytest.raises(ValueError, match="store must be postgresql://user:password@host") as caught:
        Bandit("Greedy", 3, store="postgresql://" + address)
    assert not any(part in str(caught.value) for part in ("sec", "ret"))
    assert caught.value.__cause__ is None


def test_a_server_that_does_not_exist():
    with pytest.raises(StoreError, match=r"no connection to postgresql:///nothing"):
        Bandit("Greedy", 3, store="postgresql://user:secret@/nothing?host=/nonexistent")
