"""The explore page between its states: map and curves, forms that change meanwhile, a server that goes away."""

from __future__ import annotations

import io
import json
import re
from contextlib import redirect_stdout

import pytest

from support import browser as browsers
from support import explore_page
from support.explore_page import downloaded, expect, run, wait_for_end

pytestmark = browsers.needs_browser
browser, site, opened = browsers.browser, explore_page.site, explore_page.opened  # fixtures

SMALL = "#v=1&problem=Finite(prior=Uniform(),+arms=50)&policy=Greedy()&horizon=500&runs=20&seed=0"
MAP = "#v=1&problem=Finite(prior=Uniform(),+arms=50)&against=UCB()&sizes=2,+50&horizons=10,+300&runs=10&seed=0"
NOTHING = "Choose a problem and policies, then run."


@pytest.mark.long
def test_map_and_curves_each_have_their_own_results(opened):
    with opened(SMALL) as page:
        wait_for_end(page, re.compile("Done"))
        page.check("input[name=mode][value=map]")
        expect(page.locator("#status")).to_have_text(NOTHING)
        expect(page.locator("#csv")).to_be_disabled()
        expect(page.locator("#code")).to_be_hidden()
        page.fill("#sizes", "2, 50")
        page.fill("#horizons", "10, 300")
        page.fill("#runs", "10")
        run(page)
        assert page.url.endswith(MAP)
        assert downloaded(page, "#csv").read_text(encoding="utf-8").startswith("arms,horizon,")
        names: dict = {}
        with redirect_stdout(io.StringIO()):
            exec(page.locator("#python").text_content(), names)
        label = page.locator('button.cell[data-place="50 300"]').get_attribute("aria-label")
        assert f"Greedy loses {names['comparisons'][-1][0].mean[-1]:.4g} ±" in label
        page.check("input[name=mode][value=curves]")
        expect(page.locator("#status")).to_have_text("The setting has changed; run to see it.")  # ten runs by now
        assert downloaded(page, "#csv").read_text(encoding="utf-8").startswith("policy,time,")
        expect(page.locator("#python")).to_contain_text("runs=20")


@pytest.mark.long
def test_the_address_is_that_of_what_is_shown(opened, site):
    with opened() as page:
        page.goto(site.address + SMALL)
        wait_for_end(page, re.compile("Done"))
        page.fill('[data-field="Finite.arms"]', "77")
        page.fill("#seed", "9")
        page.check("#log-y")
        assert page.url == site.address + SMALL + "&log=y"
        page.go_back()  # to the page without a setting
        expect(page.locator("#status")).to_have_text(NOTHING)
        for field, value in {"#horizon": "10000", "#runs": "200", "#seed": "0"}.items():
            expect(page.locator(field)).to_have_value(value)
        expect(page.locator("#table")).to_be_hidden()
        expect(page.locator("#csv")).to_be_disabled()


@pytest.mark.long
def test_a_picture_that_comes_too_late_is_not_drawn(opened, site):
    later = "const soon = requestAnimationFrame; window.requestAnimationFrame = (draw) => setTimeout(soon, 300, draw);"
    with opened() as page:
        page.add_init_script(later)
        page.goto(site.address + SMALL)
        wait_for_end(page, re.compile("Done"))
        page.check("#log-y")
        page.go_back()
        expect(page.locator("#status")).to_have_text(NOTHING)
        page.wait_for_timeout(600)  # an error of the page meanwhile would fail as it is closed
        expect(page.locator("#table")).to_be_hidden()


def cut_short(*more):
    """The answer to a run, as far as it came before a server went away."""

    def fulfil(route):
        start = route.fetch().text().split("\n")[0]
        body = "".join(f"{line}\n" for line in (start, *more))
        route.fulfill(body=body, content_type="application/x-ndjson")

    return fulfil


@pytest.mark.long
def test_a_lost_server_and_figures_without_a_line_are_said(opened, site):
    with opened(SMALL.replace("horizon=500", "horizon=1")) as page:
        wait_for_end(page, re.compile("Done"))
        expect(page.locator("#figure .points path")).to_have_count(1)  # a line needs two points
        refused = {"type": "refused", "faults": [{"part": "", "field": "", "message": "the server is shutting down"}]}
        ends = {"the server is shutting down": [json.dumps(refused)], "the connection to the server was lost": []}
        for words, lines in ends.items():
            page.route("**/run", cut_short(*lines))
            run(page)
            expect(page.locator("#alert")).to_have_text(re.compile(words))
            expect(page.locator("#status")).to_have_text("Stopped after 0 of 20 runs.")
            expect(page.locator("#stop")).to_be_disabled()
            page.unroute("**/run")
        page.goto(site.address + SMALL.replace("prior=Uniform(),+arms=50", "means=(0.5,0.5)") + "&log=y")
        expect(page.locator("#bound-note")).to_have_text(re.compile("not on a logarithmic axis: Greedy"))


@pytest.mark.long
def test_a_map_asks_for_a_prior_instead_of_own_arms(opened):
    with opened(SMALL.replace("prior=Uniform(),+arms=50", "means=(0.5,0.9)")) as page:
        page.check("input[name=mode][value=map]")
        page.fill("#sizes", "2, 50")
        page.fill("#horizons", "10, 300")
        page.fill("#runs", "10")
        page.click("#run")
        expect(page.locator("#problem .fault:visible")).to_have_text(re.compile("must be left out of a map"))
        page.locator("#problem .segments input").first.check()
        expect(page.locator("#problem .segments input").first).to_be_focused()
        run(page)
        expect(page.locator("button.cell:not([disabled])")).to_have_count(4)
        empty = {"name": "arms.csv", "mimeType": "text/csv", "buffer": b""}
        page.check("input[name=mode][value=curves]")
        page.locator("#problem .segments input").last.check()
        page.locator("#problem input[type=file]").set_input_files(empty)
        expect(page.locator("#problem .fault:visible")).to_have_text(re.compile("arms.csv is empty"))
