"""Zhu and Nowak (2020), *On Regret with Multiple Best Arms*: figure 2a."""

from begreedy.paper.collection import Collection
from begreedy.paper.study import Study
from begreedy.second_papers.common import VARIANTS
from begreedy.second_papers.zhu2020.chart import by_hardness
from begreedy.second_papers.zhu2020.claims import CLAIMS
from begreedy.second_papers.zhu2020.errata import ERRATA
from begreedy.second_papers.zhu2020.experiment import FIGURE

ZHU2020 = Collection(
    command="paper --of zhu2020",
    title="On Regret with Multiple Best Arms, figure 2a reproduced",
    question="How many of 20 000 arms to keep, if nobody knows how many are best?",
    lead="The paper: a policy can adapt to an unknown number of best arms; its figure 2a took about 12 hours on 40 "
    "cores.",
    studies=(Study((FIGURE,), CLAIMS, ERRATA, chart=by_hardness),),
    claims=CLAIMS,
    variants={**VARIANTS, "corrected": ""},
    errata=ERRATA,
)
