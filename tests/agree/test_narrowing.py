"""A name narrowed by a condition is evaluated only where the condition holds: on every machine and in both solvers,
against plain Python.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
import z3

from cython_ext.native import NativeMachine
from puzzles.exporting.items import page_game
from puzzles.page.form import GameForm
from puzzles.page.sheet import Item, Role
from puzzles.page.writing import write_page
from rules_dsl import loading
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import MapType, Value, values
from rules_dsl.machine.api import Machine, Move
from rules_dsl.machine.explore import explore
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.machine.filling.puzzle import FindPuzzle
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.cpsat.filling import FillingModel, numbers_of
from solver.filling.search import count_solutions, list_solutions
from solver.smt.translating import Z3Translation
from solver.symbolic.expressions import SymbolicEvaluator
from solver.symbolic.forms import model_of, unknown
from solver.symbolic.term_values import values_of
from solver.symbolic.terms import Terms
from tests.agree.narrowing import Board, Narrowed, NarrowedGame, game_boards, narrowed_game, narrowed_puzzle
from tests.page.browser import browser, needs_browser, opened

SURELY_WRONG = {"E0501", "E0502", "E0410"}
"""What the compiler may see in a condition that is never reached, or in a wild one."""


def loaded(text: str, folder: Path) -> ir.Game | None:
    """The game; None where the compiler refuses it with good reason."""
    (folder / "narrowed.rules").write_text(text)
    try:
        return loading.load(folder / "narrowed.rules")
    except RulesError as error:
        assert {each.code for each in error.diagnostics} <= SURELY_WRONG, error
        return None


def puzzles(seeds: range, folder: Path, wild: bool = False) -> Iterator[tuple[Narrowed, ir.Game]]:
    for seed in seeds:
        puzzle = narrowed_puzzle(Random(seed), wild)
        game = loaded(puzzle.text, folder)
        if game is not None:
            yield puzzle, game


def as_values(game: ir.Game, board: Board) -> tuple[Value, ...]:
    return tuple(
        [
            tuple([board[find.name][key] for key in values(find.type.key)])
            if isinstance(find.type, MapType)
            else board[find.name]
            for find in game.finds
        ]
    )


def flat(found: Sequence[Value]) -> list[Value]:
    return [cell for value in found for cell in (value if isinstance(value, tuple) else (value,))]


# -- puzzles that are filled in


def test_the_search_finds_what_plain_python_finds(tmp_path: Path) -> None:
    looked = 0
    for puzzle, game in puzzles(range(25), tmp_path):
        judged = {as_values(game, board): puzzle.judged(board) for board in puzzle.boards()}
        assert None not in judged.values()
        wanted = {found for found, holds in judged.items() if holds}
        assert set(list_solutions(FindPuzzle(game), {})) == wanted, puzzle.text
        looked += 1
    assert looked > 20


def test_rules_that_may_fail_fail_or_have_the_right_solutions(tmp_path: Path) -> None:
    failed = 0
    for puzzle, game in puzzles(range(25), tmp_path, wild=True):
        judged = {as_values(game, board): puzzle.judged(board) for board in puzzle.boards()}
        for ask in (
            lambda game=game: set(list_solutions(FindPuzzle(game), {})),
            lambda game=game, judged=judged: by_cpsat(game, judged),
        ):
            try:
                assert ask() == {found for found, holds in judged.items() if holds}, puzzle.text
            except RulesError:
                assert None in judged.values(), puzzle.text
                failed += 1
    assert failed > 2


def by_cpsat(
    game: ir.Game, boards: Sequence[tuple[Value, ...]] | dict[tuple[Value, ...], Any]
) -> set[tuple[Value, ...]]:
    model, types = FillingModel(game), [cell.type for cell in FindPuzzle(game).cells]
    return {found for found in boards if model.solution(dict(enumerate(numbers_of(types, flat(found))))) is not None}


def test_cpsat_knows_the_same_solutions(tmp_path: Path) -> None:
    for puzzle, game in puzzles(range(100, 112), tmp_path):
        boards = {as_values(game, board): puzzle.judged(board) for board in list(puzzle.boards())[::5]}
        assert by_cpsat(game, boards) == {found for found, holds in boards.items() if holds}, puzzle.text


def test_terms_and_z3_say_the_same(tmp_path: Path) -> None:
    """Each condition as a term: its value on every board, no failure on any, and no board on which Z3 has it otherwise."""
    for puzzle, game in puzzles(range(200, 215), tmp_path):
        evaluator = SymbolicEvaluator(game, Terms())
        evaluator.state = {find.name: unknown(evaluator.terms, find.type, find.name) for find in game.finds}
        holds = evaluator.form(game.find_rules[0].condition)
        failing = evaluator.terms.any([failure.condition for failure in evaluator.failures])
        boards = [(as_values(game, board), puzzle.first(board)) for board in puzzle.boards()]
        models = [
            {
                name: n
                for find, value in zip(game.finds, found, strict=True)
                for name, n in model_of(find.type, find.name, value).items()
            }
            for found, _ in boards
        ]
        for model, (_, wanted) in zip(models, boards, strict=True):
            assert [bool(each) for each in values_of([holds, failing], model)] == [wanted, False], puzzle.text
        translation, solver = Z3Translation(), z3.Solver()
        truths = [translation.truth(holds), translation.truth(failing)]
        for model, (_, wanted) in list(zip(models, boards, strict=True))[::9]:
            fixed = [part == translation.constant(part, model[name]) for name, part in translation.unknowns.items()]
            assert solver.check(*fixed, z3.Or(truths[0] != z3.BoolVal(bool(wanted)), truths[1])) == z3.unsat, (
                puzzle.text
            )


FIND_NARROW = """rules 1
puzzle P "how many lamps are on; each lamp up to n is green"
find n: 0..3
find green: [1..5] Bool
rule green: for x in 1..5: x <= n implies green[x]
rule least: n >= 2
rule few: count(green[x] for x in 1..5) == 3 and green[4] == green[5]
"""


NEVER_REACHED = 'rules 1\npuzzle P "p"\nfind a: 0..1\nrule q: for x in 1..2: x <= a implies x >= 1\n'


def test_what_holds_of_a_name_behind_a_condition_is_not_asked_elsewhere(tmp_path: Path) -> None:
    """x is taken for 1..1 behind `x <= a`, and is 2 where that does not hold."""
    game = loaded(NEVER_REACHED, tmp_path)
    assert game is not None
    assert set(list_solutions(FindPuzzle(game), {})) == by_cpsat(game, [(0,), (1,)]) == {(0,), (1,)}
    assert explore(FindMachine(game)).solutions == 2


def test_exploring_a_puzzle_tells_solutions_from_dead_ends(tmp_path: Path) -> None:
    game = loaded(FIND_NARROW, tmp_path)
    assert game is not None
    found = explore(FindMachine(game))
    assert (found.terminals, found.solutions) == (33, 2) and count_solutions(FindPuzzle(game), 9) == 2


# -- games: the same conditions as needs


def games(seeds: range, folder: Path) -> Iterator[tuple[NarrowedGame, ir.Game]]:
    """Those in which nothing fails."""
    for seed in seeds:
        written = narrowed_game(Random(seed), 6)
        game = loaded(written.text, folder)
        if game is not None and not any(written.fails(board) for board in game_boards()):
            yield written, game


def same_moves(machine: Machine, written: NarrowedGame) -> None:
    start = machine.initial()
    for board in islice(game_boards(), 0, None, 3):
        after = machine.apply(start, Move(0, (board["n"], board["m"], board["o"], board["c"])))
        assert [(move.option, move.arguments[0]) for move in machine.moves(after)] == written.legal(board), (
            board,
            written.text,
        )


def test_machines_list_the_moves_that_plain_python_lists(tmp_path: Path) -> None:
    for written, game in games(range(4), tmp_path):
        for machine in (ReferenceMachine(game), PythonMachine(game)):
            same_moves(machine, written)


def test_compiled_games_list_them_too(tmp_path: Path) -> None:
    for written, game in games(range(20, 22), tmp_path):
        same_moves(NativeMachine(game), written)


@pytest.mark.long
def test_many_more_of_them(tmp_path: Path) -> None:
    for puzzle, game in puzzles(range(1000, 1300), tmp_path):
        judged = {as_values(game, board): puzzle.judged(board) for board in puzzle.boards()}
        wanted = {found for found, holds in judged.items() if holds}
        assert set(list_solutions(FindPuzzle(game), {})) == wanted, puzzle.text
        assert by_cpsat(game, list(judged)[::7]) == wanted & set(list(judged)[::7]), puzzle.text
    for written, game in games(range(1000, 1030), tmp_path):
        for machine in (PythonMachine(game), NativeMachine(game)):
            same_moves(machine, written)


# -- pages

FILLED = """([form, boards]) => {
  const machine = new FillingMachine(form, readTypes(form.types));
  const holds = (values) => machine.brokenWhole({ values, node: 0 }) === null;
  const reached = (values) => {
    let state = machine.initial();
    for (const [option, value] of values.entries()) {
      const cells = Array.isArray(value) ? value.map((each, at) => [allValues(machine.finds[option].key)[at], each]) : [[value]];
      for (const given of cells) {
        if (machine.explain(state, { option, given })) return false;
        state = machine.apply(state, { option, given });
      }
    }
    return true;
  };
  return boards.map((values) => [holds(values), reached(values)]);
}"""


@needs_browser
def test_pages_say_the_same(tmp_path: Path) -> None:
    """Every board cell by cell: solutions are reached, others are refused on the way."""
    with browser() as chromium:
        page = None
        for puzzle, game in puzzles(range(300, 315), tmp_path):
            shown = page_game(FindMachine(game))
            if page is None:
                (tmp_path / "page.html").write_text(write_page(shown, [Item("Narrowed", "n", Role.GAME)]), "utf-8")
                page = opened(chromium, tmp_path / "page.html")
            form = GameForm(shown)
            plain = {**form.plain(), "types": form.rows}
            boards = [
                board for board in puzzle.boards() if None not in board.values()
            ]  # on a page `none` stands for an empty cell
            said = page.evaluate(FILLED, json.loads(json.dumps([plain, [as_values(game, board) for board in boards]])))
            assert said == [[puzzle.judged(board)] * 2 for board in boards], puzzle.text
