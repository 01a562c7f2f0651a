"""Games that begin in hardship: short money, deeds dealt out, few houses left, mortgages, rules of the house."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.editions import registry
from companion.plays.parser import parse
from companion.plays.scene import stage
from companion.rules.board import Deed, Street
from companion.rules.cards import Keep
from companion.rules.edition import Edition
from companion.rules.game import Game
from companion.rules.options import SUMS

COLORS = ("red", "blue", "green", "white", "black", "amber", "lilac", "brown")

# Choices of the house that hardly any edition or profile makes, each tried now and then.
HOUSE_RULES = (
    "dice 1",
    "bid_limit worth",
    "rent_claim next-throw",
    "rent_claim second-throw",
    "rent_claim own-throw",
    "pay_each_fail split",
    "pay_each_fail none-paid",
    "buy_from first-go",
    "build_fee 60",
    "build_even no",
    "build_if_mortgaged yes",
    "mortgage_clear none",
    "trade_clear lot",
    "trade_clear none",
    "third_double fine",
    "jail_after free",
    "jail_after pay-then-next-turn",
    "jail_collects no",
    "mortgaged_rent bank",
    "go_exact_bonus 200",
    "two_ones_bonus 500",
    "pot_takes cards",
    "pot_seed 100",
    "end second-bankruptcy",
    "equal_turns no",
    "auction no",
    "must_buy yes",
    "trade_from never",
    "end first-unpaid",
    "win_by cash",
    "start_cash_step 100",
    "auction_step_max 20",
    "group_double_if_mortgaged no",
)


# Choices of which each pair is tried: who comes and goes, what is promised, how it ends.
PAIRED = (
    "leave bank",
    "leave auction",
    "join share",
    "speed_die yes",
    "takes no",
    "promises yes",
    "rounds 3",
    "rounds 12",
    "goal 3000",
    "goal 6000",
    "auction_min_percent 55",
    "jail_card_late yes",
)


def opening(chosen: tuple[str, ...], chance: Random) -> Game:
    """A game of an edition with its profiles, as hard as it can be."""
    return stage(parse("\n".join(lines(chosen, chance)))).game


def lines(chosen: tuple[str, ...], chance: Random) -> Iterator[str]:
    """The head of a play: how the game stands."""
    edition = registry.load(chosen[0], chosen[1:])
    count = min(chance.choice((2, 3, 3, 4, 4, 4, 5, 5)), edition.options.max_players)
    names = COLORS[:count]
    yield f"edition {chosen[0]}"
    yield from (f"profile {profile}" for profile in chosen[1:])
    yield from (f"rule {_in_money(rule, edition.unit)}" for rule in _rules(edition, chance))
    yield f"players {' '.join(names)}"
    yield f"given turn {chance.choice((*names, 'highest') if chance.random() < 0.1 else names)}"
    yield from _stock(edition, chance)
    yield from _people(edition, names, chance)
    yield from _deeds(edition, names, chance)


def _rules(edition: Edition, chance: Random) -> Iterator[str]:
    """Rules of the house that fit each other."""
    rules = []
    if chance.random() < 0.3 and not edition.options.promises:
        rules = ["promises yes"]
    if chance.random() < 0.6:
        rules += ["bankrupt_to_player bank"]
    elif chance.random() < 0.5:
        rules += chance.sample(HOUSE_RULES, chance.randint(1, 3))
    if chance.random() < 0.4:
        rules += chance.sample(PAIRED, 2)
    if "auction no" in rules or not edition.options.auction:
        rules = [rule for rule in rules if rule != "leave auction"]
    if edition.options.speed_die:
        rules = [rule for rule in rules if rule != "dice 1"]
    if "dice 1" in rules or edition.options.dice == 1:
        rules = [rule for rule in rules if rule != "speed_die yes"]
    if "trade_from never" in rules or edition.options.trade_from == "never":
        rules = [rule for rule in rules if rule != "promises yes"]
    yield from {rule.split()[0]: rule for rule in rules}.values()


def _in_money(rule: str, unit: int) -> str:
    key, value = rule.split()
    return f"{key} {int(value) * unit}" if key in SUMS else rule


def _stock(edition: Edition, chance: Random) -> Iterator[str]:
    if chance.random() < 0.85:
        yield f"given bank houses {chance.choice((0, 1, 1, 1, 2, 2, 3))}"
    if chance.random() < 0.5:
        yield f"given bank hotels {chance.randint(0, 2)}"
    if edition.options.parking == "pot":
        yield f"given pot {chance.randint(0, 300) * edition.unit}"


def _people(edition: Edition, names: tuple[str, ...], chance: Random) -> Iterator[str]:
    kept = [card.id for deck in edition.decks.values() for card in deck if isinstance(card.effect, Keep)]
    for name in names:
        most = chance.choice((40, 120, 800, 800)) if edition.options.start_cash > 100 else chance.choice((3, 8, 20))
        yield f"given {name} cash {chance.randint(0, most) * edition.unit}"
        yield f"given {name} laps {chance.randint(0, 2)}"
        if chance.random() < 0.15:
            yield f"given {name} jailed {chance.randint(0, max(0, edition.options.jail_tries - 1))}"
        else:
            yield f"given {name} at @{chance.randrange(len(edition.board.squares))}"
    if kept and chance.random() < 0.4:
        yield f"given {chance.choice(names)} keeps {chance.choice(kept)}"
    for deck, cards in edition.decks.items():
        ids = [card.id for card in cards if not isinstance(card.effect, Keep)]
        if chance.random() < 0.5:
            yield f"given deck {deck} {' '.join(chance.sample(ids, 5))}"


def _deeds(edition: Edition, names: tuple[str, ...], chance: Random) -> Iterator[str]:
    """Most groups to one player, some torn, some left with the bank."""
    houses = edition.options.houses
    for group in chance.sample(list(edition.board.groups), len(edition.board.groups)):
        squares = edition.board.members(group)
        fate = chance.random()
        if fate < 0.65:
            owner = chance.choice(names)
            yield f"given {owner} owns {' '.join(f'@{square}' for square in squares)}"
            yield from _improved(edition, squares, chance, houses)
            houses -= 4 * len(squares)
        elif fate < 0.85:
            for square in squares:
                if chance.random() < 0.8:
                    yield f"given {chance.choice(names)} owns @{square}"
                    if chance.random() < 0.3 and _takes_mortgage(edition, square):
                        yield f"given @{square} mortgaged"


def _improved(edition: Edition, squares: tuple[int, ...], chance: Random, houses: int) -> Iterator[str]:
    deeds = [edition.board.squares[square] for square in squares]
    if (
        all(isinstance(deed, Street) and deed.top for deed in deeds)
        and houses >= 4 * len(squares)
        and chance.random() < 0.5
    ):
        level = chance.choice((1, 2, 3, 3, edition.options.hotel_needs))
        yield from (f"given @{square} buildings {min(level, edition.options.hotel_needs)}" for square in squares)
    else:
        yield from (
            f"given @{square} mortgaged"
            for square in squares
            if _takes_mortgage(edition, square) and chance.random() < 0.3
        )


def _takes_mortgage(edition: Edition, square: int) -> bool:
    deed = edition.board.squares[square]
    return isinstance(deed, Deed) and deed.mortgage > 0
