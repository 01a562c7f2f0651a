"""Throwing and moving, and what the square, the card and the rent then demand."""

from __future__ import annotations

from collections.abc import Callable

from tests.umpire import speed
from tests.umpire.book import Plain
from tests.umpire.promises import is_let_off
from tests.umpire.rents import age_claims, is_due, owe_rent, rent
from tests.umpire.table import (
    BANK,
    FREE,
    POT,
    Table,
    cards_to,
    charge,
    convey,
    deeds_of,
    fees_to,
    others_from,
    pay,
    return_card,
    worth,
)
from tests.umpire.turns import (
    Reasons,
    against_acting,
    against_answer,
    against_dice,
    arrest,
    dice_in,
    has_no_double,
    pips,
    release_cards,
    seed_pot,
    step_up,
    take_question,
    throw_for_start,
)

# The throw


def against_roll(t: Table, c: Plain) -> Reasons:
    yield from against_acting(t, c["seat"])
    yield from against_dice(t, c)
    jailed = FREE if t.phase == "start" else t.jailed[c["seat"]]
    if jailed != FREE and (has_no_double(t) or (t.book.options["jail_tries"] == 0 and jailed == 0)):
        yield "not-now"


def roll(t: Table, c: Plain) -> None:
    """The movement throw: claims grow old, grace ends, then jail, third double or the move."""
    seat, dice = c["seat"], dice_in(c)
    double = len(dice) > 1 and dice[0] == dice[1] and dice[0] not in dice[2:]
    if t.phase == "start":
        throw_for_start(t, pips(dice))
        return
    step_up(t, seat)
    age_claims(t, seat)
    t.fresh.clear()
    t.dice, t.thrown = pips(dice), True
    if double and dice[0] == 1:
        pay(t, BANK, seat, t.book.options["two_ones_bonus"])
    if t.jailed[seat] != FREE and t.book.options["jail_tries"]:
        _try_to_leave(t, seat, double)
    else:
        t.jailed[seat] = FREE
        _throw_ahead(t, seat, double, dice)


def _try_to_leave(t: Table, seat: int, double: bool) -> None:
    """S0-34, S0-38, C-23: doubles lead out without a further throw; the last failure costs the fee."""
    options = t.book.options
    t.phase, t.doubles = "end", 0
    if double:
        t.jailed[seat] = FREE
        move(t, seat, t.dice)
        return
    if t.jailed[seat] + 1 < options["jail_tries"]:
        t.jailed[seat] += 1
        return
    steps = 0 if options["jail_after"] == "pay-then-next-turn" else t.dice
    is_free = options["jail_after"] == "free" or not options["jail_fee"]
    t.asked = {"kind": "leave", "seat": seat, "steps": steps}
    if not is_free and options["jail_card_late"] and release_cards(t, seat):
        t.asked = {"kind": "choose", "seat": seat, "ways": ("fee", "card"), "steps": steps}
    elif not is_free:
        charge(t, seat, fees_to(t), options["jail_fee"])


def leave_jail(t: Table) -> None:
    """Once the fee is paid, by the throw that was made (S0-38), or next turn (C-23)."""
    asked = take_question(t)
    t.jailed[asked["seat"]] = FREE
    if asked["steps"]:
        move(t, asked["seat"], asked["steps"])


def _throw_ahead(t: Table, seat: int, double: bool, dice: list[int | str]) -> None:
    """S0-13, S0-14, S3-10, SD-07: doubles throw again, the third ones do not move."""
    t.doubles = t.doubles + 1 if double else 0
    if t.doubles < 3:
        t.phase = "roll" if double else "end"
        if len(dice) == 3:
            speed.move_by(t, seat, dice)
        else:
            move(t, seat, t.dice)
    elif t.book.options["third_double"] == "jail":
        arrest(t, seat)
    else:
        t.phase, t.doubles = "end", 0
        charge(t, seat, fees_to(t), t.book.options["third_double_fine"])


def _leave_at_last(t: Table, seat: int, way: str, steps: int) -> None:
    """C-25, where a table lets the card count after the last failure: it, or the fee; then out as ever."""
    t.asked = {"kind": "leave", "seat": seat, "steps": steps}
    if way == "card":
        return_card(t, seat, release_cards(t, seat)[0])
    else:
        charge(t, seat, fees_to(t), t.book.options["jail_fee"])


# The move


def move(t: Table, seat: int, steps: int, settle: Callable[[Table, int], None] | None = None) -> None:
    """Salary for GO passed or reached, then the square; no salary backwards (S0-15, C-13)."""
    square = t.at[seat] + steps
    rounds = max(0, square // t.book.size)
    stand(t, seat, square % t.book.size)
    t.laps[seat] += rounds
    pay(t, BANK, seat, rounds * t.book.options["go_salary"])
    if rounds and t.at[seat] == 0:
        pay(t, BANK, seat, t.book.options["go_exact_bonus"])
    (settle or arrive)(t, seat)


def stand(t: Table, seat: int, square: int) -> None:
    t.at[seat] = square
    t.newcomers.pop(seat, None)


def advance(t: Table, seat: int, square: int, settle: Callable[[Table, int], None] | None = None) -> None:
    move(t, seat, (square - t.at[seat]) % t.book.size, settle)


def arrive(t: Table, seat: int) -> None:
    """The square is settled in full, once (Arriving)."""
    square = t.book.squares[t.at[seat]]
    SQUARES.get(square["kind"], _deed)(t, seat, square)


def _nothing(t: Table, seat: int, square: Plain) -> None:
    """S0-33, S0-40: a visit, and GO, whose salary has been paid."""


def _to_jail(t: Table, seat: int, square: Plain) -> None:
    arrest(t, seat)


def _parking(t: Table, seat: int, square: Plain) -> None:
    """S3-25, S4-60, C-91: the whole pot, then a new seed."""
    if t.book.options["parking"] == "pot":
        pay(t, POT, seat, t.cash[POT])
        seed_pot(t)


def _tax(t: Table, seat: int, square: Plain) -> None:
    """S0-22, S1-12, S3-22."""
    if square["percent"] and t.book.options["income_tax"] == "choose":
        t.asked = {"kind": "choose", "seat": seat, "ways": ("flat", "percent"), **_tax_figures(square)}
    else:
        charge(t, seat, fees_to(t), square["amount"])


def _tax_figures(square: Plain) -> Plain:
    return {"amount": square["amount"], "percent": square["percent"]}


def _tram(t: Table, seat: int, square: Plain) -> None:
    """S3-26: the fare goes to the bank; then any square but parking, another tram, or one's own."""
    charge(t, seat, BANK, square["fare"])
    t.asked = {"kind": "goto", "seat": seat}


def _planning(t: Table, seat: int, square: Plain) -> None:
    """S3-33, S3-34: once all deeds are sold, the first visitor brings the Act into force and pays no fee."""
    if not t.act and all(t.owner[deed] != BANK for deed in t.book.deeds):
        t.act = True
        t.developers.add(seat)


def _luck(t: Table, seat: int, square: Plain) -> None:
    take_card(t, seat, square["deck"])


def _deed(t: Table, seat: int, square: Plain) -> None:
    """S0-19, S0-24, S3-12."""
    here = t.at[seat]
    if t.owner[here] == BANK:
        if may_buy(t, seat) and t.book.options["must_buy"]:
            must_buy(t, seat, here)
        elif may_buy(t, seat):
            t.asked = {"kind": "buy", "seat": seat, "square": here}
    elif t.owner[here] != seat:
        owe_rent(t, seat, here, rent(t, here, t.dice))


def must_buy(t: Table, seat: int, square: int) -> None:
    """J-04: no question; J-07: where a sum unpaid ends the game, nothing is bought on credit."""
    price = t.book.squares[square]["price"]
    covered = t.cash[seat] >= price
    charge(t, seat, BANK, price)
    if covered or t.book.options["end"] != "first-unpaid":
        convey(t, square, seat)


SQUARES: dict[str, Callable[[Table, int, Plain], None]] = {
    "go": _nothing,
    "jail": _nothing,
    "to-jail": _to_jail,
    "court": _to_jail,
    "parking": _parking,
    "tax": _tax,
    "tram": _tram,
    "planning": _planning,
    "cards": _luck,
}


def may_buy(t: Table, seat: int) -> bool:
    """S3-12, C-40: where one buys only after the first pass of GO."""
    return t.book.options["buy_from"] == "start" or t.laps[seat] > 0


# Questions of the square


def against_choose(t: Table, c: Plain) -> Reasons:
    yield from against_answer(t, c, "choose")
    if t.asked and c["choice"] not in t.asked.get("ways", ()):
        yield "not-now"
    if t.asked and c["choice"] == "card" and not release_cards(t, c["seat"]):
        yield "no-such-card"


def choose(t: Table, c: Plain) -> None:
    """S0-22 (flat, or ten per cent of everything, rounded up once); a UK chest card (the fine, or a card)."""
    asked, seat = take_question(t), c["seat"]
    if c["choice"] == "flat":
        charge(t, seat, fees_to(t), asked["amount"])
    elif c["choice"] == "percent":
        charge(t, seat, fees_to(t), t.book.percent_up(worth(t, seat, "full"), asked["percent"]))
    elif c["choice"] == "fine":
        charge(t, seat, cards_to(t), asked["amount"])
    elif "stops" in asked:
        speed.get_off(t, seat, asked, c["choice"])
    elif c["choice"] in ("fee", "card"):
        _leave_at_last(t, seat, c["choice"], asked["steps"])
    else:
        take_card(t, seat, asked["deck"])


def rides(t: Table, seat: int) -> list[int]:
    """S3-26, SD-06: where the tram may go; triples lead anywhere."""
    if t.asked and t.asked.get("anywhere"):
        return [at for at in range(t.book.size) if at != t.at[seat]]
    return [
        at for at, square in enumerate(t.book.squares) if square["kind"] not in ("parking", "tram") and at != t.at[seat]
    ]


def against_ride(t: Table, c: Plain) -> Reasons:
    yield from against_answer(t, c, "goto")
    if c["square"] not in rides(t, c["seat"]):
        yield "not-now"


def ride(t: Table, c: Plain) -> None:
    take_question(t)
    advance(t, c["seat"], c["square"])


# Cards


def take_card(t: Table, seat: int, deck: str) -> None:
    """S0-17: the top card; nothing where all are in players' hands."""
    if not t.decks[deck]:
        return
    if deck in t.stacked:
        follow(t, seat, deck, t.decks[deck][0])
    else:
        t.asked = {"kind": "draw", "seat": seat, "deck": deck}


def against_draw(t: Table, c: Plain) -> Reasons:
    yield from against_answer(t, c, "draw")
    if t.asked and t.asked["kind"] == "draw" and c["card"] not in t.decks[t.asked["deck"]]:
        yield "no-such-card"


def draw(t: Table, c: Plain) -> None:
    follow(t, c["seat"], take_question(t)["deck"], c["card"])


def follow(t: Table, seat: int, deck: str, card: str) -> None:
    """Off the deck, done, and under it, unless it is kept (S0-17, S0-18)."""
    t.decks[deck].remove(card)
    effect = t.book.effects[deck][card]
    if effect["kind"] == "keep":
        t.kept[seat].append((deck, card))
        return
    t.decks[deck].append(card)
    EFFECTS[effect["kind"]](t, seat, effect)


def _advance(t: Table, seat: int, effect: Plain) -> None:
    advance(t, seat, effect["square"])


def _return(t: Table, seat: int, effect: Plain) -> None:
    """C-13: backwards, without a salary."""
    stand(t, seat, effect["square"])
    arrive(t, seat)


def _step(t: Table, seat: int, effect: Plain) -> None:
    move(t, seat, effect["steps"])


def _nearest(t: Table, seat: int, effect: Plain) -> None:
    """C-08, C-10: forward to the next of its group; if it is owned, a multiple of the rent, or of a fresh throw."""
    ahead = ((t.at[seat] + step) % t.book.size for step in range(1, t.book.size + 1))
    square = next(at for at in ahead if at in t.book.groups[effect["group"]])
    advance(t, seat, square, lambda t, seat: _call_on(t, seat, effect))


def _call_on(t: Table, seat: int, effect: Plain) -> None:
    here = t.at[seat]
    if t.owner[here] in (BANK, seat):
        arrive(t, seat)
    elif not effect["throw_times"]:
        owe_rent(t, seat, here, effect["times"] * rent(t, here, t.dice))
    elif is_due(t, here) and not is_let_off(t, seat, here):
        t.asked = {"kind": "throw", "seat": seat, "square": here, "times": effect["throw_times"]}


def _grant(t: Table, seat: int, effect: Plain) -> None:
    """J-08: on to the next of its group, which is free of charge where nobody has it yet."""
    ahead = ((t.at[seat] + step) % t.book.size for step in range(1, t.book.size + 1))
    square = next(at for at in ahead if at in t.book.groups[effect["group"]])
    advance(t, seat, square, _be_given)


def _be_given(t: Table, seat: int) -> None:
    if t.owner[t.at[seat]] == BANK and may_buy(t, seat):
        convey(t, t.at[seat], seat)
    else:
        arrive(t, seat)


def _arrest(t: Table, seat: int, effect: Plain) -> None:
    arrest(t, seat)


def _receive(t: Table, seat: int, effect: Plain) -> None:
    pay(t, BANK, seat, effect["amount"])


def _pay(t: Table, seat: int, effect: Plain) -> None:
    charge(t, seat, cards_to(t), effect["amount"])


def _collect(t: Table, seat: int, effect: Plain) -> None:
    """C-79."""
    for other in others_from(t, seat):
        charge(t, other, seat, effect["amount"])


def _treat(t: Table, seat: int, effect: Plain) -> None:
    """C-78: in order while the cash lasts, or an equal share to each, or nobody."""
    each, how = effect["amount"], t.book.options["pay_each_fail"]
    guests = others_from(t, seat)
    if t.cash[seat] < each * len(guests) and how != "in-order":
        share = t.book.in_notes(t.cash[seat] / len(guests)) if how == "split" else 0
        for guest in guests:
            pay(t, seat, guest, share)
            t.debts.append({"debtor": seat, "creditor": guest, "amount": each - share, "lot": -1})
        return
    for guest in guests:
        charge(t, seat, guest, each)


def _levy(t: Table, seat: int, effect: Plain) -> None:
    for each in (seat, *others_from(t, seat)):
        charge(t, each, cards_to(t), effect["amount"])


def _by_building(t: Table, seat: int, effect: Plain) -> int:
    """C-85: a hotel is no house."""
    total = 0
    for square in deeds_of(t, seat):
        level = t.level[square]
        total += effect["hotel"] if level and level == t.book.top(square) else effect["house"] * level
    return total


def _repairs(t: Table, seat: int, effect: Plain) -> None:
    charge(t, seat, cards_to(t), _by_building(t, seat, effect))


def _yield(t: Table, seat: int, effect: Plain) -> None:
    pay(t, BANK, seat, _by_building(t, seat, effect))


def _deed_tax(t: Table, seat: int, effect: Plain) -> None:
    charge(t, seat, cards_to(t), effect["amount"] * len(deeds_of(t, seat)))


def _pay_or_draw(t: Table, seat: int, effect: Plain) -> None:
    ways = ("fine", "chance")
    t.asked = {"kind": "choose", "seat": seat, "ways": ways, "amount": effect["amount"], "deck": effect["deck"]}


def _throw_again(t: Table, seat: int, effect: Plain) -> None:
    """5.2: one more throw."""
    t.phase = "roll"


EFFECTS: dict[str, Callable[[Table, int, Plain], None]] = {
    "advance": _advance,
    "return": _return,
    "step": _step,
    "nearest": _nearest,
    "grant": _grant,
    "arrest": _arrest,
    "receive": _receive,
    "pay": _pay,
    "collect": _collect,
    "treat": _treat,
    "levy": _levy,
    "repairs": _repairs,
    "yield": _yield,
    "deed-tax": _deed_tax,
    "pay-or-draw": _pay_or_draw,
    "throw-again": _throw_again,
}
