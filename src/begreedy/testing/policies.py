"""The conformance suite of a policy, of whatever form."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any

import begreedy.types as contract
from begreedy.testing.indices import check_index
from begreedy.testing.play import check_play
from begreedy.testing.posteriors import check_posterior
from begreedy.testing.report import Report, report_for
from begreedy.testing.values import check_values
from begreedy.types import Form, Policy
from begreedy.values.canonical import field_values

_WORDS = {
    contract.FROZEN: "frozen index",
    contract.GROWING: "growing index",
    contract.SCAN: "index of t (every arm is looked at every round)",
    contract.POSTERIOR: "posterior sampling (only arms that can win are drawn)",
    contract.DRAW_ALL: "posterior sampling (every arm is drawn every round)",
    contract.VALUES: "values of all arms together",
    contract.CUSTOM: "custom policy",
    contract.FORGETTING: "policy that forgets",
    contract.POOL: "policy that discovers arms",
    contract.EPOCHS: "policy that restarts another in epochs",
    contract.REDUCTION: "reduction to finitely many arms",
    contract.LISTS: "policy that shows lists",
    contract.LINEAR: "policy for linear rewards",
    contract.FITTED: "policy that is made for its problem",
}


def check_policy(policy: Policy, *, say: Callable[[str], None] | None = None) -> Report:
    """Check a policy of any form against the contract; raises ConformanceError with all that is wrong.

    It is checked that the policy is an immutable value; that an index, samples or values are numbers, depend on nothing
    hidden, keep what was declared of them, and are the same compiled and in plain Python; and that it plays, on all
    problems of its form that it does not refuse, for short and long horizons.  Its play is compared with an ``Agent``,
    or else with the game itself run in plain Python, and with the plain scan of all arms where a faster player is used.

    A check compiles several kernels, which takes some seconds each the first time: ``say`` is called with a few words
    about it (by default, they are printed to standard error, if that is a terminal).

    Parameters
    ----------
    policy : Policy
        The policy to check, of any form.
    say : callable, optional
        Called with a few words about what is being done.

    Returns
    -------
    Report
        What was checked, with findings (none) and notes.

    Raises
    ------
    ConformanceError
        With everything that is wrong.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Shrinking:
    ...     growing = True
    ...
    ...     def index(self, total, pulls, t):
    ...         return total / pulls + 1.0 / t
    >>> check_policy(Shrinking())  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ConformanceError: Shrinking() does not keep the contract:
      - index falls as t grows ... remove growing = True
    """
    form = contract.form_of(policy)
    if form.name == contract.NONE:
        contract.arm_form(policy)  # raises
    report = report_for(policy, _WORDS[form.kind or form.name], say)
    report.refuse_unsafe(policy)
    _check_value(policy, report)
    _check_parts(policy, form, report)
    _check_options(policy, form, report)
    if not report.findings:  # playing says little about a policy that is already known to be wrong
        check_play(policy, form, report)
    return report.conclude()


def _check_value(policy: Policy, report: Report) -> None:
    cls: Any = type(policy)
    if dataclasses.is_dataclass(policy) and not cls.__dataclass_params__.frozen:
        report.find("it can be changed after it is made: use @dataclass(frozen=True)")
    try:
        hash(policy)
    except TypeError as error:
        report.find(f"it cannot be hashed ({error}): its fields must be numbers, strings or tuples of these")
    copy = report.attempt("making it again from its own fields", lambda: cls(**field_values(policy)))
    if copy is not None and copy != policy:
        report.find("made again from its own fields it is not equal to itself")


def _check_parts(policy: Policy, form: Form, report: Report) -> None:
    """Check the attributes and methods that are particular to a form, called by themselves."""
    if missing := contract.missing_attributes(policy):
        report.find(f"a {_WORDS[form.kind or form.name]} needs the attributes {', '.join(missing)}")
    elif form.name == contract.INDEX:
        check_index(policy, form, report)
    elif form.name == contract.SAMPLE:
        check_posterior(policy, form, report)
    elif form.name == contract.VALUES:
        check_values(policy, report)
    elif form.name == contract.FORGETTING:
        inside = contract.part_of(policy, "policy", None)
        _check_parts(inside, contract.form_of(inside), report)
    elif form.name == contract.LISTS:
        ranked = report.attempt("cascade", partial(contract.ask, policy, "cascade"))
        if ranked is not None:
            _check_parts(ranked[0], contract.form_of(ranked[0]), report)
    elif form.name == contract.EPOCHS:
        _check_epochs(policy, report)
    elif form.name == contract.LINEAR and not form.methods & {"aim", "score"}:
        report.find("it needs the method aim, to play the unit ball, or score, to play sets of actions")


def _check_epochs(policy: Any, report: Report) -> None:
    base = policy.base
    _check_parts(base, contract.form_of(base), report)
    for epoch in (1, 2, 3):
        for method in ("epoch_arms", "epoch_rounds"):
            size = report.attempt(method, partial(contract.ask, policy, method, epoch, 100))
            if size is not None and (size != int(size) or size < 0):
                report.find(f"{method} must be a number of 0, 1, 2, ..., got {size!r} in epoch {epoch}")


def _check_options(policy: Policy, form: Form, report: Report) -> None:
    if "explore" in form.methods:
        for t in (1, 2, 10, 10**6):
            value = report.attempt("explore", partial(contract.ask, policy, "explore", t, 10))
            if value is not None and not 0.0 <= value <= 1.0:
                report.find(f"explore must be a probability, got {value!r} with t={t}, arms=10")
    pair = contract.part_of(policy, "reward_range", (0.0, 1.0))
    if not (isinstance(pair, tuple) and len(pair) == 2 and pair[0] < pair[1]):
        report.find(f"reward_range must be a pair (low, high) with low < high, got {pair!r}")
