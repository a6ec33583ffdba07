"""Progress as plain lines: how far it is, how fast, and what is left once that can be told."""

import pytest

from begreedy.run import progress


def test_the_time_left_is_told_from_one_per_cent_on(monkeypatch, capsys):
    clock = iter([100.0, 106.0, 112.0, 118.0])
    messages = progress.Messages(quiet=False)
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    messages._name, messages._bar, messages._began, messages._last, messages._before = "paper", None, 100.0, 0.0, 0
    for done in (0, 9, 10):  # parts of 1000
        messages.update(done, 1000)
    said = capsys.readouterr()
    assert (said.out + said.err).splitlines() == [
        "paper: 0 % of 1000 rounds, 0 rounds/s",
        "paper: 1 % of 1000 rounds, 1.5 rounds/s",
        "paper: 1 % of 1000 rounds, 0.83 rounds/s, 1188 s left",
    ]


def test_many_rounds_are_told_of_at_once(capsys):
    """Before the first of them: a single run may be all of them."""
    messages = progress.Messages()
    for total in (10**6, 2**40):
        with messages.task("compare"):
            messages.update(0, total)
    assert capsys.readouterr().out == "compare: 0 % of 1.1e12 rounds, 0 rounds/s\n"


@pytest.mark.parametrize(("played", "words"), [(13_000, "13000 rounds/s"), (21_300_000, "21.3 M rounds/s")])
def test_a_speed_is_told_in_words_that_fit_it(monkeypatch, capsys, played, words):
    """A slow policy plays some thousand rounds per second, not 0.0 millions."""
    messages = progress.Messages(quiet=False)
    monkeypatch.setattr(progress.time, "monotonic", lambda: 108.0)
    messages._name, messages._bar, messages._began, messages._last, messages._before = "x", None, 107.0, 0.0, 0
    messages.update(played, 10**10)
    assert capsys.readouterr().out == f"x: 0 % of 1e10 rounds, {words}\n"
