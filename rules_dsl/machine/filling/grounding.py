"""Grounds the rules of find puzzles: all names are replaced, so that terms depend on cells only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.evaluate import ClosureCompiler
from rules_dsl.ir.evaluate_clauses import items
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.names import free_locals
from rules_dsl.ir.rebuild import children, rebuild, walk
from rules_dsl.ir.types import MapType, SetType, Value, cardinality, is_scalar, value_of
from rules_dsl.machine.filling import terms
from rules_dsl.machine.filling.terms import (
    ConstantTerm,
    Domains,
    Entries,
    OpenTerm,
    Possible,
    SetTerm,
    Term,
    UndecidedTerm,
    decide_term,
)

PATIENCE = 256
"""How many combinations of open parts are tried to see what an operator may give."""


Row = tuple[list[Term], Term]  # the open conditions under which an item counts, and the item


class Grounder:
    """Turns conditions into terms over cells.

    Locals have their values in one frame; those that depend on cells are in `open_locals`.
    """

    def __init__(self, game: ir.Game, places: Mapping[str, Term]) -> None:
        self.functions = {function.name: function for function in game.functions}
        constants = {constant.name: constant.value for constant in game.constants}
        self.finds = {find.name: slot for slot, find in enumerate(game.finds)}
        self.compiler = ClosureCompiler(list(self.finds), constants, self.functions)
        self.frame: Frame = []
        self.places = places
        self.open_locals: dict[str, Term] = {}
        self._closures: dict[int, tuple[ir.Expr, Closure]] = {}
        self._operators: dict[int, tuple[ir.Expr, Closure, list[int]]] = {}
        self._reads: dict[int, tuple[ir.Expr, frozenset[str], frozenset[str]]] = {}

    def instances(
        self, clauses: Sequence[ir.Each], condition: ir.Expr, bound: tuple[Value, ...] = ()
    ) -> Iterator[tuple[tuple[Value, ...], Term]]:
        """A condition for each combination of values: the values and the condition."""
        if not clauses:
            yield bound, self.term(condition)
            return
        for value in self._run(items(self.compiler, clauses[0].domain)):
            self._bind(clauses[0].name, ConstantTerm(value))
            yield from self.instances(clauses[1:], condition, (*bound, value))

    def term_with(self, expr: ir.Expr, locals_: Mapping[str, Value]) -> Term:
        """An expression with values for some locals."""
        for name, value in locals_.items():
            self._bind(name, ConstantTerm(value))
        return self.term(expr)

    # -- names --------------------------------------------------------------------------------------------------------

    def _bind(self, name: str, term: Term) -> None:
        slot = self.compiler.slot(name)
        self._fit()
        self.open_locals.pop(name, None)
        if isinstance(term, ConstantTerm):
            self.frame[slot] = term.value
        else:
            self.open_locals[name] = term

    def _fit(self) -> None:
        missing = len(self.compiler.frame()) - len(self.frame)
        self.frame += [None] * missing

    def _run(self, closure: Callable[[Frame], Value]) -> Value:
        self._fit()
        return closure(self.frame)

    def _closure(self, expr: ir.Expr) -> Closure:
        known = self._closures.get(id(expr))
        if known is None:
            known = self._closures[id(expr)] = expr, self.compiler.closure(expr)
        return known[1]

    def _reading(self, expr: ir.Expr) -> tuple[frozenset[str], frozenset[str]]:
        """The find variables and the free locals an expression reads."""
        known = self._reads.get(id(expr))
        if known is None:
            known = self._reads[id(expr)] = expr, frozenset(self._finds_in(expr)), free_locals(expr)
        return known[1], known[2]

    def _finds_in(self, expr: ir.Expr) -> Iterator[str]:
        for part in walk(expr):
            if isinstance(part, ir.Var):
                yield part.name
            elif isinstance(part, ir.Call):
                yield from self._reading(self.functions[part.function].body)[0]

    def is_known(self, expr: ir.Expr) -> bool:
        """Does the expression depend on no cell?"""
        finds, names = self._reading(expr)
        return not finds and not any(name in self.open_locals for name in names)

    # -- terms --------------------------------------------------------------------------------------------------------

    def term(self, expr: ir.Expr) -> Term:
        """The expression as a term over cells."""
        if self.is_known(expr):
            return self._evaluate_constant(expr)
        match expr:
            case ir.Var(name):
                return self.places[name]
            case ir.Local(name):
                return self.open_locals[name]
            case ir.LetIn(name):
                self._bind(name, self.term(expr.value))
                return self.term(expr.body)
            case ir.Call():
                return self._call(expr)
            case ir.Index():
                return self._index(expr)
            case ir.IfElse():
                return self._if(expr)
            case ir.Unary("not"):
                return terms.negation(self.term(expr.operand))
            case ir.Binary():
                return self._binary(expr)
            case ir.Fold():
                return self._fold(expr) or self._whole(expr)
            case ir.Builtin("len", (whole,)) if isinstance(whole.type, SetType):
                members = self.term(whole)
                return terms.count(members.parts) if isinstance(members, SetTerm) else self._whole(expr)
            case _:
                return self._operation(expr)

    def _evaluate_constant(self, expr: ir.Expr) -> Term:
        """The value of an expression that depends on no cell.

        Whether one that fails is evaluated at all is for what stands around it to say.
        """
        try:
            return ConstantTerm(self._run(self._closure(expr)))
        except PlayError:
            return terms.FAILING

    def _call(self, expr: ir.Call) -> Term:
        function = self.functions[expr.function]
        arguments = [self.term(argument) for argument in expr.arguments]
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            self._bind(parameter.name, argument)
        return self.term(function.body)

    def _index(self, expr: ir.Index) -> Term:
        base = self.term(expr.base)
        if not isinstance(base, Entries) or not isinstance(expr.base.type, MapType):
            return self._operation(expr)
        number, key = ordinal_in(expr.base.type.key), self.term(expr.key)
        if not isinstance(key, ConstantTerm):
            return terms.selection(base.parts, key, number)
        place = number(key.value)
        return base.parts[place] if place >= 0 else terms.FAILING

    def _if(self, expr: ir.IfElse) -> Term:
        condition = self.term(expr.condition)
        if isinstance(condition, ConstantTerm):
            return self.term(expr.then if condition.value else expr.otherwise)
        return terms.choice(condition, self.term(expr.then), self.term(expr.otherwise))

    def _binary(self, expr: ir.Binary) -> Term:
        match expr.operator:
            case "and":
                return self._both([expr.left, expr.right], True)
            case "or":
                return self._both([expr.left, expr.right], False)
            case "implies":
                left = self.term(expr.left)
                if isinstance(left, ConstantTerm):
                    return self.term(expr.right) if left.value else ConstantTerm(True)
                return terms.disjunction([terms.negation(left), self.term(expr.right)])
        if isinstance(expr.left.type, SetType) or isinstance(expr.right.type, SetType):
            return self._sets(expr)
        return self._scalars(expr)

    def _scalars(self, expr: ir.Binary) -> Term:
        match expr.operator:
            case "==":
                return terms.equal(self.term(expr.left), self.term(expr.right))
            case "!=":
                return terms.negation(terms.equal(self.term(expr.left), self.term(expr.right)))
            case "<" | "<=":
                return terms.make_comparison(expr.operator, self.term(expr.left), self.term(expr.right))
            case ">" | ">=":
                return terms.make_comparison(
                    "<" if expr.operator == ">" else "<=", self.term(expr.right), self.term(expr.left)
                )
            case "+":
                return terms.total([(None, self.term(expr.left)), (None, self.term(expr.right))])
            case _:
                return self._operation(expr)

    def _both(self, sides: Sequence[ir.Expr], wanted: bool) -> Term:
        """`and` and `or`, with short-circuit evaluation."""
        parts: list[Term] = []
        for side in sides:
            part = self.term(side)
            if not isinstance(part, ConstantTerm):
                parts.append(part)
            elif part.value is not wanted:
                return part
        return terms.conjunction(parts, wanted) if parts else ConstantTerm(wanted)

    def _sets(self, expr: ir.Binary) -> Term:
        right = self._members(expr.right)
        if expr.operator == "in" and right is not None and isinstance(expr.right.type, SetType):
            return self._element(self.term(expr.left), right, ordinal_in(expr.right.type.item))
        left = self._members(expr.left)
        if left is None or right is None or len(left) != len(right):
            return self._operation(expr)
        return terms.set_operation(expr.operator, list(zip(left, right, strict=True))) or self._operation(expr)

    def _element(self, element: Term, parts: Sequence[Term], place: Callable[[Value], int]) -> Term:
        if not isinstance(element, ConstantTerm):
            return terms.selection(parts, element, place, terms.NO)
        number = place(element.value)
        return parts[number] if number >= 0 else ConstantTerm(False)

    def _members(self, expr: ir.Expr) -> Sequence[Term] | None:
        """A set as one condition for each value of its item type."""
        if not isinstance(expr.type, SetType):
            return None
        match self.term(expr):
            case SetTerm(parts):
                return parts
            case ConstantTerm(mask):
                return [ConstantTerm(bool(mask >> number & 1)) for number in range(cardinality(expr.type.item))]
            case _:
                return None

    # -- folds --------------------------------------------------------------------------------------------------------

    def _fold(self, expr: ir.Fold) -> Term | None:
        if expr.kind not in ("count", "sum", "any", "all", "set") or (expr.kind == "sum" and not is_scalar(expr.type)):
            return None
        rows = self._rows(expr)
        if rows is None:
            return None
        match expr.kind:
            case "count":
                return terms.count([_guard_row(row) for row in rows])
            case "any":
                return terms.disjunction([_guard_row(row) for row in rows])
            case "all":
                return terms.conjunction(
                    [terms.disjunction([*map(terms.negation, tests), item]) for tests, item in rows]
                )
            case "sum":
                return terms.total([(terms.conjunction(tests) if tests else None, item) for tests, item in rows])
            case _:
                return self._set(expr, rows)

    def _set(self, expr: ir.Fold, rows: Sequence[Row]) -> Term | None:
        assert isinstance(expr.type, SetType)
        number = ordinal_in(expr.type.item)
        ways: list[list[Term]] = [[] for _ in range(cardinality(expr.type.item))]
        for conditions, item in rows:
            if not isinstance(item, ConstantTerm) or number(item.value) < 0:
                return None
            ways[number(item.value)].append(terms.conjunction(conditions))
        return SetTerm(tuple([terms.disjunction(way) for way in ways]))

    def _rows(self, expr: ir.Fold) -> list[Row] | None:
        """For each combination of values of the clauses: the open conditions under which it counts, and the item."""
        pairs: list[Row] = []
        return pairs if self._gather(expr, 0, [], pairs) else None

    def _gather(self, expr: ir.Fold, position: int, conditions: list[Term], pairs: list[Row]) -> bool:
        if position == len(expr.clauses):
            pairs.append((conditions, self.term(expr.item)))
            return True
        clause = expr.clauses[position]
        match clause:
            case ir.Each(name, domain):
                return self._gather_each(expr, position, name, domain, conditions, pairs)
            case ir.Where(condition):
                test = self.term(condition)
                if isinstance(test, ConstantTerm):
                    return not test.value or self._gather(expr, position + 1, conditions, pairs)
                return self._gather(expr, position + 1, [*conditions, test], pairs)
            case _:
                return False

    def _gather_each(
        self, expr: ir.Fold, position: int, name: str, domain: ir.Expr, conditions: list[Term], pairs: list[Row]
    ) -> bool:
        choices = self._choices(domain)
        if choices is None:
            return False
        for value, condition in choices:
            self._bind(name, ConstantTerm(value))
            more = conditions if condition is None else [*conditions, condition]
            if not self._gather(expr, position + 1, more, pairs):
                return False
        return True

    def _choices(self, domain: ir.Expr) -> list[tuple[Value, Term | None]] | None:
        """The values to go through, and under which condition each is there."""
        if self.is_known(domain):
            return self._list_constant_choices(domain)
        if not isinstance(domain.type, SetType):
            return None
        members, item = self._members(domain), domain.type.item
        return None if members is None else [(value_of(item, number), part) for number, part in enumerate(members)]

    def _list_constant_choices(self, domain: ir.Expr) -> list[tuple[Value, Term | None]] | None:
        try:
            return [(value, None) for value in self._run(items(self.compiler, domain))]
        except PlayError:
            return None

    # -- everything else ----------------------------------------------------------------------------------------------

    def _operation(self, expr: ir.Expr) -> Term:
        """An operator on scalars: what it gives for each combination of what its parts may be."""
        parts = children(expr)
        if isinstance(expr, ir.Walk | ir.Fold) or not all(is_scalar(part.type) for part in parts):
            return self._whole(expr)
        closure, slots = self._operator(expr, parts)
        inner = [self.term(part) for part in parts]
        self._fit()
        frame = self.frame.copy()

        def evaluate(values: Sequence[Value]) -> Value:
            for slot, value in zip(slots, values, strict=True):
                frame[slot] = value
            return closure(frame)

        if isinstance(expr, ir.Convert) and not expr.checked:
            return terms.make_fitting(lambda value: evaluate((value,)), inner[0], PATIENCE)
        return terms.make_combination(evaluate, inner, PATIENCE)

    def _operator(self, expr: ir.Expr, parts: Sequence[ir.Expr]) -> tuple[Closure, list[int]]:
        """The operator alone: its parts are read from slots."""
        known = self._operators.get(id(expr))
        if known is None:
            names = [f"part {number} of operator {len(self._operators)}" for number in range(len(parts))]
            stand_ins = iter([ir.Local(name, part.type) for name, part in zip(names, parts, strict=True)])
            closure = self.compiler.closure(rebuild(expr, lambda part: next(stand_ins)))
            known = self._operators[id(expr)] = expr, closure, [self.compiler.slot(name) for name in names]
        return known[1], known[2]

    def _whole(self, expr: ir.Expr) -> Term:
        """An expression that is evaluated once all it reads is decided."""
        finds, names = self._reading(expr)
        sources = [(self.finds[name], self.places[name]) for name in finds]
        sources += [(self.compiler.slot(name), self.open_locals[name]) for name in names if name in self.open_locals]
        closure = self._closure(expr)
        self._fit()
        frame = self.frame.copy()

        def look(domains: Domains) -> Possible:
            try:
                for slot, term in sources:
                    frame[slot] = decide_term(term, domains)
                return (closure(frame),)
            except (UndecidedTerm, PlayError):
                return None

        return OpenTerm(look, terms.cells_of([term for _, term in sources]))


def _guard_row(row: Row) -> Term:
    conditions, item = row
    return terms.conjunction([*conditions, item]) if conditions else item
