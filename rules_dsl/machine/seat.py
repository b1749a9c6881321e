"""One player's view: expressions evaluated over the observation, never over the state."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence, Set
from functools import cached_property

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.calls import callees_first
from rules_dsl.ir.evaluate import ClosureCompiler
from rules_dsl.ir.evaluate_parts import key_ordinal
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.rebuild import walk, walk_statements
from rules_dsl.ir.texts import words_of
from rules_dsl.ir.types import DeckType, MapType, Type, Value, cardinality
from rules_dsl.machine.api import Move, Refusal, State
from rules_dsl.machine.domains import say_any_value
from rules_dsl.machine.observe import HIDDEN
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.machine.reference.moves import PreparedAction
from rules_dsl.machine.reference.statements import Outside, StatementCompiler, Step
from rules_dsl.machine.refusing import RefusalKind, refuse_in

UNSEEN_SIGN = "?"
"""Stands in texts for what the player does not see."""


class HiddenValue(Exception):
    """An expression needs a value that the player does not see."""


def hides_something(game: ir.Game) -> bool:
    """Is there a variable that some player does not see, or sees only in part?"""
    alone = cardinality(game.players) == 1
    return any(variable.seen.kind not in (("all", "owner") if alone else ("all",)) for variable in game.variables)


class SeatCompiler(ClosureCompiler):
    """Closures over a frame with an observation; reading a hidden value raises `HiddenValue`."""

    def __init__(self, game: ir.Game, possible: Callable[[str], Callable[[Frame, int], bool]]) -> None:
        constants = {constant.name: constant.value for constant in game.constants}
        functions = {function.name: function for function in game.functions}
        super().__init__([variable.name for variable in game.variables], constants, functions, possible)
        self.hideable = {variable.name for variable in game.variables if variable.seen.kind != "all"}

    def closure(self, expr: ir.Expr) -> Closure:
        """The expression as a function of the frame."""
        match expr:
            case ir.Local(name):
                return _open(self.slot(name))
            case ir.Var(name) if name in self.hideable:
                return _whole(self.slot_of_variable(name), expr.type)
            case ir.Index(ir.Var(name, MapType(key=kind)), key) if name in self.hideable:
                return _entry(self.slot_of_variable(name), key_ordinal(self, key, kind), expr.type)
            case ir.Builtin("len", (deck,)) if (counts := self._counts(deck)) is not None:
                return counts
            case _:
                return super().closure(expr)

    def read_slot(self, expr: ir.Expr) -> int | None:
        """No shortcut around the guard."""
        return None

    def _template(self, parts: tuple[str | ir.Expr, ...]) -> Closure:
        pieces = [_piece(super(SeatCompiler, self)._template((part,))) for part in parts]
        return lambda frame: "".join([piece(frame) for piece in pieces])

    def _counts(self, expr: ir.Expr) -> Closure | None:
        """The number of cards in a deck, which everybody sees; None for anything but a hidden deck."""
        match expr:
            case ir.Builtin("known" | "unseen" as part, (inner,)):
                return _one_count(self._deck(inner), int(part == "unseen"))
            case _ if isinstance(expr.type, DeckType):
                return _both_counts(self._deck(expr))
            case _:
                return None

    def _deck(self, expr: ir.Expr) -> Closure | None:
        match expr:
            case ir.Var(name) if name in self.hideable:
                slot = self.slot_of_variable(name)
                return lambda frame: frame[slot]
            case ir.Index(ir.Var(name, MapType(key=kind)), key) if name in self.hideable:
                slot, number = self.slot_of_variable(name), key_ordinal(self, key, kind)
                return lambda frame: frame[slot][number(frame)]
            case _:
                return None


def _piece(text: Closure) -> Closure:
    def show(frame: Frame) -> str:
        try:
            shown: str = text(frame)
        except HiddenValue:
            return UNSEEN_SIGN
        return shown

    return show


def _open(slot: int) -> Closure:
    def read(frame: Frame) -> Value:
        if frame[slot] is HIDDEN:
            raise HiddenValue
        return frame[slot]

    return read


def _whole(slot: int, kind: Type) -> Closure:
    def read(frame: Frame) -> Value:
        if is_hidden(kind, frame[slot]):
            raise HiddenValue
        return frame[slot]

    return read


def _entry(slot: int, number: Closure, kind: Type) -> Closure:
    def read(frame: Frame) -> Value:
        at = number(frame)
        whole = frame[slot]
        if whole is HIDDEN or is_hidden(kind, whole[at]):
            raise HiddenValue
        return whole[at]

    return read


def is_hidden(kind: Type, value: Value) -> bool:
    """Is a value of an observation hidden, wholly or in part?"""
    match kind:
        case _ if value is HIDDEN:
            return True
        case DeckType():
            return not isinstance(value[0], tuple)
        case MapType(value=item):
            return any(is_hidden(item, part) for part in value)
        case _:
            return False


def _one_count(deck: Closure | None, at: int) -> Closure | None:
    return None if deck is None else lambda frame: _count_cards(deck(frame))[at]


def _both_counts(deck: Closure | None) -> Closure | None:
    return None if deck is None else lambda frame: sum(_count_cards(deck(frame)))


def _count_cards(deck: Value) -> tuple[int, int]:
    """The numbers of known and unseen cards of a deck, hidden or not."""
    known, unseen = deck
    return (len(known), sum(unseen)) if isinstance(known, tuple) else (known, unseen)


class Seat:
    """A player's seat.

    `value` is for pictures; it raises `HiddenValue` if the observation does not determine the value.
    """

    def __init__(self, machine: ReferenceMachine, player: int) -> None:
        self.player = player
        self._machine = machine
        self._compiler = SeatCompiler(machine.game, self._possible)
        self._closures: dict[int, tuple[ir.Expr, Closure]] = {}
        self._looked: tuple[State, tuple[Value, ...]] | None = None  # pictures ask hundreds of expressions of one state
        self._derived = _list_derived_locals(machine.game, self._compiler.hideable)
        self._actions: dict[str, PreparedAction] = {}

    @property
    def game(self) -> ir.Game:
        """The game that is played."""
        return self._machine.game

    def observation(self, state: State) -> tuple[Value, ...]:
        """The values of the variables as far as the player sees them."""
        if self._looked is None or self._looked[0] is not state:
            self._looked = state, self._machine.observation(state, self.player)[:-1]
        return self._looked[1]

    def value(self, expr: ir.Expr, state: State, locals_: Mapping[str, Value]) -> Value:
        """The value of an expression, if the observation determines it."""
        if id(expr) not in self._closures:
            self._closures[id(expr)] = expr, self._compiler.closure(expr)
        closure = self._closures[id(expr)][1]
        slots = {self._compiler.slot(name): value for name, value in locals_.items()}
        frame = self._compiler.frame(self.observation(state))
        frame[self._compiler.stuck_slot] = isinstance(self.game.nodes[state.node], ir.DecideNode) and self._machine.kind(state) == "over"
        for slot, value in slots.items():
            frame[slot] = value
        return closure(frame)

    def explain(self, state: State, move: Move) -> Refusal | None:
        """Why a move of this player is refused; what he does not see is no part of the reason."""
        return self._referee.explain(state, move)

    def closure(self, expr: ir.Expr) -> Closure:
        """An expression over a frame of this seat."""
        return self._compiler.closure(expr)

    def frame_of(self, compiler: ClosureCompiler, frame: Frame) -> Frame:
        """What the player sees in the middle of a move; `compiler` knows the slots of its frame."""
        result = self._compiler.frame(self._machine.views(frame[: len(self.game.variables)], self.player))
        for name, slot in compiler.locals.items():
            place = self._compiler.slot(name)
            result += [None] * (place + 1 - len(result))
            result[place] = HIDDEN if name in self._derived else frame[slot]
        return result

    @cached_property
    def _referee(self) -> ReferenceMachine:
        return ReferenceMachine(self.game, statements=lambda compiler, settle: _SeatStatements(compiler, settle, self))

    def _possible(self, name: str) -> Callable[[Frame, int], bool]:
        def ask(frame: Frame, player: int) -> bool:
            if name not in self._actions:
                functions = {function.name: function for function in self.game.functions}
                action = next(action for action in self.game.actions if action.name == name)
                self._actions[name] = PreparedAction(action, StatementCompiler(self._compiler, lambda _: None), functions)
            copy = self._compiler.frame(frame[: len(self.game.variables)])
            return any(True for _ in self._actions[name].legal(copy, player))

        return ask


class _SeatStatements(StatementCompiler):
    """Moves are tested as the rules say; only the words of a refusal are those of a seat."""

    def __init__(self, compiler: ClosureCompiler, settle: Step, seat: Seat) -> None:
        super().__init__(compiler, settle)
        self.seat = seat

    def reason(self, stmt: ir.Need, title: str) -> Closure:
        """Why the move is refused, as far as the player may know it."""
        plain = refuse_in(self.compiler.language, RefusalKind.PLAIN, words_of(title))
        if stmt.reason is None:
            return lambda frame: plain
        words = self.seat.closure(stmt.reason)
        return lambda frame: _or(plain, words, self.seat.frame_of(self.compiler, frame))

    def outside(self, kind: Type, domain: ir.Expr | None) -> Outside:
        """Why a value outside its domain is refused; a domain that the player does not see is not revealed."""
        message = super().outside(kind, domain)
        if domain is None:
            return message
        seen = self.seat.closure(domain)

        def words(frame: Frame, value: Value, allowed: Sequence[Value]) -> str:
            try:
                seen(self.seat.frame_of(self.compiler, frame))
            except HiddenValue:
                return refuse_in(self.compiler.language, RefusalKind.NOT_HERE, say_any_value(kind, value))
            return message(frame, value, allowed)

        return words


def _or(plain: str, words: Closure, frame: Frame) -> str:
    try:
        text: str = words(frame)
    except HiddenValue:
        return plain
    return text


def _list_derived_locals(game: ir.Game, hideable: Set[str]) -> frozenset[str]:
    """The locals of actions that are made from what may be hidden."""
    reading = _reading_functions(game, hideable)
    names: set[str] = set()
    for action in game.actions:
        for stmt in walk_statements(action.body):
            match stmt:
                case ir.Let(name, source) | ir.For(name, domain=source) if _reads(source, hideable, reading, names):
                    names.add(name)
                case _:
                    pass
    return frozenset(names)


def _reading_functions(game: ir.Game, hideable: Set[str]) -> frozenset[str]:
    names: set[str] = set()
    for function in callees_first(game.functions):
        if _reads(function.body, hideable, names, ()):
            names.add(function.name)
    return frozenset(names)


def _reads(expr: ir.Expr, hideable: Set[str], functions: Set[str], locals_: Container[str]) -> bool:
    for part in walk(expr):
        match part:
            case ir.Possible():
                return True
            case ir.Var(name) if name in hideable:
                return True
            case ir.Call(name) if name in functions:
                return True
            case ir.Local(name) if name in locals_:
                return True
            case _:
                pass
    return False
