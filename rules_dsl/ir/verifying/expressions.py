"""Is an expression well formed: names defined, locals bound, types that fit together?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from rules_dsl.ir.folds import FOLDS, FoldForm, FoldResult
from rules_dsl.ir.nodes import (
    BUILTINS,
    Action,
    Binary,
    Builtin,
    Call,
    Collect,
    Const,
    Construct,
    Convert,
    Domain,
    Each,
    Expr,
    Field,
    Fold,
    Function,
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
    Var,
    Walk,
)
from rules_dsl.ir.partial import fits
from rules_dsl.ir.rebuild import children
from rules_dsl.ir.types import (
    BagType,
    BoolType,
    DeckType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    is_countable,
)
from rules_dsl.quantities import quantity

Scope = Mapping[str, Type]
Larger = Convert | Domain | Range | Builtin | MapOfEntries | Possible | Stuck | Template | Collect | Construct
TRUTH_OPERATORS = ("and", "or", "implies")
NUMBER_OPERATORS = ("+", "-", "*", "/", "%", "min", "max")
SET_OPERATORS = ("union", "difference", "common")


def one_kind(first: Type, second: Type) -> bool:
    """Are the values of both types held alike, so that only the range of numbers may differ?"""
    match first, second:
        case IntType(), IntType():
            return True
        case OptionalType(a), OptionalType(b):
            return one_kind(a, b)
        case ListType(a, _), ListType(b, _):
            return one_kind(a, b)
        case BagType(a, _), BagType(b, _):
            return a == b
        case MapType(key, a), MapType(other, b):
            return key == other and one_kind(a, b)
        case _:
            return first == second


def item_of(type_: Type) -> Type | None:
    """What comes when going through a value of the type."""
    return type_.item if isinstance(type_, SetType | ListType | BagType) else None


def item_key(type_: MapType | BagType) -> Type:
    """What the entries of a map or the counts of a bag are found under."""
    return type_.key if isinstance(type_, MapType) else type_.item


class Expressions:
    """Looks at expressions and notes what is wrong."""

    def __init__(self, game: Game) -> None:
        self.problems: list[str] = []
        self.place = ""
        self.variables = {variable.name: variable.type for variable in game.variables}
        self.constants = {constant.name: constant.type for constant in game.constants}
        self.functions: Mapping[str, Function] = {function.name: function for function in game.functions}
        self.actions: Mapping[str, Action] = {action.name: action for action in game.actions}

    def wrong(self, what: str) -> None:
        """Note a problem here."""
        self.problems.append(f"{self.place}: {what}")

    def demand(self, holds: bool, what: str) -> None:
        """Note a problem unless this holds."""
        if not holds:
            self.wrong(what)

    def condition(self, expr: Expr | None, scope: Scope) -> None:
        """A condition, which may be missing."""
        if expr is not None:
            self.expression(expr, scope)
            self.demand(isinstance(expr.type, BoolType), f"a condition of type {expr.type}")

    def going_through(self, domain: Expr, type_: Type, scope: Scope) -> None:
        """A domain whose values are of this type."""
        self.expression(domain, scope)
        self.demand(item_of(domain.type) == type_, f"iterating over {domain.type} for values of {type_}")

    def expression(self, expr: Expr, scope: Scope) -> None:
        """An expression in which these locals are bound."""
        match expr:
            case LetIn(name, value, body):
                self.expression(value, scope)
                self.expression(body, {**scope, name: value.type})
                self.demand(one_kind(body.type, expr.type), f"a let of type {expr.type} around {body.type}")
            case Fold():
                self._fold(expr, scope)
            case Walk():
                self._walk(expr, scope)
            case _:
                for part in children(expr):
                    self.expression(part, scope)
                self._node(expr, scope)

    def _node(
        self,
        expr: Literal | Local | Var | Const | Index | Field | Unary | Binary | IfElse | Call | Larger,
        scope: Scope,
    ) -> None:
        match expr:
            case Literal():
                pass
            case Local(name, type_):
                self._name("local", name, scope.get(name), type_)
            case Var(name, type_):
                self._name("variable", name, self.variables.get(name), type_)
            case Const(name, type_):
                self._name("constant", name, self.constants.get(name), type_)
            case Index(base, key, type_):
                self._index(base.type, key.type, type_)
            case Field(base, name, type_):
                self._field(base.type, name, type_)
            case Unary(operator, operand, _):
                wanted = BoolType if operator == "not" else IntType
                self.demand(isinstance(operand.type, wanted), f"{operator} of {operand.type}")
            case Binary():
                self._binary(expr)
            case IfElse(condition, then, otherwise, type_):
                self.demand(isinstance(condition.type, BoolType), f"if {condition.type}")
                self.demand(
                    one_kind(then.type, type_) and one_kind(otherwise.type, type_),
                    f"if of {then.type} and {otherwise.type} as {type_}",
                )
            case Call(name, arguments):
                self._call(name, arguments)
            case _:
                self._larger(expr)

    def _larger(self, expr: Larger) -> None:
        match expr:
            case Construct(arguments, type_):
                self.demand(len(arguments) == len(type_.fields), f"{type_} of {quantity(len(arguments), 'field')}")
                for argument, (name, wanted) in zip(arguments, type_.fields, strict=False):
                    self.demand(one_kind(argument.type, wanted), f"{argument.type} for field {name} of {type_}")
            case Collect(items, type_):
                self.demand(isinstance(type_, SetType | ListType | BagType | DeckType), f"{type_} written out")
                wanted = type_.item if isinstance(type_, SetType | ListType | BagType | DeckType) else type_
                for item in items:
                    self.demand(one_kind(item.type, wanted), f"{item.type} in a {type_}")
            case MapOfEntries(_, default, type_):
                fine = isinstance(type_, MapType | BagType) and _entries_fit(item_key(type_), default.type, type_)
                self.demand(fine, f"{type_} with default {default.type}")
            case Domain(item, type_):
                self.demand(is_countable(item) and item_of(type_) == item, f"all {item} as {type_}")
            case Range(low, high, type_):
                self.demand(
                    isinstance(low.type, IntType) and isinstance(high.type, IntType), f"range {low.type} to {high.type}"
                )
                self.demand(isinstance(item_of(type_), IntType), f"a range as {type_}")
            case Builtin(name):
                self.demand(name in BUILTINS, f"no builtin {name}")
            case Possible(action):
                self.demand(action in self.actions, f"no action {action}")
            case Convert() | Stuck() | Template():
                pass
            case _:
                assert_never(expr)

    def _name(self, kind: str, name: str, declared: Type | None, type_: Type) -> None:
        if declared is None:
            self.wrong(f"no {kind} {name}")
        else:
            self.demand(one_kind(declared, type_), f"{kind} {name} of type {declared} read as {type_}")

    def _index(self, base: Type, key: Type, type_: Type) -> None:
        match base:
            case MapType(wanted, value):
                self.demand(one_kind(key, wanted), f"{key} as key of {base}")
                self.demand(one_kind(value, type_), f"an entry of {base} as {type_}")
            case BagType(item, _):
                self.demand(one_kind(key, item), f"{key} as key of {base}")
            case ListType(item, _):
                self.demand(isinstance(key, IntType) and one_kind(item, type_), f"{key} as place in {base}")
            case _:
                self.wrong(f"an index of {base}")

    def _field(self, base: Type, name: str, type_: Type) -> None:
        fields = dict(base.fields) if isinstance(base, RecordType) else {}
        if name in fields:
            self.demand(one_kind(fields[name], type_), f"field {name} of {base} as {type_}")
        else:
            self.wrong(f"no field {name} in {base}")

    def _call(self, name: str, arguments: tuple[Expr, ...]) -> None:
        function = self.functions.get(name)
        if function is None:
            return self.wrong(f"no function {name}")
        self.demand(len(arguments) == len(function.parameters), f"{quantity(len(arguments), 'argument')} for {name}")
        for argument, parameter in zip(arguments, function.parameters, strict=False):
            self.demand(
                one_kind(argument.type, parameter.type),
                f"{argument.type} for {parameter.name} of type {parameter.type}",
            )

    def _binary(self, expr: Binary) -> None:
        operator, left, right = expr.operator, expr.left.type, expr.right.type
        if operator in TRUTH_OPERATORS:
            fine = isinstance(left, BoolType) and isinstance(right, BoolType)
        elif operator in NUMBER_OPERATORS:
            fine = isinstance(left, IntType) and isinstance(right, IntType)
        elif operator in SET_OPERATORS:
            fine = isinstance(left, SetType) and left == right == expr.type
        elif operator == "in":
            fine = (item := item_of(right)) is not None and one_kind(left, item)
        elif operator in ("==", "!=", "<", "<=", ">", ">=", "add", "subtract", "concat"):
            fine = one_kind(left, right)
        else:
            fine = False
        self.demand(fine, f"{left} {operator} {right}")

    def _fold(self, expr: Fold, scope: Scope) -> None:
        inside = dict(scope)
        for clause in expr.clauses:
            if isinstance(clause, Each):
                self.going_through(clause.domain, clause.type, inside)
                inside[clause.name] = clause.type
            else:
                self.condition(clause.condition, inside)
        for part in (expr.item, expr.key, expr.by):
            if part is not None:
                self.expression(part, inside)
        if expr.default is not None:
            self.expression(expr.default, scope)
        self._fold_type(expr)

    def _fold_type(self, expr: Fold) -> None:
        traits, item, type_ = FOLDS[expr.kind], expr.item.type, expr.type
        match traits.result:
            case FoldResult.TRUTH | FoldResult.COUNT:
                fine = isinstance(item, BoolType)
            case FoldResult.EXTREME:
                fine = one_kind(item, type_)
            case FoldResult.OPTIONAL:
                fine = isinstance(type_, OptionalType) and one_kind(item, type_.item)
            case FoldResult.SET:
                fine = isinstance(type_, SetType) and one_kind(item, type_.item)
            case FoldResult.UNION:
                fine = item == type_
            case FoldResult.COLLECTION:
                fine = isinstance(type_, ListType | BagType) and one_kind(item, type_.item)
            case FoldResult.ENTRIES:
                fine = expr.key is not None and _entries_fit(expr.key.type, item, type_)
            case FoldResult.TOTAL:
                fine = True
            case other:
                assert_never(other)
        fine = fine and (expr.by is not None) == (traits.form is FoldForm.RANKING)
        self.demand(fine, f"{expr.kind} of {item} as {type_}")

    def _walk(self, expr: Walk, scope: Scope) -> None:
        self.expression(expr.start, scope)
        if expr.target is not None:
            self.expression(expr.target, scope)
            self.demand(
                expr.target.type == expr.start.type, f"{expr.kind} from {expr.start.type} to {expr.target.type}"
            )
        item = item_of(expr.start.type)
        if item is None:
            return self.wrong(f"{expr.kind} from {expr.start.type}")
        self.expression(expr.step, {**scope, expr.name: item})
        step = item_of(expr.step.type)
        self.demand(step is not None and fits(step, item), f"steps of {expr.step.type} among {item}")


def _entries_fit(key: Type, value: Type, type_: Type) -> bool:
    match type_:
        case MapType(wanted, entry):
            return one_kind(key, wanted) and one_kind(value, entry)
        case BagType(wanted, _):
            return one_kind(key, wanted) and isinstance(value, IntType)
        case _:
            return False
