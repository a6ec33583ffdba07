"""What a player of posterior samples keeps, and what it knows of the laws of samples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from begreedy.engine.players.player import ArmStatistics

# Positions of scalars: ten arrays of length 1 would make every choice a tenth slower.  In ``counts``:
DRAWING = 0  # how many arms are drawn every round
UNTIL = 1  # the round in which all is renewed (0: nothing is known yet)
BELOW = 2  # rounds since then whose winner did not exceed the level
SEEN = 3  # rounds since then
CHOICES = 4  # choices of the run
LOOKED = 5  # how often an arm was looked at in the run, to draw it or to measure its tails
PLAYED = 6  # with leaps: arms that were played
LEAVES = 7  # with leaps: how many seats the tree has room for
MEASURED = 8  # with leaps: how many fresh arms their envelope is for
ABOVE = 9  # with leaps: looks at arms above the level since all was renewed
# In ``winners``:
LEVEL = 0  # what most winning samples exceed
CENTRE = 1
SPREAD = 2
DEPTH = 3  # of the level below the centre, in spreads
CUT = 4  # with leaps: the log probability that the envelope of a fresh arm has no point above the level


# In ``tree``, where the children of node i are 2 i and 2 i + 1:
ROOT = 1  # the sum of all rates
# In ``tail`` of an arm whose density is log-concave, and in ``envelope``:
HEIGHT = 0  # log density at the level
DECAY = 1  # minus its slope there
# In ``envelope`` only:
BASE = 2  # its level
NONE = 3  # the log probability that an arm has no point of the envelope


class Ranks(NamedTuple):
    """The largest samples of the round."""

    largest: Any  # by place: the sample
    luck: Any  # by place: nothing, since samples do not tie


class Seats(NamedTuple):
    """The arms that were played, and what is known of the others."""

    order: Any  # by seat: the arm; played ones first
    seat: Any  # by arm
    envelope: Any  # of the law of the arms that were never played


class PosteriorState(NamedTuple):
    """The statistics of the arms, and what is known of their tails above the level."""

    stats: ArmStatistics
    tail: Any  # by arm: what is known of its tails at the level
    tree: Any  # sums of rates, 0 for arms that are drawn; leaf of an arm at ``leaves + arm``, with leaps + its seat
    drawn: Any  # the arms that are drawn every round
    place: Any  # by arm: position among the drawn + 1, or 0
    stamp: Any  # by arm: the last choice in which it was hit; in lists, minus that if its sample was above the level
    counts: Any  # of rounds and arms
    winners: Any  # where the winning samples lie or, of a player of lists, the last of the largest samples
    ranks: Any = ()  # of a player of lists: ``Ranks``
    seats: Any = ()  # with leaps: ``Seats``


class Fresh(NamedTuple):
    """The largest sample of all arms that were never played."""

    measure: Callable[..., None]  # (policy, envelope, fresh): notes an envelope that suits this many arms
    none_above: Callable[..., float]  # (envelope, level): the log probability that an arm has no point above a level
    # (policy, state, arm, fresh, reach, rng): a draw of the largest sample of ``fresh`` arms like this one, whose
    # highest point is where ``none_above`` is ``reach``; a NaN if the policy is wrong
    largest: Callable[..., float]


class Tails(NamedTuple):
    """How the samples of a policy behave beyond a level."""

    numbers: int  # kept per arm
    rate_of: Callable[..., float]  # (policy, state, arm): notes the tails; the rate, or -1 if the arm is better drawn
    hit: Callable[..., float]  # (policy, state, arm, best, rng): the sample of an arm that was hit, if above the level
    to_scale: Callable[..., float]  # of a sample: on which centre and spread of the winners are followed
    from_scale: Callable[..., float]
