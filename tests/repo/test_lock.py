"""What `setup.sh` installs is what pyproject.toml asks for and these tests ran with, whole and with its hashes."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from importlib.metadata import requires, version
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.repo.sources import ROOT

PROFILES = {
    "run": (),
    "hub": ("hub", "print"),
    "print": ("print",),
    "fast": ("fast",),
    "test": ("hub", "print", "fast", "dev"),
}
NOT_TO_BE_HAD = {"rpi-gpio"}  # its files would overwrite those of rpi-lgpio
KNOWN_FROM_INSIDE = (
    "gpiozero",
    "lgpio",
    "luma.core",
    "luma.oled",
    "mfrc522",
    "rpi-lgpio",
    "smbus2",
    "spidev",
    "uvicorn",
)


class Locked(NamedTuple):
    requirement: Requirement
    hashes: int

    @property
    def name(self) -> str:
        return canonicalize_name(self.requirement.name)

    @property
    def version(self) -> str:
        [pin] = self.requirement.specifier
        assert pin.operator == "=="
        return pin.version

    @property
    def is_for_here(self) -> bool:
        return self.requirement.marker is None or self.requirement.marker.evaluate()


def locked(profile: str) -> list[Locked]:
    text = (ROOT / "deploy" / "lock" / f"{profile}.txt").read_text(encoding="utf-8")
    blocks = re.findall(r"^(\w.*?)((?: \\\n +--hash=sha256:[0-9a-f]{64})*)$", text, re.MULTILINE)
    return [Locked(Requirement(first), hashes.count("sha256:")) for first, hashes in blocks]


def wanted(profile: str) -> Iterator[Requirement]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = settings["project"]
    extras = [line for extra in PROFILES[profile] for line in project["optional-dependencies"][extra]]
    yield from map(Requirement, (*settings["build-system"]["requires"], *project["dependencies"], *extras))


@pytest.mark.parametrize("profile", PROFILES)
def test_the_lock_has_what_is_asked_for_within_its_bounds(profile: str) -> None:
    versions = {each.name: each.version for each in locked(profile) if each.is_for_here}
    for each in wanted(profile):
        assert each.specifier.contains(Version(versions[canonicalize_name(each.name)])), each


@pytest.mark.parametrize("profile", PROFILES)
def test_the_lock_is_whole_and_every_file_has_its_hash(profile: str) -> None:
    here = {each.name for each in locked(profile) if each.is_for_here}
    assert [each.name for each in locked(profile) if not each.hashes] == []
    assert here.isdisjoint(NOT_TO_BE_HAD)
    needed = {
        canonicalize_name(each.name)
        for name in here
        for each in map(Requirement, requires(name) or ())
        if each.marker is None or each.marker.evaluate({"extra": ""})
    }
    assert needed - here <= NOT_TO_BE_HAD


def test_the_tests_run_with_what_is_locked() -> None:
    here = [each for each in locked("test") if each.is_for_here]
    assert {each.name: version(each.name) for each in here} == {each.name: each.version for each in here}


@pytest.mark.parametrize("profile", [profile for profile in PROFILES if profile != "test"])
def test_all_profiles_have_the_same_versions(profile: str) -> None:
    largest = {str(each.requirement).partition(";")[0] for each in locked("test")}
    assert {str(each.requirement).partition(";")[0] for each in locked(profile)} <= largest


def test_what_is_known_from_inside_is_bounded_above() -> None:
    asked = {each.name: each for each in wanted("run")}
    asked["mfrc522"] = Requirement(next(re.finditer(r'"(mfrc522[^"]+)"', (ROOT / "setup.sh").read_text()))[1])
    assert [name for name in KNOWN_FROM_INSIDE if "<" not in str(asked[name].specifier)] == []


def test_a_lock_of_32_bits_has_the_same_versions_without_hashes() -> None:
    """piwheels builds files of its own, whose hashes nobody can know before."""
    [script] = re.findall(r"sed '(.+)' -- \"\$\(lock_of", (ROOT / "setup.sh").read_text(encoding="utf-8"))
    file = ROOT / "deploy" / "lock" / "run.txt"
    left = subprocess.run(["sed", script, file], capture_output=True, text=True, check=True).stdout
    lines = [line for line in left.splitlines() if not line.startswith("#")]
    assert [str(Requirement(line)) for line in lines] == [str(each.requirement) for each in locked("run")]
