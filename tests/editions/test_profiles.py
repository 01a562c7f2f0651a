"""Profiles: any of them on any edition where it makes sense, refused with a reason where it does not."""

from pathlib import Path

import pytest

from companion.editions.choices import Refused
from companion.editions.registry import available, available_profiles, load
from companion.errors import FaultyFile, UserError
from companion.rules.options import Options
from companion.words.refusals import worded
from tests.refused import refused

PROFILES = {
    "build-without-group": "need_group",
    "championship": "cash_hidden equal_turns give_up join leave promises rent_claim speed_die takes",
    "come-and-go": "join leave",
    "speed-die": "speed_die start_cash",
    "world-2015": "join leave promises speed_die takes",
    "deal-all": "deal_all deal_deeds deal_paid",
    "equal-turns": "equal_turns",
    "full-value": "worth_mortgaged",
    "half-value": "worth_mortgaged",
    "hidden-cash": "cash_hidden",
    "jma": "deal_all deal_deeds deal_paid income_tax promises trade_from transfer_interest",
    "late-rent": "rent_claim",
    "no-trades-before-go": "trade_from",
    "no-transfer-interest": "transfer_interest",
    "pot": "parking pot_takes",
    "quick-classic": "deal_all deal_deeds deal_paid end hotel_needs income_tax jail_tries jail_after worth_mortgaged",
    "quick-gold": "deal_all deal_deeds deal_paid end hotel_needs income_tax start_cash worth_mortgaged",
    "two-paid-deeds": "deal_all deal_deeds deal_paid",
}
REFUSED_ON_SAIGON = {
    "build-without-group": "group-needed",
    "deal-all": "free-start",
    "jma": "free-start",
    "no-transfer-interest": "transfer-interest",
    "pot": "bare-parking",
    "quick-classic": "jail",
    "quick-gold": "free-start",
    "two-paid-deeds": "free-start",
}
REFUSED_ON_JUNIOR = {
    "build-without-group": "buildings",
    "championship": "trades",
    "deal-all": "choice",
    "full-value": "mortgages",
    "half-value": "mortgages",
    "jma": "trades",
    "no-trades-before-go": "trades",
    "no-transfer-interest": "transfer-interest",
    "quick-classic": "choice",
    "quick-gold": "choice",
    "speed-die": "two-dice",
    "two-paid-deeds": "choice",
    "world-2015": "two-dice",
}
REFUSED = {"saigon": REFUSED_ON_SAIGON, "junior": REFUSED_ON_JUNIOR}
EDITIONS = [entry.id for entry in available()]


def test_these_are_the_profiles() -> None:
    assert {entry.id for entry in available_profiles()} == set(PROFILES)


@pytest.mark.parametrize("edition_id", EDITIONS)
@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_with_every_edition(edition_id: str, profile: str) -> None:
    reason = REFUSED.get(edition_id, {}).get(profile)
    if reason is None:
        edition = load(edition_id, [profile])
        plain = load(edition_id).options
        changed = {key for key in Options.__struct_fields__ if getattr(edition.options, key) != getattr(plain, key)}
        assert edition.profiles == (profile,)
        assert changed <= set(PROFILES[profile].split())
    else:
        with pytest.raises(Refused) as caught:
            load(edition_id, [profile])
        assert caught.value.about == reason
        assert worded(caught.value).startswith(f"{profile} cannot be played with {edition_id}: ")


@pytest.mark.parametrize(
    ("profile", "options"),
    [
        (
            "quick-classic",
            Options(deal_deeds=3, hotel_needs=3, jail_tries=1, income_tax="flat", end="first-bankruptcy"),
        ),
        ("pot", Options(parking="pot")),
        ("deal-all", Options(deal_all=True)),
        ("build-without-group", Options(need_group=False)),
        ("late-rent", Options(rent_claim="second-throw")),
        ("championship", Options(rent_claim="second-throw", cash_hidden=True, give_up="insolvent", takes=False)),
        ("come-and-go", Options(leave="bank", join="share")),
        ("speed-die", Options(speed_die=True, start_cash=2500)),
        ("world-2015", Options(speed_die=True, takes=False)),
        ("two-paid-deeds", Options(deal_deeds=2, deal_paid=True)),
        ("no-trades-before-go", Options(trade_from="first-go")),
        ("no-transfer-interest", Options(transfer_interest=0)),
        ("full-value", Options(worth_mortgaged="full")),
        (
            "jma",
            Options(deal_deeds=2, deal_paid=True, trade_from="first-go", transfer_interest=0, income_tax="flat"),
        ),
    ],
)
def test_what_a_profile_makes_of_classic(profile: str, options: Options) -> None:
    assert load("classic", [profile]).options == options


def test_quick_gold() -> None:
    options = load("gold", ["quick-gold"]).options
    assert (options.start_cash, options.deal_deeds, options.hotel_needs, options.jail_tries) == (2500, 3, 3, 3)
    assert (options.income_tax, options.end, options.lift_interest) == ("flat", "first-bankruptcy", 0)


def test_profiles_join_and_rules_have_the_last_word() -> None:
    edition = load("classic", ["pot", "late-rent", "pot"], {"rent_claim": "own-throw"})
    assert edition.profiles == ("pot", "late-rent")
    assert (edition.options.parking, edition.options.rent_claim) == ("pot", "own-throw")


@pytest.mark.parametrize(
    ("profiles", "message"),
    [
        (["half-value", "full-value"], "full-value and half-value differ in worth_mortgaged"),
        (["quick-classic", "deal-all"], "deal-all and quick-classic differ in deal_all"),
        (["deal-all", "jma"], "jma and deal-all differ in deal_all"),
        (["two-paid-deeds", "quick-gold"], "quick-gold and two-paid-deeds differ in deal_deeds"),
    ],
)
def test_profiles_that_contradict_each_other(profiles: list[str], message: str) -> None:
    with pytest.raises(Refused) as caught:
        load("classic", profiles)
    assert caught.value.about == "conflict"
    assert message in worded(caught.value)


def test_unknown_names_are_told() -> None:
    with refused(UserError, 'no edition is called "clasic"; did you mean "classic"'):
        load("clasic")
    with refused(UserError, 'no profile is called "quick"'):
        load("classic", ["quick"])


def test_editions_and_profiles_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "village").mkdir()
    (tmp_path / "village" / "edition.toml").write_text(
        'title = "Village"\nboard = "uk"\ndecks = "uk"\n'
        '[squares]\n1 = { name = "Mill Lane", price = 80, mortgage = 40 }\n'
        "[options]\nstart_cash = 900\n[count]\nsquares = 40\ndeeds = 28\nchance = 16\nchest = 16\n"
    )
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "poor.toml").write_text('title = "Poor"\n[options]\nstart_cash = 300\n')
    directories = [tmp_path]
    edition = load("village", ["poor"], directories=directories)
    assert (edition.board.squares[1].name, edition.board.squares[3].name) == ("Mill Lane", "Whitechapel Road")
    assert edition.options.start_cash == 300
    assert load("village", directories=directories).options.start_cash == 900
    assert [(each.id, each.title) for each in available(directories) if not each.is_built_in] == [
        ("village", "Village")
    ]
    assert [each.id for each in available_profiles(directories) if not each.is_built_in] == ["poor"]
    (tmp_path / "profiles" / "worse.toml").write_text('title = "Worse"\n[options]\nstart_cahs = 300\n')
    with refused(FaultyFile, 'did you mean "start_cash"'):
        load("village", ["worse"], directories=directories)


def test_editions_beside_the_settings_are_found(fresh_home: Path) -> None:
    folder = fresh_home / ".config" / "banker" / "editions" / "village"
    folder.mkdir(parents=True)
    (folder / "edition.toml").write_text(
        'title = "Village"\nboard = "uk"\ndecks = "uk"\n[count]\nsquares = 40\ndeeds = 28\nchance = 16\nchest = 16\n'
    )
    assert load("village").board == load("uk").board
    assert ("village", "Village", folder, False) in available()


@pytest.mark.parametrize("edition_id", ["", "..", "../editions/classic", "/", "profiles", "classic/", "Classic"])
def test_an_id_is_no_path(edition_id: str) -> None:
    with refused(UserError, "no edition is called"):
        load(edition_id)
