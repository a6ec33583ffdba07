"""The calls that change nothing, which a bandit and a client of a server have in common."""

from __future__ import annotations

from typing import Protocol

from begreedy.bandit.records import Explanation, LogEntry, State
from begreedy.bandit.uplift import Uplift
from begreedy.bandit.views.best import DRAWS


class Reading(Protocol):
    """What is known about arms, how much the policy earns, counts, and the log."""

    def arms(self, limit: int | None = None, skip: int = 0) -> list[Explanation]:
        """What is known about the arms in play, best mean first.

        Parameters
        ----------
        limit : int, optional
            Number of arms to return; by default all.
        skip : int
            Number of arms to leave out at the beginning.

        Returns
        -------
        list of Explanation
            Counts, mean, index and rank of each arm.

        Raises
        ------
        BadValue
            If ``limit`` is less than 1 or ``skip`` less than 0.
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> bandit.reward_many([(decision.id, float(decision.arm == "green")) for decision in bandit.decide_many(2)])
        2
        >>> [(arm.arm, arm.mean) for arm in bandit.arms()]
        [('green', 1.0), ('red', 0.0)]
        >>> bandit.close()
        """

    def explain(self, arm: str | int) -> Explanation:
        """What is known about one arm, and when the policy plays it.

        Parameters
        ----------
        arm : str or int
            Name of the arm, or its number if arms are numbers.

        Returns
        -------
        Explanation
            Counts, mean, index and rank, and a sentence, ``why``.

        Raises
        ------
        UnknownArm
            If there is no such arm.
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> red = bandit.explain("red")
        >>> red.status, red.pulls
        ('played', 0)
        >>> bandit.close()
        """

    def best(self, draws: int = DRAWS) -> dict[str, float]:
        """The probability of being the best, for every arm in play.

        It is estimated by draws from the posteriors of all arms; see ``begreedy.bandit.views.best``.

        Parameters
        ----------
        draws : int
            Number of draws.

        Returns
        -------
        dict of float by str
            Probabilities by name of the arm, the largest first.

        Raises
        ------
        BadValue
            If draws times arms is more than 50 million.
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> sum(bandit.best().values())
        1.0
        >>> bandit.close()
        """

    def uplift(self, level: float = 0.95) -> list[Uplift]:
        """How much more the policy earns than the control group.

        The intervals hold at every time at once, so you may look as often as you like.

        Parameters
        ----------
        level : float
            Probability with which each interval holds.

        Returns
        -------
        list of Uplift
            For all decisions, then for each segment.

        Raises
        ------
        BadValue
            If there is no control group, or rewards have no range.
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> store = tempfile.mkdtemp() + "/bandit.db"
        >>> bandit = bg.online.Bandit("Greedy", ["old", "new"], store=store, control="old", share=0.5)
        >>> bandit.reward_many([(decision.id, float(decision.arm == "new")) for decision in bandit.decide_many(1000)])
        1000
        >>> bandit.uplift()[0].difference > 0.5
        True
        >>> bandit.close()
        """

    def state(self) -> State:
        """The settings and counts of the bandit.

        Returns
        -------
        State
            Decisions, rewards, pending decisions and more.

        Raises
        ------
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> decision = bandit.decide()
        >>> bandit.state().decisions, bandit.state().pending
        (1, 1)
        >>> bandit.close()
        """

    def log(self, after: int = 0, limit: int = 1000) -> list[LogEntry]:
        """Events of the log, oldest first.

        Parameters
        ----------
        after : int
            Number of the event (``seq``) after which to begin.
        limit : int
            Largest number of events to return.

        Returns
        -------
        list of LogEntry
            The events; for the next ones, ask again with ``after=entries[-1].seq``.

        Raises
        ------
        BadValue
            If ``after`` or ``limit`` is out of range.
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> bandit.reward(bandit.decide().id, 1.0)
        True
        >>> [entry.kind for entry in bandit.log()]
        ['decided', 'rewarded']
        >>> bandit.close()
        """

    def close(self) -> None:
        """Close the connection; everything acknowledged is recorded.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> store = tempfile.mkdtemp() + "/bandit.db"
        >>> with bg.online.Bandit("Greedy", ["red", "green"], store=store) as bandit:      # closes it, too
        ...     bandit.decide().arm
        'red'
        """
