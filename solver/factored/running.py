"""The reference machine's closures, run on symbolic states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import ClosureCompiler
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.types import SetType, Value, is_scalar, ordinal, values
from rules_dsl.machine.api import GameEnd, Move
from rules_dsl.machine.domains import parameter_values
from rules_dsl.machine.reference.judging import Endings, PreparedReaction, settle
from rules_dsl.machine.reference.moves import PreparedAction
from rules_dsl.machine.reference.running import Automaton
from rules_dsl.machine.reference.signals import Fork, IllegalMove
from rules_dsl.machine.reference.statements import StatementCompiler
from solver.factored.branching import MergedValue, SlotQuestion
from solver.factored.slots import NotApart
from solver.factored.unknown import RuleBranches, UnknownValue

Row = tuple[Value, ...]
"""The values of the variables."""


class Stuckness:
    """Whether no move is legal; not available for symbolic states."""

    def __bool__(self) -> NoReturn:
        raise NotApart("an ending asks whether somebody can move")

    def __eq__(self, other: object) -> NoReturn:
        raise NotApart("an ending asks whether somebody can move")

    __hash__ = None  # type: ignore[assignment]


class MergingCompiler(ClosureCompiler):
    """Merges the branches of a function or fold if they depend on one slot only.

    Function values on the state before a move are memoised.
    """

    def __init__(self, game: ir.Game, ways: RuleBranches, row: Row) -> None:
        functions = {function.name: function for function in game.functions}
        constants = {constant.name: constant.value for constant in game.constants}
        super().__init__([variable.name for variable in game.variables], constants, functions, _refuse_possible)
        self._ways, self._row = ways, row
        self._known: dict[tuple[Value, ...], SlotQuestion | MergedValue | None] = {}

    def closure(self, expr: ir.Expr) -> Closure:
        """The closure of an expression, as for concrete states."""
        plain, ways = super().closure(expr), self._ways
        match expr:
            case ir.Call():
                return self._memoise_call(expr, plain)
            case ir.Fold() if is_scalar(expr.type):
                return lambda frame: ways.merge_runs(lambda: plain(frame))
            case _:
                return plain

    def _memoise_call(self, expr: ir.Call, plain: Closure) -> Closure:
        arguments, ways, row = [self.closure(argument) for argument in expr.arguments], self._ways, self._row

        def run(frame: Frame) -> Value:
            key = (expr.function, *[argument(frame) for argument in arguments])
            if not all(isinstance(value, str | int | None) for value in key) or any(
                now is not then for now, then in zip(frame, row, strict=False)
            ):
                return ways.merge_runs(lambda: plain(frame))
            if key not in self._known:
                self._known[key] = ways.apart(lambda: plain(frame), ways.allow_everything()) or ways.questions(
                    lambda: plain(frame)
                )
            cached = self._known[key]
            return plain(frame) if cached is None else ways.answer_question(cached)

        return run


class RecordedEndings(Endings):
    """Records the states in which endings are evaluated, without ending play."""

    def __init__(self, compiler: ClosureCompiler, game: ir.Game) -> None:
        super().__init__(compiler, (), game.players)
        self.rows: list[Row] = []
        self._size = len(game.variables)

    def first(self, frame: Frame, stuck: bool = False) -> GameEnd | None:
        """Notes the state."""
        self.rows.append(tuple(frame[: self._size]))
        return None


@dataclass(frozen=True, slots=True)
class MoveOutcome:
    """A move and its results: the states in which endings are evaluated, and the state at rest."""

    move: Move
    judged: tuple[Row, ...]
    row: Row
    node: int


class Rules:
    """Moves and endings of a game."""

    def __init__(self, game: ir.Game, ways: RuleBranches, row: Row) -> None:
        self.game, self.row = game, row
        functions = {function.name: function for function in game.functions}
        self._compiler, self._ways = MergingCompiler(game, ways, row), ways
        self._noted = RecordedEndings(self._compiler, game)
        reactions: list[PreparedReaction] = []
        statements = StatementCompiler(self._compiler, settle(reactions, self._noted))
        reactions += [PreparedReaction(reaction, statements) for reaction in game.reactions]
        self._actions = {action.name: PreparedAction(action, statements, functions) for action in game.actions}
        self._endings = Endings(self._compiler, game.endings, game.players)
        self._automaton = Automaton(game, statements, self._actions, {})
        self._domains = {
            action.name: [self._among(parameter) for parameter in action.parameters] for action in game.actions
        }

    def find_ending(self) -> str:
        """The kind of the first ending that holds; "" if none does."""
        frame = self._compiler.frame(self.row)
        for ending in self._endings.endings:
            frame[self._compiler.stuck_slot] = Stuckness()
            game_end = ending(frame)
            if game_end is not None:
                return game_end.kind
        return ""

    def make_move(self, node: int) -> MoveOutcome | None:
        """One move of a decision per branch; None if it is illegal there or the rules fail."""
        decision = self.game.nodes[node]
        assert isinstance(decision, ir.DecideNode)
        number = self._ways.pick(len(decision.options))
        option = decision.options[number]
        frame = self._compiler.frame(self.row)
        try:
            player = self._automaton.actors[node](frame)
            arguments = self._arguments(self._actions[option.action], frame, player)
            if arguments is None:
                return None
            self._noted.rows.clear()
            self._actions[option.action].make(frame, player, arguments)
            rest = self._automaton.run(frame, option.then)
        except PlayError:
            return None
        if isinstance(self.game.nodes[rest], ir.ChanceNode):
            raise NotApart("chance decides something")
        return MoveOutcome(Move(number, arguments), tuple(self._noted.rows), tuple(frame[: len(self.row)]), rest)

    def _arguments(self, action: PreparedAction, frame: Frame, player: int) -> Row | None:
        """Values for the parameters and choices of a legal move."""
        frame[action.player_slot] = player
        arguments: list[Value] = []
        for level in range(len(action.slots) + 1):
            if not all(test(frame) for test in action.tests[level]):
                return None
            if level < len(action.slots):
                value = self._domains[action.action.name][level](self._ways, frame)
                if value is None:
                    return None
                frame[action.slots[level]] = value[0]
                arguments.append(value[0])
        chosen = _choose_values(self._ways, action, frame)
        return None if chosen is None else (*arguments, *chosen)

    def _among(self, parameter: ir.Parameter) -> ParameterDomain:
        return ParameterDomain(self._compiler, parameter)


class ParameterDomain:
    """The values of a parameter, tried one by one so that the whole set need not be known."""

    def __init__(self, compiler: ClosureCompiler, parameter: ir.Parameter) -> None:
        self._type = parameter.type
        self._plain = parameter_values(compiler, parameter)
        domain = parameter.domain
        self._set = None
        if domain is not None and isinstance(domain.type, SetType) and domain.type.item == parameter.type:
            self._set = compiler.closure(domain)
        self._known = domain is None or isinstance(domain, ir.Literal | ir.Domain)

    def __call__(self, ways: RuleBranches, frame: Frame) -> tuple[Value] | None:
        """One value per branch; None on branches where it is not in the domain."""
        if self._known or self._set is None:
            offered = self._plain(frame)
            return (_one_of(ways, offered),) if offered else None
        everything = values(self._type)
        value = everything[ways.pick(len(everything))]
        return (value,) if self._set(frame) >> ordinal(self._type, value) & 1 == 1 else None


def _choose_values(ways: RuleBranches, action: PreparedAction, frame: Frame) -> Row | None:
    """Values for the choices in the body of an action."""
    chosen: tuple[Value, ...] = ()
    while True:
        copy = frame.copy()
        copy[action.script_slot] = iter(chosen)
        try:
            if action.trial is not None:
                action.trial(copy)
        except Fork as fork:
            if not fork.values:
                return None
            chosen = (*chosen, _one_of(ways, fork.values))
        except IllegalMove:
            return None
        else:
            return chosen


def _one_of(ways: RuleBranches, offered: Sequence[Value]) -> Value:
    value = offered[ways.pick(len(offered))]
    return value.settle_value() if isinstance(value, UnknownValue) else value


def _refuse_possible(action: str) -> NoReturn:
    raise NotApart(f"possible({action}) is asked")
