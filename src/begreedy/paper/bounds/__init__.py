"""Figures of the bounds for known and for unknown smoothness, Section 4."""

from begreedy.paper.bounds.chart import bounds, first_useful
from begreedy.paper.bounds.claims import CLAIMS
from begreedy.paper.bounds.errata import ERRATA
from begreedy.paper.bounds.experiment import EXPERIMENTS
from begreedy.paper.study import Study

STUDY = Study(EXPERIMENTS, CLAIMS, ERRATA, chart=bounds, table=first_useful)
