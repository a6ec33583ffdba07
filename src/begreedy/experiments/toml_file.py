"""An experiment from a TOML file; docs/lab.md describes the format."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from begreedy.experiments.claims import check_names
from begreedy.experiments.experiment import VARIANTS, Cell, Experiment, Scale
from begreedy.values.errors import BadType
from begreedy.values.spec import parse
from begreedy.values.value import finite, whole

BANDS = ("stderr", "quantiles", "none")
_SIZES = ("horizon", "runs", "seed", "checkpoints")
_KEYS = ("id", "title", "problem", "cells", "policies", *_SIZES, "claims", "published", "band", "notes")


def read_experiment(path: Path) -> tuple[Experiment, int]:
    """The experiment that a file describes, and its seed.  Modules beside the file can be imported by it."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"cannot read {path}: {error}") from None
    for folder in (str(path.parent.resolve()), str(Path.cwd())):
        if folder not in sys.path:
            sys.path.insert(0, folder)
    return experiment_from(content, path.stem, str(path))


def experiment_from(content: dict[str, Any], name: str, where: str) -> tuple[Experiment, int]:
    """The same from the tables of a file that is already read; ``where`` is what errors call it."""
    for key in content:
        if key not in _KEYS:
            raise ValueError(f"{where}: no key {key!r}; allowed are {', '.join(_KEYS)}")
    policies = _policies(content, where)
    size = Scale(runs=_count(content.get("runs", 100), where, "runs"), horizon=_horizon(content.get("horizon"), where))
    experiment = Experiment(
        id=_file_name(_text(content, "id", where, name), where),
        title=_text(content, "title", where, name),
        cells=_cells(content, where),
        policies=policies,
        scales={"full": size},
        checkpoints=_checkpoints(content.get("checkpoints", 200)),
        band=_band(content.get("band", "stderr"), where),
        notes=_text(content, "notes", where, ""),
        claims=tuple(_list(content, "claims", where)),
        published=_published(content.get("published", {}), where),
    )
    check_names(experiment, where)
    return experiment, _count(content.get("seed", 0), where, "seed", low=0)


def _file_name(text: str, where: str) -> str:
    if not re.fullmatch(r"\w[\w.-]*", text):
        raise ValueError(f"{where}: id must be letters, digits, '.', '-' and '_', since it names files; got {text!r}")
    return text


def _band(value: Any, where: str) -> float | str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    if value not in BANDS:
        raise ValueError(f"{where}: band must be a number or one of {', '.join(BANDS)}, got {value!r}")
    return str(value)


def _published(table: Any, where: str) -> dict[str, float]:
    if not isinstance(table, dict):
        raise TypeError(f"{where}: published must be a table of numbers by policy, got {table!r}")
    return {name: finite(value, f"{where}: published.{name}") for name, value in table.items()}


def _text(content: dict[str, Any], key: str, where: str, default: str) -> str:
    text = content.get(key, default)
    if not isinstance(text, str):
        raise TypeError(f"{where}: {key} must be a text, got {text!r}")
    return text


def _list(content: dict[str, Any], key: str, where: str) -> list[str]:
    texts = content.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise TypeError(f"{where}: {key} must be a list of texts, got {texts!r}")
    return texts


def _count(value: Any, where: str, key: str, low: int = 1) -> int:
    return whole(value, f"{where}: {key}", low=low)


def _horizon(value: Any, where: str) -> Any:
    return None if value is None else _count(value, where, "horizon")


def _checkpoints(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _policies(content: dict[str, Any], where: str) -> dict[str, list[Any]]:
    """By variant: a list belongs to "extra"."""
    policies = content.get("policies")
    by_variant: dict[str, Any] = policies if isinstance(policies, dict) else {"extra": policies}
    for variant, texts in by_variant.items():
        if variant not in VARIANTS:
            raise ValueError(f"{where}: policies must be a list or by variant ({', '.join(VARIANTS)}), got {variant!r}")
        if not isinstance(texts, list) or not texts:
            raise ValueError(f"{where}: policies must be a list with at least one policy, got {texts!r}")
    return {variant: [_parsed(text, where, "policy") for text in texts] for variant, texts in by_variant.items()}


def _parsed(text: Any, where: str, kind: str) -> Any:
    try:
        return parse(text, kind=kind)
    except (ValueError, TypeError) as error:
        raise type(error)(f"{where}: {error}") from None


def _cells(content: dict[str, Any], where: str) -> list[Cell]:
    tables = content.get("cells", [])
    if ("problem" in content) == bool(tables):
        raise ValueError(f"{where}: there must be either a problem or [[cells]], each with a problem")
    if not tables:
        return [Cell({}, _parsed(content["problem"], where, "problem"), _horizon(content.get("horizon"), where))]
    cells = []
    for number, table in enumerate(tables):
        here = f"{where}: cells[{number}]"
        if not isinstance(table, dict) or "problem" not in table:
            raise ValueError(f"{here} must have a problem, got {table!r}")
        labels = {key: value for key, value in table.items() if key not in ("problem", "horizon", "runs")}
        for key, value in labels.items():
            if not isinstance(value, (str, int, float)):
                raise BadType.of(f"{here}.{key}", value, "a text or a number, since it is a label")
        horizon = _horizon(table.get("horizon", content.get("horizon")), here)
        runs = _count(table["runs"], here, "runs") if "runs" in table else None
        cells.append(Cell(labels, _parsed(table["problem"], here, "problem"), horizon, runs))
    return cells
