"""What a bandit plays, from the settings that were given: a policy that can be played online, and its arms."""

from __future__ import annotations

from typing import Any

from begreedy.bandit.settings.auto import advised, chosen_arms
from begreedy.bandit.settings.playable import playable
from begreedy.bandit.settings.settings import AUTO, RequestedSettings, Settings, shown_policy
from begreedy.engine.belief import BELIEF
from begreedy.problems.priors import Beta
from begreedy.values.canonical import canonical
from begreedy.values.errors import BadValue


def resolve(requested: RequestedSettings, history: Any) -> Settings:
    """What to play, from what was given; asks ``advise`` for "auto"."""
    policy, advice, prior = requested.policy, None, None
    if requested.policy_text == AUTO:
        policy, advice, prior = advised(requested, history)
    policy, keeps = playable(policy, requested)
    first: tuple[int, ...] = ()
    if advice is not None and prior is not None and keeps:
        first, known = chosen_arms(requested, prior, keeps)
        others = f"; the other {keeps - known} are drawn from those without a record" if known < keeps else ""
        advice += f" Of the {keeps} arms, {known} are those with the best record{others}."
    if keeps and requested.control_arm is not None and requested.control_arm not in first:
        first = (requested.control_arm, *first[: keeps - 1])  # it is always played
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
        explore=requested.explore,
        control=requested.control,
        share=requested.share,
        control_arm=requested.control_arm,
        clicks=requested.clicks,
        slots=requested.slots,
        problem=requested.problem_text,
        dimension=requested.dimension,
        features=requested.features_digest,
        prior=None if advice is None else _assumed(requested, prior),
    )
    return settings.with_policy(policy)


def _assumed(requested: RequestedSettings, fitted: Beta | None) -> tuple[float, float] | None:
    """The prior of the arms that advice goes by: fitted to a history, or uniform; None where it has another one."""
    if requested.costs is not None or requested.dimension is not None:
        return None
    return (1.0, 1.0) if fitted is None else (fitted.a, fitted.b)


def check_pace(settings: Settings, playing: int) -> None:
    """Raise if ``playing`` arms would make decisions take seconds."""
    if playing > settings.most_playing:
        why = f"{shown_policy(settings.plays)} looks at every arm at some decisions"
        if settings.dimension is not None:
            hint = f"{why}, at {settings.dimension} features each; Subsample(policy, k) plays k arms of a catalogue"
        else:
            hint = f"{why}; Greedy and MOSS do not, and Subsample(policy, k) plays k arms of a larger catalogue"
        raise BadValue.of("arms", playing, f"at most {settings.most_playing}", hint=hint)
