"""Executes statements symbolically: both branches are run and merged, loops are unrolled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.ir.types import (
    BagType,
    DeckType,
    IntType,
    ListType,
    RecordType,
    SetType,
    Type,
    Value,
    cardinality,
    entry_types,
)
from solver.symbolic.expressions import SymbolicEvaluator, has_same_form
from solver.symbolic.folds import Coming, items
from solver.symbolic.forms import Form, UnsupportedTerm, choose_form, equate_forms, make_form, select_form, unknown
from solver.symbolic.terms import Symbol, Term

MOST_FIRINGS = 64
"""So many reactions in a row are spelled out."""


@dataclass(frozen=True, slots=True)
class SymbolicChoice:
    """A choice within a move: its value, and the condition under which it is made."""

    name: str
    type: Type
    form: Form
    made: Symbol


class ChoiceOpen(Exception):
    """A trial run has reached an open choice: its values, and when each may be chosen."""

    def __init__(self, offered: list[Coming]) -> None:
        super().__init__()
        self.offered = offered


class Runner:
    """Executes statements in the evaluator's state.

    `legal` collects the needs of the move, `over` says when the game has ended, `beyond` when unrolling was too short;
    `told` are the values of choices that are known.
    """

    def __init__(self, at: SymbolicEvaluator, game: ir.Game, name: str = "") -> None:
        self.at = at
        self.game = game
        self.name = name
        self.legal: Symbol = True
        self.over: Symbol = False
        self.beyond: Symbol = False
        self.choices: list[SymbolicChoice] = []
        self.script: Iterator[Form] | None = None
        self.told: Iterator[Value] | None = None

    def block(self, body: Sequence[ir.Stmt]) -> None:
        """One statement after another; nothing is done any more once the game is over."""
        for number, stmt in enumerate(body):
            if not isinstance(self.over, Term):
                if self.over:
                    return
                self.step(stmt)
                continue
            over, self.over = self.over, False
            self._branch(self.at.terms.negate_truth(over), body[number:], ())
            self.over = self.at.terms.any((over, self.over))
            return

    def step(self, stmt: ir.Stmt) -> None:
        """One statement."""
        match stmt:
            case ir.Assign():
                value = self.at.fit_form(stmt.value.type, stmt.place.type, self.at.form(stmt.value), stmt.span)
                self._put(stmt.place, value)
            case ir.Let(name, value):
                self.at.locals[name] = self.at.form(value)
            case ir.If(condition, then, otherwise):
                self._branch(self.at.form(condition), then, otherwise)
            case ir.For():
                for value, there in items(self.at, stmt.domain):
                    self.at.locals[stmt.name] = value
                    self._branch(there, stmt.body, ())
            case ir.Need():
                self.need(stmt)
            case ir.Choose():
                self._choose(stmt)
            case ir.Require():
                self.at.insist(self.at.form(stmt.condition), "E0908", stmt.span)
            case ir.Settle():
                self.settle()
            case ir.Chance() | ir.Decide() | ir.Loop() | ir.Leave() | ir.Stop() | ir.Section():
                raise TypeError(f"{type(stmt).__name__} is gone after the pass automaton")
            case _:
                assert_never(stmt)

    # -- branches -----------------------------------------------------------------------------------------------------

    def _branch(self, condition: Symbol, then: Sequence[ir.Stmt], otherwise: Sequence[ir.Stmt]) -> None:
        if not isinstance(condition, Term):
            self.block(then if condition else otherwise)
            return
        if self.script is not None and _asks_for_choices((*then, *otherwise)):
            self._take_side(condition, then, otherwise, self.script)
            return
        terms, state, over = self.at.terms, dict(self.at.state), self.over
        with self.at.where(condition):
            self.block(then)
        if not otherwise:
            self.at.state = self._merge_branches(condition, self.at.state, state)
            self.over = terms.choice(condition, self.over, over, True)
            return
        first, first_over = self.at.state, self.over
        self.at.state, self.over = state, over
        with self.at.where(terms.negate_truth(condition)):
            self.block(otherwise)
        self.at.state = self._merge_branches(condition, first, self.at.state)
        self.over = terms.choice(condition, first_over, self.over, True)

    def _take_side(
        self, condition: Term, then: Sequence[ir.Stmt], otherwise: Sequence[ir.Stmt], script: Iterator[Form]
    ) -> None:
        """In a trial the side is chosen like a value: the choices in one side are none of those in the other."""
        for side in script:
            self.block(then if side else otherwise)
            return
        guard, terms = self.at.guard, self.at.terms
        raise ChoiceOpen(
            [(True, terms.all((guard, condition))), (False, terms.all((guard, terms.negate_truth(condition))))]
        )

    def _merge_branches(self, condition: Symbol, then: dict[str, Form], otherwise: dict[str, Form]) -> dict[str, Form]:
        return {name: choose_form(self.at.terms, condition, form, otherwise[name]) for name, form in then.items()}

    # -- places -------------------------------------------------------------------------------------------------------

    def _put(self, place: ir.Place, value: Form) -> None:
        match place:
            case ir.VarPlace(name):
                self.at.state[name] = value
            case ir.ItemPlace(base, key):
                whole = self._read(base)
                number = self.at.ordinal(entry_types(base.type)[0], key)
                at = [self.at.terms.equal(number, entry) for entry in range(len(whole))]
                self._put(
                    base,
                    tuple(
                        [choose_form(self.at.terms, here, value, part) for here, part in zip(at, whole, strict=True)]
                    ),
                )
            case ir.FieldPlace(base, name):
                self._put(base, self._with_field(base.type, name, self._read(base), value))
            case _:
                assert_never(place)

    def _read(self, place: ir.Place) -> Form:
        match place:
            case ir.VarPlace(name):
                return self.at.state[name]
            case ir.ItemPlace(base, key):
                number = self.at.ordinal(entry_types(base.type)[0], key)
                return select_form(self.at.terms, list(self._read(base)), number)
            case ir.FieldPlace(base, name):
                return self.at.field(base.type, name, self._read(base))
            case _:
                assert_never(place)

    def _with_field(self, type_: Type, name: str, whole: Form, value: Form) -> Form:
        if isinstance(type_, DeckType):
            return (value, whole[1]) if name == "known" else (whole[0], value)
        assert isinstance(type_, RecordType)
        labels = [label for label, _ in type_.fields]
        return self.at.record(
            type_, [value if label == name else self.at.field(type_, label, whole) for label in labels]
        )

    # -- needs and choices --------------------------------------------------------------------------------------------

    def need(self, stmt: ir.Need) -> None:
        """The move is legal only under this condition; what follows may assume it."""
        holds = self.at.form(stmt.condition)
        self.legal = self.at.terms.all((self.legal, self.at.terms.implies(self.at.guard, holds)))
        self.at.guard = self.at.terms.all((self.at.guard, holds))

    def _choose(self, stmt: ir.Choose) -> None:
        """The value is unknown, or the next one of the script; the move is legal only if it is one of those allowed."""
        terms = self.at.terms
        if self.script is not None:
            self._choose_next(stmt, self.script)
            return
        form = (
            unknown(terms, stmt.type, f"{self.name}{stmt.name} (choice {len(self.choices) + 1})")
            if self.told is None
            else make_form(stmt.type, next(self.told))
        )
        allowed = self.is_offered(items(self.at, stmt.domain), stmt.domain, stmt.type, form)
        self.at.locals[stmt.name] = form
        if stmt.condition is not None:
            with self.at.where(allowed):
                allowed = terms.all((allowed, self.at.form(stmt.condition)))
        self.choices.append(SymbolicChoice(stmt.name, stmt.type, form, self.at.guard))
        self.legal = terms.all((self.legal, terms.implies(self.at.guard, allowed)))
        self.at.guard = terms.all((self.at.guard, allowed))

    def _choose_next(self, stmt: ir.Choose, script: Iterator[Form]) -> None:
        for form in script:
            self.at.locals[stmt.name] = form
            return
        offered = []
        for value, there in items(self.at, stmt.domain):
            self.at.locals[stmt.name] = form = self._fit_type(stmt.domain, stmt.type, value)
            with self.at.where(there):
                holds: Symbol = True if stmt.condition is None else self.at.form(stmt.condition)
            offered.append((form, self.at.terms.all((self.at.guard, there, holds))))
        raise ChoiceOpen(offered)

    def is_offered(self, offered: Sequence[Coming], domain: ir.Expr, type_: Type, form: Form) -> Symbol:
        """Is a value among those that are offered?"""
        terms = self.at.terms
        return terms.any(
            [
                terms.all((there, equate_forms(terms, type_, self._fit_type(domain, type_, value), form)))
                for value, there in offered
            ]
        )

    def _fit_type(self, domain: ir.Expr, type_: Type, value: Form) -> Form:
        kind = item_of(domain)
        return value if has_same_form(kind, type_) else self.at.fit_form(kind, type_, value, domain.span)

    # -- settling -----------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Reactions until none fires, then the endings."""
        fired = self._fire()
        rounds = 0
        while isinstance(fired, Term) or fired:
            rounds += 1
            if rounds > MOST_FIRINGS:
                self.beyond = self.at.terms.any((self.beyond, self.at.terms.all((self.at.guard, fired))))
                break
            with self.at.where(fired):
                again = self._fire()
            fired = self.at.terms.all((fired, again))
        self.over = self.at.terms.any((self.over, *[condition for _, condition, _ in self.endings()]))

    def _fire(self) -> Symbol:
        """Lets the first reaction fire that can, under the guard; did one fire?"""
        terms, guard = self.at.terms, self.at.guard
        earlier: Symbol = False
        for reaction, bound, holds in self._ready():
            mine = terms.all((guard, holds, terms.negate_truth(earlier)))
            self.at.locals.update(bound)
            self._branch(mine, reaction.body, ())
            earlier = terms.any((earlier, holds))
        return terms.all((guard, earlier))

    def can_fire(self) -> Symbol:
        """Is there a reaction that fires?"""
        return self.at.terms.any([holds for _, _, holds in self._ready()])

    def _ready(self) -> list[tuple[ir.Reaction, dict[str, Form], Symbol]]:
        """The reactions, each with what it is for, and when it can fire, up to the first that surely does."""
        terms = self.at.terms
        ready: list[tuple[ir.Reaction, dict[str, Form], Symbol]] = []
        for reaction in self.game.reactions:
            for bound, there in self.bindings(reaction.parameters):
                with self.at.where(there):
                    holds = terms.all((there, self.at.form(reaction.condition)))
                if isinstance(holds, Term) or holds:
                    ready.append((reaction, bound, holds))
                if not isinstance(holds, Term) and holds:
                    break
        return ready

    def bindings(self, parameters: Sequence[ir.Parameter]) -> Iterator[tuple[dict[str, Form], Symbol]]:
        """All values of parameters with the condition under which they are offered; they are bound while the block
        runs.
        """
        yield from self._bind_parameters(parameters, {}, True)

    def _bind_parameters(
        self, parameters: Sequence[ir.Parameter], bound: dict[str, Form], there: Symbol
    ) -> Iterator[tuple[dict[str, Form], Symbol]]:
        if not parameters:
            yield bound, there
            return
        first = parameters[0]
        domain = first.domain if first.domain is not None else ir.Domain(first.type, first.type)
        for value, comes in items(self.at, domain):
            self.at.locals[first.name] = value
            yield from self._bind_parameters(
                parameters[1:], {**bound, first.name: value}, self.at.terms.all((there, comes))
            )

    def endings(self) -> list[tuple[ir.Ending, Symbol, Form]]:
        """For each ending, and each of its players: the condition that it is the first to hold, and who it is about."""
        terms = self.at.terms
        result: list[tuple[ir.Ending, Symbol, Form]] = []
        earlier: Symbol = False
        for ending in self.game.endings:
            for player in [None] if ending.each is None else range(cardinality(self.game.players)):
                if ending.each is not None:
                    self.at.locals[ending.each] = player
                with self.at.where(terms.negate_truth(earlier)):
                    holds = self.at.form(ending.condition)
                    mine = terms.all((holds, terms.negate_truth(earlier)))
                    with self.at.where(mine):
                        who = None if ending.who is None else self.at.form(ending.who)
                result.append((ending, mine, who))
                earlier = terms.any((earlier, holds))
        return result


def _asks_for_choices(body: Sequence[ir.Stmt]) -> bool:
    return any(isinstance(stmt, ir.Choose) for stmt in walk_statements(tuple(body)))


def item_of(domain: ir.Expr) -> Type:
    """The type of the values of a domain."""
    match domain:
        case ir.Domain(item):
            return item
        case ir.Range():
            return IntType(-(2**62), 2**62)
    match domain.type:
        case BagType(item) | SetType(item) | ListType(item):
            return item
        case other:
            raise UnsupportedTerm(f"values of {other}")
