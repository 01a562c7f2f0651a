"""A faulty TOML file is told all its faults at once, each where it stands."""

from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, NewType

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import FaultyFile, UserError, WrongFields, message
from companion.tomlcheck import Document, decode, dotted, read
from companion.words.refusals import worded
from tests.refused import refused

Seat = NewType("Seat", int)


class Colour(Enum):
    BROWN = "brown"
    BLUE = "blue"


class Street(msgspec.Struct, tag="street", forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1)]
    price: Annotated[int, msgspec.Meta(ge=0)]
    rent: tuple[int, ...] = ()
    colour: Colour = Colour.BROWN

    def __post_init__(self) -> None:
        wrong = []
        if len(self.rent) not in (0, 6):
            wrong.append(("rent", message("edition.rents")))
        if self.name == self.name.upper():
            wrong.append(("name", message("edition.no-name")))
        if self.price == 13:
            wrong.append(("", message("edition.zero")))
        if wrong:
            raise WrongFields(*wrong)


class Tax(msgspec.Struct, tag="tax", forbid_unknown_fields=True):
    amount: float


class Loose(msgspec.Struct):
    amount: float = 0


class Board(msgspec.Struct, forbid_unknown_fields=True):
    language: Literal["en", "vi"] = "en"
    squares: list[Street | Tax] = []
    seats: dict[int, Seat] = {}
    corner: tuple[int, str] | None = None
    start: Street | None = None
    words: dict[Literal["go", "jail"], str] = {}
    loud: bool = False


def faults_of(text: str, kind: Any = Board) -> list[str]:
    value, faults = decode(text, kind, "b.toml")
    assert (value is None) == bool(faults)
    return [worded(fault).removeprefix("b.toml:") for fault in faults]


def test_a_sound_file_becomes_the_value() -> None:
    text = """
    language = "vi"
    seats = {1 = 7}
    corner = [1, "a"]
    words.go = "Đi"
    [[squares]]
    type = "street"
    name = "Sài Gòn"
    price = 60
    colour = "blue"
    [[squares]]
    type = "tax"
    amount = 200
    """
    value, faults = decode(text, Board, "b.toml")
    assert faults == []
    street = Street("Sài Gòn", 60, colour=Colour.BLUE)
    assert value == Board("vi", [street, Tax(200.0)], {1: Seat(7)}, (1, "a"), words={"go": "Đi"})


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ('langage = "en"', ['1:1: langage: unknown key; did you mean "language"?']),
        ('Language = "en"', ['1:1: Language: unknown key; did you mean "language"?']),
        ("zzz = 1", ["1:1: zzz: unknown key; known here: language, squares, seats, corner, start, words, loud"]),
        ("loud = 1", ["1:8: loud: must be true or false, not 1"]),
        ("loud = {}", ["1:8: loud: must be true or false, not a table"]),
        ("squares = 3", ["1:11: squares: must be a list, not 3"]),
        ("squares = [3]", ["1:12: squares[0]: must be a table, not 3"]),
        ('language = "v"', ['1:12: language: must be one of "en", "vi", not "v"; did you mean "vi"?']),
        ("language = [1]", ["1:12: language: must be a text, not a list of 1"]),
        ("seats.one = 1", ["1:7: seats.one: must be a whole number, not \"one\""]),
        ('seats.1 = "x"', ['1:11: seats.1: must be a whole number, not "x"']),
        ("corner = [1]", ["1:10: corner: must be a list of length 2, not a list of 1"]),
        ('corner = [1, "a", 2]', ["1:10: corner: must be a list of length 2, not a list of 3"]),
        ('corner = ["a", 1]', [
            '1:11: corner[0]: must be a whole number, not "a"',
            "1:16: corner[1]: must be a text, not 1",
        ]),
        ("corner = 1979-05-27", ["1:10: corner: must be a list, not 1979-05-27"]),
        ('words.yail = "J"', ['1:7: words.yail: must be one of "go", "jail", not "yail"; did you mean "jail"?']),
        ("[start]", ['1:2: start: the key "name" is missing', '1:2: start: the key "price" is missing']),
        ('[start]\nname = "a"\nprice = -1', ["3:9: start.price: must be a whole number >= 0, not -1"]),
        ('[start]\nname = ""\nprice = 1', ['2:8: start.name: must be a text of length >= 1, not ""']),
        ('start = {name = "a", price = 1, rent = [1, 2]}', [
            "1:40: start.rent: a street has one rent at least: bare, then one for each building",
        ]),
        ('start = {name = "A", price = 13}', [
            "1:9: start: must be more than 0",
            "1:17: start.name: a square has a name",
        ]),
        ('start = {name = "a", price = 1, colour = "blu"}', [
            '1:42: start.colour: must be one of "brown", "blue", not "blu"; did you mean "blue"?',
        ]),
        ("[[squares]]\namount = 1", ['1:3: squares[0]: the key "type" is missing: one of "street", "tax"']),
        ('[[squares]]\ntype = "taxi"', [
            '2:8: squares[0].type: must be one of "street", "tax", not "taxi"; did you mean "tax"?',
        ]),
        ("[[squares]]\ntype = []", ['2:8: squares[0].type: must be one of "street", "tax", not a list of 0']),
        ('[[squares]]\ntype = "tax"\namont = 1', [
            '3:1: squares[0].amont: unknown key; did you mean "amount"?',
        ]),
    ],
)  # fmt: skip
def test_faults(text: str, faults: list[str]) -> None:
    assert faults_of(text) == faults


def test_an_unknown_key_is_a_fault_even_for_a_type_that_would_let_it_pass() -> None:
    assert faults_of("amonut = 1", Loose) == ['1:1: amonut: unknown key; did you mean "amount"?']


def test_all_faults_of_a_file_in_its_order() -> None:
    text = """
    squares = [
      {type = "street", name = "a", price = "1"},
      {type = "tax", amount = 1, "odd one" = 2},
      {type = "street", nam = "a", price = 3},
    ]
    languag = "en"
    loud = "yes"
    """
    assert faults_of(text) == [
        '3:45: squares[0].price: must be a whole number, not "1"',
        '4:34: squares[1]."odd one": unknown key; known here: amount',
        '5:25: squares[2].nam: unknown key; did you mean "name"?',
        '7:5: languag: unknown key; did you mean "language"?',
        '8:12: loud: must be true or false, not "yes"',
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a = ", "1:5: not valid TOML: invalid value"),
        ("a = 1\nb == 2", "2:4: not valid TOML: invalid value"),
        ("a = 1\na = 2", "2:6: not valid TOML: cannot overwrite a value"),
        ('a = "x', "1:7: not valid TOML: unterminated string"),
        ("a = 1\n[b", "2:3: not valid TOML: expected ']' at the end of a table declaration"),
    ],
)
def test_text_that_is_not_toml(text: str, fault: str) -> None:
    assert faults_of(text) == [fault]


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    assert faults_of('\ufefflanguage = "en"\r\nsquares = 1\r\n') == ["2:11: squares: must be a list, not 1"]


def test_a_long_text_is_shown_shortened() -> None:
    [fault] = faults_of(f'language = "en"\nsquares = "{"x" * 100}"')
    assert fault.endswith("x...")
    assert len(fault) < 120


def test_faults_found_later_are_placed_too() -> None:
    document = Document('language = "en"\nsquares = []\nwords = {go = "Go"}', "b.toml")
    assert document.decode(Board) == Board("en", [], words={"go": "Go"})
    document.blame(("words", "go"), message("edition.no-name"))
    document.blame(("words", "go"), message("edition.tax"), key=True)
    assert [(fault.place, fault.key, fault.message.key) for fault in document.faults] == [
        ("b.toml:3:15", "words.go", "edition.no-name"),
        ("b.toml:3:10", "words.go", "edition.tax"),
    ]
    assert document.decode(Board) is None


def test_a_faulty_file_is_an_error_for_people() -> None:
    _, faults = decode("zzz = 1\nloud = 1", Board, "b.toml")
    error = FaultyFile(reversed(faults))
    assert isinstance(error, UserError)
    assert worded(error).splitlines() == [worded(fault) for fault in faults]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with refused(UserError, r"none\.toml: No such file"):
        read(tmp_path / "none.toml")
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'a = 1\nb = "\xe9"')
    with refused(UserError, r"latin\.toml:2: not UTF-8 text"):
        read(latin)


def test_reading_a_file(tmp_path: Path) -> None:
    file = tmp_path / "b.toml"
    file.write_text("lood = true", encoding="utf-8")
    document = read(file)
    document.decode(Board)
    assert worded(document.faults[0]).startswith(f"{file}:1:1: ")


def test_paths_as_people_read_them() -> None:
    assert dotted(()) == ""
    assert dotted(("squares", 3, "rent")) == "squares[3].rent"
    assert dotted(("a b", 0, 1)) == '"a b"[0][1]'


VALUES = st.recursive(
    st.one_of(st.integers(-1, 2), st.sampled_from(["", "en", "a", "blue", "1", "tax"]), st.booleans(), st.floats(0, 1)),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["type", "name", "price", "rent", "amount", "1", "go"]), inner, max_size=4)
    ),
    max_leaves=6,
)
KEYS = [*Board.__struct_fields__, "zzz"]


@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=6))
def test_msgspec_has_the_last_word(data: dict[str, Any]) -> None:
    text = "\n".join(f"{key} = {toml(value)}" for key, value in data.items())
    try:
        expected = msgspec.convert(data, Board, str_keys=True)
    except msgspec.ValidationError:
        assert faults_of(text)
    else:
        assert decode(text, Board, "b.toml") == (expected, [])


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return f"'{value}'" if isinstance(value, str) else str(value).lower()
