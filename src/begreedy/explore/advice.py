"""The advice sentence for a setting: worked out beside the curves, with an effort of its own."""

from __future__ import annotations

from functools import partial
from typing import Any

from begreedy.advice.advise import advise
from begreedy.explore.setting import _WRONG, CompareArguments, Refused, fault_of
from begreedy.web.advisers import Advisers, Progress

EFFORT = 3.0  # nominal seconds of one core


class PageAdvisers(Advisers):
    """Advisers on settings of the page."""

    def __init__(self, effort: float = EFFORT) -> None:
        super().__init__()
        self.effort = effort

    async def advise(self, setting: CompareArguments) -> dict[str, Any]:
        """What to do; cancelled with its task."""
        return await self.ask(partial(self._answer, setting))

    def _answer(self, setting: CompareArguments, progress: Progress) -> dict[str, Any]:
        try:
            advice = advise(setting.problem, setting.horizon, seed=setting.seed, effort=self.effort, progress=progress)
        except _WRONG as error:
            raise Refused(fault_of("advice", error)) from None
        return {
            "sentence": advice.sentence,
            "greedy": advice.greedy,
            "summary": [list(line) for line in advice.summary],
            "notes": list(advice.notes),
            "turning": None if advice.turning is None else str(advice.turning),
        }
