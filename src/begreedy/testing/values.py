"""Conformance of values that are computed for all arms together."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

import begreedy.types as contract
from begreedy.compile.compiler import native
from begreedy.compile.mirror import mirror
from begreedy.random import digest_key, seed_stream
from begreedy.testing.report import Report
from begreedy.types import Policy
from begreedy.values.canonical import canonical

_ARMS, _HORIZON, _ROUNDS = 5, 50, (1, 2, 10, 50)


def check_values(policy: Policy, report: Report) -> None:
    """Check that every arm gets a number, the same compiled and in plain Python."""
    values = contract.bind(policy, "values")
    pulls = [0, 1, 2, 5, 40]
    total = [0.0, 1.0, 1.0, 2.0, 30.0]

    def evaluate(policy: Any, total: Any, pulls: Any, rounds: Any, stream: Any, out: Any) -> int:
        for row in range(len(rounds)):
            values(policy, out[row], total, pulls, rounds[row], len(pulls), _HORIZON, stream)
        return 0

    plain = [[math.nan] * _ARMS for _ in _ROUNDS]
    words = [0] * 4
    seed_stream(words, digest_key("values"))
    stream = np.array(words, np.uint64)
    if report.attempt("values", lambda: evaluate(policy, total, pulls, _ROUNDS, words, plain)) is None:
        return
    for t, row in zip(_ROUNDS, plain, strict=True):
        for arm, value in enumerate(row):
            if math.isnan(value):
                report.find(f"values left arm {arm} of {_ARMS} without a number with t={t}, pulls={pulls}")
                return
    out = np.full((len(_ROUNDS), _ARMS), math.nan)
    arguments = (mirror(policy), np.array(total), np.array(pulls), np.array(_ROUNDS), stream, out)
    report.say("compiling values")
    label = f"values of {canonical(policy)}"
    kernel = partial(native, evaluate, *arguments, label=label, checked=True)
    compiled = report.attempt("compiling values", lambda: kernel()(*arguments))
    if compiled is not None and not np.array_equal(out, plain):
        difference = float(np.max(np.abs(out - np.array(plain))))
        if difference <= 1e-9 * float(np.max(np.abs(out))):
            report.note("values differ in the last bits between compiled code and plain Python")
        else:
            report.find(f"values are {plain} in plain Python but {out.tolist()} compiled, with pulls={pulls}")
