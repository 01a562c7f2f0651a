"""What is said of a refused wish and of a failing device."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import Message, message
from companion.rules import why
from companion.rules.commands import AnyCommand, Gavel, Refusal, SeatCommand
from companion.rules.frames import BANK
from companion.rules.prompts import Prompt
from companion.rules.why import Ruling
from companion.table.parts import Trouble
from companion.table.scene import Scene
from companion.table.shown import Why


def explain(scene: Scene, refusal: Refusal | None, open_prompts: list[Prompt], motive: Message | None) -> Why:
    """The refusal just shown; else the latest charge; else what the table waits for; and why a bot did what it did."""
    if refusal is not None:
        motive = None
    ruling = _ruling(scene, refusal, open_prompts)
    if ruling is None:
        return Why(rules=(), motive=motive)
    figures = scene.public(ruling.figures)
    lot = scene.lot_or_none(ruling.square)
    card = scene.card(ruling.deck, ruling.card) if ruling.card else None
    return Why(rules=ruling.rules, figures=figures, reason=ruling.topic, lot=lot, card=card, motive=motive)


def _ruling(scene: Scene, refusal: Refusal | None, open_prompts: list[Prompt]) -> Ruling | None:
    if refusal is not None:
        return why.of_refusal(scene.rules, refusal)
    charges = [ruling for _, ruling in why.of_step(scene.game.steps[-1]) if ruling is not None]
    if charges:
        return charges[-1]
    return why.of_prompt(scene.rules, open_prompts[0]) if open_prompts else None


Motive = tuple[int, Message] | None  # of the bot in a seat


def lasting(before: Motive, command: AnyCommand, motive: Message | None) -> Motive:
    """Why a bot has done the last thing that it chose: until others act."""
    if isinstance(command, Gavel):
        return before
    if not isinstance(command, SeatCommand):
        return None
    if motive is not None:
        return command.seat, motive
    return before if before and before[0] == command.seat else None


def luck(points: Sequence[int]) -> Motive:
    """What luck was worth to each seat: why a game came out as it did."""
    each = [
        message(f"page.luck.{'less' if change < 0 else 'more'}", seat=seat, points=abs(change))
        for seat, change in enumerate(points)
    ]
    return BANK, message("page.luck.all", each=tuple(each))


DIE = {"noise": Trouble.DIE_NOISE, "impossible": Trouble.BAD_DICE}
DEVICES = {"reader": Trouble.READER_GONE, "panel": Trouble.PANEL_GONE, "die": Trouble.DIE_GONE}


def trouble_of(device: str, kind: str) -> Trouble:
    """The message for a device's fault; `kind` is a word such as `missing`, `noise`, `impossible`."""
    if device == "die" and kind in DIE:
        return DIE[kind]
    return DEVICES.get(device, Trouble.DEVICE_GONE)
