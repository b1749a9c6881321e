"""Are the values of `alike` types without identity in the rules: no order among them, none of them named?

Other rules are well formed, but not symmetric.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules_dsl.ir.nodes import Binary, Builtin, Expr, Game, Literal
from rules_dsl.ir.rebuild import body_expressions, walk
from rules_dsl.ir.types import EnumType, OptionalType, Type

ORDER = frozenset(["<", "<=", ">", ">="])
ORDERED_BUILTINS = frozenset(["next", "previous", "number"])


def sameness_problems(game: Game) -> Iterator[str]:
    """Where rules tell values apart that are alike."""
    if any(_alike(type_) for type_ in game.types):
        for place, expr in _rule_expressions(game):
            for part in walk(expr):
                yield from (f"{place}: {what}" for what in _tells_apart(part))


def _alike(type_: Type) -> bool:
    match type_:
        case EnumType(kind="alike"):
            return True
        case OptionalType(item):
            return _alike(item)
        case _:
            return False


def _tells_apart(expr: Expr) -> Iterator[str]:
    match expr:
        case Binary(operator, left) if operator in ORDER and _alike(left.type):
            yield f"values of {left.type} are alike and have no order"
        case Builtin(name, arguments) if name in ORDERED_BUILTINS and _alike(arguments[0].type):
            yield f"values of {arguments[0].type} are alike and have no {name}"
        case Builtin("nth") if _alike(expr.type):
            yield f"values of {expr.type} are alike and have no number"
        case Literal(value, type_) if value is not None and _alike(type_):
            yield f"values of {type_} are alike and none is named"
        case _:
            pass


def _rule_expressions(game: Game) -> Iterator[tuple[str, Expr]]:
    """Expressions of the rules; nodes are left out, where loops count."""
    for function in game.functions:
        yield f"function {function.name}", function.body
    for action in game.actions:
        exprs = [*(need.condition for need in action.needs), *body_expressions(action.body)]
        yield from ((f"action {action.name}", expr) for expr in exprs)
    for reaction in game.reactions:
        yield from (
            (f"reaction {reaction.name}", expr) for expr in [reaction.condition, *body_expressions(reaction.body)]
        )
    for ending in game.endings:
        yield f"ending {ending.rule.name}", ending.condition
