"""TOML files into typed structs, with every fault of a file at once.

The types say what a file may hold: `msgspec.Struct` fields, `Meta` limits, `Literal`, enums, unions, `judged_by` for
what a field alone must be, and a `__post_init__` for what concerns several fields. Nothing is judged twice: this module
walks down the data only to find *where* to ask; the answer is always msgspec's or the judge's. A value is asked for
only when everything inside it is sound, so each fault is reported once, at the innermost place.

Always a fault: an unknown key, whatever `forbid_unknown_fields` says. A missing key is not mentioned when a misspelt
one stands for it. A `__post_init__` raises `WrongFields`; what it says of the dotted key of a field is placed there.
"""

import json
import re
import tomllib
import typing
from collections import abc
from collections.abc import Iterable
from enum import Enum
from functools import cache, cached_property
from pathlib import Path as FilePath
from types import GenericAlias, UnionType
from typing import Annotated, Any, Literal, TypeGuard, TypeVar, Union

import msgspec
from msgspec.structs import FieldInfo

from companion.errors import NOTHING, Fault, FaultyFile, Message, UserError, WrongFields, message
from companion.text import advice, closest
from companion.tomlplaces import Path, Places, TomlPlace

T = TypeVar("T")
Judge = abc.Callable[[Any], Iterable[Message]]
_JUDGE = "judge"


def judged_by(judge: Judge) -> msgspec.Meta:
    """Annotate a field with what is wrong with a value of its type, told whatever else is wrong in the file."""
    return msgspec.Meta(extra={_JUDGE: judge})


class Document:
    """A TOML text with its values, the places of its keys and the faults found so far."""

    def __init__(self, text: str, filename: str) -> None:
        self.filename = filename
        self.data: dict[str, Any] = {}
        self.faults: list[Fault] = []
        self.is_toml = True
        self._text = text.removeprefix("\ufeff")
        try:
            self.data = tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            self.is_toml = False
            self.faults.append(_syntax_fault(error, self._text, filename))
        except (RecursionError, ValueError):
            self.is_toml = False
            self.faults.append(Fault(filename, 1, 1, "", message("file.too-deep")))

    @cached_property
    def places(self) -> Places:
        """The places of all keys and values, looked for when the first fault asks for them."""
        return Places(self._text if self.is_toml else "")

    def decode(self, kind: type[T]) -> T | None:
        """Read the whole document as a value of the given type, or note all its faults and give None."""
        known = len(self.faults)
        if self.is_toml:
            _Walk(self).check(self.data, kind, ())
        if self.faults:
            self.faults[known:] = FaultyFile(self.faults[known:]).faults
            return None
        return msgspec.convert(self.data, kind, str_keys=True)

    def blame(self, path: Path, said: Message, *, key: bool = False) -> None:
        """Note a fault at the value with this path, or at its key."""
        place = self.places.key(path) if key else self.places.value(path)
        self.faults.append(Fault(self.filename, place.line, place.column, dotted(path), said))


def decode(text: str, kind: type[T], filename: str) -> tuple[T | None, list[Fault]]:
    """Read TOML text as a value of the given type; without faults there is always a value, with faults never."""
    document = Document(text, filename)
    return document.decode(kind), document.faults


def read(file: FilePath) -> Document:
    """Read a TOML file; raise `UserError` when it cannot be opened or is not UTF-8."""
    try:
        return Document(file.read_text(encoding="utf-8"), str(file))
    except OSError as error:
        raise UserError("file", path=file, error=error) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UserError("not-utf8", path=file, line=line) from error


def dotted(path: Path) -> str:
    """Write a path as people read it: `squares[3].rent`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{quoted(step)}" for step in path)
    return "".join(steps).removeprefix(".")


def quoted(key: str) -> str:
    """Write a key as TOML wants it."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _syntax_fault(error: tomllib.TOMLDecodeError, text: str, filename: str) -> Fault:
    said = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL)
    what, line, column = said.groups() if said else (str(error), None, None)
    place = TomlPlace(int(line), int(column)) if line and column else _end_of(text)
    return Fault(filename, place.line, place.column, "", message("file.not-toml", what=what[0].lower() + what[1:]))


def _end_of(text: str) -> TomlPlace:
    return TomlPlace(text.count("\n") + 1, len(text) - text.rfind("\n"))


_WHERE = re.compile(r" - at `[^`]*`(?: in `[^`]*`)?$")


class _Walk:
    """Goes down a document and its type together, innermost values first."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def check(self, value: Any, kind: Any, path: Path) -> None:
        known = len(self._document.faults)
        members = _members(kind)
        if isinstance(value, dict):
            self._check_table(value, members, path)
        elif isinstance(value, list):
            self._check_list(value, members, path)
        if len(self._document.faults) == known:
            self._ask(value, kind, path)

    def _check_table(self, table: dict[str, Any], members: list[Any], path: Path) -> None:
        structs = [member for member in members if _is_struct(member)]
        if not structs:
            self._check_mapping(table, members, path)
        elif len(structs) == 1:
            self._check_struct(table, structs[0], path)
        else:
            self._check_variant(table, structs, path)

    def _check_mapping(self, table: dict[str, Any], members: list[Any], path: Path) -> None:
        kinds = [typing.get_args(member) for member in members if typing.get_origin(member) in _MAPPINGS]
        if len(kinds) == 1:
            for key, value in table.items():
                self._ask({key: None}, GenericAlias(dict, (kinds[0][0], Any)), (*path, key), is_key=True)
                self.check(value, kinds[0][1], (*path, key))

    def _check_variant(self, table: dict[str, Any], structs: list[Any], path: Path) -> None:
        tag_field = str(_config(structs[0]).tag_field)
        by_tag = {_config(struct).tag: struct for struct in structs}
        if tag_field not in table:
            self._document.blame(
                path, message("file.missing-kind", key=tag_field, choices=_choices_of(by_tag)), key=True
            )
        elif (tag := table[tag_field]) in list(by_tag):  # a list: the tag given may be unhashable
            self._check_struct(table, by_tag[tag], path)
        else:
            self._document.blame((*path, tag_field), _not_one_of(tag, by_tag))

    def _check_struct(self, table: dict[str, Any], struct: Any, path: Path) -> None:
        fields = _fields(struct)
        tag_field = _config(struct).tag_field
        unknown = [key for key in table if key not in fields and key != tag_field]
        absent = [key for key in fields if key not in table]
        for key in unknown:
            self._document.blame((*path, key), message("file.unknown-key", advice=advice(key, fields)), key=True)
        meant = {closest(key, fields) for key in unknown}
        for key in absent:
            if key not in meant and _is_required(fields[key]):
                self._document.blame(path, message("file.missing-key", key=key), key=True)
        for key in table.keys() & fields.keys():
            self.check(table[key], fields[key].type, (*path, key))

    def _check_list(self, items: list[Any], members: list[Any], path: Path) -> None:
        kinds = [_item_kinds(member, len(items)) for member in members if typing.get_origin(member) in _LISTS]
        if len(kinds) == 1:
            for index, (item, kind) in enumerate(zip(items, kinds[0], strict=False)):
                self.check(item, kind, (*path, index))

    def _ask(self, value: Any, kind: Any, path: Path, *, is_key: bool = False) -> None:
        try:
            msgspec.convert(value, kind, str_keys=True)
        except msgspec.ValidationError as error:
            said = _WHERE.sub("", str(error))
            if isinstance(error.__cause__, WrongFields):
                self._blame_fields(error.__cause__, path)
            else:
                shown = path[-1] if is_key else value
                self._document.blame(path, _in_words(said, shown, kind), key=is_key)
        else:
            for wrong in (said for judge in _judges(kind) for said in judge(value)):
                self._document.blame(path, wrong)

    def _blame_fields(self, error: WrongFields, path: Path) -> None:
        for key, said in error.wrong:
            self._document.blame((*path, *key.split(".")) if key else path, said)


_LISTS = (list, tuple, set, frozenset, abc.Sequence, abc.Collection, abc.Set)
_MAPPINGS = (dict, abc.Mapping)


def _judges(kind: Any) -> Iterable[Judge]:
    extras = [each.extra or {} for each in getattr(kind, "__metadata__", ()) if isinstance(each, msgspec.Meta)]
    return [extra[_JUDGE] for extra in extras if _JUDGE in extra]


def _members(kind: Any) -> list[Any]:
    """List what a value may be, without the annotations around it: `Annotated[int, ...] | None` is int or None."""
    if hasattr(kind, "__supertype__"):
        return _members(kind.__supertype__)
    origin = typing.get_origin(kind)
    if origin is Annotated:
        return _members(typing.get_args(kind)[0])
    if origin in (Union, UnionType):
        return [member for each in typing.get_args(kind) for member in _members(each)]
    return [kind]


def _item_kinds(kind: Any, length: int) -> list[Any]:
    arguments = list(typing.get_args(kind))
    if typing.get_origin(kind) is tuple and arguments[-1] is not Ellipsis:
        return arguments
    return arguments[:1] * length


def _is_struct(kind: Any) -> TypeGuard[type[msgspec.Struct]]:
    bare = typing.get_origin(kind) or kind
    return isinstance(bare, type) and issubclass(bare, msgspec.Struct)


def _config(struct: Any) -> Any:
    return (typing.get_origin(struct) or struct).__struct_config__


@cache
def _fields(struct: Any) -> dict[str, FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(struct)}


def _is_required(field: FieldInfo) -> bool:
    return field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT


_EXPECTED = re.compile(r"Expected `([^`]+)`(?: (of length|matching regex))?(?: ([<>=]*) ?(.+?))?(?:, got .*)?")


def _in_words(said: str, value: Any, kind: Any) -> Message:
    """What msgspec says, for people who have never seen a type."""
    if said.startswith("Invalid enum value"):
        return _not_one_of(value, _choices(kind))
    expected = _EXPECTED.fullmatch(said)
    if expected is None:
        return message("file.wrong", what=said)
    kinds = tuple(message(f"file.kind.{name}") for name in expected[1].split(" | ") if name != "null")
    limit = {None: "range", "of length": "length", "matching regex": "form"}[expected[2]] if expected[4] else "type"
    bound = " ".join(filter(None, expected.group(3, 4)))
    return message(f"file.wrong-{limit}", kinds=kinds, bound=bound, value=_shown(value))


def _choices(kind: Any) -> list[Any]:
    choices: list[Any] = []
    for member in _members(kind):
        if typing.get_origin(member) is Literal:
            choices += typing.get_args(member)
        elif isinstance(member, type) and issubclass(member, Enum):
            choices += [each.value for each in member]
        elif typing.get_origin(member) in _MAPPINGS:
            choices += _choices(typing.get_args(member)[0])
    return choices


def _choices_of(choices: Iterable[Any]) -> tuple[str | Message, ...]:
    return tuple(map(_shown, choices))


def _not_one_of(value: Any, choices: Iterable[Any]) -> Message:
    choices = list(choices)
    near = closest(value, [each for each in choices if isinstance(each, str)]) if isinstance(value, str) else None
    meant = NOTHING if near is None else message("advice.near", name=near)
    return message("file.wrong-choice", choices=_choices_of(choices), value=_shown(value), advice=meant)


def _shown(value: Any) -> str | Message:
    if isinstance(value, dict):
        return message("file.a-table")
    if isinstance(value, list):
        return message("file.a-list", count=len(value))
    if isinstance(value, str | bool):
        text = json.dumps(value, ensure_ascii=False)
        return text if len(text) <= 60 else f"{text[:56]}..."
    return str(value)
