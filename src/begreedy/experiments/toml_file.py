"""An experiment from a TOML file; docs/lab.md describes the format."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from begreedy.experiments.claims import check_names
from begreedy.experiments.experiment import VARIANTS, Cell, Experiment, Scale
from begreedy.values.errors import BadType, BadValue, within
from begreedy.values.settings_file import settings_table
from begreedy.values.spec import parse
from begreedy.values.value import finite, whole

BANDS = ("stderr", "quantiles", "none")
_SIZES = ("horizon", "runs", "seed", "checkpoints")
_KEYS = ("id", "title", "problem", "cells", "policies", *_SIZES, "claims", "published", "band", "notes")


def read_experiment(path: Path) -> tuple[Experiment, int]:
    """The experiment that a file describes, and its seed.  It may import modules that are beside the file."""
    try:
        content = settings_table(path)
    except (OSError, ValueError, RecursionError) as error:  # no TOML, no UTF-8, numbers too long, brackets too deep
        words = f"cannot read {path}: {error}"
        raise BadValue(words, field="file", value=str(path), allowed="a TOML file in UTF-8") from None
    for folder in (str(path.parent.resolve()), str(Path.cwd())):
        if folder not in sys.path:
            sys.path.insert(0, folder)
    with within(str(path)):
        return experiment_from(content, path.stem)


def experiment_from(content: dict[str, Any], name: str) -> tuple[Experiment, int]:
    """The same from the tables of a file that is already read; ``name`` is the experiment's unless the file has one."""
    for key, value in content.items():
        if key not in _KEYS:
            allowed = ", ".join(_KEYS)
            raise BadValue(f"no key {key!r}; allowed are {allowed}", field=key, value=value, allowed=allowed)
    policies = _policies(content.get("policies"))
    size = Scale(runs=whole(content.get("runs", 100), "runs", low=1), horizon=_horizon(content, "horizon"))
    experiment = Experiment(
        id=_file_name(_text(content, "id", name)),
        title=_text(content, "title", name),
        cells=_cells(content),
        policies=policies,
        scales={"full": size},
        checkpoints=_checkpoints(content.get("checkpoints", 200)),
        band=_band(content.get("band", "stderr")),
        notes=_text(content, "notes", ""),
        claims=_texts(content, "claims"),
        published=_published(content.get("published", {})),
    )
    check_names(experiment)
    return experiment, whole(content.get("seed", 0), "seed", low=0)


def _file_name(text: str) -> str:
    if not re.fullmatch(r"\w[\w.-]*", text):
        raise BadValue.of("id", text, "letters, digits, '.', '-' and '_', since it names files")
    return text


def _band(value: Any) -> float | str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    if value not in BANDS:
        raise BadValue.of("band", value, f"a number or one of {', '.join(BANDS)}")
    return str(value)


def _published(table: Any) -> dict[str, float]:
    if not isinstance(table, dict):
        raise BadType.of("published", table, "a table of numbers by policy")
    return {name: finite(value, f"published.{name}") for name, value in table.items()}


def _text(content: dict[str, Any], key: str, default: str) -> str:
    text = content.get(key, default)
    if not isinstance(text, str):
        raise BadType.of(key, text, "a text")
    return text


def _texts(content: dict[str, Any], key: str) -> tuple[str, ...]:
    texts = content.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadType.of(key, texts, "a list of texts")
    return tuple(texts)


def _horizon(table: dict[str, Any], field: str) -> Any:
    """The horizon, or None: a problem whose pulls cost needs none, and any other complains when it is played."""
    return whole(table["horizon"], field, low=1) if "horizon" in table else None


def _checkpoints(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _policies(policies: Any) -> dict[str, list[Any]]:
    """By variant: a list belongs to "extra"."""
    by_variant: dict[str, Any] = policies if isinstance(policies, dict) else {"extra": policies}
    for variant, texts in by_variant.items():
        if variant not in VARIANTS:
            raise BadValue.of("policies", variant, f"a list or by variant ({', '.join(VARIANTS)})")
        if not isinstance(texts, list) or not texts:
            raise BadValue.of("policies", texts, "a list with at least one policy")
    return {variant: [parse(text, kind="policy") for text in texts] for variant, texts in by_variant.items()}


def _cells(content: dict[str, Any]) -> list[Cell]:
    tables = content.get("cells", [])
    if ("problem" in content) == bool(tables):
        allowed = "either a problem or [[cells]], each with a problem"
        raise BadValue(f"there must be {allowed}", field="problem", allowed=allowed)
    if not isinstance(tables, list):
        raise BadType.of("cells", tables, "tables: [[cells]], each with a problem")
    if not tables:
        return [Cell({}, parse(content["problem"], kind="problem"), _horizon(content, "horizon"))]
    return [_cell(table, f"cells[{number}]", content) for number, table in enumerate(tables)]


def _cell(table: Any, field: str, content: dict[str, Any]) -> Cell:
    if not isinstance(table, dict) or "problem" not in table:
        raise BadValue.of(field, table, "a problem", verb="have")
    labels = {key: value for key, value in table.items() if key not in ("problem", "horizon", "runs")}
    for key, value in labels.items():
        if not isinstance(value, (str, int, float)):
            raise BadType.of(f"{field}.{key}", value, "a text or a number, since it is a label")
    with within(field):
        problem = parse(table["problem"], kind="problem")
    horizon = _horizon(table, f"{field}.horizon") if "horizon" in table else _horizon(content, "horizon")
    runs = whole(table["runs"], f"{field}.runs", low=1) if "runs" in table else None
    return Cell(labels, problem, horizon, runs)
