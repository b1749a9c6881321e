"""One condition for all values of a name at once: what the name's values lead to is known while compiling, so that a condition on the state becomes a few shifted words.

A value that depends on the name is held as *cases*: a word that tells for which values of the name the case holds, and for each of them what the value is there. Truth is
one word; a count is held as the words "at least 1", "at least 2", …
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import product

from cython_ext.emit import expressions
from cython_ext.emit.cases import (
    Case,
    Cases,
    Flag,
    UnaryCount,
    Vector,
    converted_cases,
    items_with,
    places_of,
    places_where,
    spread_out,
)
from cython_ext.emit.code import Code
from cython_ext.emit.decisions import Obstacle, ObstacleError
from cython_ext.emit.entries import keys_of_each, keys_where
from cython_ext.emit.texts import bare, number
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import not_empty, scalar, set_size
from cython_ext.emit.words import TooLarge, Word, Words
from cython_ext.layout.states import WORD, map_storage
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import items_of_set, ordinal_in
from rules_dsl.ir.evaluate import ConstantCompiler, NotConstant
from rules_dsl.ir.names import free_locals, list_bound_here
from rules_dsl.ir.partial import can_fail, fits
from rules_dsl.ir.rebuild import rebuild, walk
from rules_dsl.ir.state_reads import STATE
from rules_dsl.ir.types import (
    BOOL,
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
from rules_dsl.quantities import quantity

MOST_CASES = 64
MOST_SHIFTS = 12
MOST_UNIFORM = 4
MOST_ENTRIES = 16
MOST_COUNTED = 16
WIDEST = 128
FEWEST_BYTES = 8
"""Fewer bytes are asked one by one: they are not read as a word, and a word would have to wait for a byte that was stored just before."""

Env = Mapping[str, Vector]


def vector_mask(code: Code, name: str, type_: Type, condition: ir.Expr) -> str | Obstacle:
    """The set of the values for which a condition holds, as a call of a function, or why it cannot be had in words; that is found out once."""
    known = code.unit.hindered.get((name, condition))
    if known is not None:
        return known
    found = _call_of(code, name, type_, condition, lambda words, found: (words.form.value, words.text(found)))
    if isinstance(found, Obstacle):
        code.unit.hindered[name, condition] = found
    return found


def vector_any(code: Code, name: str, type_: Type, condition: ir.Expr) -> str | Obstacle:
    """Is there a value for which a condition holds? Only if that is less work than to find all of them."""

    def any_(words: Words, found: Word) -> tuple[str, str]:
        fewer = words.witnesses(found)
        if fewer is None:
            raise ObstacleError("there is nothing to save")
        return "int32_t", bare(not_empty(words.form, words.text(fewer)))

    return _call_of(code, name, type_, condition, any_)


def _call_of(code: Code, name: str, type_: Type, condition: ir.Expr, finish: Callable[[Words, Word], tuple[str, str]]) -> str | Obstacle:
    """A call of a function of its own, which is shared by all that ask the same."""
    if not 2 <= cardinality(type_) <= WIDEST:
        return Obstacle(f"{quantity(cardinality(type_), 'value')} do not fit a word (2 to {WIDEST})")
    if STATE in code.unit.effects.reads(condition):
        return Obstacle("it asks for the legal moves", condition.span)
    free = free_locals(condition) - {name}
    types = {part.name: part.type for part in walk(condition) if isinstance(part, ir.Local) and part.name in free}
    inner = Code(code.unit)
    heads = []
    for number_, (local, kind) in enumerate(types.items()):
        inner.locals[local] = f"p{number_}"
        heads.append(f"const {code.unit.forms.of(kind).value} p{number_} RW_UNUSED")
    evaluator = Evaluator(inner, type_)
    try:
        found = evaluator.flag(evaluator.value(condition, {name: evaluator.subject()}))
        result, text = finish(evaluator.words, found)
    except ObstacleError as hindered:
        return hindered.obstacle
    except (TooLarge, NoTranslation):
        return Obstacle("it would take too many words", condition.span)
    inner.prune(inner.out, text)
    lines = [*inner.finish(), f"    return {text};"]

    def write(made: str) -> list[str]:
        given = ", ".join(["const state *s RW_UNUSED", "rw_failure *fail RW_UNUSED", *heads])
        return [f"RW_FUNCTION {result} {made}({given})", "{", *lines, "}"]

    arguments = ", ".join([code.state, "fail", *[expressions.local(code, local) for local in types]])
    return f"{code.unit.helper(chr(10).join([result, *heads, *lines]), 'where', write)}({arguments})"


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
                return Cases((Case(word, everywhere, (True,) * self.size), Case(no, everywhere, (False,) * self.size)), type_)
            case UnaryCount(least):
                steps = [self.words.all, *least]
                exact = [self.words.without(one, other) for one, other in zip(steps, [*least, 0], strict=True)]
                return Cases(tuple([Case(word, self.words.all, (k,) * self.size) for k, word in enumerate(exact)]), type_)

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
                return self._looked_up(self.cases(self.value(keys.key, env), keys.key.type), keys.over, keys.text)
            case ir.Unary("not", operand):
                return Flag(self.words.without(self.words.all, self.flag(self.value(operand, env))))
            case ir.Binary(("and" | "or" | "implies"), left, right):
                return self._logic(expr.operator, self.flag(self.value(left, env)), lambda: self.flag(self.value(right, env)))
            case ir.Binary(("<" | "<=" | ">" | ">=" | "==" | "!="), ir.Local(name), ir.Literal()) if isinstance(env.get(name), UnaryCount):
                return self._number(expr, env)
            case _ if self.is_constant(expr, env) and not can_fail(expr, self.functions):
                return self.pointwise(expr, self.read(reads, expr, env))
            case ir.Index(base, key) if (each := keys_of_each(self.code, expr, env.keys())) is not None:
                return self._entries(self.cases(self.value(key, env), key.type), base.type, each)
            case ir.Binary("in", item, whole) if not (free_locals(whole) & env.keys()):
                return self._in(item, whole, env)
            case ir.Index(base, key) if isinstance(expr.type, BoolType) and not (free_locals(base) & env.keys()):
                return self._flag_at(base, key, env)
            case ir.Binary(("==" | "!="), ir.Index(base, key), other) if self._is_entry(base, other, env):
                return self._entry_is(expr.operator, base, key, other, env)
            case ir.Binary() | ir.Convert():
                return self._number(expr, env)
            case ir.IfElse(condition, then, otherwise):
                return self._if(expr.type, self.flag(self.value(condition, env)), self.value(then, env), self.value(otherwise, env))
            case ir.LetIn(name, given, body):
                with self.bound(name, given, env) as inner:
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
            raise ObstacleError(f"it reads a value of the position with more than {MOST_UNIFORM} possible values", expr.span)
        text = self.code.keep(expressions.value(self.code, expr), self.code.unit.forms.of(expr.type).value, "same")
        everywhere = self.words.all
        return Cases(
            tuple(
                [
                    Case(self._when(f"({text} == {number(scalar(expr.type, value))})"), everywhere, (value,) * self.size)
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
        found: list[Case] = []
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
            found.append(Case(word, domain, tuple(results)))
            if len(found) > MOST_CASES:
                raise ObstacleError(f"there are more than {MOST_CASES} cases")
        return Cases(tuple(found), type_)

    def _of_parts(self, expr: ir.Expr, env: Env) -> Vector:
        """Any other operation: its parts first, then value by value."""
        if isinstance(expr, ir.Fold | ir.Walk | ir.MapOfEntries | ir.Possible | ir.Template | ir.Collect) or not is_countable(expr.type):
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
        return self._looked_up(self.cases(self.value(item, env), item.type), whole.type, expressions.value(self.code, whole))

    def _flag_at(self, base: ir.Expr, key: ir.Expr, env: Env) -> Flag:
        if not isinstance(base.type, MapType) or can_fail(base, self.functions):
            raise ObstacleError("the indexed value is not a map, or may fail", base.span)
        return self._looked_up(self.cases(self.value(key, env), key.type), base.type, expressions.value(self.code, base))

    def _looked_up(self, places: Cases, over: Type, text: str) -> Flag:
        """Where the value is in a set of the state: the set moved by each distance between a value of the name and what it leads to."""
        if set_size(over) > WIDEST:
            raise ObstacleError(
                f"a set over {quantity(set_size(over), 'value')} does not fit in words (up to {WIDEST})"
            )
        assert isinstance(over, SetType | MapType)
        find = ordinal_in(over.item if isinstance(over, SetType) else over.key)
        form = self.code.unit.forms.of(over)
        wide = self.words.form
        if form.kind == "wide" and wide.kind == "word":
            raise ObstacleError("the searched set is wider than the values searched for")
        members = self.words.given(text if form.value == wide.value else f"({wide.value}){text}")
        return Flag(self.words.any_of(self._moved(case, find, members) for case in places.cases))

    def _entries(self, places: Cases, over: Type, each: Sequence[tuple[Value, str]]) -> Cases:
        """The entries of a map, one case for each value."""
        assert isinstance(over, MapType)
        found = [(value, self._looked_up(places, SetType(over.key), text).word) for value, text in each]
        return Cases(tuple([Case(word, self.words.all, (value,) * self.size) for value, word in found if word != 0]), over.value)

    def _is_entry(self, base: ir.Expr, other: ir.Expr, env: Env) -> bool:
        """Is an entry of a small map of the state compared with something that does not depend on the name?"""
        if (free_locals(base) | free_locals(other)) & env.keys() or not isinstance(base.type, MapType):
            return False
        most = WORD if self._are_bytes(base.type, other.type) else MOST_ENTRIES
        few = cardinality(base.type.key) <= most and is_countable(base.type.value) and is_countable(other.type)
        return few and not can_fail(base, self.functions) and not can_fail(other, self.functions)

    def _entry_is(self, operator: str, base: ir.Expr, key: ir.Expr, other: ir.Expr, env: Env) -> Flag:
        """Which entries are that, as a set; then as with any set of the state."""
        assert isinstance(base.type, MapType)
        keys = SetType(base.type.key)
        against = self.code.keep(expressions.value(self.code, other), self.code.unit.forms.of(other.type).value, "against")
        text = self._bytes_with(base, other.type, against) or self._bit_by_bit(base, other.type, against)
        holds = self._looked_up(self.cases(self.value(key, env), key.type), keys, self.words.text(self.words.given(text))).word
        return Flag(holds if operator == "==" else self.words.without(self.words.all, holds))

    def _bytes_with(self, base: ir.Expr, kind: Type, against: str) -> str | None:
        """The keys with a value, eight or sixteen at once, if the entries are bytes."""
        assert isinstance(base.type, MapType)
        if not self._are_bytes(base.type, kind):
            return None
        keys = cardinality(base.type.key)
        whole = expressions.keep_whole(self.code, expressions.value(self.code, base), base.type)
        return f"({self.code.unit.forms.of(SetType(base.type.key)).value})rw_bytes_with({whole}.e, {keys}, (uint8_t)({against}))"

    def _are_bytes(self, map_: MapType, other: Type) -> bool:
        """Are the entries bytes, and is what they are compared with one?"""
        held = is_countable(map_.value) and map_storage(map_) == "array" and self.code.unit.forms.of(map_.value).stored == "uint8_t"
        return held and fits(other, map_.value) and FEWEST_BYTES <= cardinality(map_.key) <= WORD

    def _bit_by_bit(self, base: ir.Expr, kind: Type, against: str) -> str:
        assert isinstance(base.type, MapType)
        keys = SetType(base.type.key)
        self.code.locals["against#"] = against
        parts = []
        for number_, value in enumerate(values(keys.item)):
            entry = ir.Index(base, ir.Literal(value, keys.item), base.type.value)
            test = expressions.value(self.code, ir.Binary("==", entry, ir.Local("against#", kind), BOOL))
            parts.append(f"({self.code.unit.forms.of(keys).value}){test} << {number_}")
        return " | ".join(parts)

    def _moved(self, case: Case, find: Callable[[Value], int], members: Word) -> Word:
        distances: dict[int, int] = {}
        for place in places_of(case.domain):
            there = find(case.values[place])
            if there >= 0:
                distances[there - place] = distances.get(there - place, 0) | 1 << place
        if len(distances) > MOST_SHIFTS:
            raise ObstacleError(f"what the values lead to lies in more than {MOST_SHIFTS} different directions")
        found: Word = 0
        for by, where in sorted(distances.items()):
            found = self.words.either(found, self.words.both(self.words.both(case.holds, where), self.words.shifted(members, by)))
        return found

    def _if(self, type_: Type, condition: Word, then: Vector, otherwise: Vector) -> Vector:
        contrary = self.words.without(self.words.all, condition)
        if isinstance(type_, BoolType):
            yes, no = self.words.both(condition, self.flag(then)), self.words.both(contrary, self.flag(otherwise))
            return Flag(self.words.either(yes, no))
        sides = ((condition, self.cases(then, type_)), (contrary, self.cases(otherwise, type_)))
        found = [replace(case, holds=self.words.both(word, case.holds)) for word, side in sides for case in side.cases]
        return Cases(tuple([case for case in found if case.holds != 0]), type_)

    # -- numbers ------------------------------------------------------------------------------------------------------

    def _number(self, expr: ir.Binary | ir.Convert, env: Env) -> Vector:
        if isinstance(expr, ir.Convert):
            return self.converted(self.value(expr.value, env), expr.value.type, expr.type, expr.checked)
        left, right = self.value(expr.left, env), self.value(expr.right, env)
        if isinstance(left, UnaryCount) and isinstance(right, UnaryCount) and expr.operator == "+":
            return self._sum(left, right)
        if isinstance(left, UnaryCount) and isinstance(expr.right, ir.Literal) and expr.operator in ("<", "<=", ">", ">=", "==", "!="):
            return self._count_against(left, expr.operator, int(expr.right.value))
        sides = [self.cases(left, expr.left.type), self.cases(right, expr.right.type)]
        plain = replace(expr, left=ir.Local("left#", expr.left.type), right=ir.Local("right#", expr.right.type))
        return self.pointwise(plain, dict(zip(("left#", "right#"), sides, strict=True)))

    def _sum(self, left: UnaryCount, right: UnaryCount) -> UnaryCount:
        most = len(left.least) + len(right.least)
        one, other = [(self.words.all, *count.least) for count in (left, right)]
        least = []
        for total in range(1, most + 1):
            ways = [(i, total - i) for i in range(total + 1) if i < len(one) and total - i < len(other)]
            least.append(self.words.any_of(self.words.both(one[i], other[j]) for i, j in ways))
        return UnaryCount(tuple(least))

    def _count_against(self, count: UnaryCount, operator: str, limit: int) -> Flag:
        def least(k: int) -> Word:
            return self.words.all if k <= 0 else count.least[k - 1] if k <= len(count.least) else 0

        contrary = {"<": ">=", "<=": ">", "!=": "=="}
        if operator in contrary:
            return Flag(self.words.without(self.words.all, self._count_against(count, contrary[operator], limit).word))
        if operator == "==":
            return Flag(self.words.without(least(limit), least(limit + 1)))
        return Flag(least(limit if operator == ">=" else limit + 1))

    def converted(self, vector: Vector, source: Type, target: Type, checked: bool) -> Vector:
        """A vector as one of another type. What does not fit though it is known to is left out: nobody looks there."""
        if source == target or isinstance(vector, Flag):
            return vector
        if isinstance(vector, UnaryCount):
            if not isinstance(target, IntType) or target.low > 0:
                return self.converted(self.cases(vector, source), source, target, checked)
            if len(vector.least) > target.high and any(word != 0 for word in vector.least[target.high :]):
                raise ObstacleError("a count may leave its range")
            return UnaryCount(vector.least[: target.high])
        return converted_cases(vector, source, target, checked)

    # -- names --------------------------------------------------------------------------------------------------------

    @contextmanager
    def bound(self, name: str, given: ir.Expr, env: Env) -> Iterator[Env]:
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
            with self.bound(parameter.name, argument, env) as found:
                if parameter.name in found:
                    inner[parameter.name] = self.converted(found[parameter.name], argument.type, parameter.type, True)
                else:
                    inner.pop(parameter.name, None)
                    bound[parameter.name] = self.code.locals[parameter.name]
        self.code.locals |= bound
        return self.converted(self.value(function.body, inner), function.body.type, function.type, True)


class ConstantFolds:
    """any, all and count over what is known while compiling: one round after another."""

    def __init__(self, owner: Evaluator, expr: ir.Fold) -> None:
        self.owner, self.words, self.expr = owner, owner.words, expr
        self.found: Word = 0
        self.least: list[Word] = []

    def result(self, env: Env) -> Vector:
        """The value of the fold."""
        self._rounds(self.expr.clauses, env, self.words.all)
        if self.expr.kind == "count":
            return UnaryCount(tuple(self.least))
        return Flag(self.found if self.expr.kind == "any" else self.words.without(self.words.all, self.found))

    def _rounds(self, clauses: Sequence[ir.Clause], env: Env, active: Word) -> None:
        if not clauses:
            self._item(env, active)
            return
        each, rest = clauses[0], clauses[1:]
        if not isinstance(each, ir.Each):
            raise ObstacleError("a condition comes before what it is a condition on", self.expr.span)
        for case, item in self._domains(each, env):
            alive = self.words.both(active, case.holds)
            for round_ in range(max([len(case.values[place]) for place in places_of(case.domain)], default=0)):
                one = items_with(case, round_)
                act = self.words.both(alive, one.domain)
                if act == 0:
                    break
                alive = self._round(rest, {**env, each.name: Cases((replace(one, holds=self.words.all),), item)}, act)

    def _domains(self, each: ir.Each, env: Env) -> list[tuple[Case, Type]]:
        """For each case of the domain the items in order."""
        domain = each.domain
        if not self.owner.is_constant(domain, env):
            raise ObstacleError("the domain depends on the position", domain.span)
        found = self.owner.pointwise(domain, self.owner.read(free_locals(domain) & env.keys(), domain, env))
        match domain.type:
            case SetType(item):
                spread = items_of_set(item)
                return [(replace(case, values=spread_out(case, spread)), item) for case in found.cases]
            case ListType(item):
                return [(case, item) for case in found.cases]
            case _:
                raise ObstacleError("the domain is neither a set nor a list", domain.span)

    def _round(self, clauses: Sequence[ir.Clause], env: Env, act: Word) -> Word:
        """One value: the clauses behind its Each in order; where another may come after it."""
        current, ended = act, 0
        stop: Word = ended
        position = 0
        while position < len(clauses) and not isinstance(clause := clauses[position], ir.Each):
            holds = self.words.both(current, self.owner.flag(self.owner.value(clause.condition, env)))
            if isinstance(clause, ir.Until):
                stop = self.words.either(stop, holds)
            else:
                if isinstance(clause, ir.While):
                    stop = self.words.either(stop, self.words.without(current, holds))
                current = holds
            position += 1
        self._rounds(clauses[position:], env, current)
        return self.words.without(act, stop)

    def _item(self, env: Env, active: Word) -> None:
        if active == 0:
            return
        item = self.owner.flag(self.owner.value(self.expr.item, env))
        if self.expr.kind != "count":
            holds = self.words.both(active, item) if self.expr.kind == "any" else self.words.without(active, item)
            self.found = self.words.either(self.found, holds)
            return
        if len(self.least) > MOST_COUNTED:
            raise ObstacleError(f"it counts beyond {MOST_COUNTED}", self.expr.span)
        more = self.words.both(active, item)
        steps = [self.words.all, *self.least, 0]
        raised = [self.words.either(steps[k], self.words.both(steps[k - 1], more)) for k in range(1, len(steps))]
        self.least = raised if raised and raised[-1] != 0 else raised[:-1]
