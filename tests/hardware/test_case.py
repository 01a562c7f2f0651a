"""Box, roller and cube are built as README.md says, and what comes out can be printed."""

import re
import subprocess
from pathlib import Path

import pytest
import trimesh

from companion.devices.settings import ButtonSettings
from tests.repo.sources import ROOT

BUILD = ROOT / "hardware" / "build.sh"
CASE = (ROOT / "hardware" / "case.scad").read_text(encoding="utf-8")
CUBE = (ROOT / "hardware" / "cube.scad").read_text(encoding="utf-8")
QUICK = "smoothness=12"

SLOTS, SCREWS, BUTTONS, DIAL, GLASS, GRILLE = 7 + 9, 4, 5, 1, 1, 7
# Size in mm and what goes all the way through.
PARTS = {
    "case-base": ((156.8, 112.8, 46.4), SLOTS + 2),  # power and USB, or power and a cable
    "case-lid": ((156.8, 112.8, 5.4), SCREWS + BUTTONS + DIAL + GLASS + GRILLE),
    "roller-box": ((88.8, 90.8, 52.4), 1),
    "roller-lid": ((88.8, 90.8, 6.4), SCREWS + 2),  # LEDs and button
    "cube-cup": ((63.5, 63.5, 61), 0),
    "cube-cap": ((60, 60, 7), SCREWS),
}


def build(folder: Path, *settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BUILD, folder, QUICK, *settings], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    done = build(folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def holes(mesh: trimesh.Trimesh) -> int:
    """Count what goes all the way through a body without voids (its genus)."""
    return 1 - int(mesh.euler_number) // 2


def bodies(mesh: trimesh.Trimesh) -> int:
    """Count what hangs together, face by face."""
    parents = list(range(len(mesh.faces)))

    def root(face: int) -> int:
        while parents[face] != face:
            parents[face] = parents[parents[face]]
            face = parents[face]
        return face

    for one, other in mesh.face_adjacency:
        parents[root(one)] = root(other)
    return len({root(face) for face in range(len(parents))})


@pytest.mark.parametrize("part", PARTS)
def test_it_is_watertight_and_of_one_piece_with_its_holes(built: Path, part: str) -> None:
    mesh = trimesh.load_mesh(built / f"{part}.stl")
    size, through = PARTS[part]
    assert mesh.is_watertight
    assert mesh.is_volume
    assert bodies(mesh) == 1
    assert holes(mesh) == through
    assert mesh.extents.tolist() == pytest.approx(
        size, abs=0.01 if "cube" not in part else 2.5
    )  # its corners are coarse
    assert mesh.bounds[0][2] == pytest.approx(0, abs=0.3)  # it stands on the printer's bed


def test_the_other_pi_and_no_dial(tmp_path: Path) -> None:
    settings = [word for setting in ('pi="full"', "dial=false", QUICK) for word in ("-D", setting)]
    for part in ("base", "lid"):
        chosen = ["-D", f'part="{part}"', "-o", f"{tmp_path}/case-{part}.stl", f"{ROOT}/hardware/case.scad"]
        subprocess.run(["openscad", "-q", *settings, *chosen], check=True)
    base, lid = (trimesh.load_mesh(tmp_path / f"case-{part}.stl") for part in ("base", "lid"))
    assert base.is_volume
    assert holes(base) == PARTS["case-base"][1]
    assert holes(lid) == PARTS["case-lid"][1] - DIAL


def test_the_window_above_the_antenna_is_thin(built: Path) -> None:
    lid = trimesh.load_mesh(built / "case-lid.stl")  # lies on its face
    thin = [(x, y) for x, y, z in lid.vertices if abs(z - 1.2) < 0.001 and x < 90]  # beyond are the panel's pegs
    across, deep = (max(values) - min(values) for values in zip(*thin, strict=True))
    assert (across, deep) == pytest.approx((60, 40), abs=0.01)


def test_a_panel_too_near_to_the_reader_is_refused(tmp_path: Path) -> None:
    done = build(tmp_path, "panel_at=[100, 74]")
    assert done.returncode != 0
    assert "the panel is too near to the reader" in done.stderr


def test_the_lid_has_the_programs_buttons_in_their_order() -> None:
    found = re.search(r"buttons_at = (\[\[.*\]\]);\s+// (.*)", CASE)
    assert found
    assert found[1].count(",") // 2 + 1 == BUTTONS
    assert found[2].split(", ") == list(ButtonSettings().pins)


def test_the_pips_are_where_the_settings_expect_them() -> None:
    axes = {
        "": "+z",
        "[180, 0, 0]": "-z",
        "[0, 90, 0]": "+x",
        "[0, -90, 0]": "-x",
        "[-90, 0, 0]": "+y",
        "[90, 0, 0]": "-y",
    }
    drawn = {
        axes[turn]: int(face)
        for turn, face in re.findall(r"^    (?:rotate\((.*)\) )?side\((\d)\);", CUBE, re.MULTILINE)
    }
    settings = (ROOT / "firmware" / "settings" / "cube.py").read_text(encoding="utf-8")
    sides = re.search(r"^SIDES = \((.*)\)", settings, re.MULTILINE)
    assert sides
    assert drawn == dict(zip(("+x", "-x", "+y", "-y", "+z", "-z"), map(int, sides[1].split(", ")), strict=True))
    assert all(drawn[f"+{axis}"] + drawn[f"-{axis}"] == 7 for axis in "xyz")
