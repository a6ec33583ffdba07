"""Run the paper's experiments and leave figures, numbers and a page."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from begreedy.lab.experiment import SCALES, run_experiment
from begreedy.paper import find
from begreedy.report.figures import draw
from begreedy.report.page import write_page
from begreedy.report.progress import Messages


def reproduce(
    ids: list[str], scale: str, out: Path, messages: Messages, options: dict[str, Any]
) -> list[dict[str, Any]]:
    """Rows of all experiments named (all, if none is); figures and ``index.html`` go to the folder ``out``."""
    if scale not in SCALES:
        raise ValueError(f"scale must be one of {', '.join(SCALES)}, got {scale!r}")
    experiments = find(ids)
    for experiment in experiments:
        experiment.variants(options["variant"])  # a wrong name is found before anything is computed
    finished = []
    for experiment in experiments:
        began = time.perf_counter()
        messages.start(experiment.id)
        done = run_experiment(experiment, scale, progress=messages.update, warn=messages.warn, **options)
        messages.finish()
        if options.get("shard") is None:
            draw(done, out)
        finished.append(done)
        messages.say(f"{experiment.id}: {time.perf_counter() - began:.1f} s")
    if options.get("shard") is not None:
        messages.say("this shard is done; when all are, copy their stores into one folder and run without --shard")
        return []
    page = write_page(finished, out, scale)
    rows = [row for done in finished for row in done.rows()]
    if rows:
        messages.say(f"figures in {out}/ as SVG, PDF and PNG; open {page}")
    return rows
