"""What is loaded stays, and is not looked at again: a full collection would stop the table and all pages."""

import subprocess
import sys

PROGRAM = """
import gc
from companion.app.assembly import spare_loaded
from companion.editions import registry
from companion.words.words import Words

words = Words("en", registry.load("classic"))
loaded = len(gc.get_objects())
spare_loaded()
print(loaded, len(gc.get_objects()))
"""


def test_a_full_collection_passes_over_what_is_loaded() -> None:
    loaded, looked_at = subprocess.check_output([sys.executable, "-c", PROGRAM], text=True).split()
    assert int(looked_at) < int(loaded) / 100
