"""Draw only the arms that can win: the machinery that players of posterior samples share.

The winner is the arm of the largest of K independent samples.  Fix a level below which the winner rarely falls.  For
every arm there is an event of small probability q without which its sample does not exceed the level.  The events of
all arms are found at once: a Poisson number of picks from a tree of the rates -log(1 - q), repeated picks ignored, hits
each arm with probability q, independently.  Arms that are hit are looked at; arms with a large q (the leader) are
simply drawn.  If nothing exceeds the level, every other arm is drawn given that it does not.  The level changes the
cost, never the law; it follows the low end of the winning samples.

With leaps, all this is done for the arms that were played, in the order of their first pulls (their *seats*); the
others have one law, and the largest of their samples is a draw of its own (``fresh.py``).
"""

from __future__ import annotations

from math import exp, inf, log
from typing import Any

from begreedy.engine.players.player import BAD_SAMPLE, ArmLooks, Floats, Ints, Methods, Player, arm_statistics
from begreedy.engine.players.posterior_state import (
    ABOVE,
    BASE,
    BELOW,
    CENTRE,
    CHOICES,
    CUT,
    DEPTH,
    DRAWING,
    LEAVES,
    LEVEL,
    LOOKED,
    MEASURED,
    NONE,
    PLAYED,
    ROOT,
    SEEN,
    SPREAD,
    UNTIL,
    Fresh,
    PosteriorState,
    Ranks,
    Seats,
    Tails,
)
from begreedy.engine.players.redraws import sampler_below
from begreedy.engine.players.top import insert
from begreedy.random import below, uniform

WARM_UP = 8  # rounds in which every arm is drawn, to learn where winning samples lie
LARGE = 0.25  # an arm with this much envelope mass above the level is drawn every round
SMALL = 4  # with this few arms, drawing them all is cheaper
SURE = 64  # of this many fresh arms one exceeds the base of their envelope, all but certainly
# How far below the centre of the winning samples the level lies, in spreads: at first, at least and at most.  It moves
# on by a factor if more than a share TOO_OFTEN of the winners fall below the level, back if less than TOO_RARELY do.
FIRST_DEPTH, LEAST_DEPTH, MOST_DEPTH = 3.0, 0.5, 12.0
DEEPER, SHALLOWER = 1.15, 0.95
TOO_OFTEN, TOO_RARELY = 100, 1000  # shares: one in this many
ALARM_ROUNDS, ALARM_SHARE = 4, 10  # renew at once if this many winners, and one in this many, were below the level
MEMORY = 64.0  # winning samples over which centre and spread are averaged
LEAST_EPOCH = 16  # rounds between two renewals, at least; else a quarter of the rounds played


def player(methods: Methods, arms: int, tails: Tails, slots: int = 0, fresh: Fresh | None = None) -> Player:
    """A player that draws what can win; with ``slots``, it can also ``rank`` that many arms.

    With ``fresh``, it leaps over arms that were never played: the same law, by other random numbers.
    """
    leaping = fresh is not None
    measure, none_above, largest = fresh if fresh is not None else (_unused, _unused, _unused)
    count, sample_at = methods.count_of, methods.sample_at
    sample_below = sampler_below(sample_at)
    rate_of, hit = tails.rate_of, tails.hit
    to_scale, from_scale = tails.to_scale, tails.from_scale
    changing = methods.aged  # as arms come and go, so do the winning samples
    leaves = 1
    while leaves < arms:
        leaves *= 2
    layout = PosteriorState(
        stats=arm_statistics(arms, costs=methods.costs),
        tail=Floats(tails.numbers * arms),
        tree=Floats(2 * leaves),
        drawn=Ints(arms),
        place=Ints(arms),
        stamp=Ints(arms),
        counts=Ints(LOOKED + 1),
        winners=Floats(DEPTH + 1),
    )
    if slots:
        layout = layout._replace(ranks=Ranks(largest=Floats(slots), luck=Floats(slots)))
    if fresh is not None:
        seats = Seats(order=Ints(arms), seat=Ints(arms), envelope=Floats(NONE + 1))
        layout = layout._replace(counts=Ints(ABOVE + 1), winners=Floats(CUT + 1), seats=seats)

    def arm_at(state: Any, seat: int) -> int:
        return state.seats.order[seat] if leaping else seat

    def leaves_of(state: Any) -> int:
        return state.counts[LEAVES] if leaping else len(state.tree) // 2

    def start(policy: Any, state: PosteriorState, arms: int, horizon: int) -> None:
        for i in range(len(state.counts)):
            state.counts[i] = 0
        for arm in range(arms):
            state.stamp[arm] = 0
        state.winners[CENTRE] = 0.0
        state.winners[SPREAD] = 0.0
        state.winners[DEPTH] = 2.0 * FIRST_DEPTH if leaping else FIRST_DEPTH
        if leaping:
            start_leaping(policy, state, arms)

    def start_leaping(policy: Any, state: Any, arms: int) -> None:
        state.winners[CUT] = -inf
        state.counts[MEASURED] = arms
        measure(policy, state.seats.envelope, arms)
        for arm in range(arms):
            state.seats.order[arm] = arm
            state.seats.seat[arm] = arm
            state.place[arm] = 0

    def draw_always(state: PosteriorState, arm: int) -> None:
        last = state.counts[DRAWING]
        state.drawn[last] = arm
        state.place[arm] = last + 1
        state.counts[DRAWING] = last + 1

    def renew(policy: Any, state: Any, t: int, arms: int) -> None:
        if leaping:  # room for twice as many arms, if there are that many
            state.counts[LEAVES] = 1
            while state.counts[LEAVES] < min(2 * arms, len(state.tree) // 2):
                state.counts[LEAVES] *= 2
        leaves = leaves_of(state)
        rounds = state.counts[SEEN]
        if rounds > 0:
            often, rarely = state.counts[BELOW] * TOO_OFTEN, state.counts[BELOW] * TOO_RARELY
            if leaping:  # looks below the level should cost less than those above, but not ten times less
                rounds = state.counts[ABOVE]
                often, rarely = state.counts[BELOW] * arms, 10 * state.counts[BELOW] * arms
            if often > rounds:
                state.winners[DEPTH] = min(MOST_DEPTH, state.winners[DEPTH] * DEEPER)
            elif rarely < rounds:
                state.winners[DEPTH] = max(LEAST_DEPTH, state.winners[DEPTH] * SHALLOWER)
        state.counts[SEEN] = 0
        state.counts[BELOW] = 0
        state.counts[UNTIL] = t + max(LEAST_EPOCH, min(t // 4, 4 * arms) if changing else t // 4)
        state.winners[LEVEL] = from_scale(state.winners[CENTRE] - state.winners[DEPTH] * state.winners[SPREAD])
        if leaping:
            state.counts[ABOVE] = 0
            if len(state.seats.order) - arms >= SURE and state.seats.envelope[BASE] < inf:
                state.winners[LEVEL] = max(state.winners[LEVEL], state.seats.envelope[BASE])
            state.winners[CUT] = none_above(state.seats.envelope, state.winners[LEVEL])
        state.counts[DRAWING] = 0
        state.counts[LOOKED] += arms
        for seat in range(arms):
            arm = arm_at(state, seat)
            rate = rate_of(policy, state, arm)
            state.place[arm] = 0
            state.tree[leaves + seat] = max(0.0, rate)
            if rate < 0.0:
                draw_always(state, arm)
        for leaf in range(leaves + arms, 2 * leaves):
            state.tree[leaf] = 0.0
        for node in range(leaves - 1, 0, -1):
            state.tree[node] = state.tree[2 * node] + state.tree[2 * node + 1]

    def often_below(state: Any) -> bool:
        rounds = state.counts[BELOW]
        return rounds >= ALARM_ROUNDS and rounds * ALARM_SHARE > state.counts[SEEN]

    def pick(state: Any, leaves: int, rng: Any) -> int:
        """A seat with probability proportional to the rate of its arm."""
        target = uniform(rng) * state.tree[ROOT]
        node = ROOT
        while node < leaves:
            node *= 2
            if target >= state.tree[node]:
                target -= state.tree[node]
                node += 1
        return node - leaves

    def draw_all(policy: Any, state: Any, arms: int, best: float, winner: int, rng: Any) -> int:
        """The winner, if ``winner`` leads so far."""
        state.counts[LOOKED] += arms
        for seat in range(arms):
            arm = arm_at(state, seat)
            y = sample_at(policy, state, arm, rng)
            if y > best:
                best = y
                winner = arm
            elif y != y:
                return BAD_SAMPLE
        note(state, best)
        return winner

    def draw_below(policy: Any, state: Any, arms: int, best: float, winner: int, rng: Any) -> int:
        """The winner, given that no sample exceeds the level and that ``winner`` leads those known."""
        state.counts[BELOW] += 1
        state.counts[LOOKED] += arms
        level = state.winners[LEVEL]
        for seat in range(arms):
            arm = arm_at(state, seat)
            if state.place[arm] == 0:
                y = sample_below(policy, state, arm, level, rng)
                if y > level:
                    return BAD_SAMPLE
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

    def choose(policy: Any, state: Any, t: int, arms: int, horizon: int, rng: Any) -> int:
        choice = state.counts[CHOICES] + 1
        state.counts[CHOICES] = choice
        fresh = 0
        if leaping:
            fresh = arms - state.counts[PLAYED]
            arms = state.counts[PLAYED]
        best = -inf
        winner = BAD_SAMPLE
        if arms <= SMALL or choice <= WARM_UP:
            if leaping and fresh > 0:
                best, winner = best_fresh(policy, state, arms, fresh, log(1.0 - uniform(rng)) / fresh, rng)
            return draw_all(policy, state, arms, best, winner, rng)
        if t >= state.counts[UNTIL] or often_below(state):
            renew(policy, state, t, arms)
        state.counts[SEEN] += 1
        reach = 0.0
        pending = False
        if leaping and fresh > 0:
            reach = log(1.0 - uniform(rng)) / fresh
            pending = reach <= state.winners[CUT]
            if not pending:
                best, winner = best_fresh(policy, state, arms, fresh, reach, rng)
        looked = state.counts[DRAWING]
        for i in range(state.counts[DRAWING]):
            arm = state.drawn[i]
            y = sample_at(policy, state, arm, rng)
            if y > best:
                best = y
                winner = arm
        # Knuth's Poisson: one more candidate as long as the product of uniforms stays above exp(-rate).
        leaves = leaves_of(state)
        least = exp(-state.tree[ROOT])
        product = 1.0 - uniform(rng)
        while product > least:
            product *= 1.0 - uniform(rng)
            looked += 1
            seat = pick(state, leaves, rng)
            if not state.tree[leaves + seat] > 0.0:  # rounding may lead to a leaf without an arm
                continue
            arm = arm_at(state, seat)
            if state.stamp[arm] != choice:
                state.stamp[arm] = choice
                y = hit(policy, state, arm, best, rng)
                if y > best:
                    best = y
                    winner = arm
        state.counts[LOOKED] += looked
        if leaping:
            state.counts[ABOVE] += looked
        if best > state.winners[LEVEL]:
            note(state, best)
            return winner
        if leaping and pending:
            y, arm = best_fresh(policy, state, arms, fresh, reach, rng)
            if y > best:
                best, winner = y, arm
        return draw_below(policy, state, arms, best, winner, rng)

    def best_fresh(policy: Any, state: Any, played: int, fresh: int, reach: float, rng: Any) -> tuple[float, int]:
        """The largest sample of the fresh arms and its arm: with one law for all, each arm is equally likely."""
        arm = state.seats.order[played + below(rng, fresh)]
        y = largest(policy, state, arm, fresh, reach, rng)
        if y != y:
            return inf, BAD_SAMPLE
        return y, arm

    def rank(policy: Any, state: Any, t: int, arms: int, slots: int, horizon: int, rng: Any, chosen: Any) -> int:
        """As ``choose``, for the arms of the largest samples: what must exceed the level is the last of them."""
        choice = state.counts[CHOICES] + 1
        state.counts[CHOICES] = choice
        if choice <= WARM_UP:
            return rank_the_rest(policy, state, arms, slots, 0, inf, rng, chosen)
        if t >= state.counts[UNTIL] or often_below(state):
            renew(policy, state, t, arms)
        state.counts[SEEN] += 1
        state.counts[LOOKED] += state.counts[DRAWING]
        filled = 0
        for i in range(state.counts[DRAWING]):
            y = sample_at(policy, state, state.drawn[i], rng)
            if y != y:
                return BAD_SAMPLE
            filled = insert(state.ranks.largest, state.ranks.luck, chosen, filled, slots, y, 0.0, state.drawn[i])
        leaves = len(state.tree) // 2
        least = exp(-state.tree[ROOT])
        product = 1.0 - uniform(rng)
        while product > least:
            product *= 1.0 - uniform(rng)
            state.counts[LOOKED] += 1
            arm = pick(state, leaves, rng)
            if state.tree[leaves + arm] > 0.0 and abs(state.stamp[arm]) != choice:
                state.stamp[arm] = choice
                last = state.ranks.largest[slots - 1] if filled == slots else -inf
                y = hit(policy, state, arm, last, rng)
                if y > last:
                    state.stamp[arm] = -choice
                    filled = insert(state.ranks.largest, state.ranks.luck, chosen, filled, slots, y, 0.0, arm)
        level = state.winners[LEVEL]
        if filled == slots and state.ranks.largest[slots - 1] > level:
            note(state, state.ranks.largest[slots - 1])
            return 0
        state.counts[BELOW] += 1
        return rank_the_rest(policy, state, arms, slots, filled, level, rng, chosen)

    def rank_the_rest(
        policy: Any, state: Any, arms: int, slots: int, filled: int, level: float, rng: Any, chosen: Any
    ) -> int:
        """Also draw the arms whose samples are not known, given that they do not exceed the level."""
        known = level < inf
        state.counts[LOOKED] += arms
        for arm in range(arms):
            if known and (state.place[arm] > 0 or state.stamp[arm] == -state.counts[CHOICES]):
                continue
            y = sample_below(policy, state, arm, level, rng)
            if not y <= level:
                return BAD_SAMPLE
            filled = insert(state.ranks.largest, state.ranks.luck, chosen, filled, slots, y, 0.0, arm)
        note(state, state.ranks.largest[slots - 1])
        return 0

    def learn(
        policy: Any, state: PosteriorState, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any
    ) -> int:
        count(policy, state, arm, reward, rng)
        if leaping:
            take_seat(policy, state, arm, arms)
        rerate(policy, state, arm)
        return 0

    def take_seat(policy: Any, state: Any, arm: int, arms: int) -> None:
        """The first pull of an arm: it changes seats with the first fresh one."""
        seats, played = state.seats, state.counts[PLAYED]
        seat = seats.seat[arm]
        if seat >= played:
            other = seats.order[played]
            seats.order[seat], seats.seat[other] = other, seat
            seats.order[played], seats.seat[arm] = arm, played
            state.counts[PLAYED] = played + 1
            if played == state.counts[LEAVES]:
                state.counts[UNTIL] = 0  # no room: the next choice makes some
            fresh = arms - played - 1
            if 0 < 4 * fresh <= 3 * state.counts[MEASURED]:
                state.counts[MEASURED] = fresh
                measure(policy, seats.envelope, fresh)
                if state.winners[CUT] > -inf:
                    state.winners[CUT] = none_above(seats.envelope, state.winners[LEVEL])

    def rerate(policy: Any, state: Any, arm: int) -> None:
        if state.counts[UNTIL] > 0 and state.place[arm] == 0:
            state.counts[LOOKED] += 1
            rate = rate_of(policy, state, arm)
            if rate < 0.0:
                draw_always(state, arm)
                rate = 0.0
            node = leaves_of(state) + (state.seats.seat[arm] if leaping else arm)
            state.tree[node] = rate
            while node > ROOT:
                node >>= 1
                state.tree[node] = state.tree[2 * node] + state.tree[2 * node + 1]

    def refresh(policy: Any, state: PosteriorState, arm: int, arms: int, horizon: int) -> int:
        rerate(policy, state, arm)
        return 0

    draw_below.out_of_line = True  # type: ignore[attr-defined]
    renew.out_of_line = True  # type: ignore[attr-defined]
    draw_all.out_of_line = True  # type: ignore[attr-defined]
    rank_the_rest.out_of_line = True  # type: ignore[attr-defined]
    return Player(layout, start, choose, learn, forget=refresh, refresh=refresh, rank=rank, looks=_looks)


def _looks(state: PosteriorState) -> ArmLooks:
    return ArmLooks(int(state.counts[LOOKED]))


def _unused(*arguments: Any) -> float:
    """Stands in for the functions that only leaps need."""
    return 0.0
