import pytest

from companion.printing.codes import CardCode, Code, DeedCode, PlayerCode, RefereeCode, read_code


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (DeedCode("classic-2008", 6), "BANK1:classic-2008:6"),
        (DeedCode("player", 39), "BANK1:player:39"),
        (CardCode("uk", "chance", "back-3"), "BANK1:uk:chance:back-3"),
        (PlayerCode("red"), "BANK1:player:red"),
        (RefereeCode(), "BANK1:referee"),
    ],
)
def test_a_code_says_one_thing(code: Code, text: str) -> None:
    assert str(code) == text
    assert read_code(text) == code


@pytest.mark.parametrize(
    "text",
    ["", "BANK1:", "BANK2:classic:6", "BANK1:classic", "BANK1:classic:6 ", "BANK1:uk:chance:", "bank1:classic:6"],
)
def test_what_is_not_ours_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a code of a deed or card"):
        read_code(text)
