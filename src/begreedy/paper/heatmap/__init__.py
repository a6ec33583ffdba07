"""Figure "heatmap", Example 2: Greedy and UCB by number of arms and horizon."""

from begreedy.paper.heatmap.chart import by_arms_and_horizon
from begreedy.paper.heatmap.claims import CLAIMS
from begreedy.paper.heatmap.errata import ERRATA
from begreedy.paper.heatmap.experiment import EXPERIMENT
from begreedy.paper.study import Study

STUDY = Study((EXPERIMENT,), CLAIMS, ERRATA, chart=by_arms_and_horizon)
