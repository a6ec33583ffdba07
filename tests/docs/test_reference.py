"""The reference: every public name is in it, and says what it is, what it takes and what it gives."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest
from numpydoc.docscrape import FunctionDoc

import begreedy as bg
from begreedy import online, random, testing, theory, types
from begreedy.advice.answer import Advice
from begreedy.engine.environment import Environment
from begreedy.engine.trace import Trace
from begreedy.logs.judgement import Replayed
from begreedy.results.comparison import Comparison
from begreedy.results.result import Result
from begreedy.results.sweep import Sweep
from begreedy.service.bodies import Create
from support.reference import PAGES, listed

SECTIONS = ("Parameters", "Returns", "Raises")
RETURNED = (Result, Comparison, Sweep, Trace, Environment, Advice)


def public() -> dict[str, object]:
    """All public names but modules, by the module that has them."""
    names = {f"begreedy.{name}": getattr(bg, name) for name in bg.__all__}
    for module in (online, random, testing, theory, types):
        names |= {f"{module.__name__}.{name}": getattr(module, name) for name in module.__all__}
    return {name: value for name, value in names.items() if not inspect.ismodule(value)}


def parameters(value: object) -> list[str]:
    """The names of what a function, or a class when it is made, is given."""
    kinds = inspect.signature(value).parameters.items()
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return [stars.get(parameter.kind, "") + name for name, parameter in kinds if name != "self"]


def is_protocol(value: object) -> bool:
    """Whether a class describes the methods of others."""
    return inspect.isclass(value) and getattr(value, "_is_protocol", False)


def is_constant(value: object) -> bool:
    """Whether a number or an alias of types, which has no docstring of its own."""
    return value is Any or not (inspect.isclass(value) or inspect.isfunction(value))


CONSTANTS = [name for name, value in public().items() if is_constant(value)]
PROTOCOLS = [name for name, value in public().items() if is_protocol(value)]


def is_made_by_users(value: object) -> bool:
    """Whether a function, or a class that users make; errors and records are given to them, and Protocols describe."""
    return not inspect.isclass(value) or not (
        issubclass(value, Exception)
        or is_protocol(value)
        or value.__module__ == "begreedy.bandit.records"
        or value in (online.SecondAdvice, online.Uplift, testing.Report, theory.Bound, types.Form)
    )


def test_every_public_name_is_on_a_page():
    """One list per page; what is on none is private."""
    assert set(public()) - set(listed()) == set()


SLOW = {"begreedy.online.advise_again"}  # whose example would simulate for seconds; docs/online-arms.md describes it


@pytest.mark.parametrize("name", [name for name in public() if name not in CONSTANTS])
def test_public_name_is_documented(name):
    """A summary of one sentence; of what users make or call, every parameter, what it returns, and an example."""
    value = public()[name]
    assert value.__doc__, name
    document = FunctionDoc(value) if inspect.isfunction(value) else FunctionDoc(value, doc=inspect.getdoc(value))
    assert " ".join(document["Summary"]).rstrip()[-1:] in ".:", document["Summary"]
    if not is_made_by_users(value):
        return
    described = [own for entry in document["Parameters"] for own in entry.name.split(", ")]
    assert described == parameters(value)
    assert all("".join(entry.desc).strip() for entry in document["Parameters"])
    if inspect.isfunction(value) and inspect.signature(value).return_annotation != "None":
        assert document["Returns"]
    assert ">>>" in inspect.getdoc(value) or name in SLOW


@pytest.mark.parametrize("name", CONSTANTS)
def test_constant_is_described(name):
    """In words, where its page lists it."""
    module, own = name.rsplit(".", 1)
    pages = "".join(page.read_text("utf-8") for page in PAGES.glob("*.md"))
    assert re.search(rf"currentmodule:: {module}\n(?:(?!```).*\n)*\.\. data:: {own}\n\n   \S.*\.", pages)


@pytest.mark.parametrize("name", PROTOCOLS)
def test_protocol_documents_its_methods(name):
    """Every method and attribute that a value of this kind has: for users this is all that there is to read."""
    protocol = public()[name]
    members = {own: member for own, member in vars(protocol).items() if not own.startswith("_")}
    members = {
        own: member for own, member in members.items() if inspect.isroutine(member) or isinstance(member, property)
    }
    assert members
    assert {own for own, member in members.items() if not inspect.getdoc(member)} == set()


CLASSES = (*RETURNED, Replayed, bg.Agent, bg.SetAgent, bg.Store, online.Bandit, online.Client)


def methods() -> dict[str, Callable[..., object]]:
    """All public methods of the classes that users hold objects of, also the inherited ones."""
    return {
        f"{cls.__name__}.{name}": method
        for cls in CLASSES
        for name, method in inspect.getmembers(cls, inspect.isroutine)
        if not name.startswith("_")
    }


@pytest.mark.parametrize("name", methods())
def test_public_method_is_documented(name):
    """A summary, every parameter, what it returns unless that is nothing, and an example unless it always raises."""
    method = methods()[name]
    text = inspect.getdoc(method)
    assert text, f"{name} has no docstring"
    document = FunctionDoc(method, doc=text)
    assert " ".join(document["Summary"]).rstrip()[-1:] in ".:", document["Summary"]
    described = [own for entry in document["Parameters"] for own in entry.name.split(", ")]
    assert described == parameters(method)
    assert all("".join(entry.desc).strip() for section in SECTIONS for entry in document[section])
    returns = inspect.signature(method).return_annotation
    assert bool(document["Returns"]) == (returns not in ("None", "NoReturn"))
    assert ">>>" in text or returns == "NoReturn"


@pytest.mark.parametrize("cls", CLASSES, ids=str)
def test_properties_are_documented(cls):
    for name, member in inspect.getmembers(cls, lambda member: isinstance(member, property)):
        assert name.startswith("_") or inspect.getdoc(member), f"{cls.__name__}.{name} has no docstring"


def test_the_fields_of_a_new_bandit_are_those_of_the_guide():
    guide = (PAGES.parent / "online-http.md").read_text()
    table = guide.split("### Fields of a new bandit")[1].split("\n\n")[1]
    named = [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert named == list(Create.model_fields)
