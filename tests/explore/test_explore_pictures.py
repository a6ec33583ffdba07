"""The pictures of the explore page in the docs: each is shown again and compared with its picture.

With BEGREEDY_RENEW_PICTURES=1 they are made anew.
"""

from __future__ import annotations

import re

import pytest

from support import browser as browsers
from support import explore_page
from support.explore_page import expect, run, wait_for_end
from support.pictures import compare

pytestmark = [browsers.needs_browser, pytest.mark.long]
browser, site, opened = browsers.browser, explore_page.site, explore_page.opened  # fixtures
DONE = re.compile("Done")


FINITE = "#v=1&problem=Finite(prior=Uniform(),+arms=50)&against=ThompsonBeta()&sizes=2,+4,+8,+16,+32,+64,+128,+256,+512"
FINITE += "&horizons=10,+32,+100,+316,+1000,+3162,+10000&runs=100&seed=0"
SETS = "#v=1&problem=Combinatorial(TopM(50,+5),+prior=Uniform())&against=CombUCB(c=0.5)&sizes=12,+25,+50,+100,+200,+400"
SETS += "&horizons=1,+2,+5,+10,+20,+50&horizon=1000&runs=200&seed=0"


def test_curves_with_advice(opened, tmp_path):
    """What the page begins with, after a press of Run."""
    with opened(advice=True, viewport={"width": 1280, "height": 1500}) as page:
        run(page)
        expect(page.locator("#advice")).to_contain_text("the best arm:", timeout=300_000)
        page.screenshot(path=tmp_path / "explore.png", full_page=True)
    compare(tmp_path / "explore.png")


def test_a_map(opened, tmp_path):
    """By arms and horizons, against Thompson sampling."""
    with opened(FINITE, viewport={"width": 1280, "height": 820}) as page:
        wait_for_end(page, DONE)
        page.screenshot(path=tmp_path / "explore-map.png")
    compare(tmp_path / "explore-map.png")


def test_a_map_of_sets(opened, tmp_path):
    """Any m of d arms, 1000 rounds, against CombUCB(0.5), as docs/combinatorial.md says."""
    with opened(SETS) as page:
        wait_for_end(page, DONE)
        page.locator("#map").screenshot(path=tmp_path / "explore-map-sets.png")
    compare(tmp_path / "explore-map-sets.png")
