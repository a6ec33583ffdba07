"""The package as a whole: a wheel of it works away from the tree, and imports go the way they are declared."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

import begreedy as bg

ROOT = Path(__file__).parents[1]

SNIPPET = """
import sys
import begreedy as bg
from begreedy.listing import public_classes
result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), horizon=50, runs=20, seed=0)
assert result.regret.shape == (20, 50)
assert not {"matplotlib", "plotly", "fastapi", "httpx", "psycopg", "distributed"} & set(sys.modules)
assert len(public_classes("policies")) > 30
for cls in (bg.Greedy, bg.UCB, bg.ThompsonBeta):
    print(bg.testing.check_policy(cls()))
print(bg.__file__)
"""


def test_no_import_goes_around_the_contracts():
    """Modules are imported by name only where a user names one, or a room of the package is first used."""
    source = ROOT / "src" / "begreedy"
    by_name = {str(p.relative_to(source)) for p in source.rglob("*.py") if "import_module(" in p.read_text("utf-8")}
    assert by_name == {"__init__.py", "values/spec.py"}


def test_the_package_names_the_systems_that_it_is_tested_on():
    """Those of the workflows; on others it can be imported: what they lack is imported where it is used, if at all."""
    workflows = "".join(path.read_text("utf-8") for path in (ROOT / ".github/workflows").glob("*.yml"))
    assert set(re.findall(r"runs-on: *(\S+)", workflows)) == {"ubuntu-latest"}
    claimed = re.findall(r"Operating System :: ([^\"]+)", (ROOT / "pyproject.toml").read_text("utf-8"))
    assert claimed == ["POSIX :: Linux"]
    lacking = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios"}
    for path in (ROOT / "src").rglob("*.py"):
        found = re.findall(r"^(?:import|from) (\w+)", path.read_text("utf-8"), re.M)
        assert lacking.isdisjoint(found), path


def test_a_name_is_imported_when_it_is_used(uncovered):
    """Who simulates waits for no other room, and for nothing of NumPy or of Python that only those need."""
    code = """
import sys
import begreedy as bg
assert "numpy" not in sys.modules
bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), horizon=50, runs=20, seed=0)
rooms = ("advice", "experiments", "logs", "paper", "testing", "theory")
late = {"begreedy.api", *(f"begreedy.{room}" for room in rooms), "multiprocessing", "numpy.ma", "numba"}
assert not late & set(sys.modules), late & set(sys.modules)
assert {name: getattr(bg, name) for name in bg.__all__} == {name: getattr(bg.api, name) for name in bg.api.__all__}
assert not hasattr(bg, "nothing")
"""
    bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), horizon=50, runs=20, seed=0)  # compiled by now
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.long
def test_the_source_has_all_that_is_beside_it(tmp_path):
    """Every file of the top folder that a reader looks for, and those that pages of the documentation include."""
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "-o", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    pages = {path.name for kind in ("*.md", "*.cff", "*.txt") for path in ROOT.glob(kind)}
    assert {"SECURITY.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "CITATION.cff"} <= pages
    assert pages | {"LICENSE", "Makefile", "pyproject.toml", "src/begreedy/version.py"} <= names


@pytest.mark.long
def test_wheel_runs_in_an_empty_environment(tmp_path):
    """Built, installed elsewhere with its dependencies at hand, it shows help, simulates and passes conformance."""
    run = {"check": True, "capture_output": True, "text": True, "cwd": tmp_path}
    subprocess.run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", tmp_path, ROOT], **run)
    (wheel,) = tmp_path.glob("*.whl")
    environment = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", environment], **run)
    python = environment / "bin" / "python"
    # The dependencies are read from this environment; begreedy itself comes from the wheel, which goes first.
    site = subprocess.run([python, "-c", "import site; print(site.getsitepackages()[0])"], **run).stdout.strip()
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel], **run)
    here = [p for p in sys.path if p.endswith("site-packages")]
    (Path(site) / "zz_dependencies.pth").write_text("\n".join(here))
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    shown = subprocess.run([environment / "bin" / "begreedy", "--help"], env=clean, **run).stdout
    assert "paper" in shown
    output = subprocess.run([python, "-c", SNIPPET], env=clean, **run).stdout
    assert output.count("all checks passed") == 3
    assert str(environment) in output.splitlines()[-1]
