"""Values travel to other processes with the modules they are written in, so that workers need nothing but begreedy."""

from __future__ import annotations

import hashlib
import importlib
import pickle
import site
import sys
import sysconfig
import tempfile
import threading
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from begreedy.values.canonical import field_values

_lock = threading.Lock()
_installed: set[str] = set()


class Parcel(NamedTuple):
    """Pickled values, and the source files, by relative path, of the modules they need."""

    values: bytes
    files: dict[str, bytes]
    modules: tuple[str, ...]


def pack(values: tuple[Any, ...]) -> bytes:
    """Values as bytes, with the sources of the modules they need that a worker cannot be expected to have."""
    files: dict[str, bytes] = {}
    names = sorted({name.split(".")[0] for name in _modules_of(values)} - {"__main__"})
    for name in names:
        files.update(_sources(sys.modules[name]))
    return pickle.dumps(Parcel(_pickled(values), files, tuple(names)))


def unpack(data: bytes) -> tuple[Any, ...]:
    """The values again, in another process."""
    parcel: Parcel = pickle.loads(data)
    with _lock:
        _install(parcel)
    values: tuple[Any, ...] = pickle.loads(parcel.values)
    return values


def _pickled(values: tuple[Any, ...]) -> bytes:
    try:
        data = pickle.dumps(values)
        if b"__main__" not in data:
            return data
    except (pickle.PicklingError, AttributeError, TypeError):
        pass
    import cloudpickle  # what was typed at a prompt, or in a script, travels by value

    by_value: bytes = cloudpickle.dumps(values)
    return by_value


# ---------------------------------------------------------------- which modules


def _modules_of(values: tuple[Any, ...]) -> set[str]:
    """Names of the user's modules that values are defined in, and of those that these refer to."""
    modules: set[str] = set()
    todo = {name for value in values for name in _defined_in(value)}
    while todo:
        name = todo.pop()
        if name in modules or not _is_users(name):
            continue
        modules.add(name)
        for value in list(vars(sys.modules[name]).values()):
            todo.add(value.__name__ if isinstance(value, types.ModuleType) else str(getattr(value, "__module__", "")))
    return modules


def _defined_in(value: Any) -> Iterator[str]:
    if isinstance(value, types.FunctionType):
        yield value.__module__
    elif isinstance(value, tuple) and not hasattr(value, "_fields"):
        for item in value:
            yield from _defined_in(item)
    elif hasattr(type(value), "__dataclass_fields__") or hasattr(value, "_fields"):
        for cls in type(value).__mro__:
            yield cls.__module__
        for item in field_values(value).values():
            yield from _defined_in(item)


def _is_users(name: str) -> bool:
    """Whether a module is the user's: neither ours, nor Python's, nor installed."""
    top = name.split(".")[0]
    module = sys.modules.get(name)
    if top == "__main__":
        return module is not None
    if module is None or top in ("begreedy", "") or top in sys.stdlib_module_names or top not in sys.modules:
        return False
    file = getattr(module, "__file__", None)
    return file is not None and not any(Path(file).is_relative_to(place) for place in _installed_places())


def _installed_places() -> set[str]:
    paths = sysconfig.get_paths()
    places = {paths["purelib"], paths["platlib"], paths["stdlib"], paths["platstdlib"], site.getusersitepackages()}
    return places | set(site.getsitepackages())


def _sources(module: types.ModuleType) -> dict[str, bytes]:
    """The files of a module, or of a package with all that is in it, by path relative to where it is imported from."""
    if hasattr(module, "__path__"):
        root = Path(next(iter(module.__path__)))
        return {str(path.relative_to(root.parent)): path.read_bytes() for path in sorted(root.rglob("*.py"))}
    file = Path(str(module.__file__))
    return {file.name: file.read_bytes()}


# ---------------------------------------------------------------- in the worker


def _install(parcel: Parcel) -> None:
    """Make the parcel's modules importable, in place of older versions of them."""
    mark = hashlib.sha256(repr(sorted(parcel.files.items())).encode()).hexdigest()
    if not parcel.modules or mark in _installed:
        return
    if not all(_has_same(name, parcel.files) for name in parcel.modules):
        folder = Path(tempfile.mkdtemp(prefix="begreedy-modules-"))
        for relative, source in parcel.files.items():
            path = folder / relative
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(source)
        for loaded in [name for name in sys.modules if name.split(".")[0] in parcel.modules]:
            del sys.modules[loaded]
        sys.path.insert(0, str(folder))
        importlib.invalidate_caches()
        _installed.clear()  # what was installed before may have been replaced
    _installed.add(mark)


def _has_same(name: str, files: dict[str, bytes]) -> bool:
    """Whether this process has already imported a module from the same source."""
    module = sys.modules.get(name)
    if module is None or getattr(module, "__file__", None) is None:
        return False
    try:
        sources = _sources(module)
    except OSError:
        return False
    return all(files.get(relative) == source for relative, source in sources.items())
