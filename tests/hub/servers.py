"""Debian's PostgreSQL, started in a folder of its own; it refuses to run as root, so root starts it as `postgres`."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

BINARIES = Path("/usr/lib/postgresql")


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Postgres:
    """One server with a Unix socket and a port on this machine."""

    def __init__(self) -> None:
        newest = max(BINARIES.iterdir(), key=lambda path: int(path.name))
        self._bin = newest / "bin"
        self._home = tempfile.TemporaryDirectory(prefix="banker-postgres-")  # pytest's own is closed to other users
        self._folder, self._log = Path(self._home.name) / "data", Path(self._home.name) / "log"
        self.port = free_port()
        if os.geteuid() == 0:
            shutil.chown(self._home.name, "postgres")
        self._run("initdb", "-D", str(self._folder), "-U", "banker", "--auth", "trust", "--no-sync")

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = f"-p {self.port} -k '' -c listen_addresses=127.0.0.1 -c shared_buffers=64MB -c fsync=off"
        self._run("pg_ctl", "-D", str(self._folder), "-l", str(self._log), "-w", "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """Stop it: `fast` breaks connections, `immediate` is as good as a power cut."""
        self._run("pg_ctl", "-D", str(self._folder), "-m", how, "-w", "stop")

    def close(self) -> None:
        """Stop it and leave nothing behind."""
        self.stop("immediate")
        self._home.cleanup()

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        name = f"hub_{secrets.token_hex(4)}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "banker", name)
        return f"postgresql+psycopg://banker@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._bin / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", stdin=subprocess.DEVNULL)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"


def wait_for(what: object, seconds: float = 30.0) -> None:
    """Wait until a question is answered with yes."""
    assert callable(what)
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "it does not come to that"
        time.sleep(0.02)
