"""The benchmark as a table, said line by line as it is measured."""

from __future__ import annotations

import time
from typing import Any

from begreedy.bench.measure import LINEAR, WORKLOADS, agent_microseconds, growth, linear_run, measure, start_times
from begreedy.experiments.experiment import Experiment, run_experiment
from begreedy.paper import PAPER
from begreedy.policies.greedy import Greedy
from begreedy.policies.moss import MOSS
from begreedy.run.progress import Messages

WHOLE = (
    *("continuous-f1", "continuous-f2", "continuous-f3", "infinite-uniform", "infinite-beta", "many-armed"),
    *("linear", "cascade-uniform", "cascade-beta", "mortal-uniform", "mortal-beta", "budgeted-continuous"),
)


def benchmark(messages: Messages) -> list[dict[str, Any]]:
    """Measure everything, saying each number as soon as it is known; returns the rows."""
    rows = []
    messages.say("CPU nanoseconds per round, least of several repeats")
    messages.say(_line("workload", "arms", "horizon", "ns/round", "bare draw", "ratio", "naive scan", "ratio"))
    for row in measure(WORKLOADS):
        rows.append(row)
        messages.say(_row(row))
    messages.say("\ngrowth with arms and rounds (uniform prior)")
    for row in measure(growth()):
        rows.append(row)
        messages.say(_row(row))
    messages.say("\nlinear, 50 dimensions, 2500 rounds: CPU milliseconds per run, and the paper's seconds")
    for policy, printed in LINEAR:
        rows.append(linear_run(policy, printed))
        messages.say(f"{policy.name:<34}{1000 * rows[-1]['seconds']:8.1f}{printed:11.0f} s")
    messages.say("\nwhole experiments at the paper's size (published variant), wall-clock seconds on all cores")
    for experiment in PAPER.find(list(WHOLE)):
        rows.append(_whole(experiment))
        messages.say(f"{experiment.id:<34}{rows[-1]['seconds']:8.1f}")
    messages.say("\nan online Agent on 1239 arms, CPU microseconds per choose and learn")
    for online in (Greedy(), MOSS()):
        messages.say(f"{online!r:<34}{agent_microseconds(online):8.2f}")
    times = start_times()
    messages.say("\nseconds")
    messages.say(f"{'first kernel, nothing cached':<34}{times['compile_first']:8.2f}")
    messages.say(f"{'a further kernel':<34}{times['compile_further']:8.2f}")
    messages.say(f"{'comparing five policies, cold':<34}{times['compare']:8.2f}")
    messages.say(f"{'fresh process to first result, warm':<34}{times['warm_start']:8.2f}")
    messages.say(f"{'begreedy --help':<34}{times['help']:8.2f}")
    return rows


def _whole(experiment: Experiment) -> dict[str, Any]:
    """An experiment at full size; compiling is not counted."""
    run_experiment(experiment, "smoke", variant="published")
    began = time.perf_counter()
    finished = run_experiment(experiment, "full", variant="published")
    seconds = time.perf_counter() - began
    results = [result for _, _, result in finished.results]
    rounds = sum(int(r.rounds[:, -1].sum()) if r.budgeted else r.runs * r.horizon for r in results)
    return {
        "workload": experiment.id,
        "arms": None,
        "horizon": None,
        "ns_per_round": seconds / rounds * 1e9,
        "floor_ns": None,
        "naive_ns": None,
        "seconds": seconds,
    }


def _row(row: dict[str, Any]) -> str:
    ns, floor, naive = row["ns_per_round"], row["floor_ns"], row["naive_ns"]
    return _line(
        row["workload"],
        str(row["arms"] or "endless"),
        str(row["horizon"]),
        f"{ns:.1f}" if ns >= 1.0 else f"{ns:.1g}",
        f"{floor:.1f}",
        f"{ns / floor:.1f} x" if ns >= floor else f"{ns / floor:.1g} x",
        "" if naive is None else f"{naive:.0f}",
        "" if naive is None else f"1/{naive / ns:.0f}",
    )


def _line(name: str, *cells: str) -> str:
    return f"{name:<24}" + "".join(f"{cell:>11}" for cell in cells)
