"""Figure on linear bandits, Appendix G.1, the same in more runs and for longer."""

from begreedy.paper.linear.claims import CLAIMS
from begreedy.paper.linear.errata import ERRATA
from begreedy.paper.linear.experiment import EXPERIMENTS
from begreedy.paper.study import Study

STUDY = Study(EXPERIMENTS, CLAIMS, ERRATA)
