"""The site: built without a warning, gallery and all; opens from disk, asks nobody, and can be read by everybody."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from support.browser import needs_browser, watched

ROOT = Path(__file__).parents[2]
MAIN = ["index.html", "start.html", "guides.html", "made_gallery/index.html", "paper.html", "api/policies.html"]

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("site")]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site, built from the sources as they are."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-d", str(folder / "trees")]
    built = subprocess.run([*command, str(ROOT / "docs"), str(folder / "site")], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return folder / "site"


def test_links_lead_somewhere(site):
    """Every link inside the site, to its file and its anchor; figures, too."""
    pages = {page: page.read_text("utf-8") for page in site.rglob("*.html") if "_static" not in page.parts}
    names = {page: set(re.findall(r'\bid="([^"]+)"', text)) for page, text in pages.items()}
    assert len(pages) > 200
    broken = []
    for page, text in pages.items():
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            parts = urlsplit(link)
            if parts.scheme or not (parts.path or parts.fragment):
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            anchored = not parts.fragment or target not in pages or unquote(parts.fragment) in names[target]
            if not target.exists() or not anchored:
                broken.append(f"{page.relative_to(site)}: {link}")
    assert broken == []


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_pages_open_from_disk(browser, site, width, scheme):
    """No error, no outside request, nothing wider than the screen, and no serious finding of axe."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with watched(browser, site.as_uri(), width=width, color_scheme=scheme) as seen:
        for page in MAIN:
            seen.page.goto(f"{seen.home}/{page}")
            assert seen.too_wide() <= 0, page
            # Not preloading: axe would fetch the style sheets again, which a page from disk may not.
            found = axe.run(seen.page, options={"preload": False}).response["violations"]
            assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == [], page
        seen.check()


@needs_browser
def test_search_finds_a_policy(browser, site):
    """Without a server."""
    with watched(browser, site.as_uri()) as seen:
        seen.page.goto(f"{seen.home}/search.html?q=OptimisticGreedy")
        seen.page.wait_for_selector("#search-results li a")
        seen.check()
