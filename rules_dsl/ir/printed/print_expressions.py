"""Expressions → text. Every operation stands in parentheses; a type is written where `defaults` would say another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rules_dsl.ir.nodes import (
    Binary,
    Builtin,
    Call,
    Clause,
    Collect,
    Const,
    Construct,
    Convert,
    Domain,
    Each,
    Expr,
    Field,
    Fold,
    Game,
    IfElse,
    Index,
    LetIn,
    Literal,
    Local,
    MapOfEntries,
    Possible,
    Range,
    Stuck,
    Template,
    Unary,
    Until,
    Var,
    Walk,
    Where,
    While,
)
from rules_dsl.ir.printed import defaults
from rules_dsl.ir.printed.print_types import TypeNames
from rules_dsl.ir.printed.words import name_text, raw_text, string_text
from rules_dsl.ir.types import BOOL, TEXT, BoolType, EnumType, IntType, OptionalType, RecordType, SetType, TextType, Type, Value, is_scalar


class ExpressionPrinter:
    """Writes expressions; remembers the types of locals as the reader will."""

    def __init__(self, game: Game) -> None:
        self.types = TypeNames(game)
        self.variables = {variable.name: variable.type for variable in game.variables}
        self.constants = {constant.name: constant.type for constant in game.constants}
        self.functions = {function.name: function.type for function in game.functions}
        self.locals: dict[str, Type] = {}

    def bind(self, name: str, type_: Type) -> str:
        """The name of a local that is bound here."""
        self.locals[name] = type_
        return name_text(name)

    def typed(self, text: str, type_: Type, default: Type | None) -> str:
        """The text, with its type if it is not the default."""
        return text if type_ is default or type_ == default else f"{text}:{self.types.text(type_)}"

    def text(self, expr: Expr) -> str:
        """The expression in one line."""
        match expr:
            case Literal(value, type_):
                return self.literal(value, type_)
            case Local(name, type_):
                return self.typed(name_text(name), type_, self.locals.get(name))
            case Var(name, type_):
                return self.typed(f"${name_text(name)}", type_, self.variables.get(name))
            case Const(name, type_):
                return self.typed(f"@{name_text(name)}", type_, self.constants.get(name))
            case Index(base, key, type_):
                return self.typed(f"{self.text(base)}[{self.text(key)}]", type_, defaults.index_type(base.type))
            case Field(base, name, type_):
                return self.typed(f"{self.text(base)}->{name_text(name)}", type_, defaults.field_type(base.type, name))
            case Convert(value, type_, checked):
                return f"({self.text(value)} as{'!' if checked else ''} {self.types.text(type_)})"
            case Unary(operator, operand, type_):
                return self.typed(f"({operator} {self.text(operand)})", type_, defaults.unary_type(operator, operand.type))
            case Binary(operator, left, right, type_):
                text = f"({self.text(left)} {operator} {self.text(right)})"
                return self.typed(text, type_, defaults.binary_type(operator, left.type, right.type))
            case _:
                return self._larger(expr)

    def _larger(
        self,
        expr: Construct
        | Collect
        | MapOfEntries
        | IfElse
        | LetIn
        | Call
        | Builtin
        | Domain
        | Range
        | Fold
        | Walk
        | Possible
        | Stuck
        | Template,
    ) -> str:
        match expr:
            case Construct(arguments, type_):
                return f"new {self.types.name(type_)}({self.several(arguments)})"
            case Collect(items, type_):
                return self.typed("{" + self.several(items) + "}", type_, None)
            case MapOfEntries(entries, rest, type_):
                pairs = "".join(f"{self.text(key)} => {self.text(value)}, " for key, value in entries)
                return self.typed("&{" + f"{pairs}else {self.text(rest)}" + "}", type_, None)
            case IfElse(condition, then, otherwise, type_):
                text = f"(if {self.text(condition)} then {self.text(then)} else {self.text(otherwise)})"
                return self.typed(text, type_, then.type)
            case LetIn(name, value, body, type_):
                given = self.text(value)
                text = f"(let {self.bind(name, value.type)} = {given} in {self.text(body)})"
                return self.typed(text, type_, body.type)
            case Call(name, arguments, type_):
                return self.typed(f"{name_text(name)}({self.several(arguments)})", type_, self.functions.get(name))
            case Builtin(name, arguments, type_):
                default = defaults.builtin_type(name, [argument.type for argument in arguments])
                return self.typed(f"{name}!({self.several(arguments)})", type_, default)
            case Domain(item, type_):
                return self.typed(f"(all {self.types.text(item)})", type_, SetType(item))
            case Range(low, high, type_):
                return self.typed(f"({self.text(low)} .. {self.text(high)})", type_, defaults.range_type(low.type, high.type))
            case Fold():
                return self._fold(expr)
            case Walk():
                return self._walk(expr)
            case Possible(action, player, type_):
                return self.typed(f"possible!({name_text(action)}, {self.text(player)})", type_, BOOL)
            case Stuck(type_):
                return self.typed("stuck!()", type_, BOOL)
            case Template(parts, type_):
                texts = ", ".join(string_text(part) if isinstance(part, str) else f"& {self.text(part)}" for part in parts)
                return self.typed(f"text!({texts})", type_, TEXT)
            case _:
                assert_never(expr)

    def several(self, items: Sequence[Expr]) -> str:
        """Expressions with commas between them."""
        return ", ".join([self.text(item) for item in items])

    def each(self, name: str, domain: Expr, type_: Type) -> str:
        """`x in domain`."""
        over = self.text(domain)
        return f"{self.typed(self.bind(name, type_), type_, defaults.item_type(domain.type))} in {over}"

    def _fold(self, expr: Fold) -> str:
        clauses = ", ".join([self._clause(clause) for clause in expr.clauses])
        key = "" if expr.key is None else f" => {self.text(expr.key)}"
        item = f" => {self.text(expr.item)}"
        by = "" if expr.by is None else f" by {self.text(expr.by)}"
        default = "" if expr.default is None else f" else {self.text(expr.default)}"
        text = f"{expr.kind}{{{clauses}{key}{item}{by}{default}}}"
        return self.typed(text, expr.type, defaults.fold_type(expr.kind, expr.item.type))

    def _clause(self, clause: Clause) -> str:
        match clause:
            case Each(name, domain, type_):
                return f"for {self.each(name, domain, type_)}"
            case Where(condition):
                return f"where {self.text(condition)}"
            case While(condition):
                return f"while {self.text(condition)}"
            case Until(condition):
                return f"until {self.text(condition)}"
            case _:
                assert_never(clause)

    def _walk(self, expr: Walk) -> str:
        start = self.text(expr.start)
        target = "" if expr.target is None else f" to {self.text(expr.target)}"
        name = self.bind(expr.name, defaults.item_type(expr.start.type) or expr.start.type)
        text = f"{expr.kind}{{from {start}{target} via {name} => {self.text(expr.step)}}}"
        return self.typed(text, expr.type, defaults.walk_type(expr.kind, expr.start.type, expr.target.type if expr.target else None))

    def literal(self, value: Value, type_: Type) -> str:
        """A value written out."""
        if isinstance(type_, TextType):
            return string_text(value)
        if not is_scalar(type_):
            return self.typed(raw_text(value), type_, None)
        text, default = self._scalar(value, type_)
        return self.typed(text, type_, default)

    def _scalar(self, value: Value, type_: Type) -> tuple[str, Type | None]:
        match type_:
            case OptionalType(item):
                return ("none", None) if value is None else self._scalar(value, item)
            case BoolType():
                return ("true" if value else "false"), BOOL
            case EnumType(members=members):
                return f"{self.types.name(type_)}'{name_text(members[value])}", type_
            case RecordType():
                return f"{self.types.name(type_)}'{self.types.spelled(type_).get(value, value)}", type_
            case _:
                return str(int(value)), IntType(value, value)
