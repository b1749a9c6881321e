"""Puzzles that are filled in: clues that leave one solution and are all needed, two engines that agree, techniques,
stores, exports.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest

from puzzles.exporting.pdf import pdf_sheets
from puzzles.exporting.sheets import solution_lines, svg_sheets
from puzzles.exporting.tables import anki
from puzzles.filling.clues import ClueMaker, ClueSolution
from puzzles.filling.making import clues_in, fillings
from puzzles.filling.proving import wrong_with
from puzzles.filling.techniques import TECHNIQUES, Person, comes_to_grief, grade_filling
from puzzles.making.candidates import PuzzleOrder, order_of
from puzzles.making.checking import check_proved, check_solved
from puzzles.making.collecting import CollectionLimits, collect
from puzzles.making.instances import machine_of, plain_machine, state_of
from puzzles.making.likeness import likeness
from puzzles.storing.puzzle import FILLED, Puzzle
from puzzles.storing.store import read_store, write_store
from rules_dsl import loading
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.types import Value
from rules_dsl.machine.api import Move
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.machine.filling.puzzle import FindPuzzle
from solver.cpsat.filling import FillingModel, numbers_of, values_of
from solver.filling.search import list_solutions
from tests.cli.running import run

SMALL = {"sudoku": (("wide", "2"), ("high", "2")), "binairo": (("half", "2"),)}


def puzzle_named(name: str, *options: tuple[str, str]) -> FindPuzzle:
    return FindPuzzle(loading.load(name, dict(options)))


def made(
    name: str,
    count: int,
    processes: int = 1,
    options: tuple[tuple[str, str], ...] = (),
    seed: int = 3,
    symmetric: bool = False,
) -> list[Puzzle]:
    order = order_of(loading.load(name, dict(options)), PuzzleOrder(name, options, seed=seed, symmetric=symmetric))
    return collect(order, CollectionLimits(count, 40 * count), processes).puzzles


def all_solutions(puzzle: FindPuzzle, model: FillingModel) -> set[tuple[Value, ...]]:
    """Every solution that CP-SAT finds: one after another is forbidden by asking with each cell's value changed."""
    types = [cell.type for cell in puzzle.cells]
    found: set[tuple[int, ...]] = set()

    def below(fixed: dict[int, int], place: int) -> None:
        solution = model.solution(fixed)
        if solution is None:
            return
        if place == len(types):
            found.add(tuple(solution))
            return
        for number in range(model.cells[place].low, model.cells[place].high + 1):
            below({**fixed, place: number}, place + 1)

    below({}, 0)
    return {puzzle.complete_values(dict(enumerate(values_of(types, numbers)))) for numbers in found}


@pytest.mark.parametrize(
    ("name", "options"),
    [("binairo", (("half", "1"),)), ("star_battle", ()), ("sudoku", (("wide", "3"), ("high", "1")))],
)
def test_both_engines_know_the_same_solutions(name: str, options: tuple[tuple[str, str], ...]) -> None:
    puzzle = puzzle_named(name, *options)
    by_hand = set(list_solutions(puzzle, {}))
    assert by_hand and all_solutions(puzzle, FillingModel(puzzle.game)) == by_hand


LOOSE = """rules 1
puzzle Loose "Everything that rules may say."
type Colour = red | green | blue
find paint: [1..3] Colour
find n: 0..5
find chosen: set of 1..3
rule differ: for k in 2..3: paint[k] != paint[k - 1]
rule sum: n == sum(k for k in chosen)
rule some: len(chosen) >= 1 and (1 in chosen implies paint[1] == red)
rule either: (paint[2] == blue) == (3 in chosen) or n == 0
"""


def test_other_kinds_of_variables(tmp_path: Path) -> None:
    (tmp_path / "loose.rules").write_text(LOOSE)
    puzzle = puzzle_named(str(tmp_path / "loose.rules"))
    by_hand = set(list_solutions(puzzle, {}))
    assert len(by_hand) > 3
    assert all_solutions(puzzle, FillingModel(puzzle.game)) == by_hand


DIVISION = 'rules 1\npuzzle Division "A division."\nfind n: 0..3\nfind m: 0..3\nrule part: n / m == 1\n'


def test_a_rule_that_fails_is_told_unless_another_rule_excludes_it(tmp_path: Path) -> None:
    """CP-SAT and the search by hand say the same of `n / m` alone, and beside `m != 0`."""
    (tmp_path / "fails.rules").write_text(DIVISION)
    for ask in (lambda puzzle: FillingModel(puzzle.game), lambda puzzle: list(list_solutions(puzzle, {}))):
        with pytest.raises(PlayError) as caught:
            ask(puzzle_named(str(tmp_path / "fails.rules")))
        assert caught.value.diagnostics[0].code == "E0905"
    (tmp_path / "guarded.rules").write_text(DIVISION + "rule guard: m != 0\n")
    puzzle = puzzle_named(str(tmp_path / "guarded.rules"))
    assert (
        all_solutions(puzzle, FillingModel(puzzle.game))
        == set(list_solutions(puzzle, {}))
        == {(1, 1), (2, 2), (3, 2), (3, 3)}
    )


@pytest.mark.parametrize("name", sorted(SMALL))
def test_clues_leave_one_solution_and_none_is_too_many(name: str) -> None:
    """By plain counting, without CP-SAT."""
    puzzle = puzzle_named(name, *SMALL[name])
    for seed in range(3):
        found = ClueMaker(puzzle).clues(Random(seed), symmetric=False)
        assert found is not None and 0 < len(found.clues) < len(puzzle.cells)
        assert list(list_solutions(puzzle, found.clues)) == [puzzle.complete_values(dict(enumerate(found.solution)))]
        for place in found.clues:
            fewer = {at: value for at, value in found.clues.items() if at != place}
            assert len(list(islice(list_solutions(puzzle, fewer), 2))) == 2
        assert wrong_with(puzzle, found) == ""


def test_symmetric_clues() -> None:
    puzzle = puzzle_named("sudoku", *SMALL["sudoku"])
    found = [clues for seed in range(2) if (clues := ClueMaker(puzzle).clues(Random(seed), symmetric=True)) is not None]
    assert found
    for each in found:
        assert {len(puzzle.cells) - 1 - place for place in each.clues} == set(each.clues)
        assert wrong_with(puzzle, each) == ""


def test_what_is_wrong_with_clues_is_told() -> None:
    puzzle = puzzle_named("sudoku", *SMALL["sudoku"])
    found = ClueMaker(puzzle).clues(Random(1), symmetric=False)
    assert found is not None
    place = next(at for at in range(16) if at not in found.clues)
    more = ClueSolution({**found.clues, place: found.solution[place]}, found.solution)
    assert "says nothing new" in wrong_with(puzzle, more)
    fewer = ClueSolution(dict(list(found.clues.items())[1:]), found.solution)
    assert "another solution" in wrong_with(puzzle, fewer)
    other = tuple([5 - number for number in found.solution])
    assert "does not have the clues" in wrong_with(puzzle, ClueSolution(found.clues, other))
    assert "breaks a rule" in wrong_with(puzzle, ClueSolution({}, (1,) * 16))


def test_numbers_stand_for_values() -> None:
    for name in ("sudoku", "binairo", "star_battle"):
        puzzle = puzzle_named(name)
        types = [cell.type for cell in puzzle.cells]
        numbers = [each.high for each in FillingModel(puzzle.game).cells]
        assert numbers_of(types, values_of(types, numbers)) == numbers


# -- techniques


@pytest.mark.parametrize("name", sorted(SMALL))
def test_techniques_find_the_solution_and_nothing_else(name: str) -> None:
    for puzzle in made(name, 3, options=SMALL[name]):
        machine = machine_of(name, dict(SMALL[name]), {})
        assert isinstance(machine, FindMachine)
        clues = clues_in(state_of(machine, puzzle.start))
        (solution,) = list_solutions(machine.puzzle, clues)
        grade, person, steps = grade_filling(machine.puzzle, clues)
        assert machine.puzzle.complete_values({**clues, **{step.place: step.value for step in steps}}) == solution
        assert grade.steps == len(steps) == 16 - len(clues) and sum(person.used) > 0


ROW = 'rules 1\npuzzle Row "Three numbers in a row."\nfind at: [1..3] 1..3\nrule once: for n in 1..3: count(at[k] == n for k in 1..3) == 1 "once"\n'


def person(text: str, folder: Path, **clues: int) -> Person:
    (folder / "own.rules").write_text(text)
    return Person(puzzle_named(str(folder / "own.rules")), {int(name[1:]): value for name, value in clues.items()})


def test_the_easiest_technique_is_used(tmp_path: Path) -> None:
    single = person(ROW, tmp_path, c0=1, c1=2)
    assert [TECHNIQUES[step.technique] for step in single.steps()] == ["single"]
    hidden = person(ROW + 'rule not_here: at[1] != 3 and at[2] != 3 "not here"\n', tmp_path)
    assert [TECHNIQUES[step.technique] for step in hidden.steps()] == ["hidden"]
    assert person(ROW, tmp_path).steps() == []
    crossed = 'rules 1\npuzzle Crossed "Two truths."\nfind a: Bool\nfind b: Bool\nrule one: a or b\nrule two: a or not b\nrule three: not a or not b\n'
    assert {TECHNIQUES[step.technique] for step in person(crossed, tmp_path).steps()} >= {"trying"}


def test_trying_is_right(tmp_path: Path) -> None:
    (tmp_path / "own.rules").write_text(ROW)
    puzzle = puzzle_named(str(tmp_path / "own.rules"))
    free = puzzle.domains_of([(), (), ()])
    assert not comes_to_grief(puzzle, free, 0, 1, 2)
    assert comes_to_grief(puzzle, puzzle.domains_of([(1,), (), ()]), 1, 1, 1)


# -- collections


def test_puzzles_hold_when_they_are_looked_at_again() -> None:
    for puzzle in made("binairo", 2, options=SMALL["binairo"]):
        assert check_solved(puzzle).holds and check_proved(puzzle).holds
        assert puzzle.aim == FILLED and puzzle.unique == "solution" and len(puzzle.proof) == 3
        wrong = msgspec.structs.replace(puzzle, solution=puzzle.solution[:-1])
        assert not check_solved(wrong).holds and not check_proved(wrong).holds
        assert not check_solved(msgspec.structs.replace(puzzle, game="tictactoe", options={})).holds


@pytest.mark.parametrize("name", sorted(SMALL))
def test_one_thread_and_two_give_the_same_bytes(name: str, tmp_path: Path) -> None:
    for file, processes in (("one", 1), ("two", 2)):
        write_store(tmp_path / f"{file}.puzzles", made(name, 3, processes, SMALL[name]))
    assert (tmp_path / "one.puzzles").read_bytes() == (tmp_path / "two.puzzles").read_bytes()
    assert (tmp_path / "one.puzzles").read_bytes() != b"" and read_store(tmp_path / "one.puzzles") == made(
        name, 3, 1, SMALL[name]
    )


BARE = """rules 1
puzzle Bare "Nothing says how it looks."
find n: 0..3
find green: [1..5] Bool
rule green: for x in 1..5: x <= n implies green[x]
rule few: n >= 2 and count(green[x] for x in 1..5) == 3 and green[4] == green[5]
"""


def test_puzzles_without_a_picture_are_made(tmp_path: Path) -> None:
    (tmp_path / "bare.rules").write_text(BARE)
    (puzzle,) = made(str(tmp_path / "bare.rules"), 1)
    assert check_proved(puzzle).holds and "green[1]: " in svg_sheets([puzzle])[0]


def posed(machine: FindMachine, puzzle: Puzzle, look: Callable[[Sequence[Value]], Sequence[Value]]) -> Puzzle:
    """The same puzzle looked at in another way; cells without a clue are empty tuples."""
    texts = fillings(machine)
    named = {move: text for text, move in texts.items()}
    start = state_of(machine, puzzle.start)
    filled = {texts[text].option: texts[text].arguments[0] for text in puzzle.solution}
    whole = look([(cell or (filled[place],)) for place, cell in enumerate(start.values)])
    cells = tuple(look(start.values))
    solution = [named[Move(place, whole[place])] for place, cell in enumerate(cells) if not cell]
    return msgspec.structs.replace(puzzle, start=machine.encode(type(start)(cells, 0)).hex(), solution=solution)


def test_turned_boards_are_alike() -> None:
    (puzzle,) = made("sudoku", 1, options=SMALL["sudoku"])
    machine = plain_machine("sudoku", puzzle.options, {})
    assert isinstance(machine, FindMachine)
    turned = posed(machine, puzzle, lambda cells: list(reversed(cells)))
    renamed = posed(machine, puzzle, lambda cells: [tuple([5 - number for number in cell]) for cell in cells])
    for other in (turned, renamed):
        assert other.start != puzzle.start and likeness(other) == likeness(puzzle)
    clue = min(clues_in(state_of(machine, puzzle.start)))
    emptier = posed(
        machine, puzzle, lambda cells: [() if at == clue and () in cells else cell for at, cell in enumerate(cells)]
    )
    assert likeness(emptier) != likeness(puzzle)
    shifted = posed(machine, puzzle, lambda cells: [*cells[4:], *cells[:4]])  # no symmetry: rows leave their boxes
    assert likeness(shifted) != likeness(puzzle)


def test_exports_show_the_solution_apart() -> None:
    puzzles = made("sudoku", 2, options=SMALL["sudoku"])
    sheets = svg_sheets(puzzles)
    assert len(sheets) == 2 and "Solutions" in sheets[1] and "Solutions" not in sheets[0]
    numbers = [sum(sheet.count(f">{number}</text>") for number in range(1, 5)) for sheet in sheets]
    labels = 4 * len(puzzles)
    assert numbers[0] == sum(16 - puzzle.value for puzzle in puzzles) + labels and numbers[1] == 32 + labels
    assert solution_lines(puzzles) == []
    assert anki(puzzles).count("</svg>") == 4
    assert pdf_sheets(puzzles).startswith(b"%PDF-1.4")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = str(tmp_path / "b.puzzles")
    words = ["puzzle", "make", "binairo", "--option", "half=2", "--count", "2", "-o", store]
    assert run(capsys, *words, "--json").answer["puzzles"] == 2
    assert "Fill in" in run(capsys, *words, "--quiet").out
    assert run(capsys, "puzzle", "unique", store, "--json").answer["unique"][1]["holds"]
    assert "cells" in run(capsys, "puzzle", "grade", store).out
    page = tmp_path / "b.html"
    assert run(capsys, "puzzle", "export", store, "--html", "-o", str(page)).code == 0 and page.stat().st_size < 400_000
    assert run(capsys, "puzzle", "make", "tictactoe", "--symmetric").code == 2


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(SMALL))
def test_a_hundred_puzzles_of_two_kinds(name: str) -> None:
    """Made with 6 × 6 cells, each looked at again by both engines: unique and minimal; one that stands in the
    collection twice would not be in it.
    """
    puzzles = made(name, 100, 2, seed=1)
    assert len(puzzles) == 100 == len({likeness(puzzle) for puzzle in puzzles})
    for puzzle in puzzles:
        seen = check_proved(puzzle)
        assert seen.holds, seen.words
    assert len({puzzle.grade.number for puzzle in puzzles}) > 5
