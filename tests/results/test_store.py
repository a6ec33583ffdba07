"""The store: what is kept is what was played, whole or not at all, and never mistaken for something else."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace

import numpy as np
import pyarrow.parquet as pq
import pytest

import begreedy as bg
from begreedy.engine.simulation import prepare
from begreedy.results import migrations
from begreedy.results.parts import Part
from begreedy.results.store import BlockPath, Store, check
from begreedy.run.jobs import Job
from begreedy.run.play import Shard, play_jobs
from begreedy.run.workers import threads

PROBLEM = bg.Finite(prior=bg.Uniform(), arms=12)
FIELDS = ("regret", "reward", "pulls", "arms_tried", "locked_gap", "reference", "rounds")


def job(runs=40, policy=bg.UCB(0.5), **changes):
    return Job(policy, **{"problem": PROBLEM, "horizon": 300, "runs": runs, "seed": 3, "checkpoints": 20, **changes})


def play(jobs, folder, number=2, **options):
    """Results of jobs through a store, and the warnings."""
    warnings = []
    store = None if folder is None else Store(folder, warnings.append)
    with threads(number) as workers:
        parts = play_jobs(jobs, workers, store, warn=warnings.append, **options)
    return [one.result(found) for one, found in zip(jobs, parts)], warnings


def same(result, expected):
    return all(np.array_equal(getattr(result, name), getattr(expected, name)) for name in FIELDS)


def simulated(one):
    return bg.simulate(one.policy, one.problem, one.horizon, one.runs, one.seed, checkpoints=one.checkpoints)


# ---------------------------------------------------------------- playing through a store


def test_files_open_in_polars_and_as_parquet(tmp_path):
    """A block is an ordinary Parquet file: a row per run, the curve as a list, what it is in the metadata."""
    polars = pytest.importorskip("polars")
    (result,), _ = play([job()], tmp_path)
    frame = polars.concat([polars.read_parquet(path) for path in sorted(tmp_path.iterdir())])
    assert frame["run"].to_list() == list(range(40))
    assert np.array_equal(np.array(frame["regret"].to_list()), result.regret)
    assert frame["reward"].to_list() == result.reward.tolist()
    path = next(iter(tmp_path.iterdir()))
    table = pq.read_table(path)
    assert table.column_names[:2] == ["run", "regret"]
    assert b'"policy": "UCB(c=0.5)"' in pq.read_metadata(path).metadata[b"begreedy"]


@pytest.mark.parametrize("number", [1, 2, 5])
def test_results_are_those_of_simulate(tmp_path, number):
    """Through the store, with it or without, on any number of threads: the bits that simulate gives."""
    jobs = [job(), job(policy=bg.Greedy()), job(runs=7, policy=bg.ThompsonBeta(), checkpoints="log")]
    for folder in (tmp_path, tmp_path, None):
        results, warnings = play(jobs, folder, number)
        assert not warnings
        for one, result in zip(jobs, results):
            assert same(result, simulated(one))
            assert np.array_equal(result.times, simulated(one).times)


def forbid_playing(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("played again")

    monkeypatch.setattr(Job, "play", refuse)


def test_nothing_is_played_twice(tmp_path, monkeypatch):
    """What the store has is read, also by a job of fewer runs; names of files do not change."""
    (whole,), _ = play([job()], tmp_path)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    forbid_playing(monkeypatch)
    (again, fewer), _ = play([job(), job(runs=13)], tmp_path)
    assert same(again, whole)
    assert np.array_equal(fewer.regret, whole.regret[:13])
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


def test_more_runs_extend(tmp_path, monkeypatch):
    """Runs 25-59 after 0-24 give what 60 at once give, and the first 25 are not played again."""
    play([job(runs=25)], tmp_path)
    played = []
    original = Job.play
    monkeypatch.setattr(
        Job, "play", lambda one, first, *rest, **how: played.append(first) or original(one, first, *rest, **how)
    )
    (result,), _ = play([job(runs=60)], tmp_path)
    assert min(played) == 25
    assert same(result, simulated(job(runs=60)))


def test_shards_merge_by_copying(tmp_path, monkeypatch):
    """Three shards in stores of their own, copied into one folder: the same bits, nothing left to play."""
    jobs = [job(), job(policy=bg.Greedy(), runs=2)]
    merged = tmp_path / "merged"
    merged.mkdir()
    for i in (1, 2, 3):
        play(jobs, tmp_path / str(i), shard=Shard(i, 3))
        for path in (tmp_path / str(i)).iterdir():
            shutil.copy(path, merged)
    expected = [simulated(one) for one in jobs]
    forbid_playing(monkeypatch)
    results, _ = play(jobs, merged)
    assert all(same(result, whole) for whole, result in zip(expected, results))


@dataclass(frozen=True)
class Changing:
    """A policy whose code will be edited."""

    def index(self, total, pulls):
        return total / pulls


@pytest.mark.parametrize(
    ("policy", "problem"),
    [
        (bg.Greedy(), bg.Finite(means=[0.9, 0.1])),
        (bg.Greedy(), bg.Finite(prior=bg.Uniform(), arms=5)),
        (bg.Discretize(bg.Greedy(), 5), bg.Continuous(bg.f1)),
        (bg.MeDZO(), bg.Infinite(bg.Uniform())),
        (bg.TwoTarget(), bg.Infinite(bg.Uniform())),
        (bg.Subsample(bg.Greedy(), 5), bg.ManyArmed(20, 3)),
        (bg.LinUCB(), bg.Linear(3)),
        (bg.TSCascade(), bg.Cascading(bg.Uniform(), 5, 2)),
        (bg.ESCB(), bg.Combinatorial(bg.SpanningTrees([(0, 1), (1, 2), (0, 2)]), prior=bg.Uniform())),
        (bg.Greedy(), bg.Mortal(bg.Uniform(), 5, 10.0)),
        (bg.BTS(), bg.Budgeted(10, prior=bg.Uniform(), arms=5)),
        (bg.BTS(), bg.Budgeted(10, rewards=[0.5, 0.2], costs=[0.5, 0.1])),
    ],
    ids=bg.canonical,
)
def test_results_of_every_model_can_be_named(policy, problem):
    """What a kernel is made of can be read: its results can be kept, and it is compiled once."""
    assert prepare(policy, problem, None if problem.model == "budgeted" else 50, seed=0).digest is not None


def test_everything_that_matters_is_in_the_digest():
    """Another seed, horizon, problem, policy, checkpoint or code: another digest.  Other runs: the same."""
    first = job(policy=Changing()).simulation.digest
    assert job(policy=Changing(), runs=77).simulation.digest == first
    others = [
        job(policy=Changing(), seed=4),
        job(policy=Changing(), horizon=301),
        job(policy=Changing(), checkpoints=21),
        job(policy=Changing(), problem=bg.Finite(prior=bg.Uniform(), arms=13)),
        job(policy=Changing(), problem=bg.Finite(prior=bg.Uniform(0, 0.9), arms=12)),
        job(policy=bg.Greedy()),
        job(policy=bg.UCB(1)),
        job(policy=bg.UCB(2)),
    ]
    digests = [one.simulation.digest for one in others]
    assert len({first, *digests}) == len(others) + 1


def test_edited_code_never_gets_old_results(tmp_path, monkeypatch):
    """After an edit of a policy's method the old blocks are not read; after undoing it they are."""
    (before,), _ = play([job(policy=Changing())], tmp_path)
    original = Changing.index
    monkeypatch.setattr(Changing, "index", lambda self, total, pulls: -total / pulls)
    (edited,), _ = play([job(policy=Changing())], tmp_path)
    assert edited.mean[-1] > 2 * before.mean[-1]
    monkeypatch.setattr(Changing, "index", original)
    forbid_playing(monkeypatch)
    (again,), _ = play([job(policy=Changing())], tmp_path)
    assert same(again, before)


def test_digest_is_the_same_in_another_process(fresh):
    """Digests name results on any machine: they do not depend on the process."""
    snippet = """
    from begreedy.run.jobs import Job
    problem = bg.Finite(prior=bg.Uniform(), arms=12)
    print(json.dumps(Job(bg.UCB(0.5), problem, 300, 40, 3, 20).simulation.digest))
    """
    assert fresh.run(snippet) == job().simulation.digest


@dataclass(frozen=True)
class NotANumber:
    """Its index is NaN from the start."""

    def index(self, total, pulls):
        return (total - total) / (pulls - pulls)


def test_a_failing_job_does_not_stop_the_others(tmp_path):
    """One thread, the failing jobs first: the errors name them, and the job behind them is whole in the store."""
    bad = [job(policy=NotANumber(), seed=seed) for seed in (1, 2)]
    with pytest.raises(ValueError, match=r"NotANumber\(\) on .*\n.*NotANumber\(\) on .*the index is not a number"):
        play([*bad, job()], tmp_path, 1)
    assert same(job().result(Store(tmp_path).parts(job().simulation.digest, 0, 40)), simulated(job()))


# ---------------------------------------------------------------- damage


def damage(path, how):
    data = path.read_bytes()
    if how == "truncated":
        path.write_bytes(data[: len(data) // 2])
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "flipped":
        path.write_bytes(data[:200] + bytes([data[200] ^ 4]) + data[201:])
    elif how == "foreign":
        path.write_bytes(b"these are not results")
    elif how == "foreign parquet":
        import pyarrow as pa

        pq.write_table(pa.table({"run": [0]}), path)
    elif how == "another block":
        one, other = sorted(path.parent.glob("*.parquet"))[:2]
        shutil.copy(other if path == one else one, path)


@pytest.mark.parametrize("how", ["truncated", "empty", "flipped", "foreign", "foreign parquet", "another block"])
def test_damaged_blocks_are_named_and_played_again(tmp_path, how):
    """A block that is not what its name says is reported by name, set aside, and computed again."""
    play([job(runs=13)], tmp_path)
    (expected,), _ = play([job()], tmp_path)
    path = max(tmp_path.glob("*.parquet"))
    damage(path, how)
    (result,), warnings = play([job()], tmp_path)
    assert same(result, expected)
    assert len(warnings) == 1
    assert str(path) in warnings[0]
    assert [other.name for other in Store(tmp_path).others()] == [f"{path.name}.damaged"]
    (again,), warnings = play([job()], tmp_path)
    assert same(again, expected)
    assert not warnings


def test_a_block_of_a_newer_version_is_not_overwritten(tmp_path, monkeypatch):
    """The job whose results it has is refused with its name, before anything is played; the file stays."""
    with monkeypatch.context() as later:
        later.setattr(migrations, "STEPS", [migrations.Step()])
        play([job()], tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    forbid_playing(monkeypatch)
    with pytest.raises(migrations.NewerVersion, match=r"parquet: written by a newer version .* upgrade begreedy"):
        play([job()], tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_other_files_are_left_alone(tmp_path):
    """Files and folders that are not blocks are neither read nor touched."""
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / ("0" * 32 + "_00000009_00000003.parquet")).write_bytes(b"a name that makes no sense")
    (result,), warnings = play([job()], tmp_path)
    assert same(result, simulated(job()))
    assert not warnings
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_results_of_other_code_under_this_name_are_refused(tmp_path):
    """A file with the name of a block and sound in itself, but of something else, is not read."""
    one = job()
    store = Store(tmp_path)
    forged = one.play(0, 40)
    digest = one.simulation.digest
    forged = Part(replace(forged.about, digest=digest[:32] + "0" * 32), forged.columns)
    path = store.add(forged)
    assert check(BlockPath(path, digest[:32], 0, 40)).first == 0
    (result,), warnings = play([one], tmp_path)
    assert same(result, simulated(one))
    assert "results of something else" in warnings[0]


def test_machines_of_different_kinds_are_told(tmp_path):
    """A result put together from machines of two kinds says so."""
    one = job()
    store = Store(tmp_path)
    for first, cpu in ((0, "x86_64 znver4"), (20, "arm64 apple-m1")):
        found = one.play(first, 20)
        store.add(Part(replace(found.about, cpu=cpu), found.columns))
    (result,), warnings = play([one], tmp_path)
    assert same(result, simulated(one))
    assert len(warnings) == 1
    assert "znver4" in warnings[0]
    assert "apple-m1" in warnings[0]


def test_abandoned_temporary_files_go(tmp_path):
    """What a killed writer left behind is removed once it is old; what may be in use stays."""
    import os
    import time

    play([job(runs=2)], tmp_path)
    name = next(tmp_path.glob("*.parquet")).name
    old, new = tmp_path / f".{name}.00.tmp", tmp_path / f".{name}.11.tmp"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (time.time() - 7200,) * 2)
    play([job(runs=3)], tmp_path)
    assert not old.exists()
    assert new.exists()
