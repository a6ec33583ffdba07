"""The explore page in a browser, for tests: fixtures that serve and open it, and what is done with it often."""

from __future__ import annotations

import csv
import re
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from begreedy.explore.limits import Limits
from begreedy.values.spec import parse
from support.browser import Watched
from support.explore_server import served

ENDED = re.compile("Done|Stopped|Not run")
SCREEN = {"width": 1280, "height": 900}
# What chromium says of every answer that refuses something; the page shows why.
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4(13|22)")


@contextmanager
def watched(browser, origin, **options):
    """A page; fails if it logs an error, throws one, or asks anything but ``origin``.

    Pages without options of their own share a context, and with it the scripts that the browser has compiled.
    """
    shared = browser.contexts[0] if browser.contexts else browser.new_context(viewport=SCREEN)
    context = browser.new_context(**{"viewport": SCREEN, **options}) if options else shared
    page = context.new_page()
    page.set_default_timeout(30_000)
    seen = Watched(page, origin)
    try:
        yield page
        seen.errors = [error for error in seen.errors if not REFUSED.match(error)]
        seen.check()
    finally:
        page.close()
        if context is not shared:
            context.close()


def serious(page):
    """What axe finds on a page that is serious or critical, in words."""
    import axe_playwright_python

    script = Path(axe_playwright_python.__file__).parent / "axe.min.js"
    page.evaluate(script.read_text(encoding="utf-8") + "\n;0")
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:120]}"
        for rule in found["violations"]
        for node in rule["nodes"]
        if rule["impact"] in ("serious", "critical")
    ]


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
                said = {"sentence": "Play: it.", "greedy": True, "summary": [], "notes": ["so."], "turning": None}
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


@contextmanager
def until_ended(page):
    """Wait for the end of the run that begins in the block."""
    before = ended(page)
    yield
    expect(page.locator("#results")).to_have_attribute("data-ended", str(before + 1), timeout=60_000)


def run(page):
    """Press run and wait for its end."""
    with until_ended(page):
        page.click("#run")


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
