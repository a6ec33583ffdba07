"""Over HTTP, too, every derived number equals a naive recomputation from the log that the client reads."""

from __future__ import annotations

import random
import time

import pytest

from support.online_random import ARMS, Walk, check_numbers

SCENARIOS = ["revised", "features", "each place", *("told", "costs", "a window of rounds", "lists")]


@pytest.mark.every_time("sqlite-revised", "sqlite-features")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_all_numbers_are_those_of_the_log(served, tmp_path, scenario):
    """Two clients of one server decide, tell, revise and give up; counts, uplift, the best and the export agree."""
    walk = Walk(scenario, random.Random(scenario))
    name = scenario.replace(" ", "-")
    with served.client(name) as one, served.client(name) as other:
        one.create(walk.policy, ARMS, 1000, **walk.settings)
        for _ in range(60):
            walk.step(walk.chance.choice([one, other]), time.time)
        naive, _ = check_numbers(other, walk, tmp_path / "log.csv", time.time())
        assert naive.kinds["rewarded"] + naive.kinds.get("revised", 0) > 5
