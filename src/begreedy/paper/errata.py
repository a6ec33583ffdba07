"""What is wrong in the paper and its companion, and which experiment shows it.

``docs/errata.md`` has the same items (a test compares the titles) with the derivations of those on theory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from begreedy.paper import errata_runs as runs
from begreedy.paper.errata_runs import Seen


@dataclass(frozen=True)
class Erratum:
    """Something printed or coded wrongly, what is right, and what a run says about it (None: not part of it)."""

    id: str
    title: str
    wrong: str
    right: str
    experiments: tuple[str, ...]
    shown: Callable[[Seen], str | None] | None = None  # None: nothing that a simulation shows


_CASCADES = ("cascade-uniform", "cascade-beta")
_CONTINUOUS = ("continuous-f1", "continuous-f2", "continuous-f3")
_INFINITE = ("infinite-uniform", "infinite-beta")

ERRATA = (
    Erratum(
        "pseudo-failure",
        "The cascade tables count a failure that nobody saw",
        "The companion starts every item with one look and no click, so that its “empirical mean” is clicks / "
        "(looks + 1), for all three algorithms. The text does not say so.",
        "The mean is clicks / looks. With the pseudo failure the printed numbers come out; without it they do not, "
        "and Greedy has less regret.",
        _CASCADES,
        runs.pseudo_failure,
    ),
    Erratum(
        "plus-minus",
        "± in the cascade tables is a standard error",
        "The text calls the second number the standard deviation.",
        "It is the standard deviation divided by the square root of 100 runs.",
        _CASCADES,
        runs.plus_minus,
    ),
    Erratum(
        "cascade-comparators",
        "A stronger comparator is missing from the cascade tables",
        "Greedy “outplays the state-of-the-art when the number of arms L is large”, which is KL-UCB and TS-"
        "Cascade there.",
        "Thompson sampling with a Beta posterior per item (CTS-Beta) was known; it is beside them in the variant "
        "extra.",
        _CASCADES,
        runs.cascade_comparators,
    ),
    Erratum(
        "cascade-reward",
        "The reward of a list is printed as a member of {0, 1}",
        "1 - Π (1 - w(a)) over the list is said to be 0 or 1 (and its product runs over K, from K = 1).",
        "That is the mean of the reward, a number in [0, 1]; regret is measured by it.",
        _CASCADES,
    ),
    Erratum(
        "two-target",
        "TwoTarget runs with another prior's parameters under Beta(1, 2)",
        "The companion passes (alpha, beta) = (2, 1), the tail of Beta(2, 1). That Greedy “is more robust as the "
        "second scenario points out” rests on it.",
        "For Beta(1, 2), P(mean > 1 - u) = u², so (alpha, beta) = (1, 2).",
        ("infinite-beta",),
        runs.two_target,
    ),
    Erratum(
        "ucb-f",
        "UCB-F runs with beta = 1 under Beta(1, 2)",
        "The companion keeps K = 100 arms in both scenarios, though the text assumes “the knowledge of the "
        "parameters”.",
        "beta = 2 under Beta(1, 2), hence K = T^(2/3), 465 arms at T = 10 000.",
        ("infinite-beta",),
        runs.ucb_f,
    ),
    Erratum(
        "pool-of-arms",
        "Regret of infinitely many arms is measured against the best of T arms",
        "The companion draws a pool of T arms per run and takes its best one as the reference.",
        "The regret of the model is against the supremum of the prior; the variant corrected has it.",
        _INFINITE,
        runs.pool_of_arms,
    ),
    Erratum(
        "medzo",
        "MeDZO is broken in the companion",
        "For infinitely many arms it does not draw new arms when it restarts (it takes points of the continuous "
        "grid, which cannot index arms); a memory arm that recalls a memory arm walks down the epochs instead of "
        "following the one chosen. The code as it is cannot have made the figures.",
        "New arms at every restart; a memory arm replays a uniform past round of its epoch. The empirical "
        "version, which keeps statistics across restarts, is in the variant extra.",
        (*_INFINITE, "many-armed"),
        runs.medzo,
    ),
    Erratum(
        "f3-maximum",
        "The maximum of f3 is missed by the grid it is looked for on",
        "The companion takes the best of 1001 points as the maximum that regret is measured against.",
        "Harmless for f1 and f2; the maximum of f3 is at a cusp between two points, pi / 6. Every regret on f3 is"
        " too small by the difference, in every round.",
        ("continuous-f3", "functions"),
        runs.f3_maximum,
    ),
    Erratum(
        "zooming-grid",
        "Zooming looks for uncovered points on a grid of 101",
        "In the companion a point that is not covered by a ball is looked for among 0, 0.01, ..., 1 only.",
        "In one dimension the uncovered points are a union of intervals, found exactly.",
        _CONTINUOUS,
        runs.zooming_grid,
    ),
    Erratum(
        "moss-constant",
        "MOSS has another constant in each experiment",
        "The index is mean + sqrt(c log+(T / (K n)) / n) with c = 4 for normal noise and c = 1 for Bernoulli "
        "rewards in the companion; the text does not say so, and cites an anytime version that it does not use.",
        "Both constants are in the literature; which one was run must be said. We keep the companion's.",
        (*_CONTINUOUS, "many-armed"),
    ),
    Erratum(
        "best-arms",
        "64 best arms should be 67",
        "ceil(2000 / 5000^0.4) is printed as 64.",
        "It is 67, which is also what the companion computes. The condition K ≤ n of the theorem fails for its own K.",
        ("many-armed",),
        runs.best_arms,
    ),
    Erratum(
        "vacuous-bounds",
        "Where the bounds cross, they say nothing",
        "Greedy's bound for known smoothness is called lower than MOSS's up to T ≈ 12 000.",
        "There both are above T, the most that can be lost; where they begin to say something, MOSS's is lower. For "
        "unknown smoothness the comparison with MeDZO is real.",
        ("bounds-known", "bounds-unknown"),
        runs.vacuous_bounds,
    ),
    Erratum(
        "ball-explore-delta",
        "BallExplore with Δ = d explores constantly to the end",
        "The exploration of BallExplore begins to fall after d·Δ rounds: with Δ = d = 50 that is 2500, the whole "
        "horizon. Its regret is linear by construction.",
        "Δ = 1 is beside it in the variants corrected and extra.",
        ("linear",),
        runs.ball_explore_delta,
    ),
    Erratum(
        "ball-explore-code",
        "BallExplore is not the published algorithm",
        "The companion explores in directions of the positive orthant only, and projects with an estimate that is"
        " not normalised.",
        "Uniform directions of the sphere, projected on what is orthogonal to the estimate.",
        ("linear",),
        runs.ball_explore_code,
    ),
    Erratum(
        "linear-greedy",
        "Greedy on the ball is degenerate",
        "It plays the direction of its estimate, a combination of past actions: in exact arithmetic it never "
        "leaves the line of its first action. The companion escapes through the tolerance of its optimiser.",
        "An error across the line grows by a factor of about 1 / |estimate| per round, so that any noise helps, "
        "be it rounding; ours is explicit and seeded (1e-8), and more of it, up to too much, is in the variant extra.",
        ("linear",),
        runs.linear_greedy,
    ),
    Erratum(
        "linear-times",
        "Ten and fifteen times faster is a matter of the optimiser",
        "70, 678 and 1031 s per iteration are the times of general-purpose optimisers that solve, inexactly, what"
        " has a closed form: least squares with a penalty, and a secular equation.",
        "All three have exact updates; the ratios are others.",
        ("linear",),
        runs.linear_times,
    ),
    Erratum(
        "one-instance",
        "The budgeted figures show one instance",
        "The companion draws rewards and costs once, for all runs and budgets. The text lets one think of "
        "averages over instances.",
        "A fresh instance per run, in the variant corrected.",
        ("budgeted-discrete", "budgeted-continuous"),
        runs.one_instance,
    ),
    Erratum(
        "no-mean",
        "With discrete costs the expected regret is infinite",
        "Regret over random instances is averaged, or would be.",
        "With costs uniform on (0, 1), P(an arm's ratio > x) = 1 / (2x) for x > 1: the best ratio has no mean, "
        "nor has the regret. Quantiles of the regret as a share of what could have been earned can be compared.",
        ("budgeted-discrete",),
        runs.no_mean,
    ),
    Erratum(
        "not-said",
        "What the paper does not say",
        "The axes of the heat map, the lifetimes of the mortal figure and whether its regret is divided by T, the"
        " λ of Budget-UCB (1e-5 in the companion), m of TwoTarget (3).",
        "Ours: 2 to 1024 arms and 10 to 100 000 rounds; eight lifetimes from 10^1.5 to 10^5, cumulative regret; λ"
        " = 1e-5; m = 3.",
        ("heatmap", "mortal-uniform", "mortal-beta", "budgeted-discrete", "infinite-uniform"),
    ),
)
