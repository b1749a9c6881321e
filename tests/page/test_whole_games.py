"""Whole games in a browser, from the first touch to the end, against the computer where there is another side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import regelwerk
from puzzles.exporting.items import item_of, page_of
from puzzles.making.candidates import PuzzleOrder, order_of, puzzle_of
from rules_dsl import loading
from tests.page.browser import browser, keep_picture, library_page, needs_browser, needs_zig, opened

SHAPES: dict[str, dict[str, Any]] = {
    "desk-light": {"width": 1400, "height": 900},
    "desk-dark": {"width": 1400, "height": 900, "scheme": "dark", "locale": "de-DE"},
    "phone-light": {"width": 390, "height": 844, "touch": True, "locale": "de-DE"},
    "phone-dark": {"width": 390, "height": 844, "touch": True, "scheme": "dark"},
}
MOST_STEPS = 1500
PICTURES_AT = (6, 40)

# What has to be touched next on the way to a move: a place of the board, a choice, or what shows more of them.
NEXT = """(wanted) => {
  const { page } = regelwerk, { choosing } = page, reach = (moves) => moves?.some((move) => sameMove(move, wanted));
  const isOf = ({ thing }) => ({ given, types }) =>
    given.length > 1 && sameType(types[0], thing.type) && equal(given[0], thing.value);
  const inCell = (place) => (choosing.trail.length ? [] : choosing.legal.filter(isOf(place)));
  const visible = (node) => node.getBoundingClientRect().width > 0 && node.getBoundingClientRect().height > 0;
  const mayLead = (node) =>
    choosing.left === choosing.legal || node.classList.contains("live") || choosing.waits !== null;
  const leadsTo = (node) => (mayLead(node) ? choosing.fitting(node.place, (move) => page.changes(move)) : null);
  for (const node of document.querySelectorAll(".board .place")) {
    const moves = page.machine.finds ? inCell(node.place) : leadsTo(node);
    if (reach(moves) && visible(node) && !node.dataset.tried) { node.dataset.tried = "yes"; return node; }
  }
  const chips = [...document.querySelectorAll(".choices > .chips .chip")];
  const at = page.offered.chips.findIndex((choice) => reach(choice.moves));
  if (at >= 0 && chips[at] && visible(chips[at])) return chips[at];
  for (const key of ["folder", "more", "list"]) {
    const node = document.querySelector(`[data-key=${key}]`);
    if (node && visible(node) && (key !== "folder" || document.querySelector(".panel.folded"))) return node;
  }
  return null;
}"""
STATE = """() => {
  const { page } = regelwerk;
  return { kind: page.kind, at: page.line.at, mine: page.mayChoose, computer: page.playsComputer };
}"""
ANY_MOVE = """(dice) => {
  const { legal } = regelwerk.page.choosing, { option, given } = legal[Math.floor(dice * legal.length)];
  return { option, given };
}"""


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game to be played to its end: who the computer is, and whether it takes a solution to reach the end."""

    name: str
    opponent: int | None = None
    solution: bool = False


GAMES = [
    WholeGame("connect_four", 1),
    WholeGame("hex", 1),
    WholeGame("kuhn_poker", 1),
    WholeGame("chess", 1),
    WholeGame("sudoku", solution=True),
    WholeGame("freecell", solution=True),
    WholeGame("ultimate_railroads"),
]
QUICK = {("connect_four", "desk-light"), ("kuhn_poker", "phone-dark"), ("sudoku", "phone-light")}
CASES = [
    pytest.param(
        game, shape, id=f"{game.name}-{shape}", marks=[] if (game.name, shape) in QUICK else [pytest.mark.long]
    )
    for game in GAMES
    for shape in SHAPES
]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


def page_file(folder: Path, game: WholeGame) -> tuple[Path, list[dict[str, Any]]]:
    """The page of a game, made once, and the moves of a solution in the way pages write them."""
    path = folder / f"{game.name}.html"
    text, moves = solved_page(game.name) if game.solution else (None, [])
    if not path.is_file():
        path.write_text(text or library_page(game.name), "utf-8")
    return path, moves


def solved_page(name: str) -> tuple[str, list[dict[str, Any]]]:
    if name == "sudoku":
        puzzle = puzzle_of(order_of(loading.load(name), PuzzleOrder(name, seed=5)), 0)
        assert puzzle is not None
        item = item_of(puzzle, 1)
        return page_of([(1, puzzle)]), [written(move) for move in item.line]
    *_, solution = regelwerk.solve(name, engine="guided", time=120)
    assert isinstance(solution, regelwerk.Solution)
    return library_page(name), [written(move.raw) for move in solution.moves]


def written(move: Any) -> dict[str, Any]:
    return {"option": move.option, "given": list(move.arguments)}


def press(page: Any, wanted: dict[str, Any]) -> None:
    """One touch on the way to a move, with the mouse where the thing is."""
    node = page.evaluate_handle(NEXT, wanted).as_element()
    assert node is not None, (wanted, page.locator(".panel").text_content())
    node.scroll_into_view_if_needed()
    page.wait_for_timeout(60)
    node.click(force=True, timeout=5000)


def make_move(page: Any, wanted: dict[str, Any]) -> int:
    """Makes a move by touching what leads to it; how many touches it took."""
    at = page.evaluate(STATE)["at"]
    for touches in range(1, 30):
        press(page, wanted)
        if page.evaluate(STATE)["at"] != at:
            return touches
    raise AssertionError((wanted, page.locator(".panel").text_content()))


def play_to_the_end(page: Any, moves: list[dict[str, Any]], name: str) -> int:
    """Touch by touch, until the game is over; how many moves that were."""
    import random

    dice, made = random.Random(name), 0
    for _ in range(MOST_STEPS):
        found = page.evaluate(STATE)
        if found["kind"] == "over":
            return made
        if found["kind"] == "chance" and not found["computer"]:
            page.locator("[data-key=roll]").click()
        elif found["mine"] and found["kind"] == "decide":
            make_move(page, moves[made] if moves else page.evaluate(ANY_MOVE, dice.random()))
            made += 1
            if made in PICTURES_AT:
                keep_picture(page, f"{name}-{made}")
        else:
            page.wait_for_timeout(100)
    raise AssertionError(f"{name} did not end in {MOST_STEPS} steps")


@needs_browser
@needs_zig
@pytest.mark.parametrize(("game", "shape"), CASES)
def test_a_game_is_played_to_its_end_by_touch(game: WholeGame, shape: str, chromium: Any, pages: Path) -> None:
    path, moves = page_file(pages, game)
    page = opened(chromium, path, **SHAPES[shape])
    if game.opponent is not None:
        page.locator(f"[data-key='seat {game.opponent}']").select_option("0.3")
    made = play_to_the_end(page, moves, f"{game.name}-{shape}")
    keep_picture(page, f"{game.name}-{shape}-end")
    assert made > 0 and page.locator(".turn").text_content().strip()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.failures == [] and all(url.startswith("file:") for url in page.requests_made)


@needs_browser
@needs_zig
def test_a_game_is_played_to_its_end_by_keys(chromium: Any, pages: Path) -> None:
    path, _ = page_file(pages, GAMES[0])
    page = opened(chromium, path)
    page.locator("[data-key='seat 1']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("[data-key=hint]").focus()
    for step in range(400):
        found = page.evaluate(STATE)
        if found["kind"] == "over":
            break
        if found["mine"]:
            page.keyboard.press(str(1 + step % 7))
        page.wait_for_timeout(60)
    assert page.evaluate(STATE)["kind"] == "over" and page.locator(".turn").text_content().endswith(("wins", "draw"))
    assert page.failures == []
