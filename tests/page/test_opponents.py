"""Opponents on pages: the computer moves by itself, finds what wins, knows nothing that is hidden from it, and the page stays free meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import regelwerk
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from tests.page.browser import browser, needs_browser, needs_zig, opened


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


def page_of(chromium: Any, folder: Path, name: str, compiled: bool = True) -> Any:
    game = regelwerk.load(name)
    path = folder / f"{name}.html"
    path.write_text(write_page(game.rules, [Item(game.title, "game", Role.GAME)], compiled), "utf-8")
    return opened(chromium, path)


def await_moves(page: Any, count: int) -> None:
    page.wait_for_function("(count) => regelwerk.page.line.at >= count && !regelwerk.page.thinks", arg=count, timeout=60_000)


def sit_down(page: Any, seat: int) -> None:
    page.locator(f"[data-key='seat {seat}']").select_option("0.3")


@needs_browser
@needs_zig
@pytest.mark.parametrize("compiled", [True, False])
def test_the_computer_answers_and_a_win_is_found(compiled: bool, chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "tictactoe", compiled)
    sit_down(page, 1)
    page.locator(".cell[data-name=a1]").click()
    assert "thinking" in page.locator(".turn").text_content()
    await_moves(page, 2)
    page.keyboard.press("u")
    assert page.evaluate("regelwerk.page.line.at") == 0
    page.locator("[data-key='seat 1']").select_option("")
    for name in ("a1", "b2", "a2", "a3", "c3"):  # O wins at c1
        page.locator(f".cell[data-name={name}]").click()
    sit_down(page, 1)
    await_moves(page, 6)
    assert page.locator(".turn").text_content() == "O wins"
    assert page.failures == [] and all(url.startswith("file:") for url in page.requests_made)


@needs_browser
@needs_zig
@pytest.mark.parametrize("compiled", [True, False])
def test_the_search_stops_what_would_lose(compiled: bool, chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "connect_four", compiled)
    found = page.evaluate(
        """() => {
          const { page, rules, machine } = regelwerk;
          for (const column of [3, 1, 4, 1, 5]) page.line.play(rules.moves(page.line.state).find(({ given }) => given[0] === column));
          const { state } = page.line, tree = rules === machine || !(rules instanceof Compiled) ? new TreeSearch(rules) : new CompiledTree(rules);
          tree.begin(state);
          const until = performance.now() + 6000;
          for (let plays = 0; plays < 3000 && performance.now() < until;) plays += tree.ponder(state, until);
          return tree.tried(state).sort((one, other) => other.visits - one.visits).map(({ move }) => move.given[0]);
        }"""
    )
    assert set(found[:2]) == {2, 6}  # three in a row with both ends open: one of them must be closed


@needs_browser
def test_what_is_believed_looks_as_the_truth_and_is_not_the_truth(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "kuhn_poker", False)
    own, theirs = page.evaluate(
        """() => {
          const { page, machine, rules } = regelwerk;
          page.roll();
          const beliefs = new Beliefs(rules, 0), states = beliefs.follow(page.line.states, page.line.moves), seat = new Seat(machine, 0);
          const cards = (state) => state.values.map((value) => JSON.stringify(value, (_, part) => (typeof part === "bigint" ? String(part) : part))).join();
          return [states.every((state) => seat.looksSame(state, page.line.state)), new Set(states.map(cards)).size];
        }"""
    )
    assert own and theirs == 2


@needs_browser
@needs_zig
def test_hidden_hands_stay_hidden_against_the_computer(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "kuhn_poker")
    sit_down(page, 1)
    page.wait_for_function("() => regelwerk.page.kind === 'decide'")
    assert page.locator(".cover").count() == 0 and page.locator("[data-key=viewer]").input_value() == "0"
    labels = page.locator(".tile").evaluate_all("tiles => tiles.map((tile) => tile.getAttribute('aria-label'))")
    assert labels.count("?") == 1


@needs_browser
@needs_zig
def test_a_question_that_is_overtaken_gets_no_answer(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, "connect_four")
    page.evaluate("regelwerk.page.hint()  // the position is left at once\n; undefined")
    page.locator("[data-key='seat 1']").select_option("0.3")
    page.locator(".cell[data-name=d1]").click()
    await_moves(page, 2)
    page.wait_for_timeout(1500)
    assert page.evaluate("regelwerk.page.line.at") == 2 and page.locator(".told").text_content() == "" and page.failures == []
