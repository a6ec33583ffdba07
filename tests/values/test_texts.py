"""Values as texts: what seeds streams never changes, what people see is what was given, and all of it reads again."""

from __future__ import annotations

import contextlib
import sys

import pytest

import begreedy as bg
from begreedy.cli.main import main
from begreedy.cli.options import find_own_modules
from begreedy.compile.mirror import mirror
from begreedy.policies.recipes import SubsampledThompson
from begreedy.problems.peaks import RandomPeaks
from begreedy.values.canonical import canonical, display_name
from begreedy.values.spec import parse

# Values, their texts in the first version of the naming (written down from version 0.1), and as they print.
TEXTS = [
    (
        bg.Finite(means=[0.9, 0.1]),
        "Finite(prior=None, arms=2, law=Bernoulli(), means=(0.9, 0.1))",
        "Finite(means=(0.9, 0.1))",
    ),
    (
        bg.Finite(prior=bg.Beta(1, 3), arms=12),
        "Finite(prior=Beta(a=1.0, b=3.0), arms=12, law=Bernoulli(), means=())",
        "Finite(prior=Beta(a=1.0, b=3.0), arms=12)",
    ),
    (
        bg.Continuous(bg.f1),
        "Continuous(f=f1, sigma=1.0, maximum=(), reference=(), bounds=())",
        "Continuous(f=f1)",
    ),
    (
        bg.Continuous(bg.f1, maximum=1, reference=0.5, bounds=(0, 1)),
        "Continuous(f=f1, sigma=1.0, maximum=(1.0,), reference=(0.5,), bounds=(0.0, 1.0))",
        "Continuous(f=f1, maximum=1.0, reference=0.5, bounds=(0.0, 1.0))",
    ),
    (
        bg.Infinite(bg.Uniform()),
        "Infinite(prior=Uniform(low=0.0, high=1.0), law=Bernoulli(), pool=0, best_of_pool=True)",
        "Infinite(prior=Uniform())",
    ),
    (
        bg.Infinite(bg.Uniform(), pool=150),
        "Infinite(prior=Uniform(low=0.0, high=1.0), law=Bernoulli(), pool=150, best_of_pool=True)",
        "Infinite(prior=Uniform(), pool=150)",
    ),
    (bg.Linear(4), "Linear(dimension=4, sigma=1.0, theta=(), actions=(), offered=0)", "Linear(dimension=4)"),
    (
        bg.Linear(2, theta=[1, 0], actions=[[1, 0], [0, 1]], offered=1),
        "Linear(dimension=2, sigma=1.0, theta=(1.0, 0.0), actions=((1.0, 0.0), (0.0, 1.0)), offered=1)",
        "Linear(dimension=2, theta=(1.0, 0.0), actions=((1.0, 0.0), (0.0, 1.0)), offered=1)",
    ),
    (
        bg.Cascading(weights=[0.5, 0.2], slots=2),
        "Cascading(prior=None, items=2, slots=2, weights=(0.5, 0.2))",
        "Cascading(slots=2, weights=(0.5, 0.2))",
    ),
    (
        bg.Cascading(bg.Uniform(), items=10, slots=3),
        "Cascading(prior=Uniform(low=0.0, high=1.0), items=10, slots=3, weights=())",
        "Cascading(prior=Uniform(), items=10, slots=3)",
    ),
    (
        bg.Budgeted(40, prior=bg.Uniform(), arms=8),
        "Budgeted(budget=40.0, prior=Uniform(low=0.0, high=1.0), arms=8, law='bernoulli', rewards=(), costs=())",
        "Budgeted(budget=40.0, prior=Uniform(), arms=8)",
    ),
    (
        bg.Budgeted(30, law="beta", rewards=[(1, 2)], costs=[(1, 1)]),
        "Budgeted(budget=30.0, prior=None, arms=1, law='beta', rewards=((1.0, 2.0),), costs=((1.0, 1.0),))",
        "Budgeted(budget=30.0, law='beta', rewards=((1.0, 2.0),), costs=((1.0, 1.0),))",
    ),
    (
        bg.Mortal(bg.Uniform(), arms=10, lifetime=40),
        "Mortal(prior=Uniform(low=0.0, high=1.0), arms=10, lifetime=40.0, law=Bernoulli())",
        "Mortal(prior=Uniform(), arms=10, lifetime=40.0)",
    ),
    (bg.AnytimeGreedy(), "AnytimeGreedy(ahead=1.0, beta=0.0, c1=0.0, gamma=-1.0)", "AnytimeGreedy()"),
    (bg.EpsilonGreedy(), "EpsilonGreedy(epsilon=0.1, c=1.0, gap=0.0)", "EpsilonGreedy()"),
    (bg.EpsilonGreedy(gap=0.2), "EpsilonGreedy(epsilon=0.1, c=1.0, gap=0.2)", "EpsilonGreedy(gap=0.2)"),
    (bg.ExploreThenCommit(), "ExploreThenCommit(m=0, gap=0.0)", "ExploreThenCommit()"),
    (bg.KLUCB(), "KLUCB(c=0.0, sigma=0.0)", "KLUCB()"),
    (bg.KLUCB(3), "KLUCB(c=3.0, sigma=0.0)", "KLUCB(c=3.0)"),
    (bg.Parallel(), "Parallel(best=0.0, c=1.0)", "Parallel()"),
    (bg.Stochastic(), "Stochastic(threshold=0.0, trial=0, early_stopping=True)", "Stochastic()"),
    (
        bg.ThompsonGaussian(),
        "ThompsonGaussian(sigma=1.0, prior_mean=0.0, prior_sigma=0.0)",
        "ThompsonGaussian()",
    ),
    (bg.TwoTarget(), "TwoTarget(m=3, alpha=0.0, beta=0.0)", "TwoTarget()"),
    (bg.UCBAIR(), "UCBAIR(beta=0.0, best=0.0)", "UCBAIR()"),
    (bg.UCBBV1(), "UCBBV1(floor=0.0)", "UCBBV1()"),
    (
        bg.Zooming(1, 2),
        "Zooming(alpha=1.0, smoothness=2.0, grid=0, phased=False)",
        "Zooming(alpha=1.0, smoothness=2.0)",
    ),
]


@pytest.mark.parametrize(("value", "text", "shown"), TEXTS, ids=[shown for _, _, shown in TEXTS])
def test_texts(value, text, shown):
    """The canonical text is that of the first version; repr shows what was given; both read as the value again."""
    assert canonical(value) == text
    assert repr(value) == shown
    assert parse(text) == parse(shown) == eval(shown, {name: getattr(bg, name) for name in bg.__all__}) == value


OLD = {
    "Subsample(policy=UCB(c=0.5), k=20, beta=0.0, c1=0.0, gamma=-1.0, rule='', label='')": bg.Subsample(
        bg.UCB(0.5), k=20
    ),
    "Subsample(Greedy(), 0, 0, 0, -1)": bg.Subsample(bg.Greedy()),
    "Discretize(policy=MOSS(c=4.0), k=0, point='end', alpha=1.0, smoothness=20.0, label='CAB.MOSS')": bg.CABMOSS(1, 20),
    "Cascade(policy=ThompsonBeta(a=1.0, b=1.0), pseudo_failures=0, forced_start=False, label='CTS-Beta')": bg.CTSBeta(),
    "BallExplore(delta=0.0, ridge=0.0, published=False, label='')": bg.BallExplore(),
    "LinUCB(ridge=1.0, delta=0.0, determinant=True, noise=0.0, bound=1.0, label='')": bg.LinUCB(determinant=True),
    "LinThompson(scale=1.0, ridge=1.0, noise=0.0, label='')": bg.LinThompson(),
    "LinGreedy(jitter=1e-08, ridge=1.0, axis_start=False, label='')": bg.LinGreedy(),
    "MeDZO(c=1.0, B=0.0, point='end', empirical=False, label='')": bg.MeDZO(),
    "UCBF(beta=0.0)": bg.UCBF(),
    "OracleMOSS(gamma=-1.0)": bg.OracleMOSS(),
    "SubsampledThompson(beta=0)": SubsampledThompson(),
}


@pytest.mark.parametrize("text", OLD)
def test_texts_of_older_versions(text):
    """What stood for "not given" is read as not given, and what was given as it was."""
    value = parse(text)
    assert value == OLD[text]
    assert repr(value) == repr(OLD[text])
    assert display_name(value) == display_name(OLD[text])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: bg.Subsample(bg.Greedy(), k=0), "Subsample.k must be at least 1, or left out"),
        (lambda: bg.Subsample(bg.Greedy(), gamma=-1), "Subsample.gamma must be in [0, 1], or left out"),
        (lambda: bg.Subsample(bg.Greedy(), rule=""), "Subsample.rule must be one of greedy"),
        (lambda: bg.LinUCB(noise=0), "LinUCB.noise must be greater than 0, or left out"),
        (lambda: bg.UCBAIR(best=0), "UCBAIR.best must be a number other than 0, or left out"),
        (lambda: bg.Finite(means=[]), "Finite.means must be at least one mean, got ()"),
        (lambda: bg.Finite(prior=bg.Uniform()), "Finite.arms must be at least 1, got None"),
        (lambda: bg.Cascading(bg.Uniform()), "Cascading.items must be at least 1, got None"),
        (lambda: bg.Budgeted(9, rewards=[], costs=[]), "Budgeted.rewards must be of at least one arm"),
        (lambda: bg.Infinite(bg.Uniform(), pool=0), "Infinite.pool must be at least 1, or left out"),
        (lambda: bg.Linear(2, offered=0), "Linear.offered must be at least 1, or left out for all"),
        (lambda: bg.Linear(2, theta=[]), "Linear.theta must have 2 numbers"),
    ],
)
def test_stand_ins_are_no_values(make, message):
    """In Python what is not given is left out: a number that once stood for it is an error, never a silent other."""
    with pytest.raises(ValueError) as caught:
        make()
    assert message in str(caught.value)


def test_compiled_code_sees_one_shape():
    """Whether a number is given or not, the numbers of a class have the same names: one kernel serves both."""
    for without, given in [
        (bg.EpsilonGreedy(), bg.EpsilonGreedy(gap=0.2)),
        (bg.KLUCB(), bg.KLUCB(sigma=1)),
        (RandomPeaks(), RandomPeaks(1, 2)),
    ]:
        assert type(mirror(without)) is type(mirror(given))
    assert (mirror(bg.KLUCB()).deviation, mirror(bg.KLUCB(sigma=2)).deviation) == (0.0, 2.0)


def test_a_module_in_this_folder_that_python_does_not_find(tmp_path, monkeypatch):
    """A script elsewhere does not look there, and the message says so; begreedy compare does, after all else."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if folder])  # "" is this folder
    (tmp_path / "module_in_this_folder.py").touch()
    with pytest.raises(ValueError, match=r"folder.py is in the current folder, which is not in sys.path"):
        parse("module_in_this_folder:Mine()")
    with pytest.raises(ValueError, match=r"No module named 'module_of_nobody'$"):
        parse("module_of_nobody:Mine()")
    monkeypatch.setattr(sys, "argv", ["begreedy", "cache", "--info"])
    with contextlib.suppress(SystemExit):
        main()
    assert str(tmp_path) not in sys.path  # other commands need no modules of one's own
    find_own_modules()
    assert sys.path[-1] == str(tmp_path)
    with pytest.raises(ValueError, match="module module_in_this_folder has no 'Mine'"):
        parse("module_in_this_folder:Mine()")
    (tmp_path / "module_that_lacks_another.py").write_text("import module_of_nobody")
    with pytest.raises(ValueError, match=r"No module named 'module_of_nobody'$"):
        parse("module_that_lacks_another:Mine()")
