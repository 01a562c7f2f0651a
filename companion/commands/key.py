"""`banker key` and `banker seal GAME`: the device's key, and what it vouches for."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime

from companion.commands.common import add_game_argument, add_ledger_argument, find_game, ledger_path, open_archive
from companion.config import say
from companion.ledger.seal import DeviceKey, fingerprint, key_beside, make_key, public_of
from companion.ledger.store import seal_beside


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which device: the one that writes this ledger."""
    add_ledger_argument(parser)


def run(args: Namespace) -> int:
    """Make the keys if there are none yet, and print the fingerprint to write on the box, the key and its file."""
    key = make_key(key_beside(ledger_path(args)))
    print(fingerprint(key.public))
    print(key.public)
    print(public_of(key.path))
    return 0


class Sealing:
    """`banker seal GAME`."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare which game."""
        add_game_argument(parser)
        add_ledger_argument(parser)

    def run(self, args: Namespace) -> int:
        """Sign the last entry of a game, also while it is played."""
        path = ledger_path(args)
        with open_archive(args) as archive:
            game = find_game(archive, args.game)
        seal = seal_beside(path, game, DeviceKey(key_beside(path)), "demand", datetime.now(UTC))
        say(args, "command.sealed", game=game, seq=seal.seq, key=fingerprint(seal.key))
        return 0


seal = Sealing()
