"""What the explore page is made of: forms, tables, presets, files; and the command that starts it."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import begreedy as bg
from begreedy.advice.models import CARDS
from begreedy.cli.main import main
from begreedy.explore import schema as forms
from begreedy.explore.code import command_of, python_of
from begreedy.explore.heatmap import StreamedMap, read_map
from begreedy.explore.limits import Limits
from begreedy.explore.presets import presets
from begreedy.explore.setting import Refused, read_setting
from begreedy.explore.tables import TableColumn, read_table
from begreedy.listing import public_classes
from begreedy.results.styles import COLOURS
from begreedy.run.scheduler import SharedScheduler
from begreedy.service.app import create_app as create_service
from begreedy.service.options import ServiceOptions
from begreedy.values.canonical import canonical
from begreedy.values.spec import parse
from conftest import environment
from support.explore_server import served


@pytest.fixture(scope="module")
def page():
    with served() as running:
        yield running


# ---------------------------------------------------------------- tables


MEANS, WEIGHTS = [TableColumn("means", 0.0, 1.0)], [TableColumn("rewards", 0.0, 1.0), TableColumn("costs", 0.0, 1.0)]


@pytest.mark.parametrize(
    ("text", "columns", "found"),
    [
        ("0.1, 0.2 ,0.3", MEANS, [[0.1, 0.2, 0.3]]),
        ("0.1\n0.2\n\n0.3\n", MEANS, [[0.1, 0.2, 0.3]]),
        ("0.1 0.2", MEANS, [[0.1, 0.2]]),
        ("0.1, 0.2,\n0.3", MEANS, [[0.1, 0.2, 0.3]]),
        ("0.1,\n0.2,\n0.3,\n", MEANS, [[0.1, 0.2, 0.3]]),
        ("[0.1, 0.2, 0.3]", MEANS, [[0.1, 0.2, 0.3]]),
        ("\ufeff0.1\n0.2", MEANS, [[0.1, 0.2]]),
        ("mean\n0.5\n", MEANS, [[0.5]]),
        ('\ufeffname,Mean\r\nblue,0.3\r\n"green, light",0.7\r\n', MEANS, [[0.3, 0.7]]),
        ("reward;cost\n0.5;0.25\n1;1", WEIGHTS, [[0.5, 1.0], [0.25, 1.0]]),
        ("cost,reward\n0.25,0.5", WEIGHTS, [[0.5], [0.25]]),
        ("0.5\t0.25", WEIGHTS, [[0.5], [0.25]]),
    ],
)
def test_tables_are_read(text, columns, found):
    assert read_table(text, columns) == found


@pytest.mark.parametrize(
    ("text", "columns", "words"),
    [
        ("", MEANS, "one column of means, got an empty text"),
        ("mean\n", MEANS, "a line of names only"),
        ("mean\n0.5\nabc\n", MEANS, "line 3, column 1 (means): must be a number in [0, 1], got 'abc'"),
        ("name,mean\nblue,0.3\ngreen,1.7", MEANS, "line 3, column 2 (means): must be a number in [0, 1], got '1.7'"),
        ("0.5\nnan", MEANS, "line 2, column 1 (means): must be a number in [0, 1], got 'nan'"),
        ("0.5\n", WEIGHTS, "line 1: expected 2 columns, rewards and costs, got 1 columns"),
        ("reward,cost\n0.5\n", WEIGHTS, "line 2: column 2 (costs) is missing; expected a number in [0, 1]"),
        ("name,price\nblue,3", WEIGHTS[:1], "line 1: expected a column named reward, got the columns name, price"),
        ("0,1;0,5", MEANS, "line 1, column 1 (means): must be a number in [0, 1], got '0,1'"),
        ("0.5x\n0.3", MEANS, "line 1, column 1 (means): must be a number in [0, 1], got '0.5x'"),
        ("0.5\n" * 100_001, MEANS, "a table may have at most 100000 arms, got 100001"),
        ("0.1,0.2\n0.3,0.4", MEANS, "line 1: expected one column of means, got 2 columns"),
    ],
)
def test_a_bad_table_is_told_by_line_column_value_and_what_is_allowed(text, columns, words):
    with pytest.raises(Refused) as caught:
        read_table(text, columns)
    assert words in str(caught.value)


def test_the_law_says_which_means_are_allowed(page):
    asked = {"text": "-1\n2.5", "columns": ["means"]}
    assert page.post("table", **asked, law="Gaussian(sigma=1)").json() == {"columns": [[-1.0, 2.5]]}
    answer = page.post("table", **asked, law="Bernoulli()")
    assert answer.status_code == 422
    (fault,) = answer.json()["faults"]
    assert fault["message"].startswith("line 1, column 1 (means): must be a number in [0, 1]")
    assert (fault["field"], fault["value"], fault["allowed"]) == ("means", "-1", "a number in [0, 1]")
    assert page.post("table", text="1").status_code == 422
    assert page.post("table", **asked, law="os:getcwd()").status_code == 422


# ---------------------------------------------------------------- maps that are too large


OFFERS = {"sizes": r"sizes up to (\d+)", "runs": r"at most (\d+) runs", "horizons": r"horizons up to (\d+)"}


@pytest.mark.parametrize(
    ("change", "offered"),
    [
        ({"sizes": [2, 100_000_000], "policy": "ThompsonBeta()"}, ["sizes"]),  # which needs all arms
        ({"horizons": [10, 1_000_000], "runs": 3000}, ["runs", "horizons"]),
        ({"horizons": [2], "runs": 200_000}, ["runs"]),
        ({"horizons": [10, 1_000_000], "runs": 200_000}, ["runs"]),  # too many for the memory, and for the time
    ],
)
def test_a_map_that_is_too_large_is_refused_with_what_would_fit(change, offered):
    scheduler, limits = SharedScheduler(2), Limits(seconds=2.0, megabytes=20.0)
    asked = {"problem": "Finite(prior=Uniform(), arms=50)", "policy": "UCB()", "sizes": [2, 20], "horizons": [10]}
    asked |= {"runs": 2, "seed": 0, **change}
    with pytest.raises(Refused) as caught:
        StreamedMap(read_map(asked), scheduler, limits)
    found = {name: int(told[1]) for name, words in OFFERS.items() if (told := re.search(words, str(caught.value)))}
    assert list(found) == offered, str(caught.value)
    for name, most in found.items():
        fits = most if name == "runs" else [min(value, most) for value in asked[name]]
        StreamedMap(read_map(asked | {name: fits}), scheduler, limits)


# ---------------------------------------------------------------- what the page is made of


def test_forms_are_those_of_the_library():
    found = forms.schema()
    assert {model["name"] for model in found["models"]} == {c.__name__ for c in public_classes("problems")}
    for model in found["models"]:
        assert "Greedy" in model["example"]["policies"][0]
        example = read_setting({**model["example"], "runs": 1, "seed": 0})
        assert example.problem.model == model["model"]
        assert [f["name"] for f in found["values"][model["name"]]["fields"]] == list(vars(example.problem))
        example.simulations()
        names = {policy["name"] for policy in model["policies"]}
        assert len(names) >= 4
        for policy in model["policies"]:
            assert canonical(parse(policy["text"]))
            assert policy["text"].partition("(")[0] == policy["name"]
    of_problems = {f"{c.problem.__name__}.{name}": v for c in CARDS for name, v in c.form.choices.items()}
    assert list(of_problems) == ["Budgeted.law"]
    for field, choices in (forms.CHOICES | of_problems).items():
        owner, name = field.split(".")
        start = {"Budgeted": "1, prior=Uniform(0.5, 1), arms=2, ", "MeDZO": ""}.get(owner, "Greedy(), ")
        for choice in choices:
            parse(f"{owner}({start}{name}={choice!r})")
        with pytest.raises(ValueError, match=field):
            parse(f"{owner}({start}{name}='other')")


def test_what_may_be_part_of_a_value_is_offered_by_name():
    """Priors, laws, sets of actions and policies; a field without a default begins with the first of its kind."""
    found = forms.schema()
    for kind in ("priors", "laws", "actions", "policies"):
        assert set(found[kind]) <= set(found["values"]), kind
        for name in found[kind]:
            parse(found["starts"].get(name, f"{name}()"))
    assert [found[kind][0] for kind in ("priors", "laws", "actions", "policies")] == [
        "Uniform",
        "Bernoulli",
        "TopM",
        "Greedy",
    ]


def test_code_of_all_presets_and_examples_reads_back():
    asked = [p["setting"] for p in presets() if "setting" in p]
    asked += [{**model["example"], "runs": 5, "seed": 0} for model in forms.schema()["models"]]
    for given in asked:
        setting = read_setting(given)
        names = {"bg": bg}
        exec(python_of(setting).split("comparison =")[0], names)
        assert canonical(names["problem"]) == canonical(setting.problem)
        assert [canonical(p) for p in names["policies"]] == [canonical(p) for p in setting.policies]
        assert shlex.split(command_of(setting))[3] == given["problem"]


def test_the_paper_is_there_with_fewer_runs():
    found = {preset["id"]: preset for preset in presets()}
    from begreedy.paper import PAPER

    assert set(found) == {e.id for e in PAPER.experiments.values() if "corrected" in e.policies} - {"linear-close"}
    assert len(found) == 15
    for id, preset in found.items():
        if "setting" in preset:
            setting = read_setting(preset["setting"])
            setting.simulations()
            assert setting.runs <= min(200, PAPER.experiments[id].scales["full"].runs)
            assert [canonical(p) for p in setting.policies] == [
                canonical(p) for p in PAPER.experiments[id].policies["corrected"]
            ]


def test_the_page_is_served_whole_and_asks_nobody_else(page):
    answer = page.client.get("")
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    for name in re.findall(r'(?:src|href)="(static/[^"]+)"', answer.text):
        assert page.client.get(name).status_code == 200, name
    assert page.client.get("plotly.min.js").headers["content-type"].startswith("text/javascript")
    assert page.client.get(page.origin, follow_redirects=True).text == answer.text
    static = Path(forms.__file__).parent / "static"
    for file in static.iterdir():
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"https?://(?!www\.w3\.org/)", text), file.name
        assert len(text.splitlines()) <= 400, file.name
        for imported in re.findall(r'from "\./([\w.]+)"', text):
            assert (static / imported).is_file(), f"{file.name} imports {imported}"


def test_the_service_has_the_page_behind_its_token(tmp_path):
    token = "a-token-for-tests"
    app = create_service(ServiceOptions(str(tmp_path / "bandits.db"), token=token))

    async def visit():
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            refused = await client.get("/explore/")
            client.auth = ("anybody", token)
            setting = {
                "problem": "Finite(prior=Uniform(), arms=50)",
                "policies": ["Greedy()"],
                "horizon": 500,
                "runs": 5,
            }
            answers = [await client.get("/explore/"), await client.post("/explore/run", json=setting)]
        return refused, *answers

    refused, page, ran = asyncio.run(visit())
    app.state.explorer.close()
    assert refused.status_code == 401
    assert "begreedy explore" in page.text
    assert json.loads(ran.text.splitlines()[-1])["type"] == "done"


def test_the_colours_are_those_of_the_figures():
    text = (Path(forms.__file__).parent / "static" / "palette.js").read_text(encoding="utf-8")
    [listed] = re.findall(r"COLOURS = (\[.*?\]);", text)
    assert tuple(json.loads(listed)) == COLOURS


# ---------------------------------------------------------------- the command


def run_command(*words, code="from begreedy.cli.main import main; main()"):
    command = [sys.executable, "-c", f"import sys; {code}", "explore", "--no-open", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=60, check=False)


def test_the_command_listens_on_this_machine_only():
    done = run_command("--host", "0.0.0.0")
    assert done.returncode == 2
    assert "host must be an address of this machine only, such as 127.0.0.1, got '0.0.0.0'" in done.stderr


def test_the_command_says_what_is_missing():
    missing = "sys.modules['fastapi'] = None; from begreedy.cli.main import main; main()"
    done = run_command(code=missing)
    assert done.returncode == 1
    assert "install fastapi for begreedy explore: pip install '.[serve]' in begreedy's folder" in done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--max-seconds", "0"), "max-seconds must be greater than 0, got 0"),
        (("--max-memory", "nan"), "max-memory must be a finite number, got nan"),
        (("--threads", "0"), "threads must be at least 1, got 0"),
        (("--port", "70000"), "port must be at most 65535, got 70000"),
    ],
)
def test_the_command_says_which_option_is_wrong(words, told, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["begreedy", "explore", "--no-open", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


def test_ctrl_c_ends_the_server_and_its_streams_quietly():
    command = [sys.executable, "-m", "begreedy", "explore", "--no-open", "--port", "0"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment())
    try:
        address = re.search(r"http://\S+", server.stderr.readline())[0]
        endless = {
            "problem": "Finite(prior=Uniform(), arms=50)",
            "policies": ["UCB()"],  # Greedy leaps, and may be done before the signal comes
            "horizon": 100_000,
            "runs": 2000,
        }
        with httpx.stream("POST", f"{address}run", json=endless, timeout=60) as answer:
            told = (json.loads(line) for line in answer.iter_lines())
            assert next(message for message in told if message["type"] == "curve")
            server.send_signal(signal.SIGINT)
            *_, last = told
        assert last["faults"][0]["message"] == "the server is shutting down"
        assert server.wait(timeout=20) in (0, -signal.SIGINT, 130)
        assert "Traceback" not in server.stderr.read()
    finally:
        server.kill()
        server.communicate()
