"""What is offered is what is accepted: any choice of any prompt can be made known by hands, and is carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from companion.bots.policies import Steady
from companion.demo.gestures import Gestures
from companion.demo.hands import Hands
from companion.editions import registry
from companion.ledger.history import fold
from companion.rules.commands import AnyCommand, Bid, Draw, Gavel, Propose, Roll, Throw
from companion.rules.decide import refusal_of
from companion.rules.dice import Die, Face
from companion.rules.frames import Auction, AwaitEnd, AwaitRoll, Contest, Side
from companion.rules.prompts import Prompt, prompts, rights
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.table.settings import COLORS, Evening, TableSettings
from companion.table.tags import AnyTag
from companion.table.views import AnyScreen
from tests.table.parlour import Parlour

WISHES = 250


class DirectHands(Hands):
    """Hands at a table without devices."""

    def __init__(self, parlour: Parlour) -> None:
        self._parlour = parlour

    @property
    def screen(self) -> AnyScreen:
        return self._parlour.screen

    def lay(self, tag: AnyTag) -> None:
        self._parlour.lay(tag)

    def press(self, button: str) -> None:
        self._parlour.press(button)

    def hold(self, button: str) -> None:
        self._parlour.hold(button)

    def throw(self, *dice: Face) -> None:
        self._parlour.throw(*dice)


class Whim:
    """Wishes for anything that is offered, sensible or not."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def wish(self, rules: Rules, state: State) -> AnyCommand:
        chance, top = self._chance, state.agenda[-1]
        if isinstance(top, Auction | Contest) and chance.random() < 0.2:
            return Gavel()
        anything = [right for seat in state.playing() for right in rights(rules, state, seat)]
        if anything and chance.random() < 0.2:
            return chance.choice(anything)
        offer = self._offer(state) if isinstance(top, AwaitRoll | AwaitEnd) and chance.random() < 0.1 else None
        if offer is not None and refusal_of(rules, state, offer) is None:
            return offer
        leader = top.leader if isinstance(top, Auction) else -1
        wish = self._answer(chance.choice(prompts(rules, state)), rules.dice_for(state, state.turn))
        return Gavel() if isinstance(wish, Bid) and wish.seat == leader else wish  # the desk asks whether he means it

    def _answer(self, prompt: Prompt, dice: Sequence[Die]) -> AnyCommand:
        chance = self._chance
        thrown = tuple(chance.choice(faces) for faces in dice)
        if prompt.kind == "throw":
            return Throw.of(prompt.seat, thrown)
        if not prompt.choices:
            return Roll.of(prompt.seat, thrown)
        wish = chance.choice(prompt.choices)
        if isinstance(wish, Bid):
            return Bid(wish.seat, wish.amount - 1 + chance.choice((1, 5, 10, 20)))
        return wish

    def _offer(self, state: State) -> Propose | None:
        """A trade by whoever has the turn, who is the one whose menu is behind up."""
        chance, seat = self._chance, state.turn
        if state.jailed[seat] >= 0 or len(state.playing()) < 2:
            return None
        to = chance.choice([other for other in state.playing() if other != seat])
        gives, takes = state.deeds_of(seat), state.deeds_of(to)
        given = (chance.choice(gives),) if gives and chance.random() < 0.7 else ()
        taken = (chance.choice(takes),) if takes and chance.random() < 0.7 else ()
        money = chance.randint(0, 50)
        cards = tuple(kept.card for kept in state.kept[seat] if chance.random() < 0.5)
        wanted = tuple(kept.card for kept in state.kept[to] if chance.random() < 0.5)
        return Propose(seat, to, Side(given, money, cards), Side(taken, 0, wanted))


@pytest.mark.parametrize("edition_id", [entry.id for entry in registry.available()])
def test_any_wish_that_is_offered_is_carried_out(edition_id: str, opened: Callable[..., Parlour]) -> None:
    players = COLORS[: min(5, registry.load(edition_id).options.max_players)]
    parlour = opened(evening=Evening(edition=edition_id, players=players, dice="serial", cards="tag"))
    parlour.press("ok")
    assert parlour.table.game is not None
    rules = parlour.table.game.rules
    gestures, whim = Gestures(DirectHands(parlour), rules), Whim(len(edition_id))
    seen: set[str] = set()
    for _ in range(WISHES):
        if parlour.state.over:
            break
        wish = whim.wish(rules, parlour.state)
        seen |= {prompt.kind for prompt in prompts(rules, parlour.state)}
        entries = parlour.entries
        gestures.make(parlour.state, wish)
        assert parlour.entries == entries + 1, (wish, parlour.screen)
        assert type(parlour.last) is type(wish), (wish, parlour.screen)
        if not isinstance(wish, Bid | Roll | Throw):
            assert parlour.last == wish
    assert seen >= {"start", "roll", "end", "draw"}


@pytest.mark.parametrize(("dice", "cards"), [("buttons", "pick"), ("bank", "bank"), ("serial", "bank")])
@pytest.mark.parametrize("news", [0, 3])
def test_a_whole_game_by_every_way_to_throw_and_to_draw(
    dice: str, cards: str, news: int, opened: Callable[..., Parlour]
) -> None:
    settings = TableSettings(auction_seconds=0, contest_seconds=0, idle_seconds=0, news_seconds=news)
    evening = replace(Evening(players=COLORS[:3]), dice=dice, cards=cards)
    parlour = opened(settings=settings, evening=evening)
    parlour.press("ok")
    assert parlour.table.game is not None
    rules, policy = parlour.table.game.rules, Steady(Random(11))
    gestures = Gestures(DirectHands(parlour), rules, dice, cards)
    while not parlour.state.over:
        wish = policy.choose(rules, parlour.state)
        entries = parlour.entries
        gestures.make(parlour.state, wish)
        made, *drawn = parlour.table.game.steps[entries:]
        assert type(made.command) is type(wish), (wish, parlour.screen)
        assert all(isinstance(step.command, Draw) and cards == "bank" for step in drawn)
        assert entries < 5000
    assert fold(parlour.ledger.entries(parlour.table.game_id)).state == parlour.state
