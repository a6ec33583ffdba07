"""Results, comparisons and their pictures."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import pytest
from scipy import stats

import begreedy as bg

PROBLEM = bg.Finite(prior=bg.Uniform(), arms=10)


@pytest.fixture(scope="module")
def two():
    return bg.compare([bg.Greedy(), bg.UCB(0.5)], PROBLEM, horizon=300, runs=200, seed=5)


def test_summaries_are_those_of_the_runs(two):
    """Mean, std (ddof 1), standard error and quantiles are computed from the runs' curves."""
    result = two[0]
    assert result.regret.shape == (200, len(result.times))
    np.testing.assert_allclose(result.mean, result.regret.mean(0))
    np.testing.assert_allclose(result.std, result.regret.std(0, ddof=1))
    np.testing.assert_allclose(result.stderr, result.std / np.sqrt(200))
    np.testing.assert_array_equal(result.final, result.regret[:, -1])
    np.testing.assert_array_equal(result.quantile(0.9), np.quantile(result.regret, 0.9, axis=0))
    assert result.times[-1] == 300
    assert np.all(np.diff(result.regret, axis=1) >= 0)


def test_totals_agree_with_a_trace():
    """Reward, best-arm pulls and arms tried of a run are those counted from its trace."""
    result = bg.simulate(bg.Greedy(), PROBLEM, horizon=60, runs=8, seed=2, leaps=False)
    for run in range(8):
        trace = bg.trace(bg.Greedy(), PROBLEM, horizon=60, seed=2, run=run)
        assert result.reward[run] == trace.rewards.sum()
        assert result.arms_tried[run] == len(set(trace.arms.tolist()))
        gaps = np.diff(trace.regret, prepend=0.0)
        assert result.pulls[run] == np.sum(gaps == 0.0)
        last_half = trace.arms[29:]
        stuck = len(set(last_half.tolist())) == 1 and gaps[-1] > 0
        assert (result.locked_gap[run] > 0) == stuck


def test_paired_difference_uses_common_instances(two):
    """The paired standard error is that of run-by-run differences, smaller than for independent runs."""
    gap = two.difference(two[1], two[0])
    runs = two[1].final - two[0].final
    assert gap.mean == pytest.approx(runs.mean())
    assert gap.stderr == pytest.approx(runs.std(ddof=1) / np.sqrt(200))
    assert 0.0 <= gap.p_value <= 1.0


def test_table_and_lookup(two):
    """The table names every policy and marks the best; results are found by name."""
    header, greedy, ucb = repr(two).splitlines()
    assert header.startswith("policy")
    assert greedy.startswith("Greedy")
    assert greedy.endswith("best")
    assert ucb.startswith("UCB")
    assert "p = " in ucb or "p < 1e-9" in ucb
    assert two["UCB"] is two[1]
    assert two.best in list(two)


def test_same_names_are_told_apart():
    """Two settings of one policy carry their parameters in the labels."""
    labels = bg.compare([bg.UCB(1), bg.UCB(2)], PROBLEM, horizon=20, runs=2).labels
    assert labels == ["UCB(c=1.0)", "UCB(c=2.0)"]


def test_to_arrow_has_every_point(two):
    """The Arrow table holds policy, run, time and regret of every point, and says what it is."""
    table = two[0].to_arrow()
    assert table.column_names == ["policy", "run", "time", "regret"]
    assert table.num_rows == two[0].regret.size
    assert table.schema.metadata[b"policy"] == b"Greedy()"
    np.testing.assert_array_equal(table["regret"].to_numpy().reshape(two[0].regret.shape), two[0].regret)


@pytest.mark.parametrize("band", ["stderr", "quantiles", "none", 0.5])
def test_plots_draw_one_line_per_policy(two, band):
    """A plot has a labelled line per policy whose data are the means."""
    import matplotlib

    matplotlib.use("Agg")
    ax = two.plot(band=band)
    lines = [line for line in ax.get_lines() if not line.get_label().startswith("_")]
    assert [line.get_label() for line in lines] == ["Greedy", "UCB"]
    np.testing.assert_array_equal(lines[0].get_ydata(), two[0].mean)
    ax.figure.clf()


def test_unknown_band_is_refused(two):
    """A band that does not exist is named in the error."""
    with pytest.raises(ValueError, match="'wide'"):
        two.plot(band="wide")


def test_a_name_of_several_policies_is_refused():
    """Two UCBs: their name is not enough, and the error has the choices; labels, places and policies are."""
    comparison = bg.compare([bg.UCB(), bg.UCB(0.3), bg.Greedy()], PROBLEM, horizon=50, runs=2)
    with pytest.raises(KeyError, match=r"'UCB' is one of several policies: UCB\(c=1.0\), UCB\(c=0.3\)"):
        comparison["UCB"]
    assert comparison["UCB(c=0.3)"] is comparison[1]
    assert comparison[bg.UCB(0.3)] is comparison[1]
    assert comparison[bg.UCB()] is comparison[0]
    with pytest.raises(KeyError, match=r"no policy UCB\(c=0.5\); there are UCB\(c=1.0\), UCB\(c=0.3\), Greedy"):
        comparison[bg.UCB(0.5)]


def test_the_same_policy_twice_has_two_labels():
    """Whatever is twice in a list is numbered."""
    comparison = bg.compare([bg.Greedy(), bg.Greedy()], PROBLEM, horizon=50, runs=2)
    assert comparison.labels == ["Greedy()", "Greedy() #2"]
    with pytest.raises(KeyError, match=r"Greedy\(\), Greedy\(\) #2"):
        comparison[bg.Greedy()]


def test_several_quantiles_at_once(two):
    """A row for each; levels outside [0, 1] and what is no number are refused."""
    low, middle, high = two[0].quantile([0.1, 0.5, 0.9])
    np.testing.assert_array_equal(middle, two[0].quantile(0.5))
    assert np.all((low <= middle) & (middle <= high))
    assert two[0].quantile(np.array([0.25])).shape == (1, len(two[0].times))
    with pytest.raises(ValueError, match=r"^q must be in \[0, 1\], got \[0.5, 1.5\]"):
        two[0].quantile([0.5, 1.5])
    with pytest.raises(TypeError, match=r"^q must be a number or a list of numbers"):
        two[0].quantile("0.5")


@pytest.mark.parametrize(("asked", "length"), [(200, 200), ("log", None), ([1, 5, 1000], 3), (10**6, 1000)])
def test_checkpoints_end_with_the_horizon(asked, length):
    """Checkpoints are increasing, within the horizon, and end with it."""
    times = bg.simulate(bg.Greedy(), PROBLEM, horizon=1000, runs=1, checkpoints=asked).times
    assert times[-1] == 1000
    assert times[0] >= 1
    assert np.all(np.diff(times) > 0)
    assert length is None or len(times) == length


@dataclass(frozen=True)
class Rooted:
    """A bonus that goes on falling beyond the horizon."""

    def bonus(self, pulls, horizon, arms):
        return 1.0 / sqrt(pulls)

    def index(self, total, pulls, horizon, arms):
        return total / pulls + self.bonus(pulls, horizon, arms)


def test_an_agent_may_outlive_its_horizon():
    """Bonuses are right for more pulls than the horizon had rounds."""
    agent = bg.Agent(Rooted(), arms=2, horizon=3)
    for _ in range(4):
        agent.learn(0, 0.0)
    agent.learn(1, -0.6)
    assert agent.choose() == 0  # 0.5 against 0.4


def test_few_runs_are_judged_by_students_law():
    """The p-value of a difference is that of SciPy's paired t-test, also after five runs; the normal law's is less."""
    problem = bg.Finite(prior=bg.Uniform(), arms=20)
    comparison = bg.compare([bg.Greedy(), bg.UCB()], problem, horizon=200, runs=5, seed=3)
    greedy, ucb = comparison
    gap = comparison.difference(greedy, ucb)
    assert gap.p_value == pytest.approx(stats.ttest_rel(greedy.final, ucb.final).pvalue, rel=1e-9)
    assert gap.p_value > 2.0 * stats.norm.sf(abs(gap.mean) / gap.stderr) * 1.5


def test_after_one_run_the_error_of_a_difference_is_unknown():
    """Neither a standard error of 0 nor a p-value."""
    comparison = bg.compare([bg.Greedy(), bg.UCB()], bg.Finite(prior=bg.Uniform(), arms=20), horizon=200, runs=1)
    gap = comparison.difference(*comparison)
    assert np.isnan(gap.stderr)
    assert np.isnan(gap.p_value)
    assert "±" not in str(comparison).splitlines()[-1].split("%")[-1]
