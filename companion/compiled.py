"""The compiled rules and bots beside the program, for whatever plays many games.

`./setup.sh compile` makes them of a copy of the sources (`deploy/native.py`) into a folder beside the Python that runs
them. They decide and record the same; they are taken as long as they were made of the sources that are here, by this
kind of Python, and by whole processes only, before anything of the rules is imported.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

PARTS = ("rules", "bots")
HERE = Path(__file__).parent
FOLDER = Path(sys.prefix) / "fast"
VARIABLE = "BANKER_COMPILED"


def stamp(package: Path = HERE) -> str:
    """What tells whether compiled rules fit a package's sources: their text, and the kind of Python."""
    digest = hashlib.sha256(EXTENSION_SUFFIXES[0].encode())
    for part in PARTS:
        for path in sorted((package / part).rglob("*.py")):
            digest.update(f"\n{path.relative_to(package)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def is_there(folder: Path = FOLDER) -> bool:
    """Whether compiled rules have been made, fitting or not."""
    return (folder / "stamp").exists()


def fits(folder: Path = FOLDER) -> bool:
    """Whether the compiled rules are those of the sources."""
    return is_there(folder) and (folder / "stamp").read_text().strip() == stamp()


def is_taken() -> bool:
    """Whether this process has compiled rules and bots."""
    return VARIABLE in os.environ


def take(folder: Path = FOLDER) -> bool:
    """Let this process and those it starts import compiled rules and bots from now on, if they fit; tell whether."""
    if not is_taken() and "companion.rules" not in sys.modules and fits(folder):
        import companion

        os.environ[VARIABLE] = str(folder)
        companion.__path__.insert(0, str(folder / "companion"))
        sys.path.append(str(folder))
    return is_taken()


@contextmanager
def for_children(folder: Path = FOLDER) -> Iterator[None]:
    """Let processes that are started meanwhile take them, if they fit; this one goes on as it is."""
    if is_taken() or not fits(folder):
        yield
        return
    os.environ[VARIABLE] = str(folder)
    try:
        yield
    finally:
        del os.environ[VARIABLE]


if __name__ == "__main__":
    print(stamp(*map(Path, sys.argv[1:])))
