"""A browser for tests of pages: Debian's Chromium, driven by Playwright.

Without one, tests marked ``needs_browser`` are skipped by name; with BEGREEDY_REQUIRE_BROWSER=1 they fail instead.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil

import pytest

PATH = shutil.which("chromium") or shutil.which("chromium-browser")
_THERE = PATH is not None and importlib.util.find_spec("playwright") is not None
needs_browser = pytest.mark.skipif(
    not _THERE and os.environ.get("BEGREEDY_REQUIRE_BROWSER") != "1", reason="no chromium or no playwright"
)


@pytest.fixture(scope="module")
def browser():
    """A running browser.  Of a module, not of the session: while it runs, this thread has an event loop."""
    if not _THERE:
        pytest.fail("BEGREEDY_REQUIRE_BROWSER is set, but there is no chromium or no playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=PATH, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


class Watched:
    """A page with what went wrong on it: errors and warnings of the console, and requests to anywhere but ``home``."""

    def __init__(self, page, home):
        self.page, self.home = page, home
        self.errors, self.outside = [], []
        page.on("console", lambda m: self.errors.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._request)

    def _request(self, request):
        if not request.url.startswith((self.home, "data:", "blob:")):
            self.outside.append(request.url)

    def check(self):
        """Nothing went wrong so far."""
        assert self.errors == [], self.errors
        assert self.outside == [], self.outside

    def too_wide(self):
        """By how many pixels the page is wider than its window."""
        return self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@contextlib.contextmanager
def watched(browser, home, *, width=1280, height=900, **options):
    """A fresh page of a browser, watched; ``home`` is how all addresses must begin.  Checked at the end."""
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    context.set_default_timeout(60_000)  # on a busy machine, too
    found = Watched(context.new_page(), home)
    try:
        yield found
        found.check()
    finally:
        context.close()
