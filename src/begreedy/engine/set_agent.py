"""A policy at work on sets of arms, one decision at a time, in plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import begreedy.types as contract
from begreedy.engine.agent import agent_stream
from begreedy.engine.memory import check_fits, layout_bytes, on_problem
from begreedy.engine.players.choice import lists
from begreedy.engine.players.player import MOVED, fault_of
from begreedy.engine.players.signed import signed_player
from begreedy.types import CombinatorialProblem, Policy
from begreedy.values.canonical import canonical
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import finite, whole


class SetAgent:
    """Plays a policy on sets of arms: ask ``choose()`` for a set, then tell it what the arms paid with ``learn``.

    It runs the very functions that the simulator compiles, so it decides as the simulator does: with the ``stream`` of
    a run (``begreedy.policy_stream``) and the rewards of that run, it plays the same actions.  It does not look at the
    means and the prior of the problem.  ``learn`` takes what was paid by arm: by all, some or none of those chosen, or
    by others; each call ends a round.

    Parameters
    ----------
    policy : Policy
        Any policy for sets of arms.
    problem : Combinatorial
        The problem; only its actions and its law are used.
    horizon : int
        Number of rounds, for policies that depend on it.
    seed : int
        Seed of the policy's own randomness.
    stream : sequence of int, optional
        State of a random stream, from ``policy_stream``; overrides ``seed``.

    Examples
    --------
    >>> import begreedy as bg
    >>> problem = bg.Combinatorial(bg.Sets([[0, 1], [2, 3]]), prior=bg.Uniform())
    >>> agent = bg.SetAgent(bg.Greedy(), problem, horizon=100, seed=1)
    >>> chosen = agent.choose()
    >>> agent.learn({arm: 1.0 for arm in chosen})
    >>> other = agent.choose()
    >>> agent.learn({arm: 0.0 for arm in other})
    >>> sorted(chosen + other), agent.choose() == chosen
    ([0, 1, 2, 3], True)
    """

    def __init__(
        self,
        policy: Policy,
        problem: CombinatorialProblem,
        horizon: int,
        seed: int = 0,
        *,
        stream: Sequence[int] | None = None,
    ) -> None:
        if not contract.says(problem, "semi_bandit"):
            raise BadType.of("problem", problem, "one whose actions are sets of arms, such as Combinatorial(...)")
        self.horizon = whole(horizon, "horizon", low=1, high=2**53)
        policy = contract.fitted(policy, problem, self.horizon)
        if contract.has(policy, "subset"):
            raise BadValue.of("policy", policy, "one that plays all arms: draw the arms to keep yourself")
        signed = signed_player(policy, problem, self.horizon)
        self.policy, self.problem, self.t = signed.policy, problem, 1
        self.stream = agent_stream(policy, seed, stream)
        self._player, self._sign, self._shift = signed.player, signed.sign, signed.shift
        check_fits(layout_bytes(signed.player.layout), on_problem(self.policy, problem))
        self._state = lists(signed.player.layout)
        self._chosen = [-1] * problem.actions.size
        signed.player.start(self.policy, self._state, problem.arms, self.horizon)

    def choose(self) -> tuple[int, ...]:
        """Choose the set of arms to play next.

        Returns
        -------
        tuple of int
            Numbers of the arms, from 0.

        Raises
        ------
        BadValue
            If the policy fails: an index that is not a number, say.

        Examples
        --------
        >>> import begreedy as bg
        >>> problem = bg.Combinatorial(bg.TopM(4, size=2), prior=bg.Uniform())
        >>> len(bg.SetAgent(bg.Greedy(), problem, horizon=100).choose())
        2
        """
        size = self._player.pick(
            self.policy,
            self.problem.actions,
            self._state,
            self.t,
            self.problem.arms,
            self.horizon,
            self.stream,
            self._chosen,
        )
        self._check(size)
        return tuple(self._chosen[:size])

    def learn(self, paid: Mapping[int, float]) -> None:
        """Learn what arms paid (or cost) in this round, and go on to the next.

        Parameters
        ----------
        paid : dict of float by int
            What each arm paid; arms that are left out showed nothing.

        Raises
        ------
        BadValue, BadType
            If there is no such arm, or the law of the problem allows no such reward.

        Examples
        --------
        >>> import begreedy as bg
        >>> problem = bg.Combinatorial(bg.TopM(4, size=2), prior=bg.Uniform())
        >>> agent = bg.SetAgent(bg.Greedy(), problem, horizon=100)
        >>> agent.learn({0: 1.0, 3: 0.0})
        >>> agent.pulls
        [1, 0, 0, 1]
        """
        least, most = contract.range_of(self.problem.law, "support")
        amounts = {}
        for arm, amount in paid.items():
            place = whole(arm, "arm", low=0, high=self.problem.arms - 1)
            amounts[place] = finite(amount, f"paid[{place}]")
            if not least <= amounts[place] <= most:
                raise BadValue.of(f"paid[{place}]", amount, f"in [{least:g}, {most:g}]")
        for arm, amount in amounts.items():
            status = self._player.learn(
                self.policy,
                self._state,
                arm,
                self._sign * amount + self._shift,
                self.t,
                self.problem.arms,
                self.horizon,
                self.stream,
            )
            if status == MOVED:
                self._player.reposition(self._state, arm)
            self._check(status)
        self.t += 1

    @property
    def pulls(self) -> list[int]:
        """How often a reward of each arm was learned."""
        return list(self._state.stats.pulls)

    def _check(self, status: int) -> None:
        if status < 0:
            raise fault_of(f"{canonical(self.policy)} failed in round {self.t}", status)

    def __repr__(self) -> str:
        return f"<SetAgent {canonical(self.policy)} on {canonical(self.problem.actions)}, round {self.t}>"
