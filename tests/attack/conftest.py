"""Tables for those who attack them."""

from tests.table.conftest import opened

__all__ = ["opened"]
