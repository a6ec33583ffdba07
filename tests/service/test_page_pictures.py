"""The pictures of the operator's page in the docs: each state is shown again and compared with its picture.

With BEGREEDY_RENEW_PICTURES=1 they are made anew.
"""

from __future__ import annotations

import os
import re
import shutil
from itertools import pairwise
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest

from support import browser as browsers
from support.browser import watched
from support.explore_page import expect
from support.operated import make
from support.service import Server

browser = browsers.browser  # a fixture
FIGURES = Path(__file__).parents[2] / "docs/figures"
TOKEN = "the-token-of-this-test-1234"
# By name of the picture: the bandit, the size, the scheme, whether the whole page is shown, and what is pressed.
STATES = {
    "operate-all": ("", (1180, 420), "light", False, None),
    "operate-bandit": ("shop", (1180, 900), "light", True, None),
    "operate-alarm": ("silent", (1180, 760), "dark", False, None),
    "operate-phone": ("shop", (390, 1300), "dark", False, None),
    "operate-confirm": ("shop", (1180, 520), "light", False, "#expire"),
    "operate-token": ("", (1180, 420), "light", False, None),
}


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    """A server as it is, and one with a token."""
    store = tmp_path_factory.mktemp("pictures") / "bandits.db"
    make(store)
    other = shutil.copy(store, tmp_path_factory.mktemp("guarded"))
    with Server(store) as plain, Server(other, environment={"BEGREEDY_TOKEN": TOKEN}) as guarded:
        yield plain, guarded


def coarse(grey, blocks=(24, 12)):
    """The blocks of a grey picture: their mean brightness, and whether anything is on them."""
    edges = [np.linspace(0, size, parts + 1).astype(int) for size, parts in zip(grey.shape, blocks, strict=True)]
    rows, columns = (list(pairwise(some)) for some in edges)
    cells = [[grey[a:b, c:d] for c, d in columns] for a, b in rows]
    mean = np.array([[cell.mean() for cell in row] for row in cells])
    return mean, np.array([[np.ptp(cell) > 0.1 for cell in row] for row in cells])


def grey(path):
    return matplotlib.image.imread(path)[..., :3].mean(axis=2)


def differ(now, then):
    """How much two grey pictures differ: in brightness, and the share of filled blocks that are empty in the other."""
    (mean, filled), (before, had) = coarse(now), coarse(then)
    return np.abs(mean - before).mean(), (filled != had).sum() / (filled | had).sum()


def same(now, then):
    """Whether two pictures show the same but for names, numbers and curves."""
    brightness, missing = differ(now, then)
    return brightness < 0.02 and missing < 0.12


@browsers.needs_browser
@pytest.mark.long
@pytest.mark.parametrize("name", STATES)
def test_the_docs_show_what_the_page_shows(browser, servers, name, tmp_path):
    bandit, (width, height), scheme, whole, press = STATES[name]
    server = servers[name == "operate-token"]
    with watched(browser, server.url, width=width, height=height, color_scheme=scheme) as seen:
        page = seen.page
        page.goto(f"{server.url}/#/{bandit}")
        if name == "operate-token":
            expect(page.locator("#token-dialog")).to_be_visible()
            seen.errors = [error for error in seen.errors if "status of 401" not in error]
        elif bandit:
            expect(page.locator("#agreement li")).to_have_count(2)
            expect(page.locator("#agreement")).not_to_contain_text("Being tested")
            best = page.locator("#arms tbody tr td:nth-child(6)").first
            expect(best).to_have_text(re.compile("%"))  # drawn, and asked for since
        else:
            for one in ("falling", "silent"):  # whoever was asked has alarms
                page.request.get(f"{server.url}/bandits/{one}/overview")
            expect(page.locator("#bandits")).to_contain_text("nothing rewarded")
        if press:
            page.click(press)
        shot = tmp_path / f"{name}.png"
        page.screenshot(path=shot, full_page=whole)
    kept = FIGURES / f"{name}.png"
    if os.environ.get("BEGREEDY_RENEW_PICTURES") == "1":
        shutil.copy(shot, kept)
    now, then = grey(shot), grey(kept)
    assert now.shape[1] == then.shape[1]
    assert now.shape[0] == pytest.approx(then.shape[0], rel=0.05)
    assert same(now, then), differ(now, then)


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("band", [(0.4, 1.0), (0.5, 1.0), (0.4, 0.65)])
def test_a_picture_with_a_blank_part_is_another(name, band):
    kept = grey(FIGURES / f"{name}.png")
    blanked = kept.copy()
    first, last = (int(part * len(kept)) for part in band)
    blanked[first:last] = np.median(kept)
    assert same(kept, kept)
    assert not same(blanked, kept)
    assert not same(kept, blanked)
