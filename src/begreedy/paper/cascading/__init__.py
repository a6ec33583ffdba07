"""Tables on cascading bandits, Appendix G.2."""

from begreedy.paper.cascading.chart import against_items
from begreedy.paper.cascading.claims import CLAIMS
from begreedy.paper.cascading.errata import ERRATA
from begreedy.paper.cascading.experiment import EXPERIMENTS
from begreedy.paper.cascading.tables import write_tables
from begreedy.paper.study import Study

STUDY = Study(EXPERIMENTS, CLAIMS, ERRATA, chart=against_items, write_files=write_tables)
