"""From a sample number to a puzzle or nothing, deterministic for number and seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from puzzles.filling.making import make_fill_in
from puzzles.grading.measuring import grade_landscape
from puzzles.making.boards import BOARDS
from puzzles.making.confirming import confirm_landscape, replay_solution
from puzzles.making.farthest import Found, draw_farthest, farthest, steps_back
from puzzles.making.instances import game_of, machine_of
from puzzles.making.plays import STYLES, has_rounds, in_last_round, play_positions
from puzzles.making.themes import themes_of
from puzzles.making.wishes import PuzzleRequirements, fits
from puzzles.storing.puzzle import Puzzle, key_of
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.random_numbers import seed_of
from rules_dsl.ir.types import IntType
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.machine.walker import walker_of
from rules_dsl.play.notation import show_move
from rules_dsl.quantities import quantity
from solver.driver.weighing import WEIGHABLE, Landscape, weigh_positions
from solver.ortools.version import insist, read_version
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import Aim, Limits, Question, UnsupportedQuestion, aim_of

SAMPLES_A_DECK = 15
"""So many samples come from one deck, as each has to be compiled."""


@dataclass(frozen=True, slots=True)
class PuzzleOrder:
    """What a collection is made from; everything in it can be sent to another process."""

    game: str
    options: tuple[tuple[str, str], ...] = ()
    givens: tuple[tuple[str, str], ...] = ()
    seed: int = 1
    last_round: bool = False
    wish: PuzzleRequirements = field(default_factory=PuzzleRequirements)
    aim: Aim = Aim.HIGHEST
    decks: bool = False  # an option called deck fixes chance and is drawn from the seed
    filled: bool = False  # clues are made for a puzzle that is filled in
    symmetric: bool = False  # they lie symmetric


def order_of(game: ir.Game, order: PuzzleOrder) -> PuzzleOrder:
    """The order with the aim of the game; raises UnsupportedQuestion if no line is better than another."""
    if game.finds:
        insist(read_version())
        return replace(order, filled=True)
    deck = next((option for option in game.options if option.name == "deck" and isinstance(option.type, IntType)), None)
    chance = any(isinstance(node, ir.ChanceNode) for node in game.nodes)
    decks = chance and deck is not None and "deck" not in dict(order.options)
    aim = aim_of(game, know=decks or "deck" in dict(order.options))
    if aim not in WEIGHABLE:
        raise UnsupportedQuestion(f"the aim is the {aim}, which no single line has, so no puzzles can be made")
    return replace(order, aim=aim, decks=decks)


def puzzle_of(order: PuzzleOrder, number: int) -> Puzzle | None:
    """The puzzle of a sample, if it gives one."""
    dice = Random(seed_of(order.seed, number))
    made = {"sample": str(number), "seed": str(order.seed)}
    options, givens = _options(order, number), dict(order.givens)
    if order.filled:
        return make_fill_in(
            FindMachine(game_of(order.game, options, givens)), order.game, options, givens, dice, order.symmetric, made
        )
    position = _find_position(order, options, number, dice)
    if position is None:
        return None
    givens, (state, land, how) = dict(position[0]), position[1]
    machine = machine_of(order.game, options, givens)
    try:
        engine = confirm_landscape(machine, land)
    except Disagreement as reason:
        raise AssertionError(f"sample {number}: {reason}") from None
    if not replay_solution(machine, land):
        raise AssertionError(f"sample {number}: the reference machine plays the solution differently")
    return _write_puzzle(machine, order, options, givens, state, land, {**how, **made}, engine)


def _options(order: PuzzleOrder, number: int) -> dict[str, str]:
    """Options of a sample: a deck for some samples together."""
    options = dict(order.options)
    if order.decks:
        options["deck"] = str(1 + seed_of(order.seed, number // SAMPLES_A_DECK) % 1_000_000)
    return options


def _find_position(
    order: PuzzleOrder, options: dict[str, str], number: int, dice: Random
) -> tuple[Mapping[str, str], Found] | None:
    """Givens and a position of a sample: of a board drawn for it, far from the goal, or from a play."""
    givens = dict(order.givens)
    if order.game in BOARDS and not givens:
        return draw_farthest(order.game, options, order.wish, dice)
    if order.aim is Aim.FEWEST:
        position = farthest(order.game, options, givens, order.wish, dice)
    else:
        position = _search_play(machine_of(order.game, options, givens), order, number, dice)
    return None if position is None else (givens, position)


def _search_play(machine: Machine, order: PuzzleOrder, number: int, dice: Random) -> Found | None:
    """The earliest position of a play that makes a puzzle, searched from its end."""
    style = STYLES[number % len(STYLES)]
    walker = walker_of(machine)
    states = [walker.state(position) for position in play_positions(machine, style, dice)]
    best: tuple[State, Landscape, int] | None = None
    limits = Limits(nodes=order.wish.most)
    kept = in_last_round(machine, states) if order.last_round else range(len(states))
    for at in steps_back(machine, states, kept):
        land = weigh_positions(Question(machine.game, states[at], order.aim, limits), machine)
        if land is None:
            break
        if fits(land, order.wish):
            best = states[at], land, at
    return None if best is None else (best[0], best[1], {"from": f"a {style} play", "move": str(best[2])})


def _write_puzzle(
    machine: Machine,
    order: PuzzleOrder,
    options: dict[str, str],
    givens: dict[str, str],
    state: State,
    land: Landscape,
    made: dict[str, str],
    engine: str,
) -> Puzzle:
    line, start = land.line(), machine.encode(state).hex()
    moves, words, at = land.moves(line), [], state
    for move in moves:
        words.append(show_move(machine, at, move))
        at = machine.apply(at, move)
    value, second = land.worths[0] or 0, land.second()
    grade = grade_landscape(land)
    deciding = [number for number in line[:-1] if land.mine[number] and len(land.graph.after[number]) > 1]
    unique = "line" if all(land.ties(number) == 1 for number in deciding) else "first"
    sign = -1 if order.aim is Aim.FEWEST else 1
    return Puzzle(
        key_of(order.game, options, givens, start, str(order.aim)), order.game, options, givens, start, str(order.aim), sign * value, land.solver, unique,
        None if second is None else sign * second, len(land.graph.after[0]), words, grade, themes_of(land, words, grade, order.last_round and has_rounds(machine)), made,
        [
            f"the graph of all {quantity(len(land.graph.after), 'position')}",
            f"the engine {engine}",
            "replayed on the reference machine",
        ],
    )  # fmt: skip
