"""Other papers about too many arms, reproduced in the same form: a folder each."""

from __future__ import annotations

from begreedy.paper.collection import Collection
from begreedy.second_papers.bayati2020 import BAYATI2020
from begreedy.second_papers.chan2018 import CHAN2018
from begreedy.second_papers.kveton2015 import KVETON2015
from begreedy.second_papers.zhu2020 import ZHU2020
from begreedy.values.errors import BadValue

SECOND_PAPERS = {
    "bayati2020": BAYATI2020,
    "chan2018": CHAN2018,
    "kveton2015": KVETON2015,
    "zhu2020": ZHU2020,
}


def paper_of(name: str) -> Collection:
    """The paper of this name."""
    if name not in SECOND_PAPERS:
        raise BadValue.of("of", name, f"one of {', '.join(SECOND_PAPERS)}")
    return SECOND_PAPERS[name]
