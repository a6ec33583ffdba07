"""Beyond the paper: questions that it leaves open, one file each, in the form of its figures."""

from begreedy.beyond import first_pulls, pseudo_count, rivals, sets_claims, top_m, unknown
from begreedy.paper.collection import Collection, RelatedReport

_STUDIES = (unknown.STUDY, pseudo_count.STUDY, rivals.STUDY, first_pulls.STUDY, sets_claims.STUDY, top_m.STUDY)

BEYOND = Collection(
    command="beyond",
    title="Be Greedy in Multi-Armed Bandits, beyond the paper",
    question="How good can Greedy be, and what does it need to know?",
    lead="The paper: leaves open what adapting to unknown parameters costs, meets the rivals of its day, and has no "
    "Greedy that thinks well of arms that it does not know; sets of arms it names as the next step.",
    studies=_STUDIES,
    claims=tuple(claim for study in _STUDIES for claim in study.claims),
    variants={"extra": ""},
    parts=(RelatedReport("The first part: the paper, reproduced", "begreedy paper", "results"),),
)
