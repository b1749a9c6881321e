"""Termination of large games: weighted sums of parts of the state that no stretch raises and some lower, found from
counterexamples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import z3

from rules_dsl.ir.types import EnumType, IntType, MapType, OptionalType, RecordType, Type, cardinality
from solver.smt.falling import Measure, circling, exclude_again, exclude_by_rules, list_unchanged
from solver.smt.relation import Relation, Transition
from solver.smt.unrolling import Places
from solver.symbolic.forms import Form, is_whole, parts_of, symbols_of
from solver.symbolic.terms import Symbol

MOST_TRIES = 40
MOST_WEIGHED = 6
HEAVIEST = 2
MILLISECONDS = 3_000
LOOKING = 60.0
"""Seconds to look for measures that the rules do not name: where there are some they are found sooner."""

Weights = Mapping[str, int]
"""How often each feature counts; features without a weight do not count."""


def find_measures(relation: Relation, known: Places) -> list[str] | str:
    """Measures in words, those of the rules first: each is lowered by some stretches and raised by none that the
    earlier ones do not lower. If they do not suffice, what is missing.
    """
    begun = exclude_by_rules(relation, known)
    clock = relation.clock
    relation.clock = clock.part(LOOKING if clock.deadline is None else min(LOOKING, clock.deadline))
    result = _MeasureWeights(relation, known, begun.measures).all(begun.edges)
    relation.clock = clock
    return begun.why if result is None else [*begun.texts, *result]


def fall_again_in_stretches(relation: Relation, known: Places, names: Sequence[str]) -> bool | None:
    """Do the given measures exclude all cycles? None if Z3 does not know, or a measure is meaningless."""
    begun = exclude_again(relation, known, names)
    weighing, left = _MeasureWeights(relation, known, begun.measures), list(begun.edges)
    for name in names[len(begun.measures) :]:
        weights = _read(name)
        if not set(weights) <= set(weighing.features):
            return False
        rest = [edge for edge in left if weighing.against(edge, weights, True) is not None]
        if any(weighing.against(edge, weights, False) is not None for edge in rest):
            return None
        left = circling(rest)
    return not left


def describe_measure(weights: Weights) -> str:
    """A measure in words."""
    return " + ".join([f"{weight} * {name}" for name, weight in weights.items()]) + " falls"


def _read(text: str) -> dict[str, int]:
    rows = [part.partition(" * ") for part in text.removesuffix(" falls").split(" + ")]
    return {name: int(weight) for weight, _, name in rows if weight.lstrip("-").isdigit()}


@dataclass(slots=True)
class _MeasureWeights:
    """`changes`: example effects of each stretch on each feature; `same`: measures it leaves unchanged."""

    relation: Relation
    known: Places
    same: Sequence[Measure] = ()
    features: dict[str, z3.ArithRef] = field(init=False)
    changes: dict[int, list[dict[str, int]]] = field(default_factory=dict)
    _touched: dict[int, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.features = dict(_features(self.relation))

    def all(self, edges: Sequence[Transition]) -> list[str] | None:
        """One measure after another, until no edge goes round."""
        left, texts = list(edges), list[str]()
        while left:
            weights = next(
                (weights for weights in (self._lowering(edge, left) for edge in left) if weights is not None), None
            )
            if weights is None:
                return None
            texts.append(describe_measure(weights))
            left = circling([edge for edge in left if self.against(edge, weights, True) is not None])
        return texts

    def _lowering(self, target: Transition, edges: Sequence[Transition]) -> Weights | None:
        """Weights under which a stretch always lowers the sum and no other raises it."""
        for _ in range(MOST_TRIES):
            weights = None if self.relation.clock.is_over() else self._fitting(target, edges)
            if weights is None:
                return None
            generator = ((edge, self.against(edge, weights, edge is target)) for edge in [target, *edges])
            wrong = next(((edge, change) for edge, change in generator if change is not None), None)
            if wrong is None:
                return weights
            edge, change = wrong
            if not change:
                return None
            self.changes.setdefault(id(edge), []).append(change)
        return None

    def list_touched(self, edge: Transition) -> list[str]:
        """The features that a stretch may change."""
        if id(edge) not in self._touched:
            self._touched[id(edge)] = [name for name, feature in self.features.items() if edge.touches(feature)]
        return self._touched[id(edge)]

    def _fitting(self, target: Transition, edges: Sequence[Transition]) -> Weights | None:
        """Few and small weights that agree with all examples."""
        solver, names = z3.Solver(), {name: z3.Int(name) for name in self.list_touched(target)}
        names |= {name: z3.Int(name) for edge in edges if id(edge) in self.changes for name in self.list_touched(edge)}
        weighed = z3.Sum([z3.If(weight == 0, 0, 1) for weight in names.values()] or [z3.IntVal(0)])
        solver.add([z3.And(weight >= -HEAVIEST, weight <= HEAVIEST) for weight in names.values()])
        solver.add(z3.Or([names[name] != 0 for name in self.list_touched(target)] or [z3.BoolVal(False)]))
        for edge in edges:
            for change in self.changes.get(id(edge), ()):
                total = z3.Sum([by * names[name] for name, by in change.items() if by] or [z3.IntVal(0)])
                solver.add(total <= (-1 if edge is target else 0))
        for most in range(1, MOST_WEIGHED + 1):
            if solver.check(weighed <= most) == z3.sat:
                model = solver.model()
                values = {name: model.eval(weight, model_completion=True).as_long() for name, weight in names.items()}
                return {name: value for name, value in values.items() if value}
        return None

    def against(self, edge: Transition, weights: Weights, strictly: bool) -> dict[str, int] | None:
        """A counterexample in which a stretch raises the sum, or does not lower it.

        Empty if Z3 does not know, None if there is none.
        """
        mine = [name for name in self.list_touched(edge) if name in weights]
        if not mine and not strictly:
            return None
        change = z3.Sum(
            [weights[name] * (self._after(edge, name) - self.features[name]) for name in mine] or [z3.IntVal(0)]
        )
        conditions = [
            self.known.get(edge.source, z3.BoolVal(True)),
            *list_unchanged(edge, self.same),
            change >= 0 if strictly else change > 0,
        ]
        if (
            not edge.slim.eq(edge.condition)
            and self.relation.solve_fresh([edge.slim, *conditions], MILLISECONDS) == z3.unsat
        ):
            return None
        answer = self.relation.solve_fresh([edge.condition, *conditions], MILLISECONDS)
        if answer == z3.unsat:
            return None
        return self._example(edge, answer) if isinstance(answer, z3.ModelRef) else {}

    def _after(self, edge: Transition, name: str) -> z3.ArithRef:
        after = edge.then(self.features[name])
        assert isinstance(after, z3.ArithRef)
        return after

    def _example(self, edge: Transition, model: z3.ModelRef) -> dict[str, int]:
        names = self.list_touched(edge)
        return {
            name: model.eval(self._after(edge, name) - self.features[name], model_completion=True).as_long()
            for name in names
        }


# -- what may be weighed ----------------------------------------------------------------------------------------------


def _features(relation: Relation) -> Iterator[tuple[str, z3.ArithRef]]:
    """The features: totals of variables, fields of records, table values."""
    for variable in relation.machine.game.variables:
        if "()" in variable.name:
            continue
        form = relation.prover.state[variable.name]
        yield f"all of {variable.name}", _total(relation, [form])
        if isinstance(variable.type, RecordType) and isinstance(form, tuple):
            yield from _fields(relation, variable.name, variable.type, form)
        yield from _by_table(relation, variable.name, variable.type, form)


def _fields(
    relation: Relation, name: str, type_: RecordType, form: Sequence[Form]
) -> Iterator[tuple[str, z3.ArithRef]]:
    for (label, kind), part in zip(type_.fields, form, strict=True):
        yield f"{name}.{label}", _total(relation, [part])
        if isinstance(kind, MapType):
            yield from [(f"{name}.{label}[{number}]", _total(relation, [item])) for number, item in enumerate(part)]


def _by_table(relation: Relation, name: str, type_: Type, form: Form) -> Iterator[tuple[str, z3.ArithRef]]:
    """The numbers in a column of a table, for the values that are in a variable."""
    scalars = list(_scalars(type_, form))
    for constant in relation.machine.game.constants:
        match constant.type:
            case MapType(EnumType() as key, IntType()) if scalars and all(
                kind in (key, OptionalType(key)) for kind, _ in scalars
            ):
                rows = [_look_up(relation, kind, symbol, constant.value) for kind, symbol in scalars]
                yield f"{constant.name} of {name}", z3.Sum(rows)


def _scalars(type_: Type, form: Form) -> Iterator[tuple[Type, Symbol]]:
    if is_whole(type_):
        yield type_, form
    elif isinstance(type_, MapType | RecordType):
        for kind, part in zip(parts_of(type_), form, strict=True):
            yield from _scalars(kind, part)


def _look_up(relation: Relation, kind: Type, symbol: Symbol, column: Sequence[int]) -> z3.ArithRef:
    values = [0, *column] if isinstance(kind, OptionalType) else list(column)
    number, result = relation.translation.number(symbol), z3.IntVal(0)
    for place, value in enumerate(values[: cardinality(kind)]):
        result = z3.If(number == place, z3.IntVal(int(value)), result)
    return result


def _total(relation: Relation, forms: Sequence[Form]) -> z3.ArithRef:
    return z3.Sum(
        [relation.translation.number(symbol) for form in forms for symbol in symbols_of(form)] or [z3.IntVal(0)]
    )
