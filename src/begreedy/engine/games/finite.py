"""The game of a finite set of arms: instances, rewards, regret."""

from __future__ import annotations

from math import inf
from typing import Any

from begreedy.engine.games.game import Control, Record, Streams, clear, keep_regret, open_run, reward_bounds
from begreedy.engine.players.player import BAD_MEAN, BAD_REWARD, MOVED, SAME_AGAIN, Player
from begreedy.types import Stage


def _no_pull(world: Any, arm: int, arms: int, rng: Any) -> float:
    return 0.0


def no_streak(
    policy: Any,
    state: Any,
    law: Any,
    rewards: Any,
    arm: int,
    mean: float,
    gap: float,
    t: int,
    until: int,
    regret: float,
    reward_sum: float,
    arms: int,
    horizon: int,
) -> tuple[int, float, float, int]:
    """Stands for the streak of a player that has none."""
    return t, regret, reward_sum, 0


def game(player: Player, stage: Stage, traced: bool) -> Any:
    """The kernel that plays runs ``first, first + 1, ...`` of a player on a stage."""
    start, choose, learn, settle = player.start, player.choose, player.learn, player.settle
    law, fill = stage.law, stage.fill
    draw_reward = type(law).draw
    least_mean, most_mean = getattr(law, "mean_range", (-inf, inf))
    least, most = reward_bounds(law)
    varies, widens = stage.pull is not None, stage.enters is not None
    pull = stage.pull if varies else _no_pull

    # A trace plays round by round, so it also checks the streaks.
    streaks = player.streak is not None and not traced and not varies and not widens
    streak = player.streak(draw_reward, least, most) if streaks else no_streak

    def play(
        policy: Any,
        world: Any,
        law: Any,
        enters: Any,
        checkpoints: Any,
        keys: Any,
        arms: int,
        horizon: int,
        streams: Streams,
        mean: Any,
        scratch: Any,
        state: Any,
        record: Record,
        control: Control,
        first: int,
        runs: int,
    ) -> int:
        for row in range(runs):
            instance = open_run(keys, first + row, streams)
            fill(world, mean, arms, instance, streams.instance, scratch)
            best = mean[arms]  # what regret is measured against: the best arm, or more than any arm on the stage
            for arm in range(arms):
                if not least_mean <= mean[arm] <= most_mean:
                    control.fault[0] = first + row
                    return BAD_MEAN
            clear(state, arms, 0)
            start(policy, state, arms, horizon)

            regret = 0.0
            reward_sum = 0.0
            last = -1
            since = 0
            arm = 0
            arm_mean = 0.0
            gap = 0.0
            status = 0
            present = 0 if widens else arms  # arms that have entered
            t = 0
            for c in range(len(checkpoints)):
                while t < checkpoints[c]:
                    if streaks and status == SAME_AGAIN:
                        t, regret, reward_sum, status = streak(
                            policy,
                            state,
                            law,
                            streams.rewards,
                            arm,
                            arm_mean,
                            gap,
                            t,
                            checkpoints[c],
                            regret,
                            reward_sum,
                            arms,
                            horizon,
                        )
                    else:
                        t += 1
                        if widens:
                            while present < arms and enters[present] <= t:
                                present += 1
                                status = 0
                        if status != SAME_AGAIN:
                            arm = choose(policy, state, t, present, horizon, streams.policy)
                            if arm < 0:
                                status = arm
                                break
                            arm_mean = mean[arm]
                            gap = best - arm_mean
                            if arm != last:
                                last = arm
                                since = t
                        if varies:
                            arm_mean = pull(world, arm, arms, streams.policy)
                            gap = best - arm_mean
                        reward = draw_reward(law, arm_mean, streams.rewards)
                        if not least <= reward <= most:
                            status = BAD_REWARD
                            break
                        regret += gap
                        reward_sum += reward
                        if traced:
                            record.arm[t - 1] = arm
                            record.outcome[t - 1] = reward
                        status = learn(policy, state, arm, reward, t, present, horizon, streams.policy)
                    if status == MOVED:
                        settle(state, arm)
                    elif status < 0:
                        break
                halted = keep_regret(record, control, first, row, c, t, regret, status)
                if halted:
                    return halted

            record.reference[row] = best
            record.reward[row] = reward_sum
            record.locked[row] = best - mean[last] if since <= t // 2 + 1 else 0.0
            tried = 0
            best_pulls = 0
            for arm in range(arms):
                tried += state.pulls[arm] > 0
                best_pulls += state.pulls[arm] * (mean[arm] == best)
            record.tried[row] = tried
            record.pulls[row] = best_pulls
        return 0

    return play
