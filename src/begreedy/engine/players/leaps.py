"""Leaps: a stay of the only leader played in blocks of rounds instead of one by one, with exactly the same law.

After a pull, the leader of a frozen index stays for as long as its index is above the *bar*, the largest of the others,
which do not move meanwhile.  The rewards of those rounds matter only through their sum, and through the first round in
which the leader falls to the bar.

**Rewards 0 and 1**, an index that grows with the total and falls with the pulls: if the index stays above the bar even
if the next j rounds pay nothing, the leader stays whatever they pay, and their sum is Binomial(j, mean).  If the index
is a mean, with or without pseudo-rewards, and the bar is below 1, a reward of 1 never takes it to the bar.  Then the
leader stays for j zeros, whatever is paid between them, until the next zero, where its index says whether it falls.
How many rounds pass until then is negative binomial, and all others paid 1.  (This holds for rounded indices, too: a
reward of 1 lifts the mean above a bar below 1 by more than rounding could take away.)

**Normal rewards**, an index that is the mean plus a bonus that falls with the pulls: at the end of a block of j rounds
the mean must exceed the *line*, the bar less the bonus there; before, less is enough.  So let X be the sum of the
rewards less the line times the pulls, a walk with normal steps (pseudo-rewards, if the index has any, count in both).
Draw it at the end of the block.  Given both ends, it is a Brownian bridge seen at whole times, which touches 0 with a
known probability; if it does not, the leader stays throughout.  If it does, the first whole time at or below 0 is found
by bisection (``first_fall``), and the index there says whether the leader really falls.

A block is worth its draws if it is not short: a leader that is new, or close to the bar, or soon at a checkpoint is
played round by round, as without leaps.

Leaps draw other random numbers than rounds do, so single runs differ; their law does not.
"""

from __future__ import annotations

from math import exp, inf, sqrt
from typing import Any, NamedTuple

from begreedy.engine.players.frozen_state import BAR, LEAD, MOVED_TO
from begreedy.engine.players.player import BAD_INDEX, MOVED, SAME_AGAIN, STRETCH
from begreedy.random import binomial, normal, stopped_binomial, uniform

SHORTEST = 32  # rounds of a block
KNOWN = 256  # pulls of a leader whose streak may begin with a block; others begin round by round
ROUNDS_PER_ARM = 1000  # with fewer, stays under a bonus are too short for blocks of rewards 0 and 1 (measured)
LONGEST = 2**30
DEEPEST = 40  # halvings of a block: more than LONGEST needs
SCRATCH = 4 * DEEPEST  # numbers that ``first_fall`` writes down: for each half to come its beginning, length and ends


class LeapMemory(NamedTuple):
    """What leaps need."""

    halves: Any


def binary_leaps(index_of: Any, singly: Any, averages: bool) -> Any:
    """A streak of rewards 0 and 1, round by round (``singly``) where blocks would be short.

    ``index_of`` is (policy, total, pulls, square, cost, horizon, arms, bonuses); ``averages``: whether it is a mean.
    """

    def streak(
        table: Any, arms: int, arm: int, mean: float, gap: float, t: int, until: int, regret: float, reward_sum: float
    ) -> tuple[int, float, float, int]:
        policy, state, horizon, rewards = table.policy, table.state, table.horizon, table.streams.rewards
        bar = state.levels[BAR]
        status = SAME_AGAIN
        settled = state.stats.pulls[arm] >= KNOWN
        # The share of rounds that may lower the index, and how many of those make a block that is not short.
        counts = 1.0 - mean if averages and bar < 1.0 else 1.0
        enough = SHORTEST * counts
        pieces = 0  # a streak that breaks off and is called again goes on alike: its leader is known by then
        while t < until and status == SAME_AGAIN and pieces < STRETCH:
            pieces += 1
            zeros, rounds, paid = -1, 0, 0.0
            most = min(until - t, LONGEST)
            total, pulls = state.stats.total[arm], state.stats.pulls[arm]
            if settled and most >= SHORTEST:
                zeros = most
                if bar > 0.0:  # an index that is the mean falls to the bar after this many
                    zeros = int(min(1.0 * zeros, pulls * (state.levels[LEAD] / bar - 1.0)))
                while (
                    zeros > 0
                    and zeros + 1 >= enough
                    and not (index_of(policy, total, pulls + zeros, 0.0, 0.0, horizon, arms, state.bonus) > bar)
                ):
                    zeros //= 2
            if zeros >= 0 and zeros + 1 >= enough and counts < 1.0:
                rounds, zeros = stopped_binomial(rewards, most, counts, zeros + 1)
                paid = 1.0 * (rounds - zeros)
            elif zeros >= SHORTEST:
                rounds = zeros
                paid = 1.0 * binomial(rewards, rounds, mean)
            if rounds > 0:
                value = index_of(policy, total + paid, pulls + rounds, 0.0, 0.0, horizon, arms, state.bonus)
                status = advance(state, arm, rounds, paid, value, bar)
                t += rounds
                reward_sum += paid
                regret += rounds * gap
            else:
                piece = min(until, t + SHORTEST)
                t, regret, reward_sum, status = singly(table, arms, arm, mean, gap, t, piece, regret, reward_sum)
                settled = True
        return t, regret, reward_sum, status

    return streak


def normal_leaps(index_of: Any, bonus: Any, pseudo: Any, singly: Any) -> Any:
    """A streak of normal rewards, with ``law.sigma``; ``bonus`` and ``pseudo`` are as in ``Methods``.

    The memory of the game, ``table.own``, has a place ``halves`` for ``SCRATCH`` numbers.
    """

    def streak(
        table: Any, arms: int, arm: int, mean: float, gap: float, t: int, until: int, regret: float, reward_sum: float
    ) -> tuple[int, float, float, int]:
        policy, state, horizon, rewards = table.policy, table.state, table.horizon, table.streams.rewards
        bar, sigma = state.levels[BAR], table.law.sigma
        added, weight = pseudo(policy)
        status = SAME_AGAIN
        settled = sigma > 0.0 and state.stats.pulls[arm] >= KNOWN
        pieces = 0
        while t < until and status == SAME_AGAIN and pieces < STRETCH:
            pieces += 1
            rounds, line, above = 0, 0.0, 0.0
            total, pulls = state.stats.total[arm], state.stats.pulls[arm]
            if settled and until - t >= SHORTEST:
                rounds = min(until - t, LONGEST)
                if bar > -inf:
                    rounds = min(rounds, pulls)
                    line = bar - bonus(policy, pulls + rounds, horizon, arms)
                    above = (total + added) - line * (pulls + weight)
                    if not above > 0.0:  # the bonus falls by more than the leader is ahead
                        rounds = 0
            if rounds > 0:
                paid = rounds * mean + sigma * sqrt(1.0 * rounds) * normal(rewards)
                if bar > -inf:
                    end = above + paid - line * rounds
                    rounds, end = first_fall(above, end, rounds, sigma, rewards, table.own.halves)
                    paid = end - above + line * rounds
                value = index_of(policy, total + paid, pulls + rounds, 0.0, 0.0, horizon, arms, state.bonus)
                status = advance(state, arm, rounds, paid, value, bar)
                t += rounds
                reward_sum += paid
                regret += rounds * gap
            else:
                piece = min(until, t + SHORTEST)
                t, regret, reward_sum, status = singly(table, arms, arm, mean, gap, t, piece, regret, reward_sum)
                settled = sigma > 0.0
        return t, regret, reward_sum, status

    return streak


def no_bonus(policy: Any, pulls: int, horizon: int, arms: int) -> float:
    return 0.0


def no_pseudo(policy: Any) -> tuple[float, float]:
    return 0.0, 0.0


def first_fall(begin: float, end: float, length: int, sigma: float, rng: Any, halves: Any) -> tuple[int, float]:
    """The first whole time, and the value there, at which a Brownian bridge is at or below 0; else its length and end.

    It goes from ``begin`` > 0 to ``end`` in ``length`` steps of standard deviation ``sigma``.  Between two values a, b
    at a distance of n steps it touches 0 with probability exp(-2 a b / (n sigma**2)), certainly if one is not positive.

    A piece that is known to touch 0 is cut in two at a value in the middle.  If it ends above 0, consider its mirror
    image from the first touch on: that is a bridge to -b, which touches 0 in any case (the reflection principle), so
    its middle is drawn without a condition.  Given the middle, the left half touches 0 with its own probability; if it
    does, the image is turned back, the left half is searched first, and the right half is free to touch 0 or not,
    with a probability of its own.  If the left half does not touch 0, the right one must.
    """
    if end > 0.0 and uniform(rng) >= touches(begin, end, length, sigma):
        return length, end
    left, a, n, b = 0, begin, length, end  # a piece that touches 0
    pending = 0  # right halves whose left one is being searched
    while True:
        if n == 1:  # only its end is a whole time
            if b <= 0.0:
                return left + 1, b
            searched = True
        else:
            half = n // 2
            goal = -b if b > 0.0 else b
            middle = a + (goal - a) * half / n + sigma * sqrt(1.0 * half * (n - half) / n) * normal(rng)
            if middle <= 0.0 or uniform(rng) < touches(a, middle, half, sigma):
                if b > 0.0:
                    middle = -middle
                halves[4 * pending] = left + half
                halves[4 * pending + 1] = middle
                halves[4 * pending + 2] = n - half
                halves[4 * pending + 3] = b
                pending += 1
                n, b = half, middle
            else:
                left, a, n = left + half, middle, n - half
            searched = False
        while searched:  # without a find: on to the next half that touches 0
            if pending == 0:
                return length, end
            pending -= 1
            left = int(halves[4 * pending])
            a = halves[4 * pending + 1]
            n = int(halves[4 * pending + 2])
            b = halves[4 * pending + 3]
            searched = b > 0.0 and uniform(rng) >= touches(a, b, n, sigma)


def touches(a: float, b: float, n: int, sigma: float) -> float:
    """The probability that a Brownian bridge from a to b over n steps touches 0."""
    if a <= 0.0 or b <= 0.0:
        return 1.0
    return exp(-2.0 * (a / sigma) * (b / sigma) / n)


def advance(state: Any, arm: int, rounds: int, paid: float, value: float, bar: float) -> int:
    """Write down where a block leaves the leader, and whether it leads on."""
    state.stats.total[arm] += paid
    state.stats.pulls[arm] += rounds
    if value > bar:
        state.levels[LEAD] = value
        return SAME_AGAIN
    state.levels[MOVED_TO] = value
    return MOVED if value == value else BAD_INDEX


first_fall.out_of_line = True  # type: ignore[attr-defined]
