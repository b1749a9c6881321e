"""Resolves names: locals, words of the language, declarations; and reports unknown ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import Fix, finding
from rules_dsl.diagnostics.foreign import foreign_call, foreign_value
from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import (
    BagType,
    DeckType,
    EnumType,
    IntType,
    OptionalType,
    SetType,
    Type,
    cardinality,
    is_countable,
    is_scalar,
    zero,
)
from rules_dsl.semantics import numbers
from rules_dsl.semantics.fitting import NONE_TYPE, without_none
from rules_dsl.semantics.poison import poison
from rules_dsl.semantics.scope import Scope, Symbols
from rules_dsl.source import Span
from rules_dsl.syntax import ast

if TYPE_CHECKING:
    from rules_dsl.semantics.elaborate import Elaborator

ALL_VALUES = "<all types and tables>"  # pending under this key: everything that may bring names of values
WORDS = ("none", "nothing", "all", "player", "players")


def reference(elaborator: Elaborator, node: ast.Ref, scope: Scope, hint: Type | None) -> ir.Expr:
    """The value of a name."""
    local = scope.locals.get(node.name)
    if local is not None:
        return replace(local, span=node.span)
    if node.name in WORDS:
        return _word(elaborator, node, scope, hint)
    return resolve_name(elaborator, node, hint) or _no_value(elaborator, node, scope, hint)


def resolve_name(elaborator: Elaborator, node: ast.Ref, hint: Type | None = None) -> ir.Expr | None:
    """The declared value of a name; None if there is none."""
    symbols, name = elaborator.symbols, node.name
    elaborator.need(name)
    if name in symbols.failed:
        return poison(node.span)
    if name in symbols.variables:
        return replace(symbols.variables[name], span=node.span)
    if name in symbols.functions:
        return _without_arguments(elaborator, symbols.functions[name], node.span)
    if name in symbols.constants:
        return constant(symbols.constants[name], node.span)
    rows = symbols.types.get(name)
    if isinstance(rows, EnumType) and rows.kind == "table":
        return ir.Domain(rows, SetType(rows), span=node.span)
    return _member(elaborator, node, hint)


def constant(result: ir.Constant, span: Span) -> ir.Expr:
    """A constant of the game. Scalars are inlined, but options keep their name so that a test of it is remembered."""
    if not is_scalar(result.type) or isinstance(result.type, OptionalType):
        return ir.Const(result.name, result.type, span=span)
    if isinstance(result.type, IntType):
        return ir.Literal(result.value, numbers.point(result.value), span=span)
    return ir.Literal(result.value, result.type, span=span)


def _member(elaborator: Elaborator, node: ast.Ref, hint: Type | None) -> ir.Expr | None:
    """An enum value, a table row or a record by its spelling."""
    symbols = elaborator.symbols
    if node.name not in symbols.values:
        elaborator.need(ALL_VALUES)
    candidates = symbols.values.get(node.name, [])
    wanted = _strip_hint(hint)
    fitting = [candidate for candidate in candidates if candidate.type == wanted] or candidates
    if len(fitting) > 1:
        return _ambiguous(elaborator, node, fitting)
    return replace(fitting[0], span=node.span) if fitting else _find_aliased_member(wanted, node)


def _strip_hint(hint: Type | None) -> Type | None:
    return None if hint is None else without_none(hint)


def _find_aliased_member(wanted: Type | None, node: ast.Ref) -> ir.Expr | None:
    """A value that only its type knows by this short name."""
    if isinstance(wanted, EnumType) and node.name in wanted.members:
        return ir.Literal(wanted.members.index(node.name), wanted, span=node.span)
    return None


def _ambiguous(elaborator: Elaborator, node: ast.Ref, candidates: list[ir.Literal]) -> ir.Expr:
    types = [str(candidate.type) for candidate in candidates]
    message = f"{node.name} is a value of {' and of '.join(types)}"
    elaborator.symbols.report(
        finding("E0305", message, node.span, "which one?", repair=f"write `{types[0]}.{node.name}`")
    )
    return poison(node.span)


def _without_arguments(elaborator: Elaborator, function: ir.Function, span: Span) -> ir.Expr:
    if function.parameters:
        wanted = ", ".join(parameter.name.rpartition(".")[2].partition("#")[0] for parameter in function.parameters)
        message = f"{function.name} needs its arguments"
        elaborator.symbols.report(
            finding("E0402", message, span, "nothing is given", repair=f"write `{function.name}({wanted})`")
        )
        return poison(span, function.type)
    return ir.Call(function.name, (), function.type, span=span)


def _word(elaborator: Elaborator, node: ast.Ref, scope: Scope, hint: Type | None) -> ir.Expr:
    match node.name:
        case "none":
            return ir.Literal(None, hint if isinstance(hint, OptionalType) else NONE_TYPE, span=node.span)
        case "nothing":
            return _resolve_none(elaborator, node, hint)
        case "all":
            return _resolve_all(elaborator, node, hint)
        case "players":
            players = elaborator.symbols.players
            return ir.Domain(players, SetType(players), span=node.span)
        case _:
            return _player(elaborator, node, scope)


def _resolve_none(elaborator: Elaborator, node: ast.Ref, hint: Type | None) -> ir.Expr:
    if hint is None:
        return _report_unknown_type(elaborator, node, "compare or assign it to something of a known type")
    return ir.Literal(zero(hint), hint, span=node.span)


def _resolve_all(elaborator: Elaborator, node: ast.Ref, hint: Type | None) -> ir.Expr:
    match hint:
        case SetType(item):
            return ir.Domain(item, hint, span=node.span)
        case BagType(item, _):
            return ir.Literal((1,) * cardinality(item), hint, span=node.span)
        case DeckType(item, _):
            return ir.Literal(((), (1,) * cardinality(item)), hint, span=node.span)
        case _:
            return _report_unknown_type(elaborator, node, "for all values of a type name the type: `for x in Cell`")


def _report_unknown_type(elaborator: Elaborator, node: ast.Ref, repair: str) -> ir.Expr:
    message = f"the type of `{node.name}` is not known here"
    elaborator.symbols.report(finding("E0412", message, node.span, "which type?", repair=repair))
    return poison(node.span)


def _player(elaborator: Elaborator, node: ast.Ref, scope: Scope) -> ir.Expr:
    players = elaborator.symbols.players
    if scope.player is not None:
        return replace(scope.player, span=node.span)
    if len(players.members) == 1:
        return ir.Literal(0, players, span=node.span)
    message = "`player` is the player who decides; here nobody does"
    elaborator.symbols.report(finding("E0315", message, node.span, "who?", repair=_describe_players(scope)))
    return poison(node.span, players)


def _describe_players(scope: Scope) -> str:
    """How a player can be named where none is to move."""
    match scope.owner:
        case "win" | "lose" | "score":
            return f"write `{scope.owner} p: Player …` and say `p`; keep the last player to move in `state`"
        case "draw" | "end" | "goal" | "claim" | "bound" | "dominates" | "show":
            return "name a player, or iterate over all: `for p in players`"
        case _ if scope.in_play:
            return "write `players` for all of them, or name one"
        case _:
            return "give the definition a parameter `p: Player`"


def _no_value(elaborator: Elaborator, node: ast.Ref, scope: Scope, hint: Type | None) -> ir.Expr:
    symbols, name = elaborator.symbols, node.name
    if name in symbols.types:
        kind = symbols.types[name]
        if hint is not None and isinstance(without_none(hint), SetType) and is_countable(kind):
            return ir.Domain(kind, SetType(kind), span=node.span)
        repair = f"for all its values write `x in {name}`, for one of them its name"
        symbols.report(finding("E0306", f"{name} is a type, not a value", node.span, "a type", repair=repair))
    elif (word := _rule_kind(symbols, name)) is not None:
        repair = (
            f"to ask whether it can be done write `possible({name})`" if word == "an action" else "name a value here"
        )
        symbols.report(finding("E0307", f"{name} is {word}, not a value", node.span, word, repair=repair))
    else:
        unknown(elaborator, name, node.span, (*scope.locals, *value_names(symbols), *_members_of(hint)))
    return poison(node.span)


def _members_of(hint: Type | None) -> tuple[str, ...]:
    wanted = _strip_hint(hint)
    return wanted.members if isinstance(wanted, EnumType) else ()


def _rule_kind(symbols: Symbols, name: str) -> str | None:
    if name in symbols.actions:
        return "an action"
    if name in symbols.events:
        return "an event"
    return "a part of the play" if name in symbols.plays else None


def value_names(symbols: Symbols) -> list[str]:
    """Names of values."""
    hidden = "<"
    names = [*symbols.variables, *symbols.functions, *symbols.constants, *symbols.values, *symbols.pending, *WORDS]
    return [name for name in names if not name.startswith(hidden)]


def unknown(elaborator: Elaborator, name: str, span: Span, candidates: Iterable[str], what: str = "name") -> None:
    """Report a name that is not declared, with the one that was probably meant."""
    private = elaborator.symbols.private_names.get(name)
    if private is not None:
        repair = f"remove `private` in {private.file}, or do not use it"
        elaborator.symbols.report(
            finding("E0314", f"{name} is private to {private.file}", span, "not to be used here", repair=repair)
        )
        return
    said_so = foreign_call(name) if what == "function" else foreign_value(name)
    meant = nearest(name, candidates) if not said_so else None
    repair = said_so or (f"did you mean {meant}?" if meant else f"declare {name}, or check its spelling")
    fix = Fix(span, meant) if meant else None
    elaborator.symbols.report(finding("E0301", f"unknown {what} {name}", span, "not declared", repair=repair, fix=fix))
