"""A class name means one thing in the whole program."""

import ast
from collections import defaultdict

from tests.repo.sources import ROOT, python_files, tree_of

BY_DESIGN = {
    "Pay": "what a card demands, and the command of a debtor; each is the verb of its own table",
    "Step": "what a card does to a token, and a command with its events",
}


def homonyms() -> dict[str, list[str]]:
    """The names of several classes, each with the places where they stand."""
    places = defaultdict[str, list[str]](list)
    for file in python_files("companion"):
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{file.relative_to(ROOT)}:{node.lineno}")
    return {name: found for name, found in places.items() if len(found) > 1}


def test_a_class_name_means_one_thing() -> None:
    assert {name: places for name, places in homonyms().items() if name not in BY_DESIGN} == {}


def test_every_exception_is_needed() -> None:
    assert BY_DESIGN.keys() <= homonyms().keys()
