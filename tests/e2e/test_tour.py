"""A scripted evening in each edition uses every page that the edition can show, and every kind of prompt."""

from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from companion.app.assembly import OpenTable, virtual_book
from companion.demo.evening import CALM, QUICK_BOX, READY_SECONDS
from companion.editions import registry
from companion.rules.cards import Keep
from companion.rules.edition import Edition
from companion.table.inputs import Ticked
from companion.table.keeper import Keeper
from companion.table.parts import Do, Title
from companion.table.settings import COLORS, Evening
from companion.table.views import AnyScreen, ContinueAsk
from tests.e2e.tour import Tour

EDITIONS = [entry.id for entry in registry.available() if registry.load(entry.id).options.trade_from != "never"]
PAGES = {page.__name__ for page in AnyScreen.__args__}
KINDS = {"start", "roll", "buy", "auction", "draw", "choose", "throw", "goto", "pay", "claim", "jail", "end"}
KINDS |= {"contest", "trade"}
TITLES = {title.value for title in Title}


def lacking(edition: Edition) -> set[str]:
    """The pages that an edition never shows."""
    options, kinds = edition.options, {type(square).__name__ for square in edition.board.squares}
    effects = [card.effect for pile in edition.decks.values() for card in pile]
    pages = set() if "Tram" in kinds else {"Destination"}
    if not any(getattr(effect, "throw_times", 0) for effect in effects):
        pages |= {"FreshThrow"}
    if options.income_tax == "flat":
        pages |= {"ChoiceScreen"}
    if not options.auction:
        pages |= {"AuctionScreen", "ContestScreen"}
    return pages


KIND_OF_PAGE = {"Destination": "goto", "FreshThrow": "throw", "ChoiceScreen": "choose", "AuctionScreen": "auction"}


def lacking_kinds(edition: Edition) -> set[str]:
    """The prompts that an edition never has; shortages are only contested where there are auctions."""
    kinds = {kind for page, kind in KIND_OF_PAGE.items() if page in lacking(edition)}
    return kinds | ({"contest"} if "auction" in kinds else set())


def lacking_titles(edition_id: str) -> set[str]:
    """The headings that an edition never has."""
    edition = registry.load(edition_id)
    titles = {"contest"} if "ContestScreen" in lacking(edition) else set()
    kept = {card.id for pile in edition.decks.values() for card in pile if isinstance(card.effect, Keep)}
    return titles | ({"correct-card"} if len(kept) < 2 else set())


def evening_of(edition_id: str) -> Evening:
    rules: dict[str, str | int | bool] = {"houses": 1, "rent_claim": "own-throw", "promises": True}
    if edition_id == "saigon":
        del rules["houses"]
    return Evening(edition=edition_id, players=COLORS[:3], dice="serial", cards="tag", rules=rules)


def stand(ledger: Path, evening: Evening, clock: SimpleNamespace) -> OpenTable:
    settings = replace(CALM, news_seconds=60, idle_seconds=600)
    tags = virtual_book([registry.load(evening.edition)])
    keeper = Keeper(evening)
    return OpenTable(
        QUICK_BOX, ledger, tags, keeper, settings, simulated=True, clock=lambda: clock.now, chance=Random(2)
    )


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_every_page_and_every_prompt(edition_id: str, tmp_path: Path) -> None:
    clock, evening = SimpleNamespace(now=1000.0), evening_of(edition_id)
    pages, titles, kinds = set[str](), set[str](), set[str]()
    with stand(tmp_path / "ledger.sqlite", evening, clock) as opened:
        assert opened.box.wait_ready(READY_SECONDS)
        tour = Tour(opened)
        tour.before_a_game()
        tour.buying()
        clock.now += 601
        opened.table.mailbox.post(Ticked())
        opened.table.mailbox.settled()
        pages, titles, kinds = tour.pages, tour.titles, tour.kinds
    with stand(tmp_path / "ledger.sqlite", evening, clock) as opened:
        assert opened.box.wait_ready(READY_SECONDS)
        tour = Tour(opened)
        assert isinstance(tour.hands.screen, ContinueAsk)
        pages.add("ContinueAsk")
        tour.press("back")
        tour.hands.pick(Do.CONTINUE)
        tour.press("ok")
        for part in (
            tour.luck,
            tour.jail,
            tour.property,
            tour.trade,
            tour.looking_up,
            tour.referee,
            tour.consent,
            tour.ruin,
        ):
            part()
        tour.the_end()
        pages |= tour.pages
        titles |= tour.titles
        kinds |= tour.kinds
    edition = registry.load(edition_id)
    expected = PAGES - lacking(edition)
    assert expected - pages == set()
    assert TITLES - lacking_titles(edition_id) - titles == set()
    assert KINDS - lacking_kinds(edition) - kinds == set()
