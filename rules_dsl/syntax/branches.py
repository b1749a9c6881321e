"""Typed access to the parts of a parse tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from lark import Token as LarkToken
from lark import Tree

from rules_dsl.source import Span

Node = Tree[LarkToken]


def sub(node: Node, index: int) -> Node:
    """A child that is a node."""
    return cast(Node, node.children[index])


def maybe(node: Node, index: int) -> Node | None:
    """A child that is a node or was not written."""
    return cast("Node | None", node.children[index])


def word(node: Node, index: int) -> LarkToken:
    """A child that is a token."""
    return cast(LarkToken, node.children[index])


def maybe_word(node: Node, index: int) -> LarkToken | None:
    """A child that is a token or was not written."""
    return cast("LarkToken | None", node.children[index])


def subs(node: Node, kind: str | None = None) -> Iterator[Node]:
    """The children that are nodes, of one kind when given."""
    return (child for child in node.children if isinstance(child, Tree) and kind in (None, child.data))


def words(node: Node) -> Iterator[LarkToken]:
    """The children that are tokens."""
    return (child for child in node.children if isinstance(child, LarkToken))


def token_span(file: str, token: LarkToken) -> Span:
    """Where a token stands."""
    return Span(file, token.line or 1, token.column or 1, token.end_line or 1, token.end_column or 1)


def node_span(file: str, node: Node) -> Span:
    """Where a node stands."""
    meta = node.meta
    if meta.empty:
        return Span(file, 1, 1, 1, 1)
    return Span(file, meta.line, meta.column, meta.end_line, meta.end_column)


def deepest(root: Node) -> tuple[int, Node]:
    """The number of levels of a tree and a node of the last level."""
    level, depth = [root], 0
    while True:
        below = [child for node in level for child in node.children if isinstance(child, Tree)]
        depth += 1
        if not below:
            return depth, level[0]
        level = below
