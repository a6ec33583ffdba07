"""Figure on many arms, Section 7.3, and the same at longer horizons."""

from begreedy.paper.many_armed.chart import by_time_or_horizon
from begreedy.paper.many_armed.claims import CLAIMS
from begreedy.paper.many_armed.errata import ERRATA
from begreedy.paper.many_armed.experiment import EXPERIMENTS
from begreedy.paper.study import Study

STUDY = Study(EXPERIMENTS, CLAIMS, ERRATA, chart=by_time_or_horizon)
