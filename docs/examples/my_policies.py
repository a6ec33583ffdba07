"""A policy of one's own, for many_arms.toml."""

from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True)
class Optimist:
    """Index: ``mean + c / sqrt(pulls)``."""

    c: float = 1.0

    def index(self, total, pulls):
        return total / pulls + self.c / sqrt(pulls)
