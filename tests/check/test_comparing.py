"""Two games side by side: the shortest play that tells them apart, or a proof that there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from cython_ext.native import NativeMachine
from rules_dsl.loading import LIBRARY, load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check.comparing import (
    Comparison,
    ComparisonLimits,
    Different,
    EquivalentGames,
    Sides,
    UndecidedComparison,
    compare,
)
from solver.check.distinguishing import compare_sides
from solver.check.readings import _from_example, compare_readings
from solver.check.shortening import find_distinction, shorten_play
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from solver.smt.equivalence import equivalent


def changed(folder: Path, game: str, old: str, new: str) -> PythonMachine:
    text = (LIBRARY / game / f"{game}.rules").read_text()
    assert text.count(old) == 1
    path = folder / f"{game}.rules"
    path.write_text(text.replace(old, new))
    return PythonMachine(load(path))


def side_by_side(one: PythonMachine, other: PythonMachine, extent: ComparisonLimits | None = None) -> Comparison:
    return compare(Sides(one, other), extent or ComparisonLimits(), Clock(Limits()))


def test_a_game_is_the_same_as_itself_by_both_ways() -> None:
    for name in ("three_rolls", "tictactoe", "river_crossing"):
        machine = PythonMachine(load(name))
        assert isinstance(side_by_side(machine, machine), EquivalentGames)
    board = PythonMachine(load("tictactoe"))
    assert equivalent(board, board, Clock(Limits()))
    assert compare_sides(Sides(board, board), None) == EquivalentGames(
        "every move, ending and score is the same in every state (Z3)"
    )


SAME = [
    ("tictactoe", "  needs board[c] == none  ", "  needs not (board[c] != none)  "),
    ("tictactoe", "count(board[c] == X for c in Cell) - ", "count(board[c] == X for c in Cell) * 1 - "),
    ("river_crossing", "boat = next(boat)", "boat = previous(boat)"),
]
OTHERS = [
    ("three_rolls", "  needs pips > 0  \"roll first\"", "  needs pips > 1  \"roll first\"", 2),
    ("three_rolls", "  pips: pips\n\nclaim", "  pips: pips + 1\n\nclaim", 3),
    ("three_rolls", "    pips = die\n", "    pips = max(die, 2)\n", 3),
    ("tictactoe", "draw when full()                @rule \"3\"\n", "", 9),
    ("tictactoe", "      choose mark by p", "      choose mark by next(p)", 0),
    ("tictactoe", "win p: Player when has_line(p)", "win p: Player when has_line(next(p))", 5),
    ("river_crossing", "  ensures safe(near) and safe(far)  ", "  ensures safe(near) or safe(far)  ", 0),
]  # fmt: skip


@pytest.mark.parametrize(("game", "old", "new"), SAME)
def test_other_words_for_the_same(game: str, old: str, new: str, tmp_path: Path) -> None:
    one, other = PythonMachine(load(game)), changed(tmp_path, game, old, new)
    assert isinstance(side_by_side(one, other), EquivalentGames)
    assert equivalent(one, other, Clock(Limits()))


@pytest.mark.parametrize(("game", "old", "new", "moves"), OTHERS)
def test_the_shortest_play_that_tells_them_apart(game: str, old: str, new: str, moves: int, tmp_path: Path) -> None:
    one, other = PythonMachine(load(game)), changed(tmp_path, game, old, new)
    assert not equivalent(one, other, Clock(Limits()))
    found = side_by_side(one, other)
    assert isinstance(found, Different)
    assert (len(found.play), found.shortest) == (moves, True)


def test_what_was_not_looked_at_is_not_said_to_be_the_same() -> None:
    machine, other = PythonMachine(load("orchard")), PythonMachine(load("orchard", {"rounds": "7"}))
    found = side_by_side(machine, other, ComparisonLimits(pairs=500, plays=0))
    assert isinstance(found, UndecidedComparison) and found.upto >= 1
    assert isinstance(side_by_side(machine, other, ComparisonLimits(pairs=50, plays=50)), Different)


def test_a_play_found_at_random_is_made_shorter(tmp_path: Path) -> None:
    text = (
        "rules 1\ngame Walk\n\nstate\n  at: 0..400 = 0\n  key: Bool\n\naction go\n  needs at < 400\n  does\n    at += 1\n\naction find\n  needs not key\n  does\n    key = true\n\n"
        "action open\n  needs key and at > 2\n  does\n    at = 400\n\nplay\n  loop until at == 400\n    choose go, find, open\n"
    )
    machines = []
    for name, other in (("one", text), ("two", text.replace("at > 2", "at > 3"))):
        path = tmp_path / f"{name}.rules"
        path.write_text(other)
        machines.append(PythonMachine(load(path)))
    one, two = machines
    long = find_distinction(Sides(one, two), ["go", "find", "go", "open", "go", "go", "go"])
    assert long is not None and len(long.play) == 4
    wandering = Different(("go", "go", "find", "go"), long.what, False)
    assert len(shorten_play(Sides(one, two), wandering, Clock(Limits())).play) == 4, "each of its moves is needed"
    padded = find_distinction(Sides(one, two), ["open", "find", "open", "go", "go", "go"])
    assert padded is not None and padded.play == ("find", "go", "go", "go")


def test_moves_that_are_named_lead_where_chance_does_not(tmp_path: Path) -> None:
    text = (
        "rules 1\ngame Stair\n\nstate\n  at: 0..50 = 0\n  days: 0..150 = 0\n\naction up\n  does\n    at += 1\n    days += 1\n\naction down\n  does\n    at = 0\n    days += 1\n\n"
        "action rest\n  needs at == 49\n  does\n    days += 1\n\nplay\n  loop until at == 50 or days == 150\n    choose up, down, rest\n"
    )
    one, other = (
        written(tmp_path / f"{name}.rules", each)
        for name, each in (("one", text), ("two", text.replace("at == 49", "at == 30")))
    )
    few = ComparisonLimits(pairs=5, plays=60)
    assert isinstance(side_by_side(one, other, few), UndecidedComparison)
    assert isinstance(compare(Sides(one, other), few, Clock(Limits()), named=["up"]), Different)


def written(path: Path, text: str) -> PythonMachine:
    path.write_text(text)
    return PythonMachine(load(path))


def test_examples_say_where_a_reading_comes_into_play(tmp_path: Path) -> None:
    path = tmp_path / "ladder.rules"
    path.write_text(
        'rules 1\ngame Ladder\n\noption steps: 3..9 = 3\nreading last: free | held  @rule "1"  "may one climb beyond five?"\n\nstate\n  at: 0..9 = 0\n\n'
        'action climb  @rule "1"\n  needs at < 5 or last == free\n  does\n    at += 1\n\naction leave\n  does\n    at = steps\n\nplay\n  loop until at == steps\n    choose climb, leave\n\n'
        'example "held"  @rule "1"\n  option steps = 8\n  option last = held\n  given at = 5\n  play climb\n  refused\n'
    )
    found = list(compare_readings(lambda changed: PythonMachine(load(path, changed)), None))
    assert [(each.name, each.first, each.second, each.options) for each in found] == [
        ("last", "free", "held", (("steps", "8"),))
    ]
    assert isinstance(found[0].comparison, Different) and found[0].comparison.play == ("climb",) * 5


def test_what_no_play_comes_to_is_looked_for_from_an_example(tmp_path: Path) -> None:
    path = tmp_path / "tower.rules"
    path.write_text(
        'rules 1\ngame Tower\n\nreading last: free | held  @rule "1"  "may one climb beyond?"\n\nstate\n  at: 0..60000 = 0\n  key: Bool = false\n\n'
        'action climb  @rule "1"\n  needs not key or last == free\n  does\n    at += 1\n\naction rest\n  does\n    at += 2\n\nplay\n  loop until at >= 59990\n    choose climb, rest\n\n'
        'example "held"  @rule "1"\n  option last = held\n  given key = true\n  play climb\n  refused\n'
    )
    one, other = (PythonMachine(load(path, {"last": text})) for text in ("free", "held"))
    (example,) = other.game.examples
    found = _from_example(one, other, example)
    assert isinstance(found, Different) and (found.play, found.shortest) == ((), True)
    assert found.what == "legal in the first game only: climb"


def test_what_makes_a_difference_only_at_the_end_is_played_on_from_an_example(tmp_path: Path) -> None:
    path = tmp_path / "tower.rules"
    path.write_text(
        'rules 1\ngame Tower\n\nreading crown: counts | is_nothing  @rule "1"  "is a crown worth a point?"\n\nstate\n  at: 0..60000 = 0\n  side: 0..60000 = 0\n  crowned: Bool = false\n\n'
        "action climb\n  does\n    at += 1\n\naction rest\n  does\n    at += 1\n    side += 1\n\nplay\n  loop until at >= 59990\n    choose climb, rest\n\n"
        'score\n  crown: 1 if crowned and crown == counts else 0\n\nexample "crowned"  @rule "1"\n  option crown = is_nothing\n  given crowned = true\n  given at = 59000\n  then crowned\n'
    )
    one, other = (PythonMachine(load(path, {"crown": text})) for text in ("counts", "is_nothing"))
    (example,) = other.game.examples
    found = _from_example(one, other, example)
    assert isinstance(found, Different) and len(found.play) == 990 and not found.shortest
    assert (
        found.what
        == "in the first game the game ends by stop with 1 point, in the second the game ends by stop with 0 points"
    )


@pytest.mark.long
def test_readings_of_railroads_are_told_apart() -> None:
    found = list(compare_readings(lambda changed: NativeMachine(load("ultimate_railroads", changed)), 200))
    different = {each.name for each in found if isinstance(each.comparison, Different)}
    assert (
        different == {"wooden_on_basic", "second_key", "moving_on", "lowest_space_again", "emil_three", "emil_tie"}
        and len(found) == 6
    )
