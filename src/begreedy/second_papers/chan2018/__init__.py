"""Chan and Hu (2018), *Infinite Arms Bandit: Optimality via Confidence Bounds*: its simulations of Bernoulli arms."""

from begreedy.paper.collection import Collection
from begreedy.paper.study import Study
from begreedy.second_papers.chan2018.chart import relative_to_the_bound
from begreedy.second_papers.chan2018.claims import CLAIMS
from begreedy.second_papers.chan2018.errata import ERRATA
from begreedy.second_papers.chan2018.experiment import SIMULATIONS
from begreedy.second_papers.common import VARIANTS

CHAN2018 = Collection(
    command="paper --of chan2018",
    title="Infinite Arms Bandit: Optimality via Confidence Bounds, reproduced",
    question="Endless arms: what does it cost not to know where they come from?",
    lead="The paper: a target for confidence bounds gives the least possible regret if the prior is known, and nearly "
    "so if it is not.",
    studies=(Study((SIMULATIONS,), CLAIMS, ERRATA, chart=relative_to_the_bound),),
    claims=CLAIMS,
    variants={**VARIANTS, "published": "Published: the settings of the authors' package"},
    errata=ERRATA,
)
