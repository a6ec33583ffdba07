"""The explore page in a real browser: every model, stop, links, uploads, dark, a phone, a screen reader."""

from __future__ import annotations

import csv
import re
import time

import pytest

import begreedy as bg
from begreedy.explore.schema import schema
from support import browser as browsers
from support import explore_page
from support.explore_page import downloaded, expect, link_of, means_of, run, serious, until_ended, wait_for_end

pytestmark = browsers.needs_browser
browser, site, opened = browsers.browser, explore_page.site, explore_page.opened  # fixtures

SMALL = "#v=1&problem=Finite(prior=Uniform(),+arms=50)&policy=Greedy()&horizon=500&runs=20&seed=0"
TWO = "#v=1&problem=Finite(prior=Uniform(),+arms=50)&policy=Greedy()&policy=UCB()&horizon=500&runs=20&seed=0"
# Small settings, by what is typed into the form; Greedy is the first policy of every model.
TYPED = {
    "finite": {"Finite.arms": "30"},
    "continuous": {},
    "infinite": {},
    "many-armed": {"ManyArmed.n": "100", "ManyArmed.best": "5"},
    "linear": {"Linear.dimension": "4"},
    "cascading": {"Cascading.items": "12", "Cascading.slots": "3"},
    "mortal": {"Mortal.arms": "20", "Mortal.lifetime": "100"},
    "budgeted": {"Budgeted.budget": "50", "Budgeted.arms": "20"},
}


# ---------------------------------------------------------------- curves


@pytest.mark.long
def test_every_model_runs_from_the_page_with_the_numbers_of_compare(opened):
    with opened() as page:
        for model, fields in TYPED.items():
            page.select_option("#model", model)
            for _ in range(2):  # Greedy alone
                page.locator("#policies .remove").last.click()
            for field, text in fields.items():
                page.fill(f'[data-field="{field}"]', text)
            if model != "budgeted":
                page.fill("#horizon", "300")
            page.fill("#runs", "12")
            page.fill("#seed", "5")
            run(page)
            expect(page.locator("#status")).to_have_text(re.compile("Done"))
            problem, policies, _ = link_of(page)
            assert problem.model == model
            horizon = None if model == "budgeted" else 300
            expected = bg.compare(policies, problem, horizon, runs=12, seed=5)
            assert means_of(page) == {expected.labels[0]: float(expected[0].mean[-1])}
            assert page.locator("#table tbody tr").count() == 1
            assert page.locator("#figure .scatterlayer .trace").count() >= 1
            assert expected.labels[0] in page.locator("#figure").get_attribute("aria-label")


@pytest.mark.long
def test_a_link_gives_the_same_numbers_and_the_back_button_works(opened):
    with opened(TWO + "&log=xy&band=quantiles") as page:
        wait_for_end(page)
        policies = [bg.Greedy(), bg.UCB()]
        expected = bg.compare(policies, bg.Finite(prior=bg.Uniform(), arms=50), horizon=500, runs=20, seed=0)
        assert means_of(page) == {result.name: float(result.mean[-1]) for result in expected}
        assert page.is_checked("#log-x")
        assert page.is_checked("#log-y")
        assert page.input_value("#band") == "quantiles"
        first = page.url
        page.fill("#seed", "1")
        expect(page.locator("#status")).to_have_text("The setting has changed; run to see it.")
        run(page)
        assert page.url != first
        assert "seed=1" in page.url
        assert means_of(page) != {result.name: float(result.mean[-1]) for result in expected}
        page.go_back()
        expect(page.locator("#seed")).to_have_value("0")
        wait_for_end(page)
        assert page.url == first
        assert means_of(page) == {result.name: float(result.mean[-1]) for result in expected}


@pytest.mark.long
def test_downloads_are_what_is_shown(opened):
    with opened(SMALL) as page:
        wait_for_end(page)
        expected = bg.simulate(bg.Greedy(), bg.Finite(prior=bg.Uniform(), arms=50), horizon=500, runs=20, seed=0)
        with downloaded(page, "#csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert [float(row["mean"]) for row in rows] == expected.mean.tolist()
        assert [float(row["stderr"]) for row in rows] == expected.stderr.tolist()
        assert [int(row["time"]) for row in rows] == expected.times.tolist()
        picture = downloaded(page, "#png").read_bytes()
        assert picture.startswith(b"\x89PNG")
        assert len(picture) > 10_000
        page.click("#code summary")
        names: dict = {}
        exec(page.locator("#python").text_content(), names)
        assert names["comparison"][0].mean.tolist() == expected.mean.tolist()
        assert page.locator("#command").text_content().startswith("begreedy compare --problem ")


@pytest.mark.long  # a run that lasts long enough to be stopped, also by a slow browser
def test_a_run_is_stopped(opened, site):
    with opened("#v=1&problem=Finite(prior=Uniform(),+arms=50)&policy=UCB()&horizon=100000&runs=6000&seed=0") as page:
        expect(page.locator("#table tbody td").first).to_have_text(re.compile("±"))
        assert site.explorer.scheduler.works == 1
        page.click("#stop")
        expect(page.locator("#status")).to_have_text(re.compile(r"Stopped after \d+ of 6000 runs\."))
        expect(page.locator("#stop")).to_be_disabled()
        until = time.monotonic() + 30.0
        while site.explorer.scheduler.works:
            assert time.monotonic() < until
            page.wait_for_timeout(50)
        assert page.locator("#table tbody td").first.text_content()
        assert means_of(page)


@pytest.mark.long
def test_the_figure_shows_regret_reward_and_average_on_both_scales(opened):
    titles = {"regret": "regret", "reward": "expected reward", "average": "regret per round"}
    with opened(TWO) as page:
        wait_for_end(page)
        for show, title in titles.items():
            page.select_option("#show", show)
            expect(page.locator("#figure .ytitle")).to_have_text(title)
        expect(page.locator("#bound-note")).to_have_text(re.compile("at most .* for Greedy"))
        assert page.locator("#figure .legendtext").count() == 2  # off this scale
        page.check("#log-y")
        expect(page.locator("#figure .legendtext")).to_have_text(["Greedy", "UCB", "bound, Greedy"])
        page.uncheck("#bound")
        expect(page.locator("#figure .legendtext")).to_have_text(["Greedy", "UCB"])
        expect(page.locator("#bound-note")).to_have_text("")
        assert "show=average&log=y&bound=off" in page.url


@pytest.mark.long
def test_policies_are_added_changed_and_removed_by_keyboard(opened):
    with opened() as page:
        page.fill("#horizon", "200")
        page.fill("#runs", "5")
        for _ in range(3):
            page.locator("#policies .remove").first.focus()
            page.keyboard.press("Enter")
        assert page.locator("#policies li").count() == 0
        page.click("#run")
        expect(page.locator("#fault-policies")).to_have_text("policies must be 1 to 20 policies, got 0")
        page.locator("#add").select_option("UCB")
        page.locator("#add-button").focus()
        page.keyboard.press("Enter")
        page.locator("#policies summary").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.type("0.5")  # a field that has the focus by the tab key is selected
        page.keyboard.press("Enter")  # runs
        wait_for_end(page, re.compile("Done"))
        assert "policy=UCB(c=0.5)" in page.url
        expect(page.locator("#policies .brief")).to_have_text("c = 0.5")


def test_what_a_value_is_made_of_is_chosen_from_the_names_of_the_library(opened):
    """A policy within another, a prior and a set of actions begin with the first name, another one with its start."""
    asked = "#v=1&problem=Combinatorial()&policy=Subsample(k=5)&horizon=100&runs=5&seed=0"
    with opened(asked) as page:
        for field, kind in (("prior", "priors"), ("law", "laws"), ("actions", "actions")):
            select = page.locator(f'select[data-field="Combinatorial.{field}"]')
            assert select.locator("option").all_inner_texts() == schema()[kind]
            expect(select).to_have_value(schema()[kind][0])
        page.select_option('[data-field="Combinatorial.prior"]', "Beta")
        page.select_option('[data-field="Combinatorial.actions"]', "Matchings")
        expect(page.locator('[data-field="Beta.b"]')).to_have_value("3")
        expect(page.locator('[data-field="Matchings.rows"]')).to_have_value("5")
        page.locator("#policies summary").click()
        inner = page.locator('select[data-field="Subsample.policy"]')
        assert inner.locator("option").all_inner_texts() == schema()["policies"]
        expect(inner).to_have_value("Greedy")
        inner.select_option("MOSS")
        expect(page.locator('[data-field="MOSS.c"]')).to_have_value("1")


# ---------------------------------------------------------------- what is wrong


@pytest.mark.long
def test_faults_stand_at_their_fields(opened):
    wrong = "#v=1&problem=Finite(prior=Beta(a=0,b=1),arms=5)&policy=Greedy()&policy=UCB(c=-1)&horizon=0&runs=20&seed=0"
    with opened(wrong) as page:
        wait_for_end(page, re.compile("Not run"))
        field = page.locator('[data-field="Beta.a"]')
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_be_focused()
        told = page.locator(f"#{field.get_attribute('aria-describedby')}")
        expect(told).to_have_text("Beta.a must be greater than 0, got 0.0")
        expect(page.locator(".fault:visible")).to_have_count(3)
        expect(page.locator("#fault-horizon")).to_have_text("horizon must be at least 1, got 0")
        assert serious(page) == []
        field.fill("1")
        page.fill('[data-field="UCB.c"]', "many")
        page.fill("#horizon", "100")
        page.click("#run")
        expect(page.locator(".fault:visible")).to_have_text(['UCB.c must be a number, got "many"'])
        page.fill('[data-field="UCB.c"]', "1")
        run(page)
        expect(page.locator(".fault:visible")).to_have_count(0)


@pytest.mark.long
def test_a_bad_csv_is_told_by_line_column_and_value(opened):
    with opened() as page:
        page.locator("#problem .segments input").last.check()
        page.fill("#horizon", "200")
        page.fill("#runs", "5")
        upload = page.locator("#problem input[type=file]")
        upload.set_input_files(
            {"name": "arms.csv", "mimeType": "text/csv", "buffer": b"name,mean\nblue,0.3\ngreen,1.7\n"}
        )
        told = page.locator("#problem .fault:visible")
        expect(told).to_have_text("line 3, column 2 (means): must be a number in [0, 1], got '1.7'")
        page.click("#run")
        expect(page.locator("#problem textarea")).to_be_focused()
        upload.set_input_files(
            {"name": "arms.csv", "mimeType": "text/csv", "buffer": b"name,mean\nblue,0.3\ngreen,0.7\n"}
        )
        expect(page.locator("#problem .fault:visible")).to_have_count(0)
        expect(page.locator("#problem .density svg")).to_have_attribute(
            "aria-label", re.compile("2 arms, from 0.3 to 0.7")
        )
        for _ in range(2):
            page.locator("#policies .remove").last.click()
        run(page)
        assert link_of(page)[0] == bg.Finite(means=(0.3, 0.7))
        page.reload()
        page.wait_for_selector("html[data-ready]")
        expect(page.locator("#problem textarea")).to_have_value("0.3\n0.7")
        wait_for_end(page, re.compile("Done"))


@pytest.mark.long
def test_a_link_that_cannot_be_read_or_asks_too_much_says_why(opened, site):
    large = "#v=1&problem=Finite(prior=Uniform(),arms=50)&policy=UCB()&horizon=1000000&runs=90000&seed=0"
    wrong = {
        "#v=2&problem=Finite()": "version 2; this page reads version 1",
        "#v=1&problem=Finite(": "a parenthesis is not closed",
        "#v=1&problem=Nothing()": "it names no model: Nothing",
    }
    with opened() as page:
        for address, words in wrong.items():
            page.goto(site.address + address)
            expect(page.locator("#alert")).to_contain_text(words)
            expect(page.locator("#model")).to_have_value("finite")
        page.goto(site.address + large)
        told = page.locator("#fault-runs")
        expect(told).to_have_text(re.compile(r"at most \d+ runs or horizon \d+ would fit"))
        buttons = page.locator(".actions").bounding_box()
        expect(told).to_be_in_viewport()
        assert told.bounding_box()["y"] + told.bounding_box()["height"] <= buttons["y"] + 1  # not behind them


def test_a_link_cannot_bring_its_own_script(opened):
    trap = "<img src=x onerror=alert(1)>"
    with opened(
        f"#v=1&problem=Infinite(prior=Beta(a='{trap}',b=2))&policy=Subsample(policy=Greedy(),k=40,label='{trap}')"
        "&horizon=50&runs=3&seed=0"
    ) as page:
        page.fill('[data-field="Beta.a"]', "1")
        run(page)
        expect(page.locator("#table tbody th")).to_have_text(trap)
        expect(page.locator("#figure .legendtext")).to_contain_text("<img src=x")
        assert page.locator("img").count() == 0


# ---------------------------------------------------------------- screens


def ground(page):
    """How light the page's background is, from 0 to 1."""
    colour = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    return sum(map(int, re.findall(r"\d+", colour)[:3])) / 765


@pytest.mark.long
def test_readable_by_all_in_light_and_dark(opened):
    with opened(color_scheme="dark", reduced_motion="reduce") as page:
        assert ground(page) < 0.2
        assert serious(page) == []
        page.goto(page.url + TWO)
        wait_for_end(page)
        page.locator("#policies summary").first.click()
        page.click("#code summary")
        expect(page.locator("#advice")).to_have_text("Play: it.note: so.")
        assert serious(page) == []
        page.click("#theme")
        assert ground(page) > 0.9
        assert serious(page) == []
        page.emulate_media(color_scheme="light")
        page.click("#theme")
        assert ground(page) < 0.2


@pytest.mark.long
@pytest.mark.parametrize("width", [390, pytest.param(2200, marks=pytest.mark.long)])
def test_from_a_phone_to_a_wide_screen(opened, width):
    with opened(TWO, viewport={"width": width, "height": 844}) as page:
        wait_for_end(page)
        page.click("#code summary")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        figure = page.locator("#figure").bounding_box()
        assert figure["width"] > (0.85 if width == 390 else 0.5) * width - 100
        assert serious(page) == []
        page.check("input[name=mode][value=map]")
        page.fill("#sizes", "2, 4")
        page.fill("#horizons", "10, 20, 30, 40, 50, 60, 70")
        page.fill("#runs", "2")
        run(page)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_curves_are_drawn_while_runs_go_on(opened):
    """Again and again, the first long before the last; how soon on this machine is printed."""
    target = "#v=1&problem=Finite(prior=Uniform(),+arms=200)&policy=Greedy()&policy=UCB()&policy=ThompsonBeta()"
    with opened(target + "&horizon=10000&runs=2&seed=0") as page:
        wait_for_end(page)  # warm
        page.fill("#runs", "300")
        run(page)
        marks = page.evaluate("() => performance.getEntriesByType('mark').map(m => [m.name, m.startTime])")
        drawn = [at for name, at in marks if name == "curves-drawn"]
        print(f"first curve after {drawn[0] - dict(marks)['run']:.0f} ms, {len(drawn)} pictures")
        assert len(drawn) >= 4


@pytest.mark.long
def test_all_presets_run_and_advice_comes(opened):
    with opened(advice=True) as page:
        ids = [o for o in page.locator("#preset option").evaluate_all("all => all.map(o => o.value)") if o]
        assert len(ids) == 15
        for id in ids:
            with until_ended(page):
                page.select_option("#preset", id)
            expect(page.locator("#status")).to_have_text(re.compile("Done"))
        page.goto("about:blank")
    with opened(SMALL, advice=True) as page:
        wait_for_end(page)
        expect(page.locator("#advice strong")).to_have_text(
            re.compile("Be greedy:|Do not be greedy:|Too close to call:|Not certain yet:|It hardly matters:"),
            timeout=120_000,
        )
