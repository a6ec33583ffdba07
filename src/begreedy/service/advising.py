"""Second advice on bandits of a store: on threads of its own, within what one request may take."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from functools import partial

from begreedy.advice.advise import advise
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import candidates
from begreedy.bandit.second_advice import EFFORT, Remaining, SecondAdvice, remaining
from begreedy.engine.memory import state_bytes
from begreedy.engine.simulation import prepare
from begreedy.explore.limits import MEGABYTE, Limits
from begreedy.service.faults import Fault
from begreedy.service.registry import Registry, check_name
from begreedy.values.errors import BadValue
from begreedy.values.numbers import size_words
from begreedy.web.advisers import Advisers, Progress

_MOST_WAITING = 8  # requests, those that are answered included
_LOOK = 0.5  # seconds between two looks at whether somebody still waits


class Advising:
    """Advice on the rounds that bandits have left; ``leaving`` ends it soon, because the server stops."""

    def __init__(self, registry: Registry, limits: Limits) -> None:
        self.registry, self.limits, self.leaving = registry, limits, False
        self._advisers = Advisers()

    async def ask(self, name: str, effort: float | None, disconnected: Callable[[], Awaitable[bool]]) -> SecondAdvice:
        """Advice on a bandit; given up once nobody waits for it."""
        check_name(name)
        effort = min(EFFORT, self.limits.seconds) if effort is None else effort
        if effort > self.limits.seconds:
            raise BadValue.of("effort", effort, f"at most {self.limits.seconds:g}, the seconds of a request")
        if self._advisers.waiting >= _MOST_WAITING:
            raise Fault(503, "too many requests wait for advice; nothing was simulated", retry=5)
        asking = self._advisers.ask(partial(self._advise, name, effort))
        try:
            while not asking.done():
                await asyncio.wait([asking], timeout=_LOOK)
                if not asking.done() and (self.leaving or await disconnected()):
                    raise Fault(503, "the server is stopping, or nobody waits for this advice", retry=5)
            return asking.result()
        finally:
            asking.cancel()

    def close(self) -> None:
        """Give up what is asked."""
        self.leaving = True
        self._advisers.close()

    # ------------------------------------------------------------ on another thread

    def _advise(self, name: str, effort: float, progress: Progress) -> SecondAdvice:
        with self.registry.open(name) as bandit:  # apart from the one in memory, which goes on
            situation = remaining(bandit)
        self._check_memory(situation)
        return SecondAdvice.of(advise(effort=effort, progress=progress, **situation))

    def _check_memory(self, facts: Remaining) -> None:
        """Refuse more arms than a request has memory for, on all cores at once."""
        situation = situation_of(facts["problem"], facts["horizon"], arms=facts["arms"], history=facts["history"])
        policies = [candidate.policy for candidate in candidates(situation)]
        states = [state_bytes(prepare(policy, situation.problem, situation.rounds, 0, 1)) for policy in policies]
        needed = (os.cpu_count() or 1) * max(states)
        if needed > self.limits.megabytes * MEGABYTE:
            allowed = f"so few that advice takes at most {size_words(self.limits.megabytes * MEGABYTE)} (--max-memory)"
            raise BadValue.of("arms", facts["arms"], allowed, got=f"{facts['arms']}, which take {size_words(needed)}")
