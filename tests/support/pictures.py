"""Pictures of pages in the docs: what a page shows now is compared with the picture, or takes its place."""

from __future__ import annotations

import os
import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

FIGURES = Path(__file__).parents[2] / "docs/figures"


def coarse(path: Path, blocks: tuple[int, int] = (24, 40)) -> tuple[np.ndarray, tuple[int, int]]:
    """The mean brightness of the blocks of a picture, and its size."""
    import matplotlib.image

    grey = matplotlib.image.imread(path)[..., :3].mean(axis=2)
    edges = [np.linspace(0, size, parts + 1).astype(int) for size, parts in zip(grey.shape, blocks, strict=True)]
    rows, columns = (list(pairwise(some)) for some in edges)
    mean = [[grey[a:b, c:d].mean() for c, d in columns] for a, b in rows]
    return np.array(mean), grey.shape


def compare(shot: Path) -> None:
    """Fail if a shot differs from the picture of its name; with BEGREEDY_RENEW_PICTURES=1 it takes its place first."""
    kept = FIGURES / shot.name
    if os.environ.get("BEGREEDY_RENEW_PICTURES") == "1":
        shutil.copy(shot, kept)
    (now, size), (then, before) = coarse(shot), coarse(kept)
    assert size[1] == before[1]
    assert size[0] == pytest.approx(before[0], rel=0.05)
    assert np.abs(now - then).mean() < 0.02
    assert now.std() > 0.01  # something is on it
