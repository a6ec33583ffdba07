"""What is in a store: listed, verified, exported, removed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from begreedy.results.block_file import About, Damaged
from begreedy.results.export import export_blocks
from begreedy.results.migrations import NewerVersion, present
from begreedy.results.store import BlockPath, Store, abouts, check


def tend(folder: Path, match: list[str], *, check: bool, export: Path | None, remove: bool) -> int:
    """Do what the command line asks; returns its exit code."""
    store = Store(folder)
    if sum((check, export is not None, remove)) > 1:
        raise ValueError("results takes one of --check, --export and --remove at a time")
    if check:
        return _verify(store, match)
    if remove:
        print(f"removed {store.remove(_to_remove(store, match))} files from {folder}")
        return 0
    found = _matching(store, match)
    if export is not None:
        print(f"{export_blocks([entry for entry, _ in found], export)} rows in {export}")
        return 0
    print(_listing(store, found) if found or not match else f"nothing in {folder} matches {' or '.join(match)}")
    return 0


def _matching(store: Store, match: list[str]) -> list[tuple[BlockPath, About]]:
    """Blocks whose policy, problem or digest has one of the words in it; all, if there are no words."""
    sound = [(entry, about) for entry, about in abouts(store.entries()) if isinstance(about, About)]
    return [(entry, about) for entry, about in sound if not match or any(_is(word, about) for word in match)]


def _is(word: str, about: About) -> bool:
    return word in about.policy or word in about.problem or about.digest.startswith(word) or word == about.name


def _listing(store: Store, found: list[tuple[BlockPath, About]]) -> str:
    """A line per policy, problem, horizon and seed, in the order of their names."""
    if not found:
        return f"no results in {store.folder}"
    groups: dict[str, list[tuple[BlockPath, About]]] = {}
    for entry, about in found:
        groups.setdefault(about.digest, []).append((entry, about))
    rows: list[tuple[str, ...]] = [("digest", "policy", "problem", "horizon", "seed", "runs", "files", "MB")]
    lines = [(digest, _row(digest, blocks)) for digest, blocks in groups.items()]
    rows += [row for _, row in sorted(lines, key=lambda line: (line[1][2], line[1][1], line[1][3]))]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(text.ljust(w) for text, w in zip(row, widths, strict=True)).rstrip() for row in rows)


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


def _verify(store: Store, match: list[str]) -> int:
    """Read every block, name those that are not sound and what else is there; 1 if there is any."""
    sound, older, bad = 0, 0, []
    for entry in store.entries():
        try:
            about = check(entry).about
            if not match or any(_is(word, about) for word in match):
                sound += 1
                older += about.schema < present()
        except NewerVersion as error:
            print(f"{entry.path}: {error}")
        except (Damaged, OSError) as error:
            bad.append(f"{entry.path}: {error}")
    bad += [f"{path}: not a block of results" for path in store.others()]
    for line in bad:
        print(line)
    aged = f" ({older} of an older version of begreedy, read as they are)" if older else ""
    print(f"{sound} blocks are sound{aged}" + (f", {len(bad)} files are not" if bad else ""))
    return 1 if bad else 0


def _to_remove(store: Store, match: list[str]) -> list[Path]:
    if not match:
        raise ValueError("results --remove needs a part of a policy, a problem or a digest, or damaged, or all")
    if "all" in match:
        return [entry.path for entry in store.entries()] + _not_sound(store)
    damaged = _not_sound(store) if "damaged" in match else []
    words = [word for word in match if word != "damaged"]
    return damaged + ([entry.path for entry, _ in _matching(store, words)] if words else [])


def _not_sound(store: Store) -> list[Path]:
    """Damaged blocks and what writers left behind; files that are not ours stay."""
    left = [path for path in store.others() if path.name.endswith((".damaged", ".tmp")) and ".parquet" in path.name]
    return left + list(_damaged(store))


def _damaged(store: Store) -> Iterator[Any]:
    for entry in store.entries():
        try:
            check(entry)
        except NewerVersion:
            pass
        except Damaged:
            yield entry.path
