"""Run the paper's experiments and leave figures, numbers and a page."""

from __future__ import annotations

import time
from typing import Any

from begreedy.lab.experiment import SCALES
from begreedy.paper import find
from begreedy.report.figures import draw
from begreedy.report.page import write_page
from begreedy.report.progress import Messages
from begreedy.report.settings import SHARD_DONE, Settings
from begreedy.report.tables import write_tables


def reproduce(ids: list[str], scale: str, settings: Settings, messages: Messages) -> list[dict[str, Any]]:
    """Rows of all experiments named (all, if none is); figures and ``index.html`` go to the folder ``settings.out``."""
    if scale not in SCALES:
        raise ValueError(f"scale must be one of {', '.join(SCALES)}, got {scale!r}")
    settings.check()
    experiments = find(ids)
    for experiment in experiments:
        experiment.variants(settings.variant)  # a wrong name is found before anything is computed
    finished = []
    for experiment in experiments:
        began = time.perf_counter()
        done = settings.play(experiment, scale, messages)
        if settings.shard is None:
            draw(done, settings.out)
            if experiment.id.startswith("cascade-"):
                write_tables(done, settings.out)
            finished.append(done)
        messages.say(f"{experiment.id}: {time.perf_counter() - began:.1f} s")
    if settings.shard is not None:
        messages.say(SHARD_DONE)
        return []
    page = write_page(finished, settings.out, scale)
    rows = [row for done in finished for row in done.rows()]
    if rows:
        messages.say(f"figures in {settings.out}/ as SVG, PDF and PNG; open {page}")
    return rows
