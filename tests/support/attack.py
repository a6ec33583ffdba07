"""How much the standing attack tries: a part of it in the long tests, all of it if ``BEGREEDY_ATTACK=full``.

The full numbers and what they found are in docs/reliability.md.
"""

from __future__ import annotations

import os

FULL = os.environ.get("BEGREEDY_ATTACK") == "full"


def tries(full: int) -> int:
    """A tenth of the full number of cases or kills, but at least five; all of them if that is asked for."""
    return full if FULL else max(5, full // 10)
