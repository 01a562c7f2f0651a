"""The choices: all that plays.md names are there, and their texts are understood."""

from collections.abc import Collection

import msgspec
import pytest

from companion.editions.choices import Refused, option
from companion.editions.explained import allowed, differing
from companion.editions.registry import available, load
from companion.errors import UserError
from companion.rules.options import HIGHEST_SUM, Options, rules_behind
from companion.words.languages import language_named
from companion.words.refusals import worded
from tests.refused import refused
from tests.words.speaking import built_in

# The table of plays.md, key by key with the values it names, the classic one first.
PLAYS = {
    "start_cash": ("1500",), "go_salary": ("200",), "go_exact_bonus": ("0",), "jail_fee": ("50",),
    "min_players": ("2",), "max_players": ("8",), "buy_from": ("start", "first-go"),
    "third_double": ("jail", "fine"), "third_double_fine": ("100",),
    "auction": ("yes", "no"), "auction_min": ("1",), "auction_step_max": ("0",), "bid_limit": ("cash", "worth"),
    "rent_claim": ("auto", "next-throw", "second-throw", "own-throw"), "mortgaged_rent": ("none", "bank"),
    "group_double": ("yes", "no"), "group_double_if_mortgaged": ("yes", "no"), "income_tax": ("choose", "flat"),
    "parking": ("nothing", "pot"), "pot_seed": ("0",), "jail_tries": ("3",),
    "jail_after": ("pay-and-move", "pay-then-next-turn", "free"), "jail_collects": ("yes", "no"),
    "need_group": ("yes", "no"), "build_even": ("yes", "no"), "build_when": ("own-or-between", "before-throw"),
    "hotel_needs": ("4",), "houses": ("32",), "hotels": ("12",), "shortage_min": ("1",),
    "lift_interest": ("10", "0", "printed"), "transfer_interest": ("10",),
    "transfer_interest_on": ("all", "bankruptcy"),
    "mortgage_clear": ("group", "none"), "trade_clear": ("group", "none"), "bankrupt_to_player": ("creditor", "bank"),
    "pay_each_fail": ("in-order", "split", "none-paid"), "give_up": ("any", "insolvent"),
    "deal_deeds": ("0",), "deal_paid": ("no", "yes"),
    "trade_from": ("start", "first-go"), "end": ("last", "first-bankruptcy"), "worth_mortgaged": ("half", "full"),
}  # fmt: skip


@pytest.mark.parametrize("key", PLAYS)
def test_every_key_of_the_plays_takes_its_values(key: str) -> None:
    values = [option(key, text) for text in PLAYS[key]]
    assert values[0] == getattr(Options(), key)
    assert len(set(values)) == len(values)


@pytest.mark.parametrize("key", Options.__struct_fields__)
def test_every_option_says_what_it_may_be_and_by_which_rules(key: str) -> None:
    assert allowed(key)
    assert all(rules_behind(key))


@pytest.mark.parametrize("language", built_in())
def test_every_value_of_an_option_is_told_and_no_other(language: str) -> None:
    told = language_named(language).family("option").keys()
    assert {key.partition("@")[0] for key in told} == {
        f"{key}.{value}" for key in Options.__struct_fields__ for value in ("about", *said(key, told))
    }


def said(key: str, told: Collection[str]) -> list[str]:
    """The values that need a sentence each: names, yes and no; of a number `n`, and 0 where it is another matter."""
    found = [value for part in allowed(key).split(", ") for value in part.split(" or ")]
    named = [value for value in found if not value[0].isdigit() and value not in ("more", "NAME SUM ...")]
    numbered = ["n"] if len(named) < len(found) else []
    return named + numbered + (["0"] if numbered and f"{key}.0" in told else [])


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("start_cash", "0 or more"),
        ("auction_min", "1 or more"),
        ("hotel_needs", "1 to 9"),
        ("auction", "true or false"),
        ("deal_all", "true or false"),
        ("rent_claim", "auto, next-throw, own-throw or second-throw"),
        ("lift_interest", "0 to 100 or printed"),
        ("handicap", "NAME SUM ..."),
    ],
)
def test_allowed_values_in_words(key: str, words: str) -> None:
    assert allowed(key) == words


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("auction", "no", False),
        ("start_cash", "2500", 2500),
        ("income_tax", "flat", "flat"),
        ("lift_interest", "printed", "printed"),
        ("lift_interest", "0", 0),
        ("deal_all", True, True),
        ("houses", 20, 20),
        ("handicap", 'red 2000 "Old Ann" 1500', 'red 2000 "Old Ann" 1500'),
    ],
)
def test_values_are_typed(key: str, text: int | str, value: object) -> None:
    found = option(key, text)
    assert (type(found), found) == (type(value), value)


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("incom_tax", "flat", 'unknown key; did you mean "income_tax"?'),
        ("income_tax", "flatt", 'did you mean "flat"?'),
        ("auction", "maybe", 'must be "yes" or "no", not "maybe"'),
        ("auction", "1", 'must be "yes" or "no"'),
        ("start_cash", "-1", ">= 0"),
        ("start_cash", "lots", "must be a whole number"),
        ("start_cash", "1_000", "must be a whole number"),
        ("start_cash", True, "must be a whole number"),
        ("lift_interest", "101", "<= 100"),
        ("max_players", "9", "<= 8"),
        ("", "", "unknown key"),
        ('a"b\n', 'c"d', "unknown key"),
    ],
)
def test_wrong_texts_are_told(key: str, text: int | str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        option(key, text)
    assert message in worded(caught.value)
    assert key.replace("\n", "\\u000a") in worded(caught.value)


def test_rules_come_over_the_edition_and_must_fit_it() -> None:
    edition = load("gold", rules={"auction_min": "25", "auction": False})
    assert (edition.options.auction_min, edition.options.auction) == (25, False)
    assert edition.options.auction_step_max == 10
    assert load("gold").options.auction_min == 10
    with refused(Refused, "not every deed has its lift printed") as caught:
        load("classic", rules={"lift_interest": "printed"})
    assert caught.value.about == "lift_interest"
    with refused(Refused, "the goal must be more than anybody starts with"):
        load("classic", rules={"goal": "1800", "handicap": "red 1800"})
    with refused(Refused, "multiple of 10,000"):
        load("dong", rules={"handicap": "red 15000001"})
    with refused(Refused, "at most 1000000000000"):
        load("classic", rules={"handicap": f"red {HIGHEST_SUM + 1}"})
    with refused(Refused, "the Speed Die goes with two dice"):
        load("classic", rules={"speed_die": "yes", "dice": "1"})
    with refused(Refused, "nothing is auctioned in this game"):
        load("saigon", rules={"leave": "auction"})
    with refused(Refused, "promises are made in trades"):
        load("junior", rules={"promises": True})
    for text in ("red", "red 2000 blue", "red 2000,blue 1500", "Old Ann 2000", "red 2000 RED 1500"):
        with refused(Refused, "the sum of each behind his name"):
            load("classic", rules={"handicap": text})


DIFFERENCES = {
    "classic": {},
    "classic-2008": {"income_tax": "flat"},
    "dong": {},
    "uk": {"group_double_if_mortgaged": False, "income_tax": "flat", "jail_after": "pay-then-next-turn"},
    "web": {"income_tax": "flat", "max_players": 4},
    "gold": {
        "auction_min": 10, "auction_step_max": 10, "lift_interest": 0, "shortage_min": 10,
        "transfer_interest_on": "bankruptcy",
    },
    "saigon": {
        "go_salary": 250, "jail_fee": 75, "max_players": 6, "buy_from": "first-go", "third_double": "fine",
        "auction": False, "mortgaged_rent": "bank", "group_double": False, "income_tax": "flat", "parking": "pot",
        "pot_takes": "cards", "jail_tries": 0, "jail_after": "free", "jail_collects": False, "build_even": False,
        "build_if_mortgaged": True, "build_when": "before-throw", "build_fee": 200, "hotel_needs": 3, "houses": 30,
        "hotels": 15, "lift_interest": "printed", "transfer_interest": 0, "mortgage_clear": "none",
        "trade_clear": "lot",        "bankrupt_to_player": "bank",
    },
    "junior": {
        "start_cash": 20, "start_cash_step": 2, "go_salary": 2, "jail_fee": 1, "max_players": 4, "dice": 1,
        "must_buy": True, "auction": False, "houses": 0, "hotels": 0, "trade_from": "never", "end": "first-unpaid",
        "win_by": "cash",
    },
}  # fmt: skip


@pytest.mark.parametrize("edition_id", DIFFERENCES)
def test_editions_choose_as_rules_6_and_8_3_say(edition_id: str) -> None:
    assert differing((edition := load(edition_id)).options, edition.unit) == DIFFERENCES[edition_id]


def test_these_are_the_editions() -> None:
    assert {entry.id for entry in available()} == set(DIFFERENCES)


def test_an_edition_is_written_down_whole() -> None:
    edition = load("uk", ["pot"], {"start_cash": "1000"})
    assert msgspec.json.decode(msgspec.json.encode(edition), type=type(edition)) == edition
    assert edition.profiles == ("pot",)
