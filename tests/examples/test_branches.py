"""Conditions that examples, plays and random plays meet only one way."""

from __future__ import annotations

from pathlib import Path

from rules_dsl.examples import run_all
from rules_dsl.examples.coverage import Coverage
from rules_dsl.loading import load
from rules_dsl.machine.explore import ExploreLimits
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.source import SourceFile
from solver.filling.search import list_solutions

RULES = """\
rules 1
game Stones

option most: 1..3 = 2

state
  left: 0..9 = 5
  odd:  Bool
  told: 0..9

define few() -> Bool = left < 3 and not odd

define bonus() -> 0..2 = 2 if left < 1 else 1

action take(n: 1..3)
  needs n <= most  "too many"
  needs n <= left or few()
  does
    left -= min(n, left)
    odd = even_is(left % 2 == 1)
    mark(n == 3)

define even_is(b: Bool) -> Bool = b

event mark(big: Bool)
  does
    when big
      told = bonus()
    for n in 1..9
      when n > 8 implies big
        told = n

play
  loop
    choose take

end when left == 0 and told != 3
"""


TAKE_TWO = """
example "two are taken"
  play take(2)
"""

REFUSED = (
    TAKE_TWO
    + """
example "three are too many"
  play take(3)
  refused because "too many"
"""
)

MORE = (
    REFUSED
    + """
example "three may be taken"
  option most = 3
  play take(3)
  then told == 9
"""
)


def _covered(folder: Path, examples: str, random_plays: int = 0) -> Coverage:
    path = folder / "stones.rules"
    path.write_text(RULES + examples, encoding="utf-8")
    game = load(str(path))
    report = run_all(
        game,
        lambda options, givens: load(str(path), options, givens),
        ReferenceMachine,
        list_solutions,
        ExploreLimits(50),
        None,
        random_plays,
    )
    assert not report.failures
    return report.coverage


def _untaken(coverage: Coverage, folder: Path) -> dict[str, tuple[bool, ...]]:
    source = SourceFile("stones.rules", (folder / "stones.rules").read_text(encoding="utf-8"))
    return {source.within(branch.span): branch.never for branch in coverage.untaken}


NEITHER = (True, False)
NEVER_TRUE = (True,)
NEVER_FALSE = (False,)


def test_without_a_play_nothing_is_asked(tmp_path: Path) -> None:
    assert _untaken(_covered(tmp_path, ""), tmp_path) == dict.fromkeys(
        ("n <= most", "n <= left", "left < 3", "odd", "left < 1", "big", "n > 8", "left == 0", "told != 3"), NEITHER
    )


def test_a_play_takes_its_way_and_what_stands_behind_is_not_asked(tmp_path: Path) -> None:
    assert _untaken(_covered(tmp_path, TAKE_TWO), tmp_path) == {
        "n <= most": NEVER_FALSE,
        "n <= left": NEVER_FALSE,
        "left < 3": NEITHER,
        "odd": NEITHER,
        "left < 1": NEITHER,
        "big": NEVER_TRUE,
        "left == 0": NEVER_TRUE,
        "told != 3": NEITHER,
    }


def test_a_refused_move_meets_the_other_way(tmp_path: Path) -> None:
    assert "n <= most" not in _untaken(_covered(tmp_path, REFUSED), tmp_path)


def test_other_options_count(tmp_path: Path) -> None:
    untaken = _untaken(_covered(tmp_path, MORE), tmp_path)
    assert "big" not in untaken
    assert untaken["left < 1"] == NEVER_TRUE


def test_random_plays_of_each_set_up_count(tmp_path: Path) -> None:
    assert _untaken(_covered(tmp_path, MORE, 20), tmp_path) == {
        "left < 3": NEVER_FALSE,
        "told != 3": NEVER_FALSE,
    }
