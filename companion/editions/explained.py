"""The choices for people who make an edition: what each may be, and by which rules."""

import msgspec
from msgspec import inspect

from companion.rules.options import HIGHEST_SUM, Options, classic


def allowed(key: str) -> str:
    """What an option may be, in words, of names the classic one first: `choose or flat`, `0 to 100`."""
    first = str(getattr(Options(), key))
    *values, last = sorted(_allowed(_FIELDS[key].type), key=lambda value: value != first)
    return f"{', '.join(values)} or {last}" if values else last


def differing(options: Options, unit: int) -> dict[str, object]:
    """The options that are not classic in a money of this unit, in the order of `Options`."""
    usual = msgspec.structs.asdict(classic(unit))
    return {key: value for key, value in msgspec.structs.asdict(options).items() if value != usual[key]}


def _allowed(kind: inspect.Type) -> list[str]:
    match kind:
        case inspect.BoolType():
            return ["true", "false"]
        case inspect.LiteralType(values):
            return list(map(str, values))
        case inspect.UnionType(types):
            return [value for each in types for value in _allowed(each)]
        case inspect.IntType(ge=lowest, le=highest):
            return [f"{lowest} or more" if highest == HIGHEST_SUM else f"{lowest} to {highest}"]
        case inspect.StrType():
            return ["NAME SUM ..."]
        case _:
            raise TypeError(f"an option of type {kind} has no words yet")


def _fields() -> dict[str, inspect.Metadata]:
    info = inspect.type_info(Options)
    assert isinstance(info, inspect.StructType)
    return {field.name: field.type for field in info.fields if isinstance(field.type, inspect.Metadata)}


_FIELDS = _fields()
