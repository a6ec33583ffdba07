"""Figure "functions": the three functions of the continuous-armed experiments."""

from begreedy.paper.functions.chart import functions, maxima
from begreedy.paper.functions.claims import CLAIMS
from begreedy.paper.functions.experiment import EXPERIMENT
from begreedy.paper.study import Study

STUDY = Study((EXPERIMENT,), CLAIMS, chart=functions, table=maxima)
