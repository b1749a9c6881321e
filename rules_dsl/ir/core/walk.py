"""The parts of core: operands of expressions, expressions and blocks of statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rules_dsl.ir.core import nodes as core


def operands(expr: core.CoreExpr) -> tuple[core.CoreExpr, ...]:
    """The expressions an expression is made of."""
    match expr:
        case core.Immediate() | core.Pooled() | core.Register() | core.StateSlot() | core.AskStuck():
            return ()
        case core.Operate(_, parts) | core.Invoke(_, parts):
            return parts
        case core.SayValue(value):
            return (value,)
        case core.CanAct(_, player):
            return (player,)
        case _:
            assert_never(expr)


def source_expressions(source: core.TraverseSource) -> tuple[core.CoreExpr, ...]:
    """The expressions in what is gone through."""
    match source:
        case core.NumbersFrom(low, high):
            return (low, high)
        case core.BitsOf(word):
            return (word,)
        case core.ItemsOf(sequence):
            return (sequence,)
        case _:
            assert_never(source)


def read_in(statement: core.Statement) -> tuple[core.CoreExpr, ...]:
    """The expressions that a statement itself evaluates."""
    match statement:
        case core.StoreInto(_, path, value):
            return (value, *[step.index for step in path if isinstance(step, core.ItemStep)])
        case core.PushOnto(_, value) | core.ReturnValue(value) | core.ResumeAt(value):
            return (value,)
        case core.Conditional(condition) | core.Cycle(condition):
            return (condition,)
        case core.Traverse(_, source):
            return source_expressions(source)
        case core.FailWith(_, arguments) | core.LegalMove(arguments):
            return arguments
        case core.LeaveLoop() | core.RefuseMove() | core.TakeChoice() | core.PerformEffect() | core.RestAt():
            return ()
        case _:
            assert_never(statement)


def blocks_of(statement: core.Statement) -> tuple[core.Block, ...]:
    """The blocks inside a statement."""
    match statement:
        case core.Conditional(_, then, otherwise):
            return (then, otherwise)
        case core.Traverse(body=body) | core.Cycle(body=body) | core.TakeChoice(body=body):
            return (body,)
        case _:
            return ()


def walk_block(block: core.Block) -> Iterator[core.Statement]:
    """All statements of a block, with those inside them."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from walk_block(inner)


def walk_expression(expr: core.CoreExpr) -> Iterator[core.CoreExpr]:
    """An expression and all it is made of."""
    yield expr
    for operand in operands(expr):
        yield from walk_expression(operand)


def expressions_in(block: core.Block) -> Iterator[core.CoreExpr]:
    """All expressions that a block evaluates, with their parts."""
    for statement in walk_block(block):
        for expr in read_in(statement):
            yield from walk_expression(expr)
