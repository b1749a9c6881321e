"""Choices that are numbered by their place among the open values, where their values would not fit into the number of a
move.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cython_ext.emit.report import report
from cython_ext.emit.unsupported import UnsupportedConstruct
from cython_ext.layout.move_codes import move_codes
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.sizes import Sizes
from rules_dsl.loading import load
from rules_dsl.machine.agree import compare
from rules_dsl.machine.perft import perft
from rules_dsl.machine.reference import ReferenceMachine
from tests.native.compiling import native
from tests.page.agreeing import FOLLOW, random_play
from tests.page.browser import browser, needs_browser, needs_zig, opened

DRAUGHTS = Path(__file__).parent / "draughts.rules"

HOPS = """rules 1
game Hops "Choices out of a list with doubles, out of a set, with conditions, of three types in one move."
type Stone = red | blue | white
state
  bag: list of 0..500 up to 4 = [300, 7, 300, 12]
  taken: 0..40 = 0
  last: 0..500 = 0
  stones: set of Stone = {}
define near(n: 0..500) -> set of 0..500 = {n, clamp(n + 1, 0, 500)}
action go(first in {3, 8})
  does
    last = first
    for hop in 1..3
      when last < 400
        choose n in bag where n > hop * 4 and n != last
        choose m in near(n) where m != 12
        choose s in {red, white} where s not in stones or hop > 2
        last = m
        taken += hop
        stones += s
    stones = {}
play
  loop until taken > 12
    choose go
"""


def game_of(text: str, folder: Path) -> ir.Game:
    (folder / "own.rules").write_text(text)
    return load(folder / "own.rules")


def test_draughts_with_chosen_cells_is_compiled_and_counted() -> None:
    """The published counts of English draughts (Aart Bik's), a whole multiple jump being one move."""
    game = load(DRAUGHTS)
    assert move_codes(game).actions["jump"].ranked
    machine = native(game, "-O1", "-Werror")
    assert list(perft(machine, 7).counts) == [1, 7, 49, 302, 1469, 7361, 36768, 179740]
    assert compare(ReferenceMachine(game), machine, plays=2, plies=30, seed=4) is None


def test_choices_of_several_types_with_conditions_agree(tmp_path: Path) -> None:
    game = game_of(HOPS, tmp_path)
    code = move_codes(game).actions["go"]
    assert code.ranked and code.choice_width == 3
    machine = native(game)
    assert compare(ReferenceMachine(game), machine, plays=3, plies=6, seed=1) is None
    start = machine.initial()
    for move, position in zip(machine.moves(start), machine.successors(machine.first_position()), strict=True):
        assert machine.apply(start, move) == machine.state(position)


def test_moves_that_fit_as_values_are_not_ranked() -> None:
    assert not any(code.ranked for code in move_codes(load("minirail")).actions.values())


def test_how_many_members_a_set_may_have() -> None:
    game = load(DRAUGHTS)
    sizes = Sizes(game)
    assert {name: sizes.most_members(sizes.functions[name].body) for name in ("ways", "jumps", "steps")} == {
        "ways": 4,
        "jumps": 4,
        "steps": 4,
    }


def test_the_choice_that_does_not_fit_is_named_with_a_repair(tmp_path: Path) -> None:
    found = report(game_of(DRAUGHTS.read_text().replace("hop in 1..9", "hop in 1..40"), tmp_path))
    assert isinstance(found, UnsupportedConstruct) and found.span.line == 63
    assert (
        "to is chosen up to 40 times among up to 4 values, 19 times would fit" in str(found)
        and "fewer rounds" in found.repair
    )


@needs_browser
@needs_zig
@pytest.mark.long
def test_pages_read_ranked_moves(tmp_path: Path) -> None:
    game = game_of(HOPS, tmp_path)
    (tmp_path / "page.html").write_text(write_page(game, [Item("Own", "own", Role.GAME)]), "utf-8")
    with browser() as chromium:
        page = opened(chromium, tmp_path / "page.html")
        assert page.evaluate("regelwerk.rules.constructor.name") == "Compiled"
        for seed in (1, 2):
            assert page.evaluate(FOLLOW, random_play(ReferenceMachine(game), seed, 40)) == []
