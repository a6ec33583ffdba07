"""A model of one's own, complete: arms on a ring, where a pull also shows what the neighbours would have paid.

Whoever plays an arm sees the rewards of all arms at a distance of at most ``radius``, but earns that of its own only:
bandits with side observations (Mannor and Shamir 2011, *From Bandits to Experts: On the Value of Side-Observations*).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from begreedy.advice.history import FittedPrior
from begreedy.advice.models.candidate import Candidate, explorers, plain
from begreedy.advice.models.card import Card, Example
from begreedy.advice.models.situation import Notes, Situation
from begreedy.engine.games.game import Game, Plan, Table, Totals, Turn, clear, no_turn, reward_bounds
from begreedy.engine.options import PlayOptions
from begreedy.engine.players.choice import player_for
from begreedy.engine.players.player import BAD_REWARD, MOVED, Player
from begreedy.policies.greedy import Greedy
from begreedy.problems.finite import Finite
from begreedy.problems.laws import Bernoulli
from begreedy.types import Law, Policy, Prior, Stage, check_rewards, law_draw
from begreedy.values.value import Value, whole

# ---------------------------------------------------------------- the problem


@dataclass(frozen=True)
class Ring(Value):
    """``arms`` arms in a circle, their means drawn from ``prior``; a pull shows the rewards of the ``radius`` next ones
    on both sides, too.  The regret of a round is the largest mean minus that of the arm played."""

    prior: Prior
    arms: int
    radius: int = 1
    law: Law = Bernoulli()

    model = "ring"

    def validate(self) -> None:
        self.require("arms", self.arms >= 1, "at least 1")
        self.require("radius", 0 <= 2 * self.radius < self.arms, "at least 0 and less than half of the arms")

    def plan(self, policy: Policy, horizon: int, options: PlayOptions) -> Plan:
        """A policy for finitely many arms, played by the game below."""
        check_rewards(policy, self.law)
        stage = Finite(prior=self.prior, arms=self.arms, law=self.law).stage()
        player = player_for(policy, self.arms, horizon, naive=options.naive)
        return Plan(
            policy=policy,
            world=stage.world,
            law=self.law,
            arms=self.arms,
            state=player.layout,
            means=self.arms + 1,
            scratch=stage.scratch,
            game=partial(game, player, stage),
            extra=self.radius,
            looks=player.looks,
        )


# ---------------------------------------------------------------- the game


class RingRun(NamedTuple):
    """The scalars of a run."""

    best: float
    best_pulls: int


def game(player: Player, stage: Stage, traced: bool) -> Game:
    """What is particular to the ring; the loop does the rest."""
    start, choose, learn, reposition = player.start, player.choose, player.learn, player.reposition
    fill, draw = stage.fill, law_draw(stage.law)
    least, most = reward_bounds(stage.law)

    def begin(table: Table, instance: int) -> tuple[RingRun, Turn]:
        fill(table.world, table.mean, table.arms, instance, table.streams.instance, table.scratch)
        clear(table.state, table.arms, 0)
        start(table.policy, table.state, table.arms, table.horizon)
        return RingRun(table.mean[table.arms], 0), no_turn(0)

    def play_round(table: Table, run: RingRun, turn: Turn, t: int) -> tuple[RingRun, Turn]:
        policy, state, arms, horizon = table.policy, table.state, table.arms, table.horizon
        arm = choose(policy, state, t, arms, horizon, table.streams.policy)
        if arm < 0:
            return run, no_turn(arm)
        reward = 0.0
        for step in range(-table.extra, table.extra + 1):
            seen = (arm + step + arms) % arms
            observed = draw(table.law, table.mean[seen], table.streams.rewards)
            if not least <= observed <= most:
                return run, no_turn(BAD_REWARD)
            if step == 0:
                reward = observed
            status = learn(policy, state, seen, observed, t, arms, horizon, table.streams.policy)
            if status == MOVED:
                reposition(state, seen)
            elif status < 0:
                return run, no_turn(status)
        mean = table.mean[arm]
        return RingRun(run.best, run.best_pulls + (mean == run.best)), Turn(arm, run.best - mean, reward, reward, 0)

    def end(table: Table, run: RingRun, last: int, t: int) -> Totals:
        observed = 0
        for arm in range(table.arms):
            observed += table.state.stats.pulls[arm] > 0
        return Totals(run.best, run.best - table.mean[last], run.best_pulls, observed)

    return Game(begin, play_round, end)


# ---------------------------------------------------------------- the card


def describe(
    notes: Notes,
    arms: float | None = None,
    radius: float | None = None,
    prior: Prior | None = None,
    law: Law | None = None,
    history: FittedPrior | None = None,
) -> tuple[Ring, ...]:
    count = notes.arms(arms, history, 100)
    law = notes.choose(law, Bernoulli(), "law of the rewards")
    near = whole(notes.choose(radius, 1, "neighbours seen on each side"), "radius", low=0)
    return tuple(Ring(p, arms=count, radius=near, law=law) for p in notes.priors(prior, history))


def candidates(situation: Situation) -> list[Candidate]:
    arms, law = situation.problem.arms, situation.problem.law
    return [plain(Greedy(), arms, True), *(plain(policy, arms) for policy in explorers(law))]


CARD: Card[Ring] = Card(
    problem=Ring,
    title="Arms on a ring",
    example=Example("Ring(prior=Uniform(), arms=100, radius=2)", ("Greedy()", "UCB()", "ThompsonBeta()"), 10_000),
    describe=describe,
    candidates=candidates,
    why_greedy=lambda situation: "neighbours are seen for nothing, so Greedy looks around without paying for it",
    arms=lambda problem: problem.arms,
)
