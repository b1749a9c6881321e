"""The two header lines of a file: `rules 1` and `game NAME "…"`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rules_dsl.diagnostics.diagnostic import Diagnostic, Fix, finding
from rules_dsl.kinds import FILE_KINDS
from rules_dsl.source import Span
from rules_dsl.syntax import ast
from rules_dsl.syntax.branches import Node, maybe_word, word
from rules_dsl.syntax.build import TreeBuilder

VERSION = 1


@dataclass(slots=True)
class HeaderParts:
    """Collects the header lines of one file."""

    file: str
    report: Callable[[Diagnostic], None]
    version: tuple[int, Span] | None = None
    named: ast.Header | None = None
    met: set[str] = field(default_factory=set)

    def expect(self, keyword: str) -> None:
        """Record that the file has a block with this keyword, faulty or not."""
        self.met.add(keyword)

    def take(self, b: TreeBuilder, node: Node) -> None:
        """One header line."""
        if node.data == "version":
            self._take_version(b, node)
        else:
            self._take_name(b, node)

    def _take_version(self, b: TreeBuilder, node: Node) -> None:
        number, span = int(word(node, 0)), b.span(node)
        if self.version is not None:
            self.report(
                finding("E0214", "`rules` occurs twice", span, repair="remove one").also(self.version[1], "first here")
            )
        elif number != VERSION:
            self.report(
                finding(
                    "E0213",
                    f"there is no version {number} of the language",
                    span,
                    reason="the only version is 1",
                    repair="write `rules 1`",
                )
            )
        self.version = self.version or (number, span)

    def _take_name(self, b: TreeBuilder, node: Node) -> None:
        kind, name, title = FILE_KINDS[str(word(node, 0))], b.name(word(node, 1)), b.maybe_text(maybe_word(node, 2))
        made = ast.Header(VERSION, kind, name, title, b.doc(node), span=b.span(node))
        if self.named is not None:
            twice = finding(
                "E0214", f"a file has one name, `{name}` is the second", made.span, repair="remove one of the two lines"
            )
            self.report(twice.also(self.named.span, "first here"))
        self.named = self.named or made

    def header(self) -> ast.Header | None:
        """The header after all blocks; reports what is missing."""
        start = Span(self.file, 1, 1, 1, 1)
        if "rules" not in self.met:
            fix = Fix(start, "rules 1\n")
            self.report(
                finding(
                    "E0212",
                    "the line `rules 1` is missing",
                    start,
                    reason="it says which version of the language this is",
                    repair="write `rules 1` as the first line",
                    fix=fix,
                )
            )
        if not self.met & {"game", "puzzle", "library"}:
            self.report(
                finding(
                    "E0212",
                    "the file does not say what it is",
                    start,
                    repair='write `game NAME "what it is"` (or `puzzle`, `library`) below `rules 1`',
                )
            )
        return self.named
