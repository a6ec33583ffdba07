"""Conformance of a policy that samples: samples, density and slope belong together."""

from __future__ import annotations

import math
import numbers
from functools import partial

import numpy as np

import begreedy.types as contract
from begreedy.random import digest_key, seed_stream
from begreedy.testing.report import Report
from begreedy.types import Form, Policy

_DRAWS = 2000


def check_posterior(policy: Policy, form: Form, report: Report) -> None:
    """Check that samples are numbers, and that a lazy policy's density, slope and samples belong together."""
    first = 0 if not contract.part_of(policy, "initial_pulls", 0) else 1

    sample = contract.bind(policy, "sample")
    for pulls, total in ((first, 0.0), (3, 1.0), (40, 30.0)):
        if pulls == 0:
            total = 0.0
        stream = [0] * 4
        seed_stream(stream, digest_key("posterior", pulls))
        draws = []
        for _ in range(_DRAWS):
            y = report.attempt("sample", partial(sample, policy, total, pulls, total, 0.5 * pulls, 50, 100, 10, stream))
            if y is None:
                return
            if not isinstance(y, numbers.Real) or math.isnan(y):
                report.find(f"sample returned {y!r}, which is not a number, with total={total}, pulls={pulls}")
                return
            draws.append(float(y))
        if form.kind == contract.POSTERIOR and not form.costs:
            _check_density(policy, np.sort(draws), total, pulls, report)


def _check_density(policy: Policy, draws: np.ndarray, total: float, pulls: int, report: Report) -> None:
    where = f"with total={total}, pulls={pulls}"
    low, high = contract.range_of(policy, "sample_range")
    if draws[0] < low or draws[-1] > high:
        report.find(f"sample left its sample_range ({low:g}, {high:g}) {where}")
        return
    spread = draws[-1] - draws[0]
    grid = np.linspace(max(low, draws[0] - 0.5 * spread), min(high, draws[-1] + 0.5 * spread), 4001)
    inner = grid[1:-1]
    log_density, slope = contract.bind(policy, "log_density"), contract.bind(policy, "slope")
    logs = np.array([log_density(policy, float(x), total, pulls) for x in inner])
    slopes = np.array([slope(policy, float(x), total, pulls) for x in inner])
    step = inner[1] - inner[0]
    numeric = (logs[2:] - logs[:-2]) / (2.0 * step)
    likely = logs[1:-1] > logs.max() - 20.0
    error = np.abs(numeric - slopes[1:-1]) / (1.0 + np.abs(numeric))
    if np.any(error[likely][50:-50] > 1e-2):
        report.find(f"slope is not the derivative of log_density {where}")
    if np.any(np.diff(slopes) > 1e-9 * (1.0 + np.abs(slopes[1:]))):
        report.find(f"the density is not log-concave (its slope rises) {where}: remove log_concave = True")
    mass = np.exp(logs) * step
    if abs(mass.sum() - 1.0) > 0.02:
        report.find(f"exp(log_density) integrates to {mass.sum():.4g}, not 1, {where}")
        return
    cdf = np.interp(draws, inner + 0.5 * step, np.cumsum(mass))
    distance = float(np.max(np.abs(cdf - (np.arange(len(draws)) + 0.5) / len(draws))))
    if distance > 2.6 / math.sqrt(len(draws)) + 0.01:  # Kolmogorov-Smirnov at about 1e-5
        report.find(f"sample and log_density are different laws {where} (distance {distance:.3g})")
