"""The policy of "auto", and its arms: what advice finds best among all that can be played online."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np

import begreedy.types as contract
from begreedy.advice.history import fit_prior
from begreedy.bandit.settings.playable import playable
from begreedy.bandit.settings.settings import AUTO, RequestedSettings
from begreedy.problems.in_use import promise
from begreedy.problems.priors import Beta
from begreedy.random import digest_key
from begreedy.values.errors import BadValue

RESERVOIR = 10_000  # arms; of more of them the most promising are simulated or, without records, an endless reservoir
EFFORT = 2.0  # of the advice for "auto", in seconds of one core, roughly
_MODELS = {"slots": "cascading", "costs": "budgeted", "features": "linear"}  # by the setting that asks for it
_NOTHING_KNOWN = (
    "Rates of one in a hundred ask for something else: with past successes and trials as history advice goes by what "
    "is known; a second advice (POST /bandits/{name}/advice, in Python begreedy.online.advise_again) learns it from "
    "the first rounds of this bandit."
)
_WINDOW = (
    "Outcomes are taken to be told at once: how many decisions fall into the window is not known. Where these are "
    "many, ask begreedy.advise, which takes a delay and a window in rounds."
)


def _question(requested: RequestedSettings, history: Any) -> dict[str, Any]:
    """What advice is asked about."""
    count, horizon = requested.count, requested.horizon or 0
    settings = {"slots": requested.slots, "costs": requested.costs, "features": requested.dimension}
    fields = [field for field, value in settings.items() if value is not None]
    if not fields:
        if history is not None:  # these very arms, as far as they may be played
            fitted = fit_prior(history, seed=requested.seed).best_known(RESERVOIR)
            return {"question": "finite", "arms": min(count, RESERVOIR), "history": fitted}
        if count <= min(horizon, RESERVOIR):
            return {"question": "finite", "arms": count}
        return {"question": "infinite"}  # there is always another one
    if len(fields) > 1:
        raise BadValue.of(fields[1], None, f'left out where "auto" is given {fields[0]}', got="")
    if history is not None and fields != ["slots"]:
        raise BadValue.of("history", None, f'left out where "auto" is given {fields[0]}', got="")
    if count > RESERVOIR:
        hint = "name a policy for more of them"
        raise BadValue.of("arms", count, f'at most {RESERVOIR} where "auto" is given {fields[0]}', hint=hint)
    if fields == ["features"]:
        if requested.rewards is None:
            raise BadValue.of("rewards", None, 'given, as (low, high), where "auto" is given features')
        known = {"dimension": requested.dimension, "arms": count} if requested.vectors is None else {}
        return {"question": _MODELS["features"], "law": "Gaussian(0.5)", "features": requested.vectors, **known}
    return {"question": _MODELS[fields[0]], "arms": count, "slots": requested.slots, "history": history}


def advised(requested: RequestedSettings, history: Any) -> tuple[Any, str, Beta | None]:
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
            playable(policy, requested)
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


# ---------------------------------------------------------------- arms


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
