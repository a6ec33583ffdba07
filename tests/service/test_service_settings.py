"""Settings of the server: the same names on the command line, in the environment and in a file."""

from __future__ import annotations

import dataclasses
import os

import pytest
import typer
import typer.main
from starlette.testclient import TestClient

from begreedy.cli.main import app
from begreedy.service import run
from begreedy.service.app import create_app
from begreedy.service.options import ServiceOptions
from support.commands import begreedy

COMMAND = typer.main.get_command(app).commands["serve"]
SETTINGS = {option.name: option for option in COMMAND.params if option.envvar}


@pytest.fixture
def started(monkeypatch):
    """The options that the command would serve with."""
    for name in [name for name in os.environ if name.startswith("BEGREEDY_")]:
        monkeypatch.delenv(name)
    found = []
    monkeypatch.setattr(run, "serve", found.append)

    def start(*words, **environment):
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        COMMAND.main(list(words), standalone_mode=False)
        return found[-1]

    return start


def test_names_and_defaults_are_the_same_everywhere():
    """Every option of the server but the secret is a setting, by one name, with one default, which the help tells."""
    fields = {field.name: field.default for field in dataclasses.fields(ServiceOptions)} | {"store": "bandits.db"}
    del fields["token"]
    assert {name: option.default for name, option in SETTINGS.items() if name != "config"} == fields
    with typer.Context(COMMAND) as context:
        text = " ".join(COMMAND.get_help(context).split())
    for name, option in SETTINGS.items():
        assert option.opts == [f"--{name.replace('_', '-')}"]
        assert option.envvar == f"BEGREEDY_{name.upper()}"
        assert f"env var: {option.envvar}" in text
        if option.default is not None and not isinstance(option.default, bool):
            assert f"{option.envvar}; default: {option.default}]" in text


def test_the_command_line_counts_before_the_environment_and_that_before_the_file(started, tmp_path):
    file = tmp_path / "begreedy.toml"
    file.write_text('port = 1\nrate = 5\nmax-bandits = 7\nstore = "of the file"\nmax_open = 3\n')
    options = started("--config", str(file), "--port", "3", BEGREEDY_PORT="2", BEGREEDY_STORE="of the environment")
    assert (options.port, options.store) == (3, "of the environment")
    assert (options.rate, options.max_bandits, options.max_open, options.max_batch) == (5.0, 7, 3, 1000)
    assert started(BEGREEDY_CONFIG=str(file), BEGREEDY_TOKEN="of-the-environment").token == "of-the-environment"


def test_the_explore_page_has_the_limits_of_its_own_command(started, tmp_path):
    """Under the same names, from all three places; and it can be left out, with the link to it."""
    own = {option.name for option in typer.main.get_command(app).commands["explore"].params}
    assert {"max_seconds", "max_memory", "threads"} <= own & SETTINGS.keys()
    file = tmp_path / "begreedy.toml"
    file.write_text("max_seconds = 5\nthreads = 2\nexplore = false\n")
    options = started("--config", str(file), "--max-seconds", "7", BEGREEDY_MAX_MEMORY="200")
    assert (options.max_seconds, options.max_memory, options.threads, options.explore) == (7.0, 200.0, 2, False)
    setting = {"problem": "Finite(prior=Uniform(), arms=10)", "policies": ["Greedy()"], "horizon": 10**6, "runs": 10**4}
    store = str(tmp_path / "b.db")
    with TestClient(create_app(ServiceOptions(store, max_seconds=0.5, threads=1)), base_url="http://127.0.0.1") as http:
        answer = http.post("/explore/run", json=setting)
        assert (answer.status_code, "more than the 0.5" in answer.text) == (413, True)
        assert "/explore/" in http.get("/").text
    with TestClient(create_app(ServiceOptions(store, explore=False)), base_url="http://127.0.0.1") as http:
        assert http.get("/explore/").status_code == http.post("/explore/run", json=setting).status_code == 404
        page = http.get("/")
        assert ("/explore/" in page.text, "frame-ancestors" in page.headers["content-security-policy"]) == (False, True)
        assert http.get("/page/style.css").status_code == 200


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("max_bandit = 7", "max_bandit must be a setting of begreedy serve; did you mean max_bandits"),
        ("max_bandits = [7]", "max_bandits must be a whole number, got [7]"),
        ("max_bandits = true", "max_bandits must be a whole number, got True"),
        ("max_bandits = 7.5", "max_bandits must be a whole number, got 7.5"),
        ("max_bandits = 1e30", "max_bandits must be a whole number, got 1e+30"),
        ("max_bandits = 99999999999", "max-bandits must be at most 2147483648"),
        ("max_arms = 2000000", "max-arms must be at most 1048576"),
        ("rate = true", "rate must be a number, got True"),
        ("rate = nan", "rate must be a finite number"),
        ("rate = 5e-324", "rate must be 0 (no limit) or at least 0.001, got 5e-324"),
        ("rate = -1", "rate must be 0 (no limit) or at least 0.001, got -1"),
        ("patience = 1e308", "patience must be greater than 0 and at most 86400 seconds, got 1e+308"),
        ("shutdown = 0", "shutdown must be greater than 0 and at most 86400 seconds, got 0"),
        ("access_log = 1", "access_log must be true or false, got 1"),
        ("store = 5", "store must be a text, got 5"),
        ("explore = 1", "explore must be true or false, got 1"),
        ("max_seconds = 0", "max-seconds must be greater than 0"),
        ("max_memory = -1", "max-memory must be greater than 0"),
        ("threads = -1", "threads must be at least 0"),
        ("tokens = true", "tokens must be a text, got True"),
        ("port = " + "9" * 5000, "config must be a TOML file"),
        ("port = " + "[" * 100_000, "config must be a TOML file"),
        ("max_bandits = ", "config must be a TOML file"),
        ("max_bandits = 0", "max-bandits must be at least 1"),
        ("port = 'http'", "Invalid value for '--port'"),
        ("config = 'other'", "config must be a setting of begreedy serve; did you mean token_file"),
    ],
)
def test_what_a_file_may_not_say(started, tmp_path, text, words):
    file = tmp_path / "begreedy.toml"
    file.write_text(text)
    with pytest.raises((ValueError, TypeError, typer.BadParameter)) as refused:
        started("--config", str(file))
    message = refused.value.format_message() if isinstance(refused.value, typer.BadParameter) else str(refused.value)
    assert words in message


def test_a_bad_setting_is_a_sentence(tmp_path):
    """Exit code 2, no traceback; a file that is not there says so."""
    done = begreedy("serve", "--config", str(tmp_path / "absent.toml"))
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "absent.toml" in done.stderr
