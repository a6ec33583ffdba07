"""Which player plays a policy, and memory for its state."""

from __future__ import annotations

from typing import Any

from begreedy.core import contract
from begreedy.engine import custom, frozen, growing, posterior, scan
from begreedy.engine.player import Methods, Player, methods_of, with_first_pulls


def player_for(policy: Any, arms: int, horizon: int, *, naive: bool = False) -> Player:
    """The player for a policy on so many arms; ``naive`` asks for the one that looks at every arm."""
    methods = methods_of(policy)
    kind = contract.kind_of(policy)
    player = _PLAYERS[_NAIVE.get(kind, kind) if naive else kind](methods, policy, arms, horizon)
    return with_first_pulls(policy, player, methods.initial_pulls)


def _draw_all(methods: Methods, policy: Any, arms: int, horizon: int) -> Player:
    return scan.player(methods, arms, sample=type(policy).sample)


_NAIVE = {
    contract.FROZEN: contract.SCAN,
    contract.GROWING: contract.SCAN,
    contract.POSTERIOR: contract.DRAW_ALL,
}

_PLAYERS = {
    contract.FROZEN: lambda methods, policy, arms, horizon: frozen.player(methods, arms),
    contract.GROWING: lambda methods, policy, arms, horizon: growing.player(methods, arms),
    contract.SCAN: lambda methods, policy, arms, horizon: scan.player(methods, arms),
    contract.POSTERIOR: lambda methods, policy, arms, horizon: posterior.player(methods, policy, arms),
    contract.DRAW_ALL: _draw_all,
    contract.CUSTOM: lambda methods, policy, arms, horizon: custom.player(methods, policy, arms, horizon),
}


def arrays(layout: Any) -> Any:
    """A state in arrays, for compiled code; a state may contain others."""
    return layout.array() if hasattr(layout, "array") else type(layout)(*(arrays(part) for part in layout))


def lists(layout: Any) -> Any:
    """A state in lists, for plain Python."""
    return type(layout)(*(spec.list() for spec in layout))
