"""Blocks of simulations of earlier versions are read, and those of newer ones left alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from begreedy.results import migrations
from begreedy.results.block_file import decode, encode
from begreedy.results.migrations import NewerVersion, Step, present
from begreedy.results.parts import Part
from begreedy.results.store import Store, abouts, check
from stores.make import said_of_blocks
from support.commands import begreedy

HERE = Path(__file__).parent
SAID = json.loads((HERE / "0.1/blocks.json").read_text(encoding="utf-8"))


@pytest.fixture
def old(tmp_path):
    """A copy of the store of version 0.1."""
    return Path(shutil.copytree(HERE / "0.1/blocks", tmp_path / "blocks"))


def bytes_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def renamed(metadata):
    return {**metadata, "name": metadata["name"].lower()}


def doubled(columns):
    return {**columns, "double": 2 * columns["regret"]}


@pytest.mark.parametrize("version", ["0.1", "0.2"])
def test_old_blocks_are_listed_checked_and_exported(version, tmp_path):
    """In the words and numbers of the version that wrote them, and without touching them."""
    old = Path(shutil.copytree(HERE / version / "blocks", tmp_path / "blocks"))
    before = bytes_of(old)
    assert said_of_blocks(old) == json.loads((HERE / version / "blocks.json").read_text(encoding="utf-8"))
    assert bytes_of(old) == before


def test_the_budgeted_block_has_all_its_columns(old):
    part = next(part for entry in Store(old).entries() if "Budgeted" in (part := check(entry)).about.problem)
    assert part.about.horizon == 31000
    assert part.columns["regret"].shape == part.columns["rounds"].shape == (3, 200)
    assert SAID["last"].endswith(f",2,30,{part.columns['regret'][-1, -1].item()!r}")


def test_blocks_of_an_older_version_are_read(old, monkeypatch, capsys):
    """Metadata and columns go through the steps since; the files stay as they are, and --check says what they are."""
    from begreedy.cli.main import main

    before = bytes_of(old)
    first = Store(old).entries()[0]
    part = check(first)
    monkeypatch.setattr(migrations, "STEPS", [Step(metadata=renamed), Step(columns=doubled)])
    assert present() == 3
    (migrated,) = Store(old).parts(part.about.digest, part.first, part.stop)
    assert (migrated.about.name, migrated.about.schema) == (part.about.name.lower(), 1)
    assert np.array_equal(migrated.columns["double"], 2 * part.columns["regret"])
    monkeypatch.setattr("sys.argv", ["begreedy", "results", "--store", str(old), "--check"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert "5 blocks are sound (5 of an older version of begreedy, read as they are)" in capsys.readouterr().out
    assert bytes_of(old) == before


def newer_file(store, monkeypatch):
    """A block as a later version would write it."""
    old = check(store.entries()[0])
    with monkeypatch.context() as later:
        later.setattr(migrations, "STEPS", [Step()] * 6)
        data = b"".join(encode(old.about, old.columns))
    store.entries()[0].path.write_bytes(data)
    return old


@pytest.mark.parametrize("seal", ["crc32", "other"])
def test_a_newer_block_is_refused_and_left_alone(old, monkeypatch, seal):
    """It is neither read, set aside nor overwritten, even if its checksum is of a kind that is not known yet."""
    store = Store(old, warn=pytest.fail)
    part = newer_file(store, monkeypatch)
    path = store.entries()[0].path
    if seal == "other":
        path.write_bytes(path.read_bytes().replace(b"crc32:", b"blake:"))
    before = bytes_of(old)
    message = rf"{path.name}: written by a newer version of begreedy \(schema 7, this version reads up to 1\).*upgrade"
    with pytest.raises(NewerVersion, match=message):
        store.parts(part.about.digest, part.first, part.stop)
    assert bytes_of(old) == before
    assert len(store.parts(check(store.entries()[2]).about.digest, 0, 5)) == 2
    assert [type(about).__name__ for _, about in abouts(store.entries())].count("NewerVersion") == 1


def test_the_command_line_names_newer_blocks(old, monkeypatch):
    """--check says so and finds nothing wrong, and what is removed as damaged is not these."""
    newer_file(Store(old), monkeypatch)
    before = bytes_of(old)
    done = begreedy("results", "--store", old, "--check")
    assert done.returncode == 0
    assert "written by a newer version of begreedy" in done.stdout
    assert "4 blocks are sound\n" in done.stdout
    assert "removed 0 files" in begreedy("results", "damaged", "--store", old, "--remove").stdout
    assert bytes_of(old) == before


def test_unknown_fields_are_no_damage(old):
    """A field more than this version knows, within the same version, does not matter."""
    part = check(Store(old).entries()[0])
    about = type(part.about)(**vars(part.about))
    vars(about)["mood"] = "good"
    found, columns = decode(b"".join(encode(about, part.columns)))
    assert Part(found, columns).about == part.about
