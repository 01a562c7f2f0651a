"""What translators need: a folder to begin with, everything that is wrong in one, and a language that nobody speaks.

The pseudo-language has the texts of the default one, about 40 % longer and with an accent on every vowel: where a page
cuts its words, or says something that is in no catalogue, it shows before a translator has begun.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from companion.errors import Fault, FaultyFile, UserError, message
from companion.text import advice
from companion.tomlcheck import Document, read
from companion.tomlplaces import Path as Keys
from companion.words.languages import (
    DEFAULT,
    MANNER,
    Language,
    Manner,
    language_named,
    leaves,
    parts,
    plain,
    ways,
)

LONGER = 1.4
_ACCENTED = str.maketrans("aeiouyAEIOUY", "ãẽĩõũỹÃẼĨÕŨỸ")
_BARE = re.compile(r"[A-Za-z0-9_.-]+")
_VOWELS = "ãẽĩõũỹ"


def begin(folder: Path, model: str = DEFAULT, *, pseudo: bool = False) -> None:
    """Write a folder to translate; raises `UserError` where it cannot be written or is there already."""
    try:
        shutil.copytree(language_named(model).folder, folder)
        if pseudo:
            manner = (folder / MANNER).read_text(encoding="utf-8")
            own = language_named(model).manner.name
            (folder / MANNER).write_text(manner.replace(own, disguised(own), 1), encoding="utf-8")
            for name in language_named(model).families():
                (folder / f"{name}.toml").write_text(_rewritten(language_named(model), name), encoding="utf-8")
    except OSError as error:
        raise UserError("file", path=folder, error=error) from error


def _rewritten(language: Language, name: str) -> str:
    lines = (
        f"{key if _BARE.fullmatch(key) else json.dumps(key)} = {json.dumps(disguised(text), ensure_ascii=False)}\n"
        for key, text in language.family(name).items()
    )
    return "".join(lines)


def disguised(text: str) -> str:
    """A text with an accent on each vowel and about 40 % longer; its figures stay."""
    return "".join(
        _longer(before.translate(_ACCENTED)) + (f"{{{name}{way and f':{way}'}}}" if name is not None else "")
        for before, name, way in parts(text)
    )


def _longer(text: str) -> str:
    """Each vowel is drawn out until enough letters have come."""
    more, grown = int(len(text) * (LONGER - 1) + 0.5), ""
    for letter in text:
        grown += letter
        if more and letter.lower() in _VOWELS:
            grown += letter.lower()
            more -= 1
    return grown


def check(folder: Path) -> list[Fault]:
    """All faults of a language: what is missing, unused, or wants other figures than the default language's text."""
    if not (folder / MANNER).is_file():
        raise UserError("translation.nothing-here", path=folder)
    manner = read(folder / MANNER)
    spoken = manner.decode(Manner)
    faults = list(manner.faults)
    model = language_named(DEFAULT)
    for name in sorted({*model.families(), *(file.stem for file in folder.glob("*.toml"))} - {MANNER[:-5]}):
        usual = dict(model.family(name))
        if name == "count" and spoken is not None:
            usual = _counted(usual, (*spoken.plural, "many"))
        faults += _family(folder / f"{name}.toml", usual, spoken.apart if spoken else "")
    return FaultyFile(faults).faults


def _counted(usual: Mapping[str, str], forms: tuple[str, ...]) -> dict[str, str]:
    """The texts of things that are counted, in the forms that a language has."""
    many = {key: text for key, text in usual.items() if plain(key).endswith(".many")}
    return {key.replace(".many", f".{form}"): text for key, text in many.items() for form in forms}


def _family(file: Path, usual: Mapping[str, str], apart: str) -> list[Fault]:
    if not usual:
        return [Fault(str(file), 1, 1, "", message("translation.unused-file"))]
    if not file.is_file():
        return [Fault(str(file), 1, 1, "", message("translation.no-file", count=len(usual)))]
    document = read(file)
    given = leaves(document.data)
    for keys, text in given.items():
        _judge(document, keys, text, usual)
        if isinstance(text, str) and (sign := next((each for each in apart if f" {each}" in text), "")):
            document.blame(keys, message("translation.blank", sign=sign))
    named = {plain(".".join(keys)) for keys in given}
    for key in dict.fromkeys(map(plain, usual)):
        if key not in named:
            document.blame((), message("translation.missing", key=key))
    return document.faults


def _judge(document: Document, keys: Keys, text: object, usual: Mapping[str, str]) -> None:
    key = ".".join(map(str, keys))
    model = usual.get(key, usual.get(plain(key)))
    if model is None:
        document.blame(keys, message("translation.unused", advice=advice(key, usual)), key=True)
    elif not isinstance(text, str) or not text or text != text.strip():
        document.blame(keys, message("translation.no-text"))
    elif (wrong := _figures(text, model, exact=not _is_form(document, key))) is not None:
        document.blame(keys, message("translation.figures", wanted=wrong))


def _is_form(document: Document, key: str) -> bool:
    """Whether a text counts few things, so that it may leave out how many: `1 house`."""
    return Path(document.filename).stem == "count" and not plain(key).endswith(".many")


def _figures(text: str, model: str, *, exact: bool) -> tuple[str, ...] | None:
    """The figures that a text must hold, if it does not."""
    try:
        fits = ways(text) == ways(model) if exact else ways(text) <= ways(model)
    except ValueError:
        fits = False
    return None if fits else tuple(re.findall(r"{[^}]*}", model)) or ("{}",)
