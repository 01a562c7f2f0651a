"""How commands, events and frames are read, written and changed, whichever way the program was made.

In the plain program they are structs of msgspec, which knows them. Compiled, they are classes of their own, and each
has a twin in `companion.rules.twins` (`deploy/native.py`): the struct as it is declared, which stands for it here, so
that both programs write the same bytes and accept the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar, Union

import msgspec

from companion.dispatch import members
from companion.rules import commands, events, frames

Kind = TypeVar("Kind")


def fields(message: object) -> dict[str, Any]:
    """The fields of a command, event or frame by their names."""
    names: tuple[str, ...] = type(message).__match_args__  # type: ignore[attr-defined]  # struct or compiled
    return {name: getattr(message, name) for name in names}


def replace(message: Kind, **changes: Any) -> Kind:
    """The same command, event or frame with other values in some of its fields."""
    return type(message)(**fields(message) | changes)


def encode(value: object) -> bytes:
    """The JSON of anything that holds commands, events or frames."""
    return _ENCODE(value)


def builtins(value: object) -> Any:
    """The same as plain data of Python."""
    return msgspec.to_builtins(value, enc_hook=_twin_of if _TWINS else None)


def decoder(kind: type[Kind]) -> Callable[[bytes], Kind]:
    """What reads the JSON of a kind that holds commands, events or frames.

    The decoder raises `msgspec.DecodeError` where the text is not of this kind.
    """
    return msgspec.json.Decoder(kind, dec_hook=_native if _TWINS else None).decode


def convert(data: object, kind: type[Kind]) -> Kind:
    """What plain data say; raise `msgspec.ValidationError` where they are not of this kind."""
    return msgspec.convert(data, kind, dec_hook=_native if _TWINS else None)


def _twins() -> Mapping[type, type[msgspec.Struct]]:
    """The twin of each class; none where classes are structs themselves."""
    if find_spec("companion.rules.twins") is None:
        return {}
    module = import_module("companion.rules.twins")
    structs = {name: each for name, each in vars(module).items() if getattr(each, "__module__", "") == module.__name__}
    classes = {name: each for declared in (frames, commands, events) for name, each in vars(declared).items()}
    return {classes[name]: struct for name, struct in structs.items()}


_TWINS = _twins()
_CLASSES = {twin: kind for kind, twin in _TWINS.items()}


def _twin_of(message: object) -> msgspec.Struct:
    """What is written of a class; raise `TypeError` where it is none of them, as the plain program does."""
    twin = _TWINS.get(type(message))
    if twin is None:
        raise TypeError(f"objects of type {type(message).__name__} cannot be written")
    return twin(*[getattr(message, name) for name in twin.__struct_fields__])


def _native(kind: type, data: object) -> Any:
    """What plain data say, as a class: the reading itself is the twin's."""
    return _class_of(msgspec.convert(data, _union(kind)))


@cache
def _union(kind: type) -> Any:
    return Union[tuple(_TWINS[each] for each in members(kind))]  # noqa: UP007  # as many as there are


def _class_of(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple([_class_of(each) for each in value])
    kind = _CLASSES.get(type(value))
    return value if kind is None else kind(*[_class_of(getattr(value, name)) for name in value.__struct_fields__])


_ENCODE = msgspec.json.Encoder(enc_hook=_twin_of if _TWINS else None).encode
