"""The builtin functions of the language by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.folds import FOLDS
from rules_dsl.ir.types import (
    BOOL,
    Type,
)
from rules_dsl.semantics import builtins_lists as lists
from rules_dsl.semantics import builtins_values as values
from rules_dsl.semantics.builtins_common import USAGE, Make, arguments
from rules_dsl.semantics.poison import is_poison, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator


def builtin(elaborator: Elaborator, node: ast.CallExpr, name: str, scope: Scope, hint: Type | None) -> ir.Expr:
    """A call of a builtin with the number of arguments it takes."""
    (least, most), make = BUILTINS[name]
    if not least <= len(node.arguments) <= most or any(argument.name for argument in node.arguments):
        wanted = f"{least}" if least == most else f"{least} to {most}"
        message = f"{name} takes {wanted} argument{'s' if wanted != '1' else ''}, without names"
        repair = f"write `{USAGE[name]}`" + (f" or `{name}(e for x in S)`" if name in FOLDS else "")
        elaborator.symbols.report(finding("E0402", message, node.span, f"{len(node.arguments)} given", repair=repair))
        return poison(node.span)
    return make(elaborator, node, scope, hint)


def _elaborate_stuck(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    return ir.Stuck(BOOL, span=node.span)


def _possible(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    (argument,) = arguments(node)
    if isinstance(argument, ast.Ref) and argument.name in elaborator.symbols.actions:
        player = elaborator.infer(ast.Ref("player", span=node.span), scope)
        return (
            poison(node.span, BOOL) if is_poison(player) else ir.Possible(argument.name, player, BOOL, span=node.span)
        )
    repair = (
        f"the actions are: {', '.join(list(elaborator.symbols.actions)[:8])}"
        if elaborator.symbols.actions
        else "declare an action"
    )
    elaborator.symbols.report(
        finding("E0301", "`possible` needs the name of an action", argument.span, "not an action", repair=repair)
    )
    return poison(node.span, BOOL)


ONE, TWO, MANY = (1, 1), (2, 2), (2, 64)
BUILTINS: dict[str, tuple[tuple[int, int], Make]] = {
    "len": (ONE, lists.length),
    "abs": (ONE, values.absolute),
    "min": (MANY, values.extreme("min")),
    "max": (MANY, values.extreme("max")),
    "clamp": ((1, 3), values.clamp),
    "first": ((1, 2), lists.end("first")),
    "top": ((1, 2), lists.end("top")),
    "last": ((1, 2), lists.end("last")),
    "rest": (ONE, lists.make_list_builtin("rest")),
    "reversed": (ONE, lists.make_list_builtin("reversed")),
    "shuffled": (TWO, lists.elaborate_shuffled),
    "without_last": (TWO, lists.without_last),
    "common": (MANY, lists.common),
    "members": (ONE, lists.members),
    "known": (ONE, lists.of_deck("known")),
    "unseen": (ONE, lists.of_deck("unseen")),
    "value": (TWO, values.value),
    "the": (ONE, values.the),
    "next": (ONE, values.step("next")),
    "previous": (ONE, values.step("previous")),
    "number": (ONE, values.number),
    "nth": (TWO, values.nth),
    "letter": (ONE, values.letter),
    "width": (ONE, lists.side("width")),
    "height": (ONE, lists.side("height")),
    "stuck": ((0, 0), _elaborate_stuck),
    "possible": (ONE, _possible),
}
