"""One mistake hides no other: several findings a run, each on its line, and all good blocks are delivered."""

import random
from pathlib import Path

import pytest

from rules_dsl.source import SourceFile
from rules_dsl.syntax.parse import parse
from tests.syntax.reading import findings, parsed

ROOT = Path(__file__).resolve().parents[2]
TOO_SHORT = {"early", "jumps", "sentences"}
"""Parts of games with fewer than three blocks."""
LIBRARY = [path for path in sorted(ROOT.glob("games/*/*.rules")) if path.stem not in TOO_SHORT]

# A line that stands for itself, and the same line with a mistake.
PLANTS = [
    ("define planted{0} = 1 + 2\n", "define planted{0} = 1 + * 2\n", "E0128"),
    ("end when planted{0} == 2\n", "end when planted{0} = 2\n", "E0202"),
    ('claim never "planted {0}": planted{0}\n', 'claim never "planted {0}" planted{0}\n', "E0204"),
    ("state\n  planted{0}: 0..3\n", "state\n  planted{0} 0..3\n", "E0204"),
    ("event planted{0}\n  does\n    stop\n", "event planted{0}\n  stop\n", "E0215"),
    ("define planted{0} = (1 + 2)\n", "define planted{0} = (1 + 2\n", "E0205"),
    ('define planted{0} = "x"\n', 'define planted{0} = "x\n', "E0126"),
    ("type Planted{0} = A{0} | B{0}\n", "typ Planted{0} = A{0} | B{0}\n", "E0207"),
]


def test_several_mistakes_in_several_blocks():
    file, found = parsed("define f = a +\nstate\n  x 0..3\n  y: T\ndefine g = b\nacton z\n  does\n    stop\naction h\n  needs a\n")
    assert [(d.code, d.span.line) for d in found] == [("E0223", 3), ("E0204", 5), ("E0207", 8)]
    state, *others = file.blocks
    assert [variable.name.text for variable in state.variables] == ["y"]
    assert [block.name.text for block in others] == ["g", "h"]


def test_good_lines_of_the_state_are_kept():
    file, found = parsed("state\n  a: 0..3\n  b: 7\n  c = 3\n  d: [1..2] 0..3 = 2\n  e: 0..3 = (1\n")
    assert [(d.code, d.span.line) for d in found] == [("E0234", 5), ("E0234", 6), ("E0205", 8)]
    (state,) = file.blocks
    assert [variable.name.text for variable in state.variables] == ["a", "d"]


def test_several_mistakes_in_one_block():
    code = "action a\n  needs x = 1\n  needs b c\n  does\n    x := 2\n    y == 3\n    when z:\n      y == 4\n    else\n      stop\n    put a\n  ensures (\n"
    assert findings(code) == [
        ("E0202", 2, 11),
        ("E0258", 3, 11),
        ("E0241", 5, 7),
        ("E0203", 6, 7),
        ("E0220", 7, 11),
        ("E0203", 8, 9),
        ("E0228", 11, 10),
        ("E0205", 12, 11),
    ]


def test_a_wrong_line_takes_its_else_along():
    assert findings("event e\n  does\n    when a b\n      stop\n    else when c\n      stop\n    else\n      stop\n    x == 3\n") == [
        ("E0258", 3, 12),
        ("E0203", 9, 7),
    ]


@pytest.mark.parametrize(
    ("opener", "code"),
    [
        ("when a b", "E0258"),
        ("if a", "E0224"),
        ("loop forever", "E0201"),
        ("while a", "E0225"),
        ("for x in S:", "E0220"),
        ("repeat 3 times", "E0220"),
    ],
)
def test_the_block_below_a_wrong_line_is_looked_at(opener, code):
    text = f"event e\n  does\n    {opener}\n      x = 1 2\n    y = 2 3\n"
    assert [(each, line) for each, line, _ in findings(text)] == [(code, 3), ("E0258", 4), ("E0258", 5)]


def test_the_else_of_a_wrong_line_is_looked_at():
    text = "event e\n  does\n    when a b\n      stop\n    else if c\n      x == 1\n    else\n      y == 2\n"
    assert [(code, line) for code, line, _ in findings(text)] == [("E0258", 3), ("E0209", 5), ("E0203", 6), ("E0203", 8)]


@pytest.mark.parametrize(
    "head", ["action go(", "event e {", "play:", "state:", "score:", "show:", 'example "a" b', "also for go where x", "whenever w"]
)
def test_the_lines_below_a_wrong_first_line_are_looked_at(head):
    inner = {"state": "x: 0..3 4", "score": "a b", "show": '"a" "b"', "example": "then 1 2", "play": "x = 1 2"}.get(
        head.split("(")[0].split()[0].rstrip(":"), "needs 1 2"
    )
    found = findings(f"{head}\n  {inner}\n")
    assert [line for _, line, _ in found] == [1, 2]


def test_lines_after_one_that_is_too_deep_are_looked_at():
    assert [(code, line) for code, line, _ in findings("action a\n  needs x\n    and y\n  needs z = 1\n  does\n    x == 3\n")] == [
        ("E0222", 3),
        ("E0202", 4),
        ("E0203", 6),
    ]


def test_a_slip_of_the_pen_is_read_on():
    file, found = parsed("define f = a && b\n")
    assert [d.code for d in found] == ["E0240"]
    assert len(file.blocks) == 1


def test_findings_come_in_the_order_of_the_text():
    found = parsed("define f = a ≤ b c\nx\ndefine g = (\ndefine h = “x”\n")[1]
    places = [(d.span.line, d.span.column) for d in found]
    assert len(places) == 5 and places == sorted(places)


def with_doc(path: Path) -> set[int]:
    """Lines below a doc comment: a block planted there would take the comment."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return {number + 1 for number, line in enumerate(lines, 1) if line.startswith("--")}


def starts(path: Path) -> list[int]:
    """Lines before which a block can be planted."""
    before, faults = parse(SourceFile("game.rules", path.read_text(encoding="utf-8")))
    assert not faults
    return sorted({block.span.line for block in before.blocks} - with_doc(path))


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_three_planted_mistakes_are_all_reported(path):
    chance = random.Random(path.stem)
    before, _ = parse(SourceFile("game.rules", path.read_text(encoding="utf-8")))
    places = sorted(chance.sample(starts(path), 3), reverse=True)
    lines = path.read_text(encoding="utf-8").split("\n")
    plants = chance.sample(PLANTS, 3)
    for number, (place, plant) in enumerate(zip(places, plants, strict=True)):
        lines[place - 1 : place - 1] = [*plant[1].format(number).rstrip("\n").split("\n"), ""]
    after, found = parse(SourceFile("game.rules", "\n".join(lines)))
    assert sorted(d.code for d in found) == sorted(plant[2] for plant in plants)
    planted = [number for number, line in enumerate(lines, 1) if "lanted" in line]
    assert all(any(number <= d.span.line <= number + 2 for number in planted) for d in found)
    kept = [block for block in after.blocks if "lanted" not in repr(block)]
    assert kept == list(before.blocks)


@pytest.mark.parametrize("number", range(len(PLANTS)))
def test_a_planted_line_without_its_mistake_is_right(number):
    assert findings(PLANTS[number][0].format(number)) == []
