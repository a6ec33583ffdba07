"""The operator's page in Debian's Chromium, on a real server: what it shows, how it changes, who may use it."""

from __future__ import annotations

import re
import shutil
from contextlib import contextmanager

import httpx
import pytest

from support import browser as browsers
from support.browser import watched
from support.explore_page import expect, serious
from support.operated import make
from support.service import Load, Server

pytestmark = browsers.needs_browser
browser = browsers.browser  # a fixture
SECRET = "the-token-of-this-test-1234"


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A store that is made once, to be copied."""
    store = tmp_path_factory.mktemp("stored") / "bandits.db"
    make(store)
    return store


@pytest.fixture(scope="module")
def server(stored, tmp_path_factory):
    store = shutil.copy(stored, tmp_path_factory.mktemp("operated"))
    with Server(store) as running:
        yield running


@contextmanager
def opened(browser, server, name="", **options):
    with watched(browser, server.url, **options) as seen:
        page = seen.page
        page.goto(f"{server.url}/#/{name}")
        page.wait_for_selector(f'html[data-ready="{name}"]', timeout=30_000)
        page.seen = seen
        yield page


def looks_again(page, times):
    """Wait until the page has looked at the server so many times more."""
    content = page.locator("#content")
    for _ in range(times):
        expect(content).not_to_have_attribute("data-rounds", content.get_attribute("data-rounds"))


def test_all_bandits_are_shown_with_their_alarms(browser, server):
    with opened(browser, server) as page:
        rows = page.locator("#bandits tbody tr")
        expect(rows).to_have_count(4)
        expect(rows.nth(1)).to_contain_text("no decision yet")
        page.click("text=falling")
        expect(page.locator("#name")).to_have_text("falling")
        expect(page.locator("#alarms")).to_contain_text("The reward rate fell")
        page.go_back()
        expect(page.locator("#bandits")).to_contain_text("rate fell")
        assert page.seen.too_wide() <= 0


@pytest.mark.long
def test_on_a_phone_no_column_is_out_of_sight(browser, server):
    """Every cell of a table of bandits, arms or segments is within the window, with the name of its column."""
    with opened(browser, server, width=390, height=844) as page:
        page.request.get(f"{server.url}/bandits/silent/overview")  # whoever was asked has alarms
        expect(page.locator("#bandits")).to_contain_text("nothing rewarded")
        ends = "cells => cells.map(cell => cell.getBoundingClientRect()).map(box => [box.left, box.right])"

        def fits(table):
            for left, right in page.locator(f"{table} tbody :is(th, td, button):not(:empty)").evaluate_all(ends):
                assert 0 <= left < right <= 390

        fits("#bandits")
        names = "cells => cells.map(cell => getComputedStyle(cell, '::before').content)"
        told = page.locator("#bandits tbody tr:first-child td").evaluate_all(names)
        assert told[1:5] == ['"decisions per hour"', '"rewards per hour"', '"pending"', '"rate, 24 h"']
        expect(page.get_by_role("row")).to_have_count(5)  # a table all the same
        expect(page.get_by_role("row", name="silent").get_by_role("cell")).to_have_count(6)
        page.click("text=shop")
        expect(page.locator("#segments table")).to_be_visible()
        fits("#segments")
        lines = "heads => heads.map(head => head.clientHeight / parseFloat(getComputedStyle(head).lineHeight))"
        assert max(page.locator("#segments tbody th").evaluate_all(lines)) < 1.5  # "desk" in one piece
        expect(page.locator("#arms tbody tr")).to_have_count(12)
        fits("#arms")
        told = page.locator("#arms tbody tr:first-child td").evaluate_all(names)
        assert told[1:5] == ['"pulls"', '"mean, interval"', '"last day"', '"is best"']
        page.click("#arms th[data-sort=name] button")
        expect(page.locator("#arms tbody th").first).to_have_text("apple")
        for box in ("#segments", "#arms"):
            assert (
                page.locator(box).evaluate("box => box.parentElement.scrollWidth - box.parentElement.clientWidth") <= 0
            )


def test_both_ends_of_a_range_are_told_alike(browser, server):
    """As many places of both; a number beside a much smaller one makes it nought, not 5e-6."""
    ranges = {
        (5e-6, 0.31): "0.00 to 0.31",
        (0.1, 0.305): "0.10 to 0.31",
        (-2e-5, 12.4): "0 to 12",
        (-0.05, 0.3): "-0.05 to 0.30",
        (1200, 34567): "1200 to 34\u202f567",
        (1e-7, 2e-6): "1e-7 to 2e-6",
        (0, 0): "0 to 0",
    }
    with opened(browser, server) as page:
        for ends, words in ranges.items():
            told = "async ([low, high]) => (await import('/page/page.js')).between(low, high, 2)"
            assert page.evaluate(told, list(ends)) == words


def test_one_bandit_shows_everything(browser, server):
    with opened(browser, server, "shop") as page:
        expect(page.locator("#uplift")).to_contain_text("The policy pays more")
        expect(page.locator("#rate path")).not_to_have_count(0)
        expect(page.locator("#traffic svg")).to_have_count(3)
        expect(page.locator("#shares rect")).not_to_have_count(0)
        expect(page.locator("#ages .bar")).to_have_count(7)
        expect(page.locator("#agreement")).to_contain_text("arms pay the same all the time")
        expect(page.locator("#arms tbody tr")).to_have_count(12)
        expect(page.locator("#arms tbody tr").first).to_contain_text("it is played when its posterior sample is")
        expect(page.locator("#log-title")).to_have_text("Latest events")
        expect(page.locator("#log tbody tr")).to_have_count(40)
        page.focus("#rate")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#rate .readout")).to_contain_text(re.compile(r"control group 0\.\d+ \(0"))
        page.keyboard.press("Tab")
        expect(page.locator("#rate .readout")).to_have_text("")


def test_arms_by_column_and_by_name(browser, server):
    with opened(browser, server, "falling") as page:
        first = page.locator("#arms tbody th").first
        expect(page.locator("#found")).to_have_text("1–25 of 40")
        page.click("#next")
        expect(page.locator("#found")).to_have_text("26–40 of 40")
        page.click("#arms th[data-sort=name] button")
        expect(first).to_have_text("0")
        expect(page.locator("#arms th[data-sort=name]")).to_have_attribute("aria-sort", "ascending")
        page.click("#arms th[data-sort=name] button")
        expect(first).to_have_text("39")
        page.fill("#search", "7")
        expect(page.locator("#found")).to_have_text("1–4 of 4")
        page.select_option("#status", "retired")
        expect(page.locator("#found")).to_have_text("No arm matches.")


@pytest.mark.long
def test_a_look_does_not_interrupt_a_question_about_arms(browser, server):
    """A sorting that takes longer than the time between two looks is shown when it comes; only another undoes it."""
    with opened(browser, server, "falling") as page:
        expect(page.locator("#arms tbody tr")).to_have_count(25)
        held, gone, by_name = [], [], re.compile(r"overview/arms\?sort=name")
        page.on("requestfailed", lambda request: gone.append(request.url))
        page.route(by_name, lambda route: held.append(route))
        page.click("#arms th[data-sort=name] button")
        looks_again(page, 2)
        assert len(gone) == len(held) - 1
        page.unroute(by_name)  # what is held goes on
        expect(page.locator("#arms tbody th").first).to_have_text("0")


@pytest.mark.long
def test_a_bandit_that_is_not_there(browser, server):
    """Its page says so, and offers nothing; nothing of another bandit is left on it."""
    with opened(browser, server, "shop") as page:
        page.goto(f"{server.url}/#/nosuch")
        expect(page.locator("#trouble")).to_contain_text("there is no bandit 'nosuch'")
        expect(page.locator("#name")).to_have_text("nosuch")
        expect(page.locator("#numbers")).to_be_empty()
        expect(page.locator("#one section >> visible=true")).to_have_count(0)
        assert serious(page) == []
        page.seen.errors = [e for e in page.seen.errors if "status of 404" not in e]


def test_changes_are_confirmed_and_recorded(browser, stored, tmp_path):
    with Server(shutil.copy(stored, tmp_path)) as running, opened(browser, running, "shop") as page:
        http = httpx.Client(base_url=running.url)

        def status(arm):
            return http.get("/bandits/shop/arms/explain", params={"arm": arm}).json()["status"]

        def act(arm, words):
            page.click(f'#arms button[data-arm="{arm}"][data-act="{words}"]')

        expect(page.locator("#arms tbody tr")).to_have_count(12)
        act("fig", "Pause")
        page.click("#confirm-no")
        assert status("fig") == "played"
        act("fig", "Pause")
        expect(page.locator("#confirm-title")).to_have_text("Pause arm fig?")
        page.click("#confirm-yes")
        expect(page.locator("#done")).to_have_text("Arm fig is paused.")
        assert status("fig") == "paused"
        act("fig", "Resume")
        expect(page.locator("#confirm-no")).to_be_focused()
        page.keyboard.press("Tab")  # from no, which one meets first, to yes
        page.keyboard.press("Enter")
        expect(page.locator("#done")).to_have_text("Arm fig is played again.")
        act("fig", "Retire")
        page.click("#confirm-yes")
        expect(page.locator("#done")).to_have_text("Arm fig is retired.")
        assert status("fig") == "retired"
        page.click("#add")
        page.fill("#new-arms", "mango\nnectarine\n")
        page.click("#confirm-yes")
        expect(page.locator("#done")).to_have_text("Added: mango, nectarine.")
        expect(page.locator("#found")).to_have_text("1–14 of 14")
        assert status("nectarine") == "played"
        page.click("#add")
        page.fill("#new-arms", "mango")
        page.click("#confirm-yes")
        expect(page.locator("#confirm-fault")).to_contain_text("must be new")
        page.keyboard.press("Escape")
        pending = http.get("/bandits/shop").json()["pending"]
        page.click("#expire")
        page.fill("#expire-hours", "-3")
        page.click("#confirm-yes")
        expect(page.locator("#confirm-fault")).to_have_text("hours must be at least 0, got -3")
        assert http.get("/bandits/shop/overview/pending", params={"hours": -3}).status_code == 400
        page.fill("#expire-hours", "1")
        page.fill("#expire-as", "0")
        old = http.get("/bandits/shop/overview/pending", params={"hours": 1}).json()["count"]
        assert 0 < old <= pending - 12
        expect(page.locator("#confirm-fields")).to_contain_text(f"{old} decisions of {pending} will be closed.")
        assert http.get("/bandits/shop").json()["pending"] == pending  # until that is confirmed
        page.click("#confirm-yes")
        expect(page.locator("#done")).to_have_text(f"{old} decisions given up on.")
        now = http.get("/bandits/shop").json()
        assert (now["pending"], now["expired"]) == (pending - old, old)
        http.close()
        page.seen.errors = [e for e in page.seen.errors if "status of 400" not in e]  # the name that was taken


@pytest.mark.long
def test_the_focus_comes_back_from_every_question(browser, stored, tmp_path):
    """To what was pressed, or to what took its place, also where the table was made anew meanwhile."""
    with Server(shutil.copy(stored, tmp_path)) as running, opened(browser, running, "shop") as page:
        focused = "document.activeElement.id || Object.values(document.activeElement.dataset).join(' ')"
        for press in ('#arms button[data-arm="fig"][data-act="Pause"]', "#add", "#expire"):
            page.focus(press)
            before = page.evaluate(focused)
            page.keyboard.press("Enter")
            page.evaluate(
                "document.querySelectorAll('#arms tbody tr').forEach(row => row.replaceWith(row.cloneNode(true)))"
            )
            expect(page.locator("#confirm")).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.locator("#confirm")).to_be_hidden()
            page.wait_for_function(f"before => ({focused}) === before", arg=before)  # soon after the question is gone
        page.click("#arms th[data-sort=name] button")
        expect(page.locator("#arms tbody th").first).to_have_text("apple")  # rows that hear again
        for act, then in (("Pause", 'button[data-arm="fig"][data-act="Resume"]'), ("Retire", 'th[data-arm="fig"]')):
            page.focus(f'#arms button[data-arm="fig"][data-act="{act}"]')
            page.keyboard.press("Enter")
            page.click("#confirm-yes")
            expect(page.locator(f"#arms {then}")).to_be_focused()
            looks_again(page, 1)
            expect(page.locator(f"#arms {then}")).to_be_focused()
        page.focus("#expire")
        page.keyboard.press("Enter")
        page.fill("#expire-hours", "0")
        page.keyboard.press("Enter")
        expect(page.locator("#expire")).to_be_disabled()
        page.wait_for_function(f'() => ({focused}) === "content"')


@pytest.mark.long
def test_it_is_live_while_others_decide(browser, stored, tmp_path):
    """Clients decide and tell; the page follows without reloading, and says when the server goes away."""
    with Server(shutil.copy(stored, tmp_path)) as running, opened(browser, running, "shop") as page:
        decisions = page.locator("#numbers dd").first
        before = decisions.inner_text()
        load = Load([running], "shop", clients=2)
        load.wait(60)
        expect(decisions).not_to_have_text(before)
        load.stop()
        total = httpx.get(f"{running.url}/bandits/shop").json()["decisions"]
        expect(decisions).to_have_text(re.compile(f"{total // 1000}.?{total % 1000:03d}"))
        running.kill()
        expect(page.locator("#trouble")).to_contain_text("does not answer")
        running.start()
        expect(page.locator("#trouble")).to_be_hidden()
        looks_again(page, 1)
        page.seen.errors = [e for e in page.seen.errors if "Failed to load resource" not in e]


@pytest.mark.long
def test_a_server_with_a_token(browser, stored, tmp_path):
    """It is asked for, wrong ones are refused, it stays in this tab, and it is in no address."""
    environment = {"BEGREEDY_TOKEN": SECRET}
    copy = shutil.copy(stored, tmp_path)
    with Server(copy, environment=environment) as running, watched(browser, running.url) as seen:
        page, addresses = seen.page, []
        page.on("request", lambda request: addresses.append(request.url))
        page.goto(f"{running.url}/#/shop")
        page.fill("#token", "not-the-token-of-this-server")
        page.keyboard.press("Enter")
        expect(page.locator("#token-fault")).to_have_text("This token is not known here.")
        page.fill("#token", SECRET)
        page.keyboard.press("Enter")
        expect(page.locator("#uplift")).to_contain_text("The policy pays more")
        page.reload()
        expect(page.locator("#uplift")).to_contain_text("The policy pays more")
        assert page.evaluate("sessionStorage.getItem('begreedy-token')") == SECRET
        assert page.evaluate("Object.keys(localStorage).length") == 0
        assert not any(SECRET in address for address in addresses)
        assert SECRET not in page.url
        seen.errors = [e for e in seen.errors if "status of 401" not in e]


@pytest.mark.long
def test_who_may_only_read_is_offered_no_changes(browser, stored, tmp_path):
    tokens = tmp_path / "tokens.toml"
    tokens.write_text(f'[[token]]\nname = "eyes"\nsecret = "{SECRET}"\nroles = ["read"]\nbandits = ["shop"]\n')
    copy = shutil.copy(stored, tmp_path)
    with Server(copy, "--tokens", str(tokens)) as running, watched(browser, running.url) as seen:
        page = seen.page
        page.goto(running.url)
        page.fill("#token", SECRET)
        page.keyboard.press("Enter")
        expect(page.locator("#bandits tbody tr")).to_have_count(1)
        page.click("#bandits a")
        expect(page.locator("#arms tbody tr")).to_have_count(12)
        expect(page.locator("#add")).to_be_hidden()
        expect(page.locator("#expire")).to_be_hidden()
        expect(page.locator("#arms button[data-act]").first).to_be_hidden()
        seen.errors = [e for e in seen.errors if "status of 401" not in e]


@pytest.mark.long
def test_where_actions_are_sets_arms_cannot_change(browser, stored, tmp_path):
    """And where nothing is pending, nothing can be given up on."""
    with Server(shutil.copy(stored, tmp_path)) as running:
        problem = "Combinatorial(TopM(4, size=2), prior=Uniform())"
        body = {"name": "pairs", "policy": "Greedy()", "arms": 4, "horizon": 100, "problem": problem}
        httpx.post(f"{running.url}/bandits", json=body, timeout=60).raise_for_status()
        with opened(browser, running, "pairs") as page:
            expect(page.locator("#arms tbody tr")).to_have_count(4)
            expect(page.locator("#add")).to_be_hidden()
            expect(page.locator("#arms button[data-act] >> visible=true")).to_have_count(0)
            expect(page.locator("#expire")).to_be_disabled()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280, 2000])
def test_every_state_is_accessible_and_fits(browser, server, scheme, width):
    with opened(browser, server, width=width, color_scheme=scheme) as page:
        expect(page.locator("#bandits tbody tr")).to_have_count(4)
        assert serious(page) == []
        assert page.seen.too_wide() <= 0
        for name in ("shop", "silent", "fresh"):
            page.goto(f"{server.url}/#/{name}")
            page.wait_for_selector(f'html[data-ready="{name}"]')
            expect(page.locator("#agreement li")).to_have_count(2)
            assert serious(page) == []
            assert page.seen.too_wide() <= 0
        page.click("#add")
        expect(page.locator("#confirm")).to_be_visible()
        assert serious(page) == []


@pytest.mark.long
def test_by_keyboard_alone(browser, server):
    with opened(browser, server) as page:
        page.keyboard.press("Tab")
        expect(page.locator("#skip")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#content")).to_be_focused()
        page.focus("#bandits a")
        page.keyboard.press("Enter")
        expect(page.locator("#name")).to_have_text("falling")
        expect(page.locator("#arms tbody tr")).to_have_count(25)
        page.focus("#arms th[data-sort=pulls] button")
        page.keyboard.press("Enter")
        expect(page.locator("#arms th[data-sort=pulls]")).to_have_attribute("aria-sort", "descending")
        expect(page.locator("#arms tbody tr")).to_have_count(25)
        page.focus("#arms tbody button")
        with page.expect_response(re.compile("overview/arms")):
            pass
        looks_again(page, 1)
        assert page.evaluate("document.activeElement.dataset.act") == "Pause"  # looking again takes no focus away
