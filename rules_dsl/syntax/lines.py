"""Joins tokens to logical lines, with their indentation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.syntax.keywords import LINE_STARTS
from rules_dsl.syntax.tokens import COMMENT, DOC, INT, LABEL, SIGN, TEXT, WORD, Token

DEEPEST_BRACKETS = 60
CONTINUING_SIGNS = frozenset(
    {"..", "->", "==", "!=", "<=", ">=", "+=", "-=", "+", "-", "*", "/", "%", "<", ">", "=", ",", "|"}
)
CONTINUING_WORDS = frozenset({"and", "or", "not", "implies", "in", "if", "by"})
COLON_CONTINUES = frozenset({"claim", "bound", "dominates", "rule", "whenever"})
CLAUSES = frozenset({"needs", "ensures", "does"})
"""Words that begin a line even if a bracket above was forgotten."""
CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """Tokens of one line of the grammar; `broken` when its brackets are wrong and it must not be parsed."""

    tokens: tuple[Token, ...]
    indent: int
    broken: bool = False
    opens_block: bool = False

    @property
    def first(self) -> Token:
        """Its first token."""
        return self.tokens[0]


def join_label(line: LogicalLine) -> LogicalLine:
    """A line of a score: the words before the colon are one label."""
    colon = next((i for i, token in enumerate(line.tokens) if token.kind == SIGN and token.text == ":"), 0)
    words = line.tokens[:colon]
    if not words or any(token.kind not in (WORD, INT) for token in words):
        return line
    label = Token(LABEL, " ".join(token.text for token in words), words[0].line, words[0].column, words[-1].end)
    return replace(line, tokens=(label, *line.tokens[colon:]))


@dataclass(slots=True)
class LineJoiner:
    """Collects physical lines of one block into logical lines."""

    file: str
    report: Callable[[Diagnostic], None]
    lines: list[LogicalLine] = field(default_factory=list)
    held: list[Token] = field(default_factory=list)
    brackets: list[Token] = field(default_factory=list)
    broken: bool = False
    indent: int = 0

    def join(self, rows: Sequence[tuple[int, Sequence[Token]]]) -> list[LogicalLine]:
        """Logical lines of a block given as (indentation, tokens) per physical line; comments are left out."""
        for indent, row in rows:
            tokens = [token for token in row if token.kind not in (COMMENT, DOC)]
            if tokens:
                self._take(indent, tokens)
        self._finish()
        return self.lines

    def _take(self, indent: int, tokens: list[Token]) -> None:
        if self.held and not self._continues(indent, tokens):
            self._finish(opens_block=self._opens_block(indent, tokens[0]))
        if not self.held:
            self.indent = indent
        for token in tokens:
            self._bracket(token)
            self.held.append(token)

    def _continues(self, indent: int, tokens: Sequence[Token]) -> bool:
        first = tokens[0]
        if self.brackets and first.text in CLAUSES and first.kind == WORD:
            return False
        if self.brackets:
            return indent > self.indent or self.held[-1].text == "," or not _starts_line(tokens)
        if first.kind == SIGN and first.text in ")]}|":
            return True
        return self._goes_on() and self._may_follow(indent, first)

    def _goes_on(self) -> bool:
        last = self.held[-1]
        if last.kind == SIGN and last.text == ";":
            return self.held[0].text == "play"
        if last.kind == SIGN:
            return last.text in CONTINUING_SIGNS or (last.text == ":" and self.held[0].text in COLON_CONTINUES)
        if last.kind == WORD and not self._after_dot():
            return last.text in CONTINUING_WORDS or (last.text == "else" and len(self.held) > 1)
        return False

    def _after_dot(self) -> bool:
        return len(self.held) > 1 and self.held[-2].text == "."

    def _may_follow(self, indent: int, first: Token) -> bool:
        return indent > self.indent and not self._opens_block(indent, first)

    def _opens_block(self, indent: int, first: Token) -> bool:
        """After a final `=`: `let` lines of a define, or the rows of a drawing, are a block of lines."""
        if indent <= self.indent or self.held[-1].text != "=" or self.held[-1].kind != SIGN:
            return False
        starts = self.held[0].text
        return (first.text == "let" and first.kind == WORD) or (
            starts == "given" and (first.kind == TEXT or first.text == "legend")
        )

    def _bracket(self, token: Token) -> None:
        if token.kind != SIGN:
            return
        if token.text in CLOSING:
            self.brackets.append(token)
            if len(self.brackets) == DEEPEST_BRACKETS + 1:
                self._refuse(_too_deep(token, self.file))
        elif token.text in (")", "]", "}"):
            self._close(token)

    def _close(self, token: Token) -> None:
        if not self.brackets:
            self._refuse(
                finding(
                    "E0206",
                    f"this `{token.text}` closes nothing",
                    token.span(self.file),
                    repair="remove it, or write the bracket that it closes",
                )
            )
            return
        opening = self.brackets.pop()
        if CLOSING[opening.text] != token.text:
            wrong = finding(
                "E0206",
                f"`{token.text}` cannot close `{opening.text}`",
                token.span(self.file),
                f"closed with `{token.text}`",
                repair=f"write `{CLOSING[opening.text]}` here, or correct the opening bracket",
            )
            self._refuse(wrong.also(opening.span(self.file), f"opened with `{opening.text}`"))

    def _refuse(self, diagnostic: Diagnostic) -> None:
        if not self.broken:
            self.report(diagnostic)
        self.broken = True

    def _finish(self, opens_block: bool = False) -> None:
        if self.brackets:
            self._refuse(_report_unclosed(self.brackets[-1], self.file))
        if self.held:
            self.lines.append(LogicalLine(tuple(self.held), self.indent, self.broken, opens_block))
        self.held, self.brackets, self.broken = [], [], False


def _starts_line(tokens: Sequence[Token]) -> bool:
    """Does a statement or a clause begin here, although a bracket above is open?"""
    if tokens[0].kind != WORD:
        return False
    return tokens[0].text in LINE_STARTS or (
        len(tokens) > 1 and tokens[1].kind == SIGN and tokens[1].text in ("=", "+=", "-=")
    )


def _report_unclosed(opening: Token, file: str) -> Diagnostic:
    closing = CLOSING[opening.text]
    return finding(
        "E0205",
        f"this `{opening.text}` is never closed",
        opening.span(file),
        "opened here",
        repair=f"write `{closing}` where it ends",
    )


def _too_deep(token: Token, file: str) -> Diagnostic:
    return finding(
        "E0103",
        "brackets are nested too deeply",
        token.span(file),
        reason=f"at most {DEEPEST_BRACKETS} brackets may be open at once",
        repair="give inner parts a name with a define",
    )
