"""A simulation: one policy on one problem, checked, compiled, and ready to play any block of its runs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from time import thread_time
from typing import Any, NamedTuple, cast

import numpy as np

from begreedy.compile.compiler import CompileError, missing, native, ours_to_compile, source_digest
from begreedy.compile.loading import Raised
from begreedy.compile.mirror import mirror
from begreedy.engine.games.game import STOPPED, Control, Gauge, Plan, Record, Streams, Table, control_of
from begreedy.engine.games.loop import kernel_of
from begreedy.engine.measuring import Measurement, check_measures, columns, measured, measurements, mirrors, width
from begreedy.engine.memory import SMALL, check_fits, on_problem, run_bytes, state_bytes, trace_bytes
from begreedy.engine.options import PlayOptions
from begreedy.engine.plain import Timed, as_plain, in_plain_python
from begreedy.engine.plan import check_problem, plan_for
from begreedy.engine.players.choice import arrays
from begreedy.engine.players.leaps import SHORTEST
from begreedy.engine.players.player import fault_of
from begreedy.random import POLICY, derive, digest_key, seed_stream
from begreedy.types import BudgetedProblem, Checkpoints, Measures, Policy, Problem, says
from begreedy.values.canonical import canonical, concise
from begreedy.values.errors import BadValue
from begreedy.values.value import finite, whole

_MOST_ROUNDS = 2**40
_MOST_TRACED = 10**7  # rounds of a run that is played again to see where it fails
_MOST_IN_PYTHON = 100_000  # rounds of a trace that is tried in plain Python before anything is compiled
_PATIENCE = 1.0  # seconds that such traces of one kernel may take in all, about as long as compiling it
_OF_A_TRACE = ("arm", "outcome", "detail")
_spent: dict[str, float] = {}  # seconds that they took so far, by the digest of the kernel
ROUNDS_PER_BUDGET = 1000  # a budgeted run is cut after this many rounds per unit of its budget, unless told otherwise


MOST_CHECKPOINTS = 10_000_000  # 80 MB for each run


class Looks(NamedTuple):
    """What a run does, counted: what it costs on any machine."""

    alone: int | None  # looks at an arm, or rounds outside of streaks; None if every round costs the same
    together: int  # arms that were passed or moved with others, because they had the same record
    scanned: int  # all arms tried, as often as another one was played than before
    leaps: bool  # whether a leader's rounds are played in blocks


@dataclass
class Simulation:
    """One policy on one problem, checked and ready to play any block of its runs.

    The numbers of a run depend on the seed, the problem, the policy and the run's number only: not on blocks,
    threads or the order of play.
    """

    policy: Policy
    problem: Problem
    plan: Plan
    horizon: int
    seed: int
    checkpoints: np.ndarray
    options: PlayOptions = PlayOptions()
    measures: tuple[Measurement, ...] = ()  # taken at the checkpoints
    stop: np.ndarray = field(default_factory=lambda: np.zeros(1, np.int64))
    _kernels: dict[tuple[bool, bool], Callable[..., int]] = field(default_factory=dict, repr=False, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, init=False)

    def play(self, first: int, runs: int, *, traced: bool = False, checked: bool = False) -> Record:
        """Play runs ``first, ..., first + runs - 1``; raises an error if one of them fails.

        ``checked``: by compiled code that raises an IndexError if an index is out of bounds.
        """
        record, table = self._allocated(runs, traced=traced)
        try:
            self._play(table, record, first, runs, traced=traced, checked=checked)
        except Raised as error:
            error.who = f"{self._text} failed in {self._find_failure(first, runs, checked=checked)}"
            raise
        return record

    def trace(self, run: int) -> Record:
        """Play a run and keep every round of it."""
        record = self._trace_in_python(run)
        return self.play(run, 1, traced=True) if record is None else record

    def _trace_in_python(self, run: int) -> Record | None:
        """A trace in plain Python, if it is done sooner than a kernel would compile; both traces are the same.

        Users' code is always compiled, so that what cannot be compiled is found out.
        """
        if self.options.plain or self.horizon > _MOST_IN_PYTHON or state_bytes(self, plain=True) > SMALL:
            return None
        record, table = self._allocated(1, traced=True)
        control, kernel = control_of(self.stop), self.plain_kernel(True)
        name = ours_to_compile(kernel, *self._arguments(table, record, control, run, 1))
        left = _PATIENCE - _spent.get(name, 0.0) if name is not None else 0.0
        if name is None or left <= 0.0:
            return None
        timed, began = record._replace(outcome=Timed(record.outcome, left)), thread_time()
        try:
            status = in_plain_python(kernel, self.plan)(*self._arguments(table, timed, control, run, 1))
        except Exception:  # it takes too long, or fails, which the compiled kernel says in its own words
            return None
        finally:
            _spent[name] = _spent.get(name, 0.0) + thread_time() - began
        return record if status == 0 else None

    def looks(self) -> Looks:
        """What the first run does, counted: what it costs, without a clock."""
        record, table = self._allocated(1, traced=False)
        control = control_of(self.stop)
        self._play(table, record, 0, 1, control=control)
        alone, together = self.plan.looks(table.state)
        if alone is None and self.plan.game(False).streak is not None:
            alone = int(control.singly[0])
        scanned = int(control.switches[0]) * int(record.tried[0])
        return Looks(alone, together, scanned, self.plan.blocks)

    def _play(
        self,
        table: Table,
        record: Record,
        first: int,
        runs: int,
        *,
        traced: bool = False,
        checked: bool = False,
        control: Control | None = None,
    ) -> None:
        control = control or control_of(self.stop)
        arguments = self._arguments(table, record, control, first, runs)
        status = self._kernel(traced, checked, arguments)(*arguments)
        if status < 0:
            run, t = (int(x) for x in control.fault)
            raise fault_of(f"{self._text} failed in run {run}, round {t}", status)
        if status == STOPPED:
            raise KeyboardInterrupt

    def _find_failure(self, first: int, runs: int, *, checked: bool) -> str:
        """The run and the round in which compiled code raises: it is played again, with a trace that breaks off."""
        if self.horizon > _MOST_TRACED:
            return f"runs {first} to {first + runs - 1}"
        for run in range(first, first + runs):
            record, table = self._allocated(1, traced=True)
            record.outcome[:] = np.nan
            try:
                self._play(table, record, run, 1, traced=True, checked=checked)
            except Raised:
                return f"run {run}, round {1 + int(np.sum(~np.isnan(record.outcome)))}"
        return f"runs {first} to {first + runs - 1}"

    def compile(self) -> None:
        """Compile the kernel now, so that timings afterwards measure play alone."""
        self.play(0, 0)

    def missing_kernel(self) -> str | None:
        """A name for the kernel, if it is to be compiled before the first run."""
        if self._kernels or self.options.plain:
            return None
        record, table = self._allocated(0, traced=False)
        return missing(self.plain_kernel(False), *self._arguments(table, record, control_of(self.stop), 0, 0))

    @cached_property
    def digest(self) -> str | None:
        """The key of its runs' numbers: all that determines them, but not the machine.  None if that is unreadable."""
        plan = self.plan
        texts = (canonical(self.policy), canonical(self.problem), plan.state, plan.own, plan.means, plan.scratch)
        values = (*self._values, self.checkpoints, self._key)
        if self.measures:
            values, texts = (*values, mirrors(self.measures)), (*texts, *(one.text for one in self.measures))
        try:
            return source_digest(self.plain_kernel(False), values, *texts)
        except TypeError as error:
            if self.options.plain:
                return None
            raise CompileError(f"{concise(self.policy)} cannot be compiled: {error}") from None

    @cached_property
    def _key(self) -> np.ndarray:
        return np.array([stream_key(self.problem, self.seed)], np.uint64)

    @cached_property
    def _values(self) -> tuple[Any, ...]:
        """What the tables of all blocks have in common."""
        plan = self.plan
        mirrors = (mirror(value) for value in (plan.policy, plan.world, plan.law))
        return (*mirrors, plan.extra, plan.arms, self.horizon)

    def _arguments(self, table: Table, record: Record, control: Control, first: int, runs: int) -> tuple[Any, ...]:
        """The kernel's arguments for a block of runs."""
        return table, self.checkpoints, self._key, record, control, first, runs

    def _allocated(self, runs: int, *, traced: bool) -> tuple[Record, Table]:
        """A record and a table for a block of runs; refused before anything is allocated, if they do not fit."""
        needed = runs * run_bytes(self) + state_bytes(self) + (trace_bytes(self) if traced else 0)
        check_fits(needed, on_problem(self.policy, self.problem), "to trace" if traced else "to play")
        record = self._record(runs, traced=traced)
        return record, self._table(record)

    def _table(self, record: Record) -> Table:
        """A table with memory of its own, for one block of runs; measures are written to its record."""
        plan = self.plan
        policy, world, law, extra, arms, horizon = self._values
        return Table(
            policy=policy,
            world=world,
            law=law,
            extra=extra,
            arms=arms,
            horizon=horizon,
            streams=Streams(*(np.zeros(4, np.uint64) for _ in Streams._fields)),
            mean=np.zeros(plan.means),
            scratch=np.zeros(plan.scratch, np.int64),
            state=arrays(plan.state),
            own=arrays(plan.own),
            places=np.zeros(plan.width, np.int64),
            detail=np.zeros(plan.details),
            gauge=Gauge(
                measures=mirrors(self.measures),
                marks=self.checkpoints,
                width=width(self.measures, plan.arms),
                numbers=record.measured,
                rows=np.zeros(1, np.int64),
            ),
        )

    def plain_table(self) -> tuple[Table, Any]:
        """A table for plain Python, and the keys of its runs."""
        table, keys = as_plain((self._allocated(1, traced=False)[1], self._key), self.plan)
        return table, keys

    def plain_kernel(self, traced: bool) -> Any:
        """The game as plain Python, to be compiled."""
        game = self.plan.game(traced)
        if self.measures:
            game = measured(game, self.measures)
        # Only a trace keeps lists, so that all lengths of lists share a kernel otherwise.
        return kernel_of(game, traced=traced, width=self.plan.width if traced else 0)

    def _kernel(self, traced: bool, checked: bool, arguments: tuple[Any, ...]) -> Callable[..., int]:
        """The compiled game; found once, since finding it means reading all of its sources."""
        kind = traced, checked
        with self._lock:
            if kind not in self._kernels:
                kernel = self.plain_kernel(traced)
                label = f"{canonical(self.policy)} on {canonical(self.plan.law)}"
                self._kernels[kind] = (
                    in_plain_python(kernel, self.plan)
                    if self.options.plain
                    else native(kernel, *arguments, label=label, checked=checked)
                )
            return self._kernels[kind]

    def _record(self, runs: int, *, traced: bool) -> Record:
        rounds = self.horizon if traced else 0
        return Record(
            regret=np.zeros((runs, len(self.checkpoints))),
            reward=np.zeros(runs),
            pulls=np.zeros(runs, np.int64),
            tried=np.zeros(runs, np.int64),
            locked=np.zeros(runs),
            reference=np.zeros(runs),
            rounds=np.zeros((runs, len(self.checkpoints) if self.plan.budgets else 0), np.int64),
            arm=np.zeros(rounds * max(1, self.plan.width), np.int64),
            outcome=np.zeros(rounds),
            detail=np.zeros(rounds * self.plan.details),
            measured=np.zeros(runs * len(self.checkpoints) * width(self.measures, self.plan.arms)),
        )

    def columns_of(self, record: Record) -> dict[str, np.ndarray]:
        """The results of a block of runs: an array for each number kept of a run, without a trace."""
        ours = {name: values for name, values in record._asdict().items() if name not in _OF_A_TRACE}
        numbers = ours.pop("measured").reshape(len(record.reward), len(self.checkpoints), -1)
        return ours | columns(self.measures, numbers, self.plan.arms)

    @property
    def _text(self) -> str:
        return f"{concise(self.policy)} on {concise(self.problem)}"


def budget_of(problem: Problem) -> float | None:
    """What ends a run where pulls cost."""
    return cast("BudgetedProblem", problem).budget if says(problem, "costly") else None


def stream_key(problem: Problem, seed: int) -> int:
    """The key from which all streams of a problem's runs derive."""
    return digest_key(whole(seed, "seed", low=0), canonical(problem))


def policy_stream(problem: Problem, seed: int, run: int) -> list[int]:
    """The stream a policy draws from in one run of a simulation, for an Agent that is to decide as the simulation does.

    Parameters
    ----------
    problem : Problem
        The problem of the simulation.
    seed : int
        Its seed.
    run : int
        Number of the run, from 0.

    Returns
    -------
    list of int
        The state of the stream.

    Examples
    --------
    >>> import begreedy as bg
    >>> problem = bg.Finite(prior=bg.Uniform(), arms=5)
    >>> agent = bg.Agent(bg.ThompsonBeta(), arms=5, horizon=10, stream=bg.policy_stream(problem, seed=0, run=3))
    >>> agent.choose() == int(bg.trace(bg.ThompsonBeta(), problem, 10, seed=0, run=3).arms[0])
    True
    """
    stream = [0] * 4
    seed_stream(stream, derive(derive(stream_key(problem, seed), whole(run, "run", low=0)), POLICY))
    return stream


def prepare(
    policy: Policy,
    problem: Problem,
    horizon: int | None,
    seed: int,
    checkpoints: Checkpoints = 200,
    *,
    options: PlayOptions = PlayOptions(),
    measure: Measures = (),
) -> Simulation:
    """Check everything that can be checked before anything is computed."""
    check_problem(problem)
    budget = budget_of(problem)
    if horizon is None:
        if budget is None:
            raise BadValue.of("horizon", None, "a number of rounds", hint="only a budgeted problem may leave it out")
        horizon = min(_MOST_ROUNDS, int(ROUNDS_PER_BUDGET * (1.0 + budget)))
    horizon = whole(horizon, "horizon", low=1, high=_MOST_ROUNDS)
    seed = whole(seed, "seed", low=0)
    times = checkpoint_times(checkpoints, horizon) if budget is None else checkpoint_budgets(checkpoints, budget)
    # Else no stay is long enough for a block of rounds; a budget may last for any number of them.
    far = budget is not None or bool(np.diff(times, prepend=0).max() >= SHORTEST)
    measures = measurements(measure)
    options = replace(options, blocks=options.blocks and far, every_arm=bool(measures))
    plan = plan_for(policy, problem, horizon, options)
    check_measures(measures, plan, policy, problem)
    plan = plan._replace(values=(*plan.values, *(one.measure for one in measures)))
    return Simulation(policy, problem, plan, horizon, seed, times, options, measures)


def checkpoint_times(checkpoints: Any, horizon: int) -> np.ndarray:
    """Rounds at which regret is recorded, always ending with the horizon.

    A number: that many, evenly spaced; "log": 200, log-spaced; or the rounds themselves.

    >>> checkpoint_times(4, 10).tolist()
    [3, 5, 8, 10]
    """
    if isinstance(checkpoints, str):
        if checkpoints != "log":
            raise BadValue.of("checkpoints", checkpoints, 'a number, "log" or a list of rounds')
        times = np.rint(np.geomspace(1, horizon, 200))
    elif np.ndim(checkpoints) == 0:
        count = whole(checkpoints, "checkpoints", low=1, high=MOST_CHECKPOINTS)
        times = np.ceil(np.linspace(0, horizon, min(count, horizon) + 1)[1:])
    else:
        times = np.array([whole(t, "checkpoints", low=1, high=horizon) for t in checkpoints], float)
    return _distinct(np.append(times, horizon)).astype(np.int64)


def checkpoint_budgets(checkpoints: Any, budget: float) -> np.ndarray:
    """Budgets at which regret is recorded, always ending with the problem's own.

    >>> checkpoint_budgets([100, 500], 1000.0).tolist()
    [100.0, 500.0, 1000.0]
    """
    if isinstance(checkpoints, str):
        raise BadValue.of("checkpoints", checkpoints, "a number or a list of budgets")
    if np.ndim(checkpoints) == 0:
        budgets = np.linspace(0.0, budget, whole(checkpoints, "checkpoints", low=1, high=MOST_CHECKPOINTS) + 1)[1:]
    else:
        budgets = np.array([finite(b, "checkpoints") for b in checkpoints])
        if len(budgets) and not (budgets.min() > 0.0 and budgets.max() <= budget):
            raise BadValue.of("checkpoints", list(checkpoints), f"budgets in (0, {budget:g}]")
    return _distinct(np.append(budgets, budget))


def _distinct(numbers: np.ndarray) -> np.ndarray:
    """Positive numbers in order, each once: ``np.unique``, which would import masked arrays first."""
    ordered = np.sort(numbers)
    return ordered[np.diff(ordered, prepend=0) > 0]
