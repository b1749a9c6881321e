"""Pages in a real browser play as the reference machine does, refuse wrong moves, and nothing leaves them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import regelwerk
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from regelwerk.report.pages import load_play, load_solution, save_page
from rules_dsl.machine.reference import ReferenceMachine
from tests.machine.test_who_cannot_move import NIM
from tests.page.agreeing import FOLLOW, random_play
from tests.page.browser import browser, needs_browser, needs_zig, opened
from tests.play import test_seats

GAMES = Path("games")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


def page_of(chromium: Any, folder: Path, game: regelwerk.Game, compiled: bool = True, items: tuple[Item, ...] = (), **shape: Any) -> Any:
    path = folder / "page.html"
    path.write_text(write_page(game.rules, items or [Item(game.title, "game", Role.GAME)], compiled, game.voices), "utf-8")
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
@pytest.mark.parametrize("name", ["tictactoe", "klondike", "reversi", "kuhn_poker"])
def test_read_rules_agree_with_the_reference(name: str, chromium: Any, tmp_path: Path) -> None:
    game = regelwerk.load(name)
    compare(page_of(chromium, tmp_path, game, compiled=False), game, 3, 40)


@needs_browser
@pytest.mark.parametrize("name", ["orchard", "breakthrough"])
def test_a_page_says_the_same_in_german_letter_by_letter(name: str, chromium: Any, tmp_path: Path) -> None:
    game = regelwerk.load(name)
    page = page_of(chromium, tmp_path, game, compiled=False)
    page.evaluate("() => regelwerk.page.speak('de')")
    (german,) = game.voices
    assert german.title in page.locator("header").text_content()
    plies = random_play(ReferenceMachine(german), 3, 30)
    assert page.evaluate(FOLLOW, plies) == []
    assert "_" not in page.locator("#page").inner_text()


@needs_browser
def test_a_play_goes_on_in_another_language(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, regelwerk.load("connect_four"), compiled=False)
    page.locator("[data-key=list]").click()
    page.locator("[data-move='3']").click()
    assert page.locator(".moves li").all_text_contents() == ["Yellow: Drop a disc into column c"]
    page.get_by_role("button", name="Deutsch").click()
    page.locator("[data-key=list]").click()
    page.locator("[data-move='4']").click()
    said = page.locator(".moves li").all_text_contents()
    assert said == ["Gelb: Scheibe in Spalte c werfen", "Rot: Scheibe in Spalte d werfen"]
    assert page.locator(".turn").text_content() == "Am Zug: Gelb"


@needs_browser
@needs_zig
def test_who_cannot_move_is_known_on_a_page(chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "nim.rules"
    path.write_text(NIM.format(ending="lose player when stuck()"))
    game = regelwerk.load(str(path))
    page = page_of(chromium, tmp_path, game)
    for seed in range(4):
        assert page.evaluate(FOLLOW, random_play(ReferenceMachine(game.rules), seed, 20)) == []


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
    page.evaluate("() => regelwerk.page.speak('de')")
    assert page.evaluate(FOLLOW, random_play(ReferenceMachine(game.voices[0]), 4, 80)) == []


@needs_browser
@pytest.mark.parametrize("shape", [{"width": 1280, "height": 900}, {"width": 360, "height": 740, "scheme": "dark", "touch": True}], ids=["desk", "phone"])
def test_a_play_is_stepped_through(shape: dict[str, Any], chromium: Any, tmp_path: Path) -> None:
    game, item = load_play(GAMES / "orchard" / "plays" / "best.play", None, "auto")
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
    assert page.locator(".cell[data-name=b2]").get_attribute("aria-label") == "b2: X"
    page.locator(".cell[data-name=b2]").click()
    assert "b2 is taken" in page.locator(".told").text_content()
    page.get_by_role("button", name="Undo").click()
    assert page.locator(".cell[data-name=b2]").get_attribute("aria-label") == "b2: empty"


@needs_browser
def test_both_languages(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, regelwerk.load("tictactoe"), compiled=False, locale="de-DE")
    assert "Am Zug: " in page.locator(".turn").text_content()
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
        f'show\n  "{evil} {{last}}"\n  tiles "{evil}" for t in Thing: "{evil} {{t}}" fill "{{t}}"\n',
        "utf-8",
    )
    game = regelwerk.load(str(rules))
    page = page_of(chromium, tmp_path, game, False, (Item(evil, "x", Role.GAME, evil, facts=[(evil, evil)]),))
    for _ in range(2):
        page.locator("[data-key=list]").click()
        page.locator(".chip").first.click()
    page.wait_for_timeout(50)
    assert page.evaluate("globalThis.stolen") is None
    assert page.locator("img").count() == 0 and page.locator("script").count() == 5
    assert evil in page.locator(".line").first.text_content()
    assert page.requests_made == [(tmp_path / "page.html").as_uri()]


@needs_browser
@needs_zig
def test_the_page_of_emil_is_small_and_keeps_to_itself(chromium: Any, tmp_path: Path) -> None:
    game, item = load_play(GAMES / "ultimate_railroads" / "plays" / "last_three_turns.play", None, "auto")
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
    game, item = load_solution(tmp_path / "run")
    assert item.result is not None and item.result.value == 119 and item.events
    page = page_of(chromium, tmp_path, game, False, (item,))
    assert "119 · proved" in page.locator(".result").text_content()
    assert page.locator(".course circle.found").count() > 0


@needs_browser
def test_from_and_to_are_touched_in_order(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, regelwerk.load("chess"), compiled=False)
    page.locator(".cell[data-name=g1]").click()
    page.locator(".cell[data-name=g4]").click()
    assert "Not possible: Move the knight from g1 to g4 – g4 cannot be chosen here; to choose from: e2, f3, h3" in page.locator(".told.bad").text_content()
    assert page.locator(".count").count() == 0 and page.locator(".trail span").text_content() == "g1"
    page.locator(".cell[data-name=f3]").click()
    assert page.locator(".moves").text_content() == "White: Move the knight from g1 to f3"
    page.locator(".cell[data-name=d5]").click()
    assert page.locator(".told.bad").count() == 1 and page.locator(".count").text_content() == "Move 1 of 1"
    page.locator(".cell[data-name=b8]").click()
    page.locator(".cell[data-name=d7]").click()
    assert page.locator(".trail span").text_content() == "d7"


@needs_browser
def test_a_hint_says_no_more_than_was_looked_at(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, regelwerk.load("minirail"), compiled=False)
    page.evaluate("regelwerk.page.hint()")
    did_best = r"Try: .+\. In [0-9,]+ plays tried from here it did best: [0-9.]+ points on average\."
    assert re.fullmatch(did_best, page.locator(".told").text_content())
    page.locator("summary").last.click()
    assert "plays at random" in page.locator(".about").text_content() and "ziglang" not in page.content()
    page = page_of(chromium, tmp_path, regelwerk.load("three_rolls"), compiled=False)
    page.locator("[data-move=again]").click()
    page.locator("[data-key=hint]").click()
    assert page.locator(".told").text_content().startswith("Chance decides here, between 6 outcomes;")


@needs_browser
@needs_zig
def test_hints_of_a_compiled_game_say_what_was_found(chromium: Any, tmp_path: Path) -> None:
    page = page_of(chromium, tmp_path, regelwerk.load("connect_four"))
    page.locator("[data-key=hint]").click()
    assert "plays tried from here" in page.locator(".told.good").text_content()
    page = page_of(chromium, tmp_path, regelwerk.load("river_crossing"))
    assert "ziglang" not in page.content()
    page.locator("[data-key=hint]").click()
    assert page.locator(".told.good").text_content().startswith("Try: Row across with the goat")


@needs_browser
def test_the_chart_has_a_key_for_what_it_draws(chromium: Any, tmp_path: Path) -> None:
    from puzzles.page.sheet import SearchOutcome, SearchPoint

    outcome = SearchOutcome("bounded", 100, 5000, 0.98, "by hand")
    for bound, keys in ((5000.0, ["best line"]), (105.0, ["best line", "bound"])):
        item = Item("A run", "run", Role.PLAY, result=outcome, events=[SearchPoint("found", 90.0, 0.5), SearchPoint("bound", bound, 1.0), SearchPoint("found", 100.0, 2.0)])
        page = page_of(chromium, tmp_path, regelwerk.load("minirail"), False, (item,))
        assert page.locator(".course .key").all_text_contents() == keys
        assert page.locator(".course circle.bound").count() == len(keys) - 1
        assert "bound is 5000" in page.locator(".result").text_content()


@needs_browser
def test_players_see_their_own_part_only(chromium: Any, tmp_path: Path) -> None:
    rules = tmp_path / "game.rules"
    rules.write_text(test_seats.LIARS, "utf-8")
    page = page_of(chromium, tmp_path, regelwerk.load(str(rules)), compiled=False)
    assert page.locator(".line").count() == 0 and page.locator(".chips button").count() == 1
    page.locator("[data-key=roll]").click()
    assert page.locator(".cover p").text_content() == "Pass the screen to Ann."
    assert page.locator(".moves li").all_text_contents() == ["?", "?"]
    page.locator("[data-key=here]").click()
    assert page.locator(".line").nth(1).text_content() == "Bob: ?"
    assert page.locator(".moves li").nth(1).text_content() == "D: ?"
    page.locator("[data-key=hint]").click()
    page.get_by_text("plays tried from here every move did equally well.").wait_for()  # this game has no winner
    page.locator("[data-move='1x1']").click()
    assert page.locator(".line").count() == 0 and page.locator(".chips button").count() == 0
    page.locator("[data-key=here]").click()
    assert page.locator(".line").nth(0).text_content() == "Ann: ?"
    page.locator("[data-key=viewer]").select_option("everything")
    assert "shows everything" in page.locator(".viewers").text_content()
    assert "?" not in page.locator(".line").nth(0).text_content()
    page.locator("[data-key=viewer]").select_option("1")
    page.locator("[data-move=raise]").click()
    page.locator("[data-key=refusals]").click()
    page.locator(".chip.refused").first.click()
    assert "1x1 is not more than 1x1" in page.locator(".told.bad").text_content()
    rules.write_text(test_seats.CARDS, "utf-8")
    compare_views(page_of(chromium, tmp_path, game := regelwerk.load(str(rules)), compiled=False), game)


@needs_browser
@pytest.mark.parametrize("name", ["CARDS", "LIARS"])
def test_each_seat_is_told_what_the_reference_tells_it(name: str, chromium: Any, tmp_path: Path) -> None:
    rules = tmp_path / "game.rules"
    rules.write_text(getattr(test_seats, name), "utf-8")
    game = regelwerk.load(str(rules))
    page = page_of(chromium, tmp_path, game, compiled=False)
    for seed in range(3):
        compare(page, game, seed, 30)


def compare_views(page: Any, game: regelwerk.Game) -> None:
    """The page draws for each seat what the reference machine draws."""
    state = game.initial().play("c = King").play("c = Ace").play("search")
    views = [str(state.for_player(name)).splitlines() for name in game.players]
    encoded = list(game.machine.encode(state.raw))
    looks = page.evaluate(
        """(bytes) => regelwerk.page.seats.map((seat) => pictureOf(seat, regelwerk.machine.codec.decode(Uint8Array.from(bytes))).map((panel) =>
          panel.kind === "line" ? panel.text : `${panel.label}: ${panel.tiles.map(({ text }) => text).join("  ")}`))""",
        encoded,
    )
    # Whether a move is possible the page does not work out for a seat.
    assert [[line.rstrip() for line in look[:-2]] for look in looks] == [view[:-2] for view in views]


@needs_browser
def test_a_recorded_play_with_secrets_says_that_it_shows_all(chromium: Any, tmp_path: Path) -> None:
    game, item = load_play(GAMES / "kuhn_poker" / "plays" / "random.play", None, "auto")
    page = page_of(chromium, tmp_path, game, False, (item,))
    assert "shows everything, also what players hide" in page.locator(".viewers").text_content()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.locator("[data-key=viewer]").select_option("1")
    assert page.locator(".tile").first.get_attribute("aria-label") == "?"
    assert page.locator(".moves li").first.text_content() == "The card dealt is: ?"
