"""Expressions evaluated for all values of one name, the subject.

What the subject's values lead to is known while compiling, so that a condition on the state becomes a few shifted
words. A value that depends on the subject is held as *cases*: a word that says for which values of the subject the case holds,
and for each of them what the value is there. Truth is one word; a count is held as the words "at least 1", …
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import product

from cython_ext.emit import expressions
from cython_ext.emit.cases import Case, Cases, Env, Flag, UnaryCount, Vector, convert_cases, places_of, places_where
from cython_ext.emit.code import Code
from cython_ext.emit.constant_folds import ConstantFolds
from cython_ext.emit.decisions import ObstacleError
from cython_ext.emit.entries import keys_of_each, keys_where
from cython_ext.emit.lookups import are_bytes, list_keys_with, look_up, look_up_entries
from cython_ext.emit.texts import number
from cython_ext.emit.unary_counts import add_counts, compare_count
from cython_ext.emit.values import scalar
from cython_ext.emit.words import Word, Words
from cython_ext.layout.states import WORD
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import ConstantCompiler, NotConstant
from rules_dsl.ir.names import free_locals, list_bound_here
from rules_dsl.ir.partial import can_fail
from rules_dsl.ir.rebuild import rebuild, walk
from rules_dsl.ir.types import (
    BoolType,
    IntType,
    ListType,
    MapType,
    SetType,
    Type,
    Value,
    cardinality,
    is_countable,
    values,
)

MOST_CASES = 64
MOST_UNIFORM = 4
MOST_ENTRIES = 16


class Evaluator:
    """Evaluates expressions for all values of one name."""

    def __init__(self, code: Code, type_: Type) -> None:
        self.code = code
        self.type = type_
        self.size = cardinality(type_)
        self.words = Words(code, code.unit.forms.of(SetType(type_)), self.size)
        self.functions = code.unit.functions

    def subject(self) -> Cases:
        """The name itself."""
        return Cases((Case(self.words.all, self.words.all, tuple(values(self.type))),), self.type)

    # -- forms --------------------------------------------------------------------------------------------------------

    def flag(self, vector: Vector) -> Word:
        """A truth value as a word."""
        match vector:
            case Flag(word):
                return word
            case Cases(cases):
                return self.words.any_of(self.words.both(case.holds, places_where(case, bool)) for case in cases)
            case UnaryCount():
                raise ObstacleError("a count is used like a condition")

    def cases(self, vector: Vector, type_: Type) -> Cases:
        """Any vector as cases."""
        match vector:
            case Cases():
                return vector
            case Flag(word):
                everywhere = self.words.all
                no = self.words.without(everywhere, word)
                return Cases(
                    (Case(word, everywhere, (True,) * self.size), Case(no, everywhere, (False,) * self.size)), type_
                )
            case UnaryCount(least):
                steps = [self.words.all, *least]
                exact = [self.words.without(one, other) for one, other in zip(steps, [*least, 0], strict=True)]
                return Cases(
                    tuple([Case(word, self.words.all, (k,) * self.size) for k, word in enumerate(exact)]), type_
                )

    def constant(self, value: Value, type_: Type) -> Cases:
        """The same value everywhere."""
        return Cases((Case(self.words.all, self.words.all, (value,) * self.size),), type_)

    # -- expressions --------------------------------------------------------------------------------------------------

    def value(self, expr: ir.Expr, env: Env) -> Vector:
        """The value of an expression that may read the names of `env`."""
        reads = free_locals(expr) & env.keys()
        if not reads:
            return self.uniform(expr)
        if isinstance(expr, ir.Local):
            return env[expr.name]
        match expr:
            case ir.Binary() if (keys := keys_where(self.code, expr, env.keys())) is not None:
                return look_up(self.words, self.cases(self.value(keys.key, env), keys.key.type), keys.over, keys.text)
            case ir.Unary("not", operand):
                return Flag(self.words.without(self.words.all, self.flag(self.value(operand, env))))
            case ir.Binary(("and" | "or" | "implies"), left, right):
                return self._logic(
                    expr.operator, self.flag(self.value(left, env)), lambda: self.flag(self.value(right, env))
                )
            case ir.Binary(("<" | "<=" | ">" | ">=" | "==" | "!="), ir.Local(name), ir.Literal()) if isinstance(
                env.get(name), UnaryCount
            ):
                return self._number(expr, env)
            case _ if self.is_constant(expr, env) and not can_fail(expr, self.functions):
                return self.pointwise(expr, self.read(reads, expr, env))
            case ir.Index(base, key) if (entries := keys_of_each(self.code, expr, env.keys())) is not None:
                return look_up_entries(self.words, self.cases(self.value(key, env), key.type), base.type, entries)
            case ir.Binary("in", item, whole) if not (free_locals(whole) & env.keys()):
                return self._in(item, whole, env)
            case ir.Index(base, key) if isinstance(expr.type, BoolType) and not (free_locals(base) & env.keys()):
                return self._flag_at(base, key, env)
            case ir.Binary(("==" | "!="), ir.Index(base, key), other) if self._is_entry(base, other, env):
                return self._entry_is(expr.operator, base, key, other, env)
            case ir.Binary() | ir.Convert():
                return self._number(expr, env)
            case ir.IfElse(condition, then, otherwise):
                return self._if(
                    expr.type, self.flag(self.value(condition, env)), self.value(then, env), self.value(otherwise, env)
                )
            case ir.LetIn(name, given, body):
                with self.bind(name, given, env) as inner:
                    return self.value(body, inner)
            case ir.Call(function, arguments):
                return self._call(self.functions[function], arguments, env)
            case ir.Fold("any" | "all" | "count"):
                return ConstantFolds(self, expr).result(env)
            case _:
                return self._of_parts(expr, env)

    def read(self, names: frozenset[str], expr: ir.Expr, env: Env) -> dict[str, Cases]:
        """The names an expression reads, as cases."""
        types = {part.name: part.type for part in walk(expr) if isinstance(part, ir.Local)}
        return {name: self.cases(env[name], types[name]) for name in sorted(names)}

    def uniform(self, expr: ir.Expr) -> Vector:
        """What does not depend on the name: a constant, a condition, or one of very few values."""
        if isinstance(expr, ir.Literal):
            return self.constant(expr.value, expr.type)
        if can_fail(expr, self.functions):
            raise ObstacleError("it may fail", expr.span)
        if self.is_constant(expr, {}):
            return self.pointwise(expr, {})
        if isinstance(expr.type, BoolType):
            return Flag(self._when(expressions.value(self.code, expr)))
        if not is_countable(expr.type) or cardinality(expr.type) > MOST_UNIFORM:
            raise ObstacleError(
                f"it reads a value of the position with more than {MOST_UNIFORM} possible values", expr.span
            )
        text = self.code.keep(expressions.value(self.code, expr), self.code.unit.forms.of(expr.type).value, "same")
        everywhere = self.words.all
        return Cases(
            tuple(
                [
                    Case(
                        self._when(f"({text} == {number(scalar(expr.type, value))})"), everywhere, (value,) * self.size
                    )
                    for value in values(expr.type)
                ]
            ),
            expr.type,
        )

    def _when(self, condition: str) -> Word:
        """All or nothing."""
        return self.words.given(f"({condition} ? {self.words.text(self.words.all)} : {self.words.text(0)})")

    def is_constant(self, expr: ir.Expr, env: Env) -> bool:
        """Does an expression read nothing but names of `env` that are not counts?"""
        bound = {name for part in walk(expr) for name in list_bound_here(part)}
        for part in walk(expr):
            match part:
                case ir.Var() | ir.Possible() | ir.Stuck() | ir.Template():
                    return False
                case ir.Local(name):
                    if name not in bound and name not in env:
                        return False
                case ir.Call(function):
                    if not self._is_pure(function):
                        return False
                case _:
                    pass
        return True

    def _is_pure(self, function: str) -> bool:
        return not self.code.unit.effects.of_function(function)

    def pointwise(self, expr: ir.Expr, locals_: Mapping[str, Cases]) -> Cases:
        """An expression of constants and of names with cases, computed while compiling for each combination."""
        compiler = ConstantCompiler(self.code.unit.values, self.functions)
        slots = [compiler.slot(name) for name in locals_]
        try:
            closure = compiler.closure(expr)
        except NotConstant:
            raise ObstacleError("it reads the position", expr.span) from None
        frame = compiler.frame()

        def at(parts: Sequence[Value]) -> Value:
            for slot, value in zip(slots, parts, strict=True):
                frame[slot] = value
            return closure(frame)

        return self.combine(list(locals_.values()), expr.type, at)

    def combine(self, parts: Sequence[Cases], type_: Type, at: Callable[[Sequence[Value]], Value]) -> Cases:
        """A function of several vectors, value by value."""
        cases: list[Case] = []
        for combination in product(*[part.cases for part in parts]):
            holds, domain = self.words.all, self.words.all
            word: Word = holds
            for case in combination:
                word, domain = self.words.both(word, case.holds), domain & case.domain
            if word == 0 or domain == 0:
                continue
            domain = domain & word if isinstance(word, int) else domain
            results: list[Value] = [None] * self.size
            for place in places_of(domain):
                try:
                    results[place] = at([case.values[place] for case in combination])
                except (RulesError, IndexError, TypeError):
                    raise ObstacleError("it fails for some values") from None
            cases.append(Case(word, domain, tuple(results)))
            if len(cases) > MOST_CASES:
                raise ObstacleError(f"there are more than {MOST_CASES} cases")
        return Cases(tuple(cases), type_)

    def _of_parts(self, expr: ir.Expr, env: Env) -> Vector:
        """Any other operation: its parts first, then value by value."""
        if isinstance(
            expr, ir.Fold | ir.Walk | ir.MapOfEntries | ir.Possible | ir.Template | ir.Collect
        ) or not is_countable(expr.type):
            raise ObstacleError("it is computed anew for each value", expr.span)
        parts: dict[str, Cases] = {}

        def part(child: ir.Expr) -> ir.Expr:
            name = f"part#{len(parts)}"
            if not isinstance(child.type, ListType | SetType | MapType) or free_locals(child) & env.keys():
                parts[name] = self.cases(self.value(child, env), child.type)
                return ir.Local(name, child.type)
            return child

        changed = rebuild(expr, part)
        if not self.is_constant(changed, parts):
            raise ObstacleError("it looks up another entry of the position for each value", expr.span)
        return self.pointwise(changed, parts)

    # -- truth --------------------------------------------------------------------------------------------------------

    def _logic(self, operator: str, left: Word, right: Callable[[], Word]) -> Flag:
        if operator == "implies":
            left = self.words.without(self.words.all, left)
        if left == (0 if operator == "and" else self.words.all):
            return Flag(left)
        return Flag(self.words.both(left, right()) if operator == "and" else self.words.either(left, right()))

    def _in(self, item: ir.Expr, whole: ir.Expr, env: Env) -> Flag:
        if not isinstance(whole.type, SetType) or can_fail(whole, self.functions):
            raise ObstacleError("the searched value is not a set, or may fail", whole.span)
        return look_up(
            self.words, self.cases(self.value(item, env), item.type), whole.type, expressions.value(self.code, whole)
        )

    def _flag_at(self, base: ir.Expr, key: ir.Expr, env: Env) -> Flag:
        if not isinstance(base.type, MapType) or can_fail(base, self.functions):
            raise ObstacleError("the indexed value is not a map, or may fail", base.span)
        return look_up(
            self.words, self.cases(self.value(key, env), key.type), base.type, expressions.value(self.code, base)
        )

    def _is_entry(self, base: ir.Expr, other: ir.Expr, env: Env) -> bool:
        """Is an entry of a small map of the state compared with something that does not depend on the name?"""
        if (free_locals(base) | free_locals(other)) & env.keys() or not isinstance(base.type, MapType):
            return False
        most = WORD if are_bytes(self.code, base.type, other.type) else MOST_ENTRIES
        few = cardinality(base.type.key) <= most and is_countable(base.type.value) and is_countable(other.type)
        return few and not can_fail(base, self.functions) and not can_fail(other, self.functions)

    def _entry_is(self, operator: str, base: ir.Expr, key: ir.Expr, other: ir.Expr, env: Env) -> Flag:
        """Which entries are that, as a set; then as with any set of the state."""
        assert isinstance(base.type, MapType)
        keys = SetType(base.type.key)
        against = self.code.keep(
            expressions.value(self.code, other), self.code.unit.forms.of(other.type).value, "against"
        )
        text = list_keys_with(self.code, base, other.type, against)
        holds = look_up(
            self.words, self.cases(self.value(key, env), key.type), keys, self.words.text(self.words.given(text))
        ).word
        return Flag(holds if operator == "==" else self.words.without(self.words.all, holds))

    def _if(self, type_: Type, condition: Word, then: Vector, otherwise: Vector) -> Vector:
        contrary = self.words.without(self.words.all, condition)
        if isinstance(type_, BoolType):
            yes, no = self.words.both(condition, self.flag(then)), self.words.both(contrary, self.flag(otherwise))
            return Flag(self.words.either(yes, no))
        sides = ((condition, self.cases(then, type_)), (contrary, self.cases(otherwise, type_)))
        cases = [replace(case, holds=self.words.both(word, case.holds)) for word, side in sides for case in side.cases]
        return Cases(tuple([case for case in cases if case.holds != 0]), type_)

    # -- numbers ------------------------------------------------------------------------------------------------------

    def _number(self, expr: ir.Binary | ir.Convert, env: Env) -> Vector:
        if isinstance(expr, ir.Convert):
            return self.convert(self.value(expr.value, env), expr.value.type, expr.type, expr.checked)
        left, right = self.value(expr.left, env), self.value(expr.right, env)
        if isinstance(left, UnaryCount) and isinstance(right, UnaryCount) and expr.operator == "+":
            return add_counts(self.words, left, right)
        if (
            isinstance(left, UnaryCount)
            and isinstance(expr.right, ir.Literal)
            and expr.operator in ("<", "<=", ">", ">=", "==", "!=")
        ):
            return compare_count(self.words, left, expr.operator, int(expr.right.value))
        sides = [self.cases(left, expr.left.type), self.cases(right, expr.right.type)]
        plain = replace(expr, left=ir.Local("left#", expr.left.type), right=ir.Local("right#", expr.right.type))
        return self.pointwise(plain, dict(zip(("left#", "right#"), sides, strict=True)))

    def convert(self, vector: Vector, source: Type, target: Type, checked: bool) -> Vector:
        """A vector as one of another type. What does not fit though it is known to is left out: nobody looks there."""
        if source == target or isinstance(vector, Flag):
            return vector
        if isinstance(vector, UnaryCount):
            if not isinstance(target, IntType) or target.low > 0:
                return self.convert(self.cases(vector, source), source, target, checked)
            if len(vector.least) > target.high and any(word != 0 for word in vector.least[target.high :]):
                raise ObstacleError("a count may leave its range")
            return UnaryCount(vector.least[: target.high])
        return convert_cases(vector, source, target, checked)

    # -- names --------------------------------------------------------------------------------------------------------

    @contextmanager
    def bind(self, name: str, given: ir.Expr, env: Env) -> Iterator[Env]:
        """The names with one more, which may or may not depend on the subject."""
        if free_locals(given) & env.keys() or isinstance(given, ir.Literal):
            yield {**env, name: self.value(given, env)}
            return
        if can_fail(given, self.functions):
            raise ObstacleError("it may fail", given.span)
        before = self.code.locals.get(name)
        text = expressions.value(self.code, given)
        self.code.locals[name] = self.code.keep(text, self.code.unit.forms.of(given.type).value, "same")
        yield env
        if before is not None:
            self.code.locals[name] = before

    def _call(self, function: ir.Function, arguments: Sequence[ir.Expr], env: Env) -> Vector:
        inner: dict[str, Vector] = dict(env)
        bound: dict[str, str] = {}
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            with self.bind(parameter.name, argument, env) as names:
                if parameter.name in names:
                    inner[parameter.name] = self.convert(names[parameter.name], argument.type, parameter.type, True)
                else:
                    inner.pop(parameter.name, None)
                    bound[parameter.name] = self.code.locals[parameter.name]
        self.code.locals |= bound
        return self.convert(self.value(function.body, inner), function.body.type, function.type, True)
