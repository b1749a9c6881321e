"""What tests of the semantics share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.semantics.library import Folder


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A folder for the files of a game."""
    return Folder(tmp_path)
