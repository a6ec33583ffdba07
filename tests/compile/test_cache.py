"""The folder of compiled code: damaged, foreign or unwritable files cost time, never a wrong result."""

from __future__ import annotations

import shutil

import pytest

import begreedy as bg
from begreedy.compile import cache
from begreedy.compile import compiler as compile


@pytest.fixture
def cheap(fresh_cache):
    """A compiled policy that is quick to compile: its file, its result, and how to play it anew."""

    def play():
        compile._loaded.clear()
        return bg.simulate(bg.UniformRandom(), bg.Finite(means=[0.8, 0.3]), 50, runs=3).final.tolist()

    final = play()
    (path,) = cache.entries()
    return path, final, play


def test_damaged_files_are_compiled_again(cheap):
    """Truncated, altered or foreign: such a file is replaced, and the result is right."""
    path, final, play = cheap
    sound = path.read_bytes()
    altered = bytearray(sound)
    altered[len(sound) // 2] ^= 16
    for i, damaged in enumerate([b"", sound[:-1], bytes(altered), b"[]\nfoo"]):
        path.write_bytes(damaged)
        assert play() == final
        assert len(compile.compiled) == i + 2
        assert cache.read(path.stem) is not None


def test_every_altered_bit_is_noticed(fresh_cache):
    """No byte of a file can change unnoticed: a wrong symbol, for one, would crash the interpreter."""
    entry = cache.ObjectCode(b"some code\n and more", "symbol", "label")
    cache.write("digest", entry)
    (path,) = cache.entries()
    sound = path.read_bytes()
    assert cache.read("digest") == entry
    for i in range(len(sound)):
        for bit in (1, 2, 32):
            path.write_bytes(sound[:i] + bytes([sound[i] ^ bit]) + sound[i + 1 :])
            assert cache.read("digest") is None, f"byte {i}: {sound[:i][-20:]!r}"


@pytest.mark.long
def test_entry_under_a_wrong_name(cheap):
    """A sound file of another kernel, under the name of this one, is not run in its place."""
    path, final, play = cheap
    bg.simulate(bg.ExploreThenCommit(m=1), bg.Finite(means=[0.8, 0.3]), 50, runs=3)
    (other,) = set(cache.entries()) - {path}
    shutil.copy(other, path)
    assert play() == final


def test_cache_that_cannot_be_written(cheap, tmp_path, monkeypatch):
    """A cache folder that cannot exist costs a warning, not the result."""
    _, final, play = cheap
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BEGREEDY_CACHE_DIR", str(tmp_path / "file" / "cache"))
    with pytest.warns(UserWarning, match="BEGREEDY_CACHE_DIR"):
        assert play() == final
    assert cache.entries() == []
    assert cache.clear() == 0


def test_clear(cheap, monkeypatch):
    """Clearing removes the entries, and only these, and says how many; what follows is compiled again."""
    path, final, play = cheap
    keep = path.with_name("notes.txt")
    keep.write_text("mine")
    assert cache.entries() == [path]
    assert cache.clear() == 1
    assert list(path.parent.iterdir()) == [keep]
    assert play() == final
    assert len(compile.compiled) == 2
