"""How much memory can still be had, as the system's files say."""

from __future__ import annotations

import os
import resource

import pytest

from begreedy.engine.available import available_bytes

MACHINE = 8_000_000 * 1024


def _system(folder, **files):
    """A folder with files of a system: ``__`` in a name is a slash."""
    files = {"proc__meminfo": "MemTotal: 9000000 kB\nMemAvailable: 8000000 kB\n", **files}
    for name, text in files.items():
        file = folder / name.replace("__", "/").replace("_dot_", ".")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


@pytest.fixture(autouse=True)
def _large_machine(monkeypatch):
    monkeypatch.setattr(os, "sysconf", lambda name: 4096 if name == "SC_PAGE_SIZE" else 10**9)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def _group(path, limit, usage, inactive="", version=2):
    names = (
        ("max", "current", "inactive_file")
        if version == 2
        else ("limit_in_bytes", "usage_in_bytes", "total_inactive_file")
    )
    folder = "sys__fs__cgroup__" + ("" if version == 2 else "memory__") + path
    files = {f"{folder}memory_dot_{names[0]}": limit, f"{folder}memory_dot_{names[1]}": usage}
    return files | ({f"{folder}memory_dot_stat": f"anon 5\n{names[2]} {inactive}\n"} if inactive else {})


def test_a_machine_without_limits(tmp_path):
    """What Linux says is available; nothing is known where there are no files."""
    assert available_bytes(_system(tmp_path)) == MACHINE
    assert available_bytes(tmp_path / "elsewhere") == 4096 * 10**9
    assert available_bytes(_system(tmp_path, proc__meminfo="MemAvailable: much kB\n")) == 4096 * 10**9


def test_what_a_group_uses_is_not_left(tmp_path):
    """Its limit less what it uses, but for files that were read and can be dropped."""
    own = {"proc__self__cgroup": "0::/\n"}
    assert available_bytes(_system(tmp_path / "a", **own, **_group("", "1000000", "400000"))) == 600_000
    assert available_bytes(_system(tmp_path / "b", **own, **_group("", "1000000", "400000", "150000"))) == 750_000
    assert available_bytes(_system(tmp_path / "c", **own, **_group("", "max", "400000"))) == MACHINE
    assert available_bytes(_system(tmp_path / "d", **own, **_group("", "1000000", "1200000"))) == 0.0


def test_the_groups_around_a_group_have_limits_too(tmp_path):
    """The one with the least left counts, wherever it is."""
    own = {"proc__self__cgroup": "0::/user.slice/job/step\n"}
    outer = _group("user_dot_slice__", "900000", "800000")
    inner = _group("user_dot_slice__job__step__", "700000", "100000")
    assert available_bytes(_system(tmp_path / "a", **own, **inner)) == 600_000
    assert available_bytes(_system(tmp_path / "b", **own, **inner, **outer)) == 100_000


def test_groups_of_the_first_version(tmp_path):
    """Each kind of resource has folders of its own; in a container only the last is seen, as the first."""
    lines = "9:cpu,cpuacct:/x\n4:memory:/docker/0123\n0::/\n"
    files = {"proc__self__cgroup": lines}
    nested = _group("docker__0123__", "500000", "100000", version=1)
    assert available_bytes(_system(tmp_path / "a", **files, **nested)) == 400_000
    seen = _group("", "500000", "300000", "100000", version=1)
    assert available_bytes(_system(tmp_path / "b", **files, **seen)) == 300_000
    unlimited = _group("", "9223372036854771712", "300000", version=1)
    assert available_bytes(_system(tmp_path / "c", **files, **unlimited)) == MACHINE


def test_damaged_files_say_nothing(tmp_path):
    """They are passed over."""
    files = {"proc__self__cgroup": "0\n0::/../../etc\nnonsense\n", **_group("", "", "x", "y")}
    assert available_bytes(_system(tmp_path, **files)) == MACHINE


def test_the_limit_of_a_process(monkeypatch, tmp_path):
    """On its addresses, less those that it has: ``ulimit -v``."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (50_000_000, 60_000_000))
    assert available_bytes(_system(tmp_path, proc__self__statm="1000 500 100 1 0 400 0\n")) == 50_000_000 - 4_096_000
    assert available_bytes(tmp_path / "elsewhere") == 50_000_000


def test_this_machine():
    """There is some memory left, and less than all of it."""
    assert 1e7 < available_bytes() < 1e15
