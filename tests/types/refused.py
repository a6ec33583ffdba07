"""Calls that a type checker refuses; each line says by which error."""

from __future__ import annotations

import begreedy as bg
import begreedy.types as contract


def refused() -> None:
    """Never called: for a type checker's eyes."""
    problem = bg.Finite(means=(0.9, 0.1))

    bg.simulate(problem, bg.Greedy(), horizon=10)  # error: arg-type
    bg.simulate(bg.Greedy, problem, horizon=10)  # only mypy # error: arg-type
    bg.simulate("Greedy", problem, horizon=10)  # error: arg-type
    bg.simulate(bg.Bernoulli(), problem, horizon=10)  # error: arg-type
    bg.simulate([bg.Greedy()], problem, horizon=10)  # error: arg-type
    bg.simulate(bg.Greedy(), problem, horizon=10, run=3)  # error: call-arg
    bg.simulate(bg.Greedy(), problem, horizon=10, checkpoints="lin")  # error: arg-type
    bg.trace(problem, bg.Greedy(), horizon=10)  # error: arg-type
    bg.compare([bg.Greedy(), bg.UCB()], problem, horizon=10, checkpoint=5)  # error: call-arg
    bg.compare(problem, [bg.Greedy(), bg.UCB()], horizon=10)  # error: arg-type
    bg.compare({1: bg.Greedy()}, problem, horizon=10)  # error: dict-item
    bg.compare([bg.Greedy()], problem, horizon=10).plot(lgo="x")  # error: call-arg
    bg.compare([bg.Greedy()], problem, horizon=10).plot(log="z")  # error: arg-type
    bg.sweep(problem, bg.UCB, horizon=10, c=[0.1, 1.0])  # error: arg-type
    bg.advise(bg.Greedy(), horizon=10)  # error: arg-type
    bg.advise("finite", horizon=10, arm=3)  # error: call-arg
    bg.replay("log.csv", problem)  # error: arg-type
    bg.Agent(problem, arms=2, horizon=10)  # error: arg-type
    bg.testing.check_policy(problem)  # error: arg-type
    bg.testing.check_law(bg.Uniform())  # error: arg-type
    bg.testing.check_prior(bg.Bernoulli())  # error: arg-type
    bg.Finite(prior=bg.Bernoulli(), arms=3)  # error: arg-type
    bg.Infinite(bg.Uniform(), law=bg.Uniform())  # error: arg-type
    bg.Subsample(problem, k=3)  # error: arg-type
    bg.Linear(2, actions=3)  # error: arg-type
    bg.Finite(means=0.5)  # error: arg-type
    bg.Finite(means=["much"])  # error: list-item
    bg.Sets([0, 1])  # error: list-item
    bg.Budgeted(10.0, rewards=("much",), costs=(0.1,))  # error: arg-type
    bg.Experiment("mine", "Mine", [3], {}, {})  # error: list-item
    bg.Doubling(bg.Greedy())  # error: arg-type
    print(bg.simulate(bg.Greedy(), problem, horizon=10).row()["regret"])  # error: typeddict-item
    bg.advise("finite", horizon=10).to_rows()[0]["mean"] + 1.0  # error: operator
    contract.check_rewards(bg.Bernoulli(), bg.Greedy())  # error: arg-type
    contract.law_draw(bg.Uniform())  # error: arg-type
    contract.prior_draw(bg.Bernoulli())  # error: arg-type
    contract.Stage(2, bg.Uniform(), problem, print, 1)  # error: arg-type
