"""Text → AST. Never raises: mistakes are diagnostics, and every faultless block is delivered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rules_dsl.diagnostics.diagnostic import Diagnostic, RulesError, finding
from rules_dsl.quantities import quantity
from rules_dsl.source import SourceFile, Span
from rules_dsl.syntax import ast
from rules_dsl.syntax.blocks import RawBlock, cut, docs_of, scan
from rules_dsl.syntax.branches import Node, deepest, node_span, sub, subs
from rules_dsl.syntax.build import TreeBuilder
from rules_dsl.syntax.build_blocks import block as build_block
from rules_dsl.syntax.build_expressions import expression as build_expression
from rules_dsl.syntax.build_statements import move as build_move
from rules_dsl.syntax.engine import ParserRefusal, run
from rules_dsl.syntax.header import HeaderParts
from rules_dsl.syntax.layout import level_lines
from rules_dsl.syntax.lines import LineJoiner, LogicalLine, join_label
from rules_dsl.syntax.literate import code_of
from rules_dsl.syntax.mistakes import explain
from rules_dsl.syntax.mistakes_words import unknown_block
from rules_dsl.syntax.recovery import attempts, with_head
from rules_dsl.syntax.tokens import Scanner, Token

LARGEST = 2_000_000
MOST_FINDINGS = 100
MOST_PER_BLOCK = 10
REPARSED_LINES = 20_000
DEEPEST_TREE = 120
DEEPEST_HOLE = 40
GOOD_IN_PARTS = frozenset({"state"})
"""Blocks whose good lines mean something without the bad ones."""


@dataclass(slots=True)
class Parser:
    """The parse of one file: diagnostics, and the budget for recovery."""

    file: str
    docs: dict[int, str] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
    budget: int = REPARSED_LINES

    def report(self, diagnostic: Diagnostic) -> None:
        """Note a finding, as long as there is room to show it."""
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(diagnostic)

    def builder(self) -> TreeBuilder:
        """A builder for the trees of this file."""
        return TreeBuilder(self.file, self.report, self.hole, self.docs, build_expression)

    def hole(self, tokens: Sequence[Token]) -> Node | None:
        """The tree of an expression inside a text."""
        return self.tree([LogicalLine(tuple(tokens), 0)], "lone_expression", DEEPEST_HOLE)

    def lines(self, raw: RawBlock) -> list[LogicalLine]:
        """The logical lines of a block."""
        joined = LineJoiner(self.file, self.report).join([(row.indent, row.tokens) for row in raw.rows])
        head, *inner = level_lines(joined, self.file, self.report)
        return [head, *(join_label(line) for line in inner)] if raw.keyword == "score" else [head, *inner]

    def tree(self, lines: list[LogicalLine], start: str, levels: int = DEEPEST_TREE) -> Node | None:
        """The tree of some lines; None when something was reported."""
        readable = with_head(lines) if lines[0].broken else lines
        result = run(readable, start) if not readable[0].broken else None
        whole = not isinstance(result, ParserRefusal) and not any(line.broken for line in lines)
        if isinstance(result, ParserRefusal):
            result = self._explain_all(readable, result, start)
        if result is None or not (whole or result.data in GOOD_IN_PARTS) or self._too_deep(result, levels):
            return None
        return result

    def _explain_all(self, lines: list[LogicalLine], refusal: ParserRefusal, start: str) -> Node | None:
        """Report a mistake, drop its line and continue; returns the tree of the rest."""
        for _ in range(MOST_PER_BLOCK):
            verdict = explain(self.file, lines, refusal)
            self.report(verdict.diagnostic)
            following = self._following(lines, verdict.line, start)
            if not isinstance(following, tuple):
                return following
            lines, refusal = following
        return None

    def _following(
        self, lines: list[LogicalLine], wrong: int, start: str
    ) -> tuple[list[LogicalLine], ParserRefusal] | Node | None:
        """The lines without a mistake and the next one in them; the tree of the rest if there is no other, None if it
        cannot be read.
        """
        for attempt in attempts(lines, wrong):
            self.budget -= len(lines)
            if self.budget < 0:
                return None
            result = run(attempt.lines, start)
            if not isinstance(result, ParserRefusal):
                return result
            if result.line >= attempt.unseen:
                return attempt.lines, result
        return None

    def _too_deep(self, root: Node, levels: int) -> bool:
        depth, node = deepest(root)
        if depth > levels:
            self.report(
                finding(
                    "E0103",
                    "this is nested too deeply",
                    node_span(self.file, node),
                    reason=f"at most {levels} levels",
                    repair="give inner parts a name with a define",
                )
            )
        return depth > levels

    def block(self, raw: RawBlock, header: HeaderParts) -> ast.Block | None:
        """The AST of a block; None when it is wrong or belongs to the header."""
        before = len(self.findings)
        lines = self.lines(raw)
        if not raw.keyword:
            self.report(unknown_block(self.file, lines[0]))
            return None
        header.expect(raw.keyword)
        tree = self.tree(lines, "block")
        if tree is None:
            return None
        if tree.data in ("version", "header"):
            header.take(self.builder(), tree)
            return None
        block = build_block(self.builder(), tree)
        if len(self.findings) == before:
            return block
        return _good_lines(block, self.findings[before:]) if isinstance(block, ast.StateDecl) else None


def _good_lines(state: ast.StateDecl, findings: Sequence[Diagnostic]) -> ast.StateDecl | None:
    """The variables without mistakes."""
    wrong = {diagnostic.span.line for diagnostic in findings}
    kept = tuple(
        variable
        for variable in state.variables
        if wrong.isdisjoint(range(variable.span.line, variable.span.end_line + 1))
    )
    return replace(state, variables=kept) if kept else None


def parse(source: SourceFile) -> tuple[ast.File, tuple[Diagnostic, ...]]:
    """The tree of a file and its diagnostics; faulty blocks are left out."""
    whole = Span(source.name, 1, 1, 1, 1)
    if len(source.text) > LARGEST:
        return ast.File(None, (), span=whole), (_too_large(source, whole),)
    parser = Parser(source.name)
    rows = scan(source, code_of(source, parser.report), parser.report)
    parser.docs.update(docs_of(rows))
    header = HeaderParts(source.name, parser.report)
    made = [parser.block(raw, header) for raw in cut(rows)]
    blocks = tuple(block for block in made if block is not None)
    end = Span(source.name, 1, 1, len(rows), 1)
    file = ast.File(header.header(), blocks, span=end)
    return file, tuple(sorted(parser.findings, key=lambda d: (d.span.line, d.span.column)))


def _too_large(source: SourceFile, span: Span) -> Diagnostic:
    size = f"{quantity(len(source.text), 'character')}"
    return finding(
        "E0102",
        f"the file has {size}",
        span,
        reason=f"a rules file has at most {LARGEST:,}",
        repair="move data into tables, or split the file with `use`",
    )


def _lone(text: str, file: str, start: str) -> tuple[TreeBuilder, Node, Parser]:
    """The tree of a text that is one line of the grammar; raises its diagnostics."""
    parser = Parser(file)
    if len(text) > LARGEST:
        raise RulesError(_too_large(SourceFile(file, text), Span(file, 1, 1, 1, 1)))
    tokens: list[Token] = []
    for number, line in enumerate(text.split("\n"), 1):
        tokens += Scanner(file, number, line.rstrip("\r"), 0, len(line.rstrip("\r")), parser.report).tokens()
    lines = LineJoiner(file, parser.report).join([(0, tokens)])
    if not lines:
        raise RulesError(
            finding(
                "E0128", "there is nothing to parse", Span(file, 1, 1, 1, 1), repair="write an expression or a move"
            )
        )
    tree = None if parser.findings else parser.tree(lines, start)
    if tree is None:
        raise RulesError(*parser.findings)
    return parser.builder(), tree, parser


def parse_expression(text: str, file: str = "<expression>") -> ast.Expr:
    """The tree of one expression; raises RulesError."""
    builder, tree, parser = _lone(text, file, "lone_expression")
    expression = build_expression(builder, sub(tree, 0))
    if parser.findings:
        raise RulesError(*parser.findings)
    return expression


def parse_moves(text: str, file: str = "<move>") -> tuple[ast.MoveCall, ...]:
    """The moves of a line of a play, separated by `;`; raises RulesError."""
    builder, tree, parser = _lone(text, file, "moves")
    calls = tuple(build_move(builder, node) for node in subs(tree))
    if parser.findings:
        raise RulesError(*parser.findings)
    return calls


def parse_move(text: str, file: str = "<move>") -> ast.MoveCall:
    """One move of a play; raises RulesError."""
    first, *more = parse_moves(text, file)
    if more:
        raise RulesError(finding("E0249", "one move is expected", more[0].span, repair="write the moves one by one"))
    return first
