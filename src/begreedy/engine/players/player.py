"""A player: how a policy plays a finite set of arms, as three plain functions over a state.

The functions are closures over a policy's methods.  Compiled into a game they are the simulation kernel;
called as they are, on lists instead of arrays, they are the online agent.  Same source, same decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import Any, NamedTuple

import numpy as np

import begreedy.types as contract
from begreedy.random import below, uniform
from begreedy.values.errors import BadValue
from begreedy.values.value import whole

# What can go wrong inside a kernel; negative, so that they are never mistaken for arms.
BAD_INDEX, BAD_ARM, BAD_SAMPLE, BAD_MEAN, BAD_REWARD, BAD_COST, BAD_ACTION, BAD_SET = -1, -2, -3, -4, -5, -6, -7, -8

# By fault: what went wrong, the field at fault, and what is allowed.
_FAULTS = {
    BAD_INDEX: (
        "the index is not a number (NaN); testing.check_policy shows for which arguments",
        "policy.index",
        "a number",
    ),
    BAD_ARM: ("select returned something that is not an arm", "policy.select", "an arm"),
    BAD_SAMPLE: (
        "the sample is not a number (NaN); testing.check_policy shows for which arguments",
        "policy.sample",
        "a number",
    ),
    BAD_MEAN: (
        "the prior (or the function, or the parameter) gave a mean that the law does not allow",
        "prior.draw",
        "in the law's mean_range",
    ),
    BAD_REWARD: ("the law drew a reward outside its support", "law.draw", "in the law's support"),
    BAD_COST: ("the law drew a cost outside its support", "law.draw", "in the law's support"),
    BAD_ACTION: ("the action is not finite", "policy.aim", "a finite vector"),
    BAD_SET: (
        "solve chose no arm, an arm twice, or something that is not an arm",
        "actions.solve",
        "a set of arms",
    ),
}


def fault_of(who: str, status: int) -> BadValue:
    """The error for a fault; ``who`` says what failed, and when."""
    words, field, allowed = _FAULTS[status]
    return BadValue(f"{who}: {words}", field=field, allowed=allowed)  # compiled code tells no more: not the value


# What ``learn`` may return: the next choice is certainly the same arm, no need to ask; call ``reposition`` now.
SAME_AGAIN, MOVED = 1, 2

STRETCH = 2**16  # rounds, or blocks of them, after which a streak breaks off for a look at whether to stop


class Floats(NamedTuple):
    """An array of floats, all 0 at the start of a run."""

    size: int

    def array(self) -> np.ndarray:
        return np.zeros(self.size)

    def list(self) -> list[float]:
        return [0.0] * self.size


class Ints(NamedTuple):
    """An array of integers, all 0 at the start of a run."""

    size: int

    def array(self) -> np.ndarray:
        return np.zeros(self.size, np.int64)

    def list(self) -> list[int]:
        return [0] * self.size


class ArmStatistics(NamedTuple):
    """The statistics of the arms, by arm: the part that the states of all players share.

    What a policy does not look at has length 1.  A scalar of a state is an array of length 1: compiled code cannot
    change anything else in place.
    """

    total: Any  # sum of the rewards, as the policy counts them
    pulls: Any
    squares: Any  # sum of the squared rewards
    cost: Any  # sum of the costs
    born: Any  # the round before its first, where arms come and go
    swept: Any  # a scalar: how many of the first pulls that every arm gets are made; without any, how many arms are in


def arm_statistics(arms: int, *, squares: bool = False, costs: bool = False, aged: bool = False) -> ArmStatistics:
    """The layout of the statistics of ``arms`` arms."""
    return ArmStatistics(
        total=Floats(arms),
        pulls=Ints(arms),
        squares=Floats(arms if squares else 1),
        cost=Floats(arms if costs else 1),
        born=Ints(arms if aged else 1),
        swept=Ints(1),
    )


def scalars(kind: type[Floats] | type[Ints], *names: str) -> dict[str, Any]:
    """The layout of the named scalars of a state, floats or integers."""
    return {name: kind(1) for name in names}


def _nothing_to_move(state: Any, arm: int) -> None:
    pass


def _nothing_put_off(state: Any) -> None:
    pass


class ArmLooks(NamedTuple):
    """How often arms were looked at in a run, as far as its player counts that."""

    alone: int | None = None  # one by one; None: it does not count these
    together: int = 0  # arms that were passed or moved with others, because they had the same record


def uncounted(state: Any) -> ArmLooks:
    """The looks of a player that counts none."""
    return ArmLooks()


class Player(NamedTuple):
    """``layout`` is a state whose fields say what to allocate; ``start`` makes a used state new again."""

    layout: Any
    start: Callable[..., None]  # (policy, state, arms, horizon)
    choose: Callable[..., int]  # (policy, state, t, arms, horizon, rng) -> arm, or a fault
    learn: Callable[..., int]  # (policy, state, arm, reward, t, arms, horizon, rng) -> 0, one of the above, or a fault
    reposition: Callable[..., None] = _nothing_to_move  # (state, arm), after MOVED
    forget: Any = None  # (policy, state, arm, arms, horizon): its statistics are 0, since another arm took its place
    rank: Any = None  # (policy, state, t, arms, slots, horizon, rng, chosen) -> 0 or a fault: the best arms, in order
    refresh: Any = None  # (policy, state, arm, arms, horizon) -> 0 or a fault: its statistics were changed from outside
    pick: Any = None  # (policy, actions, state, t, arms, horizon, rng, chosen) -> how many arms it chose, or a fault
    streak: Any = None  # after SAME_AGAIN: makes a function that plays on, equal to choose and learn but faster
    leap: Any = None  # (law, horizon, streak) -> a streak with the same law but not the same bits, or None
    leading: Any = None  # ``learn`` where streaks are played, if its SAME_AGAIN is a guess, which ``streak`` checks
    looks: Callable[[Any], ArmLooks] = uncounted  # (state) after a run, in plain Python
    # By part of the state: how many of its numbers are kept in a snapshot, the first ones; of other parts, all of them.
    # Decisions do not depend on the others.
    lasting: Mapping[str, int] = {}
    catch_up: Callable[[Any], None] = _nothing_put_off  # (state) before a snapshot: do what was put off

    def learning(self, leads: Any, traced: bool) -> Any:
        """How it learns in a game that plays leaders on by ``leads``, if that is not None; a trace never does."""
        return self.learn if self.leading is None or leads is None or traced else self.leading


class Methods(NamedTuple):
    """The methods of a policy in one calling convention, and what is known when the kernel is made."""

    index_of: Callable[..., float]  # (policy, total, pulls, squares, cost, t, horizon, arms)
    index_at: Callable[..., float]  # (policy, state, arm, t, arms, horizon): the same from the state
    sample_at: Callable[..., float]  # (policy, state, arm, rng), of a posterior that changes by pulls only
    timed_sample_at: Any  # (policy, state, arm, t, arms, horizon, rng), of any other; else None
    count_of: Callable[..., Any]  # (policy, state, arm, reward, rng) -> total, pulls and squares of the arm
    bonus: Any  # (policy, pulls, horizon, arms), or None if the index is not mean + bonus
    pseudo: Any  # (policy) -> sum and number of pseudo-rewards, or None if the index is not their mean with the rewards
    squares: bool
    costs: bool
    aged: bool  # the index gets the age of the arm as t
    plain: bool  # what is counted is the reward itself, and not its square
    monotone: bool  # the index grows with the total, and falls with the pulls or, if pulls cost, with their costs
    is_mean: bool  # the index is the mean
    initial_pulls: int
    unforced: bool  # the index is also that of an arm that was never pulled


def methods_of(policy: Any, *, aged: bool = False, unseen: int = -1) -> Methods:
    """Read a policy's methods through the contract.

    ``aged``: the index of an arm gets the arm's age as t; an arm with ``unseen`` pulls has an infinite index, unless
    the policy has one for arms that were never pulled.
    """
    cls: Any = type(policy)
    form = contract.arm_form(policy)
    indexed, squares, costs = form.indexed, "squares" in form.arguments, form.costs
    initial = whole(
        contract.part_of(policy, "initial_pulls", 1 if indexed else 0),
        f"{cls.__name__}.initial_pulls",
        low=1 if form.methods & {"bonus", "action_bonus"} else 0,
    )
    unforced = indexed and initial == 0
    index, sample = _no_index, _no_sample
    timed_sample: Any = None
    if indexed:
        index = contract.adapter(cls.index, form.arguments, contract.INDEX_ARGUMENTS)
    elif form.name == contract.SAMPLE:
        if set(form.arguments) <= set(contract.POSTERIOR_ARGUMENTS):
            sample = contract.adapter(cls.sample, form.arguments, contract.POSTERIOR_ARGUMENTS)
        else:
            timed_sample = contract.adapter(cls.sample, form.arguments, contract.SAMPLE_ARGUMENTS)
    observes = "observe" in form.methods
    count = _counter(contract.bind(policy, "observe") if observes else None, squares)
    bonus, pseudo = (
        contract.bind(policy, method) if form.kind == contract.FROZEN and method in form.methods else None
        for method in ("bonus", "pseudo")
    )
    plain = not squares and not observes

    hopeful = unseen >= 0 and not unforced

    def index_at(policy: Any, state: Any, arm: int, t: int, arms: int, horizon: int) -> float:
        stats = state.stats
        if hopeful and stats.pulls[arm] == unseen:
            return inf
        # No reads of what it does not look at: so compilers compute what depends on t alone once for all arms.
        square = stats.squares[arm] if squares else 0.0
        cost = stats.cost[arm] if costs else 0.0
        age = t - stats.born[arm] if aged else t
        return index(policy, stats.total[arm], stats.pulls[arm], square, cost, age, horizon, arms)

    def sample_at(policy: Any, state: Any, arm: int, rng: Any) -> float:
        stats = state.stats
        return sample(policy, stats.total[arm], stats.pulls[arm], stats.cost[arm if costs else 0], rng)

    def timed_sample_at(policy: Any, state: Any, arm: int, t: int, arms: int, horizon: int, rng: Any) -> float:
        stats = state.stats
        square = stats.squares[arm if squares else 0]
        cost = stats.cost[arm if costs else 0]
        age = t - stats.born[arm if aged else 0]
        return timed_sample(policy, stats.total[arm], stats.pulls[arm], square, cost, age, horizon, arms, rng)

    return Methods(
        index,
        index_at,
        sample_at,
        timed_sample_at if timed_sample is not None else None,
        count,
        bonus,
        pseudo,
        squares,
        costs,
        aged,
        plain,
        contract.says(policy, "monotone"),
        contract.says(policy, "is_mean"),
        initial,
        unforced,
    )


def _no_index(policy: Any, total: Any, pulls: Any, squares: Any, cost: Any, t: Any, horizon: Any, arms: Any) -> float:
    return 0.0


def _no_sample(policy: Any, total: Any, pulls: Any, cost: Any, rng: Any) -> float:
    return 0.0


def _counter(observe: Any, squares: bool) -> Any:
    """A function that counts a reward of an arm and returns the arm's new statistics."""

    def count(policy: Any, state: Any, arm: int, reward: float, rng: Any) -> tuple[float, int, float]:
        stats = state.stats
        total = stats.total[arm] + reward
        pulls = stats.pulls[arm] + 1
        stats.total[arm] = total
        stats.pulls[arm] = pulls
        return total, pulls, 0.0

    def count_squares(policy: Any, state: Any, arm: int, reward: float, rng: Any) -> tuple[float, int, float]:
        total, pulls, _ = count(policy, state, arm, reward, rng)
        square = state.stats.squares[arm] + reward * reward
        state.stats.squares[arm] = square
        return total, pulls, square

    counter = count_squares if squares else count

    def count_observed(policy: Any, state: Any, arm: int, reward: float, rng: Any) -> tuple[float, int, float]:
        return counter(policy, state, arm, observe(policy, reward, rng), rng)

    return count_observed if observe is not None else counter


def with_first_pulls(policy: Any, player: Player, initial: int) -> Player:
    """The player, but every arm is first pulled ``initial`` times, in order; then ``explore`` may step in."""
    explores = contract.has(policy, "explore")
    if initial == 0 and not explores:
        return player  # as it is
    explore: Any = contract.bind(policy, "explore") if explores else None
    choose_next = player.choose
    once = initial == 1

    def turn_of(swept: int, arms: int) -> tuple[int, int]:
        """The arm whose first pull is due after ``swept`` of them, and its pulls by then."""
        if once:
            return swept, 0
        return swept % arms, swept // arms

    def after(learn_next: Any) -> Any:
        def learn(policy: Any, state: Any, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any) -> int:
            status = learn_next(policy, state, arm, reward, t, arms, horizon, rng)
            if status == SAME_AGAIN and (explores or state.stats.swept[0] < arms * initial):
                return 0
            return status

        return learn

    def choose(policy: Any, state: Any, t: int, arms: int, horizon: int, rng: Any) -> int:
        swept = state.stats.swept[0]
        if swept < arms * initial:
            # Online, an arm may have been pulled out of turn: skip it.
            arm, before = turn_of(swept, arms)
            while state.stats.pulls[arm] > before:
                swept += 1
                if swept >= arms * initial:
                    break
                arm, before = turn_of(swept, arms)
            state.stats.swept[0] = swept
            if swept < arms * initial:
                return arm
        if explores and uniform(rng) < explore(policy, t, arms):
            return below(rng, arms)
        return choose_next(policy, state, t, arms, horizon, rng)

    return player._replace(choose=choose, learn=after(player.learn), leading=player.leading and after(player.leading))
