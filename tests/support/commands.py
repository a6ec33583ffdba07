"""The command line, run as people run it."""

from __future__ import annotations

import subprocess
import sys


def begreedy(*arguments, timeout=300, **options):
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "begreedy", *arguments], capture_output=True, text=True, timeout=timeout, **options
    )
