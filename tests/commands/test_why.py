"""`banker why`: rulings of a recorded game, single rules, and what the rules would say."""

import pytest

from tests.commands.conftest import STEPS, Banker


def test_every_entry_is_explained_in_both_languages(banker: Banker) -> None:
    for seq in (0, 1, *range(2, STEPS, 13)):
        for language in ("en", "vi"):
            status, shown = banker("why", "one", seq, "--language", language)
            assert status == 0
            assert "S0-" in shown or "S4-" in shown or "C-" in shown


def test_a_rent_comes_with_its_figures(banker: Banker) -> None:
    shown = [banker("why", "two", seq)[1] for seq in range(STEPS)]
    rent = next(each for each in shown if "(rent for" in each)
    assert "Rent $" in rent


def test_a_rule_is_told_by_its_id(banker: Banker) -> None:
    assert banker("why", "s0-26")[1].startswith("S0-26: ")
    assert banker("why", "c-52")[1].startswith("C-52: ")
    assert banker("why", "C-03", "--language", "vi")[1].startswith("C-03: Hai người chơi")
    assert banker("why", "S9-99")[0] == 2


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("S0-05", "Everybody starts with $1,500."),
        ("S2-11", "Each raise is 10đ at most; the highest bidder pays."),
        ("S2-45", "Quick game: everybody starts with 2,500đ."),
        ("S3-15", "The first shop needs a permit or P200, once a game."),
        ("SD-01", "With the Speed Die everybody starts with $2,500."),
        ("J-02", "Two players start with $20; each more takes off $2."),
    ],
)
def test_a_rule_has_the_sums_of_its_text(banker: Banker, rule: str, told: str) -> None:
    assert banker("why", rule)[1] == f"{rule}: {told}\n"


@pytest.mark.parametrize(
    ("action", "status", "said"),
    [
        ("red builds @5", 0, "S0-41"),
        ('referee ends "late"', 0, "The rules would accept that:"),
        ("red flies @5", 2, "expected"),
        ("", 2, "expected"),
    ],
)
def test_what_would_be_ruled(banker: Banker, action: str, status: int, said: str) -> None:
    found, shown = banker("why", "one", "--would", action or " ")
    assert found == status
    assert said in shown
