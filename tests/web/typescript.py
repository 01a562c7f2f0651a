"""The messages to pages as TypeScript declares them; `python -m tests.web.typescript` writes the declarations."""

from __future__ import annotations

import inspect as python
from collections.abc import Iterator

from msgspec import inspect

from companion.web import assets, messages

DECLARATIONS = assets.STATIC / "messages.d.ts"
HEAD = "// What pages are told: companion/web/messages.py, written down by tests/web/typescript.py.\n"
PLAIN = {"IntType": "number", "FloatType": "number", "StrType": "string", "BoolType": "boolean", "NoneType": "null"}


def declarations() -> str:
    """All messages, each with its fields; those that may be left out are optional."""
    structs = [each for _, each in python.getmembers(messages, python.isclass) if each.__module__ == messages.__name__]
    structs.sort(key=lambda each: python.getsourcelines(each)[1])
    return HEAD + "".join(f"\n{declared(inspect.type_info(struct))}" for struct in structs)


def declared(told: inspect.Type) -> str:
    """A message: an interface, or a tuple where it is sent as an array."""
    assert isinstance(told, inspect.StructType)
    text = f"/** {told.cls.__doc__} */\n"
    if told.array_like:
        return f"{text}export type {told.cls.__name__} = [{', '.join(fields(told))}];\n"
    return f"{text}export interface {told.cls.__name__} {{\n" + "".join(f"  {each};\n" for each in fields(told)) + "}\n"


def fields(told: inspect.StructType) -> Iterator[str]:
    optional = "?" if told.cls.__struct_config__.omit_defaults else ""
    for field in told.fields:
        yield f"{field.encode_name}{'' if field.required else optional}: {shape(field.type)}"


def shape(told: inspect.Type) -> str:
    """A type as TypeScript writes it."""
    match told:
        case inspect.StructType():
            return told.cls.__name__
        case inspect.UnionType(types):
            return " | ".join(map(shape, types))
        case inspect.LiteralType(values):
            return " | ".join(f'"{value}"' for value in values)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            each = shape(item)
            return f"({each})[]" if " | " in each else f"{each}[]"
        case inspect.TupleType(items):
            return f"[{', '.join(map(shape, items))}]"
        case inspect.DictType(key_type=key, value_type=value):
            return f"Record<{shape(key)}, {shape(value)}>"
    return PLAIN[type(told).__name__]


if __name__ == "__main__":
    DECLARATIONS.write_text(declarations(), encoding="utf-8")
