"""Kveton, Szepesvári, Wen, Ashkan (2015), *Cascading Bandits: Learning to Rank in the Cascade Model*: table 1."""

from begreedy.paper.collection import Collection
from begreedy.paper.study import Study
from begreedy.second_papers.common import VARIANTS
from begreedy.second_papers.kveton2015.chart import by_length
from begreedy.second_papers.kveton2015.claims import CLAIMS
from begreedy.second_papers.kveton2015.experiment import TABLE
from begreedy.second_papers.kveton2015.printed import compare

KVETON2015 = Collection(
    command="paper --of kveton2015",
    title="Cascading Bandits: Learning to Rank in the Cascade Model, table 1 reproduced",
    question="Which items belong on the list?",
    lead="The paper: two optimistic policies learn the best list; the one with the divergence of Kullback and Leibler "
    "loses less.",
    studies=(Study((TABLE,), CLAIMS, chart=by_length),),
    claims=CLAIMS,
    variants={**VARIANTS, "published": "Published: the setting of the table"},
    compare=compare,
)
