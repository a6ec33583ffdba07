"""Claims of Section 7.2, on infinitely many arms."""

from __future__ import annotations

from collections.abc import Mapping

from begreedy import theory
from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Claim, Finding
from begreedy.paper.evidence import Evidence, below, whole, within
from begreedy.paper.inference import all_negative

TAILS = {"uniform": 1.0, "beta": 2.0}  # by prior: the power with which good arms are rare
ROUNDS = 10_000
IDS = tuple(f"infinite-{name}" for name in TAILS)


def infinite(finished: Mapping[str, Finished], variant: str, name: str) -> Evidence:
    return whole(finished, f"infinite-{name}", variant, ROUNDS)


def two_target_wins(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Outperformed: a higher mean regret at the horizon than TwoTarget's."""
    return all_negative([below(infinite(finished, variant, "uniform"), "TwoTarget", "Greedy")])


def more_robust(finished: Mapping[str, Finished], variant: str) -> Finding:
    """More robust, as the second scenario points out: a lower mean regret than TwoTarget's there."""
    return all_negative([below(infinite(finished, variant, "beta"), "Greedy", "TwoTarget")])


def excellent(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Excellent: lower mean regret than UCB-F and MeDZO in both scenarios; of TwoTarget the paper speaks apart."""
    return all_negative(
        below(infinite(finished, variant, name), "Greedy", rival, label=f"{name} prior")
        for name in TAILS
        for rival in ("UCB-F", "MeDZO")
    )


def within_bound(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The mean regret at the horizon is below the theorem's closed form, in both scenarios."""
    regrets = {}
    for name, beta in TAILS.items():
        bound = theory.infinite(ROUNDS, beta=beta, c1=1.0, printed=True)
        regrets[f"{name} prior"] = infinite(finished, variant, name)["Greedy"].final, bound.value
    return within(regrets, ROUNDS)


CLAIMS = (
    Claim(
        "infinite-twotarget",
        "It is actually outperformed by TwoTarget in the uniform case",
        "Section 7.2",
        ("infinite-uniform",),
        two_target_wins,
    ),
    Claim(
        "infinite-robust",
        "Greedy is more robust as the second scenario points out",
        "Section 7.2",
        ("infinite-beta",),
        more_robust,
    ),
    Claim(
        "infinite-excellent",
        "Once again, we see the excellent empirical performances of Greedy.",
        "Section 7.2",
        IDS,
        excellent,
    ),
    Claim(
        "infinite-bound",
        "R_T ≤ 20 (c₁(4+β))^(-2/(4+β)) T^((3+β)/(4+β)) (log T)^(2/(4+β))",
        "Section 5, theorem",
        IDS,
        within_bound,
    ),
)
