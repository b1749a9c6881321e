"""Parse tree → AST: actions, events, exceptions, reactions, plays and endings."""

from __future__ import annotations

from lark import Tree

from rules_dsl.kinds import ENDING_KINDS
from rules_dsl.syntax import ast
from rules_dsl.syntax.branches import Node, maybe_word, sub, subs, word
from rules_dsl.syntax.build import TreeBuilder
from rules_dsl.syntax.build_declarations import trailer
from rules_dsl.syntax.build_expressions import build_each, expression
from rules_dsl.syntax.build_statements import clauses, parameter, parameters, statements


def action(b: TreeBuilder, node: Node) -> ast.ActionDecl:
    """`action pick(f: Fruit)`."""
    return ast.ActionDecl(*_parts(b, node), span=b.span(node))


def event(b: TreeBuilder, node: Node) -> ast.EventDecl:
    """`event chill`."""
    return ast.EventDecl(*_parts(b, node), span=b.span(node))


def _parts(
    b: TreeBuilder, node: Node
) -> tuple[ast.Name, tuple[ast.ParameterDecl, ...], tuple[ast.ActionClause, ...], tuple[ast.Tag, ...], str]:
    name, given, tags = b.name(word(node, 0)), parameters(b, sub(node, 1)), b.tags(sub(node, 2))
    return name, given, clauses(b, sub(node, 3)), tags, b.doc(node)


def exception(b: TreeBuilder, node: Node) -> ast.ExceptionDecl:
    """`instead of A when C as n before m`, `also for A when C`."""
    earlier = tuple(b.build_dotted(name) for name in subs(sub(node, 3)))
    return ast.ExceptionDecl(
        node.data == "instead",
        b.build_dotted(sub(node, 0)),
        expression(b, sub(node, 1)),
        b.maybe_name(maybe_word(node, 2)),
        earlier,
        clauses(b, sub(node, 5)),
        b.tags(sub(node, 4)),
        b.doc(node),
        span=b.span(node),
    )


def whenever(b: TreeBuilder, node: Node) -> ast.WheneverDecl:
    """`whenever milestone(m: milestones): reached(m)`."""
    name, given, condition = b.name(word(node, 0)), parameters(b, sub(node, 1)), expression(b, sub(node, 2))
    return ast.WheneverDecl(
        name, given, condition, clauses(b, sub(node, 4)), b.tags(sub(node, 3)), b.doc(node), span=b.span(node)
    )


def play_main(b: TreeBuilder, node: Node) -> ast.PlayDecl:
    """`play`."""
    return ast.PlayDecl(None, (), statements(b, subs(node)), b.tags(sub(node, 0)), b.doc(node), span=b.span(node))


def play_sub(b: TreeBuilder, node: Node) -> ast.PlayDecl:
    """`play bidding(first: Player)`."""
    name, given, tags = b.name(word(node, 0)), parameters(b, sub(node, 1)), b.tags(sub(node, 2))
    return ast.PlayDecl(name, given, statements(b, subs(node)), tags, b.doc(node), span=b.span(node))


def end(b: TreeBuilder, node: Node) -> ast.EndDecl:
    """`end when C`, `goal C`."""
    return ast.EndDecl(
        ENDING_KINDS[str(node.data)],
        expression(b, sub(node, 0)),
        None,
        b.tags(sub(node, 1)),
        b.doc(node),
        span=b.span(node),
    )


def winner(b: TreeBuilder, node: Node) -> ast.EndDecl:
    """`win P when C`, `lose …`, `draw when C`."""
    kind, written = ENDING_KINDS[str(word(node, 0))], node.children[1]
    who: ast.Expr | ast.ParameterDecl | None = None
    if isinstance(written, Tree):
        who = parameter(b, written) if written.data == "typed_parameter" else expression(b, written)
    return ast.EndDecl(kind, expression(b, sub(node, 2)), who, b.tags(sub(node, 3)), b.doc(node), span=b.span(node))


def rule_decl(b: TreeBuilder, node: Node) -> ast.RuleDecl:
    """`rule row: for r in D: expr "reason"`."""
    loops = tuple(build_each(b, loop) for loop in subs(node, "each"))
    condition, (reason, tags) = expression(b, sub(node, -2)), trailer(b, sub(node, -1))
    return ast.RuleDecl(b.name(word(node, 0)), loops, condition, reason, tags, b.doc(node), span=b.span(node))
