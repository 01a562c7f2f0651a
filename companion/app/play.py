"""`banker play`: open the table; on a Raspberry Pi with its devices, elsewhere with simulated ones and their page."""

from __future__ import annotations

import logging
import os
import random
import signal
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.app.assembly import OpenTable, keeper_of, sound_or_aside, spare_loaded, virtual_book, virtual_tags
from companion.app.chairs import Chairs
from companion.app.refused import RefusalSign, patiently
from companion.app.uplink import Uplink, uplink
from companion.config import Config, add_config_argument, language_of, load, load_sound, port, say
from companion.devices.settings import BoxSettings, DieSettings
from companion.editions import registry
from companion.errors import Message, UserError, message
from companion.ledger.entry import LedgerError
from companion.ledger.seal import fingerprint, key_beside, make_key
from companion.paths import cores, state_directory
from companion.table.inputs import Rated
from companion.table.keeper import Keeper
from companion.table.parts import Trouble
from companion.table.settings import is_name, no_name
from companion.table.tags import TagBook
from companion.text import advice
from companion.web.outlook import Outlook
from companion.web.server import Server
from companion.words.refusals import worded

if TYPE_CHECKING:
    from companion.app.forecast import Forecast

log = logging.getLogger(__name__)

MODEL = Path("/proc/device-tree/model")
LOOK_SECONDS = 0.5
LOADING_SECONDS = 30.0  # for the libraries of the pages, at most


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what can be chosen for one evening; the settings file and the wizard hold the rest."""
    add_config_argument(parser)
    parser.add_argument("--ledger", type=Path, metavar="FILE", help="where the games are written down")
    parser.add_argument("--edition", metavar="ID", help="play this edition")
    parser.add_argument("--players", metavar="NAMES", help="who plays, in seating order: red,blue,... or Mai,Tom,...")
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="PLAYER[=LEVEL]",
        help="let the program play for somebody: child, grown-up, or a bot's name (grown-up)",
    )
    parser.add_argument("--dice", choices=("serial", "buttons", "bank"), help="how people throw")
    parser.add_argument("--cards", choices=("pick", "tag", "bank"), help="how cards are drawn")
    parser.add_argument("--port", type=port, help="port of the pages, 0 for any free one")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--simulate", action="store_true", help="simulated chips, also on a Raspberry Pi")
    where.add_argument("--real", action="store_true", help="real devices, wherever this is")


def run(args: Namespace) -> int:
    """Play until stopped by a signal; the game goes on at the next start."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    simulated = args.simulate or not (args.real or is_pi())
    stop = _stop_signals()
    opening = partial(_opening, args, _chosen(args), simulated=simulated)
    opened = opening() if simulated else patiently(opening, partial(_sign, args), stop)
    if opened is None:
        return 0
    config, stand = opened
    chairs = Chairs(stand.table, random.Random())
    try:
        chairs.start()
        stand.start()
        sending = uplink(stand.table, config.table.ledger_file)
        if sending is not None:
            sending.start()
        outlook = Outlook()
        server = _serve(stand, config, args, outlook, needed=simulated)
        forecast: Forecast | None = None
        try:
            if server is not None:
                stand.table.announce(server.shared_url)
                url = f"{server.url}table" if simulated else server.url
                say(args, "command.open", url=url)
                _browse(url, wished=simulated and not args.no_browser)
            forecast = _forecast(stand, config, outlook, sending)
            _lay_ready(stand)
            _load_rest(config.table.ledger_file, server, args)
            return _wait(stand, stop, args)
        finally:
            if server is not None:
                server.stop()
            if sending is not None:
                sending.stop()
            if forecast is not None:
                forecast.close()
    finally:
        chairs.close()
        stand.close()


def _opening(args: Namespace, chosen: dict[str, object], *, simulated: bool) -> tuple[Config, OpenTable]:
    """The settings, and the table that they describe."""
    config = _with(load(args.config), args)
    return config, _stand(config, chosen, simulated=simulated)


def _sign(args: Namespace, error: UserError) -> RefusalSign:
    """What a box says of a refused start, here and on its panel, by as much of the settings as can be read."""
    _warn(error.message, args)
    return RefusalSign(_with(load_sound(args.config), args), error)


def _bots(given: Sequence[str]) -> dict[str, str]:
    """The bot of each player, given as `PLAYER` or `PLAYER=LEVEL`."""
    bots = {color: name or "grown-up" for color, _, name in (each.partition("=") for each in given)}
    if bots:
        from companion.bots.policies import LEVELS, POLICIES

        _check_names("--bot", bots)
        known = [*LEVELS, *POLICIES]
        for name in bots.values():
            if name not in known:
                raise UserError(
                    "option", 2, option="--bot", what=message("unknown-bot", name=name, advice=advice(name, known))
                )
    return bots


def _forecast(stand: OpenTable, config: Config, outlook: Outlook, sending: Uplink | None) -> Forecast | None:
    """What reckons the chances; nothing, not even its libraries, where they are off or no core is to spare."""
    how = config.web.chances
    spare = max(cores() - 1, how == "on")
    if how == "off" or not spare:
        return None
    from companion.app.forecast import Forecast

    def rated(luck: Sequence[float], trades: Sequence[float]) -> None:
        outlook.rate(luck, trades)
        stand.table.mailbox.post(Rated(tuple(round(100 * change) for change in luck)))

    forecast = Forecast(
        stand.table.feed,
        outlook.tell,
        spare,
        rated=rated,
        allowed=partial(_wants_chances, sending),
        insists=how == "on",
    )
    forecast.start()
    return forecast


def _wants_chances(sending: Uplink | None) -> bool:
    """Whether chances may be shown: in a tournament by its organiser's word."""
    if sending is None:
        return True
    seat = sending.seat()
    return seat is not None and seat.chances


def is_pi() -> bool:
    """Whether this is a Raspberry Pi, by its device tree."""
    try:
        return "Raspberry Pi" in MODEL.read_text(errors="replace")
    except OSError:
        return False


def _with(config: Config, args: Namespace) -> Config:
    """The settings with what the command line says instead of them."""
    table, web = config.table, config.web
    if args.ledger:
        table = msgspec.structs.replace(table, ledger=str(args.ledger.absolute()))
    if args.port is not None:
        web = msgspec.structs.replace(web, port=args.port)
    return msgspec.structs.replace(config, table=table, web=web)


def _chosen(args: Namespace) -> dict[str, object]:
    """What the command line says about the evening."""
    chosen: dict[str, object] = {key: value for key in ("edition", "dice", "cards") if (value := getattr(args, key))}
    if args.players:
        chosen["players"] = _players(args.players)
    if args.bot:
        chosen["bots"] = _bots(args.bot)
    return chosen


def _players(text: str) -> tuple[str, ...]:
    players = tuple(name.strip() for name in text.split(","))
    _check_names("--players", players)
    if len(set(players)) < len(players) or len(players) < 2:
        raise UserError("option", 2, option="--players", what=message("two-players"))
    return players


def _check_names(option: str, names: Iterable[str]) -> None:
    for name in names:
        if not is_name(name):
            raise UserError("option", 2, option=option, what=no_name(name))


def _stand(config: Config, chosen: dict[str, object], *, simulated: bool) -> OpenTable:
    table, aside = config.table, list[Path]()
    keeper = sound_or_aside(state_directory() / "evening.json", lambda: _playable(config), aside)
    keeper.evening = evening = msgspec.structs.replace(keeper.evening, **chosen)
    edition = registry.load(evening.edition, evening.profiles, evening.rules)  # a wrong name is said at once
    players = (*evening.players, *evening.names)
    tags = virtual_book([edition], players) if simulated else _tags(aside)
    box, ledger = _box(config), table.ledger_file
    stand = OpenTable(box, ledger, tags, keeper, table, simulated=simulated)
    if simulated:
        tags.add(virtual_tags((), [name for game in stand.table.unfinished() for name in game.players]))
    if aside:
        names = tuple(message(f"file.{kept.name.partition('.')[0]}") for kept in aside)
        stand.table.desk.say(Trouble.PUT_ASIDE, name=message("file.wrong", what=names) if names[1:] else names[0])
    return stand


def _playable(config: Config) -> Keeper:
    """The evening that was kept, when there still is all that it is played by."""
    keeper = keeper_of(config)
    registry.load(keeper.evening.edition, keeper.evening.profiles, keeper.evening.rules)
    return keeper


def _box(config: Config) -> BoxSettings:
    """The box with a die, unless it has none: the wizard may choose to throw with it at any time."""
    box = config.box
    with_die = box.die or (None if "die" in config.devices.without else DieSettings())
    return msgspec.structs.replace(box, die=with_die)


def _tags(aside: list[Path]) -> TagBook:
    book = state_directory() / "tags.json"
    return sound_or_aside(book, lambda: TagBook.read(book), aside)


def _lay_ready(stand: OpenTable) -> None:
    """Let virtual tags stand for what the other editions have, once the table is open: reading them takes a while."""
    if stand.bench is None:
        return
    stand.table.tags.add(virtual_tags(registry.load(entry.id) for entry in registry.available()))


def _serve(stand: OpenTable, config: Config, args: Namespace, outlook: Outlook, *, needed: bool) -> Server | None:
    """Serve the pages; without them a real table plays on, a simulated one could not be touched."""
    server = Server(stand.table.feed, stand.table, stand.bench, config.web, outlook)
    try:
        server.start()
    except UserError as error:
        if needed:
            raise
        _warn(message("no-pages", error=error), args)
        return None
    return server


def _browse(url: str, *, wished: bool) -> None:
    if wished and _has_desktop():
        import webbrowser

        webbrowser.open(url)


def _warn(said: Message, args: Namespace) -> None:
    print(f"banker: {worded(said, language_of(args))}", file=sys.stderr)


def _load_rest(ledger: Path, server: Server | None, args: Namespace) -> None:
    """Load what is needed later, and let it stay."""
    _ready_key(ledger, args)
    if server is not None:
        server.wait_ready(LOADING_SECONDS)
    spare_loaded()


def _ready_key(ledger: Path, args: Namespace) -> None:
    """Make the key that seals games at the first start, when the table is open already; it plays on without one. One
    that is there is read, so that the first turn's end need not wait for the library that does so."""
    is_new = not key_beside(ledger).exists()
    try:
        key = make_key(key_beside(ledger))
    except LedgerError as error:
        _warn(message("no-sealing-key", error=error), args)
    else:
        if is_new:
            say(args, "command.key-made", print=fingerprint(key.public))


def _has_desktop() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _stop_signals() -> threading.Event:
    """An event that Ctrl-C and systemd set; from now on neither cuts anything short."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    return stop


def _wait(stand: OpenTable, stop: threading.Event, args: Namespace) -> int:
    """Wait for a signal; a game thread that died is a fault of the program."""
    while not stop.wait(LOOK_SECONDS):
        if not stand.is_running:
            _warn(message("command.stopped"), args)
            return 1
    return 0
