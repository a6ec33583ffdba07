"""MeDZO: MOSS in epochs on ever fewer arms of a pool, with a memory arm for each past epoch."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log2, sqrt

from begreedy.policies.moss import MOSS
from begreedy.values.fields import display_label, optional
from begreedy.values.value import Value


@dataclass(frozen=True)
class MeDZO(Value):
    """MOSS in epochs of doubling length on halving numbers of arms, with one memory arm per past epoch.

    With ``p = ceil(log2 B)``, epoch i plays ``2**(p+2-i)`` arms for ``2**(p+i)`` rounds, with a fresh MOSS(``c``).  In
    a continuum the arms are the cells of the regular grid, played at their ends (``point="random"``: at a new uniform
    point of the cell at every pull); in other pools they are drawn afresh.  A memory arm replays the arm of a
    uniformly drawn round of its epoch.  ``B`` is ``sqrt(T)`` unless given.  ``empirical`` has no memory arms: it keeps
    all statistics and, at each epoch, the arms of the largest means.  c = 4 for noise of unit variance, 1 for
    Bernoulli rewards.

    Guarantee: with B = sqrt(T), of order ``L**(1/(a+1)) T**((a+2)/(2a+2)) (log T)**(3/2)`` without knowing a and L.
    A baseline: on reservoirs and many arms ``GrowingGreedy()``, told no more, lost less wherever both were measured.

    Parameters
    ----------
    c : float
        Constant of MOSS: 4 for noise of unit variance, 1 for rewards in [0, 1].
    B : float, optional
        Size of the first epoch's grid.  By default ``sqrt(T)``.
    point : str
        ``"end"`` or ``"random"``: where a cell of a continuum is played.
    empirical : bool
        Whether to keep all statistics instead of memory arms.
    label : str, optional
        The name in tables and legends; it is no part of the policy's identity.

    References
    ----------
    Hadiji (2019), *Polynomial Cost of Adaptation for X-Armed Bandits*; other pools: Zhu and Nowak (2020), MOSS++.

    Examples
    --------
    >>> MeDZO()
    MeDZO()
    """

    c: float = 1.0
    B: float | None = optional(0.0)
    point: str = "end"
    empirical: bool = False
    label: str | None = display_label()

    def validate(self) -> None:
        self.require("c", self.c >= 0.0, "at least 0")
        self.require("B", self.B is None or self.B >= 1.0, "at least 1, or left out for the root of the horizon")
        self.require("point", self.point in ("end", "random"), '"end" or "random"')

    @property
    def name(self) -> str:
        return self.label or "MeDZO"

    @property
    def base(self) -> MOSS:
        return MOSS(self.c)

    @property
    def remembers(self) -> bool:
        return not self.empirical

    @property
    def keeps(self) -> bool:
        return self.empirical

    @property
    def chosen_size(self) -> float:
        """``B`` as compiled code reads it: 0 if it is not given."""
        return self.B or 0.0

    def scale(self, horizon: int) -> int:
        size = self.chosen_size if self.chosen_size > 0.0 else sqrt(horizon)
        return max(0, ceil(log2(size) - 1e-12))

    def epoch_arms(self, epoch: int, horizon: int) -> int:
        return 2 ** max(0, self.scale(horizon) + 2 - epoch)

    def epoch_rounds(self, epoch: int, horizon: int) -> int:
        return 2 ** (self.scale(horizon) + epoch)
