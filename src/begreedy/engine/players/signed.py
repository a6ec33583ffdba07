"""A player of sets for rewards or costs, of all arms or of some that it keeps."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.engine.players.lists import played_as
from begreedy.engine.players.player import Player
from begreedy.engine.players.sets import oracle_of, player_for
from begreedy.values.canonical import concise
from begreedy.values.errors import BadType, BadValue


class SignedPlayer(NamedTuple):
    """A policy ready to play: what an arm pays, y, is learned as ``sign * y + shift``."""

    policy: Any
    player: Player
    actions: Any  # among the arms that it plays
    solve: Any  # the oracle of the actions
    sign: float
    shift: float


def signed_player(policy: Any, problem: Any, horizon: int, *, naive: bool = False) -> SignedPlayer:
    """The player for any policy that gives every arm a value; costs are turned into rewards of the same range."""
    actions = problem.actions
    if contract.has(policy, "subset"):
        policy, actions = _on_some_arms(policy, problem, horizon)
    base, pseudo, forced = played_as(policy)
    if contract.has(policy, "cascade") and (pseudo or forced):
        words = f"{concise(policy)} starts with lists of its own; use {concise(base)}"
        raise BadType(words, field="policy", value=policy, allowed=concise(base))
    contract.check_rewards(base, problem.law)
    sign, shift = 1.0, 0.0
    if problem.minimise:
        sign = -1.0
        least, most = contract.part_of(problem.law, "support", (0.0, 0.0))
        shift = least + most if isfinite(least + most) else 0.0
    solve = oracle_of(actions)
    return SignedPlayer(base, player_for(base, actions, solve, shift, naive=naive), actions, solve, sign, shift)


def _on_some_arms(policy: Any, problem: Any, horizon: int) -> tuple[Any, Any]:
    """A policy that keeps some of the arms: the policy that plays these, and the actions among them."""
    if not contract.says(problem.actions, "free"):
        allowed = f"any m of the arms, as TopM(...) has them, for {concise(policy)}"
        raise BadValue.of("Combinatorial.actions", problem.actions, allowed)
    if problem.covariance is not None:
        raise BadValue.of("Combinatorial.covariance", problem.covariance, "left out where only some arms are played")
    base, count = contract.ask(policy, "subset", problem, horizon)
    if count < problem.actions.size:
        raise BadValue.of(f"{type(policy).__name__}.k", count, f"at least the {problem.actions.size} arms of an action")
    return contract.fitted(base, problem, horizon), replace(problem.actions, arms=count)
