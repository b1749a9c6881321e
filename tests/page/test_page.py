"""Pages in a real browser: the rules there play as the reference machine does, plays are stepped through, wrong moves refused, and nothing leaves the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import regelwerk
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from regelwerk.pages import played, save_page, solved
from rules_dsl.machine.reference import ReferenceMachine
from tests.page.agreeing import FOLLOW, random_play
from tests.page.browser import browser, needs_browser, needs_zig, opened

GAMES = Path("games")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


def page_of(chromium: Any, folder: Path, game: regelwerk.Game, compiled: bool = True, items: tuple[Item, ...] = (), **shape: Any) -> Any:
    path = folder / "page.html"
    path.write_text(write_page(game.rules, items or [Item(game.title, "game", Role.GAME)], compiled), "utf-8")
    return opened(chromium, path, **shape)


def compare(page: Any, game: regelwerk.Game, seed: int, most: int) -> None:
    plies = random_play(ReferenceMachine(game.rules), seed, most)
    assert len(plies) > 3
    assert page.evaluate(FOLLOW, plies) == []


@needs_browser
@needs_zig
@pytest.mark.parametrize("name", ["connect_four", "sokoban", "three_rolls", "minirail"])
def test_compiled_and_read_rules_agree_with_the_reference(name: str, chromium: Any, tmp_path: Path) -> None:
    game = regelwerk.load(name)
    page = page_of(chromium, tmp_path, game)
    assert page.evaluate("regelwerk.rules.constructor.name") == "Compiled"
    for seed in (1, 2):
        compare(page, game, seed, 40)


@needs_browser
@pytest.mark.parametrize("name", ["tictactoe", "klondike", "reversi"])
def test_read_rules_agree_with_the_reference(name: str, chromium: Any, tmp_path: Path) -> None:
    game = regelwerk.load(name)
    compare(page_of(chromium, tmp_path, game, compiled=False), game, 3, 40)


@needs_browser
@needs_zig
@pytest.mark.long
@pytest.mark.parametrize("name", sorted(path.name for path in GAMES.iterdir() if path.is_dir() and path.name not in ("star_battle", "sudoku", "binairo")))
def test_every_game_of_the_library_agrees(name: str, chromium: Any, tmp_path: Path) -> None:
    game = regelwerk.load(name)
    page = page_of(chromium, tmp_path, game)
    for seed in range(3):
        plies = random_play(ReferenceMachine(game.rules), seed, 80)
        assert page.evaluate(FOLLOW, plies) == []


@needs_browser
@pytest.mark.parametrize("shape", [{"width": 1280, "height": 900}, {"width": 360, "height": 740, "scheme": "dark", "touch": True}], ids=["desk", "phone"])
def test_a_play_is_stepped_through(shape: dict[str, Any], chromium: Any, tmp_path: Path) -> None:
    game, item = played(GAMES / "orchard" / "plays" / "best.play", None, "auto")
    page = page_of(chromium, tmp_path, game, False, (item,), **shape)
    assert page.locator(".count").text_content() == f"Move 0 of {len(item.line)}"
    page.get_by_role("button", name="Forward").click()
    assert page.locator(".count").text_content() == f"Move 1 of {len(item.line)}"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    assert "12" in page.locator(".sum td").all_text_contents()
    assert page.locator(".turn").text_content() in ("The end", "Solved!")
    page.keyboard.press("u")
    assert page.locator(".count").text_content() == f"Move {len(item.line) - 1} of {len(item.line)}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.failures == []


@needs_browser
def test_a_wrong_move_is_refused_with_its_reason(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, regelwerk.load("tictactoe"), compiled=False)
    page.locator(".cell[data-name=b2]").click()
    assert page.locator(".cell[data-name=b2]").text_content() == "X"
    page.locator(".cell[data-name=b2]").click()
    assert "b2 is taken" in page.locator(".told").text_content()
    page.get_by_role("button", name="Undo").click()
    assert page.locator(".cell[data-name=b2]").text_content() == ""


@needs_browser
def test_both_languages(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, regelwerk.load("tictactoe"), compiled=False, locale="de-DE")
    assert "ist am Zug" in page.locator(".turn").text_content()
    page.get_by_role("button", name="English").click()
    assert "to move" in page.locator(".turn").text_content()


EVIL = '<script>globalThis.stolen = 1</script><img src=x onerror="globalThis.stolen = 1">'


@needs_browser
def test_markup_in_names_is_text(chromium: Any, tmp_path: Path) -> None:
    evil = EVIL.replace('"', "'")
    rules = tmp_path / "evil.rules"
    rules.write_text(
        f'rules 1\ngame Evil "{evil}"\n\ntype Thing = one "{evil}" | two\nstate\n  last: Thing? = none\n\naction take(t: Thing)\n'
        f'  needs t != last "{evil} {{t}}"\n  does\n    last = t\n\nplay\n  loop\n    choose take\n\nscore\n  points: 1\n\n'
        f'show\n  "{evil} {{last}}"\n  tiles "{evil}" for t in Thing: "{evil} {{t}}" fill "{evil}"\n',
        "utf-8",
    )
    game = regelwerk.load(str(rules))
    page = page_of(chromium, tmp_path, game, False, (Item(evil, "x", Role.GAME, evil, facts=[(evil, evil)]),))
    page.locator(".chip").first.click()
    page.locator(".chip").first.click()
    page.wait_for_timeout(50)
    assert page.evaluate("globalThis.stolen") is None
    assert page.locator("img").count() == 0 and page.locator("script").count() == 3
    assert evil in page.locator(".line").first.text_content()
    assert page.requests_made == [(tmp_path / "page.html").as_uri()]


@needs_browser
@needs_zig
def test_the_page_of_emil_is_small_and_keeps_to_itself(chromium: Any, tmp_path: Path) -> None:
    game, item = played(GAMES / "ultimate_railroads" / "plays" / "last_three_turns.play", None, "auto")
    path = tmp_path / "emil.html"
    assert save_page(game, [item], path) <= 400_000
    page = opened(chromium, path)
    page.keyboard.press("End")
    assert page.locator(".count").text_content() == f"Move {len(item.line)} of {len(item.line)}"
    page.locator("[data-key=hint]").click()
    page.locator(".told.good").wait_for()
    assert page.requests_made == [path.as_uri()]
    assert page.failures == []


@needs_browser
def test_the_course_of_a_run_is_drawn(chromium: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.cli.running import run

    assert run(capsys, "solve", "minirail", "--engine", "depth", "--save", str(tmp_path / "run"), "--quiet", "--json").code == 0
    game, item = solved(tmp_path / "run")
    assert item.result is not None and item.result.value == 119 and item.events
    page = page_of(chromium, tmp_path, game, False, (item,))
    assert "119 · proved" in page.locator(".result").text_content()
    assert page.locator(".course circle.found").count() > 0
