"""The pictures of the operator's page in the docs: each state is shown again and compared with its picture.

With BEGREEDY_RENEW_PICTURES=1 they are made anew.
"""

from __future__ import annotations

import re
import shutil

import numpy as np
import pytest

from support import browser as browsers
from support.browser import watched
from support.explore_page import expect
from support.operated import make
from support.pictures import FIGURES, compare, grey, same
from support.service import Server

browser = browsers.browser  # a fixture
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
    compare(shot)


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
