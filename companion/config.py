"""`banker.toml`: what the people of a table set, as typed values; `banker config` shows what is in force.

The first of these is read, alone: `--config FILE`, the file that `$BANKER_CONFIG` names, `banker/banker.toml` in the
user's configuration directory, `/etc/banker/banker.toml`. Without any, the defaults hold. An unknown key, a wrong type
or a value out of range is an error, and all errors of the file are told at once (tomlcheck.py).

    [table]     language, dice, cards, patience, the evening's edition and players, the ledger
    [web]       where the pages are served, and the referee's PIN
    [devices]   parts of the box left out, and one table for each part: reader, panel, buttons, encoder, buzzer, die
"""

import re
import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from companion.devices.settings import BoxSettings, DieSettings
from companion.errors import FaultyFile, Message, UserError, message
from companion.paths import config_candidates, config_file, default_ledger, state_directory
from companion.reading import UNREADABLE
from companion.table.settings import COLORS, TableSettings, is_name, no_name
from companion.text import advice
from companion.tomlcheck import judged_by, quoted, read
from companion.words.languages import DEFAULT, known, of_environment, of_settings
from companion.words.refusals import worded

PIN_DIGITS = 6  # of a new PIN; shorter ones are tried out in an evening

Part = Literal["reader", "panel", "buttons", "encoder", "buzzer", "die"]


def _wrong_language(name: str) -> Iterator[Message]:
    if name not in (there := known()):
        yield message("unknown-language", name=name, advice=advice(name, there))


def _wrong_players(names: Sequence[str]) -> Iterator[Message]:
    yield from (no_name(name) for name in names if not is_name(name))
    if len(set(names)) < len(names):
        yield message("plays-once")


def _wrong_pin(pin: str) -> Iterator[Message]:
    if not re.fullmatch("([0-9]{4,12})?", pin):
        yield message("pin-digits")


class TableSection(TableSettings, frozen=True, forbid_unknown_fields=True):
    """The game: how it is thrown, drawn and shown; what is played, and by whom, unless the evening is set otherwise."""

    language: Annotated[str, judged_by(_wrong_language)] = DEFAULT
    edition: str = "classic"
    profiles: tuple[str, ...] = ()
    rules: dict[str, str | int | bool] = {}
    players: Annotated[tuple[str, ...], Meta(min_length=2, max_length=len(COLORS)), judged_by(_wrong_players)] = COLORS[
        :2
    ]
    bots: dict[str, Literal["child", "grown-up"]] = {}
    ledger: str = ""

    @property
    def ledger_file(self) -> Path:
        """Find the ledger: as set, from the state directory when relative, else the one that all commands use."""
        return state_directory() / Path(self.ledger).expanduser() if self.ledger else default_ledger()


class WebSection(Struct, frozen=True, forbid_unknown_fields=True):
    """`host` "" is every address, `port` 0 any; no `pin`, no referee; `phones` may pair; `chances` to win are shown."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8080
    hosts: tuple[str, ...] = ()
    pin: Annotated[str, judged_by(_wrong_pin)] = ""
    phones: bool = False
    chances: Literal["auto", "on", "off"] = "auto"


class DevicesSection(BoxSettings, frozen=True, forbid_unknown_fields=True):
    """The box; `without` names parts that are not built in."""

    without: tuple[Part, ...] = ()


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of a table."""

    table: TableSection = TableSection()
    web: WebSection = WebSection()
    devices: DevicesSection = field(default_factory=DevicesSection)

    @property
    def box(self) -> BoxSettings:
        """Name the parts of the box: the serial die is one when the table throws it; nothing that is `without`."""
        parts = {part: getattr(self.devices, part) for part in BoxSettings.__struct_fields__}
        if self.table.dice == "serial":
            parts["die"] = parts["die"] or DieSettings()
        return BoxSettings(**parts | dict.fromkeys(self.devices.without))


def load(named: Path | None = None) -> Config:
    """Read the settings in force; raise `UserError` when the file cannot be read, `FaultyFile` with all its faults."""
    file = config_file(named)
    if file is None:
        return Config()
    document = read(file)
    config = document.decode(Config)
    if config is None:
        raise FaultyFile(document.faults)
    return config


def new_pin() -> str:
    """A PIN that nobody has chosen."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


def load_sound(named: Path | None = None) -> Config:
    """The sections of the settings that can be read, and the defaults for all others."""
    try:
        file = config_file(named)
        data = read(file).data if file else {}
    except UserError:
        return Config()
    sections = {}
    for name in Config.__struct_fields__:
        kind = type(getattr(Config(), name))
        with suppress(*UNREADABLE):
            sections[name] = msgspec.convert(data.get(name, {}), kind, str_keys=True)
    return Config(**sections)


def language_of(args: Namespace) -> str:
    """The language for what a command says: as asked for, as the settings say, as the environment has it."""
    asked: str | None = getattr(args, "language", None)
    if asked in known():
        return asked
    return of_settings(config_file(getattr(args, "config", None))) or of_environment()


def wording(args: Namespace) -> Callable[[Message], str]:
    """What words messages, in the language of whoever asked."""
    return partial(worded, language=language_of(args))


def say(args: Namespace, key: str, /, **figures: object) -> None:
    """Print a text of the catalogue, in the language of whoever asked."""
    print(worded(message(key, **figures), language_of(args)), flush=True)


def port(text: str) -> int:
    """The port that an argument names, 0 for any free one; ValueError where there is no such port."""
    number = int(text)
    if not 0 <= number <= 0xFFFF:
        raise ValueError(text)
    return number


def add_config_argument(parser: ArgumentParser) -> None:
    """Declare `--config FILE` on a subcommand that then calls `load(args.config)`."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings to use instead of those found")


add_arguments = add_config_argument


def run(args: Namespace) -> int:
    """`banker config`: print the settings in force, as a file that can be edited and used."""
    config = load(args.config)
    file = config_file(args.config)
    said = message("command.settings-default", paths=config_candidates())
    if file:
        said = message("command.settings-from", path=file)
    print(f"# {worded(said, language_of(args))}")
    print("\n".join(_lines(config, ())))
    return 0


def _lines(settings: Struct, path: tuple[str, ...]) -> Iterator[str]:
    """Write settings as TOML: a table's own keys come before its tables."""
    if path:
        yield ""
        yield f"# {(type(settings).__doc__ or '').strip()}"
        yield f"[{'.'.join(path)}]"
    values = {name: getattr(settings, name) for name in settings.__struct_fields__}
    yield from (f"{name} = {_inline(value)}" for name, value in values.items() if not isinstance(value, Struct | None))
    for name, value in values.items():
        if isinstance(value, Struct):
            yield from _lines(value, (*path, name))


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {_inline(each)}" for key, each in value.items()) + "}"
    return msgspec.json.encode(value).decode()
