"""Which cases of a test run every time: those that it names; the others wait for the long tests.

A case that compiles a kernel of its own costs seconds.  A test with many of them says which are always run::

    @every_time("Greedy", "UCB")
    @pytest.mark.parametrize("policy", POLICIES, ids=name)
    def test_...

Names are the ids of cases, so that a line added to the list of cases changes nothing for the others; a name that no
case has is an error.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

every_time = pytest.mark.every_time
# Of the docs, pages (and a docstring) whose examples compile many kernels that nothing else needs.
LONG_PAGES = (
    "advise.md",
    "advise.py",
    "combinatorial.md",
    "contract.md",
    "extending.md",
    "pools.md",
    "recipes.md",
    "results.md",
    "start.md",
    "structured.md",
    "theory.md",
)


def divide(items: list[pytest.Item], *, whole: bool) -> None:
    """Mark as long what its test does not name; ``whole``: all cases of every test are among the items."""
    known = defaultdict(set)
    for item in items:
        if item.path.name in LONG_PAGES:
            item.add_marker(pytest.mark.long)
        marker = item.get_closest_marker("every_time")
        if marker is None:
            continue
        case = item.callspec.id
        known[item.nodeid.split("[")[0], marker.args].add(case)
        if case not in marker.args:
            item.add_marker(pytest.mark.long)
    for (test, named), cases in known.items():
        if whole and (unknown := set(named) - cases):
            raise pytest.UsageError(f"{test} has no cases {sorted(unknown)}; it has {sorted(cases)}")
