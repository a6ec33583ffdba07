"""Figures on continuous-armed bandits, Section 7.1."""

from begreedy.paper.continuous.claims import CLAIMS
from begreedy.paper.continuous.errata import ERRATA
from begreedy.paper.continuous.experiment import EXPERIMENTS
from begreedy.paper.study import Study

STUDY = Study(EXPERIMENTS, CLAIMS, ERRATA)
