"""The report in a browser: every section, every figure, light and dark, on a phone and on paper."""

from __future__ import annotations

import pytest

from begreedy.paper import PAPER
from conftest import SOME
from support.browser import needs_browser, watched

pytestmark = needs_browser

REPORTS = {"smoke_report": (SOME, 7), "whole_report": (PAPER.experiments, 47)}  # sections, figures


@pytest.fixture
def home(whole_report):
    """The report with all experiments, for long tests."""
    return whole_report.as_uri()


def open_report(seen, page="index.html"):
    seen.page.goto(f"{seen.home}/{page}")
    seen.page.wait_for_selector("figure.live .main-svg")


def in_sight(seen, id):
    """Go to a section by its link in the contents and wait until its figures are drawn."""
    seen.page.click(f"nav a[href='#{id}']")
    for figure in seen.page.locator(f"section[id='{id}'] figure").all():
        figure.scroll_into_view_if_needed()
    seen.page.wait_for_function(
        "id => [...document.querySelectorAll(`section[id='${id}'] figure`)]"
        ".every(f => f.classList.contains('live') && f.querySelector('.plot .main-svg'))",
        arg=id,
    )


def brightness(colour):
    """Of a colour as a browser says it, such as rgb(20, 23, 28): 0 is black, 765 is white."""
    return sum(int(part) for part in colour.strip("rgb()").split(","))


@pytest.mark.parametrize("report", ["smoke_report", pytest.param("whole_report", marks=pytest.mark.long)])
def test_all_sections_draw_their_figures_in_light_and_dark(browser, request, report):
    """Every figure becomes one to look into, without an error or an outside request, and follows the colours."""
    page_colour = "getComputedStyle(document.body).backgroundColor"
    ink = "[...document.querySelectorAll('.plot .xtick text')].map(text => text.style.fill)"
    home, ids, charts = request.getfixturevalue(report).as_uri(), *REPORTS[report]
    with watched(browser, home, color_scheme="light") as seen:
        open_report(seen)
        for id in ids:
            in_sight(seen, id)
        assert seen.page.locator("figure.live").count() == seen.page.locator("figure.chart").count() == charts
        assert brightness(seen.page.evaluate(page_colour)) > 600
        assert all(brightness(colour) < 300 for colour in seen.page.evaluate(ink))
        seen.page.emulate_media(color_scheme="dark")
        assert brightness(seen.page.evaluate(page_colour)) < 150
        seen.page.wait_for_function(f"{ink}.every(fill => fill.match(/\\d+/g).every(part => Number(part) > 150))")
        assert seen.too_wide() <= 0


@pytest.mark.long
@pytest.mark.parametrize("id", ["headline", "cascade-uniform-published"])
def test_the_tools_cover_no_words(browser, home, id):
    """The row of tools, which comes with the pointer, is above the words over a figure."""
    with watched(browser, home) as seen:
        open_report(seen)
        figure = seen.page.locator(f"[id='figure-{id}']")
        figure.scroll_into_view_if_needed()
        seen.page.wait_for_selector(f"[id='figure-{id}'].live .main-svg")
        figure.locator(".plot").hover()
        tools = figure.locator(".modebar").bounding_box()
        words = [annotation.bounding_box() for annotation in figure.locator(".annotation").all()]
        assert words
        assert all(box["y"] >= tools["y"] + tools["height"] for box in words)


@pytest.mark.long
def test_a_policy_is_hidden_and_shown_by_the_legend(browser, home):
    """Its curve and its band go and come back; the others stay; a change of colours keeps it hidden."""
    shown = """id => document.querySelector(`[id='${id}'] .plot`).data
        .filter(t => t.visible === undefined || t.visible === true).map(t => t.name)"""
    with watched(browser, home) as seen:
        open_report(seen)
        in_sight(seen, "infinite-beta")
        figure = "figure-infinite-beta-published"
        legend = seen.page.locator(f"[id='{figure}'] .legend")
        before = seen.page.evaluate(shown, figure)
        assert before.count("UCB-F") == 2  # band and line
        button = legend.get_by_role("button", name="UCB-F")
        button.click()
        assert button.get_attribute("aria-pressed") == "false"
        assert seen.page.evaluate(shown, figure) == [name for name in before if name != "UCB-F"]
        seen.page.click("#theme")
        seen.page.wait_for_timeout(100)
        assert "UCB-F" not in seen.page.evaluate(shown, figure)
        button.click()
        assert seen.page.evaluate(shown, figure) == before


@pytest.mark.long
def test_hover_and_zoom(browser, home):
    """The pointer over a curve says a number; a dragged box zooms in, a double click out again."""
    zoomed = "document.querySelector(`[id='figure-failure-published'] .plot`).layout.xaxis.range"
    with watched(browser, home) as seen:
        open_report(seen)
        in_sight(seen, "failure")
        plot = seen.page.locator("[id='figure-failure-published'] .plot .nsewdrag").first
        plot.scroll_into_view_if_needed()
        box = plot.bounding_box()
        x, y = box["x"], box["y"]
        seen.page.mouse.move(x + 0.5 * box["width"], y + 0.5 * box["height"])
        seen.page.wait_for_selector("[id='figure-failure-published'] .hoverlayer text")
        whole = seen.page.evaluate(zoomed)
        seen.page.mouse.move(x + 0.3 * box["width"], y + 0.3 * box["height"])
        seen.page.mouse.down()
        seen.page.mouse.move(x + 0.6 * box["width"], y + 0.7 * box["height"], steps=4)
        seen.page.mouse.up()
        low, high = seen.page.evaluate(zoomed)
        assert whole[0] < low < high < whole[1]


@pytest.mark.long
def test_chosen_colours_are_kept(browser, home):
    """The button turns the page dark, and it is dark when opened again, also the errata."""
    with watched(browser, home, color_scheme="light") as seen:
        open_report(seen)
        seen.page.click("#theme")
        chosen = "document.documentElement.style.colorScheme"
        assert seen.page.evaluate(chosen) == "dark"
        for _ in range(40):  # a browser writes its storage in its own time
            seen.page.goto(f"{home}/errata.html")
            if seen.page.evaluate(chosen) == "dark":
                break
            seen.page.wait_for_timeout(250)
        assert seen.page.evaluate(chosen) == "dark"
        assert "Light" in seen.page.inner_text("#theme")


@pytest.mark.long
def test_on_a_phone(browser, home):
    """Nothing makes the page wider than the screen; tables scroll by themselves."""
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}
    with watched(browser, home, **phone) as seen:
        open_report(seen)
        for id in ("heatmap", "cascade-uniform", "infinite-beta"):
            in_sight(seen, id)
        assert seen.too_wide() <= 0
        seen.page.goto(f"{home}/errata.html")
        assert seen.too_wide() <= 0


@pytest.mark.long
def test_on_paper(browser, home):
    """Pictures instead of interactive figures, all of them there, and nothing folded away."""
    with watched(browser, home) as seen:
        open_report(seen)
        seen.page.emulate_media(media="print")
        seen.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        seen.page.wait_for_function("[...document.images].every(image => image.complete && image.naturalWidth > 0)")
        assert seen.page.locator("details:not([open])").count() == 0
        assert seen.page.locator("figure .plot:visible").count() == 0
        assert seen.page.locator("figure img:visible").count() == seen.page.locator("figure.chart").count()


@pytest.mark.long  # its rules look at every element of a long page
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible(browser, home, scheme):
    """Contrast, names, headings and roles satisfy axe's rules."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with watched(browser, home, color_scheme=scheme) as seen:
        for page in ("index.html", "errata.html"):
            seen.page.goto(f"{home}/{page}")
            found = axe.run(seen.page).response["violations"]
            assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []


@pytest.mark.long
def test_without_scripts(browser, home):
    """The pictures, the verdicts and the numbers are there all the same."""
    with watched(browser, home, java_script_enabled=False) as seen:
        seen.page.goto(f"{home}/index.html")
        assert seen.page.locator("figure img:visible").count() == seen.page.locator("figure").count() > 10
        assert seen.page.locator(".claims li").count() > 5
