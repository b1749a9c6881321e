"""Scopes: the symbols of a game, the visible locals, and known facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from rules_dsl.diagnostics.diagnostic import Diagnostic
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import EnumType, RecordType, Type, Value
from rules_dsl.source import Span
from rules_dsl.syntax import ast


@dataclass(slots=True)
class Symbols:
    """Everything declared at the top level of a game, libraries and expansions included.

    A name of a library taken `as small` is kept as `small.name`.
    """

    types: dict[str, Type] = field(default_factory=dict)
    values: dict[str, list[ir.Literal]] = field(
        default_factory=dict
    )  # enum values, table rows and record spellings by name
    constants: dict[str, ir.Constant] = field(
        default_factory=dict
    )  # options, givens, table columns (`baskets.points`), tabulated defines
    variables: dict[str, ir.Var] = field(default_factory=dict)
    functions: dict[str, ir.Function] = field(
        default_factory=dict
    )  # elaborated on first use, so order is free and cycles are found
    actions: dict[str, ast.ActionDecl] = field(default_factory=dict)
    events: dict[str, ast.EventDecl] = field(default_factory=dict)
    plays: dict[str, ast.PlayDecl] = field(default_factory=dict)
    table_rows: dict[str, RecordType] = field(default_factory=dict)  # table name → record type of its rows
    players: EnumType = field(default_factory=lambda: EnumType("Player", ("Solo",), "player"))
    declared_at: dict[str, Span] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    unique_names: dict[str, int] = field(default_factory=dict)
    pending: dict[str, Callable[[], None]] = field(
        default_factory=dict
    )  # what is declared but not yet looked at; called on first use
    failed: set[str] = field(default_factory=set)  # names whose declaration is wrong, which was reported
    options: list[ir.OptionInfo] = field(default_factory=list)
    givens: list[ir.GivenInfo] = field(default_factory=list)
    facts: list[ir.Fact] = field(default_factory=list)
    state: list[ir.StateVar] = field(default_factory=list)
    sources: dict[str, str] = field(default_factory=dict)  # data file → SHA-256
    private_names: dict[str, Span] = field(
        default_factory=dict
    )  # names of used files that are not to be used elsewhere
    left_out: set[str] = field(default_factory=set)  # names of exceptions in files that are not taken

    def fresh(self, wish: str) -> str:
        """A name of a local that no other local of the game has: `pick.f`, then `pick.f#2`."""
        seen = self.unique_names[wish] = self.unique_names.get(wish, 0) + 1
        return wish if seen == 1 else f"{wish}#{seen}"

    def report(self, diagnostic: Diagnostic) -> None:
        """Note a finding, once; the caller goes on with a poisoned node where it can."""
        if diagnostic not in self.diagnostics:
            self.diagnostics.append(diagnostic)


@dataclass(frozen=True, slots=True)
class Scope:
    """The visible locals and facts (`facts`: expression → narrower type)."""

    owner: str  # the rule we are in; prefix of the names of locals
    locals: Mapping[str, ir.Expr] = field(default_factory=dict)
    facts: Mapping[ir.Expr, Type] = field(default_factory=dict)
    player: ir.Expr | None = None  # what `player` means here
    in_play: bool = False
    aliases: Mapping[str, Value] = field(default_factory=dict)

    def bind(self, name: str, value: ir.Expr) -> Scope:
        """A scope in which `name` means `value`."""
        return replace(self, locals={**self.locals, name: value})

    def knowing(self, facts: Mapping[ir.Expr, Type]) -> Scope:
        """A scope with more facts."""
        return replace(self, facts={**self.facts, **facts})
