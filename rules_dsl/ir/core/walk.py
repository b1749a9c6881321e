"""The parts of core: operands of expressions, expressions and blocks of statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rules_dsl.ir.core.nodes import (
    AskStuck,
    BitsOf,
    Block,
    CanAct,
    Conditional,
    CoreExpr,
    Cycle,
    FailWith,
    FoundMove,
    Immediate,
    Invoke,
    ItemsOf,
    ItemStep,
    LeaveLoop,
    NumbersFrom,
    Operate,
    PerformEffect,
    Pooled,
    PushOnto,
    RefuseMove,
    Register,
    RestAt,
    ResumeAt,
    ReturnValue,
    SayValue,
    Statement,
    StateSlot,
    StoreInto,
    TakeChoice,
    Traverse,
    TraverseSource,
)


def operands(expr: CoreExpr) -> tuple[CoreExpr, ...]:
    """The expressions an expression is made of."""
    match expr:
        case Immediate() | Pooled() | Register() | StateSlot() | AskStuck():
            return ()
        case Operate(_, parts) | Invoke(_, parts):
            return parts
        case SayValue(value):
            return (value,)
        case CanAct(_, player):
            return (player,)
        case _:
            assert_never(expr)


def source_expressions(source: TraverseSource) -> tuple[CoreExpr, ...]:
    """The expressions in what is gone through."""
    match source:
        case NumbersFrom(low, high):
            return (low, high)
        case BitsOf(word):
            return (word,)
        case ItemsOf(sequence):
            return (sequence,)
        case _:
            assert_never(source)


def read_in(statement: Statement) -> tuple[CoreExpr, ...]:
    """The expressions that a statement itself evaluates."""
    match statement:
        case StoreInto(_, path, value):
            return (value, *[step.index for step in path if isinstance(step, ItemStep)])
        case PushOnto(_, value) | ReturnValue(value) | ResumeAt(value):
            return (value,)
        case Conditional(condition) | Cycle(condition):
            return (condition,)
        case Traverse(_, source):
            return source_expressions(source)
        case FailWith(_, arguments) | FoundMove(arguments):
            return arguments
        case LeaveLoop() | RefuseMove() | TakeChoice() | PerformEffect() | RestAt():
            return ()
        case _:
            assert_never(statement)


def blocks_of(statement: Statement) -> tuple[Block, ...]:
    """The blocks inside a statement."""
    match statement:
        case Conditional(_, then, otherwise):
            return (then, otherwise)
        case Traverse(body=body) | Cycle(body=body) | TakeChoice(body=body):
            return (body,)
        case _:
            return ()


def walk_block(block: Block) -> Iterator[Statement]:
    """All statements of a block, with those inside them."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from walk_block(inner)


def walk_expression(expr: CoreExpr) -> Iterator[CoreExpr]:
    """An expression and all it is made of."""
    yield expr
    for operand in operands(expr):
        yield from walk_expression(operand)


def expressions_in(block: Block) -> Iterator[CoreExpr]:
    """All expressions that a block evaluates, with their parts."""
    for statement in walk_block(block):
        for expr in read_in(statement):
            yield from walk_expression(expr)
