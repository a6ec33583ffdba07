"""What a log says about policies, as numbers and as a table."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import NotRequired, TypedDict

import numpy as np

from begreedy.logs.decision_log import DecisionLog
from begreedy.logs.estimate import Estimate
from begreedy.logs.slate_log import SlateLog
from begreedy.types import Policy
from begreedy.values.text_table import text_table

# Estimates, and what the table calls them.
_KINDS = {
    "replayed": "replayed",
    "weighted": "taught by the log (IPW)",
    "normalised": "(normalised)",
    "robust": "(doubly robust)",
    "direct": "(direct)",
}
_SLATE_KINDS = {
    "weighted": "taught by the log (IPW)",
    "normalised": "(normalised)",
    "by_place": "(IPW by place)",
    "robust": "(doubly robust)",
    "direct": "(direct)",
}


@dataclass(frozen=True, eq=False)
class Judgement:
    """What a log says about one policy."""

    policy: Policy
    name: str
    replayed: Estimate  # the policy by itself, for ``horizon`` rounds
    weighted: Estimate  # its next decision when the log teaches it
    normalised: Estimate  # the same, less noisy
    robust: Estimate  # the same, with the means of arms corrected by weights
    direct: Estimate  # the same, by the means of arms alone
    rounds: np.ndarray  # of each pass: the horizon, unless the log ended before; none if it was too short
    by_place: Estimate | None = None  # of lists and sets: by weights of their arms, one by one


class EstimateRow(TypedDict):
    """An estimate as a row: without its numbers where the log never matched; ``rounds`` are those replayed."""

    policy: str
    estimate: str
    events: int
    arms: int
    horizon: int
    runs: int
    seed: int
    mean: float | None
    stderr: float | None
    low: float | None
    high: float | None
    rounds: NotRequired[float]


@dataclass(frozen=True, eq=False)
class Replayed:
    """Policies judged on one log, with what was assumed and what is doubtful."""

    log: DecisionLog | SlateLog
    horizon: int
    runs: int
    seed: int
    rewards: tuple[float, float]
    logged: Estimate  # what a policy that always plays a uniform arm earns
    judgements: tuple[Judgement, ...]
    notes: tuple[str, ...]

    def rows(self) -> list[EstimateRow]:
        """The numbers of the table.

        Returns
        -------
        list of dict
            A row per policy and estimate: its mean, standard error and interval.

        Examples
        --------
        >>> import begreedy as bg
        >>> replayed = bg.replay(([0, 1] * 500, [0.0, 1.0] * 500), [bg.Greedy()], runs=10, seed=0)
        >>> replayed.rows()[0]["estimate"]
        'logged'
        """
        rows = [self._row("UniformRandom", "logged", self.logged)]
        for judgement in self.judgements:
            for kind in _KINDS if judgement.by_place is None else _SLATE_KINDS:
                row = self._row(judgement.name, kind, getattr(judgement, kind))
                if kind == "replayed" and len(judgement.rounds):
                    row["rounds"] = float(judgement.rounds.mean())
                rows.append(row)
        return rows

    def _row(self, policy: str, kind: str, estimate: Estimate) -> EstimateRow:
        return {
            "policy": policy,
            "estimate": kind,
            "events": len(self.log),
            "arms": len(self.log.names),
            "horizon": self.horizon,
            "runs": self.runs,
            "seed": self.seed,
            "mean": _known(estimate.mean),
            "stderr": _known(estimate.stderr),
            "low": _known(estimate.low),
            "high": _known(estimate.high),
        }

    def table(self) -> str:
        """The estimates as a plain-text table, which ``print`` shows.

        Returns
        -------
        str
            A row per policy, the best first.

        Examples
        --------
        >>> import begreedy as bg
        >>> replayed = bg.replay(([0, 1] * 500, [0.0, 1.0] * 500), [bg.Greedy()], runs=10, seed=0)
        >>> replayed.table().split()[0]
        'policy'
        """
        kinds = _SLATE_KINDS if isinstance(self.log, SlateLog) else _KINDS
        cells: list[tuple[str, ...]] = [("policy", *kinds.values())]
        for judgement in sorted(self.judgements, key=_place):
            cells.append((judgement.name, *(str(getattr(judgement, kind)) for kind in kinds)))
        place = list(kinds).index("by_place" if "by_place" in kinds else "replayed")
        cells.append(("uniform choice", *(str(self.logged) if i == place else "" for i in range(len(kinds)))))
        return text_table(cells)

    def __repr__(self) -> str:
        low, high = self.rewards
        head = (
            f"{len(self.log)} decisions on {len(self.log.names)} arms, rewards in [{low:g}, {high:g}]; mean reward per "
            "decision (95 % confidence)"
        )
        if not isinstance(self.log, SlateLog):
            head += f"\nreplayed: {self.horizon} rounds by itself, {self.runs} orders of the log"
        return "\n".join([head, self.table(), *(f"note: {note}" for note in self.notes)])


def _place(judgement: Judgement) -> tuple[bool, float]:
    """Where a policy is in the table: best replayed first or, if none was, by weights."""
    judged = judgement.normalised if isnan(judgement.replayed.mean) else judgement.replayed
    judged = judgement.robust if judgement.by_place is not None else judged
    return isnan(judged.mean), -judged.mean


def _known(number: float) -> float | None:
    return None if isnan(number) else number
