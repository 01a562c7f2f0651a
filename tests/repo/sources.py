"""The program's own files, read as syntax trees: nothing is imported."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Import(NamedTuple):
    """One name brought into a file; `target` is a module, or a module and a name in it."""

    file: Path
    line: int
    target: str

    @property
    def place(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}"


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


def python_files(*folders: str) -> list[Path]:
    return sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))


def module_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(file: Path) -> Iterator[Import]:
    """Find all imports of a file, also those inside functions and for the type checker only."""
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            yield from (Import(file, node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None, f"{file}:{node.lineno}: imports are absolute"
            yield from (Import(file, node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
