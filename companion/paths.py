"""What the machine gives: where a table keeps what it must not lose and looks for its settings, and how many cores."""

import os
from pathlib import Path

from companion.errors import UserError

CONFIG_NAME = "banker.toml"
SYSTEM_CONFIG = Path("/etc/banker") / CONFIG_NAME


def state_directory() -> Path:
    """Make and name the directory for ledger, tags and keys: the service's (systemd.exec STATE_DIRECTORY), else XDG's.

    Raises `UserError` when it cannot be made.
    """
    of_service = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    directory = Path(of_service) if of_service else _of_xdg("XDG_STATE_HOME", ".local/state") / "banker"
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UserError("no-state-directory", path=directory, error=error) from error
    return directory


def default_ledger() -> Path:
    """Name the file that games are recorded in unless the settings or `--ledger` say otherwise."""
    return state_directory() / "ledger.sqlite"


def config_candidates() -> list[Path]:
    """List the places of the settings, first come first served: the user's (XDG base directories), then the machine's.

    The working directory is none of them, so that a command means the same in every folder.
    """
    return [_of_xdg("XDG_CONFIG_HOME", ".config") / "banker" / CONFIG_NAME, SYSTEM_CONFIG]


def editions_directories() -> list[Path]:
    """List where people keep editions of their own: `editions` beside the user's settings and the machine's."""
    return [file.parent / "editions" for file in config_candidates()]


def languages_directories() -> list[Path]:
    """List where people keep languages of their own: `languages` beside the user's settings and the machine's."""
    return [file.parent / "languages" for file in config_candidates()]


def _of_xdg(variable: str, under_home: str) -> Path:
    """Relative values are to be ignored (XDG Base Directory Specification 0.8)."""
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else _home() / under_home


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as error:
        raise UserError("no-home") from error


def cores() -> int:
    """How many processes can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def config_file(named: Path | None = None) -> Path | None:
    """Find the file to read, None when there is none; one that is named must exist, but that shows when it is read."""
    if named is not None:
        return named
    if by_environment := os.environ.get("BANKER_CONFIG"):
        return Path(by_environment)
    return next((file for file in config_candidates() if file.exists()), None)
