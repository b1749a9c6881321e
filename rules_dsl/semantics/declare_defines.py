"""Defines: pure functions, elaborated on first use."""

from __future__ import annotations

from functools import partial

from rules_dsl.ir import nodes as ir
from rules_dsl.semantics.declare_types import blocks_of
from rules_dsl.semantics.declaring import DeclarationContext, rule_of
from rules_dsl.semantics.poison import POISON, is_poison
from rules_dsl.syntax import ast


def declare_defines(work: DeclarationContext) -> None:
    """Defines, each when it is needed, so that their order is free."""
    for block in blocks_of(work, ast.DefineDecl):
        work.later(block.name.text, block.name.span, partial(_define, work, block))


def _define(work: DeclarationContext, block: ast.DefineDecl) -> None:
    name = block.name.text
    parameters, scope = work.elaborator.parameters(block.parameters, work.scope(name))
    result = None if block.result is None else work.elaborator.type(block.result, scope)
    body = work.elaborator.expression(block.body, scope, None if result == POISON else result)
    if is_poison(body) or result == POISON or any(parameter.type == POISON for parameter in parameters):
        work.note_failure(name)
        return
    rule = rule_of(name, block.tags, block.span)
    work.symbols.functions[name] = ir.Function(name, parameters, body, result or body.type, rule)
