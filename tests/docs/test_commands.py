"""Pages that show requests to a server: their commands run, against servers as the pages start them."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from support.commands import begreedy
from support.service import Server
from support.tiers import every_time

DOCS = Path(__file__).parents[2] / "docs"
HOME = "localhost:8000"
PAGES = sorted(page.name for page in DOCS.glob("*.md") if f"curl -s {HOME}" in page.read_text())


def complete(command):
    """Whether a command ends here: no quote is open, and no backslash asks for the next line."""
    try:
        shlex.split(command, comments=True)
    except ValueError:
        return False
    return True


def commands(page):
    """The commands of a page that are about a server, each with what the page shows as its answer."""
    for language, block in re.findall(r"^```(\S*)\n(.*?)^```$", (DOCS / page).read_text(), re.S | re.M):
        if language:
            continue
        found, lines, prompted = [], iter(block.splitlines()), block.startswith("$ ")
        for line in lines:
            if prompted and not line.startswith("$ "):
                found[-1][1] += line
                continue
            command = line.removeprefix("$ ")
            while not complete(command):
                command += "\n" + next(lines)
            found.append([command, ""])
        yield from (pair for pair in found if pair[0].startswith(("mkdir", "curl", "begreedy serve")))


class Shell:
    """Runs the commands of a page in a folder, with servers on free ports."""

    def __init__(self, folder):
        self.folder, self.server, self.ids = folder, None, {}

    def run(self, command):
        """What a command answers: None unless it is a request."""
        if command.startswith("mkdir"):
            subprocess.run(command, shell=True, cwd=self.folder, check=True)
        elif command.startswith("curl"):
            return self._ask(command)
        elif "postgresql://" not in command:
            self._begreedy(shlex.split(command.rstrip(" &"), comments=True)[1:])
        return None

    def _begreedy(self, words):
        if "--backup" in words:
            done = begreedy(*words, cwd=self.folder)
            assert done.returncode == 0, done.stderr
            return
        self.close()
        assert words[:2] == ["serve", "--store"]
        paths = [word if word.startswith("--") else str(self.folder / word) for word in words[2:]]
        self.server = Server(*paths)

    def _ask(self, command):
        if self.server is None:
            self._begreedy(["serve", "--store", "bandits.db"])
        for shown in re.findall(r'"decision_id": "([^"]+)"', command):
            command = command.replace(shown, self.ids[shown.partition("-")[0]])
        command = command.replace(HOME, self.server.url) + r" --noproxy '*' -w '\n%{http_code}'"
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, capture_output=True, text=True, check=True)
        body, status = done.stdout.rsplit("\n", 1)
        assert status.startswith("2"), body
        answer = json.loads(body)
        made = answer["decisions"] if isinstance(answer.get("decisions"), list) else [answer]
        self.ids |= {one["id"].partition("-")[0]: one["id"] for one in made if "id" in one}
        return answer

    def close(self):
        if self.server is not None:
            assert self.server.stop() == 0


@pytest.mark.skipif(not shutil.which("curl"), reason="no curl")
@every_time("online.md")
@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_run(page, tmp_path):
    """As the page says, one after the other; requests are accepted, and answers have the fields that the page shows."""
    shell, asked = Shell(tmp_path), 0
    try:
        for command, shown in commands(page):
            answer = shell.run(command)
            asked += answer is not None
            if shown and "..." not in shown:
                assert json.loads(shown).keys() == answer.keys()
                assert json.loads(shown).get("arm") == answer.get("arm")
    finally:
        shell.close()
    assert asked >= 2
