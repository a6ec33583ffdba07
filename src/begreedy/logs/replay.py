"""Policies judged on logged decisions: rejection replay, and inverse propensity weights.

**Replay** (Li, Chu, Langford, Wang 2011).  The policy waits until the log plays the arm it wants, learns that reward,
and all other events are skipped.  If every arm is equally likely at every event, what it experiences has exactly the
law of playing for real, but the log is shortened by the factor K.  Where propensities differ, a match counts with
probability (least propensity) / propensity, which makes arms equally likely to be met, whatever the propensities
depended on; the log is then shortened by 1 / (least propensity).

The value is the mean reward per round over ``runs`` passes, each over the log in another random order.  Every pass is
unbiased, and so is their mean; but the passes share one log, so their spread W alone says too little.  The spread V of
passes over resampled logs (events drawn with replacement) is that of one pass over a fresh log.  The log's own
contribution is V - W, plus the sampling error of that difference, for caution, at most V; its square root (with
W / runs) is the standard error.  It is conservative, and less so with more runs.

**Inverse propensity weights** judge something else: decisions of a policy that *is taught by the log*.  It walks the
log once as logged and learns from every event; before each it says what it would play, and the reward counts with
weight 1 / propensity if that is the logged arm.  The mean of these weighted rewards is an unbiased estimate of the mean
reward of its next decisions, from n events instead of n / K.  But the log explores for it: a policy that explores too
little looks better here than it would be alone.  Weighted rewards minus their expectation are martingale differences,
so the standard error is that of a mean of n numbers.  ``weighted`` divides by n, ``normalised`` by the sum of the
weights (less noise, and a bias of the order 1 / n).

Two more estimates answer the same question with the means of arms.  ``direct`` pays for every decision of the policy
what its arm paid on average in the log: little noise, and right if what an arm pays has nothing to do with when it was
played.  ``robust``, the doubly robust estimate (Dudik, Langford, Li 2011), begins with what the arm paid in the events
before and corrects that by weights where the log matches: right if the propensities are, and with less noise than
weights alone.

Where decisions were among some of the arms, policies choose among these, and so does uniform choice.  Where features
belong to decisions, the last two estimates value arms by a regression on them (``begreedy.logs.reward_model``).  Lists
and sets are judged in ``begreedy.logs.slates``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import nan, sqrt

import numpy as np

import begreedy.types as contract
from begreedy.logs.decision_log import DecisionLog, log_of
from begreedy.logs.estimate import Estimate
from begreedy.logs.judgement import Judgement, Replayed
from begreedy.logs.linear import LinearReplay
from begreedy.logs.passes import Lesson, LessonSums, LogEvents, Passes, Replay
from begreedy.logs.reading import read_log
from begreedy.logs.slate_log import SETS, SlateLog
from begreedy.logs.slates import effective, judge_slates, span_of, uniform_value, wanted_arms, whole_weights
from begreedy.logs.walk import WalkReplay
from begreedy.policies.greedy import Greedy
from begreedy.policies.reductions import Subsample
from begreedy.policies.thompson import ThompsonBeta
from begreedy.policies.ucb import UCB
from begreedy.results.comparison import distinct_labels
from begreedy.results.table_rows import TABLES, TableSource
from begreedy.run.scheduler import play_calls
from begreedy.run.workers import threads as threads_of
from begreedy.types import CombinatorialProblem, Policies, Policy, policy_list
from begreedy.values.canonical import concise
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import finite, whole

_BLOCK = 5  # passes played together

Game = Replay | WalkReplay | LinearReplay


def replay(
    log: DecisionLog | SlateLog | TableSource | Sequence[Sequence[object] | np.ndarray],
    policies: Policies | Policy = (),
    *,
    horizon: int | None = None,
    runs: int = 100,
    seed: int = 0,
    rewards: Sequence[float] | None = None,
    arms: int | None = None,
    features: Sequence[str] = (),
    context: Sequence[str] = (),
    problem: CombinatorialProblem | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Replayed:
    """Evaluate policies on a log of random decisions.

    Parameters
    ----------
    log : path, data frame or columns
        A CSV or Parquet file, a data frame of any library that knows Arrow, or the columns themselves: arms, rewards
        and, unless all arms were equally likely, propensities.
    policies : Policy or list of Policy
        Policies to judge.  By default Greedy, UCB and ThompsonBeta.
    horizon : int, optional
        Rounds to play.  By default as many as the log almost surely allows; if that is none, policies are judged by
        weights alone.
    runs : int
        Number of replays.
    seed : int
        Seed of everything random.
    rewards : pair of float, optional
        Range of rewards (policies see them scaled to [0, 1]).  By default [0, 1] if it contains all, else that of
        the log.
    arms : int, optional
        Number of arms, to check against the log: nothing is known about arms that were never played.
    features : list of str
        Columns with the features of the arm that was played, for linear policies.  Own exports need none.
    context : list of str
        Instead, columns that describe whom it was played for: each arm then has a regression of its own on these.
    problem : Combinatorial, optional
        For a log of sets: the problem whose actions they are.
    threads : int, optional
        Threads to play on.
    progress : callable, optional
        Called with rounds done and all rounds.

    Returns
    -------
    Replayed
        A judgement of each policy.

    Raises
    ------
    BadValue, BadType
        If the log cannot be read, with file, line and remedy.

    Examples
    --------
    >>> import begreedy as bg
    >>> arms, rewards = ["a", "b", "c"] * 100, [0.0, 1.0, 0.2] * 100
    >>> judged = bg.replay((arms, rewards), bg.Greedy(), runs=10)
    >>> judged.horizon, round(judged.judgements[0].replayed.mean, 2)
    (70, 0.97)
    """
    if (features or context) and not isinstance(log, TABLES):
        raise BadValue.of("features", [*features, *context], "left out: only a table has columns")
    if not isinstance(log, (DecisionLog, SlateLog)):
        if isinstance(log, TABLES):
            log = read_log(log, count=arms, features=features, context=context)
        else:
            log = log_of(*log, count=arms)
    chosen = policy_list(policies) if isinstance(policies, Sequence) else [policies]
    chosen = chosen or [Greedy(), UCB(), ThompsonBeta()]
    seed, runs = whole(seed, "seed", low=0), whole(runs, "runs", low=2, high=10**6)
    if isinstance(log, SlateLog):
        if horizon is not None:
            raise BadValue.of("horizon", horizon, "left out: lists and sets are not replayed")
        return _replay_slates(log, chosen, problem, seed, rewards)
    if problem is not None:
        raise BadValue.of("problem", problem, "left out: decisions were for single arms", got=type(problem).__name__)
    low, high = _range(log.reward, rewards)
    notes = log.doubts()
    met = len(log) * log.least  # matches to expect
    enough = int(met - 3.0 * sqrt(met))
    rounds = max(0, enough) if horizon is None else whole(horizon, "horizon", low=1, high=2**40)
    if not log.covers:
        rounds = 0
        notes.append("the log cannot be replayed: not every arm had a chance at every decision")
    elif rounds == 0:
        notes.append(
            f"the log is too short to be replayed: {len(log)} decisions leave about {met:.3g} rounds; the "
            "weighted estimates need no replay"
        )
    events = _events(log, low, high)
    games = [_game(policy, log, events, rounds, seed, (low, high)) for policy in chosen]
    names = _labels(chosen)
    judgements = []
    for i, (game, name, policy) in enumerate(zip(games, names, chosen, strict=True)):
        tell = None if progress is None else _shifted(progress, i, len(games), runs)
        lesson = game.lesson()
        passes = _play_all(game, runs, threads, tell) if rounds else None
        judgements.append(_judge(policy, name, lesson, passes, log, (low, high)))
        short = int((judgements[-1].rounds < rounds).sum())
        if short:
            notes.append(f"{name}: the log ended before round {rounds} in {short} of {runs} orders")
        mean = lesson.sums.w_reward / len(log)
        if not low <= mean <= high:
            notes.append(
                f"{name}: the weighted rewards have the mean {mean:.4g}, beyond their range: too few decisions, or "
                "wrong propensities; the normalised estimate says more"
            )
    return Replayed(log, rounds, runs, seed, (low, high), _logged(log, low, high), tuple(judgements), tuple(notes))


def _replay_slates(
    log: SlateLog,
    policies: list[Policy],
    problem: CombinatorialProblem | None,
    seed: int,
    rewards: Sequence[float] | None,
) -> Replayed:
    """Policies on a log of lists or sets, taught by it."""
    low, high = _range([reward for paid in log.paid for reward in paid if reward is not None], rewards)
    if log.kind != SETS and (low, high) != (0.0, 1.0):
        raise BadValue.of("rewards", rewards, "left out: a place of a list pays from 0 to 1", got=f"{low:g} {high:g}")
    wanted = [wanted_arms(policy, log, problem, seed, (low, high)) for policy in policies]
    span = span_of(log, wanted, (low, high))
    pairs = zip(policies, _labels(policies), wanted, strict=True)
    judgements, notes = [], log.doubts()
    for policy, name, arms in pairs:
        judgements.append(judge_slates(policy, name, log, arms, span))
        weight = whole_weights(log, arms)
        if weight is not None:
            notes.append(f"{name}: whole lists or sets match like {effective(weight):.3g} decisions of equal weight")
    return Replayed(log, 0, 0, seed, span, uniform_value(log, span), tuple(judgements), tuple(notes))


def _range(paid: Iterable[float], rewards: Sequence[float] | None) -> tuple[float, float]:
    least, most = float(min(paid)), float(max(paid))
    if rewards is None:
        return (0.0, 1.0) if least >= 0.0 and most <= 1.0 else (least, most)
    low, high = finite(rewards[0], "rewards[0]"), finite(rewards[1], "rewards[1]")
    if not low < high:
        raise BadValue.of("rewards", rewards, "a range, low below high", got=f"{low:g} {high:g}")
    if least < low or most > high:
        logged = f"all rewards of the log, which are from {least:g} to {most:g}"
        raise BadValue.of("rewards", rewards, logged, verb="include", got=f"{low:g} {high:g}")
    return low, high


def _events(log: DecisionLog, low: float, high: float) -> LogEvents:
    scaled = np.clip((log.reward - low) / (high - low), 0.0, 1.0) if high > low else np.zeros(len(log))
    keep = np.ones(len(log)) if log.uniform else log.least / log.propensity
    return LogEvents(log.arm, log.reward, scaled, log.propensity, keep)


def _game(
    policy: Policy, log: DecisionLog, events: LogEvents, horizon: int, seed: int, rewards: tuple[float, float]
) -> Game:
    """The policy on the log, if it is one that plays one of finitely many arms."""
    arms = len(log.names)
    form = contract.form_of(policy).name
    if form == contract.LISTS:
        words = f"{concise(policy)} cannot be judged on this log: it shows lists, and decisions were for single arms"
        raise BadType(words, field="policy", value=policy, allowed="one that plays single arms")
    if form == contract.LINEAR:
        return LinearReplay(policy, log, events, horizon, seed, rewards)
    base, k = policy, arms
    if isinstance(policy, Subsample):
        base, k = policy.policy, whole(policy.k or 0, "Subsample.k", low=1, high=arms)
    if contract.form_of(base).pooled:
        words = f"{concise(policy)} cannot be replayed: it needs a pool of arms, a log has {arms}"
        raise BadType(words, field="policy", value=policy, allowed="one that plays given arms")
    if contract.arm_form(base).costs:
        words = f"{concise(policy)} cannot be replayed: it looks at costs, which a log does not have"
        raise BadType(words, field="policy", value=policy, allowed="one that looks at rewards alone")
    varies = log.features is not None and log.features.varies
    if log.choice is None and not varies:
        return Replay(base, events, arms, k, horizon, seed)
    if base is not policy:
        why = "at some decisions none of its arms may be eligible" if log.choice is not None else "features vary"
        words = f"{concise(policy)} cannot be judged on this log: {why}"
        raise BadType(words, field="policy", value=policy, allowed="one that plays all arms")
    return WalkReplay(base, log, events, horizon, seed, rewards)


def _labels(policies: list[Policy]) -> list[str]:
    """Labels as elsewhere, except that the name of a Subsample always says how many arms it keeps."""
    return [
        concise(policy) if isinstance(policy, Subsample) else label
        for label, policy in zip(distinct_labels(policies), policies, strict=True)
    ]


def _judge(
    policy: Policy,
    name: str,
    lesson: Lesson,
    passes: tuple[Passes, Passes] | None,
    log: DecisionLog,
    rewards: tuple[float, float],
) -> Judgement:
    sums, events = lesson.sums, len(log)
    matches = sums.w**2 / sums.w2 if sums.w2 > 0.0 else 0.0
    weighted = Estimate.within(rewards, *_mean(sums.w_reward, sums.w2_reward2, events), matches)
    normalised = Estimate.within(rewards, *_normalised(sums), matches)
    robust = Estimate.within(rewards, *_mean(sums.robust, sums.robust2, events), matches)
    direct = Estimate.within(rewards, *lesson.direct)
    replayed, rounds = Estimate(nan, nan, missing="not replayed"), np.zeros(0, np.int64)
    if passes is not None:
        orders, resampled = passes
        rounds, replayed = orders.rounds, Estimate(nan, nan)
        if orders.rounds.all() and resampled.rounds.all():
            replayed = Estimate.within(rewards, *_replayed(orders, resampled), float(rounds.mean()))
    return Judgement(policy, name, replayed, weighted, normalised, robust, direct, rounds)


def _replayed(orders: Passes, resampled: Passes) -> tuple[float, float]:
    """Mean and standard error."""
    runs, means = len(orders.rounds), orders.reward / orders.rounds
    within = float(means.var(ddof=1))
    whole_spread = float((resampled.reward / resampled.rounds).var(ddof=1))
    caution = sqrt(2.0 / (runs - 1) * (whole_spread**2 + within**2))
    of_the_log = min(whole_spread, max(whole_spread - within, 0.0) + caution)
    return float(means.mean()), sqrt(of_the_log + within / runs)


def _play_all(game: Game, runs: int, threads: int | None, tell: Callable[[int], None] | None) -> tuple[Passes, Passes]:
    """Passes in random orders, and over resampled logs, on threads; the numbers do not depend on how many."""
    blocks = [(first, min(_BLOCK, runs - first)) for first in range(0, runs, _BLOCK)]
    calls = [partial(game.passes, *block, resampled=resampled) for resampled in (False, True) for block in blocks]

    def done(number: int) -> None:
        if tell is not None:
            tell(blocks[number % len(blocks)][1])

    def stop() -> None:
        game.stop[0] = 1

    with threads_of(threads) as workers:
        played = play_calls(calls, workers, stop=stop, done=done)
    return _joined(played[: len(blocks)]), _joined(played[len(blocks) :])


def _joined(parts: list[Passes]) -> Passes:
    return Passes(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _mean(total: float, squares: float, events: int) -> tuple[float, float]:
    """The mean of ``events`` numbers and its standard error, from their sum and the sum of their squares."""
    mean = total / events
    spread = max(0.0, squares / events - mean * mean)
    return mean, sqrt(spread / max(1, events - 1))


def _normalised(sums: LessonSums) -> tuple[float, float]:
    if sums.w == 0.0:
        return nan, nan
    mean = sums.w_reward / sums.w
    squares = max(0.0, sums.w2_reward2 - 2.0 * mean * sums.w2_reward + mean * mean * sums.w2)
    return mean, sqrt(squares) / sums.w


def _logged(log: DecisionLog, low: float, high: float) -> Estimate:
    """The mean reward of uniform choice among the eligible, from all events."""
    values = log.reward / (log.propensity * log.sizes)
    return Estimate.within((low, high), float(values.mean()), float(values.std(ddof=1)) / sqrt(len(log)), len(log))


def _shifted(progress: Callable[[int, int], None], i: int, policies: int, runs: int) -> Callable[[int], None]:
    done = 2 * runs * i

    def tell(count: int) -> None:
        nonlocal done
        done += count
        progress(done, 2 * runs * policies)

    return tell
