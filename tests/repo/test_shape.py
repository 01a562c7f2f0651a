"""Short functions, small files (CONTRIBUTING)."""

import ast
from statistics import median

from tests.repo.sources import ROOT, python_files, tree_of

LINES_OF_A_FUNCTION = 40
LINES_OF_A_FILE = 400
LINES_OF_A_SMALL_FILE = 40
SMALL = {
    "companion/app/beside.py": "what thinks for bots and what reckons chances share it, and are loaded apart",
    "companion/rules/onward.py": "above turns, purchases and promises, which it goes on with",
    "companion/__main__.py": "what `python -m companion` runs",
    "companion/commands/recover.py": "one file is one subcommand",
    "companion/commands/restore.py": "one file is one subcommand",
    "companion/dispatch.py": "how kinds are told apart, by rooms that share nothing else",
    "companion/devices/iso14443.py": "words of the standard, for driver and tests, without the library of the chip",
    "companion/reading.py": "what reading raises, for all rooms that read bytes, and not for the frame of the commands",
    "companion/rules/dice.py": "what a throw is, for commands, events and state alike",
    "companion/rules/edition.py": "what a game is played by; nearly every room names it",
    "companion/screens/sound.py": "the patterns of the buzzer, and nothing of the display",
    "companion/simulator/nodes.py": "the machine's nodes, shared by all that stand in for a library",
    "companion/table/coins.py": "the steps of bids and dials",
    "companion/table/putback.py": "from the ledger's finding to the words' keys, for table, pages and commands",
    "companion/text.py": "what words near a mistyped one, for files and commands",
    "companion/tournament/settings.py": "what the file of a tournament may say",
    "companion/web/outlook.py": "what reckons and what shows share, and neither imports the other",
    "companion/words/refusals.py": "the last thing that is done to an error",
}
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


def test_a_small_file_has_a_reason() -> None:
    small = {
        str(file.relative_to(ROOT))
        for file in python_files("companion")
        if file.name != "__init__.py" and file.read_text(encoding="utf-8").count("\n") < LINES_OF_A_SMALL_FILE
    }
    assert small - SMALL.keys() == set(), "merge it, or say why it stands alone"
    assert {file for file in SMALL if not (ROOT / file).exists()} == set()
