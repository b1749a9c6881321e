"""Helpers of the tree builders: spans, names, texts, diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lark import Token as LarkToken

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.source import Span
from rules_dsl.syntax import ast
from rules_dsl.syntax.branches import Node, node_span, sub, subs, token_span, word, words
from rules_dsl.syntax.strings import Hole, PlainText, Slip, parts_of_text
from rules_dsl.syntax.tokens import Scanner, Token


@dataclass(frozen=True, slots=True)
class TreeBuilder:
    """Context of building one block: `docs` maps a line to the doc comment above it."""

    file: str
    report: Callable[[Diagnostic], None]
    parse_hole: Callable[[Sequence[Token]], Node | None]
    docs: Mapping[int, str]
    build_expression: Callable[[TreeBuilder, Node], ast.Expr]

    def span(self, node: Node) -> Span:
        """Where a node stands."""
        return node_span(self.file, node)

    def at(self, token: LarkToken) -> Span:
        """Where a token stands."""
        return token_span(self.file, token)

    def name(self, token: LarkToken) -> ast.Name:
        """A token as a name."""
        return ast.Name(str(token), span=self.at(token))

    def maybe_name(self, token: LarkToken | None) -> ast.Name | None:
        """A name, if one was written."""
        return None if token is None else self.name(token)

    def build_dotted(self, node: Node) -> ast.Name:
        """`small.step` as one name."""
        return ast.Name(".".join(words(node)), span=self.span(node))

    def doc(self, node: Node) -> str:
        """The doc comment above a node."""
        return self.docs.get(node.meta.line, "")

    def text(self, token: LarkToken) -> ast.TextLit:
        """A text token with its `{expression}` parts."""
        parts: list[str | ast.Expr] = []
        for part in parts_of_text(token):
            match part:
                case PlainText(text):
                    parts.append(text)
                case Hole(start, stop):
                    node = self._hole(token, start, stop)
                    parts += [] if node is None else [self.build_expression(self, sub(node, 0))]
                case Slip(offset, what):
                    self._slip(token, offset, what)
        return ast.TextLit(tuple(parts), span=self.at(token))

    def maybe_text(self, token: LarkToken | None) -> ast.TextLit | None:
        """A text, if one was written."""
        return None if token is None else self.text(token)

    def tags(self, node: Node) -> tuple[ast.Tag, ...]:
        """The tags among the children of a node."""
        return tuple(
            ast.Tag(self.name(word(t, 0)), self.text(word(t, 1)), span=self.span(t)) for t in subs(node, "tag")
        )

    def _hole(self, token: LarkToken, start: int, stop: int) -> Node | None:
        shift = (token.column or 1) - 1
        scanner = Scanner(
            self.file, token.line or 1, str(token), start, stop, self.report, inside_text=True, shift=shift
        )
        tokens = [piece for piece in scanner.tokens() if piece.kind not in ("comment", "doc")]
        if tokens:
            return self.parse_hole(tokens)
        place = Span(self.file, token.line or 1, shift + start, token.line or 1, shift + stop + 2)
        self.report(
            finding(
                "E0128",
                "there is no expression between these braces",
                place,
                repair="write one, or `{{` and `}}` for braces",
            )
        )
        return None

    def _slip(self, token: LarkToken, offset: int, what: str) -> None:
        column = (token.column or 1) + offset
        place = Span(self.file, token.line or 1, column, token.line or 1, column + len(what))
        if what == "}":
            self.report(finding("E0127", "this `}` closes nothing", place, repair="write `}}` for a brace"))
        else:
            self.report(
                finding(
                    "E0129",
                    f"`{what}` is not an escape",
                    place,
                    reason='the escapes are `\\"`, `\\\\` and `\\n`',
                    repair="write `\\\\` for a backslash",
                )
            )
