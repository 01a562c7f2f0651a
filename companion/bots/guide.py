"""What a player knows of a board by heart, worked out once: its groups, its scale of money, what deeds are good for."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

from companion.rules.board import Deed, Street
from companion.rules.commands import AnyCommand
from companion.rules.decide import refusal_of
from companion.rules.dice import PLAIN, Dice, Die, total
from companion.rules.frames import BANK
from companion.rules.purchase import coin
from companion.rules.rules import Rules
from companion.rules.state import State

WHOLE = 250  # per cent of the printed price that a deed is worth in a whole group of streets
NEARLY = 125  # ... in a group that lacks one deed
SISTER = 15  # per cent more for each further railroad or utility
MEAN_FACE = 7  # twice what a die shows on average


@cache
def outcomes(dice: tuple[Die, ...]) -> tuple[Dice, ...]:
    """All throws of some dice, each as likely as the others."""
    return tuple(product(*dice))


class Guide:
    """The board of an edition through the eyes of a player; shared by all who play by the same rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        prices = [rules.deed(square).price for square in rules.deeds]
        self._coin = coin(rules)
        self._hundred = 100 * self._coin
        self.scale = rules.share(sum(prices), max(1, len(prices)))  # a middling price, of which reserves are parts
        self.groups = list(dict.fromkeys(rules.mates[square] for square in rules.deeds))
        self.streets = [group for group in self.groups if rules.street(group[0])]
        self.lots = [square for group in self.streets for square in group]
        self._steps = {square: self._steps_of(street) for square in self.lots if (street := rules.street(square))}
        self.squares = range(rules.size)
        self.plain = tuple(die for die in rules.dice if die == PLAIN)  # they come first, and alone make a plain move
        throws = outcomes(self.plain)
        self.totals = [(sum_, count / len(throws)) for sum_, count in sorted(Counter(map(total, throws)).items())]
        self.builds_evenly = rules.options.build_even
        self.builds_if_mortgaged = rules.options.build_if_mortgaged
        self.needs_group = rules.options.need_group
        self._prices = rules.prices

    def accepts(self, state: State, command: AnyCommand) -> bool:
        """Whether the rules would carry the command out now: bots ask the same question as everybody."""
        return refusal_of(self.rules, state, command) is None

    def part(self, amount: int, rate: int) -> int:
        """So many per cent of an amount, rounded down to the coin of the board: nobody haggles over less."""
        return amount * rate // self._hundred * self._coin

    # What deeds are good for

    def is_early(self, state: State) -> bool:
        """Whether the bank still has deeds to sell."""
        return state.owner.count(BANK) > self.rules.size - len(self.rules.deeds)

    def group_worth(self, owner: list[int], group: tuple[int, ...], seat: int) -> int:
        """What a seat's deeds of one group are worth to it, in units of money: the whole is more than its parts."""
        price = count = 0
        for square in group:
            if owner[square] == seat:
                price += self._prices[square]
                count += 1
        if group[0] not in self._steps:
            return self.part(price, 100 + SISTER * (count - 1))
        missing = len(group) - count
        return self.part(price, WHOLE if not missing else NEARLY if missing == 1 else 100)

    def worth(self, state: State, seat: int, square: int) -> int:
        """What one more deed is worth to a seat: what it adds to its group, or keeps from a rival (units of money)."""
        group, owner = self.rules.mates[square], state.owner.copy()
        before = self.group_worth(owner, group, seat)
        owner[square] = seat
        added = self.group_worth(owner, group, seat) - before
        price = self._prices[square]
        return max(added, self.part(price, 150)) if self.is_rival_waiting(state, seat, square) else added

    def rent(self, state: State, square: int) -> int:
        """What a visit to a deed costs now, by a mean throw where dice decide (units of money)."""
        rent = self.rules.rent(state, square)
        throw = MEAN_FACE * len(self.plain) // 2 * self.rules.unit
        return rent * throw if self.rules.is_utility[square] else rent

    def earnings(self, state: State, seat: int) -> int:
        """What a visit to each of a seat's deeds would bring, all of them together (units of money)."""
        return sum([self.rent(state, square) for square in state.deeds_of(seat)])

    def is_rival_waiting(self, state: State, seat: int, square: int) -> bool:
        """Whether the deed is the last that one other player lacks of a group of streets."""
        others = {state.owner[mate] for mate in self.rules.mates[square] if mate != square}
        return len(others) == 1 and not others & {seat, BANK} and self.rules.street(square) is not None

    # Buildings

    def whole_groups(self, owner: list[int], seat: int) -> list[tuple[int, ...]]:
        """The groups of streets that a seat owns whole."""
        return [
            group
            for group in self.streets
            if owner[group[0]] == seat and [owner[square] for square in group].count(seat) == len(group)
        ]

    def step(self, state: State, square: int) -> tuple[int, int]:
        """What the next building on a lot adds to its rent for a thousand units of money, and its price; 0 and 0 when
        none is left to build or in the bank's stock."""
        gain, price, hotel = self._steps[square][state.level[square]]
        return (gain, price) if (state.hotels if hotel else state.houses) else (0, 0)

    def _steps_of(self, street: Street) -> list[tuple[int, int, bool]]:
        rules, found = self.rules, []
        for level in range(street.top):
            above = rules.level_above(street, level)
            price = rules.step_price(street, above)
            gain = (street.rents[above] - street.rents[level]) * 1000 // max(1, price)
            found.append((gain, price, above == street.top))
        return [*found, (0, 0, True)]

    def deed(self, square: int) -> Deed:
        """The deed of a square that can be owned."""
        return self.rules.deed(square)
