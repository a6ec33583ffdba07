"""Errors in the public code of figure 1 (khashayarkhv/many-armed-bandit)."""

from __future__ import annotations

from begreedy.paper.erratum import Erratum, Reproduced, all_known
from begreedy.second_papers.bayati2020.experiment import ARMS, ID


def _both(run: Reproduced, *policies: str) -> str | None:
    """Regrets as published and as corrected."""
    words = []
    for arms in ARMS:
        for policy in policies:
            coded, defined = (run.said(ID, variant, policy, arms=arms) for variant in ("published", "corrected"))
            if all_known(coded, defined):
                words.append(f"{arms} arms, {policy}: {coded} as coded, {defined} as defined.")
    return " ".join(words) or None


def ucb(run: Reproduced) -> str | None:
    return _both(run, "UCB", "SS-UCB")


def thompson(run: Reproduced) -> str | None:
    return _both(run, "TS", "SS-TS")


def ucb_f(run: Reproduced) -> str | None:
    return _both(run, "UCB-F")


ERRATA = (
    Erratum(
        "bayati-ucb",
        "The asymptotically optimal UCB has another logarithm",
        "Its exploration is log(1 + t log(t^2)), that is 1 + 2 t log t.",
        "The book that it cites has log(1 + t (log t)^2).",
        (ID,),
        ucb,
    ),
    Erratum(
        "bayati-thompson",
        "Thompson sampling forgets the mean of its prior",
        "At the first pull the prior mean 1/2 is replaced by the reward, while its "
        "precision 16 is kept; and every pull adds sigma^2 to the precision.",
        "The posterior mean is (16/2 + S / sigma^2) / (16 + n / sigma^2); a pull adds 1 / sigma^2, which is the same "
        "for sigma = 1.",
        (ID,),
        thompson,
    ),
    Erratum(
        "bayati-ucb-f",
        "UCB-F takes the variance of one reward for 0",
        "After its only first pull an arm has an empirical variance of 0.",
        "With two first pulls there is a variance to speak of.",
        (ID,),
        ucb_f,
    ),
    Erratum(
        "bayati-unsampled",
        "SS-Greedy can play arms that it did not sample",
        "It maximises over the estimates of all arms; those outside the subsample have the estimate 0, which is the "
        "largest if all means seen are negative.",
        "The maximum is over the subsample. With hundreds of arms and means in [0, 1] it makes no difference.",
        (ID,),
    ),
    Erratum(
        "bayati-seed",
        "The seed does not make the runs repeatable",
        "NumPy's generator is seeded, but subsamples are drawn with Python's, which is not.",
        "Both have to be seeded.",
        (ID,),
    ),
)
