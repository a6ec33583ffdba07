"""Figure on many arms, Section 7.3."""

from begreedy.paper.many_armed.claims import CLAIMS
from begreedy.paper.many_armed.errata import ERRATA
from begreedy.paper.many_armed.experiment import EXPERIMENT
from begreedy.paper.study import Study

STUDY = Study((EXPERIMENT,), CLAIMS, ERRATA)
