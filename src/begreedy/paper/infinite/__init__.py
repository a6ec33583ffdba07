"""Figures on infinitely many arms, Section 7.2."""

from begreedy.paper.infinite.claims import CLAIMS
from begreedy.paper.infinite.errata import ERRATA
from begreedy.paper.infinite.experiment import EXPERIMENTS
from begreedy.paper.study import Study

STUDY = Study(EXPERIMENTS, CLAIMS, ERRATA)
