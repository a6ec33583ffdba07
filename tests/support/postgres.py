"""A PostgreSQL server of the tests' own: a temporary folder, a unix socket, no network, never as root."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

ABSENT = "no PostgreSQL server"


def binaries() -> Path | None:
    """The folder of initdb and pg_ctl, of the newest version that is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3].split(".")[0]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


class Server:
    """Started when made; ``restart`` is what an administrator does, ``stop("immediate")`` is a crash."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self.programs = folder, programs
        self.data, self.socket = folder / "data", folder / "socket"
        self.user = None
        if os.geteuid() == 0:  # the server refuses to run as root
            self.user = "postgres" if _exists("postgres") else "nobody"
            os.chown(folder, pwd.getpwnam(self.user).pw_uid, -1)
        self.run("mkdir", str(self.socket))
        self.run(str(programs / "initdb"), "-D", str(self.data), "-U", "begreedy", "-A", "trust", "--no-sync")
        self.start()
        self.made = 0

    def run(self, *command: str) -> None:
        """Run a command as somebody other than root."""
        as_user = ["runuser", "-u", self.user, "--"] if self.user else []
        done = subprocess.run([*as_user, *command], cwd=self.folder, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"

    def control(self, *words: str) -> None:
        # The log goes to a file: a server that holds our pipes open would make us wait for ever.
        log = str(self.folder / "log")
        self.run(str(self.programs / "pg_ctl"), "-D", str(self.data), "-w", "-t", "60", "-l", log, *words)

    def start(self) -> None:
        self.control("start", "-o", f"-c listen_addresses='' -c unix_socket_directories={self.socket} -c fsync=off")

    def stop(self, how: str = "fast") -> None:
        self.control("stop", "-m", how)

    def restart(self, how: str = "fast") -> None:
        self.stop(how)
        self.start()

    def database(self) -> str:
        """The address of a new, empty store: a schema, since a whole database takes a hundred times as long to make."""
        import psycopg

        self.made += 1
        name = f"store{self.made}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"{self.address()}&options=-csearch_path%3D{name}"

    def address(self) -> str:
        return f"postgresql://begreedy@/postgres?host={self.socket}"


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


@pytest.fixture(scope="session")
def postgres():
    """A server for this process of the tests; without one, tests that need it are skipped by name."""
    programs = binaries()
    try:
        import psycopg  # noqa: F401
    except ImportError:
        programs = None
    if programs is None:
        if os.environ.get("BEGREEDY_REQUIRE_POSTGRES") == "1":
            pytest.fail(ABSENT)
        pytest.skip(ABSENT)
    folder = Path(tempfile.mkdtemp(prefix="bg-pg-", dir="/tmp"))  # short: a socket's path is limited
    folder.chmod(0o755)
    server = Server(folder, programs)
    yield server
    server.stop("immediate")
    shutil.rmtree(folder, ignore_errors=True)
