"""Variables of the environment with values that nobody meant: commands work, or say in one line what is wrong."""

from __future__ import annotations

import random
import sys
import warnings
from collections import Counter

import pytest

from begreedy.cli.main import main
from begreedy.service import run
from begreedy.service.app import create_app
from begreedy.service.options import ServiceOptions
from support.attack import tries

VALUES = """
    0 1 -1 2 0.5 8000 65536 1e3 1e308 -1e308 nan inf 5e-324 9223372036854775808 true false yes maybe normal full text
    json 127.0.0.1 0.0.0.0 :: localhost /dev/null /dev/zero /proc/self/mem /etc/shadow . / ~ ../.. postgresql:// sqlite:
    postgresql://nobody@127.0.0.1:1/none file:x?mode=ro {folder} {file} {file}/below {loop} {loop}/below {nested}
    {binary}
""".split()  # noqa: SIM905  # as they are typed
VALUES += ["", " ", "9" * 5000, "x" * 300, "/" * 5000, "é" * 100, "\udcff", "a\nb", "%s%n", "$HOME", "[" * 3000]
SETTINGS = [f"BEGREEDY_{name.upper()}" for name in [*ServiceOptions.__dataclass_fields__, "config"]]


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Files and folders that a value may name; commands run in a folder of their own."""
    names = {name: tmp_path / name for name in ("folder", "file", "loop", "nested", "binary")}
    names["folder"].mkdir()
    names["file"].write_text("x = 1\n")
    names["nested"].write_text("x = " + "[" * 100_000)
    names["binary"].write_bytes(b"\xff\x00\xfe" * 100)
    names["loop"].symlink_to(names["loop"])
    monkeypatch.chdir(names["folder"])
    monkeypatch.setenv("HOME", str(tmp_path))
    return names


def outcome(capsys, *words):
    """What becomes of a command: "done", "refused", or how it went wrong."""
    sys.argv[:] = ["begreedy", *words]
    try:
        main()
    except SystemExit as error:
        said = capsys.readouterr().err
        if error.code in (1, 2) and said.strip():
            wrong = "Traceback" in said or said.startswith("begreedy: maximum recursion") or len(said) > 12_000
            return f"{error.code}: {said[:500]}" if wrong else "refused"
        return "done" if error.code in (0, None) else f"exit code {error.code}: {said}"
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
    return "done"


@pytest.mark.parametrize("cases", [60, pytest.param(tries(5000), marks=pytest.mark.long, id="many")])
def test_settings_of_the_server(cases, places, monkeypatch, capsys):
    """One to three variables of ``begreedy serve``; the server is set up, but does not listen."""
    monkeypatch.setattr(sys, "argv", [])
    monkeypatch.setattr(run, "serve", lambda options: create_app(options) and None)
    luck, outcomes = random.Random(f"settings/{cases}"), Counter()
    for _ in range(cases):
        values = {name: _value(luck, places) for name in luck.sample(SETTINGS, luck.randrange(1, 4))}
        with monkeypatch.context() as environment:
            for name, value in values.items():
                environment.setenv(name, value)
            outcomes[ended := outcome(capsys, "serve")] += 1
        assert ended in ("done", "refused"), values
    print(f"{cases} environments:", dict(outcomes))
    assert min(outcomes["done"], outcomes["refused"]) > cases / 30


def test_the_folder_of_compiled_code(places, monkeypatch, capsys):
    """Any value gives a place, perhaps one that is not used, which is warned of or said."""
    monkeypatch.setattr(sys, "argv", [])
    for value in VALUES:
        for name in ("BEGREEDY_CACHE_DIR", "XDG_CACHE_HOME"):
            with monkeypatch.context() as environment, warnings.catch_warnings():
                warnings.simplefilter("ignore")
                environment.setenv(name, value.format(**places))
                assert outcome(capsys, "cache", "--info") in ("done", "refused"), (name, value)


def _value(luck, places):
    return luck.choice(VALUES).format(**places)
