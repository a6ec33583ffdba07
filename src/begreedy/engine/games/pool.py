"""The game of a policy that discovers arms in a pool as it goes: TwoTarget, Zooming, UCB-AIR."""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from begreedy.engine.games.game import Control, Record, Streams, keep_regret, open_run, reward_bounds
from begreedy.engine.players.player import BAD_ARM, BAD_MEAN, BAD_REWARD, Floats, Ints
from begreedy.random import seed_stream


class Notes(NamedTuple):
    """What is known of the arms discovered so far, and what the policy remembers."""

    total: Any
    pulls: Any
    memory: Any


def layout(policy: Any, horizon: int, size: int) -> Notes:
    """Memory for a run: as many arms as the policy may discover, and what it asks for itself."""
    capacity = min(size, horizon)
    if hasattr(policy, "capacity"):
        capacity = max(1, min(capacity, int(policy.capacity(horizon, size))))
    memory = int(policy.memory(capacity, horizon)) if hasattr(policy, "memory") else 1
    return Notes(Floats(capacity), Ints(capacity), Floats(max(1, memory)))


def game(policy: Any, pool: Any, traced: bool) -> Any:
    """The kernel that plays runs of a pool policy."""
    cls = type(policy)
    select, starts, learns = cls.select, hasattr(cls, "start"), hasattr(cls, "learn")
    own_start, own_learn = getattr(cls, "start", _nothing), getattr(cls, "learn", _nothing)
    discover, reference = pool.discover_function(), pool.reference_function()
    law = pool.law
    draw_reward = type(law).draw
    least_mean, most_mean = getattr(law, "mean_range", (-inf, inf))
    least, most = reward_bounds(law)

    def play(
        policy: Any,
        world: Any,
        law: Any,
        checkpoints: Any,
        keys: Any,
        size: int,
        horizon: int,
        streams: Streams,
        mean: Any,
        scratch: Any,
        notes: Notes,
        record: Record,
        control: Control,
        first: int,
        runs: int,
    ) -> int:
        total, pulls, memory = notes.total, notes.pulls, notes.memory
        for row in range(runs):
            instance = open_run(keys, first + row, streams)
            best = reference(world, instance, streams.instance)
            seed_stream(streams.instance, instance)  # anew, whatever the reference took from it
            for i in range(len(memory)):
                memory[i] = 0.0
            if starts:
                own_start(policy, memory, len(pulls), horizon)

            known = 0  # arms discovered so far: 0, ..., known - 1
            regret = 0.0
            reward_sum = 0.0
            last = -1
            since = 0
            status = 0
            t = 0
            for c in range(len(checkpoints)):
                while t < checkpoints[c]:
                    t += 1
                    arm = int(select(policy, memory, total, pulls, known, t, horizon, size, streams.policy))
                    if arm < 0 or arm > known or arm >= len(pulls):
                        status = BAD_ARM
                        break
                    if arm == known:
                        mean[arm] = discover(world, arm, memory[0], instance, streams.instance, scratch)
                        if not least_mean <= mean[arm] <= most_mean:
                            status = BAD_MEAN
                            break
                        total[arm] = 0.0
                        pulls[arm] = 0
                        known += 1
                    if arm != last:
                        last = arm
                        since = t
                    reward = draw_reward(law, mean[arm], streams.rewards)
                    if not least <= reward <= most:
                        status = BAD_REWARD
                        break
                    regret += best - mean[arm]
                    reward_sum += reward
                    if traced:
                        record.arm[t - 1] = arm
                        record.outcome[t - 1] = reward
                    total[arm] += reward
                    pulls[arm] += 1
                    if learns:
                        own_learn(policy, memory, total, pulls, known, arm, reward, t, horizon, streams.policy)
                halted = keep_regret(record, control, first, row, c, t, regret, status)
                if halted:
                    return halted

            record.reference[row] = best
            record.reward[row] = reward_sum
            record.locked[row] = best - mean[last] if since <= t // 2 + 1 else 0.0
            record.tried[row] = known
            best_pulls = 0
            for arm in range(known):
                best_pulls += pulls[arm] * (mean[arm] == best)
            record.pulls[row] = best_pulls
        return 0

    return play


def _nothing(*arguments: Any) -> None:
    """Stands for an optional method that the policy does not have."""
