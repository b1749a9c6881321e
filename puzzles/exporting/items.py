"""Puzzles as items of pages, one page for each game."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.making.instances import evaluator_of, game_of, plain_machine, state_of
from puzzles.making.themes import LAST_ROUND
from puzzles.page.filling import filling_page
from puzzles.page.sheet import GoalKind, Item, Role, SheetGoal
from puzzles.page.writing import Chapter, write_chapters
from puzzles.storing.puzzle import FILLED, Puzzle
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import languages
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.notation import legal_move
from rules_dsl.quantities import quantity
from rules_dsl.view.panels import Picture
from rules_dsl.view.picture import picture
from solver.protocol.questions import Aim

Numbered = Sequence[tuple[int, Puzzle]]
KINDS = {Aim.FEWEST: GoalKind.FEWEST, Aim.HIGHEST: GoalKind.SCORE, Aim.VALUE: GoalKind.WIN}
GERMAN = {"very easy": "sehr leicht", "easy": "leicht", "medium": "mittel", "hard": "schwer", "very hard": "sehr schwer"}


def start_of(puzzle: Puzzle) -> tuple[Machine, State]:
    """A machine of a puzzle's game that knows every reason, and the position it begins with."""
    machine = plain_machine(puzzle.game, puzzle.options, puzzle.givens)
    return machine if isinstance(machine, FindMachine) else ReferenceMachine(machine.game), state_of(machine, puzzle.start)


def picture_of(puzzle: Puzzle) -> Picture:
    """What a puzzle looks like."""
    machine, state = start_of(puzzle)
    return picture(evaluator_of(machine), state)


def draw_solution(puzzle: Puzzle) -> Picture | None:
    """What the solution of a puzzle that is filled in looks like; None for puzzles that are played."""
    if puzzle.aim != FILLED:
        return None
    machine, state = start_of(puzzle)
    for move in moves_of(puzzle):
        state = machine.apply(state, move)
    return picture(evaluator_of(machine), state)


def moves_of(puzzle: Puzzle) -> list[Move]:
    """The moves of the solution; raises RulesError for one that is not legal."""
    machine, state = start_of(puzzle)
    moves = []
    for text in puzzle.solution:
        moves.append(legal_move(machine, state, text))
        state = machine.apply(state, moves[-1])
    return moves


def goal_text(puzzle: Puzzle, name: str = "") -> str:
    """The task in English."""
    if puzzle.aim == FILLED:
        return f"Fill in {quantity(puzzle.value, 'cell')}"
    match Aim(puzzle.aim):
        case Aim.FEWEST:
            return f"Solve it in {quantity(puzzle.value, 'move')}"
        case Aim.HIGHEST:
            return (
                f"{'Last round: ' if LAST_ROUND in puzzle.themes else ''}{quantity(puzzle.value, 'point')} "
                f"{'is' if puzzle.value == 1 else 'are'} possible"
            )
        case _:
            return f"{name or 'The player to move'} wins"


def item_of(puzzle: Puzzle, number: int) -> Item:
    """A puzzle on a page."""
    machine, state = start_of(puzzle)
    moves = moves_of(puzzle)
    if isinstance(machine, FindMachine):
        page = filling_page(machine)
        state, moves = page.state(state), [page.move(move) for move in moves]
    kind = GoalKind.FILLED if puzzle.aim == FILLED else KINDS[Aim(puzzle.aim)]
    goal = SheetGoal(kind, puzzle.value, puzzle.player, LAST_ROUND in puzzle.themes, puzzle.unique, puzzle.second)
    word = puzzle.grade.word
    grade = {"en": f"{word} ({puzzle.grade.number})", "de": f"{GERMAN[word]} ({puzzle.grade.number})"}
    facts = [("key", puzzle.key), ("themes", ", ".join(puzzle.themes)), ("proof", "; ".join(puzzle.proof)), *puzzle.made.items(), *puzzle.options.items()]
    return Item(f"Puzzle {number}", puzzle.key, Role.PUZZLE, goal_text(puzzle), state, moves, goal, grade, facts, number=number)


def page_game(machine: Machine) -> ir.Game:
    """The game as a page knows it; raises NoPage."""
    return filling_page(machine).game if isinstance(machine, FindMachine) else machine.game


def page_voices(games: Sequence[ir.Game]) -> list[ir.Game]:
    """Games in other languages as a page knows them."""
    return [page_game(FindMachine(game)) if game.finds else game for game in games]


def page_of(numbered: Numbered) -> str:
    """A page with puzzles of one game, however it is set up for each; raises NoPage."""
    return write_chapters([_chapter(group) for group in _by_set_up(numbered)])


def by_game(numbered: Numbered) -> list[list[tuple[int, Puzzle]]]:
    """The puzzles of each game with their numbers."""
    games: dict[str, list[tuple[int, Puzzle]]] = {}
    for number, puzzle in numbered:
        games.setdefault(puzzle.game, []).append((number, puzzle))
    return list(games.values())


def _chapter(group: Numbered) -> Chapter:
    """Puzzles that share one program."""
    puzzle = group[0][1]
    machine, _ = start_of(puzzle)
    return Chapter(page_game(machine), [(number, item_of(entry, number)) for number, entry in group], page_voices([game_of(puzzle.game, puzzle.options, puzzle.givens, language) for language in languages(puzzle.game)]))


def _by_set_up(numbered: Numbered) -> list[list[tuple[int, Puzzle]]]:
    """The puzzles with their numbers, those of one game with the same options and givens together: they share a program."""
    result: dict[str, list[tuple[int, Puzzle]]] = {}
    for number, puzzle in numbered:
        result.setdefault(repr((puzzle.game, sorted(puzzle.options.items()), sorted(puzzle.givens.items()))), []).append((number, puzzle))
    return list(result.values())
