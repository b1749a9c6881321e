"""Calls: functions of the game, records from their fields, builtins; parameters and arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import Fix, finding
from rules_dsl.diagnostics.foreign import foreign_call
from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import IntType, RecordType, Type
from rules_dsl.quantities import quantity
from rules_dsl.semantics import builtins, domains, names
from rules_dsl.semantics.poison import POISON, poison
from rules_dsl.semantics.scope import Scope
from rules_dsl.semantics.type_exprs import countable
from rules_dsl.source import Span
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator

Wanted = Sequence[tuple[str, Type]]
WALKS = {"reach": "reach(S via c: e)", "distance": "distance(S, T via c: e)", "nearest": "nearest(S, T via c: e)"}


def call(elaborator: Elaborator, node: ast.CallExpr, scope: Scope, hint: Type | None) -> ir.Expr:
    """`f(a, b)`: a define, a record, a conversion into a range, or a builtin."""
    if not isinstance(node.function, ast.Ref):
        method = node.function.name.text if isinstance(node.function, ast.DotExpr) else ""
        return _not_callable(elaborator, node, "this", foreign_call(method) or "call a define by its name")
    name = node.function.name
    if name in scope.locals:
        return _not_callable(elaborator, node, name, f"{name} is a value; write `{name}` or `{name}[…]`")
    elaborator.need(name)
    return _of_name(elaborator, node, name, scope, hint)


def _of_name(elaborator: Elaborator, node: ast.CallExpr, name: str, scope: Scope, hint: Type | None) -> ir.Expr:
    symbols = elaborator.symbols
    if name in symbols.failed:
        return _anyway(elaborator, node, scope)
    if name in symbols.functions:
        return _of_function(elaborator, node, symbols.functions[name], scope)
    match symbols.types.get(name):
        case RecordType() as record:
            return _construct(elaborator, node, record, scope)
        case IntType() as interval:
            (value,) = arguments(elaborator, name, [("n", interval)], node.arguments, scope, node.span)
            return value
        case _:
            pass
    if name in builtins.BUILTINS:
        return builtins.builtin(elaborator, node, name, scope, hint)
    return _unknown(elaborator, node, name, scope)


def _anyway(elaborator: Elaborator, node: ast.CallExpr, scope: Scope) -> ir.Expr:
    """A call of something with a faulty declaration; its arguments are still checked."""
    for argument in node.arguments:
        elaborator.infer(argument.value, scope)
    return poison(node.span)


def _of_function(elaborator: Elaborator, node: ast.CallExpr, function: ir.Function, scope: Scope) -> ir.Expr:
    wanted = [(name_parameter(parameter), parameter.type) for parameter in function.parameters]
    exprs = arguments(elaborator, function.name, wanted, node.arguments, scope, node.span)
    return ir.Call(function.name, exprs, function.type, span=node.span)


def _construct(elaborator: Elaborator, node: ast.CallExpr, record: RecordType, scope: Scope) -> ir.Expr:
    return ir.Construct(
        arguments(elaborator, record.name, record.fields, node.arguments, scope, node.span), record, span=node.span
    )


def name_parameter(parameter: ir.Parameter) -> str:
    """The name of a parameter as the author wrote it."""
    return parameter.name.rpartition(".")[2].partition("#")[0]


def _not_callable(elaborator: Elaborator, node: ast.CallExpr, name: str, repair: str) -> ir.Expr:
    elaborator.symbols.report(
        finding("E0308", f"{name} cannot be called", node.function.span, "not a define", repair=repair)
    )
    return poison(node.span)


def _unknown(elaborator: Elaborator, node: ast.CallExpr, name: str, scope: Scope) -> ir.Expr:
    symbols = elaborator.symbols
    if name in symbols.actions or name in symbols.events:
        what = "an action" if name in symbols.actions else "an event"
        message = f"{name} is {what} and has no value"
        repair = (
            f"to ask whether it can be done write `possible({name})`"
            if name in symbols.actions
            else "events are called in `does` and `play`"
        )
        symbols.report(finding("E0307", message, node.function.span, what, repair=repair))
    elif name in WALKS:
        repair = f"write `{WALKS[name]}`, where `e` is the set of successors"
        symbols.report(finding("E0231", f"`{name}` needs the steps", node.span, "no `via`", repair=repair))
    elif name in symbols.types or names.resolve_name(elaborator, ast.Ref(name, span=node.function.span)) is not None:
        return _not_callable(elaborator, node, name, "only defines, record types and builtins are called")
    else:
        candidates = [
            *symbols.functions,
            *builtins.BUILTINS,
            *(key for key, kind in symbols.types.items() if isinstance(kind, RecordType)),
        ]
        names.unknown(elaborator, name, node.function.span, [*candidates, *symbols.pending], "function")
    return _anyway(elaborator, node, scope)


def arguments(
    elaborator: Elaborator, name: str, wanted: Wanted, given: Sequence[ast.Argument], scope: Scope, span: Span
) -> tuple[ir.Expr, ...]:
    """One expression for each parameter; missing and excess arguments are reported."""
    labels = [label for label, _ in wanted]
    places: dict[str, ast.Argument] = {}
    for position, argument in enumerate(given):
        label = argument.name.text if argument.name else _label_at(position, labels)
        _place(elaborator, name, labels, places, label, argument)
    missing = [label for label in labels if label not in places]
    if missing and len(places) == len(given):
        _report_missing(elaborator, name, labels, missing, span)
    return tuple(
        elaborator.expression(places[label].value, scope, kind) if label in places else poison(span, kind)
        for label, kind in wanted
    )


def _label_at(position: int, labels: list[str]) -> str | None:
    return labels[position] if position < len(labels) else None


def _place(
    elaborator: Elaborator,
    name: str,
    labels: list[str],
    places: dict[str, ast.Argument],
    label: str | None,
    argument: ast.Argument,
) -> None:
    if label in labels and label not in places and label is not None:
        places[label] = argument
        return
    if label is None:
        message = f"{name} takes {_count_arguments(len(labels))}; this is one too many"
        diagnostic = finding("E0402", message, argument.span, "too many", repair=f"write `{name}({', '.join(labels)})`")
    elif label in labels:
        diagnostic = finding("E0418", f"{label} is given twice", argument.span, "again here", repair="give it once")
    else:
        meant = nearest(label, labels)
        place = argument.name.span if argument.name else argument.span
        repair = f"did you mean {meant}?" if meant else f"there are: {', '.join(labels)}"
        fix = Fix(place, meant) if meant else None
        diagnostic = finding("E0313", f"{name} has no parameter {label}", place, "not there", repair=repair, fix=fix)
    elaborator.symbols.report(diagnostic)


def _count_arguments(number: int) -> str:
    return {0: "no arguments", 1: "one argument"}.get(number, f"{quantity(number, 'argument')}")


def _report_missing(elaborator: Elaborator, name: str, labels: list[str], missing: list[str], span: Span) -> None:
    message = f"{name} takes {_count_arguments(len(labels))}; missing: {', '.join(missing)}"
    elaborator.symbols.report(finding("E0402", message, span, "too few", repair=f"write `{name}({', '.join(labels)})`"))


def parameters(
    elaborator: Elaborator, nodes: Sequence[ast.ParameterDecl], scope: Scope
) -> tuple[tuple[ir.Parameter, ...], Scope]:
    """Parameters in order; each sees those before it."""
    result: list[ir.Parameter] = []
    seen: dict[str, Span] = {}
    for node in nodes:
        if node.name.text in seen:
            twice = finding(
                "E0302", f"{node.name} occurs twice", node.name.span, "again here", repair="use another name"
            )
            elaborator.symbols.report(twice.also(seen[node.name.text], "first here"))
        seen[node.name.text] = node.name.span
        parameter, scope = _parameter(elaborator, node, scope)
        result.append(parameter)
    return tuple(result), scope


def _parameter(elaborator: Elaborator, node: ast.ParameterDecl, scope: Scope) -> tuple[ir.Parameter, Scope]:
    domain: ir.Expr | None = None
    kind: Type = POISON
    if node.type is not None:
        kind = elaborator.type(node.type, scope)
    elif node.domain is not None:
        domain, kind = domains.domain(elaborator, node.domain, scope)
        if not countable(elaborator, kind, node.domain.span, "a parameter"):
            kind = POISON
    local, inner = elaborator.local(node.name, kind, scope)
    return ir.Parameter(local.name, kind, domain, span=node.span), inner
