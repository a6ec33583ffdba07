"""A problem whose rewards are certain, on which one run tells whether a policy likes the better arm."""

from __future__ import annotations

import begreedy as bg

SURE = bg.Finite(means=[1.0, 0.0])  # rewards are certain: after one pull of each arm all is known
ROUNDS = 9
LIKES, SHUNS = 1.0, ROUNDS - 1.0  # the regret of playing the better arm, or the worse one, from then on


def regret(policy):
    """The regret of one run of a few rounds."""
    return float(bg.simulate(policy, SURE, ROUNDS, runs=1).final[0])
