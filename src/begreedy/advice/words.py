"""The advice in words: one sentence with its reason, the answer by heads, and what else should be known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import hypot, inf

from begreedy.advice.answer import Line, Option, Turning, rival_of
from begreedy.advice.models import card_of
from begreedy.advice.models.candidate import hopeful, is_plain_greedy
from begreedy.advice.models.reasons import too_few_rounds
from begreedy.advice.models.situation import Situation
from begreedy.advice.race import CLEAR, doubt, most_runs
from begreedy.types import Policy, part_of
from begreedy.values.canonical import about_it, concise, field_values
from begreedy.values.fields import labels
from begreedy.values.numbers import grouped, number
from begreedy.values.value import changed

MENTIONED = 0.05  # a larger share of runs that end badly belongs into the sentence
LITTLE = 0.03  # of what is possible: who loses less, and is not clearly worse than another, does well enough


def sentence(situation: Situation, options: Sequence[Option], relative: bool) -> str:
    """What to do, by how much it is better, and why."""
    said = _sentence(situation, options, relative)
    if situation.asked is None:
        return said
    head = f"For {grouped(situation.rounds)} rounds ({grouped(situation.asked)} are too many to simulate)"
    return f"{head}: {said[0].lower()}{said[1:]}"


def _sentence(situation: Situation, options: Sequence[Option], relative: bool) -> str:
    best = options[0]
    rival = rival_of(options)
    card = card_of(situation.problem)
    losing = f"loses {_loss(best, relative)} {_of_the_best(situation, best, relative)}{_locked(best, card.choice)}"
    if rival is None:
        return f"Play {best.name}: it {losing}, the least of all that were tried."
    kinds = card.kinds
    other = kinds.other if best.greedy else kinds.greedy
    if _hardly_matters(situation, options, relative):
        first, second = (f"{100.0 * _share(situation, option, best, relative):.2g} %" for option in (best, rival))
        would = f"what the best {card.choice} would {'cost' if card.costs(situation.problem) else 'earn'}"
        first += f" of {would}{_locked(best, card.choice)}"
        return f"It hardly matters: {best.name} loses {first}, {rival.name} {second}; choose what is simpler."
    if rival.tied:
        both = f"{best.name} {losing}, while {other}, {rival.name}, loses {_loss(rival, relative)}"
        head, why = _undecided(situation, best, rival)
        return f"{head}: {both}; {why}."
    tied = [option.name for option in options[1:] if option.tied and option.greedy == best.greedy]
    equal = f" ({' and '.join(tied[:3])} {'is' if len(tied[:3]) == 1 else 'are'} not clearly worse)" if tied else ""
    head, hope = kinds.be_greedy if best.greedy else kinds.do_not, ""
    if best.greedy and hopeful(best.policy):
        head, hope = f"{head} with optimism", _why_hope(options, relative, card.choice)
    reason = _why_greedy(situation) if best.greedy else _why_explore(situation, rival, best)
    return (
        f"{head}: play {best.name}, which {losing}{equal}, while {other}, {rival.name}, "
        f"loses {_loss(rival, relative)}{_agreement(best, rival)}{hope or f', because {reason}'}."
    )


def _undecided(situation: Situation, best: Option, rival: Option) -> tuple[str, str]:
    """What to call it where the rival is not clearly worse, and why it is so."""
    if not rival.open:
        return "Too close to call", "on average it makes no difference, so choose by what is simpler or by the risk"
    runs = min(best.runs, rival.runs)
    if runs >= len(situation.problems) * most_runs(situation):
        return "Too close to call", f"{grouped(runs)} runs do not tell them apart"
    return "Not certain yet", "so few runs cannot tell them apart" + (", a larger effort may" if situation.free else "")


def _share(situation: Situation, option: Option, best: Option, relative: bool) -> float:
    """What an option loses, as a share of what the best choice would earn or cost; infinite where that is nothing."""
    sign = -1.0 if card_of(situation.problem).costs(situation.problem) else 1.0
    possible = 1.0 if relative else sign * _possible(best)
    return option.mean / possible if possible > 0.0 else inf


def _hardly_matters(situation: Situation, options: Sequence[Option], relative: bool) -> bool:
    """Whether the best of both kinds lose little and are not told apart."""
    best, rival = options[0], rival_of(options)
    if rival is None or not rival.tied:
        return False
    sure = (replace(option, mean=option.mean + option.stderr) for option in (best, rival))
    return all(_share(situation, option, best, relative) <= LITTLE for option in sure)


def _of_the_best(situation: Situation, option: Option, relative: bool) -> str:
    """What a loss is a part of or, of costs, comes on top of."""
    card = card_of(situation.problem)
    if relative:
        return f"of the earnings of the best {card.choice}"
    possible = _possible(option)
    if card.costs(situation.problem):
        return f"on top of the {number(-possible)} that the best {card.choice} would cost"
    return f"of the {number(possible)} that the best {card.choice} would earn"


def _possible(best: Option) -> float:
    """What the best choice would earn in the runs of the policy that is recommended: the baseline of all policies.

    Others may have had fewer runs, of better or worse luck: what they earned would not fit what they lose.
    """
    return best.reward + best.mean


def _locked(option: Option, choice: str) -> str:
    if option.locked is None or option.locked < MENTIONED or not option.rare_seen:
        return ""
    return f", though in {100 * option.locked:.2g} % of the runs it ends with a bad {choice}"


def _agreement(best: Option, rival: Option) -> str:
    """Under how many of the fitted priors the advice is the same."""
    if len(best.by_prior) < 2:
        return ""
    agree = sum(a <= b for a, b in zip(best.by_prior, rival.by_prior, strict=True))
    return f" ({best.name} loses less under {agree} of {len(best.by_prior)} plausible priors)"


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


def _why_hope(options: Sequence[Option], relative: bool, choice: str) -> str:
    """Why to hope for more than was seen, in a sentence on what happens without hope; nothing if that is no worse."""
    best = options[0]
    plain = next((option for option in options if option.greedy and not hopeful(option.policy)), None)
    if plain is None or plain.tied:
        return ""
    pays = ". Optimism pays, because arms are tried a little longer"
    without = f"{pays}: without it, {plain.name} loses {_loss(plain, relative)}"
    if plain.locked is not None and plain.rare_seen and plain.locked > (best.locked or 0.0) + 0.002:
        without += f" and plays one bad {choice} throughout the second half of {100 * plain.locked:.2g} % of the runs"
    return without


def _why_explore(situation: Situation, greedy: Option, best: Option) -> str:
    card = card_of(situation.problem)
    if greedy.locked is not None and greedy.rare_seen and greedy.locked > (best.locked or 0.0) + 0.002:
        return (
            f"Greedy plays one bad {card.choice} throughout the second half of {100 * greedy.locked:.2g} % of the "
            f"runs, and over {grouped(situation.rounds)} rounds that costs more than exploring"
        )
    if card.why_explore is not None:
        return card.why_explore(situation)
    if greedy.rare_seen and best.rare_seen and greedy.worst > 2.0 * best.worst:
        return f"Greedy has bad luck at times: its worst 5 % of the runs lose {number(greedy.worst, 3)} on average"
    return f"{grouped(situation.rounds)} rounds are enough to earn back what exploring costs"


def turning_to_tell(
    situation: Situation, options: Sequence[Option], turning: Turning | None, relative: bool
) -> Turning | None:
    """A turning point; None where nobody is clearly ahead anywhere and it hardly matters."""
    found = turning is not None and (turning.value, turning.explorer, turning.clear) != (None, None, None)
    return None if not found and _hardly_matters(situation, options, relative) else turning


def summary(situation: Situation, options: Sequence[Option], turning: Turning | None, relative: bool) -> list[Line]:
    """The answer by heads, for who has to decide: what to play, what it earns and how it may end."""
    best, rival, card = options[0], rival_of(options), card_of(situation.problem)
    rounds, costs = situation.horizon, card.costs(situation.problem)
    sign, verb = (-1.0, "cost") if costs else (1.0, "earn")
    pasted = _pasted(best.policy)
    lines = [("play", pasted if pasted == f"{best.name}()" else f"{best.name}, that is {pasted}")]
    lines.append(("what it does", _explained(best.policy)))
    kept = "" if card.which is None else card.which(situation, best.k)
    if kept:
        lines.append(("keep", kept))
    low, high = sorted((sign * best.reward_low, sign * best.reward_high))
    within = f"in 90 % of the runs {number(low)} to {number(high)}"
    lines.append((f"it {verb}s", f"{_amount(sign * best.reward, rounds)}, {within}"))
    for name, amount in (("random choice", _chance(situation)), (f"today's best {card.choice}", card.today(situation))):
        if amount is not None:
            lines.append((name, _amount(sign * situation.unit * amount, rounds)))
    if rival is not None:
        kind = card.kinds.short_other if best.greedy else card.kinds.short_greedy
        earned = f"{verb}s {_amount(sign * (_possible(best) - rival.mean), rounds)}"
        lines.append((kind, f"{rival.name} {f'loses {_loss(rival, relative)}' if relative else earned}"))
    if not relative:
        loses = "plus what it loses" if costs else "minus what it loses"
        compared = f"would {verb} {number(sign * _possible(best))}; each policy {verb}s that {loses}"
        lines.append((f"the best {card.choice}", compared))
    lines.append(("ends badly", _ends_badly(situation, best, relative)))
    if turning is not None:
        lines.append(("changes", str(turning)))
    return lines


def _chance(situation: Situation) -> float | None:
    """What random choice earns, on average over the problems that are simulated; None if that is not known."""
    earned = [card_of(problem).random(problem, situation.rounds) for problem in situation.problems]
    known = [amount for amount in earned if amount is not None]
    return sum(known) / len(known) if len(known) == len(earned) else None


def _pasted(policy: Policy) -> str:
    """A policy as it can be pasted into code, without the name that it has here."""
    return concise(changed(policy, label=None) if "label" in labels(type(policy)) else policy)


def _explained(policy: object) -> str:
    """What a policy does, as its docstring begins, with its numbers; of one that plays another, then what that does."""
    sentences = []
    while policy is not None:
        words = about_it(type(policy)).rstrip(". ")
        for name, value in field_values(policy).items():
            if isinstance(value, int | float):
                words = words.replace(f"``{name}``", number(value))
        sentences.append(words.replace("``", ""))
        policy = part_of(policy, "policy", None)
    return "; the policy: ".join(sentences)


def _amount(reward: float, rounds: int | None) -> str:
    return number(reward) + (f" ({reward / rounds:.3g} a round)" if rounds else "")


def _unit(relative: bool) -> Callable[[float], str]:
    """How a loss is written: as a number, or as a share of what the best arm earns."""
    return (lambda loss: f"{100 * loss:.3g} %") if relative else number


def _ends_badly(situation: Situation, option: Option, relative: bool) -> str:
    unit, choice = _unit(relative), card_of(situation.problem).choice
    if not option.rare_seen:
        unknown = f"not known from {option.runs} runs, which lose {_loss(option, relative)} on average"
        return unknown + ("; a larger effort tells" if situation.free else "")
    worst = f"the worst 5 % of the runs lose {unit(option.worst)} on average, all runs {unit(option.mean)}"
    if option.locked is None:
        return worst
    locked = f"{100 * option.locked:.2g} % of the runs play one {choice}, at least 10 % worse than the best, to the end"
    return f"{locked}; {worst}"


def notes(situation: Situation, options: Sequence[Option], theorem: int | None, relative: bool) -> list[str]:
    """What a reader should know besides the sentence."""
    keep = card_of(situation.problem).keep
    alone = "" if keep is None else keep.alone(situation.problem)
    sentences = []
    grid = [o for o in options if o.k is not None and is_plain_greedy(o.policy)]  # the best first
    if theorem is not None and (len(grid) > 1 or alone):
        sentences.append(_about_the_theorem(situation, grid, theorem, alone))
    if len(grid) > 1:
        best = grid[0]
        seen = [o for o in grid if o.rare_seen and best.rare_seen]
        risky = [o for o in seen if (o.k or 0) < (best.k or 0) and o.worst > 1.5 * best.worst]
        risky.sort(key=lambda o: o.k or 0)
        if risky:
            sentences.append(
                f"plain Greedy with too small a K has a heavy tail: the worst 5 % of the runs lose "
                f"{number(risky[-1].worst)} on average with K = {risky[-1].k}, {number(best.worst)} with K = {best.k}"
            )
    sentences += _safer(options, relative)
    if situation.left_out:
        names = ", ".join(situation.left_out)
        join = " (a larger effort lets them join)" if situation.free else ""
        sentences.append(f"left out, because too slow to simulate here: {names}{join}")
    return sentences


def _safer(options: Sequence[Option], relative: bool) -> list[str]:
    """The best of those, of any kind, that end far less badly than the best of all."""
    best, unit = options[0], _unit(relative)
    safer = [o for o in options if o.rare_seen and best.rare_seen and o.worst < 0.7 * best.worst]
    return [
        f"safer: {o.name} loses {unit(o.mean)} on average where {best.name} loses {unit(best.mean)}, but in the worst "
        f"5 % of the runs only {unit(o.worst)} instead of {unit(best.worst)}"
        for o in safer[:1]
    ]


def _about_the_theorem(situation: Situation, grid: Sequence[Option], theorem: int, alone: str) -> str:
    """How many arms the theorem keeps for plain Greedy, and how many simulation does, as far as it can tell."""
    size = card_of(situation.problem).arms(situation.problem)
    words = f"for plain Greedy, the theorem keeps K = {theorem}"
    if alone:
        return f"{words}{alone}"
    best = grid[0]
    if size is not None and theorem > size:
        words += f" (more than the {size} there are)"
    same = next((o for o in grid if o.k == min(theorem, size or theorem)), best)
    if same is not best:
        words += f", which loses {number(same.mean)}"
    open_ = sorted(o.k or 0 for o in grid if o is best or not _clearly_worse(o, best))
    if len(open_) > 1:
        apart = f"K = {open_[0]} {'to' if len(open_) > 2 else 'and'} {open_[-1]}"
        return f"{words}; so few runs cannot tell {apart} apart (K = {best.k} loses {number(best.mean)})"
    words += f"; simulation finds K = {best.k} best"
    return words if same is best else f"{words}, which loses {number(best.mean)}"


def _clearly_worse(option: Option, best: Option) -> bool:
    """Whether an option loses more than another, as far as their standard errors tell."""
    return option.mean - best.mean > CLEAR * hypot(option.stderr, best.stderr) * doubt(min(option.runs, best.runs))
