"""Results in files of their own: a result is a file, a comparison a folder with a file per policy.

A file is a block of a store (``block_file``): ordinary Parquet, with a version and a checksum.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from begreedy.compile.machine import cpu_kind, versions
from begreedy.results.block_file import COLUMNS, About, Damaged, block_bytes, decode, encode
from begreedy.results.comparison import Comparison, paired
from begreedy.results.result import Result, columns_of, result_of
from begreedy.types import measure_in
from begreedy.values.canonical import Unread, canonical, display_name
from begreedy.values.errors import BadValue
from begreedy.values.fields import labels
from begreedy.values.new_file import new_file
from begreedy.values.spec import parse


def save_result(result: Result, path: str | os.PathLike[str], name: str) -> Path:
    """Write a result to a file; ``name`` is the name of its policy."""
    about = About(
        digest="",
        policy=canonical(result.policy),
        problem=canonical(result.problem),
        name=name,
        horizon=result.horizon,
        seed=result.seed,
        times=tuple(result.times.tolist()),
        first=0,
        runs=result.runs,
        seconds=result.seconds,
        cpu=cpu_kind(),
        versions=versions(),
    )
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    with new_file(target) as file:
        file.writelines(encode(about, columns_of(result)))
    return target


def save_comparison(results: Sequence[tuple[str, Result]], folder: str | os.PathLike[str]) -> Path:
    """Write results to a folder, which must be empty or new, a file each."""
    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BadValue.of("folder", str(target), "a new or empty folder")
    target.mkdir(parents=True, exist_ok=True)
    for number, (label, result) in enumerate(results):
        safe = re.sub(r"[^\w.=+-]+", "_", label)[:60]
        save_result(result, target / f"{number:03d}-{safe}.parquet", label)
    return target


def load(path: str | os.PathLike[str]) -> Result | Comparison:
    """Load a result from its file, or a comparison from its folder, as ``save`` wrote them.

    Nothing is imported: a policy of your own is restored if its module is already imported; otherwise only its text is
    known, and so for a problem with a function of your own.

    Parameters
    ----------
    path : path
        A file of a result, or a folder of a comparison.

    Returns
    -------
    Result or Comparison
        What was saved.

    Raises
    ------
    BadValue
        If there is no such file, or it was not saved by begreedy.

    Examples
    --------
    >>> import tempfile, begreedy as bg
    >>> result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), horizon=20, runs=3)
    >>> bg.load(result.save(f"{tempfile.mkdtemp()}/greedy.parquet"))
    <Result Greedy(): regret ... at T = 20, 3 runs>
    """
    source = Path(path)
    if not source.is_dir():
        name, result = _read(source)
        return result if result.name == name else replace(result, label=name)
    files = sorted(source.glob("*.parquet"))
    if not files:
        raise BadValue.of("path", str(path), "a file of a result or a folder of a comparison")
    found = [_read(file) for file in files]
    return paired([result for _, result in found], [label for label, _ in found])


def _read(file: Path) -> tuple[str, Result]:
    try:
        about, columns = decode(block_bytes(file))
    except Damaged as error:
        raise BadValue.of("path", str(file), "the file of a result", hint=str(error)) from None
    if others := [name for name in columns if name not in COLUMNS and measure_in(name) is None]:
        raise BadValue.of("path", str(file), "the file of a result", hint=f"it has a column {others[0]!r}")
    policy = _value(about.policy)
    cls: Any = type(policy)
    if display_name(policy) != about.name and "label" in labels(cls):
        policy = replace(policy, label=about.name)
    times = np.asarray(about.times)
    horizon: Any = about.horizon  # of a result, a whole number
    result = result_of(policy, _value(about.problem), horizon, about.seed, times, columns, about.seconds)
    return about.name, result


def _value(text: str) -> Any:
    """The value that a canonical text stands for, or the text."""
    try:
        return parse(text, modules=sys.modules)
    except (ValueError, TypeError):
        return Unread(text)
