"""Time of a round, begreedy beside other libraries: ``python docs/examples/peers.py``, in an environment that has them.

Every library plays epsilon-greedy (0.1) on 100 Bernoulli arms for 2000 rounds in its own recommended way: asked for an
arm, then told what it paid.  ``pip install mabwiser river`` next to begreedy; those that are missing are left out.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

ARMS, ROUNDS, EPSILON = 100, 2000, 0.1


def mabwiser() -> Callable[[], None]:
    """A MAB that is fitted once and told one reward at a time."""
    from mabwiser.mab import MAB, LearningPolicy

    means = [random.random() for _ in range(ARMS)]
    mab = MAB(arms=list(range(ARMS)), learning_policy=LearningPolicy.EpsilonGreedy(epsilon=EPSILON), seed=0)
    mab.fit(decisions=list(range(ARMS)), rewards=[int(random.random() < mean) for mean in means])

    def play() -> None:
        for _ in range(ROUNDS):
            arm = mab.predict()
            mab.partial_fit([arm], [int(random.random() < means[arm])])

    return play


def river() -> Callable[[], None]:
    """A policy that is pulled and updated."""
    from river import bandit

    means = [random.random() for _ in range(ARMS)]
    policy = bandit.EpsilonGreedy(epsilon=EPSILON, seed=0)

    def play() -> None:
        for _ in range(ROUNDS):
            arm = policy.pull(range(ARMS))
            policy.update(arm, int(random.random() < means[arm]))

    return play


def agent() -> Callable[[], None]:
    """begreedy, one round at a time in plain Python."""
    import begreedy as bg

    means = [random.random() for _ in range(ARMS)]

    def play() -> None:
        asked = bg.Agent(bg.EpsilonGreedy(EPSILON), arms=ARMS, horizon=ROUNDS, seed=0)
        for _ in range(ROUNDS):
            arm = asked.choose()
            asked.learn(arm, float(random.random() < means[arm]))

    return play


def simulated() -> Callable[[], None]:
    """begreedy's simulator, compiled."""
    import begreedy as bg

    problem = bg.Finite(prior=bg.Uniform(), arms=ARMS)
    simulation = bg.simulate(bg.EpsilonGreedy(EPSILON), problem, ROUNDS, runs=1, threads=1)
    runs = 1000

    def play() -> None:
        bg.simulate(bg.EpsilonGreedy(EPSILON), problem, ROUNDS * simulation.runs, runs=runs, threads=1, progress=False)

    play.runs = runs  # type: ignore[attr-defined]
    return play


def main() -> None:
    """Print microseconds of CPU time a round, the best of five."""
    for name, make in {
        "begreedy.simulate": simulated,
        "begreedy.Agent": agent,
        "river": river,
        "MABWiser": mabwiser,
    }.items():
        try:
            play = make()
        except ModuleNotFoundError as error:
            print(f"{name:20} not installed ({error.name})")
            continue
        times = []
        for _ in range(5):
            began = time.process_time()
            play()
            times.append(time.process_time() - began)
        rounds = ROUNDS * getattr(play, "runs", 1)
        print(f"{name:20} {1e6 * min(times) / rounds:10.3f} µs per round")


if __name__ == "__main__":
    main()
