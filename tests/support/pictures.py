"""Pictures of pages in the docs: what a page shows now is compared with the picture, or takes its place."""

from __future__ import annotations

import os
import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

FIGURES = Path(__file__).parents[2] / "docs/figures"


def coarse(grey, blocks=(24, 12)):
    """The blocks of a grey picture: their mean brightness, and whether anything is on them."""
    edges = [np.linspace(0, size, parts + 1).astype(int) for size, parts in zip(grey.shape, blocks, strict=True)]
    rows, columns = (list(pairwise(some)) for some in edges)
    cells = [[grey[a:b, c:d] for c, d in columns] for a, b in rows]
    mean = np.array([[cell.mean() for cell in row] for row in cells])
    return mean, np.array([[np.ptp(cell) > 0.1 for cell in row] for row in cells])


def grey(path):
    import matplotlib.image

    return matplotlib.image.imread(path)[..., :3].mean(axis=2)


def differ(now, then):
    """How much two grey pictures differ: in brightness, and the share of filled blocks that are empty in the other."""
    (mean, filled), (before, had) = coarse(now), coarse(then)
    return np.abs(mean - before).mean(), (filled != had).sum() / (filled | had).sum()


def same(now, then):
    """Whether two pictures show the same but for names, numbers and curves."""
    brightness, missing = differ(now, then)
    return brightness < 0.02 and missing < 0.12


def compare(shot):
    """Fail if a shot differs from the picture of its name; with BEGREEDY_RENEW_PICTURES=1 it takes its place first."""
    kept = FIGURES / shot.name
    if os.environ.get("BEGREEDY_RENEW_PICTURES") == "1":
        shutil.copy(shot, kept)
    now, then = grey(shot), grey(kept)
    assert now.shape[1] == then.shape[1]
    assert now.shape[0] == pytest.approx(then.shape[0], rel=0.05)
    assert same(now, then), differ(now, then)
