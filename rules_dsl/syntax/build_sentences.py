"""Parse tree → AST: what players read."""

from __future__ import annotations

from rules_dsl.syntax import ast
from rules_dsl.syntax.branches import Node, maybe, maybe_word, sub, subs, word
from rules_dsl.syntax.build import TreeBuilder
from rules_dsl.syntax.build_expressions import expression
from rules_dsl.syntax.build_pictures import choices


def say(b: TreeBuilder, node: Node) -> ast.SayDecl:
    """The sentences of a game."""
    names = tuple(_names(b, item) for item in subs(node, "say_names"))
    lines = tuple(_line(b, item) for item in subs(node, "say_line"))
    return ast.SayDecl(names, lines, b.doc(node), span=b.span(node))


def _names(b: TreeBuilder, node: Node) -> ast.SayNamesDecl:
    words = tuple(ast.SayWordDecl(str(word(item, 0)), b.text(word(item, 1)), span=b.span(item)) for item in subs(node, "say_word"))
    return ast.SayNamesDecl(b.build_dotted(sub(node, 0)), words, span=b.span(node))


def _line(b: TreeBuilder, node: Node) -> ast.SayLineDecl:
    after, item, labels = maybe_word(node, 0) is not None, maybe(node, 2), next(subs(node, "say_labels"), None)
    result = () if labels is None else tuple(_label(b, line) for line in subs(labels, "say_label"))
    return ast.SayLineDecl(b.build_dotted(sub(node, 1)), choices(b, node), None if item is None else _build_generator(b, item), result, after, span=b.span(node))


def _build_generator(b: TreeBuilder, node: Node) -> ast.GeneratorClause:
    return ast.GeneratorClause(b.name(word(node, 0)), expression(b, sub(node, 1)), span=b.span(node))


def _label(b: TreeBuilder, node: Node) -> ast.SayLabelDecl:
    return ast.SayLabelDecl(str(word(node, 0)), choices(b, node), span=b.span(node))
