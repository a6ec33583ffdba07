"""Settings of a bandit: checked when it is created, stored as text, compared when it is opened again."""

from __future__ import annotations

import hashlib
import heapq
import json
import math
import numbers
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import begreedy.types as contract
from begreedy.advice.history import read_arms, read_pairs
from begreedy.bandit.arguments import checked_name, checked_names, checked_range
from begreedy.bandit.outcomes import TOLD, ZERO, checked_outcomes
from begreedy.bandit.records import SettingsDiffer, brief
from begreedy.engine.belief import BELIEF
from begreedy.problems.priors import Beta
from begreedy.random import digest_key, seed_stream
from begreedy.results.table_rows import TABLES, title_of
from begreedy.values.canonical import canonical, concise
from begreedy.values.errors import BadType, BadValue
from begreedy.values.spec import parse
from begreedy.values.value import whole

AUTO = "auto"
ENDLESS = 2**53  # the horizon of a policy that does not look at it
_RESERVOIR = 10_000  # arms; more of them are like a reservoir without end, and simulated as one
MOST_PLAYING = 2**20  # arms at a time: all that is known of them is in memory
_NOTHING_KNOWN = (
    "Rates of one in a hundred ask for something else: with past successes and trials as history, be it of the first "
    "rounds of this bandit, advice goes by what is known."
)
EFFORT = 2.0  # of the advice for "auto", in seconds of one core, roughly


@dataclass(frozen=True)
class Settings:
    """``policy`` is as given ("auto" or a value's text), ``plays`` the policy on the arms that are played."""

    name: str
    policy: str
    plays: str
    keeps: int  # arms played at a time; 0: all of them
    arms: int
    names: str | None  # digest of the catalogue's names; None: arms are numbers
    horizon: int | None
    seed: int
    rewards: tuple[float, float] | None
    costs: tuple[float, float] | None
    history: str | None  # digest of past counts
    stream: tuple[int, ...] | None
    advice: str | None
    first: tuple[int, ...] = ()  # arms that are played before any is drawn: those with the best record
    outcomes: str = TOLD
    window: float | None = None  # seconds in which a decision may get a reward
    default: float | None = None  # what it counts as afterwards; None: as never made, or zero
    revise: bool = False
    first_pulls: int = 0  # of arms that join later, before the policy is asked
    belief: str = "shrunk"  # what a pull counts as while it is out; that of bandits of 0.1

    @cached_property
    def played(self) -> Any:
        """The policy as a value; from its text, unless ``with_policy`` told it."""
        return parse(self.plays)

    def with_policy(self, policy: Any) -> Settings:
        """The same, with the value at hand: a class of a script or notebook cannot be imported by its name."""
        self.__dict__["played"] = policy
        return self

    @cached_property
    def ranks(self) -> bool:
        return contract.form_of(self.played).name == contract.LISTS

    @property
    def rounds(self) -> int:
        return self.horizon or ENDLESS

    def words(self) -> list[int]:
        """The policy's random stream at the start."""
        if self.stream is not None:
            return list(self.stream)
        words = [0] * 4
        seed_stream(words, digest_key("online", self.seed, self.name, self.plays))
        return words

    @property
    def starts_as(self) -> float | None:
        """What a decision counts as until its reward is told, of a list the place clicked; None: as out."""
        return self.ends_as if self.outcomes == ZERO else None

    @property
    def ends_as(self) -> float | None:
        """What a decision counts as that gets no reward in its window; None: as never made."""
        if self.outcomes == ZERO and self.default is None:
            return -1.0 if self.ranks else 0.0
        return self.default

    def scaled(self, value: float) -> float:
        """A reward as the policy counts it: from 0 to 1 where a range was declared."""
        return value if self.rewards is None else (value - self.rewards[0]) / (self.rewards[1] - self.rewards[0])

    def unscaled(self, value: float) -> float:
        return value if self.rewards is None else self.rewards[0] + value * (self.rewards[1] - self.rewards[0])

    def scaled_cost(self, cost: float | None) -> float | None:
        if cost is None or self.costs is None:
            return None
        return (cost - self.costs[0]) / (self.costs[1] - self.costs[0])

    def text(self) -> str:
        return json.dumps({field.name: getattr(self, field.name) for field in fields(self)})

    @classmethod
    def from_text(cls, text: str) -> Settings:
        content = json.loads(text)
        for name in ("rewards", "costs", "stream", "first"):
            if content.get(name) is not None:
                content[name] = tuple(content[name])
        return cls(**content)

    def agree(self, requested: RequestedSettings) -> None:
        """Raise an error that names the first setting that differs from what was given."""
        asked = {
            "policy": requested.policy_text,
            "arms": requested.count,
            "the names of arms": requested.names_digest,
            "horizon": requested.horizon,
            "seed": requested.seed,
            "rewards": requested.rewards,
            "costs": requested.costs,
            "history": requested.history_digest,
            "stream": requested.stream,
            "outcomes": requested.outcomes,
            "window": requested.window,
            "default": requested.default,
            "revise": requested.revise,
            "first_pulls": requested.first_pulls,
        }
        kept = {**{field.name: getattr(self, field.name) for field in fields(self)}, "the names of arms": self.names}
        for field, value in asked.items():
            if kept[field] != value and not (field == "policy" and _same_policy(kept[field], value)):
                raise SettingsDiffer(
                    f"{field} differs: the bandit {self.name!r} was made with {brief(kept[field])}, "
                    f"got {brief(value)}; Bandit.open(store, name) takes it as it is",
                    field="arms" if field == "the names of arms" else field,
                    value=value,
                    allowed=brief(kept[field]),
                )


def _same_policy(stored: Any, asked: Any) -> bool:
    """Whether a stored text, perhaps of an older version, which wrote labels, stands for the policy asked for."""
    try:
        return bool(canonical(parse(stored)) == asked)
    except (TypeError, ValueError):
        return False


class RequestedSettings:
    """The settings that a user gave, checked and in one form."""

    def __init__(
        self,
        policy: Any,
        arms: Any,
        horizon: Any,
        *,
        name: Any,
        seed: Any,
        rewards: Any,
        costs: Any,
        history: Any,
        stream: Any,
        outcomes: Any = TOLD,
        window: Any = None,
        default: Any = None,
        revise: Any = False,
        first_pulls: Any = 0,
        max_playing: Any = MOST_PLAYING,
    ) -> None:
        self.name = checked_name(name)
        self.max_playing = whole(max_playing, "max_playing", low=1, high=MOST_PLAYING)
        self.policy = parse(policy) if isinstance(policy, str) and policy != AUTO else policy
        self.policy_text = AUTO if policy == AUTO else canonical(self.policy)
        self.names = None if isinstance(arms, numbers.Real) and not isinstance(arms, bool) else checked_names(arms)
        self.count = whole(arms if self.names is None else len(self.names), "arms", low=1, high=2**31)
        self.names_digest = None if self.names is None else digest(self.names)
        self.horizon = None if horizon is None else whole(horizon, "horizon", low=1, high=2**40)
        self.seed = whole(seed, "seed", low=0, high=2**63 - 1)
        self.rewards = checked_range(rewards, "rewards")
        self.costs = checked_range(costs, "costs")
        self.stream = None if stream is None else tuple(whole(w, "stream", low=0, high=2**64 - 1) for w in stream)
        if self.stream is not None and len(self.stream) != 4:
            raise BadType.of("stream", stream, "four words, as policy_stream gives them")
        self.outcomes, self.window, self.default, self.revise = checked_outcomes(outcomes, window, default, revise)
        self.first_pulls = whole(first_pulls, "first_pulls", low=0, high=2**31)
        self.past = [] if history is None else _past(history, self)
        self.history_digest = None if history is None else digest([list(past) for past in self.past])


def digest(content: Any) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


def _past(history: Any, requested: RequestedSettings) -> list[tuple[int, float, int]]:
    """Past counts by number in the catalogue."""
    source = title_of(history, "history")
    counts = read_arms(history) if isinstance(history, TABLES) else [(None, *pair) for pair in read_pairs(history)]
    by_name = None if requested.names is None else {name: number for number, name in enumerate(requested.names)}
    past = []
    for row, (name, successes, trials) in enumerate(counts):
        if name is None:
            number: int | None = row
        elif by_name is not None:
            number = by_name.get(name)
        else:
            number = int(name) if name.isdecimal() else None
        if number is None or number >= requested.count:
            what = f"row {row + 1}" if name is None else f"arm {brief(name)}"
            raise ValueError(f"{source}: {what} is not among the {requested.count} arms of the bandit")
        past.append((number, successes, int(trials)))
    if len({number for number, _, _ in past}) < len(past):
        raise ValueError(f"{source}: an arm appears twice")
    return past


def resolve(requested: RequestedSettings, history: Any) -> Settings:
    """What to play, from what was given; asks ``advise`` for "auto"."""
    policy, advice, prior = requested.policy, None, None
    if requested.policy_text == AUTO:
        policy, advice, prior = _advised(requested, history)
    policy, keeps = _playable(policy, requested)
    first = () if prior is None or keeps == 0 else best_record(requested.past, prior, keeps)
    if advice is not None and first:
        advice += f" Of the {keeps} arms, {len(first)} are those with the best record; any others are drawn."
    settings = Settings(
        name=requested.name,
        policy=requested.policy_text,
        plays=canonical(policy),
        keeps=0 if keeps >= requested.count else keeps,
        arms=requested.count,
        names=requested.names_digest,
        horizon=requested.horizon,
        seed=requested.seed,
        rewards=requested.rewards,
        costs=requested.costs,
        history=requested.history_digest,
        stream=requested.stream,
        advice=advice,
        first=first,
        outcomes=requested.outcomes,
        window=requested.window,
        default=requested.default,
        revise=requested.revise,
        first_pulls=requested.first_pulls,
        belief="shrunk" if requested.rewards is None else BELIEF,
    )
    return settings.with_policy(policy)


def best_record(past: list[tuple[int, float, int]], prior: Beta, most: int) -> tuple[int, ...]:
    """The numbers of the arms that promise most by their record, at most so many, and more than an unknown arm does.

    A promise is the posterior mean plus two standard deviations.
    """

    def promise(successes: float, trials: int) -> float:
        weight = prior.a + prior.b + trials
        mean = (prior.a + successes) / weight
        return mean + 2.0 * math.sqrt(mean * (1.0 - mean) / (weight + 1.0))

    promises = [(promise(successes, trials), number) for number, successes, trials in past if trials]
    better = [(value, number) for value, number in promises if value > promise(0.0, 0)]
    return tuple(number for _, number in heapq.nlargest(most, better, key=lambda pair: (pair[0], -pair[1])))


def _playable(policy: Any, requested: RequestedSettings) -> tuple[Any, int]:
    """The policy to play and on how many arms at a time (0: all); raises if it cannot be played online."""
    keeps = 0
    if "subset" in contract.form_of(policy).methods:
        policy, keeps = policy.policy, _arms_played(policy, requested)
    policy = contract.fitted(policy, _likeness(requested), requested.horizon or ENDLESS)
    _check_playable(policy, requested)
    playing = keeps or requested.count
    if playing > requested.max_playing:
        raise BadValue.of(
            "arms",
            playing,
            f"at most {requested.max_playing} to play all of them",
            hint="Subsample(policy, k) plays k of a larger catalogue",
        )
    return policy, keeps


def _likeness(requested: RequestedSettings) -> Any:
    """A problem of the kind at hand, for policies that ask what they are played on."""
    from begreedy.problems.budgeted import Budgeted
    from begreedy.problems.finite import Finite
    from begreedy.problems.laws import Bernoulli, Gaussian
    from begreedy.problems.priors import Uniform

    if requested.costs is not None:
        return Budgeted(1.0, prior=Uniform(), arms=requested.count)
    law = Gaussian() if requested.rewards is None else Bernoulli()  # rewards in a range are counted as parts of it
    return Finite(prior=Uniform(), arms=requested.count, law=law)


def _arms_played(reduction: Any, requested: RequestedSettings) -> int:
    """How many arms a Subsample plays; its theorems need a horizon."""
    from begreedy.policies.reductions import arms_for, rule_of
    from begreedy.problems.infinite import Infinite
    from begreedy.problems.priors import Uniform
    from begreedy.theory import arms as theory_arms

    if reduction.k is not None:
        if reduction.k > requested.count:
            raise BadValue.of("Subsample.k", reduction.k, f"at most the {requested.count} arms")
        return int(reduction.k)
    if requested.horizon is None:
        raise BadValue.of("horizon", None, "given where Subsample takes its number of arms from a theorem")
    if reduction.gamma is None:
        return min(requested.count, arms_for(reduction, Infinite(Uniform()), requested.horizon))
    rule = reduction.rule or rule_of(reduction.policy)
    return min(requested.count, theory_arms.many(rule, requested.horizon, reduction.gamma))


def _advised(requested: RequestedSettings, history: Any) -> tuple[Any, str, Beta | None]:
    """The policy, why, with all that was assumed, and the prior that a history tells."""
    from begreedy.advice.advise import advise

    if requested.horizon is None:
        raise BadValue.of("horizon", None, 'given for "auto": the number of rounds that you will play')
    if requested.costs is not None:
        hint = "with costs, name a policy such as Greedy or BTS"
        raise BadValue.of("costs", requested.costs, 'left out for "auto"', got="", hint=hint)
    known: dict[str, Any] = {"seed": requested.seed, "effort": EFFORT, "history": history}
    if requested.count <= min(requested.horizon, _RESERVOIR):
        advice = advise("finite", requested.horizon, arms=requested.count, **known)
    else:  # there is always another one
        advice = advise("infinite", requested.horizon, **known)
    for option in advice.options:
        try:
            _playable(option.policy, requested)
        except (TypeError, ValueError):  # restarts in epochs, for instance
            continue
        words = [advice.sentence]
        if option is not advice.best:
            words.append(f"{advice.best.name} cannot be played online: this is {option.name}.")
        words.append(f"Assumed: {'; '.join(advice.assumed)}.")
        if history is None:
            words.append(_NOTHING_KNOWN)
        return option.policy, " ".join(words), None if advice.prior is None else advice.prior.best
    raise ValueError(f"none of the advised policies can be played online: {advice.sentence}")


def _check_playable(policy: Any, requested: RequestedSettings) -> None:
    form = contract.form_of(policy)
    if form.pooled or form.name == contract.LINEAR:
        raise TypeError(
            f"{concise(policy)} cannot be played online: it restarts, draws arms of its own or plays vectors; "
            "a policy with an index, sample, values or select can"
        )
    ranks = form.name == contract.LISTS
    base = policy.cascade()[0] if ranks else policy
    form = contract.arm_form(base)
    asks = "horizon" in form.arguments or (form.name in (contract.CUSTOM, contract.VALUES) and not ranks)
    asks = asks and not getattr(base, "blind", False)
    if asks and requested.horizon is None:
        raise BadValue.of("horizon", None, f"given for {concise(policy)}")
    if requested.costs is not None and contract.misses_costs(base):
        hint = f"{concise(policy)} plays by rewards alone; Greedy, BudgetUCB and BTS play by reward per cost"
        raise BadValue.of("costs", requested.costs, "left out", got="", hint=hint)
    if form.costs and requested.costs is None:
        raise BadValue.of("costs", None, f"given, as (low, high), for {concise(policy)}")
    low, high = contract.rewards_accepted(base)
    if requested.rewards is None and (low > -math.inf or high < math.inf):
        raise BadValue.of("rewards", None, f"given, as (low, high), for {concise(policy)}")
    if ranks and requested.first_pulls:
        raise BadValue.of("first_pulls", requested.first_pulls, "left out for lists")
    if ranks and (requested.rewards != (0.0, 1.0) or requested.costs is not None):
        words = f"{concise(policy)} counts clicks: rewards must be (0, 1) and costs be left out"
        raise BadValue(words, field="rewards", value=requested.rewards, allowed="(0, 1), without costs")
    if form.taught and (requested.revise or requested.outcomes == ZERO):
        field, value = ("revise", True) if requested.revise else ("outcomes", ZERO)
        why = f"{concise(policy)} has a memory of its own, in which a reward cannot be replaced"
        raise BadValue.of(field, value, "left out", got="", hint=why)
    if requested.past and (form.costs or form.taught):
        raise BadValue(
            f"history must be left out: {concise(policy)} cannot start from counts alone",
            field="history",
            allowed="left out",
        )
