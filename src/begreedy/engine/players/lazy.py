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

from begreedy.engine.players.player import BAD_SAMPLE, Floats, Ints, Methods, Player, arm_statistics
from begreedy.engine.players.top import insert
from begreedy.random import uniform

WARM_UP = 8  # rounds in which every arm is drawn, to learn where winning samples lie
LARGE = 0.25  # an arm with so much envelope mass above the level is drawn every round
SMALL = 4  # with so few arms, drawing them all is cheaper
REDRAWS = 1000  # at most a share LARGE of an arm's law lies above the level: so many in a row mean a wrong density
# How far below the centre of the winning samples the level lies, in spreads: at first, at least and at most.  It moves
# on by a factor if more than a share TOO_OFTEN of the winners fall below the level, back if less than TOO_RARELY do.
FIRST_DEPTH, LEAST_DEPTH, MOST_DEPTH = 3.0, 0.5, 12.0
DEEPER, SHALLOWER = 1.15, 0.95
TOO_OFTEN, TOO_RARELY = 100, 1000  # one in so many
ALARM_ROUNDS, ALARM_SHARE = 4, 10  # so many winners below the level, and one in so many: renew at once
MEMORY = 64.0  # winning samples over which centre and spread are averaged
LEAST_EPOCH = 16  # rounds between two renewals, at least; else a quarter of the rounds played

# Positions of scalars: nine arrays of length 1 would make every choice a tenth slower.  In ``counts``:
DRAWING = 0  # how many arms are drawn every round
UNTIL = 1  # the round in which all is renewed (0: nothing is known yet)
BELOW = 2  # rounds since then whose winner did not exceed the level
SEEN = 3  # rounds since then
CHOICES = 4  # choices of the run
# In ``winners``:
LEVEL = 0  # what most winning samples exceed
CENTRE = 1
SPREAD = 2
DEPTH = 3  # of the level below the centre, in spreads


class PosteriorState(NamedTuple):
    """The statistics of the arms, and what is known of their tails above the level."""

    total: Any
    pulls: Any
    squares: Any
    cost: Any
    born: Any
    swept: Any
    tail: Any  # by arm: what is known of its tails at the level
    tree: Any  # sums of rates; leaf of an arm at ``leaves + arm``, 0 for arms that are drawn
    drawn: Any  # the arms that are drawn every round
    place: Any  # by arm: position among the drawn + 1, or 0
    stamp: Any  # by arm: the last choice in which it was hit
    counts: Any  # of rounds and arms
    winners: Any  # where the winning samples lie
    looked: Any  # a scalar: how often an arm was looked at in the run, to draw it or to measure its tails


class RankedState(NamedTuple):
    """The same, and the largest samples of the round."""

    total: Any
    pulls: Any
    squares: Any
    cost: Any
    born: Any
    swept: Any
    tail: Any
    tree: Any
    drawn: Any
    place: Any
    stamp: Any  # by arm: the last choice in which it was hit; minus that if its sample was above the level
    counts: Any
    winners: Any  # where the last of the largest samples lies
    looked: Any
    largest: Any  # by place: the sample
    luck: Any  # by place: nothing, since samples do not tie


class Tails(NamedTuple):
    """How the samples of a policy behave beyond a level."""

    numbers: int  # kept per arm
    rate_of: Callable[
        ..., float
    ]  # (policy, state, arm): notes the tails; the rate, or -1 if the arm had better be drawn
    hit: Callable[..., float]  # (policy, state, arm, best, rng): the sample of an arm that was hit, if above the level
    to_scale: Callable[..., float]  # of a sample: on which centre and spread of the winners are followed
    from_scale: Callable[..., float]


def player(methods: Methods, arms: int, tails: Tails, slots: int = 0) -> Player:
    """A player that draws what can win; with ``slots``, one that can also ``rank`` so many arms."""
    count, sample_at = methods.count_of, methods.sample_at
    rate_of, hit = tails.rate_of, tails.hit
    to_scale, from_scale = tails.to_scale, tails.from_scale
    changing = methods.aged  # as arms come and go, so do the winning samples
    leaves = 1
    while leaves < arms:
        leaves *= 2
    layout: Any = PosteriorState(
        **arm_statistics(arms, costs=methods.costs),
        tail=Floats(tails.numbers * arms),
        tree=Floats(2 * leaves),
        drawn=Ints(arms),
        place=Ints(arms),
        stamp=Ints(arms),
        counts=Ints(CHOICES + 1),
        winners=Floats(DEPTH + 1),
        looked=Ints(1),
    )
    if slots:
        layout = RankedState(**layout._asdict(), largest=Floats(slots), luck=Floats(slots))

    def start(policy: Any, state: PosteriorState, arms: int, horizon: int) -> None:
        state.counts[DRAWING] = 0
        state.counts[UNTIL] = 0
        state.counts[BELOW] = 0
        state.counts[SEEN] = 0
        state.counts[CHOICES] = 0
        state.looked[0] = 0
        for arm in range(arms):
            state.stamp[arm] = 0
        state.winners[CENTRE] = 0.0
        state.winners[SPREAD] = 0.0
        state.winners[DEPTH] = FIRST_DEPTH

    def draw_always(state: PosteriorState, arm: int) -> None:
        last = state.counts[DRAWING]
        state.drawn[last] = arm
        state.place[arm] = last + 1
        state.counts[DRAWING] = last + 1

    def renew(policy: Any, state: PosteriorState, t: int, arms: int) -> None:
        leaves = len(state.tree) // 2
        rounds = state.counts[SEEN]
        if rounds > 0:
            if state.counts[BELOW] * TOO_OFTEN > rounds:
                state.winners[DEPTH] = min(MOST_DEPTH, state.winners[DEPTH] * DEEPER)
            elif state.counts[BELOW] * TOO_RARELY < rounds:
                state.winners[DEPTH] = max(LEAST_DEPTH, state.winners[DEPTH] * SHALLOWER)
        state.counts[SEEN] = 0
        state.counts[BELOW] = 0
        state.counts[UNTIL] = t + max(LEAST_EPOCH, min(t // 4, 4 * arms) if changing else t // 4)
        state.winners[LEVEL] = from_scale(state.winners[CENTRE] - state.winners[DEPTH] * state.winners[SPREAD])
        state.counts[DRAWING] = 0
        state.looked[0] += arms
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

    def pick(state: PosteriorState, rng: Any) -> int:
        """An arm with probability proportional to its rate."""
        target = uniform(rng) * state.tree[1]
        leaves = len(state.tree) // 2
        node = 1
        while node < leaves:
            node *= 2
            if target >= state.tree[node]:
                target -= state.tree[node]
                node += 1
        return node - leaves

    def draw_all(policy: Any, state: PosteriorState, arms: int, rng: Any) -> int:
        best = -inf
        winner = BAD_SAMPLE
        state.looked[0] += arms
        for arm in range(arms):
            y = sample_at(policy, state, arm, rng)
            if y > best:
                best = y
                winner = arm
        note(state, best)
        return winner

    def draw_below(policy: Any, state: PosteriorState, arms: int, best: float, winner: int, rng: Any) -> int:
        """The winner, given that no sample exceeds the level and that ``winner`` leads those known."""
        state.counts[BELOW] += 1
        state.looked[0] += arms
        level = state.winners[LEVEL]
        for arm in range(arms):
            if state.place[arm] == 0:
                y = sample_at(policy, state, arm, rng)
                redrawn = 0
                while y > level:
                    redrawn += 1
                    if redrawn > REDRAWS:
                        return BAD_SAMPLE
                    y = sample_at(policy, state, arm, rng)
                if y > best:
                    best = y
                    winner = arm
        note(state, best)
        return winner

    def note(state: PosteriorState, best: float) -> None:
        """Follow the centre and the spread of the winning samples."""
        best = to_scale(best)
        choices = state.counts[CHOICES]
        weight = 1.0 / MEMORY if choices >= MEMORY else 1.0 / (1.0 + choices)  # mostly without a division
        centre = state.winners[CENTRE]
        centre += weight * (best - centre)
        state.winners[CENTRE] = centre
        state.winners[SPREAD] += weight * (abs(best - centre) - state.winners[SPREAD])

    def choose(policy: Any, state: PosteriorState, t: int, arms: int, horizon: int, rng: Any) -> int:
        choice = state.counts[CHOICES] + 1
        state.counts[CHOICES] = choice
        if arms <= SMALL or choice <= WARM_UP:
            return draw_all(policy, state, arms, rng)
        below = state.counts[BELOW]
        often_below = below >= ALARM_ROUNDS and below * ALARM_SHARE > state.counts[SEEN]
        if t >= state.counts[UNTIL] or often_below:
            renew(policy, state, t, arms)
        state.counts[SEEN] += 1
        looked = state.counts[DRAWING]
        best = -inf
        winner = BAD_SAMPLE
        for i in range(state.counts[DRAWING]):
            arm = state.drawn[i]
            y = sample_at(policy, state, arm, rng)
            if y > best:
                best = y
                winner = arm
        # Knuth's Poisson: one more candidate as long as the product of uniforms stays above exp(-rate).
        leaves = len(state.tree) // 2
        least = exp(-state.tree[1])
        product = 1.0 - uniform(rng)
        while product > least:
            product *= 1.0 - uniform(rng)
            looked += 1
            arm = pick(state, rng)
            # The rate comes first: rounding may lead to a leaf without an arm, whose rate is 0.
            if state.tree[leaves + arm] > 0.0 and state.stamp[arm] != choice:
                state.stamp[arm] = choice
                y = hit(policy, state, arm, best, rng)
                if y > best:
                    best = y
                    winner = arm
        state.looked[0] += looked
        if best > state.winners[LEVEL]:
            note(state, best)
            return winner
        return draw_below(policy, state, arms, best, winner, rng)

    def rank(policy: Any, state: Any, t: int, arms: int, slots: int, horizon: int, rng: Any, chosen: Any) -> int:
        """As ``choose``, for the arms of the largest samples: what must exceed the level is the last of them."""
        choice = state.counts[CHOICES] + 1
        state.counts[CHOICES] = choice
        if choice <= WARM_UP:
            return rank_the_rest(policy, state, arms, slots, 0, inf, rng, chosen)
        below = state.counts[BELOW]
        often_below = below >= ALARM_ROUNDS and below * ALARM_SHARE > state.counts[SEEN]
        if t >= state.counts[UNTIL] or often_below:
            renew(policy, state, t, arms)
        state.counts[SEEN] += 1
        state.looked[0] += state.counts[DRAWING]
        filled = 0
        for i in range(state.counts[DRAWING]):
            y = sample_at(policy, state, state.drawn[i], rng)
            if y != y:
                return BAD_SAMPLE
            filled = insert(state.largest, state.luck, chosen, filled, slots, y, 0.0, state.drawn[i])
        leaves = len(state.tree) // 2
        least = exp(-state.tree[1])
        product = 1.0 - uniform(rng)
        while product > least:
            product *= 1.0 - uniform(rng)
            state.looked[0] += 1
            arm = pick(state, rng)
            if state.tree[leaves + arm] > 0.0 and abs(state.stamp[arm]) != choice:
                state.stamp[arm] = choice
                last = state.largest[slots - 1] if filled == slots else -inf
                y = hit(policy, state, arm, last, rng)
                if y > last:
                    state.stamp[arm] = -choice
                    filled = insert(state.largest, state.luck, chosen, filled, slots, y, 0.0, arm)
        level = state.winners[LEVEL]
        if filled == slots and state.largest[slots - 1] > level:
            note(state, state.largest[slots - 1])
            return 0
        state.counts[BELOW] += 1
        return rank_the_rest(policy, state, arms, slots, filled, level, rng, chosen)

    def rank_the_rest(
        policy: Any, state: Any, arms: int, slots: int, filled: int, level: float, rng: Any, chosen: Any
    ) -> int:
        """Also draw the arms whose samples are not known, given that they do not exceed the level."""
        known = level < inf
        state.looked[0] += arms
        for arm in range(arms):
            if known and (state.place[arm] > 0 or state.stamp[arm] == -state.counts[CHOICES]):
                continue
            y = sample_at(policy, state, arm, rng)
            redrawn = 0
            while y > level or y != y:
                redrawn += 1
                if redrawn > REDRAWS or y != y:
                    return BAD_SAMPLE
                y = sample_at(policy, state, arm, rng)
            filled = insert(state.largest, state.luck, chosen, filled, slots, y, 0.0, arm)
        note(state, state.largest[slots - 1])
        return 0

    def learn(
        policy: Any, state: PosteriorState, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any
    ) -> int:
        count(policy, state, arm, reward, rng)
        rerate(policy, state, arm)
        return 0

    def rerate(policy: Any, state: PosteriorState, arm: int) -> None:
        if state.counts[UNTIL] > 0 and state.place[arm] == 0:
            state.looked[0] += 1
            rate = rate_of(policy, state, arm)
            if rate < 0.0:
                draw_always(state, arm)
                rate = 0.0
            node = len(state.tree) // 2 + arm
            state.tree[node] = rate
            while node > 1:
                node >>= 1
                state.tree[node] = state.tree[2 * node] + state.tree[2 * node + 1]

    def refresh(policy: Any, state: PosteriorState, arm: int, arms: int, horizon: int) -> int:
        rerate(policy, state, arm)
        return 0

    draw_below.out_of_line = True  # type: ignore[attr-defined]
    renew.out_of_line = True  # type: ignore[attr-defined]
    draw_all.out_of_line = True  # type: ignore[attr-defined]
    rank_the_rest.out_of_line = True  # type: ignore[attr-defined]
    return Player(layout, start, choose, learn, forget=refresh, refresh=refresh, rank=rank)
