"""Settings of a bandit: checked when it is created, stored as text, compared when it is opened again."""

from __future__ import annotations

import hashlib
import json
import numbers
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any

import begreedy.types as contract
from begreedy.advice.past_arms import read_arms, read_pairs
from begreedy.bandit.records import SettingsDiffer, StoreError, brief
from begreedy.bandit.settings.arguments import checked_name, checked_names, checked_problem, checked_range
from begreedy.bandit.settings.features import checked_features
from begreedy.bandit.settings.outcomes import EACH, FIRST, TOLD, ZERO, checked_outcomes
from begreedy.bandit.settings.shares import checked_control, checked_share
from begreedy.random import digest_key, seed_stream
from begreedy.results.table_rows import TABLES, title_of
from begreedy.values.canonical import canonical, concise
from begreedy.values.errors import BadType, BadValue, within
from begreedy.values.spec import parse
from begreedy.values.value import whole

AUTO = "auto"
ENDLESS = contract.ENDLESS  # the horizon of a policy that does not look at it
MOST_PLAYING = 2**20  # arms at a time: all that is known of them is in memory
MOST_LOOKED_AT = 20_000  # arms of a policy that looks at all of them at some decisions, which then take up to a second
MOST_SET_STEPS = 5 * 10**6  # arms times the size of an action: to find the best one then takes up to a second
MOST_STEPS = 10**9  # of a policy that looks at features: arms times the square of the dimension, about a second
_LOOK_AT_ALL = (
    contract.GROWING,
    contract.SCAN,
    contract.POSTERIOR,
    contract.DRAW_ALL,
    contract.VALUES,
    contract.FORGETTING,
)


@lru_cache(maxsize=1000)
def shown_policy(text: str) -> str:
    """A policy's text for people: of one of begreedy's without what is as by default."""
    try:
        return text if text == AUTO else concise(parse(text, kind="policy", modules=False))
    except (ValueError, TypeError):  # a policy of the user's
        return text


@dataclass(frozen=True)
class Settings:
    """The settings of a bandit: ``policy`` as given ("auto" or a text), ``plays`` the policy on the arms in play."""

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
    explore: float = 0.0  # the share of decisions that are uniform over the eligible arms
    control: str | None = None  # the arm of the control group, or "random"
    share: float = 0.0  # of decisions, or of users, that are in the control group
    control_arm: int | None = None  # the number of the arm; None: random, or no group
    dimension: int | None = None  # of the features that the policy looks at
    clicks: str = FIRST  # what is reported for a list: the first place that was clicked, or what each place paid
    slots: int | None = None  # items of a list, as given to "auto"
    problem: str | None = None  # whose actions are sets of arms
    features: str | None = None  # digest of the arms' own; None: they come with each decision, or not at all
    prior: tuple[float, float] | None = None  # a and b of the Beta prior of the arms that advice went by, if it did

    @cached_property
    def played(self) -> Any:
        """The policy as a value; from its text, unless ``with_policy`` gave it."""
        return parse(self.plays)

    def with_policy(self, policy: Any) -> Settings:
        """The same, with the value at hand: a class of a script or notebook cannot be imported by its name."""
        self.__dict__["played"] = policy
        return self

    @cached_property
    def sets(self) -> Any:
        """The problem whose actions are played; None: single arms, or lists."""
        return None if self.problem is None else parse(self.problem)

    @property
    def single(self) -> bool:
        """Whether a decision is one arm, which the policy chose by itself."""
        return not self.ranks and self.problem is None

    @cached_property
    def ranks(self) -> bool:
        return contract.form_of(self.played).name == contract.LISTS

    @property
    def each(self) -> bool:
        """Whether the reward of every place of a list is reported."""
        return self.clicks == EACH

    @cached_property
    def most_playing(self) -> int:
        """How many arms can be played at a time so that no decision takes seconds."""
        if self.dimension is not None:
            return min(MOST_LOOKED_AT, MOST_STEPS // self.dimension**2)
        base = self.played.cascade()[0] if self.ranks else self.played
        if contract.form_of(base).pooled:  # they play few of them
            return MOST_PLAYING
        return MOST_LOOKED_AT if contract.kind_of(base) in _LOOK_AT_ALL else MOST_PLAYING

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
        """What a decision counts as until its reward is reported (of a list: the place clicked); None: as still out."""
        return self.ends_as if self.outcomes == ZERO else None

    @property
    def ends_as(self) -> float | None:
        """What a decision without a reward in its window counts as; None: as if never made."""
        if self.outcomes == ZERO and self.default is None:
            return -1.0 if self.ranks and not self.each else 0.0
        return self.default

    def scaled(self, value: float) -> float:
        """A reward as the policy counts it: from 0 to 1 where a range was declared; costs of sets from 1 to 0."""
        part = value if self.rewards is None else (value - self.rewards[0]) / (self.rewards[1] - self.rewards[0])
        return self._turned(part)

    def _turned(self, part: float) -> float:
        if self.sets is None or not self.sets.minimise:
            return part
        return -part if self.rewards is None else 1.0 - part

    def unscaled(self, value: float) -> float:
        value = self._turned(value)
        return value if self.rewards is None else self.rewards[0] + value * (self.rewards[1] - self.rewards[0])

    def scaled_cost(self, cost: float | None) -> float | None:
        if cost is None or self.costs is None:
            return None
        return (cost - self.costs[0]) / (self.costs[1] - self.costs[0])

    def text(self) -> str:
        return json.dumps({field.name: getattr(self, field.name) for field in fields(self)})

    @classmethod
    def from_text(cls, text: str) -> Settings:
        """Settings from what ``text`` wrote; a StoreError if they are damaged."""
        try:
            content = json.loads(text)
            for name in ("rewards", "costs", "stream", "first", "prior"):
                if content.get(name) is not None:
                    content[name] = tuple(content[name])
            settings = cls(**content)
            whole(settings.keeps or settings.arms, "arms", low=1, high=MOST_PLAYING)
            return settings
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise StoreError(f"the settings of the bandit are damaged in its store: {error}") from None

    def agree(self, requested: RequestedSettings) -> None:
        """Raise an error that names the first setting that differs from what was given."""
        requested_values = {
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
            "explore": requested.explore,
            "control": requested.control,
            "share": requested.share,
            "clicks": requested.clicks,
            "slots": requested.slots,
            "problem": requested.problem_text,
            "dimension": requested.dimension,
            "features": requested.features_digest,
        }
        stored = {**{field.name: getattr(self, field.name) for field in fields(self)}, "the names of arms": self.names}
        for field, value in requested_values.items():
            if stored[field] != value and not (field == "policy" and _same_policy(stored[field], value)):
                raise SettingsDiffer(
                    f"{field} differs: the bandit {self.name!r} was made with {brief(stored[field])}, "
                    f"got {brief(value)}; Bandit.open(store, name) takes it as it is",
                    field={"the names of arms": "arms", "dimension": "features"}.get(field, field),
                    value=value,
                    allowed=brief(stored[field]),
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
        explore: Any = 0.0,
        control: Any = None,
        share: Any = None,
        features: Any = None,
        clicks: Any = FIRST,
        slots: Any = None,
        problem: Any = None,
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
        self.explore = checked_share(explore, "explore", none=0.0)
        self.control, self.share, self.control_arm = checked_control(control, share, self.names, self.count)
        if clicks not in (FIRST, EACH):
            raise BadValue.of("clicks", clicks, f"{FIRST!r} or {EACH!r}")
        self.clicks = str(clicks)
        self.slots = None if slots is None else whole(slots, "slots", low=1, high=self.count)
        if self.slots is not None and self.policy_text != AUTO:
            raise BadValue.of("slots", slots, 'left out: only "auto" asks how many items a list will have')
        self.problem = checked_problem(problem, self.count, self.rewards)
        self.problem_text = None if problem is None else canonical(self.problem)
        self.dimension, self.vectors = checked_features(features, self.names, self.count)
        self.features_digest = None if self.vectors is None else digest(self.vectors)
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
            with within(source):
                allowed = f"among the {requested.count} arms of the bandit"
                raise BadValue(f"{what} is not {allowed}", field="history", value=name or row + 1, allowed=allowed)
        past.append((number, successes, int(trials)))
    if len({number for number, _, _ in past}) < len(past):
        with within(source):
            raise BadValue("an arm appears twice", field="history", value=len(past), allowed="each arm once")
    return past
