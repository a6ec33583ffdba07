"""The report as HTML: what it shows, that it is whole, and that it says what the results say."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from begreedy.experiments.execution import Execution
from begreedy.experiments.experiment import Finished, run_experiment
from begreedy.paper import PAPER
from begreedy.paper.claim import VERDICTS, Claim, Finding, Verdict
from begreedy.paper.erratum import Reproduced
from begreedy.paper.headline import headline, matched, wins
from begreedy.paper.published import Compared, Published, compare_published
from begreedy.paper.reproduce import Reproduction, write_files, write_numbers
from begreedy.paper.theory_errata import SLIPS
from begreedy.report.numbers import numbers
from begreedy.report.overview import answer
from begreedy.report.page import present, write_report
from begreedy.report.sections import cpu_seconds
from begreedy.results.chart import look, payload
from begreedy.results.styles import COLOURS, line_of, styles_of
from begreedy.run.progress import Messages
from begreedy.values.numbers import number

IDS = ("failure", "bounds-known", "functions", "infinite-beta", "cascade-uniform", "budgeted-discrete")
DOCS = Path(__file__).parents[2] / "docs"
HOSTILE = "<script>alert(\"1\")</script> & 'quotes'"


@pytest.fixture(scope="module")
def finished():
    variants = {"budgeted-discrete": "corrected"}  # its others compile nine kernels that nothing else here needs
    return {id: run_experiment(PAPER.experiments[id], "smoke", runs=6, variant=variants.get(id, "all")) for id in IDS}


@pytest.fixture(scope="module")
def report(finished):
    """A report without files, with a claim and a printed number that must be escaped."""
    names = {
        id: {"-".join(filter(None, (id, v))): c for v, c in PAPER.study_of(id).charts(done).items()}
        for id, done in finished.items()
    }
    claim = Claim("hostile", HOSTILE, "Section <1>", ("failure", "functions"), lambda *_: Finding("holds", ""))
    findings = {"published": Finding("holds", HOSTILE, 0.01), "corrected": Finding("fails", "no", 0.5)}
    verdicts = [*PAPER.judge(finished), Verdict(claim, VERDICTS[1], HOSTILE, findings)]
    printed = Published("failure", "published", "Greedy", {}, "regret", 8.0, 1.0, "<paper>")
    compared = [*compare_published(finished), Compared(printed, 9.0, 0.5, 0.894, True)]
    execution = Execution(Path("unused"), seed=3, runs=6)
    return Reproduction(PAPER, finished, names, headline(finished), verdicts, compared, "smoke", execution)


@pytest.fixture(scope="module")
def folder(report, tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    write_report(report, folder)
    write_numbers(report, folder)
    return folder


class Page(HTMLParser):
    """Names, links and texts of a page; complains about tags that are not closed."""

    EMPTY = {"meta", "link", "img", "br", "path"}

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.sources, self.texts, self.tags, self.open = set(), [], [], [], [], []
        self.feed(path.read_text(encoding="utf-8"))
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        assert found.get("id") not in self.ids or "id" not in found, f"id {found['id']} twice"
        self.ids.add(found.get("id"))
        self.tags.append((tag, found))
        self.links += [found["href"]] if "href" in found else []
        self.sources += [found["src"]] if "src" in found else []
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.texts.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())


@pytest.fixture(scope="module")
def index(folder):
    return Page(folder / "index.html")


@pytest.fixture(scope="module")
def errata(folder):
    return Page(folder / "errata.html")


def test_every_experiment_has_a_section_in_the_contents(index):
    """A section each, reached from the list of contents; nothing of experiments that were not run."""
    for id in IDS:
        assert id in index.ids
        assert f"#{id}" in index.links
        assert PAPER.experiments[id].title in index.text
    assert "many-armed" not in index.ids


def test_links_lead_somewhere(index, errata):
    """Every link inside the report has a target; every figure's picture is one that is written."""
    pages = {"index.html": index, "errata.html": errata}
    for here, page in pages.items():
        for link in page.links:
            file, _, name = link.partition("#")
            if file.endswith((".svg", ".pdf", ".png", "-data.csv")) or link == "data:,":
                continue
            assert (name or None) in pages[file or here].ids, link
    pictures = {f"{name}.svg" for id in IDS for name in _drawn(id)} | {"headline.svg"}
    assert set(index.sources) == pictures


def _drawn(id):
    drawn = {"failure": ["published", "extra"], "budgeted-discrete": ["corrected"]}
    variants = drawn.get(id, PAPER.experiments[id].variants("all"))
    return [f"{id}-{v}" for v in variants] or [id]


def test_nothing_is_fetched_from_elsewhere(folder):
    """No address of another host in what a browser loads; the only one is the name space of SVG."""
    for name in ("index.html", "errata.html"):
        text = (folder / name).read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert re.findall(r"(?:https?:)?//[a-z][a-z0-9.-]+\.[a-z]{2,}", text) == []
        assert "@import" not in text
    assert (folder / "plotly.min.js").stat().st_size > 1_000_000


def test_what_comes_from_elsewhere_is_escaped(folder, index):
    """Quotes, reasons and sources may hold anything; they appear as text only."""
    raw = (folder / "index.html").read_text(encoding="utf-8")
    assert "<script>alert" not in raw
    assert "<paper>" not in raw
    assert HOSTILE in index.text
    assert "Section <1>" in index.text


def test_claims_are_told_once_with_badge_and_reason(report, index):
    """Each claim has one place, and a badge in words in the list at the top."""
    for verdict in report.verdicts:
        assert f"claim-{verdict.claim.id}" in index.ids
        assert f"#claim-{verdict.claim.id}" in index.links
        for finding in verdict.findings.values():
            assert " ".join(finding.why.split()) in index.text
    badges = [a["class"] for tag, a in index.tags if tag == "span" and a.get("class", "").startswith("badge ")]
    for kind, verdict in zip(("holds", "partly", "fails", "open", "told"), VERDICTS, strict=True):
        here, mentioned = report.counts()[verdict], sum(v.verdict == verdict for id in IDS for v in report.mentions(id))
        assert badges.count(f"badge {kind}") == 2 * here + mentioned + bool(here)  # list, section, elsewhere, key


def test_the_answer_counts_what_was_run(report, finished):
    """Cells that Greedy wins, and claims by verdict."""
    won, cells = wins(finished, "published")
    assert cells == 1 + 1 + 15  # failure, infinite, lists; budgets are there as corrected only
    assert f"{won} of {cells} cells as published" in answer(report)
    assert f"Of {len(report.verdicts)} claims checked" in answer(report)
    short = {"heatmap": run_experiment(PAPER.experiments["heatmap"], "smoke", variant="published", runs=2)}
    alike = [match.values for match in matched(short["heatmap"], "published") if match.values[0] == match.values[1]]
    assert alike  # no more rounds than arms
    assert wins(short, "published")[1] == len(list(matched(short["heatmap"], "published"))) - len(alike)
    nothing = replace(report, headline=None, verdicts=[])
    assert answer(nothing).startswith("Nothing was simulated")


def test_headline_divides_by_the_best_rival(finished):
    """A dot is Greedy's mean regret over the least mean of the others, in every cell of every variant."""
    chart = headline(finished)
    row = chart.rows.index("infinite-beta")
    results = {name: result for _, name, result in finished["infinite-beta"].named("corrected")}
    best = min(float(result.mean[-1]) for name, result in results.items() if name != "Greedy")
    (dot,) = [d for d in chart.dots if d.row == row and d.series == 1]
    assert dot.value == pytest.approx(results["Greedy"].mean[-1] / best)
    assert dot.low < dot.value < dot.high
    assert "failure" in chart.rows
    assert "functions" not in chart.rows
    assert not [d for d in chart.dots if d.row == chart.rows.index("failure") and d.series == 1]  # same as published
    extra = list(matched(finished["cascade-uniform"], "extra"))
    assert {m.rival for m in extra} & {"Greedy", "Greedy(no forced start)"} == set()


def test_a_closer_look_is_counted_once():
    """In the headline and in the answer, with the experiment that it repeats; alone it counts itself."""
    both = {
        id: run_experiment(PAPER.experiments[id], "smoke", variant="published") for id in ("linear", "linear-close")
    }
    close = {"linear-close": both["linear-close"]}
    assert headline(both).rows == ("linear",)
    assert headline(close).rows == ("linear-close",)
    assert wins(both, "published")[1] == wins(close, "published")[1] == 1


def test_budgets_of_fresh_instances_are_compared_by_medians(finished):
    """Their mean may not exist."""
    for match in matched(finished["budgeted-discrete"], "corrected"):
        assert match.values == (float(np.median(match.ours)), float(np.median(match.theirs)))


def test_tables_have_ours_and_the_published(index, finished):
    """Means with standard errors, the printed number with z, and whether that is noise."""
    row = finished["failure"].rows()[0]
    assert number(row["mean"]) in index.text
    assert "8 ± 1" in index.text
    assert "+0.9" in index.text
    assert "within noise" in index.text
    assert "rounds to it" in index.text  # a crossing of bounds has no noise
    assert "Corrected: the same as published." in index.text


def test_the_papers_number_is_not_covered_by_the_companions(finished):
    """Where both printed the same cell, the grid has the paper's, the list below it both, each with its source."""
    row = next(row for row in finished["cascade-uniform"].rows() if row["policy"] == "Greedy")
    both = [
        Compared(
            Published(row["experiment"], "published", "Greedy", row["cell"], "regret", value, 1.0, source),
            9.0,
            1.0,
            0.5,
            True,
        )
        for source, value in (("paper", 11.0), ("companion", 22.0))
    ]
    study = PAPER.study_of("cascade-uniform")
    grid, _, below = numbers(finished["cascade-uniform"], both, study).partition("Published numbers")
    assert "paper 11 ± 1" in grid
    assert "22 ± 1" not in grid
    assert "22 ± 1" in below
    assert "companion 22 ± 1" in numbers(finished["cascade-uniform"], both[1:], study)


def test_how_to_run_it_again_and_what_it_took(report, index, finished):
    """The exact command with what was asked for, and CPU time by variant, each result counted once."""
    assert report.command("failure") == "begreedy paper failure --scale smoke --seed 3 --runs 6"
    assert report.command("failure") in index.text
    one = replace(report, execution=Execution(Path("x"), variant="published"))
    assert one.command() == "begreedy paper --scale smoke --seed 0 --variant published"
    assert cpu_seconds(finished["failure"], "published") == sum(
        r.seconds for _, r in finished["failure"].of("published")
    )
    assert "Nothing is simulated here." in index.text


def test_json_beside_the_pages(report, folder):
    """Verdicts and comparisons can be read by programs."""
    verdicts = json.loads((folder / "verdicts.json").read_text(encoding="utf-8"))
    judged = [row["claim"] for row in verdicts if row["findings"]]  # others need experiments that were not run
    assert judged == [v.claim.id for v in report.verdicts]
    published = json.loads((folder / "published.json").read_text(encoding="utf-8"))
    assert len(published) == len(report.compared)


def test_figures_of_the_page_are_those_of_the_files(finished, index):
    """Same colours and dashes, same numbers up to rounding, few enough points."""
    assert look(0) == {"colour": COLOURS[0], "dash": "solid", "symbol": "circle"}
    looks = [(look(i)["colour"], look(i)["dash"]) for i in range(14)]
    assert len(set(looks)) == 14
    assert len({(look(i)["dash"], look(i)["symbol"]) for i in range(14)}) == 14  # without colours, too
    assert all(look(i)["colour"] == line_of(i)["color"] for i in range(14))
    (chart,) = [
        c for v, c in PAPER.study_of("infinite-beta").charts(finished["infinite-beta"]).items() if v == "published"
    ]
    drawn = payload(chart)["panels"][0]["lines"]
    assert [line["name"] for line in drawn] == ["Greedy", "UCB-F", "MeDZO", "TwoTarget"]
    result = finished["infinite-beta"].of("published")[0][1]
    assert drawn[0]["y"][-1] == pytest.approx(result.mean[-1], rel=1e-4)
    assert drawn[0]["high"][-1] == pytest.approx(result.mean[-1] + 0.5 * result.std[-1], rel=1e-4)
    assert all(len(line["x"]) <= 200 for line in drawn)
    assert styles_of(["MOSS", "Greedy", "UCB"]) == {"Greedy": 0, "MOSS": 1, "UCB": 2}


def test_bands_are_what_the_paper_states():
    """Multiples of the standard deviation in the text and the captions of the figures."""
    stated = {"failure": 0.1, "many-armed": 0.5, "continuous-f1": 5.0, "continuous-f2": 5.0, "continuous-f3": 5.0}
    stated |= {f"{model}-{prior}": 0.5 for model in ("infinite", "mortal") for prior in ("uniform", "beta")}
    stated |= {"linear": 2.0, "budgeted-discrete": 0.5, "budgeted-continuous": 0.5}
    assert {id: PAPER.experiments[id].band for id in stated} == stated


def test_errata_have_the_numbers_of_this_run(errata, finished):
    """What a run shows is said with its means; what was not run is said with the command that shows it."""
    run = Reproduced(finished)
    for variant in ("published", "corrected"):
        (two_target,) = [r for _, name, r in finished["infinite-beta"].named(variant) if name == "TwoTarget"]
        mean, stderr = float(two_target.mean[-1]), float(two_target.std[-1] / np.sqrt(6))
        assert f"{number(mean)} ± {number(stderr, 2)}" in errata.text
    for erratum in PAPER.errata:
        assert erratum.title in errata.text
        shown = erratum.shown(run) if erratum.shown else None
        assert shown is None or " ".join(shown.split()) in errata.text
        assert set(erratum.experiments) <= set(PAPER.experiments)
    assert "not part of it; begreedy paper linear shows it." in errata.text
    assert sum(e.shown is not None and e.shown(run) is not None for e in PAPER.errata) >= 8
    assert all(e.shown is None or e.shown(Reproduced({})) is None for e in PAPER.errata)


def test_the_documentation_has_the_same_errata():
    """One table on the theory, one on the experiments, each as on the page."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (DOCS / "errata.md").read_text(encoding="utf-8").splitlines()
        if re.match(r"\| (\d+|E\d+) \|", line)
    ]
    theory = [row[1:] for row in rows if row[0].isdigit()]
    assert theory == [list(slip) for slip in SLIPS]
    experiments = [(row[1], tuple(re.findall(r"`([a-z0-9-]+)`", row[2]))) for row in rows if row[0].startswith("E")]
    assert experiments == [(e.title, e.experiments) for e in PAPER.errata]


def test_some_experiments_only(finished, tmp_path):
    """One experiment that simulates nothing makes a report, too."""
    one = {"functions": finished["functions"]}
    charts = {"functions": write_files(PAPER.study_of("functions"), one["functions"], tmp_path)}
    report = Reproduction(PAPER, one, charts, headline(one), PAPER.judge(one), [], "smoke", Execution(tmp_path))
    page = Page(write_report(report, tmp_path))
    assert set(page.sources) == {"functions.svg"}
    assert "functions" in page.ids


def test_claims_that_need_other_experiments_are_said_to(finished, tmp_path):
    """One table of a claim about two: not judged, in JSON, on the page and in the terminal, with what is missing."""
    one = {"cascade-uniform": finished["cascade-uniform"]}
    report = Reproduction(PAPER, one, {"cascade-uniform": {}}, None, PAPER.judge(one), [], "smoke", Execution(tmp_path))
    write_numbers(report, tmp_path)
    rows = json.loads((tmp_path / "verdicts.json").read_text(encoding="utf-8"))
    left = [row for row in rows if row["verdict"] == "not judged"]
    assert left
    assert len(left) + len(report.verdicts) == len(rows)
    assert all(row["why"] == "needs cascade-beta too, which was not run" for row in left)
    said = []
    messages = Messages()
    messages.say = said.append
    present(report, messages)
    assert f"{len(left)} claims about these experiments cannot be judged without others: cascade-beta" in said
    assert left[0]["why"] in Page(tmp_path / "index.html").text
    assert not PAPER.unjudged({id: Finished(PAPER.experiments[id], "smoke") for id in ("failure",)})[
        0
    ].missing  # no variant was run
