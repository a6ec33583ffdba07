"""The advice in words: one sentence with its reason, the answer by heads, and what else should be known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from begreedy.advice.answer import Line, Option, Turning
from begreedy.advice.models import card_of
from begreedy.advice.models.reasons import too_few_rounds
from begreedy.advice.models.situation import Situation
from begreedy.values.canonical import concise
from begreedy.values.numbers import grouped, number

MENTIONED = 0.05  # a larger share of runs that end badly belongs into the sentence


def sentence(situation: Situation, options: Sequence[Option], relative: bool, settled: bool) -> str:
    """What to do, by how much it is better, and why."""
    said = _sentence(situation, options, relative, settled)
    if situation.asked is None:
        return said
    head = f"For {grouped(situation.rounds)} rounds ({grouped(situation.asked)} are too many to simulate)"
    return f"{head}: {said[0].lower()}{said[1:]}"


def _sentence(situation: Situation, options: Sequence[Option], relative: bool, settled: bool) -> str:
    best = options[0]
    rival = rival_of(options)
    losing = f"loses {_loss(best, relative)} of the {_best_possible(best, relative)}{_locked(best)}"
    if rival is None:
        return f"Play {best.name}: it {losing}, the least of all that were tried."
    kinds = card_of(situation.problem).kinds
    other = kinds.other if best.greedy else kinds.greedy
    if rival.tied:
        both = f"{best.name} {losing}, while {other}, {rival.name}, loses {_loss(rival, relative)}"
        return f"{_TIED if settled else _OPEN}: {both}; {_WHY_TIED if settled else _WHY_OPEN}."
    tied = [option.name for option in options[1:] if option.tied]
    equal = f" (and {', '.join(tied[:3])} as little)" if tied else ""
    reason = _why_greedy(situation) if best.greedy else _why_explore(situation, rival, best)
    head = kinds.be_greedy if best.greedy else kinds.do_not
    return (
        f"{head}: play {best.name}, which {losing}{equal}, while {other}, {rival.name}, "
        f"loses {_loss(rival, relative)}{_agreement(best, rival)}, because {reason}."
    )


_TIED, _WHY_TIED = "Too close to call", "on average it makes no difference, so choose by what is simpler or by the risk"
_OPEN, _WHY_OPEN = "Not certain yet", "so few runs cannot tell them apart, a larger effort may"


def rival_of(options: Sequence[Option]) -> Option | None:
    """The best policy of the other kind, greedy or exploring, than the best of all."""
    return next((option for option in options if option.greedy != options[0].greedy), None)


def _best_possible(option: Option, relative: bool) -> str:
    """What a loss is a part of."""
    if relative:
        return "earnings of the best arm"
    return f"{number(option.reward + option.mean)} that the best arm would earn"


def _locked(option: Option) -> str:
    if option.locked is None or option.locked < MENTIONED:
        return ""
    return f", though in {100 * option.locked:.2g} % of the runs it ends with a bad arm"


def _agreement(best: Option, rival: Option) -> str:
    """Under how many of the fitted priors the advice is the same."""
    if len(best.by_prior) < 2:
        return ""
    agree = sum(a <= b for a, b in zip(best.by_prior, rival.by_prior, strict=True))
    return f" (so under {agree} of {len(best.by_prior)} plausible priors)"


def _loss(option: Option, relative: bool) -> str:
    if relative:
        return f"{100 * option.mean:.3g} ± {100 * option.stderr:.1g} %"
    return f"{number(option.mean)} ± {number(option.stderr, 2)}"


def _why_greedy(situation: Situation) -> str:
    card = card_of(situation.problem)
    return (
        too_few_rounds(situation, card.arms(situation.problem))
        if card.why_greedy is None
        else card.why_greedy(situation)
    )


def _why_explore(situation: Situation, greedy: Option, best: Option) -> str:
    if greedy.locked is not None and greedy.locked > (best.locked or 0.0) + 0.002:
        return (
            f"Greedy plays one bad arm throughout the second half of {100 * greedy.locked:.2g} % of the runs, "
            f"and over {grouped(situation.rounds)} rounds that costs more than exploring"
        )
    why_explore = card_of(situation.problem).why_explore
    if why_explore is not None:
        return why_explore(situation)
    if greedy.worst > 2.0 * best.worst:
        return f"Greedy is caught by bad luck at times: its worst 5 % of the runs lose {greedy.worst:.3g} on average"
    return f"{grouped(situation.rounds)} rounds are enough to earn back what exploring costs"


def summary(situation: Situation, options: Sequence[Option], turning: Turning | None, relative: bool) -> list[Line]:
    """The answer by heads, for who has to decide: what to play, what it earns and how it may end."""
    best, rival, card = options[0], rival_of(options), card_of(situation.problem)
    rounds = situation.horizon
    lines = [("play", f"{best.name}, that is {_pasted(best.policy)}")]
    lines.append(("it earns", f"{_earned(best.reward, rounds)}, in 90 % of the runs {_range(best)}"))
    chance = None if rounds is None else card.random(situation.problem)
    if chance is not None and rounds is not None:
        lines.append(("random choice", _earned(chance * rounds, rounds)))
    if situation.prior is not None and rounds is not None:
        lines.append(("today's best arm", _earned(situation.prior.top * rounds, rounds)))
    if rival is not None:
        kind = card.kinds.short_other if best.greedy else card.kinds.short_greedy
        lines.append((kind, f"{rival.name} earns {_earned(rival.reward, rounds)}"))
    if not relative:
        lines.append(("the best arm", f"would earn {number(best.reward + best.mean)}"))
    lines.append(("ends badly", _ends_badly(best, relative)))
    if turning is not None:
        lines.append(("changes", str(turning)))
    return lines


def _pasted(policy: Any) -> str:
    """A policy as it can be pasted into code, without the name that it has here."""
    named = any(field.name == "label" for field in fields(policy))
    return concise(replace(policy, label=None) if named else policy)


def _earned(reward: float, rounds: int | None) -> str:
    return number(reward) + (f" ({reward / rounds:.3g} a round)" if rounds else "")


def _range(option: Option) -> str:
    return f"{number(option.reward_low)} to {number(option.reward_high)}"


def _ends_badly(option: Option, relative: bool) -> str:
    unit = (lambda x: f"{100 * x:.3g} %") if relative else number
    worst = f"the worst 5 % of the runs lose {unit(option.worst)} on average, all runs {unit(option.mean)}"
    if option.locked is None:
        return worst
    return f"{100 * option.locked:.2g} % of the runs play one arm, at least 10 % below the best, to the end; {worst}"


def notes(situation: Situation, options: Sequence[Option], theorem: int | None) -> list[str]:
    """What a reader should know besides the sentence."""
    keep = card_of(situation.problem).keep
    alone = "" if keep is None else keep.alone(situation.problem)
    sentences = []
    keeping = [o for o in options if o.name == "Greedy" or o.name.startswith("Greedy(K=")]
    grid = sorted((o for o in keeping if o.k is not None), key=lambda o: o.k or 0)
    if theorem is not None and (len(grid) > 1 or alone):
        sentences.append(_about_the_theorem(situation, grid, theorem, alone))
    if len(grid) > 1:
        best = min(grid, key=lambda o: o.mean)
        risky = [o for o in grid if (o.k or 0) < (best.k or 0) and o.worst > 1.5 * best.worst]
        safer = [o for o in grid if (o.k or 0) > (best.k or 0) and o.worst < 0.7 * best.worst]
        if risky:
            sentences.append(
                f"too small a K has a heavy tail: the worst 5 % of the runs lose {risky[-1].worst:.4g} on average with "
                f"K = {risky[-1].k}, {best.worst:.4g} with K = {best.k}"
            )
        if safer:
            sentences.append(
                f"safer: K = {safer[0].k} loses {safer[0].mean:.4g} on average, but only {safer[0].worst:.4g} in the "
                "worst 5 % of the runs"
            )
    return sentences


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
