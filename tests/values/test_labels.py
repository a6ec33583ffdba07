"""A label is a name for people: it goes wherever a policy goes, and is no part of what the policy is."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

import begreedy as bg
from begreedy.bandit.settings.policy import resolve
from begreedy.bandit.settings.settings import RequestedSettings
from begreedy.experiments.experiment import Experiment, Scale, run_experiment
from begreedy.results.comparison import distinct_labels
from begreedy.results.store import Store
from begreedy.run.jobs import Job
from begreedy.run.play import play_jobs
from begreedy.run.shipping import pack, unpack
from begreedy.run.workers import threads
from begreedy.values.canonical import canonical, display_name

PROBLEM = bg.ManyArmed(60, 5)

LABELLED = [
    lambda label: bg.Subsample(bg.Greedy(), k=3, label=label),
    lambda label: bg.Discretize(bg.Greedy(), k=3, label=label),
    lambda label: bg.Doubling(bg.Subsample(bg.Greedy(), k=3, label=label)),
    lambda label: bg.Cascade(bg.Greedy(), label=label),
    lambda label: bg.MeDZO(label=label),
    lambda label: bg.BallExplore(label=label),
    lambda label: bg.LinGreedy(label=label),
    lambda label: bg.LinThompson(label=label),
    lambda label: bg.LinUCB(label=label),
]


@pytest.mark.parametrize("make", LABELLED, ids=lambda make: type(make(None)).__name__)
def test_a_label_is_no_part_of_identity(make):
    """Two labels, one policy: equal, of one hash and one canonical text; each is called by its own label all the same,
    also after a journey to another process."""
    one, other = make("One"), make("Other")
    assert one == other == make(None)
    assert len({one, other, make(None)}) == 1
    assert canonical(one) == canonical(other) == canonical(make(None))
    for travelled in (one, pickle.loads(pickle.dumps(one)), unpack(pack((one,)))[0]):
        assert display_name(travelled) in ("One", "Doubling(One)")
    assert display_name(other) in ("Other", "Doubling(Other)")
    assert distinct_labels([one, other]) == [display_name(one), display_name(other)]
    assert eval(repr(one), {name: getattr(bg, name) for name in bg.__all__}).__repr__() == repr(one)


def test_renaming_plays_nothing_again(tmp_path, monkeypatch):
    """What one label has in the store, another finds there; the result has the label that was asked for."""

    def played(label):
        job = Job(bg.Subsample(bg.Greedy(), k=3, label=label), PROBLEM, 50, 8, 0, 5)
        with threads(1) as workers:
            return job, job.result(play_jobs([job], workers, Store(tmp_path, lambda _: None))[0])

    first_job, first = played("First")
    monkeypatch.setattr(Job, "play", lambda *_: pytest.fail("played again"))
    second_job, second = played("Second")
    assert first_job.simulation.digest == second_job.simulation.digest
    assert first_job.key == second_job.key
    assert (first.name, second.name) == ("First", "Second")
    assert (first.final == second.final).all()


def test_variants_share_runs_under_their_own_names():
    """Policies of two variants that differ in their labels only are played once, and each is told by its label."""
    policies = {v: [bg.Subsample(bg.Greedy(), k=3, label=v.title())] for v in ("published", "corrected")}
    finished = run_experiment(Experiment("x", "x", [({}, PROBLEM)], policies, {"quick": Scale(4, 50)}))
    assert [row["policy"] for row in finished.rows()] == ["Published", "Corrected"]
    assert finished.results[0][2].regret is finished.results[1][2].regret


def test_a_bandit_made_by_an_older_version_is_the_same():
    """Older versions wrote the label into a bandit's settings: they agree with the policy under any label."""
    asked = {"name": "a", "seed": 0, "rewards": (0.0, 1.0), "costs": None, "history": None, "stream": None}
    settings = resolve(RequestedSettings(bg.CTSBeta(), 5, 9, **asked), None)
    text = "Cascade(policy=ThompsonBeta(a=1.0, b=1.0), pseudo_failures=0, forced_start=False, label='CTS-Beta')"
    older = replace(settings, policy=text, plays=text)
    older.agree(RequestedSettings(bg.CTSBeta(), 5, 9, **asked))
    with pytest.raises(ValueError, match="policy differs"):
        older.agree(RequestedSettings(bg.Cascade(bg.ThompsonBeta(2, 1), forced_start=False), 5, 9, **asked))
