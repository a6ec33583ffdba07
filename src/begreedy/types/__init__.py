"""The contract: what a policy, a law, a prior and a problem are.  Immutable values with a few plain methods.

Nothing has to be registered or inherited.  A value is a frozen dataclass (ours derive from ``Value``, which
checks and coerces the fields) or a NamedTuple; what it can do is told by the methods it has.  ``policies``, ``also``,
``laws`` and ``problems`` have a Protocol with its documentation for each of these, ``forms`` the one function that
looks, and ``traits`` the names that are optional:

====================  =================================================================================================
a policy is one of
  IndexPolicy         ``index``: plays the largest.  Optional: ``growing``, ``bonus``, ``pseudo``, ``monotone``,
                      ``is_mean``; ``action_bonus``, for sets, with ``covariance``, ``members``, ``exchanges``, or
                      ``levels`` and ``ways``
  SamplePolicy        ``sample``: plays the largest (Thompson).  Optional: ``log_concave`` and, with it,
                      ``sample_range``, ``log_density``, ``slope``; or, for ratios, ``part``, ``log_shape``,
                      ``log_scale``, ``slope``
  ValuesPolicy        ``values``: plays the largest, all computed together
  CustomPolicy        ``select``: plays what it says.  Optional: ``memory``, ``start``, ``learn``, ``carry``
  ForgettingPolicy    ``policy``, ``forgets``, ``factor``, ``faded``, ``span``, ``lasting``: another, by rewards of late
  PoolPolicy          ``pool = True`` and ``select``: discovers arms.  Optional: ``anytime``, ``capacity``, ``memory``,
                      ``start``, ``learn``, ``carry``
  EpochPolicy         ``epoch_arms``, ``epoch_rounds``, ``base``, ``remembers``, ``keeps``, ``point``: restarts another
  Reduction           ``reduce``: another policy on finitely many arms of a pool; ``subset``: on some of the arms
  ListPolicy          ``cascade``: shows lists
  LinearPolicy        ``needs`` and ``ridge``, with ``aim`` (the unit ball) or ``score`` and maybe ``ready`` (actions)
  FittedPolicy        ``fit`` alone: another policy, made for the problem
and may also have     ``fit``, ``explore``, ``observe``, ``initial_pulls``, ``reward_range``, ``reward_hint``, ``name``,
                      ``arms_rule``, ``deviation``; ``blind`` (to rewards), ``uniform`` (all arms equally likely); and
                      ``policy``, if it is made of another
a law                 ``draw``, of ``mean, arm, rng``.  Optional: ``support``, ``mean_range``, ``noise``, ``binary``,
                      ``normal``, ``link``, ``arms``
a prior               ``draw(rng)``, or ``fill``, of ``means, arms, rng``.  Optional: ``low``, ``high``, ``tail``,
                      ``excess``, ``arms``
a problem             ``model`` and, by model, ``stage``; or ``size``, ``law``, ``world``, ``discover_function``,
                      ``reference_function``, ``scratch`` and maybe ``continuum`` or ``grid`` (a pool); or what
                      MortalProblem, DriftingProblem, InUseProblem, ListProblem, BudgetedProblem, LinearProblem or
                      CombinatorialProblem have; or ``plan``, a game of its own.  Optional: ``costly``, ``lists``,
                      ``vectors`` and ``as_arms``, ``semi_bandit``, ``divisible``, and the parameters that ``Problem``
                      lists
a measure             ``value``, or a plain function
actions               ``solve``, ``arms``, ``size``.  Optional: ``memory``, ``free``, ``costs_only``, ``explicit``,
                      ``network``, ``every``, ``towards``
====================  =================================================================================================
"""

from begreedy.types.also import (
    ActionBonus,
    Blind,
    Deviation,
    Exploring,
    FirstPulls,
    Named,
    Observing,
    RewardRange,
    UniformChoice,
)
from begreedy.types.arguments import INDEX_ARGUMENTS as INDEX_ARGUMENTS
from begreedy.types.arguments import NOTHING as NOTHING
from begreedy.types.arguments import POSTERIOR_ARGUMENTS as POSTERIOR_ARGUMENTS
from begreedy.types.arguments import SAMPLE_ARGUMENTS as SAMPLE_ARGUMENTS
from begreedy.types.arguments import SOLVE_ARGUMENTS as SOLVE_ARGUMENTS
from begreedy.types.arguments import adapter as adapter
from begreedy.types.arguments import arguments_of as arguments_of
from begreedy.types.arguments import bind_function as bind_function
from begreedy.types.arguments import bind_to as bind_to
from begreedy.types.arguments import law_draw, law_draw_by_arm, prior_draw, prior_fill
from begreedy.types.arguments import law_link as law_link
from begreedy.types.arguments import solve_arguments as solve_arguments
from begreedy.types.arguments import solve_memory as solve_memory
from begreedy.types.arguments import tells_arms_apart as tells_arms_apart
from begreedy.types.arguments import watched as watched
from begreedy.types.forms import CUSTOM as CUSTOM
from begreedy.types.forms import DRAW_ALL as DRAW_ALL
from begreedy.types.forms import EPOCHS as EPOCHS
from begreedy.types.forms import FITTED as FITTED
from begreedy.types.forms import FORGETTING as FORGETTING
from begreedy.types.forms import FROZEN as FROZEN
from begreedy.types.forms import GROWING as GROWING
from begreedy.types.forms import INDEX as INDEX
from begreedy.types.forms import LINEAR as LINEAR
from begreedy.types.forms import LISTS as LISTS
from begreedy.types.forms import NONE as NONE
from begreedy.types.forms import POOL as POOL
from begreedy.types.forms import POSTERIOR as POSTERIOR
from begreedy.types.forms import REDUCTION as REDUCTION
from begreedy.types.forms import SAMPLE as SAMPLE
from begreedy.types.forms import SCAN as SCAN
from begreedy.types.forms import VALUES as VALUES
from begreedy.types.forms import Form, check_rewards, form_of
from begreedy.types.forms import arm_form as arm_form
from begreedy.types.forms import ask as ask
from begreedy.types.forms import bind as bind
from begreedy.types.forms import fitted as fitted
from begreedy.types.forms import has as has
from begreedy.types.forms import kind_of as kind_of
from begreedy.types.forms import misses_costs as misses_costs
from begreedy.types.forms import missing_attributes as missing_attributes
from begreedy.types.forms import names_of as names_of
from begreedy.types.forms import needs_costs as needs_costs
from begreedy.types.forms import rewards_accepted as rewards_accepted
from begreedy.types.laws import BetaPrior, JointPrior, Law, LawByArm, Prior
from begreedy.types.measures import MEASURE_ARGUMENTS as MEASURE_ARGUMENTS
from begreedy.types.measures import Measure, Measures, MeasureValue
from begreedy.types.measures import column_of as column_of
from begreedy.types.measures import measure_in as measure_in
from begreedy.types.policies import (
    BallPolicy,
    Bonus,
    CataloguePolicy,
    CustomPolicy,
    EpochPolicy,
    FittedPolicy,
    ForgettingPolicy,
    Growing,
    IndexPolicy,
    LinearPolicy,
    ListPolicy,
    LogConcave,
    LogConcaveRatio,
    MeanIndex,
    Monotone,
    Policies,
    Policy,
    PoolPolicy,
    PseudoRewards,
    Reduction,
    SamplePolicy,
    SubsetPolicy,
    ValuesPolicy,
)
from begreedy.types.policies import policy_list as policy_list
from begreedy.types.problems import (
    ENDLESS,
    Actions,
    Array,
    BudgetedProblem,
    Checkpoints,
    CombinatorialProblem,
    DriftingProblem,
    InUseProblem,
    LinearProblem,
    ListProblem,
    MortalProblem,
    Pool,
    Problem,
    Stage,
    StagedProblem,
)
from begreedy.types.traits import part_of as part_of
from begreedy.types.traits import provides as provides
from begreedy.types.traits import range_of as range_of
from begreedy.types.traits import says as says

# The contract; what else is here is for the package itself.
__all__ = [
    "ENDLESS",
    "ActionBonus",
    "Actions",
    "Array",
    "BallPolicy",
    "BetaPrior",
    "Blind",
    "Bonus",
    "BudgetedProblem",
    "CataloguePolicy",
    "Checkpoints",
    "CombinatorialProblem",
    "CustomPolicy",
    "Deviation",
    "DriftingProblem",
    "EpochPolicy",
    "Exploring",
    "FirstPulls",
    "FittedPolicy",
    "ForgettingPolicy",
    "Form",
    "Growing",
    "InUseProblem",
    "IndexPolicy",
    "JointPrior",
    "Law",
    "LawByArm",
    "LinearPolicy",
    "LinearProblem",
    "ListPolicy",
    "ListProblem",
    "LogConcave",
    "LogConcaveRatio",
    "MeanIndex",
    "Measure",
    "MeasureValue",
    "Measures",
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
    "PseudoRewards",
    "Reduction",
    "RewardRange",
    "SamplePolicy",
    "Stage",
    "StagedProblem",
    "SubsetPolicy",
    "UniformChoice",
    "ValuesPolicy",
    "check_rewards",
    "form_of",
    "law_draw",
    "law_draw_by_arm",
    "prior_draw",
    "prior_fill",
]
