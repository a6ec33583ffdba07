"""The command line.  Commands parse, call and print; what they do is written elsewhere and imported when needed."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(
    help="Should I be greedy here, and with how many arms?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Runs = Annotated[int | None, typer.Option(help="Number of runs, instead of the experiment's.")]
Seed = Annotated[int, typer.Option(help="Same seed, same numbers.")]
Out = Annotated[Path, typer.Option(help="Folder for figures and, unless --store is given, results.")]
Threads = Annotated[int | None, typer.Option(help="Threads; all cores if not given.")]
Cluster = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Dask scheduler, such as tcp://host:8786.")]
Shard = Annotated[str | None, typer.Option(metavar="I/N", help="Play only this share, for batch queues.")]
StoreDir = Annotated[Path | None, typer.Option("--store", help="Folder of finished results; OUT/store if not given.")]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the curves to this file (svg, pdf or png).")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress, no summary.")]
Json = Annotated[str | None, typer.Option("--json", metavar="FILE|-", help="Write rows as JSON to a file or to -.")]


def main() -> None:
    """Run the command line; a bad value is a message and exit code 2, another failure one and 1, not a traceback."""
    try:
        app()
    except (ValueError, TypeError) as error:
        print(f"begreedy: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"begreedy: {where}{error.strerror or error}", file=sys.stderr)
        sys.exit(1)
    except RuntimeError as error:
        print(f"begreedy: {error}", file=sys.stderr)
        sys.exit(1)


@app.command("list")
def list_command(what: Annotated[str, typer.Argument(help="problems, policies or experiments")] = "all") -> None:
    """List problems, policies and experiments."""
    from begreedy.catalogue import listing

    print(listing(what))


@app.command()
def paper(
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Experiments; all if none.")] = None,
    scale: Annotated[str, typer.Option(help="smoke, quick or full")] = "quick",
    variant: Annotated[str, typer.Option(help="published, corrected, extra or all")] = "all",
    runs: Runs = None,
    seed: Seed = 0,
    out: Out = Path("results"),
    threads: Threads = None,
    cluster: Cluster = None,
    shard: Shard = None,
    store: StoreDir = None,
    json_file: Json = None,
    quiet: Quiet = False,
) -> None:
    """Reproduce the paper's experiments: figures, numbers and a page."""
    from begreedy.cli.paper import reproduce
    from begreedy.experiments.settings import Settings

    settings = Settings(out, runs, seed, variant, threads, cluster, shard, store)
    with _messages(quiet, json_file) as say:
        rows = reproduce(ids or [], scale, settings, say)
    _write_json(rows, json_file)


@app.command()
def compare(
    problem: Annotated[str, typer.Option(metavar="SPEC", help="Such as 'Finite(prior=Uniform(), arms=100)'.")],
    policy: Annotated[list[str], typer.Option(metavar="SPEC", help="Such as 'UCB(c=2.0)' or 'my_module:MyUCB()'.")],
    horizon: Annotated[float | None, typer.Option(help="Number of rounds.")] = None,
    runs: Runs = 100,
    seed: Seed = 0,
    out: Out = Path("results"),
    threads: Threads = None,
    cluster: Cluster = None,
    shard: Shard = None,
    store: StoreDir = None,
    plot: Plot = None,
    json_file: Json = None,
    quiet: Quiet = False,
) -> None:
    """Compare policies on one problem: a table, the curves, and whether differences are significant."""
    from begreedy.cli.present import present_comparison
    from begreedy.experiments.settings import Settings

    settings = Settings(out, runs, seed, "all", threads, cluster, shard, store)
    with _messages(quiet, json_file) as say:
        rows = present_comparison(problem, policy, horizon, settings, plot, say)
    _write_json(rows, json_file)


@app.command()
def run(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="An experiment; see docs/lab.md.")],
    runs: Runs = None,
    seed: Annotated[int | None, typer.Option(help="Instead of the file's.")] = None,
    out: Out = Path("results"),
    threads: Threads = None,
    cluster: Cluster = None,
    shard: Shard = None,
    store: StoreDir = None,
    plot: Plot = None,
    json_file: Json = None,
    quiet: Quiet = False,
) -> None:
    """Run an experiment of your own, described in a file."""
    from begreedy.cli.present import present_file
    from begreedy.experiments.settings import Settings

    settings = Settings(out, runs, seed, "all", threads, cluster, shard, store)
    with _messages(quiet, json_file) as say:
        rows = present_file(file, settings, plot, say)
    _write_json(rows, json_file)


@app.command()
def results(
    match: Annotated[
        list[str] | None, typer.Argument(help="Part of a policy, a problem or a digest; all if none.")
    ] = None,
    out: Out = Path("results"),
    store: StoreDir = None,
    check: Annotated[bool, typer.Option("--check", help="Verify every file.")] = False,
    export: Annotated[Path | None, typer.Option(metavar="FILE", help="Write all to one .csv or .parquet file.")] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help="Remove what matches; damaged and all are words, too.")
    ] = False,
) -> None:
    """List, verify, export or remove finished results."""
    from begreedy.cli.results import tend

    sys.exit(tend(store or out / "store", match or [], check=check, export=export, remove=remove))


@app.command()
def bound(
    model: Annotated[str, typer.Argument(help="finite, continuous, infinite or many-armed")],
    horizon: Annotated[float, typer.Option(help="Number of rounds, e.g. 1e5.")],
    alpha: Annotated[float | None, typer.Option(help="continuous: exponent of smoothness (1)")] = None,
    smoothness: Annotated[float | None, typer.Option(help="continuous: L (1)")] = None,
    beta: Annotated[float | None, typer.Option(help="infinite: exponent of the prior's tail (1)")] = None,
    c1: Annotated[float | None, typer.Option(help="infinite: factor of the prior's tail (1)")] = None,
    gamma: Annotated[float | None, typer.Option(help="many-armed: hardness, arms per best arm = T**gamma")] = None,
    arms: Annotated[int | None, typer.Option(help="finite, many-armed: number of arms")] = None,
    best: Annotated[int | None, typer.Option(help="finite: number of best arms")] = None,
    k: Annotated[int | None, typer.Option("--k", help="Arms to keep, besides the theorem's number.")] = None,
    sigma: Annotated[
        float | None, typer.Option(help="Noise is sigma-subgaussian (1); 0.5 for rewards in [0, 1].")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the bounds for horizons up to T into this file.")] = None,
    json_file: Json = None,
) -> None:
    """What the theorems guarantee at a horizon: bounds, numbers of arms, and whether they say anything."""
    from begreedy.cli.bound import show_bounds

    options = {"alpha": alpha, "smoothness": smoothness, "beta": beta, "c1": c1, "gamma": gamma, "arms": arms}
    options |= {"best": best, "k": k, "sigma": sigma}
    with _messages(False, json_file) as say:
        rows = show_bounds(model, horizon, {n: v for n, v in options.items() if v is not None}, plot, say)
    _write_json(rows, json_file)


@app.command()
def advise(
    model: Annotated[str, typer.Argument(help="A model, such as finite, or a problem: 'Finite(means=[0.9, 0.1])'.")],
    horizon: Annotated[float | None, typer.Option(help="Number of rounds, e.g. 1e4.")] = None,
    arms: Annotated[int | None, typer.Option(help="Number of arms (items, actions per round).")] = None,
    prior: Annotated[str | None, typer.Option(metavar="SPEC", help="Such as 'Beta(1, 3)'.")] = None,
    law: Annotated[str | None, typer.Option(metavar="SPEC", help="Such as 'Gaussian(sigma=1.0)'.")] = None,
    history: Annotated[Path | None, typer.Option(metavar="FILE.csv", help="Successes and trials per arm.")] = None,
    alpha: Annotated[float | None, typer.Option(help="continuous: exponent of smoothness")] = None,
    smoothness: Annotated[float | None, typer.Option(help="continuous: L")] = None,
    gamma: Annotated[float | None, typer.Option(help="many-armed: hardness, arms per best arm = T**gamma")] = None,
    dimension: Annotated[int | None, typer.Option(help="linear: dimension")] = None,
    slots: Annotated[int | None, typer.Option(help="cascading: items shown in a list")] = None,
    lifetime: Annotated[float | None, typer.Option(help="mortal: mean lifetime of an arm in rounds")] = None,
    budget: Annotated[float | None, typer.Option(help="budgeted: what can be spent")] = None,
    seed: Seed = 0,
    effort: Annotated[float, typer.Option(help="How much to simulate, in seconds of one core, roughly.")] = 8.0,
    plot: Plot = None,
    json_file: Json = None,
    quiet: Quiet = False,
) -> None:
    """Should I be greedy here, and with how many arms?  What is not known may be left out."""
    from begreedy.cli.advise import show_advice

    known = {"arms": arms, "prior": prior, "law": law, "history": history, "alpha": alpha, "smoothness": smoothness}
    known |= {"gamma": gamma, "dimension": dimension, "slots": slots, "lifetime": lifetime, "budget": budget}
    with _messages(quiet, json_file) as say:
        rows = show_advice(model, horizon, known, {"seed": seed, "effort": effort}, plot, say)
    _write_json(rows, json_file)


@app.command()
def replay(
    log: Annotated[
        Path, typer.Argument(metavar="LOG.csv", help="Columns arm, reward and, if not uniform, propensity.")
    ],
    policy: Annotated[list[str] | None, typer.Option(metavar="SPEC", help="Such as 'UCB(c=0.5)'; may repeat.")] = None,
    horizon: Annotated[int | None, typer.Option(help="Rounds to replay; what the log allows if not given.")] = None,
    runs: Annotated[int, typer.Option(help="Random orders of the log, and resampled logs.")] = 100,
    seed: Seed = 0,
    rewards: Annotated[tuple[float, float] | None, typer.Option(metavar="LOW HIGH", help="Range of rewards.")] = None,
    arms: Annotated[int | None, typer.Option(help="How many arms there are, to be checked.")] = None,
    threads: Threads = None,
    json_file: Json = None,
    quiet: Quiet = False,
) -> None:
    """Judge policies on logged random decisions, by rejection replay and by inverse propensity weights."""
    from begreedy.cli.replay import show_replay

    options = {"horizon": horizon, "runs": runs, "seed": seed, "rewards": rewards, "arms": arms, "threads": threads}
    with _messages(quiet, json_file) as say:
        rows = show_replay(log, policy or [], options, say)
    _write_json(rows, json_file)


@app.command()
def serve(
    store: Annotated[str, typer.Option(metavar="FILE|postgresql://...", help="Where bandits are kept.")] = "bandits.db",
    host: Annotated[
        str, typer.Option(help="Address to listen on; other than 127.0.0.1 only with a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0: any that is free.")] = 8000,
    token_file: Annotated[Path | None, typer.Option(help="File with the token, instead of BEGREEDY_TOKEN.")] = None,
    rate: Annotated[float, typer.Option(help="Requests per second and client; 0: no limit.")] = 1000.0,
    max_bytes: Annotated[int, typer.Option(help="Size of a request.")] = 1_000_000,
    max_arms: Annotated[int, typer.Option(help="Arms that one bandit may play; its catalogue may be larger.")] = 50_000,
    patience: Annotated[float, typer.Option(help="Seconds that a request waits for the store.")] = 10.0,
    sync: Annotated[str, typer.Option(help="SQLite: normal, or full, which outlives a power cut.")] = "normal",
    check: Annotated[bool, typer.Option("--check", help="Rebuild all state from the log, compare, and end.")] = False,
) -> None:
    """Serve durable bandits over HTTP: decisions and rewards, each recorded before it is answered."""
    from begreedy.cli.serve import serve_store

    options = {"host": host, "port": port, "rate": rate, "max_bytes": max_bytes, "patience": patience}
    sys.exit(serve_store(store, token_file, {**options, "max_arms": max_arms, "sync": sync}, check=check))


@app.command()
def bench(json_file: Json = None) -> None:
    """Measure speed: nanoseconds per round, beside the bare random numbers and the naive scan."""
    from begreedy.cli.bench import benchmark

    with _messages(False, json_file) as say:
        rows = benchmark(say)
    _write_json(rows, json_file)


@app.command()
def explore(
    port: Annotated[int, typer.Option(help="Port; 0 for any that is free.")] = 8765,
    host: Annotated[str, typer.Option(help="Address of this machine to listen on.")] = "127.0.0.1",
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    max_seconds: Annotated[float, typer.Option(help="Of computing on one core, per request.")] = 120.0,
    max_memory: Annotated[float, typer.Option(help="Megabytes per request.")] = 1000.0,
    threads: Threads = None,
) -> None:
    """See in seconds whether to be greedy: a page on this machine."""
    from begreedy.explore.start import explore as start

    start(host, port, max_seconds, max_memory, threads, not no_open)


@app.command()
def cache(
    info: Annotated[bool, typer.Option("--info", help="Say what is there (the default).")] = False,
    clear: Annotated[bool, typer.Option("--clear", help="Remove all compiled code.")] = False,
) -> None:
    """Show or clear the compiled code kept on disk."""
    from begreedy.compile import cache as store

    if clear:
        print(f"removed {store.clear()} entries")
    if info or not clear:
        print(store.describe())


@contextmanager
def _messages(quiet: bool, json_file: str | None) -> Iterator[Any]:
    """Where words and progress go: the terminal; standard error if JSON takes standard output; nowhere if quiet."""
    from begreedy.run.progress import Messages

    if json_file and json_file != "-":  # what cannot be written is found out before hours of play
        if Path(json_file).is_dir():
            raise ValueError(f"--json must be - or a file, got the folder {json_file}")
        Path(json_file).parent.mkdir(parents=True, exist_ok=True)
    try:
        with Messages(quiet=quiet, to_stderr=json_file == "-") as messages:
            yield messages
    except KeyboardInterrupt:
        print("begreedy: stopped; what is finished is kept, the same command goes on", file=sys.stderr, flush=True)
        os._exit(130)  # a thread may still be compiling, which nothing can interrupt; files are whole at any moment


def _write_json(rows: list[dict[str, Any]], target: str | None) -> None:
    """A JSON array with a row per line."""
    if target is None:
        return
    text = "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"
    if target == "-":
        sys.stdout.write(text)
    else:
        Path(target).write_text(text, encoding="utf-8")
