"""Imports point one way (design): who may enter which room, who may use which library, and no circles.

A room is a folder or a file directly in `companion/`. `MAY_ENTER` lists for each what it may import beside itself and
the helpers: a whole room, or single modules of one. A new room needs a line here, and so a decision.
"""

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import packages_distributions

from companion.cli import COMMANDS
from tests.repo.sources import ROOT, Import, imports_of, module_of, python_files

EVERYTHING = ("",)
HELPERS = ("compiled", "disk", "dispatch", "errors", "paths", "reading", "text", "tomlcheck", "tomlplaces")
NAMES_OF_RULES = tuple(
    f"rules.{module}"
    for module in ("board", "cards", "commands", "dice", "edition", "events", "frames", "options", "prompts", "state")
)

MAY_ENTER: Mapping[str, tuple[str, ...]] = {
    "rules": (),
    "devices": (),
    "simulator": ("devices.ports", "devices.settings", "devices.die_protocol"),
    "editions": ("rules",),
    "ledger": ("rules",),
    "plays": ("editions", "rules"),
    "bots": ("editions", "rules"),
    "words": (*NAMES_OF_RULES, "rules.codec"),
    "table": ("ledger", "editions", "rules", "words.languages"),  # how names are spelt, which languages there are
    "screens": (
        "words",
        "table.parts",
        "table.shown",
        "table.views",
        "rules.charges",
        "rules.grounds",
        *NAMES_OF_RULES,
    ),  # the sample pages show charges as the rules make them
    "web": (
        "table",
        "screens",
        "words",
        "ledger",
        "rules.game",
        "rules.why",
        *NAMES_OF_RULES,
    ),  # folds, decides nothing
    "tournament": ("rules.events", "rules.frames", "rules.game"),
    "publishing": ("ledger",),
    "hub": ("tournament", "publishing", "ledger", "rules", "web", "words", "printing.ink"),  # pages like a table's
    "printing": ("rules.board", "rules.cards", "rules.edition", "words"),
    "config": ("devices.settings", "table.settings", "words.languages"),
    "cli": ("config", "words.languages", "words.refusals"),  # on the way to an error or a help
    "__main__": ("cli",),
    "app": EVERYTHING,
    "bench": EVERYTHING,
    "commands": EVERYTHING,
    "demo": EVERYTHING,
    "doctor": EVERYTHING,
}
PURE_HELPERS = {"rules": ("dispatch",)}  # a room that uses none but these
# A subcommand finds the files that the settings name, and says what it found.
COMMAND_MODULES = {target.partition(":")[0] for target in COMMANDS.values()}

IMPURE = {
    "asyncio", "ctypes", "datetime", "fileinput", "glob", "http", "io", "logging", "mmap", "multiprocessing", "os",
    "pathlib", "random", "secrets", "select", "shutil", "signal", "socket", "sqlite3", "subprocess", "tempfile",
    "threading", "time", "urllib", "uuid",
}  # fmt: skip

OURS = [each for file in python_files("companion") for each in imports_of(file)]
MODULES = {module_of(file) for file in python_files("companion")}


def room_of(module: str) -> str:
    return module.removeprefix("companion").removeprefix(".").partition(".")[0]


def target_module(each: Import) -> str:
    return each.target if each.target in MODULES else each.target.rpartition(".")[0]


def may_import(importer: str, imported: str) -> bool:
    room, inner = room_of(importer), imported.removeprefix("companion").removeprefix(".")
    allowed = MAY_ENTER.get(room, ())
    allowed += PURE_HELPERS.get(room, HELPERS)
    if importer in COMMAND_MODULES:
        allowed += ("config", "words")
    return room == room_of(imported) or any(f"{inner}.".startswith(f"{each}." if each else "") for each in allowed)


def wrong_turns() -> Iterator[str]:
    for each in OURS:
        if not each.target.startswith("companion."):
            continue
        importer, imported = module_of(each.file), target_module(each)
        if imported == "companion" or may_import(importer, imported):
            continue
        allowed = ", ".join(MAY_ENTER.get(room_of(importer), ())) or "helpers"
        yield f"{each.place}: {room_of(importer)} may not import {imported}, only {allowed}"


def test_imports_point_one_way() -> None:
    wrong = "\n".join(dict.fromkeys(wrong_turns()))
    assert not wrong, f"imports against the arrows:\n{wrong}"


def test_every_room_has_its_line() -> None:
    rooms = {room_of(module) for module in MODULES} - {"", *HELPERS}
    assert rooms - set(MAY_ENTER) == set()


def test_helpers_need_helpers_only() -> None:
    wrong = [
        each.place
        for each in OURS
        if room_of(module_of(each.file)) in HELPERS
        and each.target.startswith("companion.")
        and room_of(target_module(each)) not in HELPERS
    ]
    assert wrong == []


def test_devices_and_rules_never_meet() -> None:
    graph = import_graph()
    for start, end in (("devices", "rules"), ("rules", "devices"), ("simulator", "rules")):
        for module in sorted(module for module in graph if room_of(module) == start):
            reached = {other for other in reachable(graph, module) if room_of(other) == end}
            assert reached == set(), f"{module} reaches {', '.join(sorted(reached))}"


def test_there_is_no_circle() -> None:
    try:
        TopologicalSorter(import_graph()).prepare()
    except CycleError as error:
        raise AssertionError("import circle: " + " <- ".join(error.args[1])) from None


def import_graph() -> dict[str, set[str]]:
    graph: dict[str, set[str]] = {module: set() for module in MODULES}
    for each in OURS:
        if each.target.startswith("companion."):
            graph[module_of(each.file)].add(target_module(each))
    return graph


def reachable(graph: Mapping[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    todo = [start]
    while todo:
        for module in graph.get(todo.pop(), set()) - seen:
            seen.add(module)
            todo.append(module)
    return seen


def impure(room: str, allowed: set[str]) -> list[str]:
    allowed |= set(sys.stdlib_module_names) - IMPURE | {"companion", "msgspec"}
    return [
        f"{each.place}: {each.target}"
        for each in OURS
        if room_of(module_of(each.file)) == room and not {each.target, each.target.partition(".")[0]} & allowed
    ]


def test_rules_know_no_clock_no_chance_and_no_file() -> None:
    assert impure("rules", set()) == []


def test_a_tournament_knows_no_clock_no_chance_and_no_file() -> None:
    """A moment is a value, and so is a seed."""
    assert impure("tournament", {"datetime.datetime", "datetime.timedelta", "random.Random"}) == []
    calls = re.compile(r"\.now\(|\.utcnow\(|\.today\(|Random\(\)")
    assert [file.name for file in python_files("companion/tournament") if calls.search(file.read_text("utf-8"))] == []


def test_a_table_does_without_the_hub() -> None:
    graph = import_graph()
    for module in sorted(module for module in graph if room_of(module) in ("app", "publishing", "table", "tournament")):
        reached = {other for other in reachable(graph, module) if room_of(other) == "hub"}
        assert reached == set(), f"{module} reaches {', '.join(sorted(reached))}"


def declared(*extras: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = project["dependencies"] + [line for extra in extras for line in project["optional-dependencies"][extra]]
    return {normal(line) for line in lines} | {"mfrc522"}


def normal(requirement: str) -> str:
    name = requirement.partition(">")[0].partition("[")[0]
    return name.lower().replace("_", "-").replace(".", "-")


def undeclared(folder: str, known: set[str]) -> list[str]:
    sources = packages_distributions()
    own = set(sys.stdlib_module_names) | {"companion", "firmware", "hardware", "tests"}
    return [
        f"{each.place}: {each.target}"
        for file in python_files(folder)
        if "vm" not in file.parts  # what only a MicroPython VM imports
        for each in imports_of(file)
        if (top := each.target.partition(".")[0]) not in own and known.isdisjoint(map(normal, sources.get(top, [])))
    ]


def test_what_the_program_uses_is_declared() -> None:
    assert undeclared("companion", declared("hub", "print")) == []


def test_what_the_tests_use_is_declared() -> None:
    assert undeclared("tests", declared("hub", "print", "dev")) == []
