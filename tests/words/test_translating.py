"""A language is one folder: people's own works at once, its faults are told, and no page speaks past it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.language import unfit
from companion.config import load
from companion.editions import registry
from companion.errors import UserError, message
from companion.rules.events import TurnBegan
from companion.screens.samples import SampleTable, usual
from companion.words import languages
from companion.words.languages import Manner, known, language_named, of_environment
from companion.words.lexicon import Lexicon
from companion.words.refusals import worded
from companion.words.translating import begin, check, disguised
from companion.words.words import Words
from tests.refused import refused
from tests.repo.sources import ROOT
from tests.screens.pictures import drawn_by
from tests.words.speaking import pseudo_language

OURS = re.compile("[aeiouy]")
LETTERS = re.compile(r"[^\W\d_]+")
POLISH = """name = "Polski"
alphabet = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"
thousands = " "
decimal = ","
plural.one = "n = 1"
plural.few = "n % 10 = 2..4 and n % 100 != 12..14"
"""


@pytest.fixture
def own(fresh_home: Path) -> Path:
    folder = fresh_home / ".config/banker/languages/pl"
    folder.parent.mkdir(parents=True)
    begin(folder)
    (folder / languages.MANNER).write_text(POLISH, encoding="utf-8")
    return folder


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("name", list(known()))
def test_the_languages_that_come_along_are_whole(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["language", "check", name]) == 0, capsys.readouterr().out


def test_a_language_of_ones_own_works_at_once(own: Path) -> None:
    edit(own / "event.toml", "It is {seat:p}'s turn.", "Teraz {seat:p}.")
    words = Words("pl", registry.load("classic"), ("red", "Ala"))
    assert words.sentence(TurnBegan(1)) == "Teraz Ala."
    assert words.number(1_234_567) == "1 234 567"
    assert languages.names()["pl"] == "Polski"
    (own.parents[1] / "banker.toml").write_text('table.language = "pl"\n', encoding="utf-8")
    assert load().table.language == "pl"


def test_what_it_lacks_or_gets_wrong_is_said_in_the_default_language(own: Path) -> None:
    edit(own / "event.toml", "It is {seat:p}'s turn.", "Teraz {saet:p}.")
    (own / "cause.toml").write_text("not TOML at all", encoding="utf-8")
    (own / "term.toml").unlink()
    (own / "group.toml").write_text("a = " + "[" * 5000, encoding="utf-8")
    words = Words("pl", registry.load("classic"), ("Jan", "Ala"))
    assert words.group("brown") == Words("en", registry.load("classic")).group("brown")
    assert words.sentence(TurnBegan(1)) == "It is Ala's turn."
    assert words.why("rent") == "rent"
    assert words.listed(["a", "b"]) == "a and b"


def test_a_figure_may_stand_at_the_start_of_a_sentence_or_within_as_the_language_has_it(own: Path) -> None:
    edit(own / "event.toml", "It is {seat:p}'s turn.", "{seat:P} teraz.")
    edit(own / "prompt.toml", "{seat:P}", "Teraz {seat:p}")
    assert [fault for fault in check(own) if fault.file.endswith(("event.toml", "prompt.toml"))] == []
    words = Words("pl", registry.load("classic"), ("Jan", "Ala"))
    assert words.sentence(TurnBegan(1)) == "Ala teraz."
    assert words.text(f"prompt.{first_prompt(own)}", seat=0).startswith("Teraz Jan")


def first_prompt(folder: Path) -> str:
    return next(key for key, text in languages.Language(folder).family("prompt").items() if text.startswith("Teraz"))


def test_every_number_has_the_digits_of_the_language(own: Path) -> None:
    manner = POLISH + 'digits = "٠١٢٣٤٥٦٧٨٩"\n'
    (own / languages.MANNER).write_text(manner, encoding="utf-8")
    words = Words("pl", registry.load("classic"), ("Jan", "Ala"))
    assert words.money(1500) == "$١ ٥٠٠"
    assert words.counted("house", 3) == "٣ houses"
    assert words.counted("step", 1200) == "١ ٢٠٠ steps"
    bare = re.findall("[0-9]", "".join(words.text(f"value.{key}", **figures) for key, figures in numbers(own)))
    assert bare == []


def numbers(folder: Path) -> Iterator[tuple[str, dict[str, object]]]:
    """The texts of one family whose figures are numbers as they are, each with such figures."""
    for key, text in languages.Language(folder).family("value").items():
        yield key, dict.fromkeys(languages.placeholders(text), 2026)


def test_it_counts_in_its_own_forms(own: Path) -> None:
    edit(own / "count.toml", 'house.many = "{n} houses"', 'house.many = "{n} domów"\nhouse.few = "{n} domy"')
    words = Lexicon("pl")
    assert [words.counted("house", n) for n in (1, 3, 5, 12, 24)] == [
        "1 house",
        "3 domy",
        "5 domów",
        "12 domów",
        "24 domy",
    ]
    assert words.counted("hotel", 3) == "3 hotels"


@pytest.mark.parametrize(
    ("rule", "takes"),
    [("n = 0,1", [0, 1]), ("n = 2..4", [2, 3, 4]), ("n % 10 = 1 and n != 11", [1]), ("n = 0 or n = 5..6", [0, 5, 6])],
)
def test_plural_rules_are_written_as_cldr_does(rule: str, takes: list[int]) -> None:
    manner = Manner(name="x", alphabet="x", plural={"some": rule})
    assert [n for n in range(12) if manner.form(n) == "some"] == takes


@pytest.mark.parametrize(
    ("alphabet", "names"),
    [
        (language_named("en").manner.alphabet, "an Ánh Đặng Dũng Emil Łukasz Zoë"),
        (language_named("vi").manner.alphabet, "an Ánh Ăn Ân Bình Dũng Đặng Emil Fay Giang Zoë Яна"),
        ("aàâbcçdeéèêëfghiîïjklmnoôpqrstuùûüvwxyz", "A-B aa bé"),
        ("abcdefghijklmnopqrstuvwxyzåäö", "Eva Zoë Åsa Örjan"),
    ],
)
def test_names_are_found_by_the_order_of_the_alphabet(alphabet: str, names: str) -> None:
    manner = Manner(name="x", alphabet=alphabet)
    assert sorted(sorted(names.split()), key=manner.collated) == names.split()


def test_a_blank_where_the_language_writes_a_narrow_space_is_told(own: Path) -> None:
    said = message("translation.blank", sign="?")
    edit(own / languages.MANNER, 'decimal = ","', 'decimal = ","\napart = ":?"')
    edit(own / "heading.toml", '"Ready?"', '"Gotowi ?"')
    assert [Path(each.file).name for each in check(own) if each.message == said] == ["heading.toml"]
    edit(own / "heading.toml", '"Gotowi ?"', '"Gotowi\\u202F?"')
    assert [each for each in check(own) if each.message == said] == []


def test_decimals_have_the_mark_of_the_language() -> None:
    free = message("doctor.disk-free", free=1234.56, directory="/x")
    assert worded(free, "en").startswith("1,234.6 GB")
    assert "1.234,6 GB" in worded(free, "vi")
    assert Lexicon("vi").decimal(-0.25, 2) == "\u22120,25"


@pytest.mark.parametrize("line", ['plural.one = "always"', 'digits = "012"', "name = 3"])
def test_a_wrong_manner_is_told_and_does_no_harm(own: Path, line: str) -> None:
    key = line.partition(" ")[0]
    lines = [each for each in POLISH.splitlines() if not each.startswith(key)]
    (own / languages.MANNER).write_text("\n".join([line, *lines]), encoding="utf-8")
    assert [fault.key for fault in check(own) if fault.file.endswith(languages.MANNER)] == [key]
    assert Lexicon("pl").number(1500) == "1,500"


def test_all_faults_of_a_language_come_at_once_with_their_places(own: Path) -> None:
    edit(own / languages.MANNER, "decimal", "decimel")
    edit(own / "event.toml", "{seat:p}'s turn", "{saet:p}'s turn")
    edit(own / "do.toml", 'buy.plain = "Buy"', 'bye.plain = "Buy"')
    (own / "term.toml").unlink()
    (own / "odd.toml").write_text('a = "b"\n', encoding="utf-8")
    told = [worded(each).removeprefix(f"{own}/") for each in check(own)]
    line = (own / "do.toml").read_text("utf-8").splitlines().index('bye.plain = "Buy"') + 1
    assert f'do.toml:{line}:5: bye.plain: nothing asks for this text; did you mean "buy.plain"?' in told
    assert 'do.toml:1:1: the text "buy.plain" is missing' in told
    assert any(each.startswith("event.toml:") and "must be these: {seat:p}" in each for each in told)
    assert any(each.startswith("term.toml:1:1: this file is missing") for each in told)
    assert any(each.startswith("language.toml:") and 'did you mean "decimal"' in each for each in told)
    assert "odd.toml:1:1: nothing asks for a file of this name" in told


@pytest.mark.parametrize(
    ("file", "key", "text"),
    [
        ("do", "buy.plain", "Buy"),
        ("heading", "ready", None),
        ("page", "turn.doubles-2", "Doubles twice: careful!"),
        ("title", "repairs", None),
        ("effect", "Step.back", None),
        ("reason", "too-poor.full", None),
        ("ruling", "auction", None),
        ("trouble", "name-taken", None),
        ("rule", "S0-20", None),
        ("event", "RentLapsed", None),
    ],
)
def test_a_text_that_does_not_fit_the_display_is_told(
    own: Path, capsys: pytest.CaptureFixture[str], file: str, key: str, text: str | None
) -> None:
    usual = language_named("en").family(file)[key]
    assert text in (usual, None)
    lines = [
        (at, line) for at, line in enumerate((own / f"{file}.toml").read_text("utf-8").splitlines(), 1) if usual in line
    ]
    edit(own / f"{file}.toml", f'"{usual}"', f'"{usual} {"and so on " * 12}at last"')
    assert main(["language", "check", str(own)]) == 1
    assert f"{file}.toml:{lines[0][0]}:" in (said := capsys.readouterr().out)
    assert f": {key}: does not fit the display: " in said


def test_a_long_name_that_ends_a_line_is_no_fault_of_the_language(own: Path) -> None:
    edit(own / "color.toml", 'red = "Red"', 'red = "Rouge"')
    edit(own / "label.toml", 'Buy = "Buy"', 'Buy = "Achat"')
    assert list(unfit(own)) == []


def test_a_new_language_is_begun_and_listed(fresh_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = fresh_home / ".config/banker/languages/qps"
    folder.parent.mkdir(parents=True)
    assert main(["language", "new", str(folder), "--pseudo"]) == 0
    assert main(["language", "list"]) == 0
    assert f"qps    {disguised('English')}  ({folder})" in capsys.readouterr().out
    assert [each for each in check(folder) if "figures" in each.message.key or "missing" in each.message.key] == []
    assert main(["language", "new", str(folder)]) == 1
    assert main(["language", "new", str(fresh_home / "My Language")]) == 1
    assert "cannot be a language" in capsys.readouterr().err


def test_an_unknown_language_is_refused_everywhere(fresh_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = fresh_home / ".config/banker/banker.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('table.language = "vn"\n', encoding="utf-8")
    with refused(UserError, f'table.language: no language is called "vn"; known here: {", ".join(known())}'):
        load()
    with refused(UserError, "no language is called"):
        language_named("../en")
    monkeypatch.setenv("LC_ALL", "vi_VN.UTF-8")
    assert of_environment() == "vi"
    monkeypatch.setenv("LC_ALL", "xx_XX")
    assert of_environment() == "en"


def test_a_command_refuses_in_the_language_of_the_settings(
    fresh_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "vi_VN.UTF-8")
    assert main(["edition", "show", "clasic"]) == 1
    assert capsys.readouterr().err == "banker: không có ấn bản nào tên “clasic”; ý bạn là “classic”?\n"
    settings = fresh_home / ".config/banker/banker.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('table.language = "en"\n', encoding="utf-8")
    assert main(["edition", "show", "clasic"]) == 1
    assert capsys.readouterr().err == 'banker: no edition is called "clasic"; did you mean "classic"?\n'


def test_the_pseudo_language_is_longer_and_keeps_its_figures() -> None:
    assert disguised("{payer:P} pays {amount:$}.") == "{payer:P} pããỹỹs {amount:$}."
    english = language_named("en")
    for family in english.families():
        for text in english.family(family).values():
            assert languages.placeholders(disguised(text)) == languages.placeholders(text)
    sentence = "The rules of the house hold at this table."
    assert 1.3 <= len(disguised(sentence)) / len(sentence) <= 1.5


@pytest.mark.parametrize("edition", ["classic", "saigon"])
def test_every_page_of_the_display_speaks_the_language_alone(fresh_home: Path, edition: str) -> None:
    """Whatever stands on a page has accents, but for names that people and boards bring along."""
    table = SampleTable(registry.load(edition), usual("en"))
    words = Words(pseudo_language(fresh_home), table.edition, usual("en"))
    brought = [*(square.name for square in table.board.squares), *usual("en"), *languages.names().values()]
    brought += [entry.title for entry in registry.available()]
    brought += [
        "Mai",
        "Lan",
        "IX",
        "A",
        "quick-gold",
        "start_cash",
        "jma",
        "evening.json",
        "brass",
        "flute",
        "grape",
        "coral",
    ]
    known_words = {word.casefold() for name in brought for word in LETTERS.findall(name)}
    wrong = {}
    for scene, canvas in drawn_by(words, table):
        said = [word for word in LETTERS.findall(" ".join(canvas.texts).casefold()) if OURS.search(word)]
        plain = [word for word in said if not any(name.startswith(word) for name in known_words)]
        if plain:
            wrong[scene.name] = plain
    assert wrong == {}


JOINED = re.compile(r'\}: \$?\{|\}\?"|", "\.join|\.join\(", "\)')


def test_no_page_joins_texts_by_itself() -> None:
    """Before a colon French has a space, between things of a list others have another comma: the language says so."""
    pages = [
        *(ROOT / "companion" / "screens" / "pages").glob("*.py"),
        *(ROOT / "companion" / "web" / "static").rglob("*.js"),
    ]
    lines = [(path.name, line) for path in pages for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(pages) > 30
    assert [found for found in lines if JOINED.search(found[1])] == []


@pytest.mark.parametrize(
    ("language", "said"), [("en", ("Blue: rent", "Blue?")), ("fr", ("Blue\u202f: rent", "Blue\u202f?"))]
)
def test_a_language_says_how_texts_are_joined(language: str, said: tuple[str, str]) -> None:
    words = Words(language)
    assert (words.about("Blue", "rent"), words.asked("Blue")) == said
