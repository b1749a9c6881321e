"""Moves as numbers of 64 bits: the option in the lowest bits, then the ordinal of each parameter in bits of its own, then choices (ordinal + 1, 0 at the end)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cython_ext.unsupported import Refused
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.cost import most_items
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.ir.types import IntType, Type, Value, cardinality, ordinal, value_of
from rules_dsl.machine.api import Move
from rules_dsl.machine.codec import bits

WORD = 64


@dataclass(frozen=True, slots=True)
class Field:
    """Where a parameter stands in the number."""

    type: Type
    shift: int
    width: int


@dataclass(frozen=True, slots=True)
class ActionCode:
    """The numbers of the moves of one action."""

    parameters: tuple[Field, ...]
    choices_at: int
    choice_width: int  # 0: the body asks for no choice
    choice_types: tuple[Type, ...]

    def pack(self, option: int, arguments: Sequence[Value], types: Sequence[Type] = ()) -> int:
        """The number of a move; `types` are those of the choices."""
        code = option
        for field, value in zip(self.parameters, arguments, strict=False):
            code |= ordinal(field.type, value) << field.shift
        at = self.choices_at
        for kind, value in zip(types, arguments[len(self.parameters) :], strict=True):
            code |= ordinal(kind, value) + 1 << at
            at += self.choice_width
        return code


@dataclass(frozen=True, slots=True)
class MoveCodes:
    """The numbers of all moves of a game."""

    option_width: int
    actions: dict[str, ActionCode]

    def move(self, number: int, options: Sequence[ir.Option], choice_type: Callable[[int, tuple[Value, ...]], Type]) -> Move:
        """The move with a number; `choice_type` gives the type of the next choice for an option and the arguments so far."""
        option = number & (1 << self.option_width) - 1
        code = self.actions[options[option].action]
        arguments: tuple[Value, ...] = tuple(
            [value_of(field.type, number >> field.shift & (1 << field.width) - 1) for field in code.parameters]
        )
        rest = number >> code.choices_at if code.choice_width else 0
        while rest:
            digit = rest & (1 << code.choice_width) - 1
            kind = code.choice_types[0] if len(set(code.choice_types)) == 1 else choice_type(option, arguments)
            arguments = (*arguments, value_of(kind, digit - 1))
            rest >>= code.choice_width
        return Move(option, arguments)


def move_codes(game: ir.Game) -> MoveCodes:
    """How the moves of a game are numbered; refuses a game whose moves need more than 64 bits."""
    most = max([len(node.options) for node in game.nodes if isinstance(node, ir.DecideNode)], default=0)
    option_width = bits(most)
    return MoveCodes(option_width, {action.name: _action_code(action, option_width) for action in game.actions})


def _action_code(action: ir.Action, at: int) -> ActionCode:
    fields = []
    for parameter in action.parameters:
        width = bits(cardinality(parameter.type))
        fields.append(Field(parameter.type, at, width))
        at += width
    types = tuple([stmt.type for stmt in walk_statements(action.body) if isinstance(stmt, ir.Choose)])
    width = bits(max([cardinality(kind) for kind in types], default=0) + 1) if types else 0
    if at + width * _most_choices(action.body) > WORD:
        raise Refused(f"the moves of {action.title}, which do not fit in {WORD} bits,", action.rule.span)
    return ActionCode(tuple(fields), at, width, types)


def _most_choices(body: tuple[ir.Stmt, ...]) -> int:
    """How many choices one way through a block may meet."""
    total = 0
    for stmt in body:
        match stmt:
            case ir.Choose():
                total += 1
            case ir.If(_, then, otherwise):
                total += max(_most_choices(then), _most_choices(otherwise))
            case ir.For(_, domain, _, inner):
                total += _most_rounds(domain) * _most_choices(inner)
            case _:
                pass
    return total


def _most_rounds(domain: ir.Expr) -> int:
    if isinstance(domain, ir.Range) and isinstance(domain.low.type, IntType) and isinstance(domain.high.type, IntType):
        return max(0, domain.high.type.high - domain.low.type.low + 1)
    return most_items(domain.type)
