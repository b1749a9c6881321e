"""One page for several boards: told by what differs, each with its own rules and its own compiled game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import regelwerk
from puzzles.page.patches import Patch, patch
from puzzles.page.sheet import GoalKind, Item, Role, SheetGoal
from puzzles.page.writing import Chapter, write_chapters
from tests.page.browser import browser, needs_browser, needs_zig, opened

BOARDS = ("oooooo|oooBoo|AAoBoo|oooooo|oooooo|oooooo", "oooooo|oooooo|AAoCCC|oooooo|oooooo|oooooo", "oooooo|oooooB|AAoooB|oooooo|oooooo|oooooo")


def told(first: str, pieces: Patch) -> str:
    return "".join([piece if isinstance(piece, str) else first[piece[0] : piece[0] + piece[1]] for piece in pieces])


@given(st.lists(st.sampled_from(["a" * 30, "b" * 5, "the same words in many places, ", "x", "0123456789" * 4])), st.lists(st.sampled_from(["a" * 7, "the same words in many places, ", "y", "0123456789" * 4])))
def test_patches_give_the_text_again(one: list[str], other: list[str]) -> None:
    first, second = "".join(one), "".join(other)
    assert told(first, patch(first, second)) == second


def test_what_is_alike_takes_little_room() -> None:
    first = "".join([f"line {number} of many; " for number in range(500)])
    second = first[:3000] + "something else" + first[3100:]
    assert patch(first, first) == [[0, len(first)]]
    assert len(str(patch(first, second))) < 200


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


def book(folder: Path, compiled: bool) -> Path:
    chapters = []
    for number, board in enumerate(BOARDS):
        rules = regelwerk.load("rush_hour", givens={"board": board.replace("|", "\n")}).rules
        chapters.append(Chapter(rules, [(len(BOARDS) - number, Item(f"Board {number}", str(number), Role.PUZZLE, goal=SheetGoal(GoalKind.FEWEST, 2)))]))
    path = folder / "book.html"
    path.write_text(write_chapters(chapters, compiled), "utf-8")
    return path


@needs_browser
@needs_zig
@pytest.mark.parametrize("compiled", [True, False])
def test_boards_of_one_page(compiled: bool, chromium: Any, tmp_path: Path) -> None:
    path = book(tmp_path, compiled)
    page = opened(chromium, path)
    for title, cars in (("Board 2", {"f4", "f5"}), ("Board 1", {"d4", "e4", "f4"}), ("Board 0", {"d4", "d5"})):
        page.get_by_role("heading", name=title).wait_for()
        filled = set(page.eval_on_selector_all(".cell", "cells => cells.filter((cell) => /: [BC]$/.test(cell.getAttribute('aria-label'))).map((cell) => cell.dataset.name)"))
        assert filled == cars
        assert page.evaluate("regelwerk.rules.constructor.name") == ("Compiled" if compiled else "Machine")
        page.keyboard.press("h")
        page.locator(".told.good, .told:not(:empty)").first.wait_for()
        if title != "Board 0":
            page.get_by_role("button", name="Next puzzle").click()
    assert page.failures == [] and page.requests_made == [path.as_uri()]
