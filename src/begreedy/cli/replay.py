"""Policies judged on a log, on the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from begreedy.logs.replay import replay
from begreedy.run.progress import Messages
from begreedy.values.spec import parse


def show_replay(log: Path, specs: list[str], options: dict[str, Any], messages: Messages) -> list[dict[str, Any]]:
    """Judge the policies that ``specs`` name on a log and say what came out; the rows."""
    judged = replay(log, [parse(spec) for spec in specs], **options)
    messages.say(repr(judged))
    return [{"log": str(log), **row} for row in judged.rows()]
