"""Compiled code is loaded only if nobody but this user could have written it."""

from __future__ import annotations

import os
import warnings

import pytest

from begreedy.compile import cache
from begreedy.compile.trust import distrust

pytestmark = pytest.mark.skipif(os.name != "posix", reason="owners and modes are those of POSIX")
as_root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")

ENTRY = cache.ObjectCode(b"code", "symbol", "label")
SOMEBODY = 12345


@pytest.fixture
def planted(fresh_cache):
    """The file of an entry whose checksum is right, in a folder of this user's."""
    cache.write("digest", ENTRY)
    assert cache.read("digest") == ENTRY
    (path,) = cache.entries()
    return path


def test_the_folder_is_made_private(planted):
    """A new folder can be opened by nobody else."""
    assert planted.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o707, 0o1777], ids=oct)
def test_a_folder_that_others_may_write_is_not_used(planted, mode):
    """Nothing is read from it and nothing written to it, and the reason is told once."""
    planted.parent.chmod(mode)
    with pytest.warns(UserWarning, match=r"can be written by others \(mode .*BEGREEDY_CACHE_DIR"):
        assert cache.read("digest") is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cache.write("other", ENTRY)
        assert cache.read("digest") is None
    assert cache.entries() == [planted]
    assert "not used" in cache.describe()


def test_a_file_that_others_may_write_is_not_used(planted):
    """A single file is judged by itself, and replaced by one of this user's when it is compiled again."""
    planted.chmod(0o666)
    with pytest.warns(UserWarning, match="is compiled again"):
        assert cache.read("digest") is None
    cache.write("digest", ENTRY)
    assert cache.read("digest") == ENTRY


def test_a_link_in_place_of_a_file_is_not_followed(planted, tmp_path):
    """A file elsewhere is not what was written here."""
    elsewhere = tmp_path / "elsewhere"
    planted.rename(elsewhere)
    planted.symlink_to(elsewhere)
    assert cache.read("digest") is None


def test_a_folder_above_that_others_may_write_is_not_trusted(planted):
    """Whoever may rename the folder's parent can put another in its place."""
    above = planted.parent.parent
    above.chmod(0o777)
    assert str(above) in distrust(planted.parent)
    above.chmod(0o1777)  # sticky, as /tmp is: others cannot rename what is mine
    assert distrust(planted.parent) is None


@as_root
@pytest.mark.parametrize("whose", ["folder", "file", "above"])
def test_what_somebody_else_owns_is_not_used(planted, whose):
    """Neither a folder, nor a file, nor a folder on the way of another user."""
    where = {"folder": planted.parent, "file": planted, "above": planted.parent.parent}[whose]
    os.chown(where, SOMEBODY, SOMEBODY)
    with pytest.warns(UserWarning, match=f"belongs to user {SOMEBODY}"):
        assert cache.read("digest") is None


@as_root
def test_a_link_of_somebody_else_on_the_way_is_not_followed(planted, tmp_path):
    """Its owner could lead it elsewhere at any time; a link of this user's is fine."""
    link = tmp_path / "link"
    link.symlink_to(planted.parent)
    assert distrust(link) is None
    os.chown(link, SOMEBODY, SOMEBODY, follow_symlinks=False)
    assert f"link {link} belongs to user {SOMEBODY}" in distrust(link)


def test_a_folder_that_is_not_there_yet_is_judged_by_its_path(tmp_path):
    """So that nothing is made where it would not be used."""
    assert distrust(tmp_path / "a" / "b") is None
    tmp_path.chmod(0o777)
    assert str(tmp_path) in distrust(tmp_path / "a" / "b")


def test_links_that_lead_in_a_circle_are_not_followed(tmp_path, monkeypatch):
    """Code is compiled, and nothing is kept; the reason is told."""
    (tmp_path / "one").symlink_to(tmp_path / "two")
    (tmp_path / "two").symlink_to(tmp_path / "one")
    monkeypatch.setenv("BEGREEDY_CACHE_DIR", str(tmp_path / "one" / "cache"))
    with pytest.warns(UserWarning, match=r"compiled code is neither read from nor kept in .*BEGREEDY_CACHE_DIR"):
        assert cache.read("digest") is None
    cache.write("digest", ENTRY)
    assert cache.entries() == []
    assert "not used" in cache.describe()
    assert cache.has("digest")
