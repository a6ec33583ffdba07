"""The ledger of a store: its results listed, verified, exported, removed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from begreedy.results.block_file import About, Damaged
from begreedy.results.export import export_blocks
from begreedy.results.migrations import NewerVersion, present
from begreedy.results.store import BlockPath, Store, abouts
from begreedy.results.store import check as check_block
from begreedy.values.errors import BadValue
from begreedy.values.text_table import text_table

_HEAD = ("digest", "policy", "problem", "horizon", "seed", "runs", "files", "MB")


def ledger(folder: Path, match: Sequence[str], *, check: bool, export: Path | None, remove: bool) -> tuple[str, bool]:
    """Verify, export, remove or else list the results in a folder; returns a report, and whether all is well."""
    store = Store(folder)
    if sum((check, export is not None, remove)) > 1:
        allowed = "one of --check, --export and --remove at a time"
        raise BadValue(f"results takes {allowed}", field="results", allowed=allowed)
    if check:
        return verify_results(store, match)
    if export is not None:
        return export_results(store, match, export), True
    return (remove_results if remove else list_results)(store, match), True


def list_results(store: Store, match: Sequence[str]) -> str:
    """A line per policy, problem, horizon and seed, in the order of their names."""
    blocks = _matching(store, match)
    if not blocks:
        return f"nothing in {store.folder} matches {' or '.join(match)}" if match else f"no results in {store.folder}"
    groups: dict[str, list[tuple[BlockPath, About]]] = {}
    for entry, about in blocks:
        groups.setdefault(about.digest, []).append((entry, about))
    rows = sorted((_row(digest, group) for digest, group in groups.items()), key=lambda row: (row[2], row[1], row[3]))
    return text_table([_HEAD, *rows])


def verify_results(store: Store, match: Sequence[str]) -> tuple[str, bool]:
    """Read every block; returns a report that names damaged and foreign files, and whether all is well."""
    sound, older, newer, bad = 0, 0, [], []
    for entry in store.entries():
        try:
            about = check_block(entry).about
            if not match or any(_is(word, about) for word in match):
                sound += 1
                older += about.schema < present()
        except NewerVersion as error:
            newer.append(f"{entry.path}: {error}")
        except (Damaged, OSError) as error:
            bad.append(f"{entry.path}: {error}")
    bad += [f"{path}: not a block of results" for path in store.others()]
    aged = f" ({older} of an older version of begreedy, read as they are)" if older else ""
    summary = f"{sound} blocks are sound{aged}" + (f", {len(bad)} files are not" if bad else "")
    return "\n".join([*newer, *bad, summary]), not bad


def export_results(store: Store, match: Sequence[str], path: Path) -> str:
    """Write the results that match to one file; returns a sentence about it."""
    return f"{export_blocks([entry for entry, _ in _matching(store, match)], path)} rows in {path}"


def remove_results(store: Store, match: Sequence[str]) -> str:
    """Remove the results that match; the words "damaged" and "all" are understood as well."""
    return f"removed {store.remove(_to_remove(store, match))} files from {store.folder}"


def _matching(store: Store, match: Sequence[str]) -> list[tuple[BlockPath, About]]:
    """Blocks whose policy, problem or digest has one of the words in it; all, if there are no words."""
    sound = [(entry, about) for entry, about in abouts(store.entries()) if isinstance(about, About)]
    return [(entry, about) for entry, about in sound if not match or any(_is(word, about) for word in match)]


def _is(word: str, about: About) -> bool:
    return word in about.policy or word in about.problem or about.digest.startswith(word) or word == about.name


def _row(digest: str, blocks: list[tuple[BlockPath, About]]) -> tuple[str, ...]:
    about = blocks[0][1]
    runs = len({run for entry, _ in blocks for run in range(entry.first, entry.stop)})
    size = sum(entry.path.stat().st_size for entry, _ in blocks) / 1e6
    horizon = "" if about.horizon is None else f"{about.horizon:g}"
    return (
        digest[:12],
        about.policy,
        about.problem,
        horizon,
        str(about.seed),
        str(runs),
        str(len(blocks)),
        f"{size:.1f}",
    )


def _to_remove(store: Store, match: Sequence[str]) -> list[Path]:
    if not match:
        allowed = "a part of a policy, a problem or a digest, or damaged, or all"
        raise BadValue(f"results --remove needs {allowed}", field="remove", allowed=allowed)
    if "all" in match:
        return [entry.path for entry in store.entries()] + _not_sound(store)
    damaged = _not_sound(store) if "damaged" in match else []
    words = [word for word in match if word != "damaged"]
    return damaged + ([entry.path for entry, _ in _matching(store, words)] if words else [])


def _not_sound(store: Store) -> list[Path]:
    """Damaged blocks and what writers left behind; files that are not ours stay."""
    left = [path for path in store.others() if path.name.endswith((".damaged", ".tmp")) and ".parquet" in path.name]
    return left + list(_damaged(store))


def _damaged(store: Store) -> Iterator[Path]:
    for entry in store.entries():
        try:
            check_block(entry)
        except NewerVersion:
            pass
        except Damaged:
            yield entry.path
