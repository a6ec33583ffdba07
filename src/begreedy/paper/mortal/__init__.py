"""Figures on mortal bandits, Appendix G.3."""

from begreedy.paper.mortal.chart import against_lifetime
from begreedy.paper.mortal.claims import CLAIMS
from begreedy.paper.mortal.experiment import EXPERIMENTS
from begreedy.paper.study import Study

STUDY = Study(EXPERIMENTS, CLAIMS, chart=against_lifetime)
