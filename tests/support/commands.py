"""The command line, run as people run it: in a process of its own, or in this one, which has imported everything."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from unittest.mock import patch

from begreedy.cli.main import main


def begreedy(*arguments, cwd="."):
    """Run the command line in this process."""
    command = ["begreedy", *map(str, arguments)]
    status, out, err = 0, io.StringIO(), io.StringIO()
    with chdir(cwd), redirect_stdout(out), redirect_stderr(err), patch.multiple(sys, argv=command, path=[*sys.path]):
        try:
            main()
        except SystemExit as end:
            status = end.code or 0
    return subprocess.CompletedProcess(command, status, out.getvalue(), err.getvalue())


def begreedy_process(*arguments, **options):
    """Run the command line in a process of its own: for what depends on its environment, imports or end."""
    command = [sys.executable, "-m", "begreedy", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, **{"timeout": 300, **options})
