"""Statements of the rules as lines of C: lowered to core, and core written out. The state is changed in place."""

from __future__ import annotations

from dataclasses import replace

from cython_ext.emit.blocks import SETTLE, Surroundings, write_block
from cython_ext.emit.code import Code
from cython_ext.emit.expressions import builder_of
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.lowering.builder import FunctionBuilder
from rules_dsl.ir.lowering.statements import statements as lower_statements
from rules_dsl.ir.rebuild import Body


def statements(code: Code, body: Body, around: Surroundings) -> None:
    """The lines of a block."""
    build = builder_of(code)
    with build.aside() as block:
        lower_statements(build, body if around.refuse else without_needs(body), _settle)
    write_block(code, tuple(block), around=around)


def _settle(build: FunctionBuilder) -> None:
    build.put(core.PerformEffect(SETTLE))


def without_needs(body: Body) -> Body:
    """A block of a move that is known to be legal."""
    return tuple([_inside(stmt) for stmt in body if not isinstance(stmt, ir.Need)])


def _inside(stmt: ir.Stmt) -> ir.Stmt:
    match stmt:
        case ir.If(_, then, otherwise):
            return replace(stmt, then=without_needs(then), otherwise=without_needs(otherwise))
        case ir.For(body=inner):
            return replace(stmt, body=without_needs(inner))
        case _:
            return stmt
