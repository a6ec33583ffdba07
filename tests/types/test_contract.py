"""The contract is typed, and it is the whole contract."""

from __future__ import annotations

import ast
import inspect
import json
import re
import shutil
import subprocess
import sys
import typing
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

import begreedy as bg
import begreedy.types as contract
from begreedy.results import plot
from begreedy.types import arguments, forms, traits
from support.reference import listed, value_of

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGE = ROOT / "src" / "begreedy"


def test_a_type_checker_tells_right_calls_from_wrong_ones(tmp_path):
    """Policies of every form are accepted; a swapped policy and problem and a misspelt option are found."""
    files = [str(HERE / "accepted.py"), str(HERE / "refused.py")]
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", "--cache-dir", tmp_path]
    command += ["--allow-untyped-defs", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    found = re.findall(r"^(?:.*/)?(\w+)\.py:(\d+): error: .*\[([\w-]+)\]$", done.stdout, re.MULTILINE)
    wanted = re.findall(r"^(.*?)(?:# error: ([\w-]+))?$", (HERE / "refused.py").read_text(), re.MULTILINE)
    expected = [("refused", str(line), code) for line, (_, code) in enumerate(wanted, 1) if code]
    assert sorted(set(found)) == sorted(expected), done.stdout + done.stderr


@pytest.mark.long
def test_pyright_agrees(tmp_path):
    """It finds the same lines of wrong calls, and nothing wrong with the right ones."""
    pytest.importorskip("pyright", reason="pyright is not installed")
    if shutil.which("node") is None:
        pytest.skip("pyright needs Node.js, which is not installed")
    for name in ("accepted.py", "refused.py"):
        (tmp_path / name).write_text((HERE / name).read_text())
    settings = {"include": ["accepted.py", "refused.py"], "extraPaths": [str(ROOT / "src")], "pythonVersion": "3.11"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    errors = [found for found in json.loads(done.stdout)["generalDiagnostics"] if found["severity"] == "error"]
    lines = (HERE / "refused.py").read_text().splitlines()
    wrong = [line for line, words in enumerate(lines) if "# error:" in words and "only mypy" not in words]
    expected = {("refused", line) for line in wrong}
    assert {(Path(found["file"]).stem, found["range"]["start"]["line"]) for found in errors} == expected


# What compiled code sees as arrays, and plain Python as lists: no type says both.
ARRAYS = {"chosen", "fit", "floor", "mean", "means", "memory", "old", "origin", "other", "pulls", "rng", "stream"}
ARRAYS |= {"total", "value", "values", "weights", "x"}
COMPILED = ("begreedy.policies.", "begreedy.problems.", "begreedy.measures", "begreedy.random")
THOSE_IT_NAMES = {"arguments", "named"}  # what a method of a Protocol is told: a type checker knows no other way
LITERAL_KEYS = {"figure_style": {"return"}}  # for Matplotlib, whose keys are a Literal of its version
# What modules import for type checkers only.
FOR_CHECKERS = {name: import_module(name) for name in ("httpx", "pandas", "polars", "pyarrow", "xarray")}
FOR_CHECKERS |= {"Axes": plot.Axes, "PlotOptions": plot.PlotOptions, "Log": plot.Log}


def public() -> dict[str, object]:
    """Every name in the API reference, and what it stands for."""
    return {name: value_of(name) for name in listed()}


def functions(value: object) -> dict[str, Callable]:
    """A function, or those of a class that have no underscore, with properties and how it is made."""
    if inspect.isfunction(value):
        return {value.__name__: value}
    if not inspect.isclass(value):
        return {}
    parts = {name: inspect.getattr_static(value, name) for name in dir(value) if name == "__init__" or name[0] != "_"}
    parts = {name: getattr(part, "fget", getattr(part, "__func__", part)) for name, part in parts.items()}
    return {n: f for n, f in parts.items() if inspect.isfunction(f) and f.__module__.startswith("begreedy.")}


def loose(hint: object) -> bool:
    """Whether a type is Any, or made of it; of what a TypedDict may have, of one of its values."""
    inner = typing.get_type_hints(hint).values() if typing.is_typeddict(hint) else typing.get_args(hint)
    inner = [part for entry in inner for part in (entry if isinstance(entry, list) else [entry])]  # of a Callable
    return hint is typing.Any or any(loose(part) for part in inner)


def loose_parts(name: str, function: Callable) -> set[str]:
    """The arguments of a function, and what it returns, that have no type or a loose one."""
    hints = typing.get_type_hints(function, localns=FOR_CHECKERS)
    untyped = set(inspect.signature(function).parameters) - {"self", "cls"} - set(hints)
    parts = untyped | {part for part, hint in hints.items() if loose(hint)}
    if function.__module__.startswith("begreedy.types."):
        return parts - THOSE_IT_NAMES - ARRAYS
    if function.__module__.startswith(COMPILED):
        parts -= ARRAYS | ({"return"} if name == "world" or name.endswith("_function") else set())
    return parts - LITERAL_KEYS.get(name, set())


def test_public_functions_do_not_take_just_anything():
    """No argument of a public function, nothing that one returns and no field is declared as Any or as a list of it."""
    names = public()
    found = {
        f"{name}.{part}": parts
        for name, value in names.items()
        for part, function in functions(value).items()
        if (parts := loose_parts(part, function))
    }
    fields = {name: typing.get_type_hints(value) for name, value in names.items() if hasattr(value, "_fields")}
    found |= {name: set(hints) for name, hints in fields.items() if any(map(loose, hints.values()))}
    assert found == {}
    assert len(names) > 150


def test_loose_types_are_seen():
    assert loose(typing.Any)
    assert loose(dict[str, list[typing.Any]] | None)
    assert loose(Callable[[typing.Any], int])
    assert not loose(dict[str, list[object]] | None)

    def plain(problem: typing.Any, horizon, rng: typing.Any) -> int: ...

    assert loose_parts("plain", plain) == {"problem", "horizon", "rng"}


def undocumented(names: set[str], *rooms: str) -> set[str]:
    """Names that stand in no file of the contract as code, as ``name``, or as an attribute or method of a Protocol."""
    text = "\n".join((PACKAGE / "types" / f"{room}.py").read_text("utf-8") for room in rooms)
    return {name for name in names if not re.search(rf"``{name}\b|^    def {name}\(self", text, re.MULTILINE)}


def test_every_optional_name_is_in_the_contract():
    """What code may ask of a policy, a problem, law, prior or set of actions, its Protocol and the summary document."""
    of_policies = traits._POLICY_FLAGS | traits._POLICY_PARTS | traits._POLICY_RANGES
    names = traits.FLAGS | traits.RANGES | traits.PARTS
    assert undocumented(of_policies, "policies", "also") == set()
    of_problems = {
        name for kind in ("PROBLEM", "LAW", "PRIOR", "ACTIONS") for name in getattr(traits, f"_{kind}_PARTS")
    }
    of_problems |= traits._PROBLEM_FLAGS | traits._LAW_FLAGS | traits._ACTIONS_FLAGS | traits._LAW_RANGES
    assert undocumented(of_problems, "problems", "laws") == set()
    assert of_policies | of_problems == names
    parameters = {name for name in names if f"``{name}" in contract.Problem.__doc__}  # the summary leaves them to it
    assert undocumented(names - parameters, "__init__") == set()
    assert undocumented({"blind", "breaks"}, "problems", "laws") == {"blind", "breaks"}


def _probes(source: str) -> list[str]:
    """Names of the contract that a module asks for by itself."""
    methods = {method for form in arguments._BY_FORM for method in arguments.table_for(form or "", form)}
    required = {name for names in forms.REQUIRED.values() for name in names}
    names = traits.FLAGS | traits.RANGES | traits.PARTS | methods | required
    return [
        node.args[1].value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in ("hasattr", "getattr")
        and isinstance(node.args[1], ast.Constant)
        and node.args[1].value in names
    ]


def test_the_contract_alone_tells_what_a_value_has():
    """No room above the contract looks for methods and traits by itself."""
    rooms = [path for path in PACKAGE.rglob("*.py") if path.parent.name not in ("types", "values")]
    assert {(path.name, name) for path in rooms for name in _probes(path.read_text("utf-8"))} == set()
    assert _probes("hasattr(policy, 'learn'), getattr(law, 'binary', False), hasattr(x, 'tolist')") == [
        "learn",
        "binary",
    ]


def _probes_by_variable(source: str) -> int:
    """How often a module asks for an attribute whose name is a variable."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return sum(getattr(c.func, "id", "") == "hasattr" and not isinstance(c.args[1], ast.Constant) for c in calls)


def test_no_list_of_names_stands_in_for_the_contract():
    """Where the name is a variable, it is one of the fields of a value, or a name in a user's source."""
    rooms = [path for path in PACKAGE.rglob("*.py") if path.parent.name not in ("types", "values")]
    found = {path.relative_to(PACKAGE).as_posix() for path in rooms if _probes_by_variable(path.read_text("utf-8"))}
    assert found <= {"compile/explain.py", "explore/presets.py"}
    assert _probes_by_variable("[name for name in ('base', 'keeps') if not hasattr(policy, name)]") == 1


@pytest.mark.parametrize(
    ("form", "protocol"),
    [
        (contract.EPOCHS, contract.EpochPolicy),
        (contract.FORGETTING, contract.ForgettingPolicy),
        (contract.LINEAR, contract.LinearPolicy),
    ],
)
def test_what_a_form_requires_is_what_its_protocol_has(form, protocol):
    """The properties of the Protocol, in its order; a policy without some of them is told so."""
    assert list(forms.REQUIRED[form]) == [name for name, part in vars(protocol).items() if isinstance(part, property)]
    assert set(forms.REQUIRED) == {contract.EPOCHS, contract.FORGETTING, contract.LINEAR}
    for policy in (bg.MeDZO(), bg.Window(bg.UCB(), 9), bg.LinUCB(), bg.UCB()):
        assert contract.missing_attributes(policy) == ()


@pytest.mark.parametrize("ask", [contract.says, contract.range_of, contract.provides])
def test_a_name_that_no_protocol_has_is_an_error(ask):
    with pytest.raises(AssertionError, match="suport"):
        ask(bg.Bernoulli(), "suport")


@pytest.mark.parametrize(
    ("policy", "form", "kind"),
    [
        (bg.Greedy(), contract.INDEX, contract.FROZEN),
        (bg.UCB(), contract.INDEX, contract.GROWING),
        (bg.ThompsonBeta(), contract.SAMPLE, contract.POSTERIOR),
        (bg.ThompsonBeta(0.5, 0.5), contract.SAMPLE, contract.DRAW_ALL),
        (bg.BTS(), contract.SAMPLE, contract.POSTERIOR),
        (bg.TwoTarget(), contract.POOL, None),
        (bg.MeDZO(), contract.EPOCHS, None),
        (bg.Subsample(bg.Greedy()), contract.REDUCTION, None),
        (bg.TSCascade(), contract.LISTS, None),
        (bg.LinUCB(), contract.LINEAR, None),
        (bg.Doubling(bg.Subsample(bg.Greedy())), contract.FITTED, None),
        (bg.Stochastic(), contract.CUSTOM, contract.CUSTOM),
        (bg.Bernoulli(), contract.NONE, None),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else value,
)
def test_a_form_is_told_by_methods(policy, form, kind):
    assert (contract.form_of(policy).name, contract.form_of(policy).kind) == (form, kind)
    if kind is None:
        with pytest.raises(TypeError, match=type(policy).__name__):
            contract.kind_of(policy)


def test_who_looks_at_costs_and_who_has_rules_of_its_own():
    assert contract.form_of(bg.BTS()).costs
    assert not contract.form_of(bg.UCB()).costs
    assert contract.form_of(bg.Stochastic()).taught
    assert not contract.form_of(bg.ExploreThenCommit()).taught
    assert [contract.form_of(p).pooled for p in (bg.MeDZO(), bg.TwoTarget(), bg.Greedy())] == [True, True, False]


NOT_FOR_ARMS = {
    contract.LINEAR: (bg.LinUCB(), "plays vectors"),
    contract.LISTS: (bg.TSCascade(), "shows lists"),
    contract.POOL: (bg.TwoTarget(), "discovers arms"),
    contract.EPOCHS: (bg.MeDZO(), "takes its arms out of a pool"),
    contract.REDUCTION: (bg.Subsample(bg.Greedy(), k=3), "takes its arms out of a pool"),
    contract.FITTED: (bg.CombUCB(), "is made for its problem"),
    contract.NONE: (bg.Bernoulli(), "is not a policy"),
}


@pytest.mark.parametrize("form", NOT_FOR_ARMS)
def test_an_agent_says_why_a_policy_does_not_play_arms(form):
    """Every form that plays none of finitely many arms has words of its own; only what is no policy is called none."""
    policy, words = NOT_FOR_ARMS[form]
    assert contract.form_of(policy).name == form
    with pytest.raises(TypeError, match=f"^{type(policy).__name__} {words}"):
        bg.Agent(policy, 3, 10)


@pytest.mark.parametrize("wrapped", [bg.Subsample(bg.MeDZO(), k=3), bg.Subsample(bg.Subsample(bg.Greedy(), k=3), k=3)])
def test_a_policy_inside_another_is_told_the_same(wrapped):
    with pytest.raises(TypeError, match="takes its arms out of a pool"):
        bg.simulate(wrapped, bg.Infinite(bg.Uniform()), 10)


@pytest.mark.parametrize("policy", ["Greedy()", 3, [bg.Greedy()]], ids=repr)
def test_what_is_no_value_is_named_by_its_field(policy):
    pair = bg.Finite(means=[0.9, 0.1])
    fields = {
        "policy": [
            lambda: contract.form_of(policy),
            lambda: bg.simulate(policy, pair, 10),
            lambda: bg.trace(policy, pair, 10),
            lambda: bg.Agent(policy, 2, 10),
            lambda: bg.testing.check_policy(policy),
        ],
        "policies": [lambda: bg.compare([bg.Greedy(), policy], pair, 10)],
        "Subsample.policy": [lambda: bg.Subsample(policy, k=2)],
    }
    for field, calls in fields.items():
        for call in calls:
            with pytest.raises(TypeError, match="an instance of a frozen dataclass or a NamedTuple") as caught:
                call()
            assert (caught.value.field, caught.value.value) == (field, policy)


def test_a_class_in_place_of_a_value_is_told_what_was_meant():
    pair = bg.Finite(means=[0.9, 0.1])
    with pytest.raises(TypeError, match=r"did you mean UCB\(\)\?$"):
        bg.simulate(bg.UCB, pair, 10)
    with pytest.raises(TypeError, match=r"did you mean Subsample\(\.\.\.\)\?$"):
        bg.simulate(bg.Subsample, pair, 10)
    with pytest.raises(TypeError, match=r"^problem .* did you mean Finite\(\.\.\.\)\?$"):
        bg.simulate(bg.UCB(), bg.Finite, 10)
    with pytest.raises(TypeError, match=r"got <class 'int'> \(type\)$"):
        bg.simulate(int, pair, 10)


def test_an_error_shows_the_policy_as_it_was_given():
    """And not with what its fit filled in."""
    with pytest.raises(TypeError, match=r"^LinUCB\(\) needs actions that are vectors"):
        bg.simulate(bg.LinUCB(), bg.Finite(means=[0.9, 0.1]), 10)
