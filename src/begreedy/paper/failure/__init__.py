"""Figure "Failure of Greedy", Example 1."""

from begreedy.paper.failure.claims import CLAIMS
from begreedy.paper.failure.experiment import EXPERIMENT
from begreedy.paper.study import Study

STUDY = Study((EXPERIMENT,), CLAIMS)
