"""Sums of money as people type them: marks and words of their language, the sign of the money, colloquial shapes."""

import pytest

from companion.editions.registry import load
from companion.errors import UserError
from companion.rules.events import BidMade
from companion.rules.options import HIGHEST_SUM
from companion.words.languages import known
from companion.words.words import Words

DONG = load("dong")
DOLLARS = load("classic")


@pytest.mark.parametrize(
    ("language", "written", "amount"),
    [
        ("vi", "1.500.000", 1_500_000),
        ("vi", "1500000", 1_500_000),
        ("vi", " 1.500.000 đ ", 1_500_000),
        ("vi", "1.500.000đ", 1_500_000),
        ("vi", "1,5 triệu", 1_500_000),
        ("vi", "1,5 trieu", 1_500_000),
        ("vi", "1.5 triệu", 1_500_000),
        ("vi", "1,5tr", 1_500_000),
        ("vi", "1tr5", 1_500_000),
        ("vi", "1tr05", 1_050_000),
        ("vi", "1tr500", 1_500_000),
        ("vi", "1 triệu 500 nghìn", 1_500_000),
        ("vi", "2 TRIỆU 50 ngàn đ", 2_050_000),
        ("vi", "1,2 tỷ", 1_200_000_000),
        ("vi", "150k", 150_000),
        ("vi", "150 nghìn", 150_000),
        ("vi", "1.500k", 1_500_000),
        ("vi", "1,500,000", 1_500_000),
        ("vi", "0", 0),
        ("en", "1,500,000", 1_500_000),
        ("en", "1.500.000", 1_500_000),
        ("en", "1 500 000", 1_500_000),
        ("en", "1’500’000", 1_500_000),
        ("en", "1.5 million", 1_500_000),
        ("en", "1.5M", 1_500_000),
        ("en", "1 million 500 thousand", 1_500_000),
        ("en", "150K", 150_000),
        ("fr", "1\u202f500\u202f000", 1_500_000),
        ("fr", "1 500 000 đ", 1_500_000),
        ("fr", "1,5 million", 1_500_000),
        ("fr", "3 millions", 3_000_000),
        ("fr", "150 mille", 150_000),
        ("en", "１５００", 1500),
        ("en", "1.234.567", 1_234_567),
    ],
)
def test_a_sum_is_read_as_the_language_writes_it(language: str, written: str, amount: int) -> None:
    assert Words(language, DONG).amount(written) == amount


@pytest.mark.parametrize("written", ["$1,500", "$ 1500", "1500$", "1500", "1.500", "1.5k", "$1.5k"])
def test_the_sign_of_the_money_may_stand_on_either_side(written: str) -> None:
    assert Words("en", DOLLARS).amount(written) == 1500


@pytest.mark.parametrize("language", known())
def test_every_sum_that_is_shown_can_be_typed(language: str) -> None:
    for edition in (DONG, DOLLARS, load("uk"), load("saigon")):
        words = Words(language, edition)
        for amount in (0, 1, 12, 999, 1000, 1234, 10_000, 755_000, 1_500_000, 40_000_000, HIGHEST_SUM):
            assert words.amount(words.money(amount)) == words.amount(words.number(amount)) == amount


@pytest.mark.parametrize(
    "written",
    [
        "",
        " ",
        "đ",
        "-5",
        "5-",
        "+5",
        "1e6",
        "0x10",
        "triệu",
        "1 2 3",
        "1.50.000",
        "12.34.567",
        "1..500",
        "5 triệu 3 tỷ",
        "5k 3k",
        "1 triệu 5",
        "1tr5.5",
        "1tr5k5x",
        "1 foo",
        "one",
        "1/2",
        "½",
        "1.500.000 đ đ",
        "đ 5 đ",
        "NaN",
        "99999999999999",
        "9" * 40,
        "9" * 5000,
        "1\x00",
        "١\u202e",
    ],
)
@pytest.mark.parametrize("language", known())
def test_anything_else_is_no_sum(language: str, written: str) -> None:
    with pytest.raises(UserError) as refused:
        Words(language, DONG).amount(written)
    assert refused.value.reason == "no-sum"


@pytest.mark.parametrize("language", known())
def test_a_fraction_is_no_multiple_of_the_unit(language: str) -> None:
    for written in ("0,5", "1.25", "1,23456k"):
        with pytest.raises(UserError) as refused:
            Words(language, DONG).amount(written)
        assert refused.value.reason == "reason.unit.full"
        assert "10" in Words(language, DONG).message(refused.value)


@pytest.mark.parametrize(
    ("language", "amount", "said"),
    [
        ("vi", 10_000, "10 nghìn đ"),
        ("vi", 1_500_000, "1,5 triệu đ"),
        ("vi", 1_340_000, "1,34 triệu đ"),
        ("vi", 2_000_000_000, "2 tỷ đ"),
        ("en", 500_000, "500,000 đ"),
        ("en", 1_500_000, "1.5 million đ"),
        ("fr", 1_500_000, "1\u202f500\u202f000 đ"),
    ],
)
def test_a_sentence_says_large_sums_as_its_language_does(language: str, amount: int, said: str) -> None:
    words = Words(language, DONG, ("red", "blue"))
    assert said in words.sentence(BidMade(0, amount))
    assert words.amount(said) == amount


@pytest.mark.parametrize("language", known())
def test_sums_in_dollars_stay_figures(language: str) -> None:
    words = Words(language, DOLLARS, ("red", "blue"))
    assert words.money(1500) in words.sentence(BidMade(0, 1500))
    assert words.money(12_345) in words.sentence(BidMade(0, 12_345))
