"""How experiments are executed: how many runs, where they are played, where results are kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from begreedy.experiments.experiment import Experiment, Finished, run_experiment
from begreedy.results.store import Store
from begreedy.run.play import Shard
from begreedy.run.progress import Messages


@dataclass(frozen=True)
class Execution:
    """Options of the command line, as given; the store is in the folder ``out`` unless it is named."""

    out: Path
    runs: int | None = None
    seed: int | None = 0
    variant: str = "all"
    threads: int | None = None
    cluster: str | None = None
    shard: str | None = None
    store: Path | None = None

    def play(self, experiment: Experiment, scale: str, messages: Messages) -> Finished:
        """Simulate what is missing of an experiment, with a bar for it."""
        options: dict[str, Any] = {
            "runs": self.runs,
            "seed": self.seed,
            "variant": self.variant,
            "threads": self.threads,
            "cluster": self.cluster,
            "shard": None if self.shard is None else Shard.parse(self.shard),
            "store": Store(self.store or self.out / "store", messages.warn),
        }
        with messages.task(experiment.id):
            return run_experiment(experiment, scale, progress=messages.update, warn=messages.warn, **options)

    def check(self) -> None:
        """Raise for options that are wrong, before anything is computed."""
        if self.shard is not None:
            Shard.parse(self.shard)


SHARD_DONE = "this shard is done; when all are, copy their stores into one folder and run without --shard"
