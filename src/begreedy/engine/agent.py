"""A policy at work, one decision at a time, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from sys import float_info
from typing import Any, NoReturn

import begreedy.types as contract
from begreedy.engine.memory import check_fits, layout_bytes
from begreedy.engine.players.choice import lists, player_for
from begreedy.engine.players.player import MOVED, Player, fault_of
from begreedy.random import digest_key, seed_stream
from begreedy.types import Policy
from begreedy.values.canonical import canonical, concise
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import finite, whole


def agent_stream(policy: Any, seed: Any, stream: Any) -> list[int]:
    """The random stream of an agent: the ``stream`` of a run, or a new one with this seed."""
    if stream is None:
        words = [0] * 4
        seed_stream(words, digest_key("agent", whole(seed, "seed", low=0), canonical(policy)))
        return words
    if not isinstance(stream, (list, tuple)) or len(stream) != 4:
        raise BadType.of("stream", stream, "four words, as policy_stream gives them")
    return [whole(word, "stream", low=0, high=2**64 - 1) for word in stream]


class Agent:
    """Plays a policy on ``arms`` arms: ask ``choose()``, then tell it what the arm paid with ``learn(arm, reward)``.

    It runs the very functions that the simulator compiles, so it decides as the simulator does: with the
    ``stream`` of a run (``begreedy.policy_stream``) and the rewards of its ``trace``, it plays the same arms.

    ``learn`` may be called for any arm, chosen or not, any number of times.  The round ``t`` is one more than the
    number of rewards learned.

    Parameters
    ----------
    policy : Policy
        Any policy for finitely many arms.
    arms : int
        Number of arms; they are numbered 0, 1, ...
    horizon : int
        Number of rounds, for policies that depend on it.
    seed : int
        Seed of the policy's own randomness.
    stream : sequence of int, optional
        State of a random stream, from ``policy_stream``; overrides ``seed``.

    Examples
    --------
    >>> import begreedy as bg
    >>> agent = bg.Agent(bg.Greedy(), arms=2, horizon=100, seed=0)
    >>> agent.choose()
    0
    >>> agent.learn(0, 1.0)
    >>> agent.choose()
    1
    >>> agent.learn(1, 0.0)
    >>> agent.choose()
    0
    """

    def __init__(
        self, policy: Policy, arms: int, horizon: int, seed: int = 0, *, stream: Sequence[int] | None = None
    ) -> None:
        arms = whole(arms, "arms", low=1, high=2**31)
        horizon = whole(horizon, "horizon", low=1, high=2**53)
        player = player_for(policy, arms, horizon)
        self._take_up(policy, horizon, agent_stream(policy, seed, stream))
        self._seat(player, arms)
        player.start(policy, self._state, arms, horizon)

    def _take_up(self, policy: Any, horizon: int, stream: list[int]) -> None:
        """Set up what does not depend on the number of arms."""
        self.policy, self.horizon, self.stream = policy, horizon, stream
        self.t = 1
        self.form = contract.arm_form(policy)
        self._costs = self.form.costs
        self._observe = contract.bind(policy, "observe") if "observe" in self.form.methods else None
        # A float between these is a valid reward.
        low, high = contract.rewards_accepted(policy)
        self._low, self._high = max(low, -float_info.max), min(high, float_info.max)

    def _seat(self, player: Player, arms: int) -> None:
        """Install a player for ``arms`` arms, with an empty state."""
        who = lambda: f"an agent with {concise(self.policy)} on {arms} arms"  # noqa: E731
        check_fits(layout_bytes(player.layout), who, field="arms")
        self.arms = arms
        self._player, self._state = player, lists(player.layout)
        # Looked up once: a decision should cost about a microsecond.
        self._choose, self._learn, self._reposition = player.choose, player.learn, player.reposition

    def choose(self) -> int:
        """Choose the arm to play next.

        Returns
        -------
        int
            Number of the arm, from 0.

        Raises
        ------
        BadValue
            If the policy fails: an index that is not a number, say.

        Examples
        --------
        >>> import begreedy as bg
        >>> bg.Agent(bg.Greedy(), arms=2, horizon=100).choose()
        0
        """
        arm = self._choose(self.policy, self._state, self.t, self.arms, self.horizon, self.stream)
        if arm < 0:
            self.fail(arm)
        return arm

    def learn(self, arm: int, reward: float, cost: float | None = None) -> None:
        """Learn what a pull paid.

        Parameters
        ----------
        arm : int
            The arm that was pulled.
        reward : float
            Its reward.
        cost : float, optional
            Its cost in [0, 1], for a policy that looks at costs.

        Raises
        ------
        BadValue, BadType
            If there is no such arm, or the policy cannot use such a reward or cost.

        Examples
        --------
        >>> import begreedy as bg
        >>> agent = bg.Agent(bg.Greedy(), arms=2, horizon=100)
        >>> agent.learn(0, 1.0)
        >>> agent.totals
        [1.0, 0.0]
        """
        if cost is not None or self._costs:
            cost = self._checked_cost(arm, cost)
        # A quick test for the usual case; whatever fails it is checked in full.
        if not (
            type(reward) is float and self._low <= reward <= self._high and type(arm) is int and 0 <= arm < self.arms
        ):
            arm, reward = self._checked(arm, reward)
        self._learn_at_once(arm, reward, cost, self.t)
        self.t += 1

    def _learn_at_once(self, arm: int, reward: float, cost: float | None, t: int) -> None:
        """Learn a reward as the simulator does."""
        if cost is not None:
            self._state.stats.cost[arm] += self._observed(cost)
        status = self._learn(self.policy, self._state, arm, reward, t, self.arms, self.horizon, self.stream)
        if status == MOVED:
            self._reposition(self._state, arm)
        elif status < 0:
            self.fail(status)

    def epsilon(self, arms: int) -> float:
        """The probability with which the next arm is drawn uniformly.

        Parameters
        ----------
        arms : int
            Number of arms that it would be drawn from.

        Returns
        -------
        float
            0 for a policy that never does.

        Examples
        --------
        >>> import begreedy as bg
        >>> bg.Agent(bg.EpsilonGreedy(0.1), arms=2, horizon=100).epsilon(2)
        0.1
        """
        explores = "explore" in self.form.methods
        return float(contract.bind(self.policy, "explore")(self.policy, self.t, arms)) if explores else 0.0

    def _observed(self, amount: float) -> float:
        """What a reward or a cost counts as."""
        return amount if self._observe is None else self._observe(self.policy, amount, self.stream)

    @property
    def pulls(self) -> list[int]:
        """How often each arm was played."""
        return list(self._state.stats.pulls)

    @property
    def totals(self) -> list[float]:
        """The sum of each arm's rewards (as the policy counts them)."""
        return list(self._state.stats.total)

    def _checked_cost(self, arm: Any, cost: Any) -> float:
        if not self._costs:
            raise BadType.of("cost", cost, f"left out: {concise(self.policy)} does not look at costs")
        if cost is None:
            raise BadType.of("cost", None, f"given: {concise(self.policy)} looks at costs", got="")
        whole(arm, "arm", low=0, high=self.arms - 1)
        cost = finite(cost, "cost")
        if not 0.0 <= cost <= 1.0:
            raise BadValue.of("cost", cost, "in [0, 1]")
        return cost

    def _checked(self, arm: Any, reward: Any) -> tuple[int, float]:
        arm = whole(arm, "arm", low=0, high=self.arms - 1)
        reward = finite(reward, "reward")
        low, high = contract.rewards_accepted(self.policy)
        if not low <= reward <= high:
            raise BadValue.of("reward", reward, f"in [{low:g}, {high:g}] for {concise(self.policy)}")
        return arm, reward

    def fail(self, status: int) -> NoReturn:
        """Raise the error for a fault of the policy.

        Parameters
        ----------
        status : int
            Number of the fault, below 0, as players return it.

        Raises
        ------
        BadValue
            Always: it says what the policy did in which round.
        """
        raise fault_of(f"{concise(self.policy)} failed in round {self.t}", status)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {canonical(self.policy)} on {self.arms} arms, {self.form.kind}, round {self.t}>"
