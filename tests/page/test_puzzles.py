"""Puzzles on a page: solved by clicks and by keys, a wrong line told, hints; with the compiled game and without."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import regelwerk
from puzzles.page.sheet import GoalKind, Item, Role, SheetGoal
from puzzles.page.writing import write_page
from tests.page.browser import browser, keep_picture, needs_browser, needs_zig, opened

FREE = "oooooo|oooBoo|AAoBoo|oooooo|oooooo|oooooo"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


def sliding(chromium: Any, folder: Path, compiled: bool, **shape: Any) -> Any:
    """A car park with one car in the way: two moves."""
    game = regelwerk.load("rush_hour", givens={"board": FREE.replace("|", "\n")})
    state, moves = game.initial(), []
    for words in ("slide(B, 1)", "slide(A, 5)"):
        move = state.move(words)
        moves.append(move.raw)
        state = state.play(move)
    item = Item("Out", "out", Role.PUZZLE, "Two moves", line=moves, goal=SheetGoal(GoalKind.FEWEST, 2), grade={"en": "easy (21)", "de": "leicht (21)"})
    other = Item("Again", "again", Role.PUZZLE, line=moves, goal=SheetGoal(GoalKind.FEWEST, 2))
    path = folder / "puzzle.html"
    path.write_text(write_page(game.rules, [item, other], compiled), "utf-8")
    return opened(chromium, path, **shape)


SHAPES = [{"width": 1280, "height": 900}, {"width": 360, "height": 740, "scheme": "dark", "touch": True}]


@needs_browser
@pytest.mark.parametrize("shape", SHAPES, ids=["desk", "phone"])
def test_a_puzzle_is_solved_by_clicks(
    shape: dict[str, Any], chromium: Any, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    page = sliding(chromium, tmp_path, False, **shape)
    assert page.locator(".goal").text_content() == "Solve it in 2 moves · easy (21)"
    page.locator(".cell[data-name=d4]").click()
    assert page.locator(".trail span").text_content() == "d4"
    page.locator(".chip[data-move='1']").click()
    page.locator(".cell[data-name=a4]").click()
    page.locator(".chip[data-move='5']").click()
    assert "Solved in 2 moves, the fewest possible." in page.locator(".told.good").text_content()
    assert "✓" in page.locator("select option").first.text_content()
    keep_picture(page, f"solved-{request.node.callspec.id}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Next puzzle").click()
    page.get_by_role("heading", name="Again").wait_for()
    assert page.failures == []


@needs_browser
def test_refusals_undo_and_the_solution(chromium: Any, tmp_path: Path) -> None:
    page = sliding(chromium, tmp_path, False)
    page.locator(".cell[data-name=d4]").click()
    assert not page.locator(".chip.refused").first.is_visible()
    page.locator("[data-key=refusals]").click()
    page.locator(".chip.refused[data-move='6']").click()
    assert " – the car would leave the board (1)" in page.locator(".told.bad").text_content()
    page.keyboard.press("Escape")
    page.locator(".cell[data-name=b4]").click()
    assert page.locator(".told.bad").text_content() == "That takes longer: 3 moves at least, where 2 are enough."
    page.locator("[data-key=tryAgain]").click()
    assert page.evaluate("regelwerk.page.line.at") == 0
    page.keyboard.press("h")
    hinted = page.locator(".told.good").text_content()
    assert re.fullmatch("Try: Slide car B .+ It is the next move of the solution.", hinted)
    assert "d4" in page.locator(".place.hint").evaluate_all("nodes => nodes.map((node) => node.dataset.name)")
    page.locator("[data-key=playHint]").click()
    assert page.evaluate("regelwerk.page.line.at") == 1
    page.keyboard.press("u")
    page.get_by_role("button", name="Solution").click()
    assert page.locator(".count").text_content() == "Move 0 of 2"
    page.keyboard.press("End")
    assert "Solved" in page.locator(".told.good").text_content()


@needs_browser
@needs_zig
def test_the_compiled_game_hints_and_checks_beside_the_solution(chromium: Any, tmp_path: Path) -> None:
    page = sliding(chromium, tmp_path, True)
    page.locator(".cell[data-name=b4]").click()
    assert page.locator(".told.bad").text_content() == "That takes longer: 3 moves at least, where 2 are enough."
    page.keyboard.press("c")
    page.get_by_text("out of reach").wait_for()
    page.keyboard.press("h")
    hinted = page.locator(".told.good").text_content()
    assert "Slide car B " in hinted
    page.locator(".cell[data-name=d4]").click()
    page.locator(".chip[data-move='1']").click()
    page.keyboard.press("Escape")
    page.locator(".cell[data-name=b4]").click()
    page.locator(".chip[data-move='5']").click()
    assert "Solved in 3 moves; 2 are enough." in page.locator(".told.bad").text_content()


@needs_browser
@needs_zig
def test_arrows_push_and_walk(chromium: Any, tmp_path: Path) -> None:
    game = regelwerk.load("sokoban", givens={"level": "#######\n#@ $ .#\n#######"})
    path = tmp_path / "sokoban.html"
    item = Item("Push", "push", Role.PUZZLE, goal=SheetGoal(GoalKind.FEWEST, 3))
    path.write_text(write_page(game.rules, [item]), "utf-8")
    page = opened(chromium, path)
    page.keyboard.press("ArrowLeft")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert "Solved in 3 moves" in page.locator(".told.good").text_content()
    page.keyboard.press("u")
    page.keyboard.press("h")
    assert "Push the crate" in page.locator(".told.good").text_content()


def against(chromium: Any, folder: Path, compiled: bool, unique: str = "line") -> Any:
    """Tic-tac-toe: by c3 X threatens two rows at once, after c1 O does."""
    game = regelwerk.load("tictactoe")
    state = game.initial()
    for words in ("mark(a1)", "mark(b1)", "mark(a3)", "mark(a2)"):
        state = state.play(words)
    moves, start = [], state
    for words in ("mark(c3)", "mark(b3)", "mark(b2)"):
        moves.append((move := state.move(words)).raw)
        state = state.play(move)
    goal = SheetGoal(GoalKind.WIN, 1, 0, unique=unique)
    items = [Item("Fork", f"fork{at}", Role.PUZZLE, "", start.raw, moves, goal, number=at) for at in (1, 2)]
    path = folder / "against.html"
    path.write_text(write_page(game.rules, items, compiled), "utf-8")
    return opened(chromium, path)


@needs_browser
@needs_zig
@pytest.mark.parametrize("compiled", [True, False])
def test_the_opponent_answers_and_a_wrong_move_is_told(compiled: bool, chromium: Any, tmp_path: Path) -> None:
    page = against(chromium, tmp_path, compiled)
    page.locator(".cell[data-name=c1]").click()
    told = page.locator(".told.bad")
    lost = "That loses: the other side wins now with best play."
    worse = "That is not the best move: when the puzzle was made, another one was proved to be better."
    assert told.text_content() == (lost if compiled else worse)
    assert page.evaluate("regelwerk.page.line.at") == 1
    page.locator("[data-key=tryAgain]").click()
    page.locator(".cell[data-name=c3]").click()
    page.wait_for_function("() => regelwerk.page.line.at === 2")
    assert told.count() == 0
    page.locator(".cell[data-name=b2]").click()
    assert page.locator(".told.good").text_content() == "Solved."
    assert page.locator(".progress").text_content() == "1 of 2 solved"
    page.locator("[data-key=onward]").click()
    page.get_by_role("heading", name="Puzzle 2").wait_for()
    page.locator(".cell[data-name=c1]").click()
    page.locator("[data-key=show]").click()
    assert page.evaluate("regelwerk.page.line.at") == 1 and page.locator(".count").text_content() == "Move 1 of 3"
    assert page.failures == [] and all(url.startswith("file:") for url in page.requests_made)


@needs_browser
def test_a_puzzle_that_was_begun_goes_on_where_it_was_left(chromium: Any, tmp_path: Path) -> None:
    page = against(chromium, tmp_path, False)
    page.locator(".cell[data-name=c3]").click()
    page.wait_for_function("() => regelwerk.page.line.at === 2")
    page.reload()
    page.wait_for_function("() => globalThis.regelwerk?.page.line.at === 2")
    page.locator(".cell[data-name=b2]").click()
    assert page.locator(".told.good").text_content() == "Solved."
    page.reload()
    page.wait_for_function("() => globalThis.regelwerk?.page.line.at === 0")
    assert page.locator(".progress").text_content() == "1 of 2 solved"
