"""The decisions of a bandit as one table, a row per decision."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from begreedy.bandit.folds.fold import EXACT, Fold
from begreedy.bandit.folds.selection import eligible_numbers
from begreedy.bandit.records import DECIDED, POLICY, Event, shown
from begreedy.bandit.session import Session
from begreedy.bandit.settings.features import features_of
from begreedy.bandit.settings.inputs import decision_id, places_of, places_text
from begreedy.bandit.store.names import Names
from begreedy.engine.learners.sets import SetLearner
from begreedy.values.errors import BadValue
from begreedy.values.new_file import new_file

REDRAWS = 100  # to estimate a propensity
_ROWS = 10_000
_NUMBERS = ("reward", "cost", "decided", "closed", "propensity")
_COLUMNS = (
    *("decision", "arm", "reward", "cost", "outcome", "context", "decided", "closed"),
    *("user", "segment", "cohort", "chosen_by", "propensity", "propensity_is", "eligible", "features"),
    *("places", "offered", "number", "action", "propensities"),
)


def export(session: Session, path: Path, redraws: int) -> int:
    """Write ``path``, CSV or Parquet by its ending, as a whole or not at all; returns how many rows.

    Columns: ``decision`` (its id), ``arm`` (of a list: a JSON array of names, from the top), ``reward`` and ``cost`` in
    the user's units (of a list: the place clicked, -1 for none), ``outcome`` (rewarded, expired, revised or pending),
    ``context``, ``decided`` and ``closed`` (seconds since 1970).  If a reward was revised, the last one counts.

    Then ``user``, ``segment``, ``cohort`` (control or treated), ``chosen_by`` (policy, floor, control or user),
    ``propensity`` (the probability with which the arm was chosen), ``propensity_is`` (exact, estimated, or nothing
    where there is none), ``eligible`` (JSON: the arms that were asked for, or excluded), ``features`` (JSON: the
    vector by which the arm was played, if the policy looks at features), ``places`` (JSON: what each place of a list
    paid, where they are reported one by one; ``reward`` is their sum) and ``offered`` (JSON, by arm: the vectors that
    came with the decision, if any did).  Then ``number`` (of the arm in the catalogue; of a list: JSON), ``action`` (of
    a set: the id of its first decision) and ``propensities`` (JSON, of a list: the probabilities of its beginnings, the
    last of which is that of the list, and those with which its items stand at their places; of a set: that of the whole
    action, while ``propensity`` is that of the arm being in it).
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
    first = ""
    for (decided, closed), chance in zip(
        session.store.decisions(base), _propensities(session, redraws, base), strict=True
    ):
        arms = [session.names.of(number) for number in decided.arms]
        single, name = not session.settings.ranks, decision_id(decided.seq, decided.token)
        first = name if chance.begins else first
        page.append(
            {
                "decision": name,
                "arm": arms[0] if single else json.dumps(arms, ensure_ascii=False),
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
                "propensity": chance.propensity,
                "propensity_is": chance.known,
                "eligible": _eligible(session.names, decided),
                "features": _played_features(session.fold, decided),
                "places": _places(session, decided, closed),
                "offered": _offered(session.names, decided),
                "number": str(decided.arms[0]) if single else json.dumps(decided.arms),
                "action": None if session.settings.sets is None else first,
                "propensities": chance.propensities,
            }
        )
        if len(page) == _ROWS:
            yield page
            page = []
    if page:
        yield page


class _Chance(NamedTuple):
    """How likely a decision was."""

    propensity: float | None
    known: str | None
    propensities: str | None = None
    begins: bool = True  # whether it is the first of its action


def _propensities(session: Session, redraws: int, base: int) -> Iterator[_Chance]:
    """The propensity of every decision, and whether it is exact; if the log lacks any, the policy is asked again."""
    single = session.settings.single
    if single and (redraws == 0 or session.store.has_all_propensities(base)):
        for decided, _ in session.store.decisions(base):
            yield _Chance(decided.propensity, None if decided.propensity is None else EXACT)
        return
    fold = session.rebuilt()
    fold.redraws = redraws
    for event in session.store.every_event(base):
        begins = not isinstance(fold.learner, SetLearner) or fold.learner.begins
        fold.apply(event)
        if event.kind == DECIDED:
            yield _Chance(*fold.propensity, fold.propensities, begins)


def _places(session: Session, decided: Event, closed: Event | None) -> str | None:
    """What each place of a list paid, where they are reported one by one."""
    if closed is None or closed.value is None or not session.settings.each:
        return None
    return places_text(places_of(closed.places, len(decided.arms)))


def _played_features(fold: Fold, decided: Event) -> str | None:
    vector = fold.features(decided.arms[0], decided.features)
    return None if vector is None else json.dumps(vector.tolist())


def _offered(names: Names, decided: Event) -> str | None:
    """The features of a decision, by the names of arms."""
    if decided.features is None:
        return None
    vectors = {names.of(number): vector.tolist() for number, vector in features_of(decided.features).items()}
    return json.dumps(vectors, ensure_ascii=False)


def _eligible(names: Names, decided: Event) -> str | None:
    if decided.eligible is None:
        return None
    numbers, excluded = eligible_numbers(decided.eligible)
    asked = {"exclude" if excluded else "arms": [names.of(number) for number in numbers]}
    return json.dumps(asked, ensure_ascii=False)
