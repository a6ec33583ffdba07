"""Draw leaps.png: CPU time of a run of Greedy by its number of rounds, in leaps and round by round.

``python docs/figures/leaps.py``; prints the numbers.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from begreedy.bench import measure
from begreedy.policies.greedy import Greedy
from begreedy.problems.laws import Bernoulli

PROBLEMS = {
    "1239 arms, Gaussian rewards": measure._f1_grid(1239),
    "100 arms, Bernoulli rewards": measure._uniform(100, Bernoulli()),
}


def main() -> None:
    """Measure and draw."""
    measure._SECONDS = 0.05  # CPU time of one measurement: the least of five counts
    _, ax = plt.subplots(figsize=(6.4, 4.0), layout="constrained")
    for (name, problem), colour in zip(PROBLEMS.items(), ("tab:blue", "tab:orange"), strict=True):
        for leaps, line in ((True, "-o"), (False, ":s")):
            horizons = measure.LEAPING if leaps else measure.LEAPING[:3]
            runs = [measure.Workload("", Greedy(), problem, horizon, False, leaps) for horizon in horizons]
            seconds = [measure._simulation_ns(run, naive=False) * run.horizon * 1e-9 for run in runs]
            how = "in leaps" if leaps else "round by round"
            ax.loglog(horizons, seconds, line, color=colour, label=f"{name}, {how}")
            print(name, how, [f"{1e6 * s:.0f} us" for s in seconds])
    ax.set_xlabel("rounds")
    ax.set_ylabel("CPU seconds of a run")
    ax.grid(alpha=0.3)
    ax.legend(frameon=False, fontsize=8)
    plt.savefig(Path(__file__).with_suffix(".png"), dpi=150)


if __name__ == "__main__":
    main()
