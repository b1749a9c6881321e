"""Moves as numbers of 64 bits: the option in the lowest bits, then the ordinal of each parameter in bits of its own,
then a digit for each choice (0: no more).

The digit of a choice is the ordinal of the value + 1. Where that does not fit, choices are *ranked*: the digit is the
place of the value among those that are open in the position, counted from 1, which takes few bits where rules leave few
values of a large type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cython_ext.emit.unsupported import NoTranslation
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.cost import most_items
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.ir.sizes import Sizes
from rules_dsl.ir.types import IntType, Type, Value, cardinality, ordinal, value_of
from rules_dsl.machine.api import Move, OpenChoice
from rules_dsl.machine.codec import bits

WORD = 64


@dataclass(frozen=True, slots=True)
class MoveField:
    """Where a parameter stands in the number."""

    type: Type
    shift: int
    width: int


@dataclass(frozen=True, slots=True)
class ActionCode:
    """The numbers of the moves of one action."""

    parameters: tuple[MoveField, ...]
    choices_at: int
    choice_width: int  # 0: the body asks for no choice
    choice_types: tuple[Type, ...]
    ranked: bool = False

    def pack(self, option: int, arguments: Sequence[Value], digits: Sequence[int] = ()) -> int:
        """The number of a move; the digits are ordinals of the choices, or their places where choices are ranked."""
        code = option
        for field, value in zip(self.parameters, arguments, strict=False):
            code |= ordinal(field.type, value) << field.shift
        at = self.choices_at
        for digit in digits:
            code |= digit + 1 << at
            at += self.choice_width
        return code


@dataclass(frozen=True, slots=True)
class MoveCodes:
    """The numbers of all moves of a game."""

    option_width: int
    actions: dict[str, ActionCode]

    def move(
        self, number: int, options: Sequence[ir.Option], next_choice: Callable[[int, tuple[Value, ...]], OpenChoice]
    ) -> Move:
        """The move with a number; `next_choice` gives the next choice for an option and the arguments so far."""
        option = number & (1 << self.option_width) - 1
        code = self.actions[options[option].action]
        arguments: tuple[Value, ...] = tuple(
            [value_of(field.type, number >> field.shift & (1 << field.width) - 1) for field in code.parameters]
        )
        rest = number >> code.choices_at if code.choice_width else 0
        while rest:
            digit = (rest & (1 << code.choice_width) - 1) - 1
            if code.ranked:
                value = next_choice(option, arguments).values[digit]
            else:
                value = value_of(
                    code.choice_types[0] if len(set(code.choice_types)) == 1 else next_choice(option, arguments).type,
                    digit,
                )
            arguments = (*arguments, value)
            rest >>= code.choice_width
        return Move(option, arguments)


def move_codes(game: ir.Game) -> MoveCodes:
    """How the moves of a game are numbered; refuses a game whose moves need more than 64 bits."""
    most = max([len(node.options) for node in game.nodes if isinstance(node, ir.DecideNode)], default=0)
    option_width = bits(most)
    sizes = Sizes(game)
    return MoveCodes(option_width, {action.name: _action_code(action, option_width, sizes) for action in game.actions})


def _action_code(action: ir.Action, at: int, sizes: Sizes) -> ActionCode:
    fields = []
    for parameter in action.parameters:
        width = bits(cardinality(parameter.type))
        fields.append(MoveField(parameter.type, at, width))
        at += width
    chooses = [stmt for stmt in walk_statements(action.body) if isinstance(stmt, ir.Choose)]
    types = tuple([stmt.type for stmt in chooses])
    most, room = _most_choices(action.body), WORD - at
    width = _digit_width([cardinality(kind) for kind in types])
    if width * most <= room:
        return ActionCode(tuple(fields), at, width, types)
    ranks = _digit_width([sizes.most_members(stmt.domain) for stmt in chooses])
    if ranks * most > room:
        raise _too_wide(action, room, sizes)
    return ActionCode(tuple(fields), at, ranks, types, ranked=True)


def _digit_width(sizes: Sequence[int]) -> int:
    return bits(max(sizes) + 1) if sizes else 0


def _too_wide(action: ir.Action, room: int, sizes: Sizes) -> NoTranslation:
    """Names the choice that takes the most bits in all."""
    met = [(times, sizes.most_members(stmt.domain), stmt) for stmt, times in _list_choices(action.body, 1)]
    if not met or room < 0:
        return NoTranslation(
            f"the moves of {action.title}, whose values do not fit in {WORD} bits,",
            action.rule.span,
            "use fewer or smaller parameters",
        )
    times, values, widest = max(met, key=lambda item: item[0] * bits(item[1] + 1))
    name, fit = widest.name.rpartition(".")[2], room // _digit_width([most for _, most, _ in met])
    what = f"the moves of {action.title}, which do not fit in {WORD} bits ({name} is chosen up to {times} times among up to {values} values, {fit} times would fit),"
    return NoTranslation(
        what,
        widest.span,
        "let the loop around it have fewer rounds, choose among fewer values (a direction, not a cell), or make each choice a move of its own",
    )


def _list_choices(body: tuple[ir.Stmt, ...], times: int) -> Iterator[tuple[ir.Choose, int]]:
    """Each choice in a block, and how often it may be met."""
    for stmt in body:
        match stmt:
            case ir.Choose():
                yield stmt, times
            case ir.If(_, then, otherwise):
                yield from _list_choices((*then, *otherwise), times)
            case ir.For(_, domain, _, inner):
                yield from _list_choices(inner, times * _most_rounds(domain))
            case _:
                pass


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
