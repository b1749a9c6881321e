"""Parse tree → AST: expressions and types."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir.folds import FOLD_KINDS, FOLDS, FoldForm
from rules_dsl.kinds import COLLECTION_KINDS, UNARY_OPERATORS, WALK_KINDS, WRITTEN_OPERATORS
from rules_dsl.syntax import ast
from rules_dsl.syntax.branches import Node, maybe, maybe_word, sub, subs, word, words
from rules_dsl.syntax.build import TreeBuilder

CALLS = frozenset([kind for kind, traits in FOLDS.items() if traits.form is FoldForm.CALL])
RANKINGS = frozenset([kind for kind, traits in FOLDS.items() if traits.form is FoldForm.RANKING])
WALKS = {"reach": 1, "distance": 2, "nearest": 2}


def expression(b: TreeBuilder, node: Node) -> ast.Expr:
    """Any expression."""
    return _EXPRESSIONS[node.data](b, node)


def maybe_expression(b: TreeBuilder, node: Node | None) -> ast.Expr | None:
    """An expression, if one was written."""
    return None if node is None else expression(b, node)


def _reference(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.Ref(str(word(node, 0)), span=b.span(node))


def _number(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.IntLit(int(word(node, 0)), span=b.span(node))


def _truth(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.BoolLit(word(node, 0) == "true", span=b.span(node))


def _text(b: TreeBuilder, node: Node) -> ast.Expr:
    return b.text(word(node, 0))


def _choice(b: TreeBuilder, node: Node) -> ast.Expr:
    then, condition, otherwise = (expression(b, child) for child in subs(node))
    return ast.IfElseExpr(condition, then, otherwise, span=b.span(node))


def _update(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.WithFieldsExpr(expression(b, sub(node, 0)), settings(b, node), span=b.span(node))


def settings(b: TreeBuilder, node: Node) -> tuple[ast.Argument, ...]:
    """The `f = e` pairs among the children of a node."""
    return tuple(
        ast.Argument(b.name(word(pair, 0)), expression(b, sub(pair, 1)), span=b.span(pair))
        for pair in subs(node, "setting")
    )


def _binary(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.BinaryExpr(
        WRITTEN_OPERATORS[str(word(node, 1))],
        expression(b, sub(node, 0)),
        expression(b, sub(node, 2)),
        span=b.span(node),
    )


def _compare(b: TreeBuilder, node: Node) -> ast.Expr:
    operator = WRITTEN_OPERATORS[" ".join(words(sub(node, 1)))]
    return ast.BinaryExpr(operator, expression(b, sub(node, 0)), expression(b, sub(node, 2)), span=b.span(node))


def _unary(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.UnaryExpr(UNARY_OPERATORS[str(word(node, 0))], expression(b, sub(node, 1)), span=b.span(node))


def _range_of(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.RangeExpr(expression(b, sub(node, 0)), expression(b, sub(node, 1)), span=b.span(node))


def _dot(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.DotExpr(expression(b, sub(node, 0)), b.name(word(node, 1)), span=b.span(node))


def _subscript(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.SubscriptExpr(expression(b, sub(node, 0)), expression(b, sub(node, 1)), span=b.span(node))


def _call(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.CallExpr(expression(b, sub(node, 0)), arguments(b, sub(node, 1)), span=b.span(node))


def arguments(b: TreeBuilder, node: Node) -> tuple[ast.Argument, ...]:
    """The arguments of a call."""
    return tuple(_argument(b, child) for child in subs(node))


def _argument(b: TreeBuilder, node: Node) -> ast.Argument:
    if node.data == "named_argument":
        return ast.Argument(b.name(word(node, 0)), expression(b, sub(node, 1)), span=b.span(node))
    return ast.Argument(None, expression(b, sub(node, 0)), span=b.span(node))


def _clauses(b: TreeBuilder, node: Node) -> tuple[ast.Clause, ...]:
    return tuple(_clause(b, child) for child in subs(node))


def _clause(b: TreeBuilder, node: Node) -> ast.Clause:
    match node.data:
        case "each":
            return build_each(b, node)
        case "where":
            return ast.WhereClause(expression(b, sub(node, 0)), span=b.span(node))
        case "while":
            return ast.WhileClause(expression(b, sub(node, 0)), span=b.span(node))
        case _:
            return ast.UntilClause(expression(b, sub(node, 0)), span=b.span(node))


def build_each(b: TreeBuilder, node: Node) -> ast.GeneratorClause:
    """`for x in S`."""
    return ast.GeneratorClause(b.name(word(node, 0)), expression(b, sub(node, 1)), span=b.span(node))


def _kind(b: TreeBuilder, node: Node, known: frozenset[str], example: str) -> str:
    text = str(word(node, 0)) if node.data == "reference" else ""
    if text not in known:
        shown = f"`{text}`" if text else "this"
        allowed = ", ".join(sorted(known))
        b.report(
            finding(
                "E0230",
                f"{shown} does not take `for`",
                b.span(node),
                reason=f"only {allowed} take `for`",
                repair=f"write one of {allowed}",
            )
        )
    return text if text in known else min(known)


def _fold(b: TreeBuilder, node: Node) -> ast.Expr:
    kind = FOLD_KINDS[_kind(b, sub(node, 0), CALLS, "for")]
    item, default = expression(b, sub(node, 1)), maybe_expression(b, maybe(node, 3))
    return ast.FoldExpr(kind, item, _clauses(b, sub(node, 2)), default=default, span=b.span(node))


def _ranking(b: TreeBuilder, node: Node) -> ast.Expr:
    kind = FOLD_KINDS[_kind(b, sub(node, 0), RANKINGS, "by … for")]
    item, by = expression(b, sub(node, 1)), expression(b, sub(node, 2))
    return ast.FoldExpr(kind, item, _clauses(b, sub(node, 3)), by=by, span=b.span(node))


def _walk(b: TreeBuilder, node: Node) -> ast.Expr:
    kind, places = WALK_KINDS[_kind(b, sub(node, 0), frozenset(WALKS), "via")], arguments(b, sub(node, 1))
    wanted = WALKS[kind]
    if len(places) != wanted:
        b.report(
            finding("E0231", f"`{kind}` takes {wanted} {'set' if wanted == 1 else 'sets'} before `via`", b.span(sub(node, 1)),
                    repair="write `reach(S via c: e)`, `distance(S, T via c: e)` or `nearest(S, T via c: e)`")
        )  # fmt: skip
    start = places[0].value if places else ast.SetLit((), span=b.span(node))
    target = places[1].value if len(places) > 1 else None
    return ast.WalkExpr(kind, start, target, b.name(word(node, 2)), expression(b, sub(node, 3)), span=b.span(node))


def _items(b: TreeBuilder, node: Node) -> tuple[ast.Expr, ...]:
    return tuple(expression(b, child) for child in subs(node))


def _set_literal(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.SetLit(_items(b, node), span=b.span(node))


def _list_literal(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.ListLit(_items(b, node), span=b.span(node))


def _map_literal(b: TreeBuilder, node: Node) -> ast.Expr:
    entries = tuple((expression(b, sub(entry, 0)), expression(b, sub(entry, 1))) for entry in subs(node))
    return ast.MapLit(entries, span=b.span(node))


def _set_fold(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.FoldExpr("set", expression(b, sub(node, 0)), _clauses(b, sub(node, 1)), span=b.span(node))


def _list_fold(b: TreeBuilder, node: Node) -> ast.Expr:
    return ast.FoldExpr("list", expression(b, sub(node, 0)), _clauses(b, sub(node, 1)), span=b.span(node))


def _map_fold(b: TreeBuilder, node: Node) -> ast.Expr:
    entry = sub(node, 0)
    key, item = expression(b, sub(entry, 0)), expression(b, sub(entry, 1))
    return ast.FoldExpr("map", item, _clauses(b, sub(node, 1)), key=key, span=b.span(node))


_EXPRESSIONS: dict[str, Callable[[TreeBuilder, Node], ast.Expr]] = {
    "reference": _reference,
    "number": _number,
    "truth": _truth,
    "text": _text,
    "choice": _choice,
    "update": _update,
    "binary": _binary,
    "compare": _compare,
    "unary": _unary,
    "range_of": _range_of,
    "dot": _dot,
    "subscript": _subscript,
    "call": _call,
    "fold": _fold,
    "ranking": _ranking,
    "walk": _walk,
    "set_literal": _set_literal,
    "list_literal": _list_literal,
    "map_literal": _map_literal,
    "set_fold": _set_fold,
    "list_fold": _list_fold,
    "map_fold": _map_fold,
}

# -- types ------------------------------------------------------------------------------------------------------------


def type_of(b: TreeBuilder, node: Node) -> ast.TypeExpr:
    """Any written type."""
    span = b.span(node)
    match node.data:
        case "map_type":
            return ast.MapOf(type_of(b, sub(node, 0)), type_of(b, sub(node, 1)), span=span)
        case "set_type":
            return ast.CollectionOf("set", type_of(b, sub(node, 0)), span=span)
        case "sized_type":
            most = maybe_expression(b, maybe(node, 2))
            return ast.CollectionOf(COLLECTION_KINDS[str(word(node, 0))], type_of(b, sub(node, 1)), most, span=span)
        case "drawing_type":
            return ast.DrawingOf(type_of(b, sub(node, 0)), span=span)
        case "optional_type":
            return ast.OptionalOf(type_of(b, sub(node, 0)), span=span)
        case "range_type":
            return ast.RangeType(expression(b, sub(node, 0)), expression(b, sub(node, 1)), span=span)
        case "record_type":
            return ast.RecordOf(_fields(b, node), b.maybe_text(maybe_word(node, -1)), span=span)
        case "enum":
            return ast.EnumOf(variants(b, node), span=span)
        case "alike":
            return ast.AlikeOf(expression(b, sub(node, 0)), span=span)
        case "named_type":
            return type_of(b, sub(node, 0))
        case "range_of":
            return ast.RangeType(expression(b, sub(node, 0)), expression(b, sub(node, 1)), span=span)
        case _:
            return _build_named_type(b, node)


def _fields(b: TreeBuilder, node: Node) -> tuple[ast.FieldDecl, ...]:
    return tuple(
        ast.FieldDecl(b.name(word(item, 0)), type_of(b, sub(item, 1)), span=b.span(item))
        for item in subs(node, "field")
    )


def variants(b: TreeBuilder, node: Node) -> tuple[ast.Variant, ...]:
    """The values of an enum among the children of a node."""
    return tuple(
        ast.Variant(b.name(word(item, 0)), b.maybe_text(maybe_word(item, 1)), span=b.span(item))
        for item in subs(node, "variant")
    )


def _build_named_type(b: TreeBuilder, node: Node) -> ast.TypeExpr:
    text = _join_dotted(node)
    if not text:
        b.report(
            finding(
                "E0234",
                "a type is expected here",
                b.span(node),
                reason="a number alone is not a type",
                repair="write a name of a type or a range `lo..hi`",
            )
        )
    return ast.NamedType(text or "Bool", span=b.span(node))


def _join_dotted(node: Node) -> str:
    match node.data:
        case "reference":
            return str(word(node, 0))
        case "dot":
            base = _join_dotted(sub(node, 0))
            return f"{base}.{word(node, 1)}" if base else ""
        case _:
            return ""
