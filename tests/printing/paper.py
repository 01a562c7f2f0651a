"""Looking at a PDF as a person and a phone do: its pages as pictures, its words, its codes."""

import re
import subprocess
from io import BytesIO
from pathlib import Path

import zxingcpp
from PIL import Image

from companion.editions.registry import load
from companion.printing.ink import Ink
from companion.printing.sheets import PARTS, print_sheets
from companion.rules.edition import Edition
from companion.words.words import Words

EDITIONS = ("classic", "classic-2008", "dong", "gold", "junior", "saigon", "uk", "web")
PLAYERS = ("red", "blue", "white")
DPI = 200


def spaced(text: str) -> str:
    """A text with each run of spaces, no-break ones among them, as one."""
    return re.sub(r"\s+", " ", text)


class Printed:
    """The sheets of one edition as a file."""

    def __init__(
        self,
        path: Path,
        edition: str | Edition,
        paper: str = "a4",
        language: str = "en",
        parts: tuple[str, ...] = PARTS,
    ):
        self.path = path
        self.edition = load(edition) if isinstance(edition, str) else edition
        self.words = Words(language, self.edition)
        ink = Ink(path, paper, self.edition.title)
        print_sheets(ink, self.edition, self.words, PLAYERS, parts)
        self.pages = ink.pages

    def pictures(self) -> list[Image.Image]:
        """Draw the pages with poppler."""
        stem = self.path.with_suffix("")
        subprocess.run(["pdftoppm", "-gray", "-r", str(DPI), self.path, stem], check=True)
        return [Image.open(BytesIO(page.read_bytes())) for page in sorted(self.path.parent.glob(f"{stem.name}-*.pgm"))]

    def codes(self) -> list[str]:
        """Read all codes off the pictures."""
        return [found.text for picture in self.pictures() for found in zxingcpp.read_barcodes(picture)]

    def text(self) -> str:
        """Give all words, each run of spaces as one."""
        told = subprocess.run(["pdftotext", "-raw", self.path, "-"], check=True, capture_output=True, text=True)
        return spaced(told.stdout)

    def size(self) -> tuple[int, int]:
        """Give the paper's size in whole points."""
        told = subprocess.run(["pdfinfo", self.path], check=True, capture_output=True, text=True).stdout
        width, height = re.search(r"Page size: +([\d.]+) x ([\d.]+) pts", told).groups()  # type: ignore[union-attr]
        return round(float(width)), round(float(height))
