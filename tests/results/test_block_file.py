"""Blocks of results: a file gives back what it was given or is refused, and ranges of runs add up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from begreedy.results.block_file import COLUMNS, About, Damaged, decode, encode
from begreedy.results.parts import Part, joined, missing
from begreedy.results.store import BlockPath, cover
from begreedy.run.play import Shard


def totals(runs):
    """The columns that every block has, but for its curves."""
    return {name: np.zeros(runs) for name in COLUMNS if name != "rounds"} | {"rounds": np.zeros((runs, 0), np.int64)}


def part(first, runs, width=3):
    regret = np.arange(runs * width, dtype=float).reshape(runs, width) + first
    columns = totals(runs) | {"regret": regret, "pulls": np.arange(runs)}
    return Part(About("ab" * 32, "p", "q", "n", 10, 0, tuple(range(width)), first, runs), columns)


# ---------------------------------------------------------------- files


def test_a_file_gives_back_what_it_was_given():
    """Every column comes back, bit for bit, with all that is known about it; curves of no width, too."""
    columns = totals(2) | {
        "regret": np.array([[0.1, np.inf], [-0.0, 5e-324]]),
        "pulls": np.array([1, 2**60]),
        "x": np.zeros((2, 0)),
    }
    about = About("cd" * 32, "UCB(c=1.0)", "Finite()", "UCB", 10, 2**70, (5, 10), 7, 2, 0.25, "cpu", {"python": "3"})
    found, back = decode(b"".join(encode(about, columns)))
    assert replace(found, absent=()) == about
    assert {name: values.shape for name, values in back.items()} == {n: v.shape for n, v in columns.items()}
    assert all(back[name].tobytes() == values.tobytes() for name, values in columns.items())


def test_every_byte_is_checked():
    """A bit flipped anywhere in a file, and a file cut anywhere, is noticed."""
    data = b"".join(encode(part(0, 4).about, part(0, 4).columns))
    random = np.random.default_rng(0)
    for place in range(len(data)):
        flipped = bytearray(data)
        flipped[place] ^= 1 << int(random.integers(8))
        with pytest.raises(Damaged):
            decode(bytes(flipped))
    for length in [0, 3, 4, 8, *random.integers(len(data), size=50).tolist()]:
        with pytest.raises(Damaged):
            decode(data[:length])


def test_columns_must_have_the_rows_of_the_block():
    """A block cannot be written with fewer rows than its name says."""
    with pytest.raises(AssertionError, match="regret must have 5 rows, got 4"):
        encode(replace(part(0, 4).about, runs=5), part(0, 4).columns)


# ---------------------------------------------------------------- ranges of runs

RANGES = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 12)), max_size=8)


@given(RANGES, st.integers(0, 10), st.integers(1, 45))
@settings(max_examples=300, deadline=None)
def test_ranges_add_up(ranges, first, length):
    """What is there and what is missing are the wanted runs, each exactly once."""
    stop = first + length
    parts = [part(a, n) for a, n in ranges]
    wanted = set(range(first, stop))
    there = {run for a, n in ranges for run in range(a, a + n)} & wanted
    gaps = [run for a, b in missing(parts, first, stop) for run in range(a, b)]
    assert sorted(gaps) == sorted(wanted - there)
    entries = [BlockPath(None, "", a, a + n) for a, n in ranges]
    covered = {run for entry in cover(entries, first, stop) for run in range(entry.first, entry.stop)} & wanted
    assert covered == there


def test_joined_parts_may_overlap():
    """Overlapping parts give every run once, in order."""
    columns = joined([part(0, 4), part(2, 5), part(6, 9)], 8)
    assert columns["pulls"].shape == (8,)
    assert columns["regret"].shape == (8, 3)
    assert columns["regret"][2:, 0].tolist() == [2, 5, 8, 11, 6, 9]


@pytest.mark.parametrize("count", [1, 3, 7])
def test_shards_partition_the_runs(count):
    """The shares of all shards are all runs, each once, for any job."""
    for number, runs in enumerate((1, 2, 5, 100)):
        ranges = sorted(Shard(i + 1, count).range(number, runs) for i in range(count))
        assert [run for a, b in ranges for run in range(a, b)] == list(range(runs))


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "a/b", "1/0", "-1/3"])
def test_bad_shards_are_refused(text):
    with pytest.raises(ValueError, match="shard must be I/N"):
        Shard.parse(text)
