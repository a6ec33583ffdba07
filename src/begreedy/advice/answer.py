"""The answer: policies in order, the turning point, a sentence, and what was assumed."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Unpack

from begreedy.advice.history import FittedPrior
from begreedy.advice.models import card_of
from begreedy.results.result import Result
from begreedy.theory.bound import Bound
from begreedy.types import Policy, Problem
from begreedy.values.canonical import canonical
from begreedy.values.numbers import five_digits, number, rounded
from begreedy.values.text_table import html_table, text_table

if TYPE_CHECKING:
    from begreedy.results.plot import Axes, PlotOptions

Line = tuple[str, str]  # of the summary: what it is about, and what is said
TAIL = 100  # runs: fewer tell little of the worst 5 %, or of what happens in one run of ten
BAD = 0.1  # an arm is bad if its mean is this share of the best below the best


@dataclass(frozen=True)
class Option:
    """A policy and what to expect from it.

    ``mean`` is the expected regret (of a budgeted problem with random arms: its share of what the best would earn).
    ``q90`` is exceeded in one run of ten, ``worst`` is the mean of the worst 5 % of the runs; ``reward_low`` to
    ``reward_high`` hold what 90 % of the runs earn; where arms cost, rewards are minus their costs.  ``locked`` is the
    probability of playing one and the same bad arm (10 % below the best) throughout the last half, None where arms do
    not last.  ``by_prior`` has the mean under each of the priors drawn from a history; their spread is part of
    ``stderr``, while ``tied`` says that the simulation, averaged over these priors, cannot tell the policy from the
    best.
    """

    rank: int
    name: str
    policy: Policy
    k: int | None
    greedy: bool
    tied: bool
    runs: int
    mean: float
    stderr: float
    reward: float
    reward_stderr: float
    reward_low: float
    reward_high: float
    q90: float
    worst: float
    locked: float | None
    by_prior: tuple[float, ...]
    bound: Bound | None = None
    open: bool = False  # so few runs that the policy may be as good as the best, or far worse

    @property
    def rare_seen(self) -> bool:
        """Whether there are enough runs to tell of those that end badly."""
        return self.runs >= TAIL


def rival_of(options: Sequence[Option]) -> Option | None:
    """The best policy of the other kind, greedy or exploring, than the best of all."""
    return next((option for option in options if option.greedy != options[0].greedy), None)


@dataclass(frozen=True)
class Turning:
    """Where an exploring policy overtakes Greedy, along ``axis``: ``value``, or None if not between low and high.

    It is None too where it is not clear who is ahead in the situation asked about; there may be an ``explorer`` then,
    because it is clear at the other end.
    """

    axis: str
    value: float | None
    low: float
    high: float
    greedy_ahead: bool  # in the situation asked about
    explorer: str | None = None
    margin: float = 0.0  # the share of Greedy's regret that must be saved to overtake it
    clear: float | None = None  # as far as who is ahead is clear, where it is not at the end that was reached
    counted: str | None = None  # what a place on the axis is a number of

    def __str__(self) -> str:
        if self.value is not None:
            what = f"saves {100 * self.margin:g} % of Greedy's regret" if self.margin else "overtakes Greedy"
            return f"{self.explorer} {what} at a {self.axis} of about {self._with_unit(self.value)}"
        if self.explorer is not None:
            here, there = (self.low, self.high) if self.greedy_ahead else (self.high, self.low)
            unclear = f"who is ahead at a {self.axis} of {self._with_unit(here)} is not clear"
            return f"{unclear}; at {self._with_unit(there)}, {self._ahead_elsewhere()}"
        if self.low == self.high:
            return f"none looked for: any other {self.axis} is too short to compare or too long to simulate"
        if self.clear is not None:
            far, way = (self.high, "up") if self.greedy_ahead else (self.low, "down")
            unclear = f"who is ahead from there to {self._with_unit(far)} so few runs cannot tell"
            return f"none found {way} to a {self.axis} of {self._with_unit(self.clear)}; {unclear}"
        where = f"at a {self.axis} from {rounded(self.low)} to {self._with_unit(self.high)}"
        who = "nothing clearly overtakes Greedy" if self.greedy_ahead else "Greedy is not clearly ahead"
        if self.margin:
            saves = "saves less" if self.greedy_ahead else "saves more"
            who = f"the best rival {saves} than {100 * self.margin:g} % of Greedy's regret"
        return f"none found; {who} {where}"

    def _with_unit(self, place: float) -> str:
        return rounded(place) if self.counted is None else f"{rounded(place)} {self.counted}"

    def _ahead_elsewhere(self) -> str:
        """Who is clearly ahead at the other end, if it is not clear here."""
        if self.margin:
            how = "more" if self.greedy_ahead else "less"
            return f"{self.explorer} clearly saves {how} than {100 * self.margin:g} % of Greedy's regret"
        ahead, behind = (self.explorer, "Greedy") if self.greedy_ahead else ("Greedy", self.explorer)
        return f"{ahead} is clearly ahead of {behind}"


@dataclass(frozen=True, repr=False)
class Advice:
    """Advice: options ranked from the best, by their mean plus its standard error (of few runs, up to twice that).

    Prints as a table; ``to_rows`` are its numbers, ``plot`` its curves.
    """

    model: str
    problem: Problem
    horizon: int | None
    seed: int
    options: tuple[Option, ...]
    settled: bool
    turning: Turning | None
    sentence: str
    summary: tuple[Line, ...]
    notes: tuple[str, ...]
    assumed: tuple[str, ...]
    prior: FittedPrior | None
    theorem_k: int | None
    results: tuple[Result, ...] = field(compare=False)

    @property
    def best(self) -> Option:
        """The policy to play."""
        return self.options[0]

    @property
    def greedy(self) -> bool | None:
        """Whether to be greedy; None if the best greedy policy and the best exploring one are equally good."""
        rival = rival_of(self.options)
        return None if rival is not None and rival.tied else self.best.greedy

    @property
    def turning_point(self) -> float | None:
        """The horizon (lifetime, budget) from which an exploring policy is better than Greedy, if it was found."""
        return None if self.turning is None else self.turning.value

    def to_rows(self) -> list[dict[str, object]]:
        """The numbers of the table, and the advice in words.

        Returns
        -------
        list of dict
            A row per policy, the best first, and one with the advice.

        Examples
        --------
        >>> import begreedy as bg
        >>> rows = bg.advise("finite", horizon=1000, arms=100).to_rows()     # doctest: +SKIP
        """
        rows = [self._row(option) for option in self.options]
        rows.append(
            {
                "model": self.model,
                "advice": self.sentence,
                "summary": dict(self.summary),
                "greedy": self.greedy,
                "settled": self.settled,
                "policy": self.best.name,
                "k": self.best.k,
                "theorem_k": self.theorem_k,
                "turning_point": self.turning_point,
                "turning": None if self.turning is None else str(self.turning),
                "assumed": list(self.assumed),
                "notes": list(self.notes),
                "prior": None if self.prior is None else str(self.prior),
            }
        )
        return rows

    def _row(self, option: Option) -> dict[str, object]:
        bound = option.bound
        return {
            "model": self.model,
            "rank": option.rank,
            "policy": option.name,
            "spec": canonical(option.policy),
            "k": option.k,
            "greedy": option.greedy,
            "tied": option.tied,
            "open": option.open,
            "horizon": self.horizon,
            "runs": option.runs,
            "seed": self.seed,
            "mean": option.mean,
            "stderr": option.stderr,
            "reward": option.reward,
            "reward_stderr": option.reward_stderr,
            "reward_low": option.reward_low,
            "reward_high": option.reward_high,
            "q90": option.q90,
            "worst": option.worst,
            "locked": option.locked,
            "by_prior": list(option.by_prior) if self.prior is not None else None,
            "bound": None if bound is None else bound.value,
            "vacuous": None if bound is None else bound.vacuous,
        }

    def table(self) -> str:
        """The policies as a plain-text table.

        Returns
        -------
        str
            A row per policy, the best first.

        Examples
        --------
        >>> import begreedy as bg
        >>> print(bg.advise("finite", horizon=1000, arms=100).table())       # doctest: +SKIP
        """
        return text_table(self._rows())

    def _rows(self) -> list[list[str]]:
        fitted, costs = self.prior is not None, card_of(self.problem).costs(self.problem)
        head = [
            "",
            "policy",
            "K",
            "regret",
            "cost" if costs else "reward",
            "90 %",
            "worst 5 %",
            "locked",
            "bound",
            "runs",
        ]
        lines = [head[:4] + (["over priors"] if fitted else []) + head[4:]]
        alike = any(option.tied and not option.open for option in self.options[1:])
        for option in self.options:
            place = "=" if option.tied and (alike or option.rank > 1) else str(option.rank)
            line = [
                "?" if option.open else place,
                option.name,
                "" if option.k is None else str(option.k),
                f"{number(option.mean)} ± {number(option.stderr, 2)}",
                *([f"{number(min(option.by_prior))} to {number(max(option.by_prior))}"] if fitted else []),
                f"{number(-option.reward if costs else option.reward)} ± {number(option.reward_stderr, 2)}",
                number(option.q90) if option.rare_seen else "",
                number(option.worst) if option.rare_seen else "",
                "" if option.locked is None or not option.rare_seen else f"{100 * option.locked:.3g} %",
                _bound(option.bound),
                str(option.runs),
            ]
            lines.append(line)
        filled = [i for i in range(len(lines[0])) if i == 0 or any(line[i] for line in lines[1:])]
        return [[line[i] for i in filled] for line in lines]

    def __repr__(self) -> str:
        notes = "\n".join(f"note: {note}" for note in self.notes)
        return "\n\n".join(filter(None, [self.sentence, text_table(self._answer()), self.table(), notes]))

    def _answer(self) -> list[Line]:
        """The summary and what was assumed, each with what it is about."""
        return [*self.summary, *(("assumed", words) for words in self.assumed)]

    def _repr_html_(self) -> str:
        """What a notebook shows: the advice in a sentence, what it is about, the policies, and notes."""
        facts = [f"{what}: {words}" for what, words in self._answer()] + [f"note: {note}" for note in self.notes]
        listed = "".join(f"<li>{html.escape(fact)}</li>" for fact in facts)
        return f"<p><b>{html.escape(self.sentence)}</b></p>{html_table(self._rows(), bold=1)}<ul>{listed}</ul>"

    def plot(self, ax: Axes | None = None, most: int = 6, **options: Unpack[PlotOptions]) -> Axes:
        """Draw the mean regret of the best policies over time, with bands.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default a new figure.
        most : int
            Largest number of policies.
        **options
            ``band``, ``log``, ``legend``, ``labels`` and ``what``, as for ``Result.plot``.

        Returns
        -------
        matplotlib Axes
            The axes with the curves.

        Raises
        ------
        MissingExtra
            If Matplotlib is not installed: the extra ``plot``.

        Examples
        --------
        >>> import begreedy as bg
        >>> ax = bg.advise("finite", horizon=1000, arms=100).plot(most=3)    # doctest: +SKIP
        """
        from begreedy.results.plot import curves

        return curves(shown(self.options, self.results, most), ax, **options)


def shown(options: Sequence[Option], results: Sequence[Result], most: int) -> list[Result]:
    """The results to draw: the best of each family first, so that seven numbers of arms do not hide the others."""
    chosen: list[int] = []
    for i, option in enumerate(options):
        if not any(options[j].name.split("(K=")[0] == option.name.split("(K=")[0] for j in chosen):
            chosen.append(i)
    rest = [i for i in range(len(options)) if i not in chosen]
    return [results[i] for i in sorted((chosen + rest)[:most])]


def _bound(bound: Bound | None) -> str:
    if bound is None:
        return ""
    return f"<= {five_digits(bound.value)}" + (" (vacuous)" if bound.vacuous else "")
