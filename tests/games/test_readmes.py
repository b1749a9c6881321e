"""Each library game tells its rules by paragraph, and the table names exactly the paragraphs the rule file cites."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GAMES = sorted(folder for folder in (Path(__file__).parents[2] / "games").iterdir() if any(folder.glob("*.rules")))


def _cited(folder: Path) -> set[str]:
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.rules"))
    return {part.strip() for cite in re.findall(r'@rule "([^"]+)"', text) for part in cite.split(",")}


def _rows(folder: Path) -> dict[str, str]:
    rows = re.findall(
        r"^\| ([^|]+) \|[^|]*\|[^|]*\| ([^|]+) \|$", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    return {paragraph: example for paragraph, example in rows if paragraph != "§" and not paragraph.startswith("-")}


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_cited_paragraph_is_in_the_table(folder: Path) -> None:
    assert _cited(folder) <= set(_rows(folder)), "the rule file cites paragraphs that the README does not tell"


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_example_in_the_table_exists(folder: Path) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.rules"))
    labels = set(re.findall(r'^example "([^"]+)"', text, re.MULTILINE))
    named = {label.strip() for cell in _rows(folder).values() for label in cell.split(";")} - {"—"}
    assert named <= labels, f"no such example: {named - labels}"
    assert named or "unique solution" in text, "a game without an example"
