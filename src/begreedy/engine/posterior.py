"""The player for Thompson sampling with log-concave posteriors: draws only the arms that can win.

The winner is the arm of the largest of K independent samples.  Fix a level below which the winner rarely
falls.  For an arm whose posterior density f is log-concave, the tangent of log f at the level lies above it,
so the exponential ``exp(log f(level) + slope * (y - level))`` is an envelope of f above the level, with mass
q.  Exactly in law, the arm's sample exceeds the level if

* an event of probability q happens (the arm is a *candidate*), and
* a point y drawn from the normalised envelope is accepted with probability f(y) / envelope(y);

the sample is then y, and otherwise lies at or below the level.  Candidates of all arms are found at once: a
Poisson number of picks from a tree of the rates -log(1 - q), repeated picks ignored, hits each arm with
probability q, independently.  Arms with a large q (the leader) are simply drawn.  If nothing exceeds the
level, every other arm is drawn conditionally on being at or below it.  The level changes the cost, never
the law; it follows the low end of the winning samples.
"""

from __future__ import annotations

from math import exp, inf, log, log1p
from typing import Any, NamedTuple

from begreedy.core.random import uniform
from begreedy.engine.player import BAD_SAMPLE, Floats, Ints, Methods, Player

DRAWN, UNTIL, BELOW, TICK, SEEN, LEAVES = 1, 2, 3, 4, 5, 6  # slots of ``number``
LEVEL, CENTRE, SPREAD, DEPTH = 0, 1, 2, 3  # slots of ``tuning``
LARGE = 0.25  # an arm with this much envelope mass above the level is drawn every round
WARM_UP = 8  # rounds in which every arm is drawn, to learn where winning samples lie
SMALL = 4  # with so few arms, drawing them all is cheaper


class Envelopes(NamedTuple):
    total: Any
    pulls: Any
    squares: Any
    cost: Any
    born: Any
    height: Any  # by arm: log density at the level
    decay: Any  # by arm: minus the slope of the log density at the level
    tree: Any  # sums of rates; leaf of an arm at ``leaves + arm``, 0 for arms that are drawn
    drawn: Any  # the arms that are drawn every round
    place: Any  # by arm: position among the drawn + 1, or 0
    stamp: Any  # by arm: the last choice in which it was a candidate
    tuning: Any
    number: Any


def player(methods: Methods, policy: Any, arms: int) -> Player:
    cls: Any = type(policy)
    sample, log_density, slope = cls.sample, cls.log_density, cls.slope
    count = methods.count_of
    lowest, highest = float(policy.sample_range[0]), float(policy.sample_range[1])
    bounded = highest < inf
    changing = methods.aged  # as arms come and go, so do the winning samples
    leaves = 1
    while leaves < arms:
        leaves *= 2
    layout = Envelopes(
        total=Floats(arms),
        pulls=Ints(arms),
        squares=Floats(1),
        cost=Floats(1),
        born=Ints(1),
        height=Floats(arms),
        decay=Floats(arms),
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

    def rate_of(policy: Any, state: Envelopes, arm: int) -> float:
        """Envelope of an arm at the level; its rate, or -1 if the arm had better be drawn."""
        level = state.tuning[LEVEL]
        if level <= lowest:
            return -1.0
        height = log_density(policy, level, state.total[arm], state.pulls[arm])
        decay = -slope(policy, level, state.total[arm], state.pulls[arm])
        state.height[arm] = height
        state.decay[arm] = decay
        width = highest - level
        if height > 50.0 or (bounded and decay * width < -50.0):
            return -1.0  # nearly all of the law may lie above the level
        if bounded:
            if abs(decay * width) < 1e-9:
                mass = exp(height) * width
            else:
                mass = exp(height) * (1.0 - exp(-decay * width)) / decay
        elif decay > 0.0:
            mass = exp(height) / decay
        else:
            mass = 1.0
        # Written so that a NaN also counts as large: the arm is then drawn, and the draw tells.
        return -log1p(-mass) if mass < LARGE else -1.0

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
                tuning[DEPTH] = max(1.0, tuning[DEPTH] * 0.95)
        number[SEEN] = 0
        number[BELOW] = 0
        number[UNTIL] = t + max(16, min(t // 4, 4 * arms) if changing else t // 4)
        tuning[LEVEL] = tuning[CENTRE] - tuning[DEPTH] * tuning[SPREAD]
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

    def propose(state: Envelopes, arm: int, rng: Any) -> float:
        """A point above the level from the normalised envelope of an arm."""
        decay = state.decay[arm]
        share = uniform(rng)
        if bounded:
            width = highest - state.tuning[LEVEL]
            if abs(decay * width) < 1e-9:
                return state.tuning[LEVEL] + share * width
            share *= 1.0 - exp(-decay * width)
        return state.tuning[LEVEL] - log1p(-share) / decay

    def accepts(policy: Any, state: Envelopes, arm: int, y: float, rng: Any) -> bool:
        density = log_density(policy, y, state.total[arm], state.pulls[arm])
        envelope = state.height[arm] - state.decay[arm] * (y - state.tuning[LEVEL])
        return log(1.0 - uniform(rng)) < density - envelope

    def draw_all(policy: Any, state: Envelopes, arms: int, rng: Any) -> int:
        best = -inf
        winner = BAD_SAMPLE
        for arm in range(arms):
            y = sample(policy, state.total[arm], state.pulls[arm], rng)
            if y > best:
                best = y
                winner = arm
        note(state, best)
        return winner

    def draw_below(policy: Any, state: Envelopes, arms: int, best: float, winner: int, rng: Any) -> int:
        """The winner, given that no sample exceeds the level and that ``winner`` leads the drawn arms."""
        level = state.tuning[LEVEL]
        state.number[BELOW] += 1
        for arm in range(arms):
            if state.place[arm] == 0:
                y = sample(policy, state.total[arm], state.pulls[arm], rng)
                while y > level:
                    y = sample(policy, state.total[arm], state.pulls[arm], rng)
                if y > best:
                    best = y
                    winner = arm
        note(state, best)
        return winner

    def note(state: Envelopes, best: float) -> None:
        """Follow the centre and the spread of the winning samples."""
        tuning = state.tuning
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
            y = sample(policy, state.total[arm], state.pulls[arm], rng)
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
                y = propose(state, arm, rng)
                if y > best and accepts(policy, state, arm, y, rng):
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

    draw_below.out_of_line = True  # type: ignore[attr-defined]
    renew.out_of_line = True  # type: ignore[attr-defined]
    draw_all.out_of_line = True  # type: ignore[attr-defined]
    return Player(layout, start, choose, learn, forget=rerate)
