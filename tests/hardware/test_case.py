"""The case is built as README.md says, and what comes out can be printed."""

import re
import subprocess
from pathlib import Path

import pytest
import trimesh

from companion.devices.settings import ButtonSettings
from tests.repo.sources import ROOT

BUILD = ROOT / "hardware" / "build.sh"
SOURCE = (ROOT / "hardware" / "case.scad").read_text(encoding="utf-8")
QUICK = "smoothness=12"

SLOTS, SCREWS, BUTTONS, DIAL, GLASS, GRILLE = 7 + 9, 4, 5, 1, 1, 7


def build(folder: Path, *settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BUILD, folder, QUICK, *settings], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module", params=["zero", "full"])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp(request.param)
    done = build(folder, f'pi="{request.param}"', f"dial={str(request.param == 'zero').lower()}")
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


@pytest.mark.parametrize(("part", "height"), [("base", 2.4 + 44), ("lid", 2.4 + 3)])
def test_it_is_watertight_and_of_one_piece(built: Path, part: str, height: float) -> None:
    mesh = trimesh.load_mesh(built / f"{part}.stl")
    assert mesh.is_watertight
    assert mesh.is_volume
    assert bodies(mesh) == 1
    assert mesh.extents.tolist() == pytest.approx([152 + 4.8, 108 + 4.8, height], abs=0.01)


def test_every_hole_goes_through_and_no_other(built: Path) -> None:
    dial = DIAL if "zero" in built.name else 0
    assert holes(trimesh.load_mesh(built / "base.stl")) == SLOTS + 2  # power and USB, or power and a cable
    assert holes(trimesh.load_mesh(built / "lid.stl")) == SCREWS + BUTTONS + dial + GLASS + GRILLE


def test_the_window_above_the_antenna_is_thin(built: Path) -> None:
    lid = trimesh.load_mesh(built / "lid.stl")  # lies on its face
    thin = [(x, y) for x, y, z in lid.vertices if abs(z - 1.2) < 0.001 and x < 90]  # beyond are the panel's pegs
    across, deep = (max(values) - min(values) for values in zip(*thin, strict=True))
    assert (across, deep) == pytest.approx((60, 40), abs=0.01)


def test_a_panel_too_near_to_the_reader_is_refused(tmp_path: Path) -> None:
    done = build(tmp_path, "panel_at=[100, 74]")
    assert done.returncode != 0
    assert "the panel is too near to the reader" in done.stderr


def test_the_lid_has_the_programs_buttons_in_their_order() -> None:
    found = re.search(r"buttons_at = (\[\[.*\]\]);\s+// (.*)", SOURCE)
    assert found
    assert found[1].count(",") // 2 + 1 == BUTTONS
    assert found[2].split(", ") == list(ButtonSettings().pins)
