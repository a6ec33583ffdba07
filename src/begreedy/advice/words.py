"""The advice in words: one sentence with its reason, and what else should be known."""

from __future__ import annotations

from collections.abc import Sequence

from begreedy.advice.answer import Option
from begreedy.advice.models import card_of
from begreedy.advice.models.situation import Situation


def sentence(situation: Situation, options: Sequence[Option], relative: bool) -> str:
    """What to do, by how much it is better, and why."""
    said = _sentence(situation, options, relative)
    if situation.asked is None:
        return said
    return f"{said[:-1]}; this is for {situation.horizon} rounds, since {situation.asked} are too many to simulate."


def _sentence(situation: Situation, options: Sequence[Option], relative: bool) -> str:
    best = options[0]
    rival = next((option for option in options if option.greedy != best.greedy), None)
    tied = [option for option in options[1:] if option.tied]
    losing = f"loses {_loss(best, relative)}"
    if rival is None:
        return f"{_play(best)}: it {losing}, the least of all that were tried."
    if rival.tied:
        both = f"{best.name} {losing}, {rival.name} {_loss(rival, relative)}"
        return f"Too close to call: {both}; {_REASON_FOR_A_TIE}."
    equal = f" (and {', '.join(option.name for option in tied[:3])} as little)" if tied else ""
    other = "the best policy that explores" if best.greedy else "the best greedy policy"
    reason = _why_greedy(situation) if best.greedy else _why_explore(situation, rival, best)
    head = "Be greedy" if best.greedy else "Do not be greedy"
    return (
        f"{head}: {_play(best, lower=True)}, which {losing}{equal}, while {other}, {rival.name}, "
        f"loses {_loss(rival, relative)}{_agreement(best, rival)}, because {reason}."
    )


def _agreement(best: Option, rival: Option) -> str:
    """Under how many of the fitted priors the advice is the same."""
    if len(best.by_prior) < 2:
        return ""
    agree = sum(a <= b for a, b in zip(best.by_prior, rival.by_prior, strict=True))
    return f" (so under {agree} of {len(best.by_prior)} plausible priors)"


def _play(option: Option, lower: bool = False) -> str:
    verb = "play" if lower else "Play"
    return f"{verb} {option.name}"


def _loss(option: Option, relative: bool) -> str:
    if relative:
        return f"{100 * option.mean:.3g} ± {100 * option.stderr:.1g} % of what the best arm would earn"
    return f"{option.mean:.4g} ± {option.stderr:.2g}"


def _why_greedy(situation: Situation) -> str:
    card = card_of(situation.problem)
    if card.why_greedy is not None:
        return card.why_greedy(situation)
    arms = card.arms(situation.problem)
    if arms is None:
        return f"{situation.horizon} rounds are too few to earn back what exploring costs"
    per_arm = f"{situation.horizon} rounds are {situation.rounds / arms:.3g} for each of the {arms} arms"
    return f"{per_arm}, and exploring them costs more than it finds"


def _why_explore(situation: Situation, greedy: Option, best: Option) -> str:
    if greedy.locked is not None and greedy.locked > (best.locked or 0.0) + 0.002:
        return (
            f"Greedy stays with a bad arm for good in {100 * greedy.locked:.2g} % of the runs, "
            f"and over {situation.horizon} rounds that costs more than exploring"
        )
    why_explore = card_of(situation.problem).why_explore
    if why_explore is not None:
        return why_explore(situation)
    if greedy.worst > 2.0 * best.worst:
        return f"Greedy is caught by bad luck at times: its worst 5 % of the runs lose {greedy.worst:.3g} on average"
    return f"{situation.horizon} rounds are enough to earn back what exploring costs"


_REASON_FOR_A_TIE = "on average it makes no difference, so choose by what is simpler or by the risk"


def notes(situation: Situation, options: Sequence[Option], theorem: int | None) -> list[str]:
    """What a reader should know besides the sentence."""
    keep = card_of(situation.problem).keep
    alone = "" if keep is None else keep.alone(situation.problem)
    found = []
    keeping = [o for o in options if o.name == "Greedy" or o.name.startswith("Greedy(K=")]
    grid = sorted((o for o in keeping if o.k is not None), key=lambda o: o.k or 0)
    if theorem is not None and (len(grid) > 1 or alone):
        found.append(_about_the_theorem(situation, grid, theorem, alone))
    if len(grid) > 1:
        best = min(grid, key=lambda o: o.mean)
        risky = [o for o in grid if (o.k or 0) < (best.k or 0) and o.worst > 1.5 * best.worst]
        safer = [o for o in grid if (o.k or 0) > (best.k or 0) and o.worst < 0.7 * best.worst]
        if risky:
            found.append(
                f"too small a K has a heavy tail: the worst 5 % of the runs lose {risky[-1].worst:.4g} on average with "
                f"K = {risky[-1].k}, {best.worst:.4g} with K = {best.k}"
            )
        if safer:
            found.append(
                f"safer: K = {safer[0].k} loses {safer[0].mean:.4g} on average, but only {safer[0].worst:.4g} in the "
                "worst 5 % of the runs"
            )
    return found


def _about_the_theorem(situation: Situation, grid: Sequence[Option], theorem: int, alone: str) -> str:
    best = min(grid, key=lambda o: o.mean)
    size = card_of(situation.problem).arms(situation.problem)
    words = f"the theorem keeps K = {theorem}"
    if alone:
        return f"{words}{alone}"
    if size is not None and theorem > size:
        words += f" (more than the {size} there are)"
    same = next((o for o in grid if o.k == min(theorem, size or theorem)), None)
    if same is None or same is best:
        return f"{words}; simulation finds K = {best.k} best"
    return f"{words}, which loses {same.mean:.4g}; simulation finds K = {best.k} best, which loses {best.mean:.4g}"
