"""What is printed: the edition as plain lists and dictionaries, and the questions that the print alone answers."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from companion.rules.edition import Edition

Plain = dict[str, Any]
DEEDS = ("street", "railroad", "utility")


class Book:
    """The printed board, the decks and the options of one edition."""

    def __init__(self, edition: Edition) -> None:
        plain = msgspec.to_builtins(edition)
        self.options: Plain = plain["options"]
        self.unit = int(plain["unit"])
        self.squares: list[Plain] = plain["board"]["squares"]
        self.size = len(self.squares)
        self.cards: dict[str, list[Plain]] = plain["decks"]
        self.effects = {deck: {card["id"]: card["effect"] for card in cards} for deck, cards in self.cards.items()}
        self.deeds = [at for at, square in enumerate(self.squares) if square["kind"] in DEEDS]
        self.groups: dict[str, list[int]] = {}
        for at in self.deeds:
            self.groups.setdefault(self.squares[at]["group"], []).append(at)
        self.jail = next((at for at, square in enumerate(self.squares) if square["kind"] in ("jail", "court")), -1)

    def start_money(self, name: str, count: int) -> int:
        """S0-05, J-02: by how many play; or what a handicap gives to the player of this name."""
        words = re.findall(r'"[^"]*"|[^\s"]+', self.options["handicap"])
        handicap = {
            word.strip('"').casefold(): int(amount) for word, amount in zip(words[::2], words[1::2], strict=True)
        }
        more = count - int(self.options["min_players"])
        usual = int(self.options["start_cash"]) - more * int(self.options["start_cash_step"])
        return handicap.get(name.casefold(), max(usual, 0))

    def least_bid(self, square: int) -> int:
        """S0-21, or a share of the printed price, in whole notes, rounded up, if that is more."""
        share = self.percent_up(int(self.squares[square]["price"]), self.options["auction_min_percent"])
        return max(int(self.options["auction_min"]), share)

    def is_street(self, square: int) -> bool:
        return str(self.squares[square]["kind"]) == "street"

    def takes_buildings(self, square: int) -> bool:
        """A deed with one rent prints nothing for a house."""
        return self.is_street(square) and self.top(square) > 0

    def group(self, square: int) -> list[int]:
        """All deeds of the square's group, its own too."""
        return self.groups[self.squares[square]["group"]] if square in self.deeds else []

    def top(self, square: int) -> int:
        """The level of a hotel, or of a market (S0-49, S3-18)."""
        return len(self.squares[square].get("rents", ())) - 1

    def needs(self, square: int) -> int:
        """How many houses a hotel follows on: never more than the deed has rents for (S0-47, S0-69)."""
        return max(0, min(int(self.options["hotel_needs"]), self.top(square) - 1))

    def storey(self, square: int, level: int) -> int:
        """How many steps of building lead to a level: a hotel follows the houses that it needs (S0-47, S0-69)."""
        return self.needs(square) + 1 if level == self.top(square) else level

    def hotel_price(self, square: int) -> int:
        lot = self.squares[square]
        return int(lot["house"] if lot["hotel"] is None else lot["hotel"])

    def cost(self, square: int, level: int) -> int:
        """What the buildings of a lot have cost: a hotel its price and the houses given back (8.2, C-92)."""
        if not level:
            return 0
        house = int(self.squares[square]["house"])
        if level < self.top(square):
            return house * level
        return house * self.needs(square) + self.hotel_price(square)

    def refund(self, square: int, level: int) -> int:
        """Half of what each building of a lot has cost, in whole notes (S0-54)."""
        if not level:
            return 0
        half = self.in_notes(int(self.squares[square]["house"]) / 2)
        if level < self.top(square):
            return half * level
        return half * self.needs(square) + self.in_notes(self.hotel_price(square) / 2)

    def in_notes(self, amount: float) -> int:
        """What of an amount can be paid in whole notes."""
        return int(amount - amount % self.unit)

    def percent_up(self, amount: int, percent: int) -> int:
        """A share for the bank, in whole notes, rounded up (8.1)."""
        hundredths = amount * percent
        return -self.in_notes(-hundredths / 100)

    def lift_price(self, square: int) -> int:
        """What lifting a mortgage costs (S0-56, S2-36, S3-38)."""
        deed, percent = self.squares[square], self.options["lift_interest"]
        mortgage = int(deed["mortgage"])
        return int(deed["lift"]) if percent == "printed" else mortgage + self.percent_up(mortgage, percent)

    def transfer_interest(self, square: int) -> int:
        """Ten per cent of the mortgage for who receives a mortgaged deed (S0-59, C-61)."""
        return self.percent_up(int(self.squares[square]["mortgage"]), self.options["transfer_interest"])
