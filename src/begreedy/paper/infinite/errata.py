"""Errata of the figures on infinitely many arms."""

from __future__ import annotations

from begreedy.paper.erratum import Erratum, Reproduced, all_known
from begreedy.paper.infinite.claims import IDS


def two_target(run: Reproduced) -> str | None:
    wrong, right = (run.said("infinite-beta", variant, "TwoTarget") for variant in ("published", "corrected"))
    greedy = run.said("infinite-beta", "corrected", "Greedy")
    if not all_known(wrong, right, greedy):
        return None
    return f"TwoTarget: {wrong} as published, {right} with the right parameters; Greedy: {greedy}."


def ucb_f(run: Reproduced) -> str | None:
    wrong, right = (run.said("infinite-beta", variant, "UCB-F") for variant in ("published", "corrected"))
    return f"UCB-F: {wrong} as published, {right} with beta = 2." if all_known(wrong, right) else None


def pool_of_arms(run: Reproduced) -> str | None:
    words = []
    for id in IDS:
        pool, supremum = (run.said(id, variant, "Greedy") for variant in ("published", "corrected"))
        if all_known(pool, supremum):
            words.append(f"{id}: Greedy {pool} against the pool, {supremum} against the supremum.")
    return " ".join(words) or None


def medzo(run: Reproduced) -> str | None:
    words = []
    for id in (*IDS, "many-armed"):
        restarting, empirical = (run.said(id, "extra", name) for name in ("MeDZO", "MeDZO(empirical)"))
        if all_known(restarting, empirical):
            words.append(f"{id}: MeDZO {restarting}, empirical {empirical}.")
    return " ".join(words) or None


ERRATA = (
    Erratum(
        "two-target",
        "TwoTarget runs with another prior's parameters under Beta(1, 2)",
        "The companion passes (alpha, beta) = (2, 1), the tail of Beta(2, 1). That Greedy “is more robust as the "
        "second scenario points out” rests on it.",
        "For Beta(1, 2), P(mean > 1 - u) = u², so (alpha, beta) = (1, 2).",
        ("infinite-beta",),
        two_target,
    ),
    Erratum(
        "ucb-f",
        "UCB-F runs with beta = 1 under Beta(1, 2)",
        "The companion keeps K = 100 arms in both scenarios, though the text assumes “the knowledge of the "
        "parameters”.",
        "beta = 2 under Beta(1, 2), hence K = T^(2/3), 465 arms at T = 10 000.",
        ("infinite-beta",),
        ucb_f,
    ),
    Erratum(
        "pool-of-arms",
        "Regret of infinitely many arms is measured against the best of T arms",
        "The companion draws a pool of T arms per run and takes its best one as the reference.",
        "In the model, regret is measured against the supremum of the prior, as in the variant corrected.",
        IDS,
        pool_of_arms,
    ),
    Erratum(
        "medzo",
        "MeDZO is broken in the companion",
        "For infinitely many arms it does not draw new arms when it restarts (it takes points of the continuous "
        "grid, which cannot index arms); a memory arm that recalls a memory arm walks down the epochs instead of "
        "following the one chosen. The code as it stands cannot have produced the figures.",
        "New arms at every restart; a memory arm replays a uniform past round of its epoch. The empirical "
        "version, which keeps statistics across restarts, is in the variant extra.",
        (*IDS, "many-armed"),
        medzo,
    ),
)
