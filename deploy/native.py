"""Rewrites a copy of the sources for mypyc: commands, events, frames and steps become native classes.

    python deploy/native.py FOLDER      # the folder that holds the copy's pyproject.toml

Whatever the compiler is given (pyproject.toml: mypyc) and is declared there as a struct of msgspec becomes a class with
typed fields, equal and pickled by its fields as before; a union of such classes becomes their base, whose methods the
compiler calls directly. The declarations of what the ledger keeps are copied to `companion.rules.twins`: their structs
stand for the classes wherever they are read or written (`companion.rules.codec`).
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from itertools import chain
from pathlib import Path

STRUCT = "msgspec.Struct"
RULES = "companion/rules"
WRITTEN = ("frames", "commands", "events/*")  # modules of what the ledger keeps
BASE = """
    def __repr__(self) -> str:
        fields = [f"{name}={getattr(self, name)!r}" for name in self.__match_args__]
        return f"{type(self).__name__}({', '.join(fields)})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), tuple([getattr(self, name) for name in self.__match_args__])
"""

Field = tuple[str, str, str | None]  # name, type, default


class Family:
    """All struct classes of the compiled modules, by their names, which are unique."""

    def __init__(self, modules: dict[Path, ast.Module]) -> None:
        every = [node for module in modules.values() for node in module.body]
        found = [node for node in every if isinstance(node, ast.ClassDef)]
        self.bases: dict[str, str] = {}
        while new := [node for node in found if node.name not in self.bases and self._base(node)]:
            self.bases |= {node.name: self._base(node) for node in new}
        self._own = {node.name: list(_fields(node)) for node in found if node.name in self.bases}
        self._methods = {node.name: {each.name: each for each in _methods(node)} for node in found}
        self._origins = {
            name: node.module for node in every if isinstance(node, ast.ImportFrom) for name in _names(node)
        }

    def _base(self, node: ast.ClassDef) -> str:
        bases = [ast.unparse(base) for base in node.bases]
        return next((base for base in bases if base == STRUCT or base in self.bases), "")

    def line(self, name: str) -> list[str]:
        """The class and its bases, up to the first that is no other's."""
        found = [name]
        while self.bases[found[-1]] != STRUCT:
            found.append(self.bases[found[-1]])
        return found

    def shared(self, base: str) -> Iterator[ast.FunctionDef]:
        """The methods that all classes have that are built on a base, each as one of them has it."""
        leaves = [name for name in self.bases if base in self.line(name)[1:] and name not in self.bases.values()]
        first, *others = [self._methods[leaf] for leaf in leaves] or [{}]
        yield from (method for name, method in first.items() if all(name in other for other in others))

    def imports(self, names: Iterable[str]) -> list[str]:
        """The imports of those names that are imported anywhere."""
        return [f"from {self._origins[name]} import {name}" for name in sorted(names) if name in self._origins]

    def fields(self, name: str) -> list[Field]:
        """The fields of a class, inherited ones first."""
        return [*chain.from_iterable(self._own[each] for each in reversed(self.line(name)))]

    def common_base(self, union: ast.expr) -> str | None:
        """The nearest base of all that a union names; nothing where it names anything else."""
        names = [node.id for node in ast.walk(union) if isinstance(node, ast.Name)]
        if not isinstance(union, ast.BinOp) or not names or not all(name in self.bases for name in names):
            return None
        lines = [self.line(name) for name in names]
        return next((base for base in lines[0] if all(base in line for line in lines)), None)


class Native(ast.NodeTransformer):
    """Makes the struct classes of one module native, and its constants final, which the compiler need not look up."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self._imports = ["from typing import ClassVar, Final", "from mypy_extensions import mypyc_attr"]

    def module(self, node: ast.Module) -> str:
        """The text of the module."""
        body = [self._final(self.visit(each)) for each in node.body]
        at = 2 if ast.get_docstring(node) else 1  # after `from __future__ import annotations`
        return "\n".join(map(ast.unparse, [*body[:at], *ast.parse("\n".join(self._imports)).body, *body[at:]])) + "\n"

    def _final(self, node: ast.stmt) -> ast.stmt:
        if isinstance(node, ast.Assign) and isinstance(name := node.targets[0], ast.Name) and name.id.isupper():
            return ast.AnnAssign(name, ast.Name("Final"), node.value, simple=1)
        if isinstance(node, ast.AnnAssign) and isinstance(name := node.target, ast.Name) and name.id.isupper():
            node.annotation = ast.Subscript(ast.Name("Final"), node.annotation)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        if node.name not in self._family.bases:
            return node
        order = any(keyword.arg == "order" for keyword in node.keywords)
        base = self._family.bases[node.name]
        fields, own = self._family.fields(node.name), list(_fields(node))
        self._imports += self._family.imports(_used(fields[: len(fields) - len(own)]))
        text = "\n".join(_class(node.name, base, fields, own, order))
        native = ast.parse(text).body[0]
        assert isinstance(native, ast.ClassDef)
        native.body += [*_methods(node), *self._promised(node)]
        return native

    def _promised(self, node: ast.ClassDef) -> Iterator[ast.FunctionDef]:
        """What the classes on a base have in common, so that the compiler finds it there."""
        own = {each.name for each in _methods(node)}
        for method in self._family.shared(node.name):
            if method.name not in own:
                signature = ast.parse(ast.unparse(method)).body[0]
                assert isinstance(signature, ast.FunctionDef)
                signature.body = ast.parse("raise NotImplementedError").body
                names = {each.id for each in ast.walk(signature) if isinstance(each, ast.Name)}
                self._imports += self._family.imports(names)
                yield signature

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        base = self._family.common_base(node.value)
        if base is not None:
            node.value = ast.Name(base)
        return node


def _methods(node: ast.ClassDef) -> list[ast.FunctionDef]:
    return [each for each in node.body if isinstance(each, ast.FunctionDef)]


def _declared(node: ast.ClassDef) -> Iterator[ast.AnnAssign]:
    yield from (each for each in node.body if isinstance(each, ast.AnnAssign))


def _fields(node: ast.ClassDef) -> Iterator[Field]:
    for each in _declared(node):
        default = ast.unparse(each.value) if each.value else None
        yield ast.unparse(each.target), ast.unparse(each.annotation), default


def _used(fields: Iterable[Field]) -> set[str]:
    """The names in types and defaults of fields."""
    texts = [text for _, kind, default in fields for text in (kind, default or "None")]
    return {node.id for text in texts for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}


def _class(name: str, base: str, fields: list[Field], own: list[Field], order: bool) -> Iterator[str]:
    """The text of a native class."""
    names = [field for field, _, _ in fields]
    yield "@mypyc_attr(acyclic=True)"
    yield f"class {name}{'' if base == STRUCT else f'({base})'}:"
    yield from (f"    {field}: {kind}" for field, kind, _ in own)
    yield f"    __match_args__: ClassVar[tuple[str, ...]] = {tuple(names)!r}"
    if base == STRUCT:
        yield BASE
    if fields:
        given = (f"{field}: {kind}" + (f" = {default}" if default else "") for field, kind, default in fields)
        yield f"    def __init__(self, {', '.join(given)}) -> None:"
        yield from (f"        self.{field} = {field}" for field in names)
    same = "".join(f" and self.{field} == other.{field}" for field in names)
    yield "    def __eq__(self, other: object) -> bool:"
    yield f"        return type(other) is {name}{same}"
    yield "    def __hash__(self) -> int:"
    yield f"        return hash(({name!r}, {''.join(f'self.{field}, ' for field in names)}))"
    if order:
        mine, others = (f"({''.join(f'{whose}.{field}, ' for field in names)})" for whose in ("self", "other"))
        yield f"    def __lt__(self, other: {name}) -> bool:"
        yield f"        return {mine} < {others}"


def twins(modules: dict[str, ast.Module], family: Family) -> str:
    """The module of the structs as they are declared, without their methods."""
    structs = [
        ast.ClassDef(node.name, node.bases, node.keywords, [*_declared(node)] or [ast.Pass()], [])
        for module in modules.values()
        for node in module.body
        if isinstance(node, ast.ClassDef) and node.name in family.bases
    ]
    used = {
        node.id
        for struct in structs
        for node in ast.walk(struct)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    imports = [
        f"from {name} import {each}"
        for name, module in modules.items()
        for node in module.body
        for each in _defined(node)
        if each in used - family.bases.keys()
    ]
    head = [
        "from __future__ import annotations",
        "import msgspec",
        *imports,
        *family.imports(used - family.bases.keys()),
    ]
    return "\n".join([*head, *map(ast.unparse, structs), ""])


def _names(node: ast.ImportFrom) -> list[str]:
    return [each.name for each in node.names]


def _defined(node: ast.stmt) -> list[str]:
    """The names that a statement of a module defines."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    own = [node.name] if isinstance(node, ast.ClassDef) else []
    return own + [each.id for each in targets if isinstance(each, ast.Name)]


def compiled(folder: Path) -> Iterator[Path]:
    """The modules that the compiler is given, those on which others build first."""
    with (folder / "pyproject.toml").open("rb") as file:
        hook = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]
    for root in hook["include"]:
        for path in sorted((folder / root.lstrip("/")).rglob("*.py")):
            name = f"/{path.relative_to(folder)}"
            if not any(fnmatch(name, pattern) or name.startswith(f"{pattern}/") for pattern in hook["exclude"]):
                yield path


def rewrite(folder: Path) -> None:
    """Make all structs of the compiled modules native, and leave their twins."""
    modules = {path: ast.parse(path.read_text("utf-8")) for path in compiled(folder)}
    family = Family(modules)
    written = [path for pattern in WRITTEN for path in modules if path.match(f"{RULES}/{pattern}.py")]
    names = {".".join(path.relative_to(folder).with_suffix("").parts): modules[path] for path in written}
    (folder / RULES / "twins.py").write_text(twins(names, family), "utf-8")
    for path in modules:
        path.write_text(Native(family).module(ast.parse(path.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    rewrite(Path(sys.argv[1]))
