"""Short functions, small files (CONTRIBUTING)."""

import ast
from statistics import median

from tests.repo.sources import ROOT, python_files, tree_of

LINES_OF_A_FUNCTION = 40
LINES_OF_A_FILE = 400
FILES = python_files("companion", "firmware", "hardware")


def functions() -> list[tuple[str, int]]:
    return [
        (f"{file.relative_to(ROOT)}:{node.lineno} {node.name}", (node.end_lineno or 0) - node.lineno + 1)
        for file in FILES
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def test_no_function_is_too_long() -> None:
    assert [each for each in functions() if each[1] > LINES_OF_A_FUNCTION] == []


def test_most_functions_are_short() -> None:
    assert median(length for _, length in functions()) <= 6


def test_no_file_is_too_long() -> None:
    lengths = {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8").count("\n") for file in FILES}
    assert {file: length for file, length in lengths.items() if length > LINES_OF_A_FILE} == {}
