"""Bayati, Hamidi, Johari, Khosravi (2020), *The Unreasonable Effectiveness of Greedy Algorithms*: figure 1."""

from begreedy.paper.collection import Collection
from begreedy.paper.study import Study
from begreedy.second_papers.bayati2020.chart import by_number_of_arms, pulls_by_mean
from begreedy.second_papers.bayati2020.claims import CLAIMS
from begreedy.second_papers.bayati2020.errata import ERRATA
from begreedy.second_papers.bayati2020.experiment import FIGURE
from begreedy.second_papers.common import VARIANTS

BAYATI2020 = Collection(
    command="paper --of bayati2020",
    title="The Unreasonable Effectiveness of Greedy Algorithms, figure 1 reproduced",
    question="Many arms, normal rewards: is Greedy enough?",
    lead="The paper: with many arms, Greedy and above all Greedy on a subsample of them is hard to beat.",
    studies=(Study((FIGURE,), CLAIMS, ERRATA, by_number_of_arms, {"pulls": pulls_by_mean}),),
    claims=CLAIMS,
    variants=VARIANTS,
    errata=ERRATA,
)
