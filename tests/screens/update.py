"""Draw all golden pictures and the contact sheets anew: `python -m tests.screens.update`; then look at them."""

from __future__ import annotations

from pathlib import Path

from tests.screens.pictures import GOLDEN, SETS, contact_sheet, drawn

DOCS = Path(__file__).parents[2] / "docs"


def main() -> None:
    """Write tests/screens/golden/SET/PAGE.png and docs/screens-SET.png; pictures of pages that are gone are removed."""
    for name, (language, edition) in SETS.items():
        folder = GOLDEN / name
        folder.mkdir(parents=True, exist_ok=True)
        pictures = [(scene.name, canvas.image) for scene, canvas in drawn(language, edition)]
        for page, picture in pictures:
            picture.save(folder / f"{page}.png", optimize=True)
        kept = {page for page, _ in pictures}
        for file in folder.glob("*.png"):
            if file.stem not in kept:
                file.unlink()
        contact_sheet(pictures).save(DOCS / f"screens-{name}.png", optimize=True)


if __name__ == "__main__":
    main()
