"""Faults planted in the rules, one at a time, that random play has to find: `python -m tests.umpire.faults`."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
RULES = ROOT / "companion" / "rules"
LONGEST = 120  # seconds that a fault may stay unnoticed


class Fault(NamedTuple):
    """What is wrong, and the words of one file of the rules that make it so; they must stand there once."""

    name: str
    file: str
    right: str
    wrong: str


FAULTS = (
    Fault("rents are tripled", "visiting", "square, rent * times, ground)", "square, rent * times * 3, ground)"),
    Fault(
        "the way to jail pays a salary",
        "draft",
        "        self.emit(Jailed(",
        "        self.pay(BANK, seat, 200, Cause.SALARY, self.rules.lap_ground)\n        self.emit(Jailed(",
    ),
    Fault("an heir pays no interest", "debt", "        _charge_interest(draft, heir, deeds)\n", "        pass\n"),
    Fault("percentages are rounded down", "rules", "return -(-amount * rate //", "return (amount * rate //"),
    Fault("others come from the right", "rules", "for step in range(1, count)", "for step in range(count - 1, 0, -1)"),
    Fault("buildings are worth nothing", "rules", "total += self.cost(self", "total += 0 * self.cost(self"),
    Fault("refunds are doubled", "rules", "return self.share(street.house, 2) * level", "return street.house * level"),
    Fault("a full group earns once", "visiting", "        rent *= 2\n", "        rent *= 1\n"),
    Fault("a full group is told to earn once", "rules", "return rent * 2 if", "return rent if"),
    Fault(
        "railroads earn alike",
        "visiting",
        "if rules.is_street[square] else",
        "if not rules.is_utility[square] else",
    ),
    Fault(
        "utilities earn alike",
        "visiting",
        "if rules.is_street[square] else",
        "if rules.is_street[square] or rules.is_utility[square] else",
    ),
    Fault("mortgaged deeds are worth their price", "rules", "else self.share(price, 2)", "else price"),
    Fault(
        "redeeming costs no interest",
        "rules",
        "price = deed.mortgage + self.percent(",
        "price = deed.mortgage + 0 * self.percent(",
    ),
    Fault(
        "interest is taken of the price",
        "rules",
        "percent(self.deed(square).mortgage",
        "percent(self.deed(square).price",
    ),
    Fault("no interest is taken off", "rules", "return price - state.grace.get(square, 0)", "return price"),
    Fault("a hotel gives no houses back", "rules", "houses = (0 if before == top else before)", "houses = 0"),
    Fault("taxes go to any pot", "rules", '(card or options.pot_takes == "fees")', "(card or True)"),
    Fault("the fourth double leads to jail", "turn", "again = state.doubles < 2", "again = state.doubles < 3"),
    Fault("a bus stops at the first die only", "speed", "(first, second, first + second)", "(first, first, first)"),
    Fault("Mr. M. may stay where he is", "speed", "for step in range(1, rules.size)", "for step in range(rules.size)"),
    Fault("triples are doubles", "turn", " and command.first != command.third", ""),
    Fault("who leaves is a bankrupt", "events/game", "        state.departed += 1\n", "        state.departed += 0\n"),
    Fault("who joins begins a turn late", "people", " - (state.turn == last)", ""),
    Fault("a goal is reached by more only", "rules", "state.turn) >= goal", "state.turn) > goal"),
    Fault(
        "the last failure is free",
        "jail",
        'fee = 0 if options.jail_after == "free" else options.jail_fee',
        "fee = 0",
    ),
    Fault("rent may be claimed a throw longer", "turn", '{"next-throw": 0', '{"next-throw": 1'),
    Fault(
        "an estate keeps its mortgages",
        "debt",
        "            draft.emit(Redeemed(square))\n        draft.convey",
        "            pass\n        draft.convey",
    ),
    Fault(
        "the youngest debt is paid first",
        "debt",
        "debt = draft.state.debts_of(command.seat)[0]",
        "debt = draft.state.debts_of(command.seat)[-1]",
    ),
    Fault("an estate is not auctioned", "debt", "if estate and not decided", "if estate and decided"),
    Fault("vain mortgages stand", "debt", "    for square in pledged:\n", "    for square in pledged[:0]:\n"),
    Fault("an equal bid is good", "purchase", "auction.bid + rules.unit)", "auction.bid)"),
    Fault("the step of a bid is free", "purchase", "if step and auction.bid else", "if not step and auction.bid else"),
    Fault(
        "the decliner may not bid",
        "purchase",
        "if rules.may_buy(state, seat))\n    if bidders",
        "if seat != state.turn)\n    if bidders",
    ),
    Fault("nobody contests the last house", "building", "if stock < 1 + len(rivals)", "if stock < len(rivals)"),
    Fault("groups are built unevenly", "building", "build_even and len(mates) ==", "build_even and len(mates) <"),
    Fault("mortgaged groups are built on", "building", "barred = (square,) if", "barred = (square,) if True or"),
    Fault(
        "each guest is paid twice",
        "landing",
        "draft.charge(seat, other, card.amount",
        "draft.charge(seat, other, 2 * card.amount",
    ),
    Fault(
        "steps back pay a salary", "landing", "    draft.move(seat, square, 0)\n", "    draft.move(seat, square, 1)\n"
    ),
    Fault("hotels count as houses for repairs", "landing", "hotels += 1", "houses += 5"),
    Fault(
        "trades cost no interest",
        "trading",
        "if draft.state.mortgaged[square]:",
        "if draft.state.mortgaged[square] and False:",
    ),
    Fault("what was promised is not counted", "visiting", "visits_left(seat, square) - 1", "visits_left(seat, square)"),
    Fault("a loan falls due a turn late", "promises", "loan.due <= state", "loan.due < state"),
    Fault(
        "what is lent is not handed over",
        "promises",
        "draft.pay(giver, taker, credit",
        "(draft.pay, giver, taker, credit",
    ),
    Fault("who leaves keeps his deeds", "people", "    fall_to_bank(draft, seat, deeds)\n", "    pass\n"),
    Fault("who joins gets more than the start money", "people", "min(mean, rules", "max(mean, rules"),
    Fault(
        "a round too many is played",
        "rules",
        "for seat in state.playing()) >= rounds",
        "for seat in state.playing()) > rounds",
    ),
    Fault(
        "the goal is reached by cash",
        "rules",
        "self.worth(state, state.turn) >= goal",
        "state.accounts[state.turn] >= goal",
    ),
    Fault(
        "the share of an auction is rounded down",
        "purchase",
        "rules.percent(rules.deed(square).price, rate)",
        "rules.share(rules.deed(square).price * rate, 100)",
    ),
    Fault(
        "one die throws doubles",
        "turn",
        "if command.first == command.second and",
        "if command.second in (UNSET, command.first) and",
    ),
    Fault("one die leads out of jail", "rules", "if self.options.dice > 1 else 0", "if self.options.dice else 0"),
    Fault("Mr. M. goes to rents first", "speed", "(free or owed or [at])", "(owed or free or [at])"),
    Fault("Mr. M. collects from himself", "speed", "if owner in (BANK, seat) or", "if owner == BANK or"),
    Fault("the Speed Die is thrown from the start", "rules", "or not state.laps[seat] or", "or"),
)


def planted(fault: Fault, text: str) -> str:
    """The text with the fault in it.

    :raises ValueError: the words do not stand there exactly once.
    """
    if text.count(fault.right) != 1:
        raise ValueError(f"{fault.file}.py, {fault.name}: {text.count(fault.right)} times {fault.right!r}")
    return text.replace(fault.right, fault.wrong)


def seconds_to_find(fault: Fault) -> float | None:
    """Play in a copy of the rules with the fault in them, until the two engines disagree; None if they never do, also
    if the copy breaks."""
    with TemporaryDirectory() as name:
        home = Path(name)
        shutil.copytree(ROOT / "companion", home / "companion", ignore=shutil.ignore_patterns("__pycache__"))
        (home / "tests").symlink_to(ROOT / "tests")
        file = home / "companion" / "rules" / f"{fault.file}.py"
        file.write_text(planted(fault, file.read_text("utf-8")), "utf-8")
        began = monotonic()
        try:
            done = subprocess.run(
                [sys.executable, "-m", "tests.umpire.random_play", "100000"],
                cwd=home,
                env={"PYTHONPATH": name},
                capture_output=True,
                text=True,
                timeout=LONGEST,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None
        return monotonic() - began if "the umpire: " in done.stdout else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("word", nargs="?", default="", help="only faults with this in their name")
    word, found = parser.parse_args().word, 0
    faults = [fault for fault in FAULTS if word in fault.name]
    for fault in faults:
        seconds = seconds_to_find(fault)
        found += seconds is not None
        print(f"{fault.name}: {'not found' if seconds is None else f'{seconds:.1f} s'}", flush=True)
    print(f"{found} of {len(faults)} found within {LONGEST} s each")
    return 0 if found == len(faults) else 1


if __name__ == "__main__":
    sys.exit(main())
