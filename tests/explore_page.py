"""The explore page in a browser, for tests: fixtures that serve and open it, and what is done with it often."""

from __future__ import annotations

import csv
import re
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

import pytest

from begreedy.lab.spec import parse
from begreedy.online.explore.limits import Limits
from browser import watched
from explore_server import served

ENDED = re.compile("Done|Stopped|Not run")


@pytest.fixture(scope="module")
def site():
    with served(Limits(seconds=60.0)) as running:
        yield running


@pytest.fixture
def opened(browser, site):
    """Opens the page at an address; advice, which would compile a dozen kernels, only if asked for."""

    @contextmanager
    def open_page(address="", advice=False, **options):
        with watched(browser, site.origin, **options) as page:
            if not advice:
                said = {"sentence": "Play: it.", "greedy": True, "notes": [], "turning": None}
                page.route("**/advice", lambda route: route.fulfill(json=said))
            page.goto(site.address + address)
            page.wait_for_selector("html[data-ready]")
            yield page

    return open_page


def expect(locator):
    """Playwright's assertions, patient enough for a machine that does other things, too."""
    from playwright.sync_api import expect as expecting

    expecting.set_options(timeout=30_000)
    return expecting(locator)


def wait_for_end(page, words=ENDED):
    expect(page.locator("#status")).to_have_text(words, timeout=60_000)


def ended(page):
    return int(page.locator("#results").get_attribute("data-ended") or 0)


def run(page):
    """Press run and wait for its end."""
    before = ended(page)
    page.click("#run")
    expect(page.locator("#results")).to_have_attribute("data-ended", str(before + 1), timeout=60_000)


def downloaded(page, button):
    with page.expect_download() as waiting:
        page.click(button)
    return waiting.value.path()


def means_of(page):
    """The mean at the horizon of each policy, from the CSV."""
    with downloaded(page, "#csv").open(newline="", encoding="utf-8") as file:
        return {row["policy"]: float(row["mean"]) for row in csv.DictReader(file)}


def link_of(page):
    words = parse_qs(urlsplit(page.url).fragment)
    return parse(words["problem"][0]), [parse(text) for text in words["policy"]], words
