"""What holds for every test: an empty home, no settings or games of whoever runs it, no deadline on a busy machine."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("table", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("table")


@pytest.fixture(autouse=True)
def fresh_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test an empty home, so that `banker` finds neither a configuration nor a ledger."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for name in ("BANKER_CONFIG", "STATE_DIRECTORY", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return home
