"""Puzzles that are filled in, in a browser: the moves and refusals of the machine, clicks, hints and checks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from puzzles.exporting.items import item_of, page_game
from puzzles.making.candidates import PuzzleOrder, order_of, puzzle_of
from puzzles.making.instances import evaluator_of, machine_of
from puzzles.page.filling import filling_page
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from rules_dsl import loading
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.view.picture import picture
from tests.page.agreeing import flat
from tests.page.browser import browser, keep_picture, needs_browser, opened

GAMES = {"sudoku": {"wide": "2", "high": "2"}, "binairo": {"half": "2"}, "star_battle": {}}

FOLLOW = """(plies) => {
  const { machine, rules } = regelwerk, wrong = [], sorted = (rows) => rows.map((row) => JSON.stringify(row)).sort();
  for (const { values, moves, refused, kind, picture } of plies) {
    const state = { values, node: 0 }, found = rules.moves(state).map(({ option, given }) => [option, given]);
    if (JSON.stringify(sorted(found)) !== JSON.stringify(sorted(moves))) wrong.push(["moves", values, found, moves]);
    for (const [option, given, reason] of refused) {
      const said = rules.explain(state, { option, given })?.reason ?? null;
      if (said !== reason) wrong.push(["refused", option, given, said, reason]);
    }
    if (rules.kind(state) !== kind) wrong.push(["kind", values, kind]);
    const drawn = drawPanels(pictureOf(machine, state), 980).body;
    if (JSON.stringify(drawn) !== JSON.stringify(picture)) wrong.push(["picture", drawn, picture]);
  }
  return wrong;
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


def machine(target: str, options: dict[str, str]) -> FindMachine:
    found = machine_of(target, options, {})
    assert isinstance(found, FindMachine)
    return found


def random_filling(filling: FindMachine, seed: int) -> list[dict[str, Any]]:
    """Positions of filling in at random, each with what the machine says of it, in the way of the page."""
    dice, state, page, plies = Random(seed), filling.initial(), filling_page(filling), []
    while True:
        moves = list(filling.moves(state))
        every = [move for number, cell in enumerate(filling.puzzle.cells) for move in page_moves(filling, number)]
        tried = dice.sample(every, min(12, len(every)))
        plies.append(
            {
                "values": [list(value) if isinstance(value, tuple) else value for value in page.state(state).values],
                "moves": [told(page.move(move)) for move in moves],
                "refused": [[*told(page.move(move)), None if (reason := filling.explain(state, move)) is None else reason.reason] for move in tried],
                "kind": filling.kind(state),
                "picture": flat(picture(evaluator_of(filling), state))[0],
            }
        )
        if not moves:
            return plies
        state = filling.apply(state, dice.choice(moves))


def page_moves(filling: FindMachine, number: int) -> list[Any]:
    from rules_dsl.ir.types import values
    from rules_dsl.machine.api import Move

    return [Move(number, (value,)) for value in values(filling.puzzle.cells[number].type)]


def told(move: Any) -> list[Any]:
    return [move.option, list(move.arguments)]


@needs_browser
@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_page_fills_in_as_the_machine_does(name: str, chromium: Any, tmp_path: Path) -> None:
    filling = machine(name, GAMES[name])
    path = tmp_path / "page.html"
    path.write_text(write_page(page_game(filling), [Item(name, name, Role.GAME)]), "utf-8")
    page = opened(chromium, path)
    for seed in (1, 2):
        plies = random_filling(filling, seed)
        assert len(plies) > 3 and any(ply["refused"] for ply in plies)
        assert page.evaluate(FOLLOW, json.loads(json.dumps(plies))) == []


QUEENS = """rules 1
puzzle Queens "Queens that do not see each other."
use std.grid with columns = 4, rows = 4
find queen: set of Cell
find extra: 0..3
rule row: for r in 1..4: count(c in queen for c in row_of(r)) == 1 "one queen in each row"
rule apart: for c in Cell: for d in compass: c in queen implies not any(x in queen for x in ray(c, d)) "queens see each other"
rule most: extra <= len({c for c in corners() where c in queen}) "no more than there are in corners"
rule far: a1 in (queen + corners()) "a corner is in any case"
rule sum: sum(c.column for c in queen) + extra == 10 or len(queen) != 4 "ten in all"
define corners() -> set of Cell = {a1, d1, a4, d4}
show
  grid Cell as c: "{'Q' if c in queen else '.'}"
"""


@needs_browser
def test_sets_and_single_numbers_are_filled_in(chromium: Any, tmp_path: Path) -> None:
    rules = tmp_path / "queens.rules"
    rules.write_text(QUEENS, "utf-8")
    filling = machine(str(rules), {})
    path = tmp_path / "page.html"
    path.write_text(write_page(page_game(filling), [Item("Queens", "q", Role.GAME)]), "utf-8")
    page = opened(chromium, path)
    for seed in (1, 2, 3):
        assert page.evaluate(FOLLOW, json.loads(json.dumps(random_filling(filling, seed)))) == []


SHAPES = [{"width": 1280, "height": 900}, {"width": 360, "height": 740, "scheme": "dark", "touch": True}]


@needs_browser
@pytest.mark.parametrize("shape", SHAPES, ids=["desk", "phone"])
def test_a_sudoku_is_filled_in_by_clicks(
    shape: dict[str, Any], chromium: Any, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    order = order_of(loading.load("sudoku"), PuzzleOrder("sudoku", (("wide", "2"), ("high", "2")), seed=5))
    puzzle = puzzle_of(order, 0)
    assert puzzle is not None
    path = tmp_path / "sudoku.html"
    path.write_text(write_page(page_game(machine("sudoku", puzzle.options)), [item_of(puzzle, 1)]), "utf-8")
    page = opened(chromium, path, **shape)
    assert page.locator(".goal").text_content() == f"Fill in {puzzle.value} cells · {puzzle.grade.word} ({puzzle.grade.number})"
    places = [(text[text.index("[") + 1 : text.index("]")], text[text.index("(") + 1 : -1]) for text in puzzle.solution]
    fill(page, *places[0])
    assert page.locator(f".cell[data-name={places[0][0]}]").text_content() == places[0][1]
    refused_once(page, places[0], places[1][0])
    page.locator(f".cell[data-name={places[0][0]}]").click()
    assert page.locator(f".cell[data-name={places[0][0]}]").text_content() == ""
    page.locator("[data-key=hint]").click()
    hinted = f"Try: Write {places[0][1]} into {places[0][0]}. It is the next move of the solution."
    assert page.locator(".told.good").text_content() == hinted
    for place, value in places:
        fill(page, place, value)
    assert page.locator(".told.good").text_content() == "Solved."
    keep_picture(page, f"sudoku-{request.node.callspec.id}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.requests_made == [path.as_uri()] and page.failures == []


@needs_browser
def test_a_sudoku_is_filled_in_by_keys(chromium: Any, tmp_path: Path) -> None:
    puzzle = puzzle_of(order_of(loading.load("sudoku"), PuzzleOrder("sudoku", (("wide", "2"), ("high", "2")), seed=5)), 0)
    assert puzzle is not None
    path = tmp_path / "sudoku.html"
    path.write_text(write_page(page_game(machine("sudoku", puzzle.options)), [item_of(puzzle, 1)]), "utf-8")
    page = opened(chromium, path, locale="de-DE")
    assert page.locator("h1").text_content() == "Rätsel 1" and page.locator(".turn").text_content() == "Wähle ein Feld auf dem Brett"
    assert page.locator(".chip").count() == 0
    for place, value in [(text[text.index("[") + 1 : text.index("]")], text[text.index("(") + 1 : -1]) for text in puzzle.solution]:
        page.locator(".cell[data-name=a1]").focus()
        for key in ["ArrowRight"] * (ord(place[0]) - ord("a")) + ["ArrowUp"] * (int(place[1:]) - 1):
            page.keyboard.press(key)
        page.keyboard.press(value)
    assert page.locator(".told.good").text_content() == "Gelöst."
    assert page.failures == []


def fill(page: Any, place: str, value: str) -> None:
    page.locator(f".cell[data-name={place}]").click()
    page.locator(f".chip[data-move='{value}']").click()


def refused_once(page: Any, filled: tuple[str, str], other: str) -> None:
    """A value that stands in the same row, column or box already is refused with its reason; elsewhere nothing is refused."""
    page.locator(f".cell[data-name={other}]").click()
    chip = page.locator(f".chip.refused[data-move='{filled[1]}']")
    if other[0] == filled[0][0] or other[1] == filled[0][1]:
        chip.click()
        assert "each number once in a" in page.locator(".told.bad").text_content()
    page.keyboard.press("Escape")
