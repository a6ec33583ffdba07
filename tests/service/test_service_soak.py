"""A soak, of half a minute on each kind of store unless BEGREEDY_SOAK_MINUTES says otherwise: nothing is lost."""

from __future__ import annotations

import os

import pytest

from support.soak import growth, soak

MINUTES = float(os.environ.get("BEGREEDY_SOAK_MINUTES", "0.5"))


@pytest.mark.long
@pytest.mark.timeout(120 + 90 * MINUTES)
def test_soak(store):
    """Births, deaths, revisions, expiry and restarts, by kill and by request; ledgers, logs and the check agree."""
    seen = soak(store, MINUTES, period=60.0 if MINUTES >= 10 else 10.0)
    print(seen)  # for the table in docs/reliability.md
    assert min(seen[name] for name in ("restarts", "births", "deaths", "rewarded", "revised", "expired")) > 0
    assert growth(seen["memory"]) < (1.15 if MINUTES >= 10 else 1.6)  # a short one warms up all the time
