"""Measures are what one computes by hand from the arms and rewards of every round; who asks for none pays nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import begreedy as bg
from begreedy.advice.models import CARDS, problems
from begreedy.engine.plan import plan_for
from begreedy.engine.simulation import prepare
from begreedy.values.spec import parse

MEANS = (0.3, 0.8, 0.8, 0.5, 0.1)
GIVEN = bg.Finite(means=MEANS)
NORMAL = bg.Finite(means=MEANS, law=bg.Gaussian(0.5))
TIMES = [1, 3, 5, 20, 64, 150]


def entropy(pulls, arms, t):
    """A measure of one's own: how evenly pulls are spread."""
    spread = 0.0
    for arm in range(arms):
        spread += (pulls[arm] / t) ** 2
    return spread


@dataclass(frozen=True)
class Above:
    """Another: a number for every arm, with a parameter."""

    level: float = 0.5

    def value(self, arm, total, pulls):
        return pulls[arm] if total[arm] >= self.level * pulls[arm] else -1


BUILT_IN = [
    bg.BestArmShare(),
    bg.PullsPerArm(),
    bg.RealisedRegret(),
    bg.RecommendedArm(),
    bg.RecommendedArm("mean"),
    bg.SimpleRegret(),
    bg.SimpleRegret("mean"),
]
ALL = [*BUILT_IN, entropy, Above(0.6)]


def by_hand(trace, means, times):
    """What the measures of ``ALL`` are, from arms and rewards alone: plain loops over rounds."""
    best, found = max(means), []
    for t in times:
        arms, rewards = trace.arms[:t], trace.rewards[:t]
        pulls = [int((arms == arm).sum()) for arm in range(len(means))]
        totals = [float(rewards[arms == arm].sum()) for arm in range(len(means))]
        most = pulls.index(max(pulls))
        average = [total / n if n else -np.inf for total, n in zip(totals, pulls, strict=True)]
        leader = max(range(len(means)), key=lambda arm: (round(average[arm], 12), -arm))
        found.append(
            {
                "BestArmShare": sum(n for n, mean in zip(pulls, means, strict=True) if mean == best) / t,
                "PullsPerArm": pulls,
                "RealisedRegret": best * t - rewards.sum(),
                "RecommendedArm(by='pulls')": most,
                "RecommendedArm(by='mean')": leader,
                "SimpleRegret(by='pulls')": best - means[most],
                "SimpleRegret(by='mean')": best - means[leader],
                "entropy": sum((n / t) ** 2 for n in pulls),
                "Above": [n if total >= 0.6 * n else -1 for total, n in zip(totals, pulls, strict=True)],
            }
        )
    return {name: np.array([at[name] for at in found], float) for name in found[0]}


@pytest.mark.every_time("long streaks")
@pytest.mark.parametrize(
    ("policy", "problem"),
    [(bg.Greedy(), GIVEN), (bg.Greedy(), NORMAL), (bg.UCB(), NORMAL), (bg.ThompsonBeta(), GIVEN)],
    ids=["streaks", "long streaks", "growing", "posterior"],
)
def test_measures_are_what_the_rounds_say(policy, problem):
    """Every measure, run and checkpoint, against arms and rewards of a trace, which plays round by round."""
    result = bg.simulate(policy, problem, 150, runs=6, seed=4, checkpoints=TIMES, measure=ALL, leaps=False)
    for run in range(6):
        expected = by_hand(bg.trace(policy, problem, 150, seed=4, run=run), MEANS, TIMES)
        assert list(result.measured) == list(expected)
        for name, values in expected.items():
            assert result.measured[name][run] == pytest.approx(values, abs=1e-9), name


def test_plain_python_measures_the_same():
    """Bit for bit, with fields of measures, in other processes."""
    options = {"horizon": 40, "runs": 3, "checkpoints": [10, 40], "measure": ALL}
    compiled, plain = (bg.simulate(bg.Greedy(), GIVEN, plain=plain, **options) for plain in (False, True))
    for name, values in compiled.measured.items():
        assert np.array_equal(values, plain.measured[name]), name


@pytest.mark.long
def test_drawn_arms_and_discovered_ones():
    """Arms of a prior, of a sample of a pool, and those that a policy discovers by itself."""
    pool = bg.Infinite(bg.Uniform())
    for policy, problem in [
        (bg.Greedy(), bg.Finite(prior=bg.Uniform(), arms=9)),
        (bg.Subsample(bg.Greedy(), k=7), pool),
        (bg.TwoTarget(), pool),
    ]:
        measure = [bg.SimpleRegret(), bg.RealisedRegret(), bg.BestArmShare()]
        settings = {"runs": 4, "seed": 2, "checkpoints": [30, 100], "leaps": False}
        result = bg.simulate(policy, problem, 100, **settings, measure=measure)
        for run in range(4):
            trace = bg.trace(policy, problem, 100, seed=2, run=run)
            gaps = np.diff(trace.regret, prepend=0.0)
            for c, t in enumerate([30, 100]):
                pulls = np.bincount(trace.arms[:t])
                recommended = int(pulls.argmax())
                gap = gaps[np.flatnonzero(trace.arms == recommended)[0]]
                assert result.measured["SimpleRegret"][run, c] == pytest.approx(gap, abs=1e-9)
                luck = result.reference[run] * t - trace.rewards[:t].sum()
                assert result.measured["RealisedRegret"][run, c] == pytest.approx(luck, abs=1e-9)
                share = np.mean(np.abs(gaps[:t]) < 1e-12)
                assert result.measured["BestArmShare"][run, c] == pytest.approx(share)


def test_who_asks_for_nothing_pays_nothing():
    """Regret is the same with measures and without; so are kernel and digest of those without; measures are named."""
    kernel = prepare(bg.Greedy(), GIVEN, 150, 4).plain_kernel(False)
    assert "measured" not in {name for function in (kernel,) for name in function.__code__.co_names}
    with_, without = (bg.simulate(bg.Greedy(), GIVEN, 150, 5, 4, measure=m) for m in (ALL, []))
    assert np.array_equal(with_.regret, without.regret)
    assert np.array_equal(with_.reward, without.reward)
    assert without.measured == {}
    asked = [(), [bg.SimpleRegret()], [bg.SimpleRegret("mean")], {"mine": bg.SimpleRegret()}, [entropy], [Above(1)]]
    digests = [prepare(bg.Greedy(), GIVEN, 150, 4, measure=m).digest for m in asked]
    assert len(set(digests)) == len(asked)
    assert digests[0] == prepare(bg.Greedy(), GIVEN, 150, 4).digest


def test_measures_are_stored_joined_saved_and_exported(tmp_path):
    """Any blocks, a store, a file: the same numbers; tables have a column for each, lists by arm."""
    store = bg.Store(tmp_path / "store")
    options = {"horizon": 60, "runs": 8, "seed": 1, "checkpoints": [20, 60]}
    measure = {"share": bg.BestArmShare(), "pulls": bg.PullsPerArm()}
    first = bg.compare([bg.Greedy()], GIVEN, **options, measure=measure, store=store)
    again = bg.compare([bg.Greedy()], GIVEN, **options, measure=measure, store=store, block=3)
    loaded = bg.load(first[0].save(tmp_path / "greedy.parquet"))
    for name, values in first[0].measured.items():
        assert np.array_equal(again[0].measured[name], values)
        assert np.array_equal(loaded.measured[name], values)
    assert first[0].measured["pulls"].shape == (8, 2, 5)
    table = first.to_arrow()
    assert table.column_names == ["policy", "run", "time", "regret", "share", "pulls"]
    assert table["pulls"][3].as_py() == first[0].measured["pulls"][1, 1].tolist()
    data = first.to_xarray()
    assert data["pulls"].dims == ("policy", "run", "time", "arm")
    assert first[0].row()["measured"]["share"] == pytest.approx(first[0].measured["share"][:, -1].mean())

    from begreedy.results.ledger import export_results

    bg.compare([bg.Greedy()], GIVEN, **options, store=store)  # without measures, beside the others
    import pyarrow.csv
    import pyarrow.parquet

    export_results(store, [], tmp_path / "all.parquet")
    rows = pyarrow.parquet.read_table(tmp_path / "all.parquet")
    assert rows.num_rows == 2 * 8 * 2
    assert rows["share"].null_count == rows["pulls"].null_count == 16
    assert [len(x) for x in rows["pulls"].to_pylist() if x is not None] == [5] * 16
    export_results(store, [], tmp_path / "all.csv")
    names = pyarrow.csv.read_csv(tmp_path / "all.csv").column_names
    assert names[-7:] == ["regret", "share", "rounds", "reward", "tried", "locked", "reference"]  # not both pulls


@pytest.mark.long
def test_measures_are_drawn_and_shown():
    """A plot of what was measured, a column of the table, a line of the notebook's."""
    comparison = bg.compare([bg.Greedy(), bg.UCB()], GIVEN, 50, 10, measure=[bg.BestArmShare(), bg.PullsPerArm()])
    ax = comparison.plot(what="BestArmShare")
    assert ax.get_ylabel() == "BestArmShare"
    shown = np.asarray(ax.get_lines()[0].get_ydata())
    assert np.array_equal(shown, comparison[0].measured["BestArmShare"].mean(axis=0))
    assert "BestArmShare" in comparison.table().splitlines()[0]
    assert "BestArmShare" in comparison[0]._repr_html_()
    with pytest.raises(ValueError, match="what must be regret or BestArmShare, got 'Nothing'"):
        comparison.plot(what="Nothing")


@pytest.mark.long
def test_a_measure_by_arm_has_a_line_for_each_of_the_highest():
    """All arms if they are few; else ten, in their order, and the axis says of how many."""
    few = bg.compare([bg.Greedy(), bg.UCB()], GIVEN, 50, 10, measure=[bg.PullsPerArm()])
    ax = few.plot(what="PullsPerArm")
    assert [line.get_label() for line in ax.get_lines()][:2] == ["Greedy, arm 0", "Greedy, arm 1"]
    assert len(ax.get_lines()) == 2 * len(MEANS)
    assert ax.get_ylabel() == "PullsPerArm"
    shown = np.asarray(ax.get_lines()[1].get_ydata())
    assert np.array_equal(shown, few[0].measured["PullsPerArm"][:, :, 1].mean(axis=0))
    many = bg.simulate(bg.UCB(), bg.Finite(prior=bg.Uniform(), arms=30), 200, 10, measure=[bg.PullsPerArm()])
    ax = many.plot(what="PullsPerArm")
    ends = [float(line.get_ydata()[-1]) for line in ax.get_lines()]
    assert sorted(ends)[::-1] == sorted(many.measured["PullsPerArm"][:, -1].mean(axis=0))[::-1][:10]
    assert ax.get_ylabel() == "PullsPerArm, the 10 highest of 30 arms"


@pytest.mark.parametrize(
    ("measure", "problem", "kind", "words"),
    [
        ([bg.BestArmShare], GIVEN, TypeError, "a value with a method named value"),
        (bg.BestArmShare(), GIVEN, TypeError, "measure must be a list of measures"),
        ([bg.Greedy()], GIVEN, TypeError, "a value with a method named value"),
        ([lambda pulz: 0.0], GIVEN, TypeError, "argument 'pulz'.*allowed are total, pulls, mean"),
        (
            [bg.BestArmShare()],
            bg.Mortal(prior=bg.Uniform(), arms=3, lifetime=9),
            ValueError,
            "single arms that stay, each with a mean, got Greedy",
        ),
        ([bg.BestArmShare()] * 2, GIVEN, ValueError, "named by different texts"),
    ],
    ids=["class", "alone", "policy", "argument", "problem", "twice"],
)
def test_what_cannot_be_measured_is_refused(measure, problem, kind, words):
    """Before anything is compiled, with what is allowed."""
    with pytest.raises(kind, match=words):
        bg.simulate(bg.Greedy(), problem, 10, measure=measure)
    with pytest.raises(ValueError, match="by must be pulls or mean"):
        bg.SimpleRegret("luck")


def test_the_documentation_lists_what_can_be_measured():
    """The models whose games show statistics of their arms, for the first policy of their examples."""
    text = (Path(__file__).parents[2] / "docs" / "results.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"set of arms, each with a mean: ((?:`\w+`, )+)with policies", text)
    measurable = []
    for card in CARDS:
        problem = parse(card.example.problem, kind="problem", names=problems())
        plan = plan_for(parse(card.example.policies[0], kind="policy"), problem, card.example.horizon or 50)
        measurable += [card.problem.__name__] if plan.game(False).statistics else []
    assert sorted(re.findall(r"\w+", listed)) == sorted(measurable)


def test_numbers_by_arm_need_arms_that_are_known():
    """A policy that discovers arms has no fixed number of them."""
    with pytest.raises(ValueError, match="arms are known beforehand, got TwoTarget"):
        bg.simulate(bg.TwoTarget(), bg.Infinite(bg.Uniform()), 10, measure=[bg.PullsPerArm()])
