"""The contract: what a policy, a law, a prior and a problem are.  Immutable values with a few plain methods.

Nothing has to be registered or inherited.  A value is a frozen dataclass (ours derive from ``Value``, which
checks and coerces the fields) or a NamedTuple; what it can do is told by the methods it has.  ``policies`` and
``problems`` have a Protocol with its documentation for each of these, ``forms`` the one function that looks:

====================  =================================================================================================
a policy is one of
  IndexPolicy         ``index``: plays the largest.  Optional: ``growing``, ``bonus``, ``monotone``, ``is_mean``;
                      ``action_bonus``, for sets
  SamplePolicy        ``sample``: plays the largest (Thompson).  Optional: ``log_concave`` and, with it,
                      ``sample_range``, ``log_density``, ``slope``; or, for ratios, ``part``, ``log_shape``,
                      ``log_scale``, ``slope``
  ValuesPolicy        ``values``: plays the largest, all computed together
  CustomPolicy        ``select``: plays what it says.  Optional: ``memory``, ``start``, ``learn``
  PoolPolicy          ``pool = True`` and ``select``: discovers arms.  Optional: ``capacity``, ``memory``, ``start``,
                      ``learn``
  EpochPolicy         ``epoch_arms``, ``epoch_rounds``, ``base``, ``remembers``, ``keeps``, ``point``: restarts another
  Reduction           ``reduce``: another policy on finitely many arms of a pool; ``subset``: on some mortal arms
  ListPolicy          ``cascade``: shows lists
  LinearPolicy        ``needs`` and ``ridge``, with ``aim`` (the unit ball) or ``score`` and maybe ``ready`` (actions)
  FittedPolicy        ``fit`` alone: another policy, made for the problem
and may also have     ``fit``, ``explore``, ``observe``, ``initial_pulls``, ``reward_range``, ``reward_hint``, ``name``,
                      ``arms_rule``; ``blind`` (to rewards), ``uniform`` (all arms equally likely); and ``policy``, if
                      it is made of another
a law                 ``draw(mean, rng)``.  Optional: ``support``, ``mean_range``, ``binary``
a prior               ``draw(rng)``.  Optional: ``low``, ``high``, ``tail``
a problem             ``model`` and, by model, ``stage``; or ``size``, ``law``, ``world``, ``discover_function``,
                      ``reference_function``, ``scratch`` and maybe ``continuum`` (a pool); or what MortalProblem,
                      ListProblem, BudgetedProblem, LinearProblem or CombinatorialProblem have; or ``plan``, a game of
                      its own.  Optional: ``costly``, ``lists``, ``vectors``, ``semi_bandit``, and the parameters that
                      ``Problem`` lists
actions               ``solve``, ``arms``, ``size``.  Optional: ``memory``, ``free``, ``costs_only``, ``explicit``
====================  =================================================================================================
"""

from begreedy.types.arguments import (
    INDEX_ARGUMENTS,
    NOTHING,
    POSTERIOR_ARGUMENTS,
    SAMPLE_ARGUMENTS,
    SOLVE_ARGUMENTS,
    adapter,
    law_draw,
    prior_draw,
    solve_arguments,
    solve_memory,
    watched,
)
from begreedy.types.forms import (
    CUSTOM,
    DRAW_ALL,
    EPOCHS,
    FITTED,
    FROZEN,
    GROWING,
    INDEX,
    LINEAR,
    LISTS,
    NONE,
    POOL,
    POSTERIOR,
    REDUCTION,
    SAMPLE,
    SCAN,
    VALUES,
    Form,
    arm_form,
    ask,
    bind,
    check_rewards,
    form_of,
    kind_of,
    misses_costs,
    needs_costs,
    rewards_accepted,
)
from begreedy.types.policies import (
    ActionBonus,
    BallPolicy,
    Bonus,
    CataloguePolicy,
    CustomPolicy,
    EpochPolicy,
    Exploring,
    FirstPulls,
    FittedPolicy,
    Growing,
    IndexPolicy,
    LinearPolicy,
    ListPolicy,
    LogConcave,
    LogConcaveRatio,
    MeanIndex,
    Monotone,
    Named,
    Observing,
    Policies,
    Policy,
    PoolPolicy,
    Reduction,
    RewardRange,
    SamplePolicy,
    SubsetPolicy,
    ValuesPolicy,
)
from begreedy.types.problems import (
    ENDLESS,
    Actions,
    Array,
    BudgetedProblem,
    Checkpoints,
    CombinatorialProblem,
    Law,
    LinearProblem,
    ListProblem,
    MortalProblem,
    Pool,
    Prior,
    Problem,
    Stage,
    StagedProblem,
)

__all__ = [
    "CUSTOM",
    "DRAW_ALL",
    "ENDLESS",
    "EPOCHS",
    "FITTED",
    "FROZEN",
    "GROWING",
    "INDEX",
    "INDEX_ARGUMENTS",
    "LINEAR",
    "LISTS",
    "NONE",
    "NOTHING",
    "POOL",
    "POSTERIOR",
    "POSTERIOR_ARGUMENTS",
    "REDUCTION",
    "SAMPLE",
    "SAMPLE_ARGUMENTS",
    "SCAN",
    "SOLVE_ARGUMENTS",
    "VALUES",
    "ActionBonus",
    "Actions",
    "Array",
    "BallPolicy",
    "Bonus",
    "BudgetedProblem",
    "CataloguePolicy",
    "Checkpoints",
    "CombinatorialProblem",
    "CustomPolicy",
    "EpochPolicy",
    "Exploring",
    "FirstPulls",
    "FittedPolicy",
    "Form",
    "Growing",
    "IndexPolicy",
    "Law",
    "LinearPolicy",
    "LinearProblem",
    "ListPolicy",
    "ListProblem",
    "LogConcave",
    "LogConcaveRatio",
    "MeanIndex",
    "Monotone",
    "MortalProblem",
    "Named",
    "Observing",
    "Policies",
    "Policy",
    "Pool",
    "PoolPolicy",
    "Prior",
    "Problem",
    "Reduction",
    "RewardRange",
    "SamplePolicy",
    "Stage",
    "StagedProblem",
    "SubsetPolicy",
    "ValuesPolicy",
    "adapter",
    "arm_form",
    "ask",
    "bind",
    "check_rewards",
    "form_of",
    "kind_of",
    "law_draw",
    "misses_costs",
    "needs_costs",
    "prior_draw",
    "rewards_accepted",
    "solve_arguments",
    "solve_memory",
    "watched",
]
