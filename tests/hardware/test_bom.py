"""The bill of materials has what is wired, in the right number, and the guide shows it."""

from companion.devices.settings import ButtonSettings, PanelSettings
from companion.editions.registry import available, load
from hardware.bom import README, Part, parts, rendered
from tests.hardware.harness import harness, leads
from tests.repo.sources import ROOT
from tests.repo.test_wiring import wires


def bought(reason: str) -> list[Part]:
    return [part for part in parts() if part.bought_for == reason]


def one(reason: str, word: str) -> Part:
    (found,) = [part for part in bought(reason) if word in part.name]
    return found


def test_the_guide_shows_the_bill() -> None:
    page = README.read_text(encoding="utf-8")
    assert rendered(page) == page


def test_every_wired_part_is_bought() -> None:
    table = {wire.part.partition(" (")[0] for wire in wires() if wire.pin is not None}
    buttons = {name for name in table if "button" in name}
    assert (table - buttons) | {"button", "Pi"} == {part.wired for part in bought("box") if part.wired}


def test_numbers_fit_the_program() -> None:
    assert (
        one("box", "Push button").count
        == len(ButtonSettings().pins)
        == len([wire for wire in wires() if wire.setting.startswith("devices.buttons.pins.")])
    )
    assert PanelSettings().chip.upper() in one("box", "OLED").name
    assert f"{PanelSettings().width}x{PanelSettings().height}" in one("box", "OLED").name
    assert one("box", "Jumper wires").count >= len(list(leads("box", "Pi")))
    matrices = [part for part in harness("roller")["connectors"].values() if part["type"].startswith("MAX7219")]
    assert one("roller", "MAX7219").count == len(matrices)


def test_tags_are_enough_for_every_edition() -> None:
    deeds = max(len(load(entry.id).board.deeds()) for entry in available())
    players = max(load(entry.id).options.max_players for entry in available())
    assert one("table", "stickers").count >= deeds + players + 1


def test_the_case_is_made_for_the_pi_that_is_bought() -> None:
    source = (ROOT / "hardware" / "case.scad").read_text(encoding="utf-8")
    assert ('pi = "zero";' in source) == ("Zero" in one("box", "Raspberry Pi").name)


def test_every_name_is_bought_once() -> None:
    names = [(part.bought_for, part.name) for part in parts()]
    assert len(names) == len(set(names))
    assert all(part.count > 0 and part.price > 0 and part.alternatives for part in parts())
