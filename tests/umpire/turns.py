"""The turn: who may begin it, how it passes on, the throws for the first turn, jail, the clock."""

from __future__ import annotations

from collections.abc import Iterator

from tests.umpire.book import Plain
from tests.umpire.table import (
    BANK,
    FREE,
    POT,
    Table,
    charge,
    fees_to,
    finish,
    is_quiet,
    loans_of,
    others_from,
    pay,
    playing,
    return_card,
    worth,
)

Reasons = Iterator[str]


def begin_turn(t: Table, seat: int) -> None:
    t.turn, t.phase, t.thrown, t.doubles = seat, "roll", False, 0
    t.turns[seat] += 1


def is_last_turn(t: Table) -> bool:
    """Whether the game is over when this turn ends: time is up, the last round is over, or the goal is reached, and
    all have had as many turns (S4-01, C-96, C-97)."""
    had = {t.turns[seat] for seat in playing(t)}
    rounds = t.book.options["rounds"]
    is_called = t.time_up or t.goal_reached or has_goal(t) or (rounds and min(had) >= rounds)
    return bool(is_called) and len(had) == 1


def has_goal(t: Table) -> bool:
    """C-97: whether who ends his turn now has the worth that ends the game."""
    goal, options = t.book.options["goal"], t.book.options
    return (
        bool(goal) and not t.out[t.turn] and worth(t, t.turn, options["worth_mortgaged"]) + loans_of(t, t.turn) >= goal
    )


def pass_turn(t: Table) -> None:
    t.goal_reached = t.goal_reached or has_goal(t)
    if is_last_turn(t):
        t.ending = True
    else:
        begin_turn(t, others_from(t, t.turn)[0])


def against_acting(t: Table, seat: int) -> Reasons:
    """Only who is to throw may begin; his first act ends the turn before (End of a turn)."""
    if t.phase == "start":
        if t.start[len(t.sums)] != seat:
            yield "not-your-turn"
        return
    if not is_quiet(t):
        yield "not-now"
    if t.phase == "roll" and seat != t.turn:
        yield "not-your-turn"
    if t.phase == "end" and (seat == t.turn or others_from(t, t.turn)[0] != seat):
        yield "not-your-turn"
    if t.phase == "end" and is_last_turn(t):
        yield "not-now"


def step_up(t: Table, seat: int) -> None:
    """End the turn before, if it waits for nothing else."""
    if t.phase == "end" and seat != t.turn:
        pass_turn(t)


def against_end(t: Table, c: Plain) -> Reasons:
    if c["seat"] != t.turn:
        yield "not-your-turn"
    if not is_quiet(t) or t.phase != "end":
        yield "not-now"


def end(t: Table, c: Plain) -> None:
    pass_turn(t)


# Questions of the square


def against_answer(t: Table, c: Plain, kind: str) -> Reasons:
    """Only who is asked answers, and nothing more urgent may be open."""
    if t.debts or t.contest or t.auction or t.estate or not t.asked or t.asked["kind"] != kind:
        yield "not-now"
    elif t.asked["seat"] != c["seat"]:
        yield "not-your-turn"


def take_question(t: Table) -> Plain:
    assert t.asked
    asked, t.asked = t.asked, None
    return asked


# The highest throw begins


def throw_for_start(t: Table, total: int) -> None:
    """All throw, the highest begins; those who tie throw again (S0-10)."""
    t.sums.append(total)
    if len(t.sums) < len(t.start):
        return
    best = [seat for seat, thrown in zip(t.start, t.sums, strict=True) if thrown == max(t.sums)]
    t.start, t.sums = best, []
    if len(best) == 1:
        begin_turn(t, best[0])


# The dice


def pips(dice: list[int | str]) -> int:
    """SD-09: what is no number counts nothing."""
    return sum(face for face in dice if isinstance(face, int))


def throws_three(t: Table, c: Plain) -> bool:
    """SD-02, SD-10: once he has passed GO, in an ordinary throw."""
    seat = c["seat"]
    tries = t.jailed[seat] != FREE and t.book.options["jail_tries"]
    ordinary = c["type"] == "Roll" and t.phase != "start" and not tries
    return bool(t.book.options["speed_die"] and t.laps[seat] and ordinary)


def dice_in(c: Plain) -> list[int | str]:
    """The dice that a command names."""
    return [c[name] for name in ("first", "second", "third") if name in c]


def against_dice(t: Table, c: Plain) -> Reasons:
    found = len(dice_in(c))
    if throws_three(t, c):
        if found < 3 or dice_in(c)[2] not in (1, 2, 3, "bus", "mr"):
            yield "speed-die"
    elif found != t.book.options["dice"]:
        yield "no-speed-die" if found == 3 else "dice-count"


def has_no_double(t: Table) -> bool:
    """One die shows no doubles: jail ends by fee or card only; Court is sat out as ever (S3-30)."""
    return bool(t.book.options["dice"] == 1 and t.book.options["jail_tries"])


# Jail and Court


def arrest(t: Table, seat: int) -> None:
    """Straight to jail: no salary, no further throw (S0-32, S3-28)."""
    t.at[seat], t.jailed[seat] = t.book.jail, 0
    t.newcomers.pop(seat, None)
    t.phase, t.doubles = "end", 0


def against_leaving(t: Table, seat: int) -> Reasons:
    """Bail, card and waiting come before the throw; who has sat out his turn simply throws (S3-30)."""
    yield from against_acting(t, seat)
    waited = t.book.options["jail_tries"] == 0 and t.jailed[seat] > 0
    if t.jailed[seat] == FREE or waited or t.phase == "start":
        yield "not-now"


def against_bail(t: Table, c: Plain) -> Reasons:
    yield from against_leaving(t, c["seat"])
    if t.cash[c["seat"]] < t.book.options["jail_fee"] and not has_no_double(t):
        yield "too-poor"


def pay_bail(t: Table, c: Plain) -> None:
    """S0-37, S3-30: the fee, then an ordinary throw; nobody is free before it is paid."""
    step_up(t, c["seat"])
    charge(t, c["seat"], fees_to(t), t.book.options["jail_fee"])
    t.asked = {"kind": "leave", "seat": c["seat"], "steps": 0}


def release_cards(t: Table, seat: int) -> list[tuple[str, str]]:
    return [kept for kept in t.kept[seat] if t.book.effects[kept[0]][kept[1]]["use"] == "release"]


def against_card(t: Table, c: Plain) -> Reasons:
    yield from against_leaving(t, c["seat"])
    if not release_cards(t, c["seat"]):
        yield "no-such-card"


def use_card(t: Table, c: Plain) -> None:
    """S0-35, S3-31: back to its own deck, then an ordinary throw."""
    step_up(t, c["seat"])
    return_card(t, c["seat"], release_cards(t, c["seat"])[0])
    t.jailed[c["seat"]] = FREE


def against_wait(t: Table, c: Plain) -> Reasons:
    yield from against_leaving(t, c["seat"])
    if t.book.options["jail_tries"]:
        yield "not-now"


def wait(t: Table, c: Plain) -> None:
    """S3-30: one turn is sat out."""
    step_up(t, c["seat"])
    t.jailed[c["seat"]] = 1
    t.phase = "end"


# The clock


def against_time(t: Table, c: Plain) -> Reasons:
    if t.time_up or t.phase == "start":
        yield "not-now"


def call_time(t: Table, c: Plain) -> None:
    """S3-02, C-96: all have as many turns, or (an option) it is over at once."""
    t.time_up = True
    if not t.book.options["equal_turns"]:
        stop(t)


def against_finish(t: Table, c: Plain) -> Reasons:
    return iter(())


def referee_ends(t: Table, c: Plain) -> None:
    """S0-01: here and now, but for the rents that wait (C-01)."""
    stop(t)


def bank_commits(t: Table, c: Plain) -> None:
    """Chance is the bank's; nothing on the table changes."""


def stop(t: Table) -> None:
    t.asked = t.auction = t.contest = None
    t.estate, t.ending = [], True
    if not t.claims:
        finish(t)


def seed_pot(t: Table) -> None:
    """The bank's first money in an empty pot (B-22)."""
    options = t.book.options
    if options["parking"] == "pot":
        pay(t, BANK, POT, options["pot_seed"])
