"""Statements → text, one a line; blocks are indented."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rules_dsl.ir.nodes import (
    Assign,
    Chance,
    Choose,
    Decide,
    Expr,
    FieldPlace,
    For,
    If,
    ItemPlace,
    Leave,
    Let,
    Loop,
    Need,
    Parameter,
    Place,
    Require,
    Rule,
    Section,
    Settle,
    Stmt,
    Stop,
    VarPlace,
)
from rules_dsl.ir.printed import defaults
from rules_dsl.ir.printed.print_expressions import ExpressionPrinter
from rules_dsl.ir.printed.words import name_text, string_text
from rules_dsl.ir.rebuild import Body


def indented(lines: Iterator[str]) -> Iterator[str]:
    """The lines one step to the right."""
    for line in lines:
        yield f"  {line}"


def rule_text(rule: Rule) -> str:
    """The rule a thing comes from, at the end of its line."""
    cites = f" [{', '.join(map(string_text, rule.cites))}]" if rule.cites else ""
    return f" & {name_text(rule.name)}{cites}"


class StatementPrinter(ExpressionPrinter):
    """Writes statements."""

    def block(self, body: Body) -> Iterator[str]:
        """The lines of a block, one step to the right."""
        for stmt in body:
            yield from indented(self.statement(stmt))

    def statement(self, stmt: Stmt) -> Iterator[str]:
        """The lines of a statement."""
        match stmt:
            case Assign(place, value, checked, rule):
                sign = "=!" if checked else "="
                yield f"{self.place(place)} {sign} {self.text(value)}{rule_text(rule)}"
            case Let(name, value):
                given = self.text(value)
                yield f"let {self.bind(name, value.type)} = {given}"
            case If(condition, then, otherwise):
                yield f"if {self.text(condition)}"
                yield from self.block(then)
                if otherwise:
                    yield "else"
                    yield from self.block(otherwise)
            case For(name, domain, type_, body):
                yield f"for {self.each(name, domain, type_)}"
                yield from self.block(body)
            case Need(condition, reason, rule, implied):
                word = "implied" if implied else "need"
                yield f"{word} {self.text(condition)}{self._optional(' because ', reason)}{rule_text(rule)}"
            case Require(condition, message, rule):
                yield f"require {self.text(condition)} else {self.text(message)}{rule_text(rule)}"
            case Settle():
                yield "settle"
            case _:
                yield from self._stop(stmt)

    def _stop(self, stmt: Choose | Chance | Decide | Loop | Leave | Stop | Section) -> Iterator[str]:
        match stmt:
            case Choose(name, domain, condition, type_, rule, actor):
                by = self._optional(" by ", actor)
                yield f"choose {self.each(name, domain, type_)}{self._optional(' where ', condition)}{by}{rule_text(rule)}"
            case Chance(name, domain, weight, type_, label, rule):
                over = self.each(name, domain, type_)
                yield f"chance {over}{self._optional(' weighing ', weight)} called {string_text(label)}{rule_text(rule)}"
            case Decide(actor, actions, otherwise, label):
                called = f" called {string_text(label)}" if label else ""
                yield f"decide {', '.join(map(name_text, actions))} by {self.text(actor)}{called}"
                if otherwise is not None:
                    yield "else"
                    yield from self.block(otherwise)
            case Loop(until, body):
                yield f"loop{self._optional(' until ', until)}"
                yield from self.block(body)
            case Leave():
                yield "leave"
            case Stop():
                yield "stop"
            case Section(name, parameters, body):
                yield f"section {name_text(name)}"
                if parameters:
                    yield "  with"
                    yield from indented(self.block(parameters))
                yield from self.block(body)
            case _:
                assert_never(stmt)

    def _optional(self, word: str, expr: Expr | None) -> str:
        return "" if expr is None else f"{word}{self.text(expr)}"

    def place(self, place: Place) -> str:
        """Where something is put."""
        match place:
            case VarPlace(name, type_):
                return self.typed(f"${name_text(name)}", type_, self.variables.get(name))
            case ItemPlace(base, key, type_):
                return self.typed(f"{self.place(base)}[{self.text(key)}]", type_, defaults.index_type(base.type))
            case FieldPlace(base, name, type_):
                return self.typed(f"{self.place(base)}->{name_text(name)}", type_, defaults.field_type(base.type, name))
            case _:
                assert_never(place)

    def parameters(self, parameters: tuple[Parameter, ...]) -> str:
        """Parameters in parentheses."""
        return f"({', '.join([self._parameter(parameter) for parameter in parameters])})"

    def _parameter(self, parameter: Parameter) -> str:
        domain = self._optional(" in ", parameter.domain)
        return f"{self.bind(parameter.name, parameter.type)}: {self.types.text(parameter.type)}{domain}"
