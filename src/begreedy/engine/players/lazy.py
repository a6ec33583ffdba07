"""Draw only the arms that can win: the machinery that players of posterior samples share.

The winner is the arm of the largest of K independent samples.  Fix a level below which the winner rarely falls.  For
every arm there is an event of small probability q without which its sample does not exceed the level.  The events of
all arms are found at once: a Poisson number of picks from a tree of the rates -log(1 - q), repeated picks ignored, hits
each arm with probability q, independently.  Arms that are hit are looked at; arms with a large q (the leader) are
simply drawn.  If nothing exceeds the level, every other arm is drawn given that it does not.  The level changes the
cost, never the law; it follows the low end of the winning samples.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, inf
from typing import Any, NamedTuple

from begreedy.engine.players.player import BAD_SAMPLE, Floats, Ints, Methods, Player
from begreedy.random import uniform

DRAWN, UNTIL, BELOW, TICK, SEEN, LEAVES = 1, 2, 3, 4, 5, 6  # slots of ``number``
LEVEL, CENTRE, SPREAD, DEPTH = 0, 1, 2, 3  # slots of ``tuning``
WARM_UP = 8  # rounds in which every arm is drawn, to learn where winning samples lie
LARGE = 0.25  # an arm with so much envelope mass above the level is drawn every round
SMALL = 4  # with so few arms, drawing them all is cheaper


class Envelopes(NamedTuple):
    total: Any
    pulls: Any
    squares: Any
    cost: Any
    born: Any
    tail: Any  # by arm: what is known of its tails at the level
    tree: Any  # sums of rates; leaf of an arm at ``leaves + arm``, 0 for arms that are drawn
    drawn: Any  # the arms that are drawn every round
    place: Any  # by arm: position among the drawn + 1, or 0
    stamp: Any  # by arm: the last choice in which it was hit
    tuning: Any
    number: Any


class Tails(NamedTuple):
    """How the samples of a policy behave beyond a level."""

    numbers: int  # kept per arm
    rate_of: Callable[
        ..., float
    ]  # (policy, state, arm): notes the tails; the rate, or -1 if the arm had better be drawn
    hit: Callable[..., float]  # (policy, state, arm, best, rng): the sample of an arm that was hit, if above the level
    to_scale: Callable[..., float]  # of a sample: on which centre and spread of the winners are followed
    from_scale: Callable[..., float]


def player(methods: Methods, arms: int, tails: Tails) -> Player:
    count, sample_at = methods.count_of, methods.sample_at
    rate_of, hit = tails.rate_of, tails.hit
    to_scale, from_scale = tails.to_scale, tails.from_scale
    changing = methods.aged  # as arms come and go, so do the winning samples
    leaves = 1
    while leaves < arms:
        leaves *= 2
    layout = Envelopes(
        total=Floats(arms),
        pulls=Ints(arms),
        squares=Floats(1),
        cost=Floats(arms if methods.costs else 1),
        born=Ints(1),
        tail=Floats(tails.numbers * arms),
        tree=Floats(2 * leaves),
        drawn=Ints(arms),
        place=Ints(arms),
        stamp=Ints(arms),
        tuning=Floats(4),
        number=Ints(7),
    )

    def start(policy: Any, state: Envelopes, arms: int, horizon: int) -> None:
        for slot in range(1, len(state.number)):
            state.number[slot] = 0
        state.number[LEAVES] = len(state.tree) // 2
        for arm in range(arms):
            state.stamp[arm] = 0
        state.tuning[CENTRE] = 0.0
        state.tuning[SPREAD] = 0.0
        state.tuning[DEPTH] = 3.0

    def draw_always(state: Envelopes, arm: int) -> None:
        last = state.number[DRAWN]
        state.drawn[last] = arm
        state.place[arm] = last + 1
        state.number[DRAWN] = last + 1

    def renew(policy: Any, state: Envelopes, t: int, arms: int) -> None:
        number, tuning, leaves = state.number, state.tuning, state.number[LEAVES]
        rounds = number[SEEN]
        if rounds > 0:
            if number[BELOW] * 100 > rounds:
                tuning[DEPTH] = min(12.0, tuning[DEPTH] * 1.15)
            elif number[BELOW] * 1000 < rounds:
                tuning[DEPTH] = max(0.5, tuning[DEPTH] * 0.95)
        number[SEEN] = 0
        number[BELOW] = 0
        number[UNTIL] = t + max(16, min(t // 4, 4 * arms) if changing else t // 4)
        tuning[LEVEL] = from_scale(tuning[CENTRE] - tuning[DEPTH] * tuning[SPREAD])
        number[DRAWN] = 0
        for arm in range(arms):
            rate = rate_of(policy, state, arm)
            state.place[arm] = 0
            state.tree[leaves + arm] = max(0.0, rate)
            if rate < 0.0:
                draw_always(state, arm)
        for leaf in range(leaves + arms, 2 * leaves):
            state.tree[leaf] = 0.0
        for node in range(leaves - 1, 0, -1):
            state.tree[node] = state.tree[2 * node] + state.tree[2 * node + 1]

    def pick(state: Envelopes, rng: Any) -> int:
        """An arm with probability proportional to its rate."""
        target = uniform(rng) * state.tree[1]
        leaves = state.number[LEAVES]
        node = 1
        while node < leaves:
            node *= 2
            if target >= state.tree[node]:
                target -= state.tree[node]
                node += 1
        return node - leaves

    def draw_all(policy: Any, state: Envelopes, arms: int, rng: Any) -> int:
        best = -inf
        winner = BAD_SAMPLE
        for arm in range(arms):
            y = sample_at(policy, state, arm, rng)
            if y > best:
                best = y
                winner = arm
        note(state, best)
        return winner

    def draw_below(policy: Any, state: Envelopes, arms: int, best: float, winner: int, rng: Any) -> int:
        """The winner, given that no sample exceeds the level and that ``winner`` leads those known."""
        state.number[BELOW] += 1
        level = state.tuning[LEVEL]
        for arm in range(arms):
            if state.place[arm] == 0:
                y = sample_at(policy, state, arm, rng)
                redrawn = 0
                while y > level:  # at most a share LARGE of its law lies above: a thousandth time means a wrong density
                    redrawn += 1
                    if redrawn > 1000:
                        return BAD_SAMPLE
                    y = sample_at(policy, state, arm, rng)
                if y > best:
                    best = y
                    winner = arm
        note(state, best)
        return winner

    def note(state: Envelopes, best: float) -> None:
        """Follow the centre and the spread of the winning samples."""
        tuning = state.tuning
        best = to_scale(best)
        weight = 1.0 / min(64.0, 1.0 + state.number[TICK])
        tuning[CENTRE] += weight * (best - tuning[CENTRE])
        tuning[SPREAD] += weight * (abs(best - tuning[CENTRE]) - tuning[SPREAD])

    def choose(policy: Any, state: Envelopes, t: int, arms: int, horizon: int, rng: Any) -> int:
        number = state.number
        tick = number[TICK] + 1
        number[TICK] = tick
        if arms <= SMALL or tick <= WARM_UP:
            return draw_all(policy, state, arms, rng)
        often_below = number[BELOW] >= 4 and number[BELOW] * 10 > number[SEEN]
        if t >= number[UNTIL] or often_below:
            renew(policy, state, t, arms)
        number[SEEN] += 1
        best = -inf
        winner = BAD_SAMPLE
        for i in range(number[DRAWN]):
            arm = state.drawn[i]
            y = sample_at(policy, state, arm, rng)
            if y > best:
                best = y
                winner = arm
        # Knuth's Poisson: one more candidate as long as the product of uniforms stays above exp(-rate).
        least = exp(-state.tree[1])
        product = 1.0 - uniform(rng)
        while product > least:
            product *= 1.0 - uniform(rng)
            arm = pick(state, rng)
            # The rate comes first: rounding may lead to a leaf without an arm, whose rate is 0.
            if state.tree[number[LEAVES] + arm] > 0.0 and state.stamp[arm] != tick:
                state.stamp[arm] = tick
                y = hit(policy, state, arm, best, rng)
                if y > best:
                    best = y
                    winner = arm
        if best > state.tuning[LEVEL]:
            note(state, best)
            return winner
        return draw_below(policy, state, arms, best, winner, rng)

    def learn(policy: Any, state: Envelopes, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any) -> int:
        count(policy, state, arm, reward, rng)
        rerate(policy, state, arm)
        return 0

    def rerate(policy: Any, state: Envelopes, arm: int) -> None:
        if state.number[UNTIL] > 0 and state.place[arm] == 0:
            rate = rate_of(policy, state, arm)
            if rate < 0.0:
                draw_always(state, arm)
                rate = 0.0
            node = state.number[LEAVES] + arm
            state.tree[node] = rate
            while node > 1:
                node >>= 1
                state.tree[node] = state.tree[2 * node] + state.tree[2 * node + 1]

    def refresh(policy: Any, state: Envelopes, arm: int, arms: int, horizon: int) -> int:
        rerate(policy, state, arm)
        return 0

    draw_below.out_of_line = True  # type: ignore[attr-defined]
    renew.out_of_line = True  # type: ignore[attr-defined]
    draw_all.out_of_line = True  # type: ignore[attr-defined]
    return Player(layout, start, choose, learn, forget=rerate, refresh=refresh)
