"""Files for deployment: names of settings that exist, nobody runs as root, units that systemd understands."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer.main
import yaml

from begreedy.cli.main import app
from begreedy.service.options import ServiceOptions
from begreedy.service.tokens import Tokens

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "docs" / "deploy"
COMMAND = typer.main.get_command(app).commands["serve"]
VARIABLES = {option.envvar for option in COMMAND.params if option.envvar} | {"BEGREEDY_TOKEN"}


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", "begreedy.service", "../operate.md"])
def test_variables_are_settings(name):
    assert set(re.findall(r"BEGREEDY_[A-Z_]+", (DEPLOY / name).read_text())) <= VARIABLES


def test_the_image():
    """Not root, a health check, and everything that it copies is there and not ignored."""
    text = (DEPLOY / "Dockerfile").read_text()
    assert re.search(r"^USER 10001$", text, re.M)
    assert "/health" in text
    assert "8000" not in text[text.index("HEALTHCHECK") :]  # the port is a setting
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    for line in re.findall(r"^COPY ((?!--from).*) \S+$", text, re.M):
        for part in line.split():
            assert (ROOT / part).exists()
            assert f"!{part}" in ignored


def test_compose():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert services["database"]["healthcheck"]["test"][1] == "pg_isready"
    settings = services["begreedy"]["environment"]
    assert "?schema=" in settings["BEGREEDY_STORE"]
    assert (DEPLOY / services["begreedy"]["build"]["context"] / services["begreedy"]["build"]["dockerfile"]).exists()
    assert yaml.safe_load((DEPLOY / "prometheus.yml").read_text())["scrape_configs"]


def test_the_unit(tmp_path):
    """As systemd reads it, with a program that is there."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd-analyze")
    unit = (DEPLOY / "begreedy.service").read_text()
    (tmp_path / "begreedy.service").write_text(unit.replace("/opt/begreedy/bin/begreedy", "/bin/true"))
    words = ["systemd-analyze", "verify", str(tmp_path / "begreedy.service")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_examples_of_the_page(tmp_path):
    """The settings and tokens of docs/operate.md are ones that the server takes, once a secret is there."""
    page = (ROOT / "docs" / "operate.md").read_text()
    settings, tokens = re.findall(r"```toml\n(.*?)```", page, re.S)
    (command,) = re.findall(r"^python3 -c '(.*)'$", page, re.M)
    made = [subprocess.run([sys.executable, "-c", command], capture_output=True, text=True).stdout for _ in range(2)]
    (secret, _), (other, digest) = (line.split() for line in made)
    assert secret != other

    def read(text):
        (tmp_path / "tokens.toml").write_text(text)
        return Tokens(ServiceOptions(**{**tomllib.loads(settings), "tokens": str(tmp_path / "tokens.toml")}))

    with pytest.raises(ValueError, match="at least 16 characters"):
        read(tokens)
    mine = re.sub(r'(?<=sha256 = ")\w+', digest, tokens.replace('"..."', f'"{secret}"'))
    found = read(mine)
    assert (found.find(secret.encode()).name, found.find(other.encode()).name) == ("shop", "grafana")


def test_no_page_shows_the_digest_of_a_word():
    """Who copies a digest from a page lets nobody in who guesses well."""
    words = ("", "password", "secret", "token", "begreedy", "grafana", "shop", "admin", "test", "hunter2")
    guessed = {hashlib.sha256(word.encode()).hexdigest() for word in words}
    for page in (ROOT / "docs").glob("*.md"):
        assert guessed.isdisjoint(re.findall(r"\b[0-9a-f]{64}\b", page.read_text())), page.name
