"""The place where the parser stopped, as messages need it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules_dsl.source import Span
from rules_dsl.syntax.engine import ParserRefusal, terminals
from rules_dsl.syntax.lines import LogicalLine
from rules_dsl.syntax.tokens import INT, SIGN, TEXT, WORD, Token

OPENS = frozenset({"(", "[", "{"})
ENDS_COMPARISON = frozenset(
    {"where", "while", "until", "for", "and", "or", "not", "implies", "if", "else", "when", ",", ":"}
)
STATEMENT_WORDS = frozenset(
    {
        "when",
        "for",
        "choose",
        "roll",
        "draw",
        "shuffle",
        "put",
        "loop",
        "repeat",
        "leave",
        "stop",
        "at",
        "if",
        "while",
        "else",
    }
)
COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "in"})
OPERATORS = frozenset({"+", "-", "*", "/", "%", "..", "and", "or", "implies", *COMPARISONS})


@dataclass(frozen=True, slots=True)
class ParsePlace:
    """Where the parser stopped: a token of a line (`position` may be just past the line), and what it could have taken."""

    file: str
    lines: Sequence[LogicalLine]
    number: int
    position: int
    kind: str
    text: str
    span: Span
    expected: frozenset[str]

    @property
    def line(self) -> LogicalLine:
        """The logical line."""
        return self.lines[self.number]

    @property
    def head(self) -> str:
        """The first word of the line."""
        return self.line.first.text

    @property
    def token(self) -> Token | None:
        """The token that did not fit; None at the end of the line."""
        return self.line.tokens[self.position] if self.position < len(self.line.tokens) else None

    @property
    def previous(self) -> Token | None:
        """The token before it on the same line."""
        return self.line.tokens[self.position - 1] if self.position > 0 else None

    def ahead(self, steps: int = 1) -> str:
        """The text of a later token, or nothing."""
        at = self.position + steps
        return (
            self.line.tokens[at].text
            if at < len(self.line.tokens) and self.line.tokens[at].kind in (WORD, SIGN)
            else ""
        )

    @property
    def at_line_end(self) -> bool:
        """Did the line end too early?"""
        return self.kind in ("_NL", "$END")

    @property
    def after_operand(self) -> bool:
        """Did an expression just end, so that an operator could stand here?"""
        return "AND" in self.expected or "PLUS" in self.expected

    @property
    def can_take_line_end(self) -> bool:
        """Could the line end here?"""
        return "_NL" in self.expected

    @property
    def before_operand(self) -> bool:
        """Should an expression begin here?"""
        return "NAME" in self.expected and "INT" in self.expected

    @property
    def is_operand(self) -> bool:
        """Does the token that did not fit begin an expression?"""
        token = self.token
        return token is not None and (token.kind in (WORD, INT, TEXT) or token.text in OPENS)

    @property
    def open_bracket(self) -> Token | None:
        """The innermost bracket that is open here."""
        brackets: list[Token] = []
        for token in self.line.tokens[: self.position]:
            if token.kind == SIGN and token.text in OPENS:
                brackets.append(token)
            elif token.kind == SIGN and token.text in (")", "]", "}") and brackets:
                brackets.pop()
        return brackets[-1] if brackets else None

    def can_be(self, written: str) -> bool:
        """Could this word or sign stand here?"""
        return terminals().get(written) in self.expected

    @property
    def ends_comparison(self) -> bool:
        """Does a comparison end here?

        What stands before a word of logic or of a clause, a comma or a colon does not count.
        """
        for token in self._before_in_bracket():
            if token.text in COMPARISONS | ENDS_COMPARISON:
                return token.text in COMPARISONS
        return False

    def has_before(self, *words: str) -> bool:
        """Does one of these words or signs stand earlier in the line, at this depth of brackets?"""
        return any(token.text in words for token in self._before_in_bracket())

    def _before_in_bracket(self) -> Iterator[Token]:
        """The words and signs before this place, the last first, back to the bracket that is open here."""
        depth = 0
        for token in reversed(self.line.tokens[: self.position]):
            if token.kind == SIGN and token.text in (")", "]", "}"):
                depth += 1
            elif token.kind == SIGN and token.text in OPENS:
                if depth == 0:
                    return
                depth -= 1
            elif depth == 0 and token.kind in (WORD, SIGN):
                yield token


def place_of(file: str, lines: Sequence[LogicalLine], refusal: ParserRefusal) -> ParsePlace:
    """The place of a refusal."""
    token, line = refusal.token, lines[refusal.line]
    if refusal.position < len(line.tokens):
        span = line.tokens[refusal.position].span(file)
    else:
        last = line.tokens[-1]
        span = Span(file, last.line, last.end, last.line, last.end + 1)
    return ParsePlace(file, lines, refusal.line, refusal.position, token.type, str(token), span, refusal.expected)
