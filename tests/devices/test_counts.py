import pytest

from tests.devices.counts import rows, table
from tests.repo.sources import ROOT


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the libraries as they come
def test_the_table_of_the_docs_is_what_is_counted() -> None:
    assert table() in (ROOT / "docs/box.md").read_text(encoding="utf-8")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_drivers_keep_what_was_promised() -> None:
    after = {row.what: int(row.after.replace(",", "")) for row in rows() if row.after.replace(",", "").isdecimal()}
    assert after["a look at an empty reader"] <= 50
    assert after["a look at a 4-byte card"] <= 75
    assert after["a band of 16 rows has changed"] <= 270
    assert after["the whole picture has changed"] <= 1034
    assert after["a picture that has not changed"] == 0
