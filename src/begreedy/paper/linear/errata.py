"""Errata of the figure on linear bandits."""

from __future__ import annotations

from begreedy.paper.erratum import Erratum, Reproduced, all_known
from begreedy.policies.lin_greedy import LinGreedy
from begreedy.values.numbers import number


def ball_explore_delta(run: Reproduced) -> str | None:
    names = ("BallExplore", "BallExplore(delta=1)", "Greedy")
    said = [run.said("linear-close", "corrected", name) for name in names]
    return f"As defined, with Δ = d: {said[0]}; with Δ = 1: {said[1]}; Greedy {said[2]}." if all_known(*said) else None


def ball_explore_code(run: Reproduced) -> str | None:
    coded, defined = (run.said("linear-close", variant, "BallExplore") for variant in ("published", "corrected"))
    greedy = run.said("linear-close", "published", "Greedy")
    return f"As coded: {coded}; as defined: {defined}; Greedy: {greedy}." if all_known(coded, defined, greedy) else None


def linear_greedy(run: Reproduced) -> str | None:
    played = run.results("linear", "extra")
    greedy = dict.fromkeys(name for _, name, result in played if isinstance(result.policy, LinGreedy))
    parts = [f"{name} {run.said('linear', 'extra', name)}" for name in greedy]
    return f"Mean regret by the size of the noise: {', '.join(parts)}." if parts else None


def linear_times(run: Reproduced) -> str | None:
    times = {name: result.seconds / result.runs for _, name, result in run.results("linear", "published")}
    if "Greedy" not in times:
        return None
    parts = [
        f"{name} {number(1000.0 * took, 3)} ms ({number(took / times['Greedy'], 2)} times as long)"
        for name, took in times.items()
        if name != "Greedy"
    ]
    return f"CPU time per run: Greedy {number(1000.0 * times['Greedy'], 3)} ms, {', '.join(parts)}."


ERRATA = (
    Erratum(
        "ball-explore-delta",
        "BallExplore with Δ = d explores constantly to the end",
        "The exploration of BallExplore begins to fall after d·Δ rounds: with Δ = d = 50 that is 2500, the whole "
        "horizon. Its regret is linear by construction.",
        "Δ = 1 is beside it in the variants corrected and extra.",
        ("linear-close",),
        ball_explore_delta,
    ),
    Erratum(
        "ball-explore-code",
        "BallExplore is not the published algorithm",
        "The companion explores in directions of the positive orthant only, and projects with an estimate that is"
        " not normalised.",
        "Uniform directions of the sphere, projected on what is orthogonal to the estimate.",
        ("linear-close",),
        ball_explore_code,
    ),
    Erratum(
        "linear-greedy",
        "Greedy on the ball is degenerate",
        "It plays the direction of its estimate, a combination of past actions: in exact arithmetic it never "
        "leaves the line of its first action. The companion escapes through the tolerance of its optimiser.",
        "An error across the line grows by a factor of about 1 / |estimate| per round, so any noise helps, even "
        "rounding. Ours is explicit and seeded (1e-8); the variant extra has larger amounts, up to too much.",
        ("linear",),
        linear_greedy,
    ),
    Erratum(
        "linear-times",
        "Ten and fifteen times faster is a matter of the optimiser",
        "70, 678 and 1031 s per iteration are the times of general-purpose optimisers that solve, inexactly, what"
        " has a closed form: least squares with a penalty, and a secular equation.",
        "All three have exact updates, and with these the ratios differ.",
        ("linear",),
        linear_times,
    ),
)
