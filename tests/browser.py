"""A real browser for tests of pages: Debian's chromium, driven by Playwright.

``browser`` is skipped, by name, where there is none; with ``BEGREEDY_REQUIRE_BROWSER=1`` its absence is a failure.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import contextmanager
from pathlib import Path

import pytest

_SCREEN = {"width": 1280, "height": 900}
_NAMES = ("chromium", "chromium-browser", "google-chrome")
# What chromium says of every answer that refuses something; the page shows why.
_REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4(13|22)")


def _absent(reason):
    if os.environ.get("BEGREEDY_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def browser():
    """A chromium without a window.  Of a module, for Playwright keeps an event loop while it runs."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _absent("no browser: playwright is not installed")
    executable = next(filter(None, map(shutil.which, _NAMES)), None)
    if executable is None:
        _absent("no browser: chromium is not installed")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        yield launched
        launched.close()


@contextmanager
def watched(browser, origin, **options):
    """A page; fails if it logs an error, throws one, or asks anything but ``origin``.

    Pages without options of their own share a context, and with it the scripts that the browser has compiled.
    """
    shared = browser.contexts[0] if browser.contexts else browser.new_context(viewport=_SCREEN)
    context = browser.new_context(**{"viewport": _SCREEN, **options}) if options else shared
    page = context.new_page()
    page.set_default_timeout(30_000)
    said, outside = [], []
    page.on("console", lambda m: said.append(m.text) if m.type == "error" and not _REFUSED.match(m.text) else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda r: outside.append(r.url) if not r.url.startswith((origin, "data:", "blob:")) else None)
    try:
        yield page
        assert said == []
        assert outside == []
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
