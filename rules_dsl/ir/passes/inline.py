"""Calls of small functions → their bodies."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules_dsl.ir.calls import callees_first
from rules_dsl.ir.names import fresh_names, list_bound_here, substitute
from rules_dsl.ir.nodes import Binary, Call, Const, Expr, Fold, Function, Game, IfElse, LetIn, Literal, Local, Walk
from rules_dsl.ir.rebuild import bottom_up, children, walk
from rules_dsl.ir.rebuild_game import map_game
from rules_dsl.ir.shapes import fit_expression, is_small


def run(game: Game) -> Game:
    """Calls of small functions → their bodies with the arguments put in or named."""
    inliner = _Inliner()
    for function in callees_first(game.functions):
        inliner.look_at(function)
    return map_game(game, inliner.inline_calls) if inliner.small else game


@dataclass(slots=True)
class _Inliner:
    small: dict[str, Function] = field(default_factory=dict)
    copies: int = 0

    def look_at(self, function: Function) -> None:
        """Note a function whose body is small once its own calls are inlined."""
        body = self.inline_calls(function.body)
        if is_small(body) and all(parameter.domain is None for parameter in function.parameters):
            self.small[function.name] = replace(function, body=body)

    def inline_calls(self, expr: Expr) -> Expr:
        """The expression without calls of small functions."""
        return bottom_up(expr, self._without_call) if self.small else expr

    def _without_call(self, expr: Expr) -> Expr:
        if not isinstance(expr, Call) or expr.function not in self.small:
            return expr
        function = self.small[expr.function]
        body = self._copy(function.body)
        named: list[tuple[str, Expr]] = []
        values: dict[str, Expr] = {}
        for parameter, argument in zip(function.parameters, expr.arguments, strict=True):
            value = fit_expression(argument, parameter.type)
            if _may_stand_in(value, parameter.name, body):
                values[parameter.name] = value
            else:
                self.copies += 1
                name = f"{parameter.name}#in{self.copies}"
                values[parameter.name] = Local(name, parameter.type)
                named.append((name, value))
        result = fit_expression(fit_expression(substitute(body, values), function.type), expr.type)
        for name, value in reversed(named):
            result = LetIn(name, value, result, result.type, span=expr.span)
        return result

    def _copy(self, body: Expr) -> Expr:
        """The body with new names for what it binds, so that names stay unique."""
        names = [name for part in walk(body) for name in list_bound_here(part)]
        if not names:
            return body
        self.copies += 1
        return fresh_names(body, {name: f"{name}#in{self.copies}" for name in names})


def _may_stand_in(value: Expr, name: str, body: Expr) -> bool:
    """May the argument stand where the parameter is used, without being evaluated more often or fewer times?"""
    return isinstance(value, Literal | Local | Const) or _sure_uses(body, name) == 1 == _uses(body, name)


def _uses(body: Expr, name: str) -> int:
    return sum(1 for part in walk(body) if isinstance(part, Local) and part.name == name)


def _sure_uses(expr: Expr, name: str) -> int:
    """How often the local is read whenever the expression is evaluated, each time once."""
    if isinstance(expr, Local):
        return 1 if expr.name == name else 0
    if isinstance(expr, Fold | Walk):
        return 0
    return sum(_sure_uses(part, name) for part in _always_evaluated(expr))


def _always_evaluated(expr: Expr) -> list[Expr]:
    parts = children(expr)
    return parts[:1] if _is_lazy(expr) else parts


def _is_lazy(expr: Expr) -> bool:
    return isinstance(expr, IfElse) or (isinstance(expr, Binary) and expr.operator in ("and", "or", "implies"))
