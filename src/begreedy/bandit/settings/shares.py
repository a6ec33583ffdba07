"""Shares of decisions that are not left to the policy, checked: the floor, and the control group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from begreedy.bandit.records import UnknownArm, brief
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import finite

RANDOM = "random"
SHARE = 0.05  # of the control group, unless it is given


def checked_share(share: Any, field: str, none: float | None = None) -> float:
    """A number greater than 0 and less than 1, or ``none``, which means no share at all."""
    number = finite(share, field)
    if number != none and not 0.0 < number < 1.0:
        zero = "" if none is None else f"{none:g}, or "
        raise BadValue.of(field, number, f"{zero}greater than 0 and less than 1")
    return number


def checked_control(
    control: Any, share: Any, names: Sequence[str] | None, count: int
) -> tuple[str | None, float, int | None]:
    """The control group's arm as it was named, its share, and the number of its arm; None for a random one."""
    if control is None:
        if share is not None:
            raise BadValue.of("share", share, "left out where there is no control group")
        return None, 0.0, None
    size = checked_share(SHARE if share is None else share, "share")
    if control == RANDOM:
        return RANDOM, size, None
    if not isinstance(control, (str, int)) or isinstance(control, bool):
        raise BadType.of("control", control, "the name of an arm, or 'random'", got=brief(control))
    text = str(control)
    if names is not None:
        number = names.index(text) if text in names else -1
    else:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 20 and int(text) < count else -1
    if number < 0:
        raise UnknownArm.of("control", control, f"one of the {count} arms, or 'random'", got=brief(control))
    return text, size, number
