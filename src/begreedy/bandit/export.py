"""The decisions of a bandit as one table, a row per decision."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from begreedy.bandit.choice import eligible_numbers
from begreedy.bandit.folds.fold import Fold
from begreedy.bandit.inputs import decision_id
from begreedy.bandit.names import Names
from begreedy.bandit.records import DECIDED, POLICY, Event, shown
from begreedy.bandit.session import Session
from begreedy.values.errors import BadValue
from begreedy.values.new_file import new_file

REDRAWS = 100  # to estimate a propensity
_ROWS = 10_000
_NUMBERS = ("reward", "cost", "decided", "closed", "propensity")
_COLUMNS = (
    *("decision", "arm", "reward", "cost", "outcome", "context", "decided", "closed"),
    *("user", "segment", "cohort", "chosen_by", "propensity", "propensity_is", "eligible", "features", "places"),
)


def export(session: Session, path: Path, redraws: int) -> int:
    """Write ``path``, CSV or Parquet by its ending, as a whole or not at all; returns how many rows.

    Columns: ``decision`` (its id), ``arm`` (of a list: a JSON array of names, from the top), ``reward`` and ``cost`` in
    the user's units (of a list: the place clicked, -1 for none), ``outcome`` (rewarded, expired, revised or pending),
    ``context``, ``decided`` and ``closed`` (seconds since 1970).  If a reward was revised, the last one counts.

    Then ``user``, ``segment``, ``cohort`` (control or treated), ``chosen_by`` (policy, floor, control or user),
    ``propensity`` (the probability with which the arm was chosen), ``propensity_is`` (exact, estimated, or nothing
    where there is none), ``eligible`` (JSON: the arms that were asked for, or excluded), ``features`` (JSON: the
    vector by which the arm was played, if the policy looks at features) and ``places`` (JSON: what each place of a list
    paid, where they are reported one by one; ``reward`` is their sum).
    """
    import pyarrow as pa
    import pyarrow.csv as csv
    import pyarrow.parquet as pq

    makers = {".csv": csv.CSVWriter, ".parquet": pq.ParquetWriter}
    if path.suffix not in makers:
        raise BadValue.of("path", path, "in .csv or .parquet", verb="end", got=str(path))
    schema = pa.schema([(name, pa.float64() if name in _NUMBERS else pa.string()) for name in _COLUMNS])
    rows = 0
    with new_file(path) as file, makers[path.suffix](file, schema) as writer:
        for page in _pages(session, redraws):
            writer.write_table(pa.Table.from_pylist(page, schema))
            rows += len(page)
    return rows


def _pages(session: Session, redraws: int) -> Iterator[list[dict[str, Any]]]:
    page: list[dict[str, Any]] = []
    base = session.store.head().base  # what is before it is archived
    decisions = zip(session.store.decisions(base), _propensities(session, redraws, base), strict=True)
    for (decided, closed), (propensity, known) in decisions:
        arms = [session.names.of(number) for number in decided.arms]
        page.append(
            {
                "decision": decision_id(decided.seq, decided.token),
                "arm": arms[0] if len(arms) == 1 else json.dumps(arms, ensure_ascii=False),
                "reward": None if closed is None else closed.value,
                "cost": None if closed is None else closed.cost,
                "outcome": "pending" if closed is None else closed.kind,
                "context": shown(decided.context),
                "decided": decided.time,
                "closed": None if closed is None else closed.time,
                "user": shown(decided.user_id),
                "segment": decided.segment,
                "cohort": decided.cohort,
                "chosen_by": decided.chosen_by or POLICY,
                "propensity": propensity,
                "propensity_is": known,
                "eligible": _eligible(session.names, decided),
                "features": _played_features(session.fold, decided),
                "places": None if closed is None else closed.places,
            }
        )
        if len(page) == _ROWS:
            yield page
            page = []
    if page:
        yield page


def _propensities(session: Session, redraws: int, base: int) -> Iterator[tuple[float | None, str | None]]:
    """The propensity of every decision, and whether it is exact; if the log lacks any, the policy is asked again."""
    if session.settings.ranks or redraws == 0 or session.store.has_all_propensities(base):
        for decided, _ in session.store.decisions(base):
            yield decided.propensity, None if decided.propensity is None else "exact"
        return
    fold = session.rebuilt()
    fold.redraws = redraws
    for event in session.store.every_event(base):
        fold.apply(event)
        if event.kind == DECIDED:
            yield fold.propensity


def _played_features(fold: Fold, decided: Event) -> str | None:
    vector = fold.features(decided.arms[0], decided.features)
    return None if vector is None else json.dumps(vector.tolist())


def _eligible(names: Names, decided: Event) -> str | None:
    if decided.eligible is None:
        return None
    numbers, excluded = eligible_numbers(decided.eligible)
    asked = {"exclude" if excluded else "arms": [names.of(number) for number in numbers]}
    return json.dumps(asked, ensure_ascii=False)
