"""The map of the explore page in a real browser: by form and by link, of arms by horizons and of sets by size."""

from __future__ import annotations

import re

import pytest

import begreedy as bg
from support import browser as browsers
from support import explore_page
from support.explore_page import downloaded, expect, means_of, run, serious, wait_for_end

pytestmark = browsers.needs_browser
browser, site, opened = browsers.browser, explore_page.site, explore_page.opened  # fixtures

MAP = "#v=1&problem=Finite(prior=Uniform(),+arms=50)&against=UCB()&sizes=2,+50&horizons=10,+300&runs=10&seed=0"


@pytest.mark.long
def test_a_cell_of_the_map_opens_as_curves(opened):
    with opened(MAP) as page:
        wait_for_end(page, re.compile("Done"))
        cells = page.locator("button.cell")
        assert cells.count() == 4
        label = page.locator('button.cell[data-place="50 300"]').get_attribute("aria-label")
        policies = [bg.Greedy(), bg.UCB()]
        expected = bg.compare(policies, bg.Finite(prior=bg.Uniform(), arms=50), horizon=300, runs=10, seed=0)
        assert f"50 arms, horizon 300: Greedy wins; Greedy loses {expected[0].mean[-1]:.4g} ±" in label
        assert serious(page) == []
        text = downloaded(page, "#csv").read_text(encoding="utf-8")
        assert text.startswith("arms,horizon,greedy_mean")
        assert len(text.splitlines()) == 5
        assert downloaded(page, "#png").read_bytes().startswith(b"\x89PNG")
        page.locator('button.cell[tabindex="0"]').focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowUp")
        page.locator('button.cell[data-place="50 300"]').click()
        wait_for_end(page, re.compile("Done"))
        assert page.locator("#map").is_hidden()
        assert means_of(page) == {result.name: float(result.mean[-1]) for result in expected}
        page.go_back()
        expect(page.locator("#map")).to_be_visible()
        wait_for_end(page, re.compile("Done"))
        assert page.locator("button.cell:not([disabled])").count() == 4


@pytest.mark.long
def test_the_map_of_a_model_by_form(opened):
    with opened() as page:
        page.check("input[name=mode][value=map]")
        page.select_option("#model", "mortal")
        assert page.locator('[data-field="Mortal.arms"]').count() == 0  # an axis of the map
        page.select_option("#rival-choice", "Greedy")
        page.click("#rival-button")
        page.fill("#sizes", "4 8")
        page.fill("#horizons", "20")
        page.fill("#runs", "4")
        run(page)
        assert page.locator("button.cell").all_text_contents() == ["≈", "≈"]
        page.fill("#sizes", "many")
        page.click("#run")
        expect(page.locator("#fault-sizes")).to_have_text("sizes must be a whole number, got 'many' (str)")


@pytest.mark.long
def test_the_map_of_sets_has_the_size_of_an_action(opened):
    """By arms and the size of an action, at one horizon, which its link has; no problem where an action has no room."""
    with opened() as page:
        page.check("input[name=mode][value=map]")
        page.select_option("#model", "combinatorial")
        expect(page.locator("#horizons-label")).to_have_text("Action size")
        for field, value in {"sizes": "4 8", "horizons": "2 6", "horizon": "50", "runs": "4"}.items():
            page.fill(f"#{field}", value)
        run(page)
        assert page.locator("button.cell:not([disabled])").count() == 3
        missing = page.locator('button.cell[data-place="4 6"]')
        assert missing.get_attribute("aria-label") == "4 arms, action size 6: there is no such problem"
        policies = [bg.Greedy(), bg.CombUCB(0.5)]
        problem = bg.Combinatorial(bg.TopM(8, 6), prior=bg.Uniform())
        expected = bg.compare(policies, problem, horizon=50, runs=4, seed=0)
        told = page.locator('button.cell[data-place="8 6"]').get_attribute("aria-label")
        assert f"Greedy loses {expected[0].mean[-1]:.4g} ±" in told
        address = page.url
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        assert page.input_value("#horizon") == "50"
        wait_for_end(page, re.compile("Done"))
        page.locator('button.cell[data-place="8 6"]').click()
        wait_for_end(page, re.compile("Done"))
        assert means_of(page) == {result.name: float(result.mean[-1]) for result in expected}
