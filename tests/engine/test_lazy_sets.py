"""The largest samples of posteriors, drawn lazily: the law of drawing them all."""

from __future__ import annotations

from itertools import combinations
from math import sqrt

import numpy as np
import pytest

import begreedy as bg
from begreedy.engine.players import lazy
from begreedy.engine.players.choice import lists
from begreedy.engine.players.signed import signed_player

ROUNDS = 8000
CASES = {
    "alike": ([2] * 8, [4] * 8, 3),
    "two lead": ([18, 17, 3, 2, 2, 1, 1, 0, 0, 0], [20, 20, 8, 8, 5, 4, 3, 2, 1, 0], 3),
    "most of them": ([5, 4, 3, 2, 1, 0], [6, 6, 6, 6, 6, 6], 4),
    "one": ([9, 8, 1, 1, 1, 0, 0], [10, 10, 3, 3, 2, 1, 1], 1),
}


def choices(total, pulls, size, depth):
    """The sets chosen round after round by the same posteriors, and how often the level was too high."""
    problem = bg.Combinatorial(bg.TopM(len(total), size), prior=bg.Uniform())
    player = signed_player(bg.CTSBeta(), problem, ROUNDS).player
    state, stream, arms, chosen, low = lists(player.layout), [1, 2, 3, 4], len(total), [-1] * size, 0
    player.start(bg.ThompsonBeta(), state, arms, ROUNDS)
    state.stats.total[:], state.stats.pulls[:] = [float(s) for s in total], list(pulls)
    found = np.zeros((ROUNDS, size), int)
    for t in range(ROUNDS):
        before = state.counts[lazy.BELOW]
        if depth is not None:
            state.winners[lazy.DEPTH] = depth
        assert player.pick(bg.ThompsonBeta(), problem.actions, state, t + 1, arms, ROUNDS, stream, chosen) == size
        low += state.counts[lazy.BELOW] > before
        found[t] = chosen
    return found, low


@pytest.mark.every_time("alike-tuned", "two lead-level too high", "most of them-tuned")
@pytest.mark.parametrize("depth", [None, 0.2], ids=["tuned", "level too high"])
@pytest.mark.parametrize("case", CASES)
def test_arms_and_pairs_are_as_likely_as_if_all_were_drawn(case, depth):
    """Also the first place; with a high level the fallback is taken often."""
    total, pulls, size = CASES[case]
    found, low = choices(total, pulls, size, depth)
    assert low > (0 if depth is None else ROUNDS // 20)
    rng = np.random.default_rng(0)
    draws = rng.beta(1.0 + np.array(total), 1.0 + np.array(pulls) - np.array(total), (200_000, len(total)))
    order = np.argsort(-draws, axis=1)[:, :size]

    def close(ours, theirs):
        share = theirs.mean()
        return abs(ours.mean() - share) < 4.5 * sqrt(max(share * (1.0 - share), 1e-4) / ROUNDS)

    for arm in range(len(total)):
        assert close((found == arm).any(axis=1), (order == arm).any(axis=1)), arm
        assert close(found[:, 0] == arm, order[:, 0] == arm), arm
    for one, other in list(combinations(range(len(total)), 2))[:10] if size > 1 else []:
        both = [(part == one).any(axis=1) & (part == other).any(axis=1) for part in (found, order)]
        assert close(*both), (one, other)
    assert all(len(set(row)) == size for row in found.tolist())
