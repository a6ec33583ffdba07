"""The loop that plays every game, and what a game of one's own takes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, get_type_hints

import numpy as np
import pytest

import begreedy as bg
from begreedy.engine.games import finite, pool
from begreedy.engine.games.game import Game, Plan, Totals, Turn, clear, no_turn
from begreedy.engine.options import PlayOptions
from begreedy.engine.players import (
    custom,
    forgetting,
    frozen,
    growing,
    ordered,
    posterior_state,
    scan,
    set_state,
)
from begreedy.engine.players.choice import lists, player_for
from begreedy.engine.players.player import BAD_REWARD, MOVED, ArmStatistics
from begreedy.engine.simulation import prepare
from begreedy.values.value import Value


class WeatherRun(NamedTuple):
    """The scalars of a run."""

    rainy: int  # rainy rounds so far


def weather_game(player, traced):
    """Two arms that pay for certain: arm 0 pays 1 while it rains, arm 1 whenever it does not; every third round."""
    start, choose, learn, reposition = player.start, player.choose, player.learn, player.reposition

    def begin(table, instance):
        clear(table.state, 2, 0)
        start(table.policy, table.state, 2, table.horizon)
        return WeatherRun(0), no_turn(0)

    def play_round(table, run, turn, t):
        arm = choose(table.policy, table.state, t, 2, table.horizon, table.streams.policy)
        if arm < 0:
            return run, no_turn(arm)
        if t == table.extra:
            return run, no_turn(BAD_REWARD)
        rain = t % 3 == 0
        reward = 1.0 if rain == (arm == 0) else 0.0
        if traced:
            table.detail[0] = rain
        status = learn(table.policy, table.state, arm, reward, t, 2, table.horizon, table.streams.policy)
        if status == MOVED:
            reposition(table.state, arm)
        return WeatherRun(run.rainy + rain), Turn(arm, 1.0 - reward, reward, reward, 0)

    def end(table, run, last, t):
        return Totals(1.0, 0.25, run.rainy, 2)

    return Game(begin, play_round, end)


@dataclass(frozen=True)
class Weather(Value):
    """A model that the package does not know."""

    breaks: int = 0  # the round in which it fails

    model = "weather"

    def plan(self, policy, horizon, options):
        player = player_for(policy, 2, horizon, naive=options.naive)
        law = bg.Bernoulli()
        game = partial(weather_game, player)
        return Plan(policy, law, law, 2, player.layout, 1, 1, game, extra=self.breaks, details=1)


def test_a_model_may_bring_its_own_game():
    """A problem with a method ``plan`` is simulated and traced like any other: sums, checkpoints and locks."""
    trace = bg.trace(bg.Greedy(), Weather(), 9)
    assert trace.arms.tolist() == [0, 1, 1, 1, 1, 1, 1, 1, 1]
    assert trace.rewards.tolist() == [0, 1, 0, 1, 1, 0, 1, 1, 0]
    assert trace.actions[:, 0].tolist() == [0, 0, 1] * 3
    assert trace.regret.tolist() == [1, 1, 2, 2, 2, 3, 3, 3, 4]
    result = bg.simulate(bg.Greedy(), Weather(), 9, runs=3, checkpoints=[2, 3, 9])
    assert np.array_equal(result.regret, [[1, 2, 4]] * 3)
    assert result.pulls.tolist() == [3] * 3
    assert result.reward.tolist() == [5] * 3
    assert result.locked_gap.tolist() == [0.25] * 3


@dataclass(frozen=True)
class Own(Value):
    """Finitely many arms under a name of its own, planned by itself."""

    model = "own"

    def plan(self, policy, horizon, options):
        return finite.plan(policy, bg.Finite(means=[0.9, 0.1]).stage(), horizon, options)


@dataclass(frozen=True)
class NaiveOnly(Value):
    """A model from before there were options."""

    model = "naive-only"

    def plan(self, policy, horizon, naive):
        return finite.plan(policy, bg.Finite(means=[0.9, 0.1]).stage(), horizon, PlayOptions(naive=naive, leaps=False))


def test_a_model_of_its_own_is_told_all_options():
    """So it leaps where the package's models do, and says so; one that takes only ``naive`` gets that."""
    ways = {"usual": PlayOptions(), "rounds": PlayOptions(leaps=False), "naive": PlayOptions(naive=True)}
    plans = {name: prepare(bg.Greedy(), Own(), 10_000, 0, options=options).plan for name, options in ways.items()}
    assert [plan.blocks for plan in plans.values()] == [True, False, False]
    assert plans["naive"].state != plans["usual"].state == plans["rounds"].state
    for naive in (True, False):
        options = PlayOptions(naive=naive)
        told, own = (prepare(bg.Greedy(), problem, 100, 0, options=options).plan for problem in (NaiveOnly(), Own()))
        assert told.state == own.state


def test_blocks_of_rounds_are_leaps():
    assert PlayOptions().blocks
    assert not PlayOptions(leaps=False).blocks
    assert not PlayOptions(leaps=False, blocks=True).blocks


PLAYERS = [bg.Greedy(), bg.MOSS(), bg.UCB(), bg.ThompsonBeta(), bg.BTS(), bg.Stochastic(), bg.Window(bg.UCB(), 50)]


@pytest.mark.parametrize("policy", PLAYERS, ids=lambda policy: type(policy).__name__)
def test_a_player_names_parts_of_its_own_state(policy):
    """What it says of snapshots is about parts that there are; what it counts can be read from a state."""
    player = player_for(policy, 5, 100)
    state = lists(player.layout)
    assert set(player.lasting) <= set(state._fields)
    assert all(0 <= length < len(getattr(state, name)) for name, length in player.lasting.items())
    alone, together = player.looks(state)
    assert (alone, together) in ((None, 0), (0, 0))


def test_a_fault_in_a_game_names_run_and_round():
    """What a round returns as a fault ends the simulation, and the message says where."""
    with pytest.raises(ValueError, match=r"run 0, round 4: the law drew a reward outside its support"):
        bg.simulate(bg.Greedy(), Weather(4), 9, runs=1, threads=1)


def test_an_unknown_model_without_a_game_is_refused():
    """A problem that is neither of a known model nor has a plan says so."""

    @dataclass(frozen=True)
    class Nothing(Value):
        model = "nothing"

    with pytest.raises(TypeError, match="known model, or have a method plan or stage"):
        bg.simulate(bg.Greedy(), Nothing(), 9, runs=1)


@pytest.mark.parametrize(
    "state",
    [
        custom.CustomState,
        forgetting.ForgettingState,
        frozen.FrozenState,
        growing.GrowingState,
        ordered.OrderedState,
        pool.PoolState,
        posterior_state.PosteriorState,
        scan.ScanState,
        set_state.SetState,
    ],
)
def test_states_share_the_statistics_of_the_arms(state):
    """Games and learners find an arm's statistics in the same part of every player's state, and nowhere else."""
    assert get_type_hints(state)["stats"] is ArmStatistics
    assert not set(state._fields) & set(ArmStatistics._fields)
