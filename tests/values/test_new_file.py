"""Files that are written as a whole: nobody can put a link in their way, and no half of one is left."""

from __future__ import annotations

import os

import pytest

from begreedy.values import new_file as module
from begreedy.values.new_file import new_file, unguessed


def test_whole_or_as_before(tmp_path):
    path = tmp_path / "table.parquet"
    path.write_bytes(b"before")
    with pytest.raises(TypeError), new_file(path) as file:
        file.writelines([b"half", "no bytes"])
    assert path.read_bytes() == b"before"
    with new_file(path) as file:
        file.write(b"after")
    assert path.read_bytes() == b"after"
    assert list(tmp_path.iterdir()) == [path]


def test_names_differ_and_are_short(tmp_path):
    path = tmp_path / ("x" * 255)
    assert len({unguessed(path) for _ in range(100)}) == 100
    with new_file(path) as file:
        file.write(b"long name")
    assert path.read_bytes() == b"long name"


@pytest.mark.skipif(os.name != "posix", reason="has no such links")
def test_no_link_is_followed(tmp_path, monkeypatch):
    """Not even by who guesses the name; and a link that has the file's own name is replaced."""
    victim, path = tmp_path / "victim", tmp_path / "table.parquet"
    victim.write_bytes(b"mine")
    monkeypatch.setattr(module.secrets, "token_hex", lambda size: "0" * 2 * size)
    link = unguessed(path)
    link.symlink_to(victim)
    with pytest.raises(FileExistsError), new_file(path) as file:
        file.write(b"theirs")
    link.unlink(missing_ok=True)
    path.symlink_to(victim)
    with new_file(path) as file:
        file.write(b"theirs")
    assert (victim.read_bytes(), path.read_bytes(), path.is_symlink()) == (b"mine", b"theirs", False)
