"""What a bandit plays, from the settings that were given: a policy that can be played online, and its arms."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

import numpy as np

import begreedy.types as contract
from begreedy.advice.history import fit_prior
from begreedy.bandit.settings.outcomes import FIRST, ZERO
from begreedy.bandit.settings.settings import (
    AUTO,
    ENDLESS,
    MOST_LOOKED_AT,
    MOST_SET_STEPS,
    RequestedSettings,
    Settings,
    shown_policy,
)
from begreedy.engine.belief import BELIEF
from begreedy.engine.players.signed import signed_player
from begreedy.problems.in_use import promise
from begreedy.problems.priors import Beta
from begreedy.random import digest_key
from begreedy.values.canonical import canonical, concise
from begreedy.values.errors import BadType, BadValue

MOST_REMEMBERED = 1_000_000  # decisions, by a policy that forgets
RESERVOIR = 10_000  # arms; of more of them the most promising are simulated or, without records, an endless reservoir
_NOTHING_KNOWN = (
    "Rates of one in a hundred ask for something else: with past successes and trials as history advice goes by what "
    "is known; a second advice (POST /bandits/{name}/advice, in Python begreedy.online.advise_again) learns it from "
    "the first rounds of this bandit."
)
_WINDOW = (
    "Outcomes are taken to be told at once: how many decisions fall into the window is not known. Where these are "
    "many, ask begreedy.advise, which takes a delay and a window in rounds."
)
_ASKED = (("ready", ("fit", "t", "horizon", "rng")), ("score", ("fit", "x", "t", "horizon")))  # and what they may name
EFFORT = 2.0  # of the advice for "auto", in seconds of one core, roughly


def resolve(requested: RequestedSettings, history: Any) -> Settings:
    """What to play, from what was given; asks ``advise`` for "auto"."""
    policy, advice, prior = requested.policy, None, None
    if requested.policy_text == AUTO:
        policy, advice, prior = _advised(requested, history)
    policy, keeps = _playable(policy, requested)
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


def best_record(past: list[tuple[int, float, int]], prior: Beta, most: int) -> tuple[int, ...]:
    """The numbers of the arms whose record promises most, and more than an unknown arm; at most ``most``."""
    order, promises, unknown = _by_promise(past, prior)
    return tuple(number for number, value in zip(order, promises, strict=True) if value > unknown)[:most]


def _by_promise(past: list[tuple[int, float, int]], prior: Beta) -> tuple[list[int], list[float], float]:
    """The arms with trials, the most promising first, what each promises, and what an arm without trials does."""
    tried = np.array([row for row in past if row[2]], float).reshape(-1, 3)
    promises = promise(prior, tried[:, 1], tried[:, 2])
    order = np.lexsort((tried[:, 0], -promises))
    unknown = float(promise(prior, np.zeros(1), np.zeros(1))[0])
    return [int(number) for number in tried[order, 0]], promises[order].tolist(), unknown


def chosen_arms(requested: RequestedSettings, prior: Beta, most: int) -> tuple[tuple[int, ...], int]:
    """The arms to play, by promise, and how many of them have a record; those without one are drawn.

    Arms whose record promises less than an unknown arm come last.
    """
    past, count = requested.past, requested.count
    better, order = best_record(past, prior, most), _by_promise(past, prior)[0]
    known, wanted = set(order), most - len(better)
    draws = random.Random(digest_key("arms without a record", requested.seed, requested.name))
    some = draws.sample(range(count), min(count, wanted + len(known)))  # enough of them are not known
    fresh = [number for number in some if number not in known][:wanted]
    worse = order[len(better) :][: wanted - len(fresh)]
    return (*better, *fresh, *worse), len(better) + len(worse)


def _playable(policy: Any, requested: RequestedSettings) -> tuple[Any, int]:
    """The policy to play and on how many arms at a time (0: all); raises if it cannot be played online."""
    keeps = 0
    if requested.problem is not None:
        return _for_sets(policy, requested), 0
    if "subset" in contract.form_of(policy).methods:
        policy, keeps = policy.policy, _arms_played(policy, requested)
    if requested.dimension is None and contract.form_of(policy).name == contract.LINEAR:
        raise BadValue.of("features", None, f"given for {concise(policy)}: a vector for each arm, or their dimension")
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


_SINGLE = ("costs", "history", "first_pulls", "explore", "control", "features")  # settings of single arms


def _for_sets(policy: Any, requested: RequestedSettings) -> Any:
    """The policy to play on sets of arms; raises if it cannot, or if a setting makes no sense there."""
    asked = {"history": requested.past or None, "features": requested.dimension}
    for field in _SINGLE:
        value = asked[field] if field in asked else getattr(requested, field)
        if value:
            raise BadValue.of(field, value, "left out where actions are sets of arms", got="")
    if "subset" in contract.form_of(policy).methods:
        raise BadValue.of("policy", policy, "one that plays all arms: actions are sets of them")
    _check_size_of_sets(requested)
    horizon = requested.horizon or ENDLESS
    policy = signed_player(contract.fitted(policy, requested.problem, horizon), requested.problem, horizon).policy
    _check_playable(policy, requested)
    table = len(contract.part_of(policy, "ways", ())) * contract.part_of(policy, "levels", 0)  # filled each time
    if table > MOST_SET_STEPS:
        words = "one that decides within a second: this one's table grows with the horizon"
        raise BadValue.of("policy", policy, words, got=type(policy).__name__)
    return policy


def _check_size_of_sets(requested: RequestedSettings) -> None:
    """Raise if the best action may take seconds to find."""
    most = min(requested.max_playing, MOST_LOOKED_AT, MOST_SET_STEPS // requested.problem.actions.size)
    if requested.count > most:
        got = f"{requested.count}, and actions of {requested.problem.actions.size}"
        raise BadValue.of("arms", requested.count, f"at most {most} for actions of that size", got=got)


def _likeness(requested: RequestedSettings) -> Any:
    """A problem like the bandit's, for policies that are fitted to their problem."""
    from begreedy.problems.budgeted import Budgeted
    from begreedy.problems.cascading import Cascading
    from begreedy.problems.finite import Finite
    from begreedy.problems.laws import Bernoulli, Gaussian
    from begreedy.problems.linear import Linear
    from begreedy.problems.priors import Uniform

    if requested.dimension is not None:  # no reward in [0, 1] deviates by more than 1/2
        return Linear(requested.dimension, 0.0 if requested.rewards is None else 0.5, offered=1)
    if requested.costs is not None:
        return Budgeted(1.0, prior=Uniform(), arms=requested.count)
    law = Gaussian() if requested.rewards is None else Bernoulli()  # rewards in a range are counted as parts of it
    if requested.slots is not None:
        return Cascading(Uniform(), items=requested.count, slots=requested.slots)
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


def _question(requested: RequestedSettings, history: Any) -> dict[str, Any]:
    """What advice is asked about."""
    count, horizon = requested.count, requested.horizon or 0
    models = {"slots": "cascading", "costs": "budgeted", "dimension": "linear"}
    structure = [name for name in models if getattr(requested, name) is not None]
    if not structure:
        if history is not None:  # these very arms, as far as they may be played
            fitted = fit_prior(history, seed=requested.seed).best_known(RESERVOIR)
            return {"question": "finite", "arms": min(count, RESERVOIR), "history": fitted}
        if count <= min(horizon, RESERVOIR):
            return {"question": "finite", "arms": count}
        return {"question": "infinite"}  # there is always another one
    fields = [{"dimension": "features"}.get(name, name) for name in structure]
    if len(structure) > 1:
        raise BadValue.of(fields[1], None, f'left out where "auto" is given {fields[0]}', got="")
    if history is not None and structure != ["slots"]:
        raise BadValue.of("history", None, f'left out where "auto" is given {fields[0]}', got="")
    if count > RESERVOIR:
        hint = "name a policy for more of them"
        raise BadValue.of("arms", count, f'at most {RESERVOIR} where "auto" is given {fields[0]}', hint=hint)
    if structure == ["dimension"]:
        if requested.rewards is None:
            raise BadValue.of("rewards", None, 'given, as (low, high), where "auto" is given features')
        known = {"dimension": requested.dimension, "arms": count} if requested.vectors is None else {}
        return {"question": "linear", "law": "Gaussian(0.5)", "features": requested.vectors, **known}
    return {"question": models[structure[0]], "arms": count, "slots": requested.slots, "history": history}


def _advised(requested: RequestedSettings, history: Any) -> tuple[Any, str, Beta | None]:
    """The policy, the reason with all that was assumed, and the prior fitted to a history."""
    from begreedy.advice.advise import advice_on
    from begreedy.advice.description import situation_of

    if requested.problem is not None:
        raise BadValue.of("policy", AUTO, "named where actions are sets; begreedy.advise says which")
    if requested.horizon is None:
        raise BadValue.of("horizon", None, 'given for "auto": the number of rounds that you will play')
    situation = situation_of(horizon=requested.horizon, seed=requested.seed, **_question(requested, history))
    advice = advice_on(replace(situation, free=False), requested.seed, EFFORT)
    for option in advice.options:
        policy = _on_those_planned(option.policy, requested, history)
        try:
            _playable(policy, requested)
        except (TypeError, ValueError):  # restarts in epochs, for instance
            continue
        words = [advice.sentence, *(f"{about.capitalize()}: {said}." for about, said in advice.summary[1:])]
        words += [f"{note[0].upper()}{note[1:]}." for note in advice.notes]
        if option is not advice.best:
            words.append(f"{advice.best.name} cannot be played online: this is {option.name}.")
        words.append(f"Assumed: {'; '.join(advice.assumed)}.")
        if history is None and requested.costs is None and requested.dimension is None:
            words.append(_NOTHING_KNOWN)
        if requested.window is not None:
            words.append(_WINDOW)
        return policy, "\n".join(words), None if advice.prior is None else advice.prior.best
    refusal = f"none of the advised policies can be played online: {advice.sentence}"
    raise BadValue(refusal, field="policy", value="auto", allowed="a policy that can be played online")


def _on_those_planned(policy: Any, requested: RequestedSettings, history: Any) -> Any:
    """A policy on the arms that were simulated, where these are the most promising of more."""
    whole = history is None or requested.count <= RESERVOIR
    if whole or requested.slots is not None or "subset" in contract.form_of(policy).methods:
        return policy
    from begreedy.policies.reductions import Subsample

    return Subsample(policy, k=RESERVOIR)


def _check_linear(policy: Any, form: contract.Form, requested: RequestedSettings) -> None:
    """Raise if a policy that looks at features cannot be played with these settings."""
    if "score" not in form.methods:
        words = f"{concise(policy)} needs the whole unit ball, but a bandit has arms"
        raise BadType(words, field="policy", value=policy, allowed="one with a score")
    if requested.rewards is None and contract.part_of(policy, "deviation", 1.0) == 0.0:
        raise BadValue.of("noise", None, f"given for {concise(policy)} where rewards have no range", got="")
    named = [contract.arguments_of(type(policy), name, allowed) for name, allowed in _ASKED if name in form.methods]
    if requested.horizon is None and any("horizon" in names for names in named):
        raise BadValue.of("horizon", None, f"given for {concise(policy)}")
    if requested.costs is not None:
        raise BadValue.of(
            "costs", requested.costs, "left out", got="", hint=f"{concise(policy)} plays by rewards alone"
        )
    if requested.past and requested.vectors is None:
        allowed = "left out where arms have no features of their own"
        raise BadValue.of("history", None, allowed, got="")


def _check_pooled(policy: Any, form: contract.Form, requested: RequestedSettings) -> None:
    """Raise if a policy that takes arms out of the catalogue as it goes cannot be played with these settings."""
    discovers = form.name == contract.POOL
    asks = discovers and not contract.says(policy, "anytime")
    asks = asks and any("horizon" in contract.names_of(policy, method) for method in ("select", "learn", "start"))
    if asks and requested.horizon is None:
        raise BadValue.of("horizon", None, f"given for {concise(policy)}")
    low, high = contract.rewards_accepted(policy)
    if requested.rewards is None and (low > -math.inf or high < math.inf):
        raise BadValue.of("rewards", None, f"given, as (low, high), for {concise(policy)}")
    left_out: dict[str, Any] = {"costs": requested.costs, "features": requested.dimension}
    if discovers:
        left_out |= {"history": requested.past or None, "revise": requested.revise or None}
        left_out |= {"outcomes": requested.outcomes if requested.outcomes == ZERO else None}
        left_out |= {"explore": requested.explore or None, "first_pulls": requested.first_pulls or None}
        left_out["control"] = requested.control
    for field, value in left_out.items():
        if value is not None:
            hint = f"{concise(policy)} draws arms of its own, and has a memory of them"
            raise BadValue.of(field, value, "left out", got="", hint=hint)


def _check_playable(policy: Any, requested: RequestedSettings) -> None:
    form = contract.form_of(policy)
    if form.name == contract.POOL or (form.pooled and contract.has(policy, "arms_at")):
        _check_pooled(policy, form, requested)
        return
    if form.pooled:
        allowed = "a policy with an index, sample, values or select"
        words = f"{concise(policy)} cannot be played online: it restarts, or plays cells of a continuum"
        raise BadType(f"{words}; {allowed} can", field="policy", value=policy, allowed=allowed)
    if form.name == contract.LINEAR:
        _check_linear(policy, form, requested)
        return
    if requested.dimension is not None:
        hint = f"{concise(policy)} looks at none; LinGreedy, LinThompson and LinUCB do"
        raise BadValue.of("features", None, "left out", got="", hint=hint)
    ranks = form.name == contract.LISTS
    if requested.clicks != FIRST and not ranks:
        raise BadValue.of("clicks", requested.clicks, "left out", hint=f"{concise(policy)} shows no lists", got="")
    base = policy.cascade()[0] if ranks else policy
    form = contract.arm_form(base)
    asks = "horizon" in form.arguments or (form.name in (contract.CUSTOM, contract.VALUES) and not ranks)
    forgets = form.name == contract.FORGETTING  # the policy inside gets what it remembers as its horizon
    asks = asks and not contract.says(base, "blind") and not forgets
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
    if ranks and requested.control_arm is not None:
        raise BadValue.of("control", requested.control, "'random' for lists")
    if ranks and requested.first_pulls:
        raise BadValue.of("first_pulls", requested.first_pulls, "left out for lists")
    if ranks and (requested.rewards != (0.0, 1.0) or requested.costs is not None):
        words = f"{concise(policy)} counts clicks: rewards must be (0, 1) and costs be left out"
        raise BadValue(words, field="rewards", value=requested.rewards, allowed="(0, 1), without costs")
    if form.taught and (requested.revise or requested.outcomes == ZERO):
        field, value = ("revise", True) if requested.revise else ("outcomes", ZERO)
        why = f"{concise(policy)} has a memory of its own, in which a reward cannot be replaced"
        raise BadValue.of(field, value, "left out", got="", hint=why)
    if forgets and base.span > MOST_REMEMBERED:
        allowed = f"one that forgets a pull within {MOST_REMEMBERED} decisions, which are remembered one by one"
        raise BadValue.of("policy", base, allowed, got=f"{concise(base)}: {base.span}")
    if requested.past and (form.costs or form.taught or (forgets and base.factor >= 1.0)):
        raise BadValue(
            f"history must be left out: {concise(policy)} cannot start from counts alone",
            field="history",
            allowed="left out",
        )
