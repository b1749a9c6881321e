"""Evaluates expressions symbolically and records the conditions under which they fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import (
    BagType,
    BoolType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    RecordType,
    SetType,
    Type,
    cardinality,
    entry_types,
    is_scalar,
    value_of,
    zero,
)
from rules_dsl.source import Span
from solver.symbolic import builtins, folds, operators, walks
from solver.symbolic.converting import convert_form, ordinal_of, with_ordinal
from solver.symbolic.forms import Form, UnsupportedTerm, choose_form, make_form, select_form
from solver.symbolic.terms import Symbol, Term, Terms

Asked = Callable[[str, Symbol], Symbol]
"""Has an action a legal move for a player?"""


@dataclass(frozen=True, slots=True)
class SymbolicFailure:
    """Under this condition the rules fail."""

    condition: Symbol
    code: str
    span: Span


class SymbolicEvaluator:
    """Evaluates expressions in a state. `guard` is what holds where the expression is reached."""

    def __init__(self, game: ir.Game, terms: Terms) -> None:
        self.terms = terms
        self.functions = {function.name: function for function in game.functions}
        self.constants = {constant.name: (constant.type, constant.value) for constant in game.constants}
        self.state: dict[str, Form] = {}
        self.locals: dict[str, Form] = {}
        self.stuck: Callable[[], Symbol] = lambda: False
        self.guard: Symbol = True
        self.failures: list[SymbolicFailure] = []
        self.possible: Asked | None = None
        self._constant_forms: dict[str, Form] = {}

    # -- failing ------------------------------------------------------------------------------------------------------

    def insist(self, condition: Symbol, code: str, span: Span) -> None:
        """Notes that the rules fail where the condition does not hold."""
        wrong = self.terms.all((self.guard, self.terms.negate_truth(condition)))
        if isinstance(wrong, Term) or wrong:
            self.failures.append(SymbolicFailure(wrong, code, span))

    @contextmanager
    def where(self, condition: Symbol) -> Iterator[None]:
        """Inside the block the condition holds, too."""
        before = self.guard
        self.guard = self.terms.all((before, condition))
        try:
            yield
        finally:
            self.guard = before

    # -- expressions --------------------------------------------------------------------------------------------------

    def form(self, expr: ir.Expr) -> Form:
        """The value of an expression."""
        match expr:
            case ir.Literal(value):
                return make_form(expr.type, value)
            case ir.Local(name):
                return self.locals[name]
            case ir.Var(name):
                return self.state[name]
            case ir.Const(name):
                return self._constant(name)
            case ir.Index():
                return self._index(expr)
            case ir.Field():
                return self.field(expr.base.type, expr.name, self.form(expr.base))
            case ir.Construct():
                return self._construct(expr)
            case ir.Collect():
                return self._collect(expr)
            case ir.MapOfEntries():
                return self._map(expr)
            case ir.Convert(value=value):
                return self.as_type(expr.type, value, expr.span)
            case ir.Unary(operator):
                operand = self.form(expr.operand)
                return self.terms.negate_truth(operand) if operator == "not" else self.terms.sum([(-1, operand)])
            case ir.Binary():
                return operators.binary(self, expr)
            case ir.IfElse():
                return self._if(expr)
            case ir.LetIn(name):
                self.locals[name] = self.form(expr.value)
                return self.form(expr.body)
            case ir.Call():
                return self._call(expr)
            case ir.Builtin():
                return builtins.builtin(self, expr)
            case ir.Domain(item):
                return (True,) * cardinality(item)
            case ir.Range():
                return folds.range_as_set(self, expr)
            case ir.Fold():
                return folds.fold(self, expr)
            case ir.Walk():
                return walks.walk(self, expr)
            case ir.Possible(action):
                if self.possible is None:
                    raise UnsupportedTerm(f"possible({action}) here")
                return self.possible(action, self.form(expr.player))
            case ir.Stuck():
                return self.stuck()
            case ir.Template():
                raise UnsupportedTerm("text")
            case _:
                assert_never(expr)

    def as_type(self, target: Type, expr: ir.Expr, span: Span) -> Form:
        """The value of an expression as one of another type; the rules fail where it does not fit."""
        return self.fit_form(expr.type, target, self.form(expr), span)

    def fit_form(self, source: Type, target: Type, form: Form, span: Span, code: str = "E0901") -> Form:
        """A form of one type as one of another; the rules fail where it does not fit."""
        result, fits = convert_form(self.terms, source, target, form)
        self.insist(fits, code, span)
        return result

    def ordinal(self, type_: Type, expr: ir.Expr) -> Symbol:
        """The ordinal of a value among those of a type."""
        return ordinal_of(self.terms, type_, self.as_type(type_, expr, expr.span))

    def _constant(self, name: str) -> Form:
        if name not in self._constant_forms:
            self._constant_forms[name] = make_form(*self.constants[name])
        return self._constant_forms[name]

    def _index(self, expr: ir.Index) -> Form:
        base = self.form(expr.base)
        match expr.base.type:
            case MapType(key) | BagType(key):
                return select_form(self.terms, list(base), self.ordinal(key, expr.key))
            case ListType():
                length, places = base
                number = self.form(expr.key)
                self.insist(
                    self.terms.all((self.terms.not_above(1, number), self.terms.not_above(number, length))),
                    "E0902",
                    expr.span,
                )
                return self.place(expr.type, list(places), self.terms.sum([(1, number)], -1))
            case other:
                raise TypeError(f"{other} has no entries")

    def place(self, type_: Type, places: list[Form], number: Symbol) -> Form:
        """The item at an index that may be out of range."""
        if not places or (not isinstance(number, Term) and not 0 <= number < len(places)):
            return make_form(type_, zero(type_))
        return select_form(self.terms, places, number)

    def field(self, type_: Type, name: str, base: Form) -> Form:
        """A field of a record, or a part of a deck."""
        if isinstance(type_, DeckType):
            return base[0 if name == "make_form" else 1]
        assert isinstance(type_, RecordType)
        place = type_.field_index(name)
        if not is_scalar(type_):
            return base[place]
        behind = 1
        for _, kind in type_.fields[place + 1 :]:
            behind *= cardinality(kind)
        kind = type_.fields[place][1]
        if isinstance(base, Term) and cardinality(type_) <= 64:
            return self.terms.select_part(
                [make_form(kind, _digit(kind, number, behind)) for number in range(cardinality(type_))],
                base,
                isinstance(kind, BoolType),
            )
        digit = self.terms.remainder(self.terms.divide_numbers(base, behind), cardinality(kind))
        return with_ordinal(self.terms, kind, digit)

    def _construct(self, expr: ir.Construct) -> Form:
        parts = [
            self.as_type(kind, part, expr.span)
            for part, (_, kind) in zip(expr.arguments, expr.type.fields, strict=True)
        ]
        return self.record(expr.type, parts)

    def record(self, type_: RecordType, parts: list[Form]) -> Form:
        """A record from its fields."""
        if not is_scalar(type_):
            return tuple(parts)
        number: Symbol = 0
        for (_, kind), part in zip(type_.fields, parts, strict=True):
            number = self.terms.sum([(cardinality(kind), number), (1, ordinal_of(self.terms, kind, part))])
        return number

    def _collect(self, expr: ir.Collect) -> Form:
        terms = self.terms
        match expr.type:
            case SetType(item):
                numbers = [self.ordinal(item, part) for part in expr.items]
                return tuple(
                    [
                        terms.any([terms.equal(number, place) for number in numbers])
                        for place in range(cardinality(item))
                    ]
                )
            case BagType(item, most):
                return self.count_bag(item, most, [(self.ordinal(item, part), True) for part in expr.items], expr.span)
            case ListType(item, most):
                places = [self.as_type(item, part, expr.span) for part in expr.items]
                return (len(places), (*places, *[make_form(item, zero(item))] * (most - len(places))))
            case DeckType(item, most):
                cards = self.count_bag(item, most, [(self.ordinal(item, part), True) for part in expr.items], expr.span)
                return (make_form(ListType(item, most), ()), cards)
            case other:
                raise TypeError(f"{other} is not a collection")

    def count_bag(self, item: Type, most: int, rows: list[tuple[Symbol, Symbol]], span: Span) -> Form:
        """A bag of ordinals, each under its condition."""
        terms = self.terms
        counts = tuple(
            [
                terms.sum([(1, terms.all((condition, terms.equal(number, place)))) for number, condition in rows])
                for place in range(cardinality(item))
            ]
        )
        self.insist(terms.all([terms.not_above(count, most) for count in counts]), "E0901", span)
        return counts

    def _map(self, expr: ir.MapOfEntries) -> Form:
        key, kind = entry_types(expr.type)
        parts = [self.as_type(kind, expr.default, expr.span)] * cardinality(key)
        for at, value in expr.entries:
            number, item = self.ordinal(key, at), self.as_type(kind, value, expr.span)
            parts = [
                choose_form(self.terms, self.terms.equal(number, place), item, part) for place, part in enumerate(parts)
            ]
        return tuple(parts)

    def _if(self, expr: ir.IfElse) -> Form:
        condition = self.form(expr.condition)
        if not isinstance(condition, Term):
            return self.form(expr.then if condition else expr.otherwise)
        with self.where(condition):
            then = self.form(expr.then)
        with self.where(self.terms.negate_truth(condition)):
            otherwise = self.form(expr.otherwise)
        return choose_form(self.terms, condition, *align_branches(self.terms, expr, then, otherwise))

    def _call(self, expr: ir.Call) -> Form:
        function = self.functions[expr.function]
        arguments = [self.form(argument) for argument in expr.arguments]
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            self.locals[parameter.name] = argument
        return self.as_type(function.type, function.body, function.body.span)


def align_branches(terms: Terms, expr: ir.IfElse, then: Form, otherwise: Form) -> tuple[Form, Form]:
    """Both branches as values of the type of the whole: numbers may have narrower ranges, lists be shorter."""
    sides = []
    for part, form in ((expr.then, then), (expr.otherwise, otherwise)):
        sides.append(
            form if has_same_form(part.type, expr.type) else convert_form(terms, part.type, expr.type, form)[0]
        )
    return sides[0], sides[1]


def has_same_form(first: Type, second: Type) -> bool:
    """Have values of both types the same structure of symbols?"""
    match first, second:
        case IntType(), IntType():
            return True
        case EnumType(), EnumType():
            return True
        case _:
            return first == second


def _digit(kind: Type, number: int, behind: int) -> object:
    """The value of a field in the countable record with this number."""
    return value_of(kind, number // behind % cardinality(kind))
