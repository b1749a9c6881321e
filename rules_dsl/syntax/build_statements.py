"""Parse tree → AST: statements and the clauses of actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lark import Tree

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.diagnostics.foreign import foreign_call
from rules_dsl.kinds import ASSIGN_OPERATORS
from rules_dsl.syntax import ast
from rules_dsl.syntax.branches import Node, maybe, maybe_word, sub, subs, word
from rules_dsl.syntax.build import TreeBuilder
from rules_dsl.syntax.build_expressions import arguments, expression, maybe_expression, type_of


def statements(b: TreeBuilder, nodes: Iterable[Node]) -> tuple[ast.Stmt, ...]:
    """The statements among nodes, in order."""
    return tuple(_STATEMENTS[node.data](b, node) for node in nodes if node.data in _STATEMENTS)


def _assign(b: TreeBuilder, node: Node) -> ast.Stmt:
    target = expression(b, sub(node, 0))
    if not _assignable(target):
        b.report(
            finding(
                "E0232",
                "this cannot be assigned to",
                target.span,
                reason="the left side is `v`, `v[k]`, `v.f`, or these nested",
                repair="name the variable that changes",
            )
        )
    operator = ASSIGN_OPERATORS[str(word(sub(node, 1), 0))]
    return ast.AssignStmt(target, operator, expression(b, sub(node, 2)), span=b.span(node))


def _assignable(target: ast.Expr) -> bool:
    while isinstance(target, ast.SubscriptExpr | ast.DotExpr):
        target = target.base
    return isinstance(target, ast.Ref)


def _let(b: TreeBuilder, node: Node) -> ast.Stmt:
    return ast.LetStmt(b.name(word(node, 0)), expression(b, sub(node, 1)), span=b.span(node))


def _when(b: TreeBuilder, node: Node) -> ast.Stmt:
    other = maybe(node, 2)
    otherwise = () if other is None else statements(b, [other] if other.data == "when" else subs(other))
    return ast.WhenStmt(expression(b, sub(node, 0)), statements(b, subs(sub(node, 1))), otherwise, span=b.span(node))


def _for(b: TreeBuilder, node: Node) -> ast.Stmt:
    body = (child for child in node.children[2:] if isinstance(child, Tree))
    at_once = node.data == "at_once"
    return ast.ForStmt(
        b.name(word(node, 0)), expression(b, sub(node, 1)), statements(b, body), at_once, span=b.span(node)
    )


def _choose_value(b: TreeBuilder, node: Node) -> ast.Stmt:
    condition = maybe_expression(b, maybe(node, 2))
    return ast.ChooseValueStmt(b.name(word(node, 0)), expression(b, sub(node, 1)), condition, span=b.span(node))


def _choose_action(b: TreeBuilder, node: Node) -> ast.Stmt:
    names = tuple(b.build_dotted(child) for child in subs(node, "dotted"))
    chooser, otherwise = next(subs(node, "chooser")), next(subs(node, "block_body"), None)
    by = maybe_expression(b, maybe(chooser, 0))
    body = None if otherwise is None else statements(b, subs(otherwise))
    return ast.ChooseActionStmt(names, by, body, span=b.span(node))


def _roll(b: TreeBuilder, node: Node) -> ast.Stmt:
    return ast.RollStmt(b.name(word(node, 0)), expression(b, sub(node, 1)), span=b.span(node))


def _draw(b: TreeBuilder, node: Node) -> ast.Stmt:
    return ast.DrawStmt(b.name(word(node, 0)), expression(b, sub(node, 1)), span=b.span(node))


def _shuffle(b: TreeBuilder, node: Node) -> ast.Stmt:
    return ast.ShuffleStmt(expression(b, sub(node, 0)), span=b.span(node))


def _put(b: TreeBuilder, node: Node) -> ast.Stmt:
    return ast.PutStmt(expression(b, sub(node, 0)), str(word(node, 1)), expression(b, sub(node, 2)), span=b.span(node))


def _do(b: TreeBuilder, node: Node) -> ast.Stmt:
    inner = sub(node, 0)
    called, passed = (sub(inner, 0), arguments(b, sub(inner, 1))) if inner.data == "call" else (inner, ())
    return ast.DoStmt(_build_called_name(b, called), passed, span=b.span(node))


def _build_called_name(b: TreeBuilder, node: Node) -> ast.Name:
    written = expression(b, node)
    parts: list[str] = []
    while isinstance(written, ast.DotExpr):
        parts.append(written.name.text)
        written = written.base
    if isinstance(written, ast.Ref):
        return ast.Name(".".join([written.name, *reversed(parts)]), span=b.span(node))
    b.report(
        finding(
            "E0233",
            "this line does nothing",
            b.span(node),
            reason="an expression is not a statement",
            repair=foreign_call(parts[0] if parts else "") or "assign it with `=`, or call an event or a sub-play",
        )
    )
    return ast.Name("?", span=b.span(node))


def _loop(b: TreeBuilder, node: Node) -> ast.Stmt:
    return ast.LoopStmt(maybe_expression(b, maybe(node, 0)), statements(b, subs(sub(node, 1))), span=b.span(node))


def _repeat(b: TreeBuilder, node: Node) -> ast.Stmt:
    name = b.maybe_name(maybe_word(node, 1))
    return ast.RepeatStmt(expression(b, sub(node, 0)), name, statements(b, subs(sub(node, 2))), span=b.span(node))


def _leave(b: TreeBuilder, node: Node) -> ast.Stmt:
    return ast.LeaveStmt(span=b.span(node))


def _stop(b: TreeBuilder, node: Node) -> ast.Stmt:
    return ast.StopStmt(span=b.span(node))


_STATEMENTS: dict[str, Callable[[TreeBuilder, Node], ast.Stmt]] = {
    "assign": _assign,
    "let_statement": _let,
    "when": _when,
    "for_statement": _for,
    "at_once": _for,
    "choose_value": _choose_value,
    "choose_action": _choose_action,
    "roll": _roll,
    "draw": _draw,
    "shuffle": _shuffle,
    "put": _put,
    "do": _do,
    "loop": _loop,
    "repeat": _repeat,
    "leave": _leave,
    "stop": _stop,
}


def clauses(b: TreeBuilder, node: Node) -> tuple[ast.ActionClause, ...]:
    """The clauses of an action, event, exception or reaction."""
    result = tuple(_clause(b, child) for child in subs(node) if child.data != "bad")
    _check_order(b, result)
    return result


def _clause(b: TreeBuilder, node: Node) -> ast.ActionClause:
    span = b.span(node)
    match node.data:
        case "needs":
            return build_needs(b, node)
        case "ensures":
            return ast.Ensures(expression(b, sub(node, 0)), b.maybe_text(maybe_word(node, 1)), span=span)
        case "let_clause":
            return ast.LetClause(b.name(word(node, 0)), expression(b, sub(node, 1)), span=span)
        case _:
            return ast.Does(statements(b, subs(node)), span=span)


def build_needs(b: TreeBuilder, node: Node) -> ast.Needs:
    """`needs x > 3 "reason"`."""
    return ast.Needs(expression(b, sub(node, 0)), b.maybe_text(maybe_word(node, 1)), span=b.span(node))


def _check_order(b: TreeBuilder, actions: tuple[ast.ActionClause, ...]) -> None:
    does: ast.Does | None = None
    for clause in actions:
        if isinstance(clause, ast.Needs) and does is not None:
            late = finding(
                "E0235",
                "`needs` comes after `does`",
                clause.span,
                reason="what an action needs is tested before it is done",
                repair="move it above `does`, or write `ensures`",
            )
            b.report(late.also(does.span, "`does` is here"))
        does = does or (clause if isinstance(clause, ast.Does) else None)


def parameters(b: TreeBuilder, node: Node) -> tuple[ast.ParameterDecl, ...]:
    """The parameters in brackets after a name."""
    return tuple(parameter(b, child) for child in subs(node))


def parameter(b: TreeBuilder, node: Node) -> ast.ParameterDecl:
    """`name: type` or `name in domain`."""
    name, span = b.name(word(node, 0)), b.span(node)
    if node.data == "typed_parameter":
        return ast.ParameterDecl(name, type=type_of(b, sub(node, 1)), span=span)
    return ast.ParameterDecl(name, domain=expression(b, sub(node, 1)), span=span)


def move(b: TreeBuilder, node: Node) -> ast.MoveCall:
    """One move of a play: an action with its values, or a chance outcome."""
    span = b.span(node)
    if node.data == "chance_move":
        return ast.MoveCall(b.name(word(node, 0)), outcome=expression(b, sub(node, 1)), span=span)
    given = maybe(node, 1)
    return ast.MoveCall(b.build_dotted(sub(node, 0)), () if given is None else _values(b, given), span=span)


def _values(b: TreeBuilder, node: Node) -> tuple[ast.Expr, ...]:
    for argument in arguments(b, node):
        if argument.name is not None:
            b.report(
                finding(
                    "E0236",
                    f"the value of `{argument.name}` is written without its name",
                    argument.span,
                    reason="a move lists its values in order",
                    repair="leave out the name and `=`",
                )
            )
    return tuple(argument.value for argument in arguments(b, node))
