"""The rules on which refusals, charges and prompts rest, topic by topic: ids of all five texts and of the case book."""

from __future__ import annotations

import msgspec


class Ground(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How a charge came about, as it was decided: its kind, the rules in force, the figures by name in units of money
    or plain counts, and the card that led there."""

    kind: str
    rules: tuple[str, ...] = ()
    figures: dict[str, int] = {}
    deck: str = ""
    card: str = ""


TURN = ("S0-11", "S1-03", "S2-05", "S3-08", "S4-10", "J-01")
START = ("S0-10", "S2-05", "S4-10", "J-01")
OFFER = ("S0-19", "S1-04", "S2-09", "S3-13", "S4-17", "J-04")
AUCTION = ("S0-20", "S1-05", "S2-10", "S4-19")
CARD = ("S0-17", "S1-11", "S2-19", "S3-23", "S4-25", "J-08")
BAIL = ("S0-37", "S1-16", "S2-24", "S3-30", "S4-31", "J-06")
RENT = ("S0-24", "S1-07", "S2-13", "S3-20", "S4-20", "J-05")
CLAIM = ("S0-30", "S3-21", "S4-23", "C-01", "C-02")
DEBT = ("S0-60", "S1-34", "S2-40", "S3-41", "S4-51", "J-07")
MORTGAGE = ("S0-55", "S1-30", "S2-35", "S3-35", "S4-46", "J-04")
LIFT = ("S0-56", "S1-30", "S2-36", "S3-38", "S4-48")
GROUP = ("S0-41", "S1-24", "S2-15", "S3-14", "S4-35")
EVEN = ("S0-42", "S1-25", "S2-15", "S4-38")
SELL = ("S0-43", "S0-54", "S1-29", "S2-34", "S3-35", "S4-44")
SCARCE = ("S0-51", "S2-32")
TRADE = ("S0-52", "S1-32", "S2-51", "S3-40", "S4-41", "J-04")
PROMISE = ("P-01",)
LOAN = ("P-04",)
CLEAR = ("S0-53", "S1-33", "S3-40", "S4-42")
BY_CARD = ("C-08",)
BY_DICE = ("C-11",)
STILL_DOUBLE = ("S0-27", "S2-38", "S4-47")
TO_THE_BANK = ("S3-36",)
WITHOUT_GROUP = ("S0-46", "S3-33")
INTO_POT = ("S4-60", "S3-24")
AT_ONCE = ("S4-50",)
LED_TO_GO = ("S0-16", "S4-16")
