"""The meaning of expressions: each `ir.Expr` becomes one Python closure over a flat frame.

A frame is a list: the state variables in their order from slot 0, then one slot for each local of the game. Names of locals are unique and
nothing recurses, so every local has its slot once and for all. (A local may have the name of a variable and is something else.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn, assert_never

from rules_dsl.ir import (
    evaluate_builtins,
    evaluate_clauses,
    evaluate_folds,
    evaluate_operators,
    evaluate_parts,
    evaluate_walks,
)
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import converter
from rules_dsl.ir.failures import stop_play
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.texts import phrase_value, say_value
from rules_dsl.ir.types import Type, Value

Possible = Callable[[Frame, int], bool]

STUCK = "stuck()"  # the local that tells whether no move is legal; no author can write its name


class NotConstant(Exception):
    """The expression reads the state or a name without a value."""


class ClosureCompiler:
    """Turns expressions into closures; slots of locals are given out on the way."""

    def __init__(
        self,
        variables: Sequence[str],
        constants: Mapping[str, Value],
        functions: Mapping[str, ir.Function],
        possible: Callable[[str], Possible] | None = None,
        language: str = "en",
    ) -> None:
        self.language = language
        self.variables: dict[str, int] = {name: slot for slot, name in enumerate(variables)}
        self.locals: dict[str, int] = {}
        self.constants = constants
        self.functions = functions
        self.stuck_slot = self.slot(STUCK)
        self._possible = possible
        self._bodies: dict[str, tuple[tuple[int, ...], Closure]] = {}

    def slot(self, local: str) -> int:
        """Where a local stands in the frame."""
        return self.locals.setdefault(local, len(self.variables) + len(self.locals))

    def frame(self, state: Iterable[Value] = ()) -> Frame:
        """A frame of the present size with the variables set."""
        frame: Frame = [*state]
        frame += [None] * (len(self.variables) + len(self.locals) - len(frame))
        frame[self.stuck_slot] = False
        return frame

    def closure(self, expr: ir.Expr) -> Closure:
        """The expression as a function of the frame."""
        match expr:
            case ir.Literal(value):
                return lambda frame: value
            case ir.Local(name):
                return _read(self.slot_of_local(name))
            case ir.Var(name):
                return _read(self.slot_of_variable(name))
            case ir.Const(name):
                constant = self.constants[name]
                return lambda frame: constant
            case ir.Index():
                return evaluate_parts.index(self, expr)
            case ir.Field():
                return evaluate_parts.field(self, expr)
            case ir.Construct():
                return evaluate_parts.construct(self, expr)
            case ir.Collect():
                return evaluate_parts.collect(self, expr)
            case ir.MapOfEntries():
                return evaluate_parts.map_of_entries(self, expr)
            case ir.Convert(value=value):
                return self.convert_value(value, expr.type, expr)
            case ir.Unary():
                return evaluate_operators.unary(self, expr)
            case ir.Binary():
                return evaluate_operators.binary(self, expr)
            case ir.IfElse():
                return evaluate_operators.if_else(self, expr)
            case ir.LetIn(name):
                return _let(self.slot(name), self.closure(expr.value), self.closure(expr.body))
            case ir.Call():
                return self._call(expr)
            case ir.Builtin():
                return evaluate_builtins.builtin(self, expr)
            case ir.Domain() | ir.Range():
                return evaluate_clauses.domain_as_set(self, expr)
            case ir.Fold():
                return evaluate_folds.fold(self, expr)
            case ir.Walk():
                return evaluate_walks.walk(self, expr)
            case ir.Possible(action):
                return self._ask_possible(action, self.closure(expr.player))
            case ir.Stuck():
                return _read(self.slot_of_variable(STUCK))
            case ir.Template(parts):
                return self._template(parts)
            case _:
                assert_never(expr)

    def slot_of_local(self, name: str) -> int:
        """The slot of a local that is read."""
        return self.slot(name)

    def slot_of_variable(self, name: str) -> int:
        """The slot of a variable that is read."""
        return self.stuck_slot if name == STUCK else self.variables[name]

    def read_slot(self, expr: ir.Expr) -> int | None:
        """The slot of a name; None for what is more than a name."""
        match expr:
            case ir.Local(name):
                return self.slot_of_local(name)
            case ir.Var(name):
                return self.slot_of_variable(name)
            case _:
                return None

    def convert_value(self, value: ir.Expr, target: Type, reason: ir.Expr | ir.Stmt) -> Closure:
        """The expression as a value of `target`; a value that does not fit stops the play at `reason`."""
        closure = self.closure(value)

        def misfit(kind: Type, raw: Value) -> NoReturn:
            shown = say_value(kind, raw)
            stop_play("E0901", f"{shown} does not fit {target}", reason.span, label=f"this is {shown} here")

        convert = converter(value.type, target, misfit)
        return closure if convert is None else (lambda frame: convert(closure(frame)))

    def _call(self, expr: ir.Call) -> Closure:
        slots, body = self._function(expr.function)
        arguments = [self.closure(argument) for argument in expr.arguments]
        match slots, arguments:
            case [], []:
                return body
            case [slot], [argument]:
                return _let(slot, argument, body)
            case [slot, other], [argument, second]:
                return _let_two(slot, other, argument, second, body)
            case _:
                return _let_all(slots, arguments, body)

    def _function(self, name: str) -> tuple[tuple[int, ...], Closure]:
        if name not in self._bodies:
            function = self.functions[name]
            slots = tuple([self.slot(parameter.name) for parameter in function.parameters])
            self._bodies[name] = slots, self.convert_value(function.body, function.type, function.body)
        return self._bodies[name]

    def _ask_possible(self, action: str, player: Closure) -> Closure:
        if self._possible is None:
            raise NotConstant(f"possible({action})")
        ask = self._possible(action)
        return lambda frame: ask(frame, player(frame))

    def _template(self, parts: tuple[str | ir.Expr, ...]) -> Closure:
        pieces = [_text(part) if isinstance(part, str) else _print_value(part.type, self.closure(part)) for part in parts]
        return lambda frame: "".join([piece(frame) for piece in pieces])


class ConstantCompiler(ClosureCompiler):
    """Evaluates expressions without a state; reading the state or a name without a value raises NotConstant."""

    def __init__(self, constants: Mapping[str, Value], functions: Mapping[str, ir.Function]) -> None:
        super().__init__((), constants, functions)

    def slot_of_local(self, name: str) -> int:
        """The slot of a local that something around it has bound."""
        if name not in self.locals:
            raise NotConstant(name)
        return self.locals[name]

    def slot_of_variable(self, name: str) -> int:
        """There are no variables here."""
        raise NotConstant(name)

    def value(self, expr: ir.Expr, locals_: Mapping[str, Value] | None = None) -> Value:
        """The value of the expression, with values for some locals."""
        given = locals_ or {}
        slots = {self.slot(name): value for name, value in given.items()}
        closure = self.closure(expr)
        frame = self.frame()
        for slot, value in slots.items():
            frame[slot] = value
        return closure(frame)


def constant_value(expr: ir.Expr, constants: Mapping[str, Value], functions: Mapping[str, ir.Function]) -> Value:
    """The value of an expression that reads no state (else NotConstant); raises a RulesError E09xx if it fails."""
    return ConstantCompiler(constants, functions).value(expr)


def _read(slot: int) -> Closure:
    return lambda frame: frame[slot]


def _let(slot: int, value: Closure, body: Closure) -> Closure:
    def run(frame: Frame) -> Value:
        frame[slot] = value(frame)
        return body(frame)

    return run


def _let_two(slot: int, other: int, argument: Closure, second: Closure, body: Closure) -> Closure:
    def run(frame: Frame) -> Value:
        # both arguments first: an argument may call the same function
        frame[slot], frame[other] = argument(frame), second(frame)
        return body(frame)

    return run


def _let_all(slots: Sequence[int], arguments: Sequence[Closure], body: Closure) -> Closure:
    def run(frame: Frame) -> Value:
        result = [argument(frame) for argument in arguments]
        for slot, value in zip(slots, result, strict=True):
            frame[slot] = value
        return body(frame)

    return run


def _text(text: str) -> Closure:
    return lambda frame: text


def _print_value(type_: Type, closure: Closure) -> Closure:
    return lambda frame: phrase_value(type_, closure(frame))
