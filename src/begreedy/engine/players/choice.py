"""Which player plays a policy, and memory for its state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import begreedy.types as contract
from begreedy.engine.players import custom, forgetting, fresh, frozen, growing, lazy, ordered, posterior, ratio, scan
from begreedy.engine.players.player import BAD_SAMPLE, Player, methods_of, with_first_pulls
from begreedy.values.canonical import concise
from begreedy.values.errors import BadType

MANY = 300  # arms; from here on, one draw for all that were never played makes Thompson sampling faster (measured)


def player_for(
    policy: Any,
    arms: int,
    horizon: int,
    *,
    naive: bool = False,
    aged: bool = False,
    leaps: bool = False,
    fixed: bool = False,
) -> Player:
    """The player for a policy on ``arms`` arms; ``naive`` asks for the one that looks at every arm.

    ``leaps``: any player with the same law will do, whatever random numbers it draws.

    ``fixed``: all arms are there in the first round, and nothing is known of them before it.

    ``aged``: arms come and go, an index gets the age of its arm as ``t``, and first pulls are not the player's
    business.
    """
    kind = contract.kind_of(policy)
    if kind == contract.FORGETTING:
        if aged:
            raise forgetting.refusal(policy)
        return forgetting.player(policy, arms, horizon)
    methods = methods_of(policy, aged=aged)
    if naive:
        kind = _NAIVE.get(kind, kind)
    # Arms that were never played share one posterior; forced first pulls leave no such arms.
    if leaps and kind == contract.POSTERIOR and arms >= MANY and not methods.costs and methods.initial_pulls == 0:
        player = lazy.player(methods, arms, posterior.tails(policy), fresh=fresh.fresh(methods, policy))
    elif kind == contract.FROZEN:
        player = frozen.player(methods, arms, fixed=fixed)
    else:
        player = _PLAYERS[kind](methods, policy, arms, horizon)
    return with_first_pulls(policy, player, 0 if aged else methods.initial_pulls)


def sweeps(policy: Any) -> bool:
    """Whether a policy begins by pulling all arms, in order: fewer rounds than arms never get to the others."""
    return contract.arm_form(policy).name == contract.INDEX and methods_of(policy).initial_pulls > 0


def lister_for(policy: Any, arms: int, slots: int, *, unseen: int = 0, naive: bool = False) -> Player:
    """The player that ranks the best ``slots`` arms of a policy by index; arms with ``unseen`` pulls come first."""
    kind = contract.kind_of(policy)
    if kind in (contract.CUSTOM, contract.FORGETTING):
        words = f"{concise(policy)} chooses one arm at a time; a list needs an index, sample or values"
        raise BadType(words, field="policy", value=policy, allowed="one with an index, sample or values")
    methods = methods_of(policy, unseen=unseen)
    if kind == contract.FROZEN and not naive:
        return ordered.player(methods, arms)
    if kind == contract.GROWING and not naive:
        return growing.player(methods, arms, slots)
    if kind in (contract.POSTERIOR, contract.DRAW_ALL):
        return scan.player(methods, arms, scan.samples(methods), BAD_SAMPLE, slots)
    fill = scan.own_values(policy) if kind == contract.VALUES else scan.indices(methods)
    return scan.player(methods, arms, fill, slots=slots)


_NAIVE = {
    contract.FROZEN: contract.SCAN,
    contract.GROWING: contract.SCAN,
    contract.POSTERIOR: contract.DRAW_ALL,
}

_PLAYERS = {
    contract.GROWING: lambda methods, policy, arms, horizon: growing.player(methods, arms),
    contract.SCAN: lambda methods, policy, arms, horizon: scan.player(methods, arms, scan.indices(methods)),
    contract.POSTERIOR: lambda methods, policy, arms, horizon: lazy.player(
        methods, arms, (ratio if methods.costs else posterior).tails(policy)
    ),
    contract.DRAW_ALL: lambda methods, policy, arms, horizon: scan.player(
        methods, arms, scan.samples(methods), BAD_SAMPLE
    ),
    contract.VALUES: lambda methods, policy, arms, horizon: scan.player(methods, arms, scan.own_values(policy)),
    contract.CUSTOM: lambda methods, policy, arms, horizon: custom.player(methods, policy, arms, horizon),
}


def arrays(layout: Any) -> Any:
    """A state in arrays, for compiled code; a state may contain others."""
    return layout.array() if hasattr(layout, "array") else type(layout)(*(arrays(part) for part in layout))


def copied(state: Any) -> Any:
    """A copy of a state in lists; a state may contain others."""
    return list(state) if isinstance(state, list) else type(state)(*(copied(part) for part in state))


def lists(layout: Any) -> Any:
    """A state in lists, for plain Python; a state may contain others."""
    return layout.list() if hasattr(layout, "list") else type(layout)(*(lists(part) for part in layout))


def lasting_parts(player: Player, state: Any) -> Iterator[tuple[str, Any, int]]:
    """The parts of a player's state and of the states in it, with how many numbers of each a snapshot keeps."""
    for name, part in zip(state._fields, state, strict=True):
        if isinstance(part, tuple):
            yield from lasting_parts(player, part) if part else ()
        elif player.lasting.get(name) != 0:
            yield name, part, player.lasting.get(name, len(part))
