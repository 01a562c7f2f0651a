"""A process beside the table's that computes for it, and the line to it; nothing else is shared.

It takes compiled rules where they are there and fit, whatever the table itself runs. It ends with the line, or when the
program does.
"""

from collections.abc import Callable
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from companion import compiled

STOP_SECONDS = 2.0


class Beside:
    """Runs `target(line, *args)` in a process of its own; `line` is this side of the pipe."""

    def __init__(self, name: str, target: Callable[..., None], *args: object) -> None:
        theirs: Connection
        self.line, theirs = Pipe()
        self._process: BaseProcess = get_context("spawn").Process(
            target=target, args=(theirs, *args), name=name, daemon=True
        )
        with compiled.for_children():
            self._process.start()
        theirs.close()

    def kill(self) -> None:
        """End the process, whatever it does; who reads the line is told by its end."""
        self._process.kill()

    def stop(self) -> None:
        """End the process and the line."""
        self.line.close()
        self.kill()
        self._process.join(STOP_SECONDS)
