"""Whether a policy can be played online with the settings that were given, and on how many arms."""

from __future__ import annotations

import math
from typing import Any

import begreedy.types as contract
from begreedy.bandit.settings.outcomes import FIRST, ZERO
from begreedy.bandit.settings.settings import ENDLESS, MOST_LOOKED_AT, MOST_SET_STEPS, RequestedSettings
from begreedy.engine.players.signed import signed_player
from begreedy.values.canonical import concise
from begreedy.values.errors import BadType, BadValue

MOST_REMEMBERED = 1_000_000  # decisions, by a policy that forgets
_ASKED = (("ready", ("fit", "t", "horizon", "rng")), ("score", ("fit", "x", "t", "horizon")))  # and what they may name


def playable(policy: Any, requested: RequestedSettings) -> tuple[Any, int]:
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


# ---------------------------------------------------------------- the settings that a form of policies can do with


def _check_playable(policy: Any, requested: RequestedSettings) -> None:
    """Raise if a policy cannot be played online with these settings."""
    _CHECKS.get(contract.form_of(policy).name, _check_arms)(policy, requested)


def _check_arms(policy: Any, requested: RequestedSettings) -> None:
    """A policy that plays single arms, by their statistics or a memory of its own."""
    _check_no_features(policy, requested)
    if requested.clicks != FIRST:
        raise BadValue.of("clicks", requested.clicks, "left out", hint=f"{concise(policy)} shows no lists", got="")
    own_way = contract.form_of(policy).name in (contract.CUSTOM, contract.VALUES)
    _check_statistics(policy, policy, requested, asks=own_way)
    _check_memory(policy, policy, requested)


def _check_lists(policy: Any, requested: RequestedSettings) -> None:
    """A policy that shows lists, by the statistics of their arms."""
    _check_no_features(policy, requested)
    base = policy.cascade()[0]
    _check_statistics(policy, base, requested, asks=False)
    if requested.control_arm is not None:
        raise BadValue.of("control", requested.control, "'random' for lists")
    if requested.first_pulls:
        raise BadValue.of("first_pulls", requested.first_pulls, "left out for lists")
    if requested.rewards != (0.0, 1.0) or requested.costs is not None:
        words = f"{concise(policy)} counts clicks: rewards must be (0, 1) and costs be left out"
        raise BadValue(words, field="rewards", value=requested.rewards, allowed="(0, 1), without costs")
    _check_memory(policy, base, requested)


def _check_linear(policy: Any, requested: RequestedSettings) -> None:
    """A policy that looks at features."""
    methods = contract.form_of(policy).methods
    if "score" not in methods:
        words = f"{concise(policy)} needs the whole unit ball, but a bandit has arms"
        raise BadType(words, field="policy", value=policy, allowed="one with a score")
    if requested.rewards is None and contract.part_of(policy, "deviation", 1.0) == 0.0:
        raise BadValue.of("noise", None, f"given for {concise(policy)} where rewards have no range", got="")
    named = [contract.arguments_of(type(policy), name, allowed) for name, allowed in _ASKED if name in methods]
    if requested.horizon is None and any("horizon" in names for names in named):
        raise BadValue.of("horizon", None, f"given for {concise(policy)}")
    if requested.costs is not None:
        raise BadValue.of(
            "costs", requested.costs, "left out", got="", hint=f"{concise(policy)} plays by rewards alone"
        )
    if requested.past and requested.vectors is None:
        allowed = "left out where arms have no features of their own"
        raise BadValue.of("history", None, allowed, got="")


def _check_pool(policy: Any, requested: RequestedSettings) -> None:
    """A policy that takes arms out of the catalogue as it goes."""
    asks = not contract.says(policy, "anytime")
    asks = asks and any("horizon" in contract.names_of(policy, method) for method in ("select", "learn", "start"))
    if asks and requested.horizon is None:
        raise BadValue.of("horizon", None, f"given for {concise(policy)}")
    _check_range(policy, policy, requested)
    own = {
        "costs": requested.costs,
        "features": requested.dimension,
        "history": requested.past or None,
        "revise": requested.revise or None,
        "outcomes": requested.outcomes if requested.outcomes == ZERO else None,
        "explore": requested.explore or None,
        "first_pulls": requested.first_pulls or None,
        "control": requested.control,
    }
    _check_left_out(policy, own)


def _check_reduction(policy: Any, requested: RequestedSettings) -> None:
    """A policy that plays another one on some arms: these can only become more."""
    if not contract.has(policy, "arms_at"):
        allowed = "a policy with an index, sample, values or select"
        words = f"{concise(policy)} cannot be played online: it restarts, or plays cells of a continuum"
        raise BadType(f"{words}; {allowed} can", field="policy", value=policy, allowed=allowed)
    _check_range(policy, policy, requested)
    _check_left_out(policy, {"costs": requested.costs, "features": requested.dimension})


_CHECKS = {
    contract.LISTS: _check_lists,
    contract.LINEAR: _check_linear,
    contract.POOL: _check_pool,
    contract.REDUCTION: _check_reduction,
    contract.EPOCHS: _check_reduction,
}  # by form; all others play single arms


def _check_statistics(policy: Any, base: Any, requested: RequestedSettings, *, asks: bool) -> None:
    """Horizon, costs and rewards for ``base``, by which the policy plays; whether it ``asks`` for a horizon anyway."""
    form = contract.arm_form(base)
    # What a policy that forgets plays has as its horizon what is remembered.
    blind = contract.says(base, "blind") or form.name == contract.FORGETTING
    if (asks or "horizon" in form.arguments) and not blind and requested.horizon is None:
        raise BadValue.of("horizon", None, f"given for {concise(policy)}")
    if requested.costs is not None and contract.misses_costs(base):
        hint = f"{concise(policy)} plays by rewards alone; Greedy, BudgetUCB and BTS play by reward per cost"
        raise BadValue.of("costs", requested.costs, "left out", got="", hint=hint)
    if form.costs and requested.costs is None:
        raise BadValue.of("costs", None, f"given, as (low, high), for {concise(policy)}")
    _check_range(policy, base, requested)


def _check_memory(policy: Any, base: Any, requested: RequestedSettings) -> None:
    """What a policy remembers: rewards, which may be replaced; how many decisions; and a history."""
    form = contract.arm_form(base)
    forgets = form.name == contract.FORGETTING
    if form.taught and (requested.revise or requested.outcomes == ZERO):
        field, value = ("revise", True) if requested.revise else ("outcomes", ZERO)
        why = f"{concise(policy)} has a memory of its own, in which a reward cannot be replaced"
        raise BadValue.of(field, value, "left out", got="", hint=why)
    if forgets and base.span > MOST_REMEMBERED:
        allowed = f"one that forgets a pull within {MOST_REMEMBERED} decisions, which are remembered one by one"
        raise BadValue.of("policy", base, allowed, got=f"{concise(base)}: {base.span}")
    if requested.past and (form.costs or form.taught or (forgets and base.factor >= 1.0)):
        words = f"history must be left out: {concise(policy)} cannot start from counts alone"
        raise BadValue(words, field="history", allowed="left out")


def _check_no_features(policy: Any, requested: RequestedSettings) -> None:
    if requested.dimension is not None:
        hint = f"{concise(policy)} looks at none; LinGreedy, LinThompson and LinUCB do"
        raise BadValue.of("features", None, "left out", got="", hint=hint)


def _check_range(policy: Any, base: Any, requested: RequestedSettings) -> None:
    low, high = contract.rewards_accepted(base)
    if requested.rewards is None and (low > -math.inf or high < math.inf):
        raise BadValue.of("rewards", None, f"given, as (low, high), for {concise(policy)}")


def _check_left_out(policy: Any, settings: dict[str, Any]) -> None:
    for field, value in settings.items():
        if value is not None:
            hint = f"{concise(policy)} draws arms of its own, and has a memory of them"
            raise BadValue.of(field, value, "left out", got="", hint=hint)
