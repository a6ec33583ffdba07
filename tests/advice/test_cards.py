"""Cards: one value per model says all that is known of it, and nothing else asks for a model by name."""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import begreedy as bg
from begreedy.advice.bounds import bound_rows
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import candidates
from begreedy.advice.models import CARDS, card_named, card_of, names
from begreedy.advice.models.candidate import plain
from begreedy.advice.models.card import BoundCurves, Card, Example
from begreedy.explore.code import command_of, python_of
from begreedy.explore.curves import Curves
from begreedy.explore.heatmap import StreamedMap, read_map
from begreedy.explore.limits import Limits
from begreedy.explore.schema import schema
from begreedy.explore.setting import read_setting
from begreedy.listing import public_classes
from begreedy.problems.peaks import RandomPeaks
from begreedy.run.scheduler import SharedScheduler
from begreedy.types import traits

SOURCE = Path(bg.__file__).parent
ROOT = Path(__file__).parents[2]


def test_every_model_has_one_card():
    assert sorted(names()) == sorted({cls.model for cls in public_classes("problems")})
    assert len(set(names())) == len(CARDS) == 11
    for card in CARDS:
        file = Path(inspect.getfile(card.describe))
        assert file == SOURCE / "advice" / "models" / f"{card.model.replace('-', '_')}.py"
        assert len(file.read_text(encoding="utf-8").splitlines()) <= 150
        assert card.problem in public_classes("problems")
        assert (card.cap is None) == card.timed
    assert card_of(RandomPeaks()) is card_of(bg.Continuous(bg.f1))


def test_the_documentation_lists_what_may_be_known():
    """The table of docs/advise.md has the parameters of each card's description."""
    text = (ROOT / "docs" / "advise.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (.*) \|$", text, re.MULTILINE))
    assert list(rows) == names()
    for model, row in rows.items():
        card = card_named(model)
        assert card is not None
        assert set(re.findall(r"--(\w+)", row)) == set(card.known), model


# ---------------------------------------------------------------- nobody asks for a model by name

# Where a model may be named, and why.
NAMED = {
    "advice/models": "the cards",
    "engine/plan.py": "which game a model is played by",
    "paper": "experiments are data, and some are called like their model",
    "bench/table.py": "names of the paper's experiments",
    "types/forms.py": "a form of policies is called linear, too",
    "types/arguments.py": "likewise",
    "theory/__init__.py": "names of functions",
    "bandit/settings/auto.py": "asks for advice on the model that its arguments describe, as a user does",
    "bandit/second_advice.py": "likewise",
}
# Where a problem is asked for what only some models have, and why.
PROBED = {
    "advice/models": "the cards",
    "policies/adaptive.py": "takes its parameter from the largest mean",
    "policies/anytime_greedy.py": "takes its number of arms from the hardness",
    "policies/lb_sda.py": "compares rewards of the past, which arms that die do not have",
    "policies/reductions.py": "takes its number of arms from the lifetime, the supremum or the hardness",
    "policies/stochastic.py": "takes its parameters from the lifetime",
    "policies/ucb_f.py": "takes its parameter from the largest mean",
}


def place_of(path: Path, places: dict[str, str]) -> str | None:
    """Which of these places a file is, or is in."""
    inside = path.relative_to(SOURCE)
    return next((place for place in places if inside == Path(place) or Path(place) in inside.parents), None)


def sources():
    for path in sorted(SOURCE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def namings(path: Path, tree: ast.Module) -> list[int]:
    """Lines with a text that is a model's name, or says something of a model or several; a problem may say its own.

    A text does so where a model's name or class stands before a colon or a comma, as in "finite: number of arms".
    """
    own = {
        id(node.value)
        for node in ast.walk(tree)
        if path.parent.name == "problems"
        and isinstance(node, ast.Assign)
        and [target.id for target in node.targets if isinstance(target, ast.Name)] == ["model"]
    }
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docs = {
        id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) and ast.get_docstring(node)
    }
    words = "|".join(form for name in names() for form in (name, name.replace("-", "_")))
    classes = "|".join(card.problem.__name__ for card in CARDS)
    naming = re.compile(rf"({words})|.*(?<![\w-])({words}|{classes})[:,].*", re.DOTALL)
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in own | docs]
    return [node.lineno for node in texts if isinstance(node.value, str) and naming.fullmatch(node.value)]


def comparisons(tree: ast.Module) -> list[int]:
    """Lines that compare an attribute ``model``, or look something up by it."""
    found = []
    for node in ast.walk(tree):
        inside: list[ast.AST] = []
        if isinstance(node, ast.Compare):
            inside = [node.left, *node.comparators]
        elif isinstance(node, ast.Subscript):
            inside = [node.slice]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            inside = list(node.args)
        elif isinstance(node, ast.Match):
            inside = [node.subject]
        found += [node.lineno for part in inside if isinstance(part, ast.Attribute) and part.attr == "model"]
    return found


def class_tests(tree: ast.Module) -> list[int]:
    """Lines that test for a problem's class, or keep a table by such classes."""
    classes = {card.problem.__name__ for card in CARDS}
    found = []
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            parts = list(ast.walk(node.args[1]))
        elif isinstance(node, ast.Dict):
            parts = list(node.keys)
        found += [node.lineno for part in parts if isinstance(part, ast.Name) and part.id in classes]
    return found


def probes(tree: ast.Module) -> list[int]:
    """Lines that ask whether a problem has what only some models have: a field, or an optional part of the contract."""
    fields = {name for card in CARDS for name in inspect.signature(card.problem).parameters} | traits._PROBLEM_PARTS
    fields -= {
        "prior",
        "law",
        "model",
        "plan",
        "stage",
        "discover_function",
        "as_arms",
    }  # how any problem may be played
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        asked = {"hasattr": 2, "provides": 2, "getattr": 3, "part_of": 3}.get(ast.unparse(node.func).split(".")[-1])
        if asked == len(node.args) and ast.unparse(node.args[0]).endswith("problem"):
            field = node.args[1]
            if not isinstance(field, ast.Constant) or field.value in fields:  # a variable stands for any field
                found.append(node.lineno)
    return found


def test_no_model_is_asked_for_by_name():
    """No ``problem.model == ...`` and no table by models, by their classes or by fields that give them away.

    Every exception is one that is needed.
    """
    found, needed = [], set()
    for path, tree in sources():
        named = namings(path, tree) + class_tests(tree) + comparisons(tree)
        for lines, places in ((named, NAMED), (probes(tree), PROBED)):
            place = place_of(path, places)
            needed |= {place} if lines else set()
            found += [f"{path.relative_to(SOURCE)}:{line}" for line in sorted(set(lines)) if place is None]
    assert found == []
    assert needed - {None} == {*NAMED, *PROBED}


def test_these_searches_find_what_they_are_for():
    text = (
        "x = problem.model == 'finite'\n"
        "y = TABLE[problem.model]\n"
        "z = {Finite: 1, 'many-armed': 2}\n"
        "w = hasattr(self.problem, 'budget') or isinstance(problem, (Mortal, Linear))\n"
        "v = contract.provides(problem, 'lifetime') or any(provides(problem, part) for part in PARTS)\n"
        "u = part_of(problem, 'rate', 1) or provides(problem, 'stage') or problem.budget\n"
        "def f(): 'finite: a docstring may'; g('finite: arms', 'a finite number', 'of Finite, ManyArmed or so')\n"
    )
    tree = ast.parse(text)
    assert sorted(namings(Path("x.py"), tree)) == [1, 3, 7, 7]
    assert comparisons(tree) == [1, 2]
    assert class_tests(tree) == [3, 4, 4]
    assert sorted(probes(tree)) == [4, 5, 5, 6]
    assert namings(Path("problems/x.py"), ast.parse("class A:\n    model = 'finite'\n    other = 'mortal'")) == [3]


def test_no_script_of_the_page_names_a_model():
    """What the page's scripts know of models comes with the schema; an axis is linear in Plotly's words, too."""
    classes = [card.problem.__name__ for card in CARDS]
    word = re.compile(rf"(?<![\w-])({'|'.join([*names(), *classes])})(?![\w-])")
    for path in sorted(SOURCE.rglob("*.js")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            code = re.sub(r'//.*|(type: |"log" : )"linear"', "", line)
            assert not word.search(code), f"{path.name}:{number}: {line.strip()}"


# ---------------------------------------------------------------- a model of one's own


@dataclass(frozen=True)
class Twins:
    """``arms`` arms, all with the mean ``high`` but the last, which has ``low``."""

    arms: int = 2
    high: float = 0.6
    low: float = 0.2
    model = "twins"

    def stage(self) -> Any:
        return bg.Finite(means=[self.high] * (self.arms - 1) + [self.low]).stage()


def describe_twins(notes, arms=None, high=None):
    count = notes.arms(arms, None, 3)
    return (Twins(count, notes.choose(high, 0.6, "mean of the best")),)


TWINS = Card(
    problem=Twins,
    title="Twins",
    example=Example("Twins(arms=3)", ("Greedy()", "UCB()"), 500),
    describe=describe_twins,
    candidates=lambda here: [plain(bg.Greedy(), here.problem.arms, True), plain(bg.UCB(), here.problem.arms)],
    arms=lambda problem: problem.arms,
    bounds=BoundCurves(
        {"arms": 2}, lambda arms: {"Greedy": lambda t: bg.theory.generic(t, k=arms, near_optimal=arms - 1)}
    ),
)


@pytest.fixture
def twins():
    """Its card, for the duration of a test."""
    CARDS.append(TWINS)
    yield TWINS
    CARDS.remove(TWINS)


@pytest.mark.long
def test_a_new_model_gets_advice_and_bounds(twins):
    """By its name and by a problem; what is not known is assumed, and said."""
    asked = situation_of("twins", 200)
    assert asked.assumed == ("number of arms: 3", "mean of the best: 0.6")
    assert [candidate.name for candidate in candidates(asked)] == ["Greedy", "UCB"]
    for advice in (bg.advise("twins", 200, arms=4, effort=0.1), bg.advise(Twins(arms=4), 200, effort=0.1)):
        assert advice.model == "twins"
        assert {option.name for option in advice.options} == {"Greedy", "UCB"}
        assert advice.sentence
    with pytest.raises(ValueError, match="the twins model has no beta; it takes arms, high"):
        bg.advise("twins", 200, beta=1)
    assert bound_rows("twins", 1e4, {"arms": 5})[0]["model"] == "twins"


def test_a_new_model_is_on_the_page(twins):
    """Form, curves, code and map."""
    (model,) = [model for model in schema()["models"] if model["model"] == "twins"]
    assert model["title"] == "Twins"
    assert model["example"]["problem"] == "Twins(arms=3)"
    assert {"Greedy", "UCB", "ThompsonBeta"} <= {policy["name"] for policy in model["policies"]}
    assert [field["name"] for field in schema()["values"]["Twins"]["fields"]] == ["arms", "high", "low"]
    setting = read_setting({**model["example"], "runs": 5, "seed": 0})
    scheduler = SharedScheduler(1)
    start = Curves(setting, scheduler, Limits())._start(setting.labels)
    assert start["length"] == "horizon"
    assert f"from {__name__} import Twins\n\nproblem = Twins(arms=3)" in python_of(setting)
    assert f"{__name__}:Twins(arms=3)" in command_of(setting)
    asked = {"problem": "Twins()", "policy": model["map"]["policy"], "sizes": [2, 4], "horizons": [10], "runs": 2}
    assert [cell.problem for cell in StreamedMap(read_map(asked), scheduler, Limits()).cells] == [Twins(2), Twins(4)]


def test_without_its_card_a_model_is_unknown():
    with pytest.raises(ValueError, match="there is no advice on 'twins' problems; there is on finite, continuous"):
        bg.advise(Twins(), 100)
    assert "twins" not in [model["model"] for model in schema()["models"]]
