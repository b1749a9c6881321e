"""What the report says of a game is what the generated C does; an edit that loses a technique is seen in it, with its
line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cython_ext.emit.report import Report, report
from cython_ext.emit.unit import Translation, translate
from cython_ext.emit.unsupported import UnsupportedConstruct
from rules_dsl.loading import load

RULES = """rules 1
game Small
use std.grid with columns = 3, rows = 3
players X, O
state
  board: [Cell] Player?
  marks: 0..9 = 0
  last: Cell?
define lined(p: Player) -> Bool = any(all(board[x] == p for x in stretch(c, north, 3)) for c in Cell where len(stretch(c, north, 3)) == 3)
action mark(c: Cell)
  needs board[c] == none
  does
    board[c] = player
    last = c
play
  loop
    for p in players
      choose mark by p
win p: Player when lined(p)
"""


def told(tmp_path: Path, *edits: tuple[str, str]) -> Report:
    """The report on the small game after some edits."""
    text = RULES
    for old, new in edits:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = tmp_path / "small.rules"
    path.write_text(text)
    found = report(load(str(path)))
    assert isinstance(found, Report)
    return found


def reasons(found: Report) -> list[tuple[str, int]]:
    return [(obstacle.reason, obstacle.span.line) for obstacle in found.obstacles()]


def test_all_techniques_are_used(tmp_path: Path) -> None:
    found = told(tmp_path)
    (mark,) = found.actions
    assert reasons(found) == [] and found.checks == () and found.alike == ()
    assert (mark.counted, mark.tried, mark.listed) == ("bits", None, None)
    assert [
        (level.name, level.values, level.way, [test.way for test in level.tests]) for level in mark.found.levels
    ] == [("c", 9, "set", ["words"])]
    assert [(looked.kind, looked.players) for looked in mark.endings] == [("win", ("player",))]
    assert found.course.obstacle is None and found.placed.in_place
    assert [(each.variable, each.size) for each in found.variables][:2] == [("board", 4), ("marks", 1)]


def test_a_win_test_that_no_longer_looks_at_what_changed(tmp_path: Path) -> None:
    found = told(tmp_path, ("board[c] = player", "board[c] = player if marks < 9 else none"))
    assert found.actions[0].endings[0].players is None
    assert reasons(found) == [("an entry of `board` may become what it searches for", 9)]


def test_a_reaction_has_all_endings_looked_at(tmp_path: Path) -> None:
    found = told(tmp_path, ("play\n", "whenever full: marks == 9\n  does\n    marks = 0\nplay\n"))
    assert found.actions[0].endings[0].players is None
    assert reasons(found) == [("a reaction runs before the endings are tested", 15)]


def test_a_condition_that_cannot_be_counted_in_words(tmp_path: Path) -> None:
    found = told(tmp_path, ("  does", "  needs sum(x.row for x in Cell where board[x] == none) > c.row\n  does"))
    (mark,) = found.actions
    assert (mark.counted, mark.listed) == ("each", None)
    assert [test.way for test in mark.found.levels[0].tests] == ["words", "each"]
    assert reasons(found)[0] == ("it reads a value of the position with more than 4 possible values", 12)
    assert [(fold.fold, fold.span.line) for fold in found.folds] == [("sum", 12)]


def test_conditions_are_told_with_the_parameter_after_which_they_are_tested(tmp_path: Path) -> None:
    edits = (
        ("mark(c: Cell)", "mark(c: Cell, n: 1..3)"),
        ("needs board[c] == none", "needs n > marks and board[c] == none and marks < 9"),
    )
    (mark,) = told(tmp_path, *edits).actions
    assert [span.line for span in mark.found.before] == []
    assert [(level.name, len(level.tests)) for level in mark.found.levels] == [("c", 0), ("n", 3)], (
        "one need is tested as a whole"
    )
    edits = (edits[0], ("needs board[c] == none", "needs n > marks\n  needs board[c] == none\n  needs marks < 9"))
    (mark,) = told(tmp_path, *edits).actions
    assert [span.line for span in mark.found.before] == [13]
    assert [(level.name, [test.span.line for test in level.tests]) for level in mark.found.levels] == [
        ("c", [12]),
        ("n", [11]),
    ]


def test_membership_is_gone_through(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        ("last: Cell?", "open: set of Cell"),
        ("needs board[c] == none", "needs c in open"),
        ("last = c", "open -= c"),
    )
    (level,) = found.actions[0].found.levels
    assert (level.way, level.domain.line, level.tests) == ("set", 11, ())


def test_what_the_body_decides_is_tried(tmp_path: Path) -> None:
    found = told(tmp_path, ("    last = c", "    last = c\n  ensures marks < 9 or last != c"))
    (mark,) = found.actions
    assert mark.counted == "tried" and mark.tried is not None and mark.tried.copies
    assert mark.listed is not None and reasons(found)[0] == (
        "the body is run to find out whether the move is legal",
        15,
    )


def test_a_range_that_is_not_proved_is_checked(tmp_path: Path) -> None:
    assert told(tmp_path, ("last = c", "marks = 9")).checks == ()
    (check,) = told(tmp_path, ("last = c", "marks += 1")).checks
    assert (check.code, check.span.line) == ("E0901", 14)


def test_alike_things_are_told_apart(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        ("players X, O\n", "players X, O\ntype Box = alike 3\n"),
        ("last: Cell?", "last: Cell?\n  full: list of Box up to 3"),
    )
    assert found.alike == ("Box",)
    found = told(
        tmp_path,
        ("players X, O\n", "players X, O\ntype Box = alike 3\n"),
        ("last: Cell?", "last: Cell?\n  full: set of Box"),
    )
    assert found.alike == ()


def test_what_cannot_be_compiled_has_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "large.rules"
    path.write_text(
        "rules 1\ngame Large\nstate\n  x: 0..1\naction go(a: 0..9999, b: 0..9999, c: 0..9999, d: 0..9999, e: 0..9999)\nplay\n  loop\n    choose go\n"
    )
    found = report(load(str(path)))
    assert isinstance(found, UnsupportedConstruct) and "do not fit in 64 bits" in str(found)


# -- the same as the C ------------------------------------------------------------------------------------------------

GAMES = (
    "auction",
    "breakthrough",
    "chess",
    "connect_four",
    "freecell",
    "hex",
    "orchard",
    "reversi",
    "sokoban",
    "ultimate_railroads",
)


def functions(source: str, kind: str) -> Iterator[tuple[str, str]]:
    """The functions of a kind: what stands behind the two underscores, and the text."""
    for found in re.finditer(rf"^RW_\w+ (?:RW_PURE )?\w+ {kind}__(\w+)\(.*?^}}", source, re.DOTALL | re.MULTILINE):
        yield found[1], found[0]


def counted(text: str) -> str:
    if "try__" in text:
        return "tried"
    return "each" if "total++;" in text else "bits"


@pytest.mark.parametrize("name", GAMES)
def test_the_report_tells_what_the_c_does(name: str) -> None:
    game = load(name)
    found, translation = report(game), translate(game)
    assert isinstance(found, Report) and isinstance(translation, Translation)
    texts = [text for _, text in functions(translation.source, "count")]
    assert len(texts) == len(found.actions) > 0
    assert sorted(map(counted, texts)) == sorted(each.counted for each in found.actions)
    listed = {number for number, text in functions(translation.source, "draw") if "draw_listed(" in text}
    assert listed == {str(each.node) for action in found.actions for each in action.drawn if each.obstacle is not None}
    assert all(list(each.obstacles()) for each in found.actions if each.listed is not None or each.tried is not None)
    assert ("#define RW_HOT RW_FUNCTION" in translation.source) == (not found.placed.in_place)
    assert ("++steps" in translation.source) == (found.course.obstacle is not None)
