"""Parts of rules that depend on countable names only and are worth it → look-ups in computed tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import prod

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir.calls import reads_state, state_readers
from rules_dsl.ir.constants import Constants
from rules_dsl.ir.names import fresh_names, list_bound_here, substitute
from rules_dsl.ir.nodes import Builtin, Call, Collect, Constant, Expr, Fold, Game, Local, Range, Template, Walk
from rules_dsl.ir.rebuild import children, rebuild, walk
from rules_dsl.ir.rebuild_game import map_game
from rules_dsl.ir.tables import Keys, look_up, table_of, table_type
from rules_dsl.ir.types import TextType, Type, cardinality, is_countable

MOST_ENTRIES = 4_096
WORK_FOR_ONE = 500_000
WORK_FOR_ALL = 3_000_000
WORTH = 10  # a look-up with one or two keys costs three to five
ENTRIES_FOR_COST = 100  # plain arithmetic is not worth a large table


def run(game: Game) -> Game:
    """Costly parts of the rules without the state → tables; pictures, examples and claims stay as they are."""
    lifter = _Lifter(game)
    aside = replace(game, show=(), says=(), examples=(), claims=(), bounds=(), dominances=(), find_rules=())
    lifted = map_game(aside, lifter.expression)
    if not lifter.tables:
        return game
    constants = game.constants + tuple(lifter.tables.values())
    back = replace(lifted, show=game.show, says=game.says, examples=game.examples, claims=game.claims, bounds=game.bounds)
    return replace(back, dominances=game.dominances, find_rules=game.find_rules, constants=constants)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is known of an expression: the names it reads, whether it reads no state, whether it has a costly part."""

    names: Mapping[str, Type]
    constant: bool
    costly: bool


class _Lifter:
    def __init__(self, game: Game) -> None:
        self.readers = state_readers(game.functions)
        self.constants = Constants(game)
        self.tables: dict[Expr, Constant] = {}
        self.known: dict[int, tuple[Expr, _Facts]] = {}  # by identity; the expression is kept so that its identity stays its own
        self.work_left = WORK_FOR_ALL

    def expression(self, expr: Expr) -> Expr:
        """The expression with its largest liftable parts lifted."""
        if isinstance(expr, Template):
            return expr
        facts = self._facts(expr)
        table = self._table(expr, facts.names) if self._worth(expr, facts) else None
        if table is not None:
            return look_up(table, [Local(name, type_) for name, type_ in facts.names.items()], expr)
        return rebuild(expr, self.expression)

    def _facts(self, expr: Expr) -> _Facts:
        if id(expr) not in self.known:
            self.known[id(expr)] = expr, self._find_facts(expr)
        return self.known[id(expr)][1]

    def _find_facts(self, expr: Expr) -> _Facts:
        names: dict[str, Type] = {expr.name: expr.type} if isinstance(expr, Local) else {}
        constant = not reads_state(expr, self.readers)
        costly = isinstance(expr, Fold | Walk | Call | Collect) or (isinstance(expr, Builtin) and expr.name == "nth")
        for part in children(expr):
            facts = self._facts(part)
            constant = constant and facts.constant and all(names.get(name, type_) == type_ for name, type_ in facts.names.items())
            costly = costly or facts.costly
            names.update(facts.names)
        for name in list_bound_here(expr):
            names.pop(name, None)
        return _Facts(names, constant, costly)

    def _worth(self, expr: Expr, facts: _Facts) -> bool:
        if not facts.constant or not facts.names or isinstance(expr.type, TextType) or isinstance(expr, Range):
            return False
        if not all(is_countable(type_) for type_ in facts.names.values()):
            return False
        if facts.costly:
            return True
        cost = self.constants.costs.of(expr)
        return cost >= WORTH and prod(cardinality(type_) for type_ in facts.names.values()) <= ENTRIES_FOR_COST * cost

    def _table(self, expr: Expr, names: Mapping[str, Type]) -> Constant | None:
        plain = _with_plain_names(expr, names)
        if plain not in self.tables:
            table = self._compute(plain, [(_key(place), type_) for place, type_ in enumerate(names.values())])
            if table is None:
                return None
            self.tables[plain] = table
        return self.tables[plain]

    def _compute(self, expr: Expr, keys: Keys) -> Constant | None:
        size = prod(cardinality(type_) for _, type_ in keys)
        work = size * self.constants.costs.of(expr)
        if size > MOST_ENTRIES or work > min(WORK_FOR_ONE, self.work_left):
            return None
        self.work_left -= work
        try:
            table = table_of(expr, keys, expr.type, self.constants.compiler)
        except RulesError:
            return None
        return Constant(f"table#{len(self.tables) + 1}", table_type(keys, expr.type), table, "computed", span=expr.span)


def _key(place: int) -> str:
    return f"key#{place + 1}"


def _with_plain_names(expr: Expr, names: Mapping[str, Type]) -> Expr:
    """The same expression for all that differ in the names of locals only."""
    bound = dict.fromkeys(name for part in walk(expr) for name in list_bound_here(part))
    renamed = fresh_names(expr, {name: f"bound#{place + 1}" for place, name in enumerate(bound)})
    return substitute(renamed, {name: Local(_key(place), type_) for place, (name, type_) in enumerate(names.items())})
