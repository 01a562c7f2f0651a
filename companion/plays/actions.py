"""What players and the referee do, as forms of lines; each makes one command, each command is written by one form."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.plays import forms
from companion.plays.names import Names
from companion.plays.slots import Value
from companion.rules import commands
from companion.rules.commands import AnyCommand, Correct, Subject
from companion.rules.frames import BANK, Side
from companion.rules.referee import OF_TABLE


def _side(items: tuple[Side, ...]) -> Side:
    return Side(
        deeds=tuple(deed for item in items for deed in item.deeds),
        money=sum(item.money for item in items),
        cards=tuple(card for item in items for card in item.cards),
        promises=tuple(waiver for item in items for waiver in item.promises),
        loans=tuple(credit for item in items for credit in item.loans),
    )


def _propose(seat: int, to: int, gives: tuple[Side, ...], takes: tuple[Side, ...]) -> commands.Propose:
    return commands.Propose(seat, to, _side(gives), _side(takes))


def _hand_over(name: str, seat: int) -> commands.HandOver:
    return commands.HandOver(seat, name)


def _thrown(kind: type[commands.Roll | commands.Throw], seat: int, *dice: Value) -> AnyCommand:
    return kind.of(seat, tuple(face for face in dice if face != ""))


def _correct(subject: Subject) -> Callable[..., AnyCommand]:
    return partial(_corrected, subject)


def _corrected(subject: Subject, *values: Value) -> Correct:
    """From the values of the subject's form: where, which card, how much, why, as far as the form names them."""
    fields = dict(zip(_fields(subject), values, strict=True))
    return Correct(subject, **{"where": OF_TABLE.get(subject, BANK), **fields, "value": int(fields["value"])})


def _fields(subject: Subject) -> tuple[str, ...]:
    where = () if subject in OF_TABLE else ("where",)
    return (*where, *(("card",) if subject is Subject.KEEPS else ()), "value", "reason")


CORRECTIONS: dict[Subject, str] = {
    Subject.CASH: "referee sets PLAYER cash SUM TEXT?",
    Subject.AT: "referee sets PLAYER at SQUARE TEXT?",
    Subject.JAILED: "referee sets PLAYER jailed TRIES TEXT?",
    Subject.OWNER: "referee sets SQUARE owner ACCOUNT TEXT?",
    Subject.BUILDINGS: "referee sets SQUARE buildings COUNT TEXT?",
    Subject.MORTGAGED: "referee sets SQUARE mortgaged YESNO TEXT?",
    Subject.LAPS: "referee sets PLAYER laps COUNT TEXT?",
    Subject.KEEPS: "referee sets PLAYER keeps CARD COUNT TEXT?",
    Subject.POT: "referee sets pot SUM TEXT?",
    Subject.TURN: "referee sets turn PLAYER TEXT?",
}
TAKES = "NAME takes PLAYER"
ROLLS = "PLAYER rolls DIE DIE? FACE?"
THROWS = "PLAYER throws DIE DIE? FACE?"
OFFER = "PLAYER offers PLAYER gives ITEM* takes ITEM*"

ACTIONS: dict[str, Callable[..., AnyCommand]] = {
    "gavel": commands.Gavel,
    "time-up": commands.CallTime,
    "referee undoes COUNT TEXT?": commands.TakeBack,
    "referee ends TEXT?": commands.Finish,
    "bank commits TEXT?": commands.Commit,
    **{form: _correct(subject) for subject, form in CORRECTIONS.items()},
    ROLLS: partial(_thrown, commands.Roll),
    THROWS: partial(_thrown, commands.Throw),
    "PLAYER ends": commands.End,
    "PLAYER buys": commands.Buy,
    "PLAYER declines": commands.Decline,
    "PLAYER bids SUM": commands.Bid,
    "PLAYER passes": commands.Pass,
    "PLAYER draws DRAWN": commands.Draw,
    "PLAYER chooses WAY": commands.Choose,
    "PLAYER goes-to SQUARE": commands.GoTo,
    "PLAYER claims": commands.ClaimRent,
    "PLAYER pays": commands.Pay,
    "PLAYER gives-up": commands.GiveUp,
    "PLAYER pays-bail": commands.PayBail,
    "PLAYER uses-card": commands.UseCard,
    "PLAYER waits": commands.Wait,
    "PLAYER mortgages SQUARE": commands.Mortgage,
    "PLAYER redeems SQUARE": commands.Redeem,
    "PLAYER builds SQUARE": commands.Build,
    "PLAYER sells SQUARE": commands.Sell,
    "PLAYER clears SQUARE": commands.Clear,
    "PLAYER contests SQUARE": commands.ContestFor,
    OFFER: _propose,
    "PLAYER accepts PLAYER": commands.Accept,
    "PLAYER refuses PLAYER": commands.Reject,
    "PLAYER withdraws PLAYER": commands.Withdraw,
    "PLAYER forgives PLAYER loan": commands.ForgiveLoan,
    "PLAYER forgives PLAYER SQUARE": commands.ForgivePromise,
    "PLAYER repays PLAYER": commands.Repay,
    "PLAYER leaves": commands.Leave,
    TAKES: _hand_over,
    "NAME joins": commands.Join,
}
_FORM_OF = {make: form for form, make in ACTIONS.items()} | {commands.Roll: ROLLS, commands.Throw: THROWS}


def make(form: str, values: list[Value]) -> AnyCommand:
    """The command that a line asks for."""
    return ACTIONS[form](*values)


def written(command: AnyCommand, names: Names) -> str:
    """The line that asks for a command; `make` gives it back, all but where its dice were read.

    A first reading of the dice that was set right stands behind as a comment.
    """
    form = CORRECTIONS[command.subject] if isinstance(command, Correct) else _form_of(command)
    misread = getattr(command, "misread", "")
    return forms.write(form, _values(form, command), names) + (f"  # first read as {misread}" if misread else "")


def _form_of(command: AnyCommand) -> str:
    match command:
        case commands.Propose():
            return OFFER
        case commands.HandOver():
            return TAKES
    return _FORM_OF[type(command)]


def _values(form: str, command: AnyCommand) -> list[Value]:
    if isinstance(command, commands.Propose):
        return [command.seat, command.to, _items(command.gives), _items(command.takes)]
    if isinstance(command, commands.HandOver):
        return [command.name, command.seat]
    if isinstance(command, commands.DiceCommand):
        return [command.seat, *(*command.dice, "", "")[:3]]
    fields = _fields(command.subject) if isinstance(command, Correct) else type(command).__match_args__
    slots = sum(part.slot is not None for part in forms.parts(form))
    return [getattr(command, field) for field in fields[:slots]]


def _items(side: Side) -> list[Side]:
    deeds = [Side(deeds=(deed,)) for deed in side.deeds]
    money = [Side(money=side.money)] if side.money else []
    terms = [
        *(Side(promises=(waiver,)) for waiver in side.promises),
        *(Side(loans=(credit,)) for credit in side.loans),
    ]
    return [*deeds, *money, *(Side(cards=(card,)) for card in side.cards), *terms]
