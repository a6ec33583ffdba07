"""Errors in the public code of figure 2a (yinglunz/on-regret-with-multiple-best-arms)."""

from __future__ import annotations

from begreedy.paper.erratum import Erratum
from begreedy.second_papers.zhu2020.experiment import ID

ERRATA = (
    Erratum(
        "zhu-band",
        "The band is half as wide as its comment says",
        "A quarter of a standard deviation is added and subtracted, with the comment that the shaded area is half a "
        "standard deviation.",
        "It is one quarter to each side; half in all. It says how runs differ, not how sure the mean is: of 100 runs "
        "the standard error is a tenth of a standard deviation.",
        (ID,),
    ),
    Erratum(
        "zhu-round",
        "One round too many",
        "The loop plays while t <= T, from t = 0: T + 1 rounds.",
        "T rounds; the difference is one pull.",
        (ID,),
    ),
    Erratum(
        "zhu-floor",
        "MOSS++ never has fewer than four arms",
        "The number of arms is halved from epoch to epoch, but not below 4.",
        "The algorithm of the paper halves it throughout (MeDZO here does).",
        (ID,),
    ),
    Erratum(
        "zhu-unpulled",
        "empMOSS++ ranks arms that were never pulled",
        "The best half is chosen among the empirical means of all n arms, where an arm that was never pulled has 0.",
        "It is to be chosen among the arms of the epoch; with Bernoulli rewards it differs only while fewer arms than "
        "are kept have had a success.",
        (ID,),
    ),
)
