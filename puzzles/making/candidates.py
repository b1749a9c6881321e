"""From a sample number to a puzzle or nothing: the same number and seed always give the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from puzzles.filling.making import filled_puzzle
from puzzles.grading.measuring import graded
from puzzles.making import boards
from puzzles.making.confirming import confirmed, replayed
from puzzles.making.instances import machine_of
from puzzles.making.plays import STYLES, in_last_round, play_positions
from puzzles.making.themes import themes_of
from puzzles.making.weighing import WEIGHABLE, Landscape, landscape
from puzzles.making.wishes import Wish, fits
from puzzles.storing.puzzle import Puzzle, key_of
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.random_numbers import seed_of
from rules_dsl.ir.types import IntType
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.find_machine import FindMachine
from rules_dsl.machine.starting import starting_at
from rules_dsl.machine.walker import walker_of
from rules_dsl.play.notation import show_move
from solver.questions import Aim, Unsupported, aim_of
from solver.replaying import Disagreement

SAMPLES_A_DECK = 15
"""So many samples come from one deck, as each has to be compiled."""
STEPS_BACK = (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 31, 38, 46, 55)


@dataclass(frozen=True, slots=True)
class Order:
    """What a collection is made from; everything in it can be sent to another process."""

    game: str
    options: tuple[tuple[str, str], ...] = ()
    givens: tuple[tuple[str, str], ...] = ()
    seed: int = 1
    last_round: bool = False
    wish: Wish = field(default_factory=Wish)
    aim: Aim = Aim.HIGHEST
    decks: bool = False  # an option called deck fixes chance and is drawn from the seed
    filled: bool = False  # clues are made for a puzzle that is filled in
    symmetric: bool = False  # they lie symmetric


def order_of(game: ir.Game, order: Order) -> Order:
    """The order with what the game says of its end; raises Unsupported if no line of play is better than another."""
    if game.finds:
        return replace(order, filled=True)
    deck = next((option for option in game.options if option.name == "deck" and isinstance(option.type, IntType)), None)
    chance = any(isinstance(node, ir.ChanceNode) for node in game.nodes)
    decks = chance and deck is not None and "deck" not in dict(order.options)
    aim = aim_of(game, know=decks or "deck" in dict(order.options))
    if aim not in WEIGHABLE:
        raise Unsupported(f"what is sought is the {aim}, which no single line of play has: no puzzles are made of such games")
    return replace(order, aim=aim, decks=decks)


def puzzle_of(order: Order, number: int) -> Puzzle | None:
    """The puzzle of a sample, if it gives one."""
    dice = Random(seed_of(order.seed, number))
    options, givens = _set_up(order, number, dice)
    if givens is None:
        return None
    machine = machine_of(order.game, options, givens)
    if isinstance(machine, FindMachine):
        return filled_puzzle(machine, order.game, options, givens, dice, order.symmetric, {"sample": str(number), "seed": str(order.seed)})
    found = _found(machine, order, number, dice)
    if found is None:
        return None
    state, land, how = found
    try:
        engine = confirmed(machine, land)
    except Disagreement as reason:
        raise AssertionError(f"sample {number}: {reason}") from None
    if not replayed(machine, land):
        raise AssertionError(f"sample {number}: the reference machine plays the solution otherwise")
    return _written(machine, order, options, givens, state, land, {**how, "sample": str(number), "seed": str(order.seed)}, engine)


def _set_up(order: Order, number: int, dice: Random) -> tuple[dict[str, str], dict[str, str] | None]:
    """Options and givens of a sample: a deck for some samples together, a board of its own; None if no board came about."""
    options, givens = dict(order.options), dict(order.givens)
    if order.decks:
        options["deck"] = str(1 + seed_of(order.seed, number // SAMPLES_A_DECK) % 1_000_000)
    if order.game in boards.BOARDS and not givens:
        made = boards.BOARDS[order.game](dice)
        return options, None if made is None else dict(made)
    return options, givens


def _found(machine: Machine, order: Order, number: int, dice: Random) -> tuple[State, Landscape, dict[str, str]] | None:
    if order.aim is Aim.FEWEST:
        return _farthest(machine, order, dice)
    style = STYLES[number % len(STYLES)]
    walker = walker_of(machine)
    states = [walker.state(position) for position in play_positions(machine, style, dice)]
    best: tuple[State, Landscape, int] | None = None
    for at in _looked_at(machine, states, order.last_round):
        land = landscape(starting_at(machine, states[at]), order.aim, order.wish.most)
        if land is None:
            break
        if fits(land, order.wish):
            best = states[at], land, at
    return None if best is None else (best[0], best[1], {"from": f"a {style} play", "move": str(best[2])})


def _looked_at(machine: Machine, states: list[State], last_round: bool) -> Iterator[int]:
    """Positions of a play where somebody decides, from the last one back in growing steps."""
    kept = set(in_last_round(machine, states)) if last_round else set(range(len(states)))
    deciding = [number for number in sorted(kept) if machine.kind(states[number]) == "decide"]
    return (deciding[-back] for back in STEPS_BACK if back <= len(deciding))


def _farthest(machine: Machine, order: Order, dice: Random) -> tuple[State, Landscape, dict[str, str]] | None:
    """One of the positions farthest from the goal that can be reached, with one best first move; of games too large for that, one at the end of a walk."""
    whole = landscape(machine, order.aim, order.wish.most)
    if whole is None:
        return _walked(machine, order, dice)
    far = sorted(((worth, at) for at, worth in enumerate(whole.worths) if worth is not None and whole.graph.after[at]), key=lambda each: each[0])
    if not far:
        return None
    hardest = [at for worth, at in far if worth <= 0.8 * far[0][0] and whole.ties(at) == 1]
    for at in dice.sample(hardest, min(8, len(hardest))):
        state = whole.graph.walker.state(whole.graph.positions[at])
        land = landscape(starting_at(machine, state), order.aim, order.wish.most)
        if land is not None and fits(land, order.wish):
            return state, land, {"from": "the positions farthest from the goal"}
    return None


def _walked(machine: Machine, order: Order, dice: Random) -> tuple[State, Landscape, dict[str, str]] | None:
    """A position from the last moves of a play that happens to reach the goal."""
    walker = walker_of(machine)
    states = [walker.state(position) for position in play_positions(machine, "random", dice)]
    best: tuple[State, Landscape, dict[str, str]] | None = None
    for at in _looked_at(machine, states, False):
        land = landscape(starting_at(machine, states[at]), order.aim, order.wish.most)
        if land is None:
            break
        if fits(land, order.wish):
            best = states[at], land, {"from": "a random play", "move": str(at)}
    return best


def _written(
    machine: Machine, order: Order, options: dict[str, str], givens: dict[str, str], state: State, land: Landscape, made: dict[str, str], engine: str
) -> Puzzle:
    line, start = land.line(), machine.encode(state).hex()
    moves, words, at = land.moves(line), [], state
    for move in moves:
        words.append(show_move(machine, at, move))
        at = machine.apply(at, move)
    value, second = land.worths[0] or 0, land.second()
    grade = graded(land)
    deciding = [each for each in line[:-1] if land.mine[each] and len(land.graph.after[each]) > 1]
    unique = "line" if all(land.ties(each) == 1 for each in deciding) else "first"
    sign = -1 if order.aim is Aim.FEWEST else 1
    return Puzzle(
        key_of(order.game, options, givens, start, str(order.aim)), order.game, options, givens, start, str(order.aim), sign * value, land.solver, unique,
        None if second is None else sign * second, len(land.graph.after[0]), words, grade, themes_of(land, words, grade), made,
        [f"the graph of all {len(land.graph.positions):,} positions", f"the engine {engine}", "replayed on the reference machine"],
    )  # fmt: skip
