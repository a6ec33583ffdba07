"""Figure on linear bandits, Appendix G.1."""

from begreedy.paper.linear.claims import CLAIMS
from begreedy.paper.linear.errata import ERRATA
from begreedy.paper.linear.experiment import EXPERIMENT
from begreedy.paper.study import Study

STUDY = Study((EXPERIMENT,), CLAIMS, ERRATA)
