"""What a random expression may read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import Type


@dataclass(frozen=True, slots=True)
class Scope:
    """Things by name with their types; `actions` may be asked `possible`."""

    locals: tuple[tuple[str, Type], ...] = ()
    variables: tuple[tuple[str, Type], ...] = ()
    constants: tuple[tuple[str, Type], ...] = ()
    functions: tuple[ir.Function, ...] = ()
    actions: tuple[str, ...] = ()
    stuck: bool = False
    players: Type | None = field(default=None)

    def binding(self, name: str, kind: Type) -> Scope:
        """The scope with one local more."""
        return replace(self, locals=(*self.locals, (name, kind)))

    def names(self) -> list[ir.Expr]:
        """Every local, variable and constant as an expression."""
        found: list[ir.Expr] = [ir.Local(name, kind) for name, kind in self.locals]
        found += [ir.Var(name, kind) for name, kind in self.variables]
        return found + [ir.Const(name, kind) for name, kind in self.constants]

    def of_type(self, kind: Type) -> list[ir.Expr]:
        """The names of exactly this type."""
        return [name for name in self.names() if name.type == kind]
