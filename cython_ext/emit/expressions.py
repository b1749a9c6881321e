"""Expressions of the rules as C: lowered to core, and core written out.

Folds over sets that are recognised become calls of functions that give their results in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from cython_ext.emit import operations, parts
from cython_ext.emit.blocks import write_block
from cython_ext.emit.code import Code, RecognisedForm
from cython_ext.emit.unsupported import NoTranslation
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import CoreForm, form_of
from rules_dsl.ir.lowering import fitting
from rules_dsl.ir.lowering.builder import FunctionBuilder
from rules_dsl.ir.lowering.expressions import lower
from rules_dsl.ir.types import SetType, Type

Build = Callable[[FunctionBuilder], core.CoreExpr]


class CBuilder(FunctionBuilder):
    """Lowers the expressions of one function of C."""

    def __init__(self, code: Code) -> None:
        super().__init__(code.unit.lowering, lambda build, expr: self._lower_expression(expr))
        self.code = code

    def bind(self, name: str, type_: Type) -> core.Register:
        """The register of a local, which recognised folds inside its scope read by its C name."""
        register = super().bind(name, type_)
        self.code.locals[name] = self.code.register(register)
        return register

    def narrow_clause(self, values: ir.Each, following: Sequence[ir.Clause]) -> tuple[ir.Each, Sequence[ir.Clause]]:
        """A set cut with the conditions behind it that are sets."""
        conditions = _conditions_first(following)
        if not conditions:
            return values, following
        narrowed = self.code.unit.narrow(self.code, values, conditions, False)
        if narrowed.mask is None:
            return values, following
        rest = [ir.Where(condition) for condition in narrowed.rest]
        return self.cut(values, narrowed.mask), [*rest, *following[len(conditions) :]]

    def cut(self, values: ir.Each, mask: RecognisedForm) -> ir.Each:
        """The values of a set that are in a mask as well."""
        kind = values.domain.type
        assert isinstance(kind, SetType)
        name = f"{values.name} mask"
        word = self._call(mask, form_of(kind))
        self.set(self.bind(name, kind), word)
        common: ir.Expr = ir.Local(name, kind)
        if not isinstance(values.domain, ir.Domain):
            common = ir.Binary("common", values.domain, common, kind, span=values.domain.span)
        return replace(values, domain=common)

    def _lower_expression(self, expr: ir.Expr) -> core.CoreExpr:
        match expr:
            case ir.Local(name) if not self._binds(name):
                return self.code.spell(self.code.locals[name], form_of(expr.type))
            case ir.Fold():
                return self._fold(expr)
            case ir.Possible(action) if self.unit.reads.asks_itself(action):
                raise NoTranslation(f"possible({action}), which asks for itself,", expr.span)
            case _:
                return lower(self, expr)

    def _binds(self, name: str) -> bool:
        """Was the local bound here last, rather than by a loop around?"""
        return name in self._bound and self.code.locals[name] == self.code.register(self._bound[name])

    def _fold(self, expr: ir.Fold) -> core.CoreExpr:
        result = self.code.unit.recognise(self.code, expr)
        if result is not None:
            return self._call(result, form_of(expr.type))
        last = max(place for place, clause in enumerate(expr.clauses) if isinstance(clause, ir.Each))
        if expr.kind != "set" or last == 0:
            return lower(self, expr)
        round_ = replace(expr, clauses=expr.clauses[last:])
        return lower(self, replace(expr, kind="union", clauses=expr.clauses[:last], item=round_))

    def _call(self, result: RecognisedForm, form: CoreForm) -> core.Invoke:
        return core.Invoke(f"{operations.RECOGNISED}{result.name}", tuple(self.values(result.given)), form)


def _conditions_first(clauses: Sequence[ir.Clause]) -> list[ir.Expr]:
    """The conditions before the first clause that is none."""
    conditions: list[ir.Expr] = []
    for clause in clauses:
        if not isinstance(clause, ir.Where):
            break
        conditions.append(clause.condition)
    return conditions


def builder_of(code: Code) -> FunctionBuilder:
    """The builder of a function of C."""
    if code.builder is None:
        code.builder = CBuilder(code)
    return code.builder


def write(code: Code, build: Build, form: CoreForm | None = None) -> str:
    """What `build` makes, in a form if one is given; what must happen before it is written before it."""
    builder = builder_of(code)
    with builder.aside() as block:
        expr = build(builder)
    write_block(code, tuple(block), expr)
    return operations.value_as(code, expr, expr.form if form is None else form)


def value(code: Code, expr: ir.Expr) -> str:
    """The text of an expression: a name, a number, a path, a call or something in brackets."""
    return write(code, lambda build: build.value(expr), form_of(expr.type))


def fit(code: Code, expr: ir.Expr, target: Type, reason: ir.Expr) -> str:
    """An expression as a value of `target`; one that does not fit fails at `reason`."""
    return write(code, lambda build: fitting.fitted(build, expr, target, reason), form_of(target))


def key_text(code: Code, key: ir.Expr, key_type: Type) -> str:
    """The ordinal of a key among the keys of a map, bag or set."""
    return write(code, lambda build: fitting.key(build, key, key_type))


def local(code: Code, name: str) -> str:
    """A local of the game."""
    return code.locals[name]


def keep_whole(code: Code, text: str, type_: Type) -> str:
    """A struct as something that can be looked into more than once."""
    return parts.keep_whole(code, text, form_of(type_))
