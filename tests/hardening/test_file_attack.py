"""Files from outside, damaged at random: experiments, histories, logs, results and compiled code."""

from __future__ import annotations

import random
import warnings
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

import begreedy as bg
from begreedy.advice.past_arms import read_arms
from begreedy.compile import cache
from begreedy.experiments.toml_file import read_experiment
from begreedy.logs.reading import read_log
from begreedy.online import Bandit, StoreError
from begreedy.results.block_file import decode, encode
from begreedy.run.jobs import Job
from begreedy.values.errors import BadInput, BadValue
from support.attack import tries

EXAMPLE = Path(__file__).parent.parent.parent / "docs" / "examples" / "many_arms.toml"
EXPERIMENT = EXAMPLE.read_bytes().replace(b"my_policies:Optimist", b"KLUCB")
HISTORY = b"arm,successes,trials\n" + b"".join(b"item %d,%d,%d\n" % (i, i, 10 * i + 5) for i in range(30))
LOG = b"arm,reward,propensity\n" + b"".join(b"%d,%d,0.25\n" % (i % 4, i % 3 == 0) for i in range(60))
PIECES = b"""
 0 -1 nan 1e999 , ; = [ { " ' true "" [[cells]] horizon=-1 runs=99999999999999999999999 Greedy(k=Greedy) os:system('x')
""".split()
PIECES += [b"", b"\n", b"\x00", b"\xff\xfe", b"\xc3\xa9", b"9" * 5000, b"[" * 3000, b"{" * 300, b"Greedy(" * 200]


def damaged(data: bytes, luck: random.Random) -> bytes:
    """A file with up to four places cut out, doubled or overwritten."""
    for _ in range(luck.randrange(1, 5)):
        begin = luck.randrange(len(data) + 1)
        end = min(len(data), begin + luck.choice([0, 1, 1, 2, 8, 64]))
        piece = luck.choice([*PIECES, data[begin:end] * 2, bytes([luck.randrange(256)])])
        data = data[:begin] + piece + data[end:]
    return data


READERS = {
    "experiment": (read_experiment, EXPERIMENT, "it.toml"),
    "history": (read_arms, HISTORY, "it.csv"),
    "log": (read_log, LOG, "it.csv"),
}


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("cases", [400, pytest.param(tries(10_000), marks=pytest.mark.long, id="many")])
def test_damaged_files_are_read_or_refused(kind, cases, tmp_path):
    """With a ValueError or TypeError that says something; nothing else is raised, imported or run."""
    read, data, name = READERS[kind]
    luck = random.Random(f"{kind}/{cases}")
    path = tmp_path / name
    understood = 0
    path.write_bytes(data)
    read(path)
    for _ in range(cases):
        path.write_bytes(damaged(data, luck))
        with suppress(ValueError, TypeError):
            read(path)
            understood += 1
    print(f"{cases} of {kind}, {understood} of them understood")
    assert 0 < understood < 0.8 * cases


@pytest.mark.parametrize("text", ["x = " + "[" * 3000, "runs = " + "9" * 5000, "x = \xff"])
def test_a_file_that_the_parser_dies_of(text, tmp_path):
    """Brackets or digits without end are refused with the name of the file."""
    path = tmp_path / "it.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadValue, match=r"cannot read .*it\.toml"):
        read_experiment(path)


@pytest.mark.parametrize("cases", [400, pytest.param(tries(10_000), marks=pytest.mark.long, id="many")])
def test_a_damaged_block_of_results_is_never_taken_for_results(cases):
    """Its checksum is that of the whole."""
    job = Job(bg.UniformRandom(), bg.Finite(means=[0.9, 0.1]), 30, 4, 0, 5)
    part = job.play(0, 4)
    data = b"".join(encode(part.about, part.columns))
    decode(data)
    luck = random.Random(cases)
    for _ in range(cases):
        broken = damaged(data, luck)
        if broken != data:
            with pytest.raises(ValueError, match=r"checksum|no Parquet|newer|not"):
                decode(broken)


@pytest.mark.parametrize("cases", [200, pytest.param(tries(5000), marks=pytest.mark.long, id="many")])
def test_damaged_code_is_never_loaded(cases, fresh_cache):
    """It is as if it were not there."""
    entry = cache.ObjectCode(bytes(range(256)) * 4, "symbol", "a policy")
    cache.write("0" * 64, entry)
    [path] = fresh_cache.iterdir()
    data = path.read_bytes()
    luck = random.Random(cases)
    with warnings.catch_warnings(record=True):
        for _ in range(cases):
            broken = damaged(data, luck)
            path.write_bytes(broken)
            assert cache.read("0" * 64) == (entry if broken == data else None)


@pytest.fixture(scope="module")
def bandit_file(tmp_path_factory):
    """The bytes of a store in which a bandit has decided for a while."""
    path = tmp_path_factory.mktemp("bandit") / "good.db"
    with Bandit("EpsilonGreedy(0.2)", ["a", "b", "c"], 1000, path) as bandit:
        for i in range(60):
            decision = bandit.decide(context_id=f"page {i}")
            if i % 3:
                bandit.reward(decision.id, i % 2)
    return path.read_bytes()


def flipped(data, luck):
    """A file with one to five other bytes."""
    changed = bytearray(data)
    for _ in range(luck.randrange(1, 6)):
        changed[luck.randrange(len(changed))] = luck.randrange(256)
    return bytes(changed)


@pytest.mark.parametrize("cases", [20, pytest.param(tries(1000), marks=pytest.mark.long, id="many")])
def test_a_damaged_store_of_bandits_is_used_or_refused(cases, bandit_file, tmp_path):
    """With an error of ours, whatever is read or written; or the check says what does not agree."""
    luck, outcomes = random.Random(cases), Counter()
    for number in range(cases):
        path = tmp_path / f"{number}.db"
        path.write_bytes((flipped if number % 2 else damaged)(bandit_file, luck))
        try:
            with Bandit.open(path) as bandit:
                report = bandit.check()
                bandit.arms(), bandit.log()
                bandit.reward(bandit.decide().id, 1.0)
                outcomes["used" if report.ok else "check"] += 1
        except (StoreError, BadInput):
            outcomes["refused"] += 1
    print(f"{cases} stores:", dict(outcomes))
    assert outcomes["refused"] > 0.3 * cases
