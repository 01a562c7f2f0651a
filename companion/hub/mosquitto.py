"""The hub's own broker: Debian's Mosquitto with a listener in TLS, a password for each table, and topics of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from companion.errors import UserError
from companion.hub.credentials import Certificates, broker_digest, new_password

USER = "hub"
START_SECONDS = 10.0
_RULES = """\
user hub
topic readwrite banker/#

pattern write banker/+/%u/up/#
pattern read banker/+/%u/down/#
pattern read banker/+/all/down/#
"""


class Mosquitto:
    """A broker in a folder, started and stopped with the hub; `plain` adds a port without TLS on this machine only."""

    def __init__(self, folder: Path, certificates: Certificates, port: int, plain: int = 0) -> None:
        self.folder, self.port, self._plain, self._certificates = folder, port, plain, certificates
        self.password = new_password()
        self._digest = broker_digest(self.password)
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    def let_in(self, digests: Mapping[str, str]) -> None:
        """Let in these boxes, by the digests of their passwords, and nobody else; at once if the broker runs."""
        lines = [f"{USER}:{self._digest}", *(f"{box}:{digest}" for box, digest in digests.items() if digest)]
        _write(self.folder / "passwords", "\n".join(lines) + "\n")
        if self._process is not None:
            self._process.send_signal(signal.SIGHUP)

    def start(self) -> None:
        """Start it and wait until it answers.

        :raises UserError: it is not installed, or does not start; its log says why.
        """
        program = shutil.which("mosquitto") or shutil.which("/usr/sbin/mosquitto")
        if program is None:
            raise UserError("tournament.no-mosquitto")
        self._end_orphan()
        _write(self.folder / "rules", _RULES)
        _write(self.folder / "mosquitto.conf", self._settings())
        with (self.folder / "log").open("ab") as log:
            command = [program, "-c", str(self.folder / "mosquitto.conf")]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        _write(self.folder / "pid", str(self._process.pid))
        self._wait()

    def _end_orphan(self) -> None:
        """Stop the broker of a hub that was killed: it is the process of that number that reads our settings."""
        try:
            number = int((self.folder / "pid").read_text())
            words = Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
        except (OSError, ValueError):
            return
        if str(self.folder / "mosquitto.conf").encode() in words:
            os.kill(number, signal.SIGTERM)
            deadline = time.monotonic() + START_SECONDS
            while Path(f"/proc/{number}").exists() and time.monotonic() < deadline:
                time.sleep(0.05)

    def stop(self) -> None:
        """Stop it; what it holds for tables that are away is written down."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(START_SECONDS)
            self._process = None

    def kill(self) -> None:
        """Let it die in the middle of everything, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(START_SECONDS)
        self._process = None

    def _wait(self) -> None:
        import socket

        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self._process is not None and self._process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise UserError("tournament.mosquitto-fails", log=self.folder / "log")

    def _settings(self) -> str:
        certificates = self._certificates
        lines = [
            "per_listener_settings false",
            "allow_anonymous false",
            f"password_file {self.folder / 'passwords'}",
            f"acl_file {self.folder / 'rules'}",
            "persistence true",
            f"persistence_location {self.folder}/",
            "autosave_interval 10",
            "max_queued_messages 10000",
            "max_inflight_messages 200",
            "log_dest stderr",
            "log_type error",
            "log_type warning",
            "log_type notice",
            *(["user root"] if os.geteuid() == 0 else []),
            f"listener {self.port}",
            f"certfile {certificates.server_file}",
            f"keyfile {certificates.server_key}",
            *([f"listener {self._plain} 127.0.0.1"] if self._plain else []),
        ]
        return "\n".join(lines) + "\n"


def _write(file: Path, content: str) -> None:
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
        out.write(content)
