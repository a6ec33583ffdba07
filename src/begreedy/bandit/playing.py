"""The calls that record something, which a bandit and a client of a server have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from begreedy.bandit.events.decisions import Features
from begreedy.bandit.records import Decision
from begreedy.bandit.settings.inputs import Paid
from begreedy.results.table_rows import TableSource


class Playing(Protocol):
    """Decisions, rewards and changes of arms.  A call is recorded in the store when it returns."""

    def decide(
        self,
        n: int = 1,
        context_id: str | None = None,
        *,
        arms: Sequence[str | int] | None = None,
        exclude: Sequence[str | int] | None = None,
        user: str | None = None,
        segment: str | None = None,
        features: Features | None = None,
    ) -> Decision:
        """Decide which arm to play now.

        Parameters
        ----------
        n : int
            Length of the ranked list, for a ``Cascade(policy)``; 1 for a single arm.
        context_id : str, optional
            Name of the request.  Asked again with the same one, the same decision is returned and nothing is recorded.
        arms : list of str or int, optional
            The only eligible arms of this decision.
        exclude : list of str or int, optional
            Arms that are not eligible; all others are.
        user : str, optional
            Who it is for.  A user keeps an arm as long as it is played and eligible.
        segment : str, optional
            Segment of ``uplift`` that the decision belongs to.
        features : dict of vectors by arm, optional
            Features of arms for this decision, instead of their own.

        Returns
        -------
        Decision
            The arm (or the list) to play, and the ``id`` to report its reward with.

        Raises
        ------
        UnknownArm
            If ``arms`` or ``exclude`` has an arm that does not exist.
        BadValue, BadType
            If no arm is eligible, or the policy cannot do what is asked.
        StoreError
            If the database could not be reached; nothing was recorded unless the message says so.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> bandit.decide(context_id="visit 1").arm
        'red'
        >>> bandit.decide(context_id="visit 1").arm          # the same request again
        'red'
        >>> bandit.decide(exclude=["red"]).arm
        'green'
        >>> bandit.close()
        """

    def decide_many(
        self,
        count: int,
        context_ids: Sequence[str | None] | None = None,
        *,
        n: int = 1,
        arms: Sequence[str | int] | None = None,
        exclude: Sequence[str | int] | None = None,
        users: Sequence[str | None] | None = None,
        segment: str | None = None,
        features: Sequence[Features | None] | None = None,
    ) -> list[Decision]:
        """Make several decisions in one transaction, each aware of those before it.

        Parameters
        ----------
        count : int
            Number of decisions.
        context_ids : list of str, optional
            Context id of each decision, as for ``decide``.
        n : int
            Length of each list, for a ``Cascade(policy)``.
        arms, exclude : list of str or int, optional
            Eligible arms of all of these decisions, as for ``decide``.
        users : list of str, optional
            User of each decision.
        segment : str, optional
            Segment of all of these decisions.
        features : list of dict, optional
            Features of arms for each decision.

        Returns
        -------
        list of Decision
            The decisions, in order.

        Raises
        ------
        BadValue, BadType
            As for ``decide``; then none of them is recorded.
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> [decision.arm for decision in bandit.decide_many(2)]
        ['red', 'green']
        >>> bandit.close()
        """

    def decide_set(self, context_id: str | None = None) -> list[Decision]:
        """Decide which set of arms to play now, for a bandit with a combinatorial ``problem``.

        Parameters
        ----------
        context_id : str, optional
            Name of the request, as for ``decide``.

        Returns
        -------
        list of Decision
            A decision for each arm of the set, with its own ``id`` and its own reward.

        Raises
        ------
        BadValue
            If the bandit plays no sets.
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> problem = bg.Combinatorial(bg.TopM(4, size=2), prior=bg.Uniform())
        >>> store = tempfile.mkdtemp() + "/bandit.db"
        >>> bandit = bg.online.Bandit("Greedy", ["a", "b", "c", "d"], horizon=100, store=store, problem=problem)
        >>> len(bandit.decide_set())
        2
        >>> bandit.close()
        """

    def reward(self, decision_id: str, value: Paid, cost: float | None = None) -> bool:
        """Report what a decision paid.

        Parameters
        ----------
        decision_id : str
            The ``id`` of the decision.
        value : float, list of float or None
            Its reward.  Of a list: the place that was clicked, from 0, or None (or -1) if none was; with
            ``clicks="each"`` the reward of each place.
        cost : float, optional
            What it cost, for a bandit with ``costs``.

        Returns
        -------
        bool
            True if the reward is new, False if the same was reported before.

        Raises
        ------
        Contradiction
            If another reward was reported before, and rewards may not be revised.
        TooLate
            If the window of the decision is over.
        UnknownDecision
            If no decision has that id.
        BadValue
            If the value or the cost is out of range.
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> decision = bandit.decide()
        >>> bandit.reward(decision.id, 1.0), bandit.reward(decision.id, 1.0)
        (True, False)
        >>> bandit.close()
        """

    def reward_many(self, rewards: Iterable[Sequence[str | Paid]]) -> int:
        """Report what several decisions paid, in one transaction: all of them or none.

        Parameters
        ----------
        rewards : iterable of (str, float) or (str, float, float)
            Decision id, value and, where pulls cost, cost of each, as for ``reward``.

        Returns
        -------
        int
            How many of the rewards are new.

        Raises
        ------
        BadValue
            As for ``reward``, about the first that is refused; then none is recorded.
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> bandit.reward_many([(decision.id, 1.0) for decision in bandit.decide_many(10)])
        10
        >>> bandit.close()
        """

    def expire(self, before: float, default: float | None = None) -> int:
        """Close old decisions that have no reward.  Those with a window are closed without this.

        Parameters
        ----------
        before : float
            Time before which the decisions were made, in seconds since 1970.
        default : float, optional
            What they count as (of a list: a place, or -1 for no click).  By default the bandit's own ``default`` or,
            without one, they count as never made.

        Returns
        -------
        int
            How many decisions were closed.

        Raises
        ------
        BadValue
            If ``default`` is out of range.
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile, time
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> decision = bandit.decide()
        >>> bandit.expire(before=time.time() + 1, default=0.0)
        1
        >>> bandit.close()
        """

    def add_arms(
        self, arms: int | Sequence[str], features: TableSource | Features | Sequence[Sequence[float]] | None = None
    ) -> list[str]:
        """Add arms.

        All are played, unless the policy keeps only some of the catalogue: then they wait to be drawn when an arm that
        is played retires.

        Parameters
        ----------
        arms : list of str or int
            Their names; how many, if arms are numbers.
        features : vectors, optional
            Their features, in order or by name, where arms have features.

        Returns
        -------
        list of str
            Their names.

        Raises
        ------
        BadValue, BadType
            If a name is taken, or arms cannot come and go under the policy.
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> bandit.add_arms(["blue"])
        ['blue']
        >>> bandit.close()
        """

    def retire_arm(self, arm: str | int) -> bool:
        """Never play an arm again.  Its late rewards are still recorded, and its name is not used again.

        Parameters
        ----------
        arm : str or int
            Name of the arm, or its number if arms are numbers.

        Returns
        -------
        bool
            False if it was retired before.

        Raises
        ------
        UnknownArm
            If there is no such arm.
        BadType
            If arms cannot come and go under the policy.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> bandit.retire_arm("red"), bandit.decide().arm
        (True, 'green')
        >>> bandit.close()
        """

    def pause_arm(self, arm: str | int) -> bool:
        """Do not play an arm until it is resumed.  Its late rewards still count.

        Parameters
        ----------
        arm : str or int
            Name of the arm, or its number if arms are numbers.

        Returns
        -------
        bool
            False if it was paused before.

        Raises
        ------
        UnknownArm
            If there is no such arm.
        BadValue, BadType
            If it is not played, or arms cannot come and go under the policy.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> bandit.pause_arm("red"), bandit.decide().arm
        (True, 'green')
        >>> bandit.close()
        """

    def resume_arm(self, arm: str | int) -> bool:
        """Play a paused arm again, with all that is known about it.

        Parameters
        ----------
        arm : str or int
            Name of the arm, or its number if arms are numbers.

        Returns
        -------
        bool
            False if it is played already.

        Raises
        ------
        UnknownArm
            If there is no such arm.
        BadValue
            If it is neither played nor paused.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> bandit.pause_arm("red"), bandit.resume_arm("red"), bandit.explain("red").status
        (True, True, 'played')
        >>> bandit.close()
        """
