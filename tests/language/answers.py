"""What comes of the game of a case: the text of each kind of expectation."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from regelwerk.api.machines import machine_for
from rules_dsl import loading
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.examples import ExampleOutcome, run_all
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.notation.write import write_game
from rules_dsl.ir.texts import show_value
from rules_dsl.ir.types import DeckType, MapType, Type, Value, value_of
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.explore import ExploreLimits, explore
from rules_dsl.machine.filling.puzzle import FindPuzzle, make_solved_game
from rules_dsl.machine.observe import HIDDEN
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.notation import legal_move, read_move, show_move
from rules_dsl.play.replay import result_text
from rules_dsl.source import SourceFile
from rules_dsl.syntax.format import format_text
from rules_dsl.view.picture import picture
from rules_dsl.view.text import draw_text
from solver.filling.search import list_solutions
from tests.language.cases import Block, Case, Setting

MOST_STATES = 20_000
MOST_MOVES = 24
MOST_SOLUTIONS = 100


@dataclass(frozen=True, slots=True)
class Desk:
    """A case whose files lie in a folder."""

    case: Case
    path: Path

    def game(self, setting: Setting) -> ir.Game:
        """The game loaded as an expectation asks for; what it leaves open is as the case has it."""
        given = {**self.case.setting.givens, **setting.givens}
        data = [self.path.parent / name for name in (*self.case.setting.data, *setting.data)]
        return loading.load(self.path, {**self.case.setting.options, **setting.options}, given, data)

    def stand(self, setting: Setting) -> Stand:
        """The position an expectation is about."""
        machine = machine_for(self.game(setting))
        state = machine.initial()
        for text in setting.after:
            state = machine.apply(state, legal_move(machine, state, text))
        return Stand(machine, state)


@dataclass(frozen=True, slots=True)
class Stand:
    """A position of a game."""

    machine: Machine
    state: State


def answer(desk: Desk, block: Block) -> str:
    """What the text of a block should be."""
    lines = [line.rstrip().replace(f"{desk.path.parent}/", "") for line in ANSWERS[block.kind](desk, block)]
    return "".join(f"{line}\n" for line in lines)


def _moves(desk: Desk, block: Block) -> list[str]:
    stand = desk.stand(block.setting)
    machine, state = stand.machine, stand.state
    kind = machine.kind(state)
    if kind == "over":
        return [f"over: {result_text(machine, state)}"]
    if kind == "chance":
        shown = [
            f"{show_move(machine, state, outcome.move)}   {outcome.probability}" for outcome in machine.outcomes(state)
        ]
        return ["chance:", *_short(shown)]
    players = machine.game.players.members
    who = [f"{players[machine.actor(state)]}:"] if len(players) > 1 else []
    return [*who, *_short([show_move(machine, state, move) for move in machine.moves(state)])]


def _short(lines: list[str]) -> list[str]:
    return lines if len(lines) <= MOST_MOVES else [*lines[:MOST_MOVES], f"and {len(lines) - MOST_MOVES} more"]


def _refused(desk: Desk, block: Block) -> list[str]:
    stand = desk.stand(block.setting)
    texts = [line.partition(" -- ")[0].strip() for line in block.text.splitlines()]
    return [f"{text} -- {_reason(stand, text)}" for text in texts]


def _reason(stand: Stand, text: str) -> str:
    try:
        refusal = stand.machine.explain(stand.state, read_move(stand.machine, stand.state, text))
    except RulesError as error:
        return f"{error.diagnostics[0].code} {error.diagnostics[0].message}"
    return "legal" if refusal is None else refusal.reason


def _state(desk: Desk, block: Block) -> list[str]:
    stand = desk.stand(block.setting)
    pairs = zip(stand.machine.game.variables, stand.state.values, strict=True)
    wanted = block.subject.split()
    return [
        f"{variable.name} = {show_value(variable.type, value)}"
        for variable, value in pairs
        if not variable.control and (not wanted or variable.name in wanted)
    ]


def _observation(desk: Desk, block: Block) -> list[str]:
    stand = desk.stand(block.setting)
    player = stand.machine.game.players.members.index(block.subject)
    seen = stand.machine.observation(stand.state, player)
    pairs = zip(stand.machine.game.variables, seen, strict=False)
    return [f"{variable.name} = {_seen(variable.type, value)}" for variable, value in pairs if not variable.control]


def _seen(type_: Type, value: Value) -> str:
    """A value in which parts may be hidden."""
    match type_:
        case _ if isinstance(value, str):
            return HIDDEN
        case DeckType() if not isinstance(value[0], tuple):
            return f"{value[0]} known, {value[1]} unseen"
        case MapType(key, item):
            return (
                "{"
                + ", ".join(f"{show_value(key, value_of(key, n))}: {_seen(item, part)}" for n, part in enumerate(value))
                + "}"
            )
        case _:
            return show_value(type_, value)


def _states(desk: Desk, block: Block) -> list[str]:
    explored = explore(desk.stand(block.setting).machine, ExploreLimits(MOST_STATES), claims=False)
    return [str(explored.states) if explored.complete else f"more than {MOST_STATES}"]


def _show(desk: Desk, block: Block) -> list[str]:
    stand = desk.stand(block.setting)
    return draw_text(picture(ReferenceMachine(stand.machine.game), stand.state)).splitlines()


def _fails(desk: Desk, block: Block) -> list[str]:
    """The last move of `after` fails, or reading the game or its first position does."""
    *before, last = block.setting.after or ("",)
    setting = Setting(block.setting.options, block.setting.givens, block.setting.data, tuple(before))
    try:
        stand = desk.stand(setting)
        if last:
            move = legal_move(stand.machine, stand.state, last)
            stand.machine.apply(stand.state, move)
    except RulesError as error:
        return [f"{found.code}  {found.message}   line {found.span.line}" for found in error.diagnostics]
    return ["nothing fails"]


def _formatted(desk: Desk, block: Block) -> list[str]:
    return format_text(SourceFile(desk.case.main, desk.case.files[desk.case.main])).splitlines()


def _ir(desk: Desk, block: Block) -> list[str]:
    """A part of the game in text form: `action pick` is the action of that name."""
    kind, name = block.subject.split()
    lines = write_game(desk.game(block.setting)).splitlines()
    start = next(number for number, line in enumerate(lines) if re.match(rf"{kind}s \(\w+(:\S+)? {name}\b", line))
    return [lines[start], *takewhile(lambda line: line.startswith(" "), lines[start + 1 :])]


def report(desk: Desk, setting: Setting) -> tuple[ExampleOutcome, ...]:
    """What comes of everything a game says of itself."""

    def reload(options: Mapping[str, str], givens: Mapping[str, object]) -> ir.Game:
        given = {**desk.case.setting.givens, **setting.givens}
        brought = {each.name: given[each.name] for each in game.givens if each.required}
        return loading.load(
            desk.path, options, {**brought, **givens}, [desk.path.parent / name for name in desk.case.setting.data]
        )

    game = desk.game(setting)
    return run_all(game, reload, machine_for, list_solutions, ExploreLimits(MOST_STATES)).outcomes


def _report(desk: Desk, block: Block) -> list[str]:
    return [line for outcome in report(desk, block.setting) for line in _outcome(outcome)]


def _outcome(outcome: ExampleOutcome) -> list[str]:
    detail = f": {outcome.detail}" if outcome.detail else ""
    after = [f"  after {'; '.join(outcome.moves)}"] if outcome.moves else []
    return [f"{outcome.status} {outcome.kind} {outcome.label}{detail}", *after]


def _facts(desk: Desk, block: Block) -> list[str]:
    facts = [fact for fact in desk.game(block.setting).facts if fact.table.startswith(block.subject)]
    return [
        f"{fact.table}[{fact.row}].{fact.field} = {fact.value}   {fact.confidence or '-'}   {fact.provenance or '-'}"
        for fact in facts
    ]


def _solutions(desk: Desk, block: Block) -> list[str]:
    game = desk.game(block.setting)
    found = [values for _, values in zip(range(MOST_SOLUTIONS), list_solutions(FindPuzzle(game), {}), strict=False)]
    count = f"{len(found)}" if len(found) < MOST_SOLUTIONS else f"{MOST_SOLUTIONS} or more"
    if not found:
        return [count]
    over = make_solved_game(game)
    return [count, *draw_text(picture(ReferenceMachine(over), State(min(found), 0))).splitlines()]


ANSWERS: dict[str, Callable[[Desk, Block], list[str]]] = {
    "moves": _moves,
    "refused": _refused,
    "state": _state,
    "observation": _observation,
    "states": _states,
    "show": _show,
    "fails": _fails,
    "formatted": _formatted,
    "ir": _ir,
    "report": _report,
    "facts": _facts,
    "solutions": _solutions,
}
