"""The library's rule files are laid out the standard way and say nothing doubtful."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl.loading import check, library_names
from rules_dsl.source import SourceFile
from rules_dsl.syntax.format import format_text

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("games/*/*.rules"), *ROOT.glob("rules_dsl/library/std/*.rules")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_file_is_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(SourceFile(path.name, text)) == text


@pytest.mark.parametrize("name", library_names())
def test_nothing_is_doubtful(name: str) -> None:
    assert [f"{found.code} {found.message} {found.span}" for found in check(name)] == []
