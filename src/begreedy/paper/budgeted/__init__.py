"""Figures on budgeted bandits, Appendix G.4."""

from begreedy.paper.budgeted.chart import against_budget
from begreedy.paper.budgeted.claims import CLAIMS
from begreedy.paper.budgeted.errata import ERRATA
from begreedy.paper.budgeted.experiment import EXPERIMENTS
from begreedy.paper.study import Study

STUDY = Study(EXPERIMENTS, CLAIMS, ERRATA, chart=against_budget)
