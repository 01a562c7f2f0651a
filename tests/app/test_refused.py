"""A box whose start is refused says why on its panel and on a page, and opens when it has been put right."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.app import refused
from companion.app.play import _stand
from companion.app.refused import RefusalSign, brief, patiently
from companion.config import Config, load, load_sound
from companion.disk import write_whole
from companion.editions import registry
from companion.errors import UserError
from companion.ledger.store import Ledger
from companion.paths import state_directory
from companion.screens.canvas import Canvas
from companion.screens.pages import draw
from companion.simulator import SimulatedBox
from companion.table.parts import Trouble
from companion.table.shown import Notice
from companion.words.languages import known
from companion.words.words import BriefWords
from tests.web.listener import ask

SETTINGS = '[web]\nhost = "127.0.0.1"\nport = 0\n[table]\nledger = "games.sqlite"\n'


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings with which a table opens."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(refused, "TURN_SECONDS", 0.02)
    state_directory().mkdir(parents=True, exist_ok=True)
    file = tmp_path / "banker.toml"
    file.write_text(SETTINGS, encoding="utf-8")
    return file


@pytest.fixture
def bench() -> Iterator[SimulatedBox]:
    with SimulatedBox(Config().box) as bench:
        yield bench


def no_settings(file: Path) -> None:
    file.write_text("[web\n", encoding="utf-8")


def wrong_key(file: Path) -> None:
    file.write_text(SETTINGS + 'langage = "fr"\n', encoding="utf-8")


def no_edition(file: Path) -> None:
    file.write_text(SETTINGS + 'edition = "clasic"\n', encoding="utf-8")


def no_ledger(_file: Path) -> None:
    (state_directory() / "games.sqlite").write_bytes(b"no ledger" * 1000)


def damaged_ledger(_file: Path) -> None:
    path = state_directory() / "games.sqlite"
    Ledger(path).close()
    path.with_name(path.name + "-head").write_bytes(b"one 5 abcd\n")


def damaged_edition(file: Path) -> None:
    folder = file.parent / "config" / "banker" / "editions" / "mine"
    folder.mkdir(parents=True)
    (folder / "edition.toml").write_text('title = "Mine"\nbase = 7\n', encoding="utf-8")
    file.write_text(SETTINGS + 'edition = "mine"\n', encoding="utf-8")


def damaged_profile(file: Path) -> None:
    folder = file.parent / "config" / "banker" / "editions" / "profiles"
    folder.mkdir(parents=True)
    (folder / "late.toml").write_text('title = "Late"\n[options]\nrent_claim = "soon"\n', encoding="utf-8")
    file.write_text(SETTINGS + 'profiles = ["late"]\n', encoding="utf-8")


def folder_in_the_way(_file: Path) -> None:
    (state_directory() / "evening.json").mkdir()


KINDS = (
    no_settings,
    wrong_key,
    no_edition,
    no_ledger,
    damaged_ledger,
    damaged_edition,
    damaged_profile,
    folder_in_the_way,
)


def opening(file: Path) -> bool:
    """Open a table and close it again, as far as files are concerned."""
    stand = _stand(load(file), {}, simulated=False)
    stand.ledger.close()
    stand.box.close()
    return True


def error_of(file: Path) -> UserError:
    with pytest.raises(UserError) as caught:
        opening(file)
    return caught.value


def picture(error: UserError, language: str = "en") -> Canvas:
    canvas = Canvas()
    draw(
        Notice(Trouble.NOT_OPEN, name=brief(error, language)),
        canvas,
        BriefWords(language, registry.load("classic"), ()),
    )
    return canvas


@pytest.mark.parametrize("damage", KINDS)
def test_the_panel_says_why_and_the_page_all_of_it_until_it_is_put_right(
    damage: Callable[[Path], None], file: Path, bench: SimulatedBox
) -> None:
    before = {path: path.read_bytes() for path in state_directory().iterdir()}
    damage(file)
    error, signs, over = error_of(file), list[RefusalSign](), threading.Event()
    wanted = picture(error).image.tobytes()

    def sign(error: UserError) -> RefusalSign:
        signs.append(RefusalSign(load_sound(file), error))
        return signs[-1]

    done = list[bool]()
    waiting = threading.Thread(target=lambda: done.append(bool(patiently(partial(opening, file), sign, over))))
    waiting.start()
    try:
        version = -1
        while bench.panel_bits() != wanted:
            version = bench.wait_panel(version, 5.0)
            assert version >= 0
        status, _, body = ask(signs[0]._server.port, "GET", "/", accept="text/html", accept_language="vi")
        assert (status, b'lang="vi"' in body, b'class="refusal"' in body) == (503, True, True)
        put_right(file, before)
        waiting.join(10)
    finally:
        over.set()
        waiting.join(10)
    assert done == [True]
    assert signs[0].says(error)


def put_right(file: Path, before: dict[Path, bytes]) -> None:
    write_whole(file, SETTINGS.encode())
    for path in set(state_directory().iterdir()) - set(before):
        path.rmdir() if path.is_dir() else path.unlink()


@pytest.mark.parametrize("language", list(known()))
@pytest.mark.parametrize("damage", KINDS)
def test_the_sentence_fits_the_smallest_panel(damage: Callable[[Path], None], file: Path, language: str) -> None:
    damage(file)
    canvas = picture(error_of(file), language)
    assert canvas.shortened == []
    assert not any(str(file.parent) in text for text in canvas.texts)


def test_a_stop_ends_the_waiting(file: Path, bench: SimulatedBox) -> None:
    no_settings(file)
    over = threading.Event()
    sign = RefusalSign(load_sound(file), error_of(file))
    threading.Timer(0.05, over.set).start()
    assert patiently(partial(opening, file), lambda _: sign, over) is None
    assert bench.panel_bits()


def test_what_can_be_read_of_the_settings_is_used(file: Path) -> None:
    wrong_key(file)
    text = file.read_text(encoding="utf-8")
    file.write_text(text + '[devices.panel]\nchip = "sh1106"\n', encoding="utf-8")
    sound = load_sound(file)
    assert (sound.web.host, sound.devices.panel and sound.devices.panel.chip) == ("127.0.0.1", "sh1106")
    assert sound.table == Config().table
    no_settings(file)
    assert load_sound(file) == Config()


@pytest.mark.parametrize(
    ("damage", "place"),
    [(no_settings, "banker.toml:1:"), (wrong_key, "banker.toml:6:1:"), (damaged_profile, "late.toml:3:14:")],
)
def test_file_and_line_are_told(damage: Callable[[Path], None], place: str, file: Path) -> None:
    damage(file)
    assert brief(error_of(file), "en").startswith(place)
