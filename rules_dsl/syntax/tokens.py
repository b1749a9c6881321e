"""The scanner: text to tokens, line by line. It does not know the grammar and never fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules_dsl.diagnostics.diagnostic import Diagnostic, Fix, finding
from rules_dsl.source import Span
from rules_dsl.syntax.strings import end_of_text

WORD, INT, TEXT, SIGN, LABEL, COMMENT, DOC = "word", "int", "text", "sign", "label", "comment", "doc"


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of one line; columns are 1-based, `end` is exclusive."""

    kind: str
    text: str
    line: int
    column: int
    end: int

    def span(self, file: str) -> Span:
        """Where it stands."""
        return Span(file, self.line, self.column, self.line, self.end)


_PIECE = re.compile(
    r"(?P<space>[ \t\r\f\v\ufeff\u00a0]+)|(?P<comment>--.*)|(?P<number>\d[\w]*(?:\.(?=\d)\w+)?)|(?P<word>[^\W\d]\w*)"
    r"|(?P<wrong>\|\||&&|&|:=|\+\+|===|!==|<>|=>|\*\*|\*=|/=|%=|//|/\*|\.\.\.|\.\.=|#|!(?!=)|\^|~|\$|`|\\)"
    r"|(?P<sign>\.\.|->|==|!=|<=|>=|\+=|-=|[-+*/%<>=()\[\]{},.:;|?@])"
)

# What other languages write → what is written here, the code and the name of the sign.
_OTHERS: dict[str, tuple[str, str, str]] = {
    "||": ("or", "E0240", "`||` is written `or`"),
    "&&": ("and", "E0240", "`&&` is written `and`"),
    "&": ("and", "E0240", "`&` is written `and`"),
    "!": ("not", "E0240", "`!` is written `not`"),
    "~": ("not", "E0240", "`~` is written `not`"),
    ":=": ("=", "E0241", "`:=` is written `=`"),
    "===": ("==", "E0242", "`===` is written `==`"),
    "!==": ("!=", "E0242", "`!==` is written `!=`"),
    "<>": ("!=", "E0242", "`<>` is written `!=`"),
    "...": ("..", "E0243", "a range is written with two dots"),
    "..=": ("..", "E0243", "a range is written with two dots"),
    "=>": ("implies", "E0240", "`=>` is written `implies`, or `>=` for a comparison"),
}
_FOREIGN: dict[str, str] = {
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "×": "*",
    "·": "*",
    "÷": "/",
    "−": "-",
    "–": "-",
    "—": "-",
    "∧": "and",
    "∨": "or",
    "¬": "not",
    "∈": "in",
    "∉": "not in",
    "∪": "+",
    "⇒": "implies",
    "→": "->",
    "…": "..",
    "⊆": "<=",
    "∅": "{ }",
    "，": ",",
    "：": ":",
    "（": "(",
    "）": ")",
    "＝": "=",
}
_OPENING_QUOTES = "“”„«»‟"
_CLOSING_QUOTES = '“”"«»‟„'


@dataclass(slots=True)
class Scanner:
    """One line being read; findings go to `report`."""

    file: str
    line: int
    text: str
    at: int
    stop: int
    report: Callable[[Diagnostic], None]
    inside_text: bool = False
    shift: int = 0  # added to columns, when `text` is a stretch of a line

    def tokens(self) -> Iterator[Token]:
        """Every token of the stretch, comments included."""
        while self.at < self.stop:
            start = self.at
            match = _PIECE.match(self.text, start, self.stop)
            if match is None:
                yield from self._unusual(start)
                continue
            self.at = match.end()
            yield from self._usual(match.lastgroup or "", match.group(), start)

    def _usual(self, group: str, text: str, start: int) -> Iterator[Token]:
        match group:
            case "word":
                yield from self._word(text, start)
            case "number":
                yield self._number(text, start)
            case "sign":
                yield self._token(SIGN, text, start)
            case "comment" if (
                text == "--" and start > 0 and (self.text[start - 1].isalnum() or self.text[start - 1] == "]")
            ):
                yield from self._decrement(start)
            case "comment":
                yield self._token(DOC if _is_doc(text) else COMMENT, text.rstrip(), start)
            case "wrong":
                yield from self._scan_other(text, start)

    def _token(self, kind: str, text: str, start: int) -> Token:
        return Token(kind, text, self.line, start + 1 + self.shift, self.at + 1 + self.shift)

    def _span(self, start: int) -> Span:
        return Span(self.file, self.line, start + 1 + self.shift, self.line, max(self.at, start + 1) + 1 + self.shift)

    def _word(self, text: str, start: int) -> Iterator[Token]:
        if not text.isascii():
            span = self._span(start)
            self.report(
                finding(
                    "E0121",
                    f"the name `{text}` has letters outside a to z",
                    span,
                    reason="names are made of A to Z, a to z, digits and `_`",
                    repair="write the name in plain letters; a sign or a text may hold any character",
                )
            )
        yield self._token(WORD, text, start)

    def _number(self, text: str, start: int) -> Token:
        if text.isdecimal() and text.isascii() and len(text) <= 18:
            return self._token(INT, text, start)
        self.report(_bad_number(text, self._span(start)))
        digits = re.match(r"[0-9]{1,18}", text)
        return self._token(INT, digits.group() if digits else "0", start)

    def _scan_other(self, text: str, start: int) -> Iterator[Token]:
        span = self._span(start)
        if text in _OTHERS:
            right, code, message = _OTHERS[text]
            spaced = f"{right} " if right.isalpha() else right
            self.report(
                finding(code, message, span, "write " + f"`{right}`", repair=f"write `{right}`", fix=Fix(span, spaced))
            )
            yield self._token(WORD if right.isalpha() else SIGN, right, start)
        elif text in ("//", "/*", "#"):
            self.at = self.stop
            self.report(
                finding(
                    "E0244",
                    f"a comment starts with `--`, not with `{text}`",
                    span,
                    repair="write `--` before the comment",
                    fix=Fix(span, "--"),
                )
            )
        elif text == "++":
            fix = Fix(span, " += 1")
            self.report(finding("E0245", "there is no `++`", span, repair="write `x += 1` to add one", fix=fix))
            yield self._token(SIGN, "+=", start)
            yield self._token(INT, "1", start)
        elif text in ("*=", "/=", "%="):
            self.report(
                finding(
                    "E0246",
                    f"there is no `{text}`",
                    span,
                    repair=f"write `x = x {text[0]} e`",
                    reason="only `=`, `+=` and `-=` assign",
                )
            )
            yield self._token(SIGN, "=", start)
        elif text in ("**", "^"):
            self.report(finding("E0247", f"there is no power `{text}`", span, repair="multiply: `x * x`"))
            yield self._token(SIGN, "*", start)
        else:
            self.report(finding("E0120", f"`{text}` means nothing here", span, repair="remove it"))

    def _decrement(self, start: int) -> Iterator[Token]:
        span = self._span(start)
        self.report(
            finding(
                "E0245",
                "there is no `--` after a name",
                span,
                repair="write `x -= 1` to take one away",
                fix=Fix(span, " -= 1"),
            )
        )
        yield self._token(SIGN, "-=", start)
        yield self._token(INT, "1", start)

    def _unusual(self, start: int) -> Iterator[Token]:
        character = self.text[start]
        if character == '"' or (character == "'" and self.inside_text):
            yield self._text(start)
        elif character in "'‘’‚":
            yield from self._single_quoted(start)
        elif character in _OPENING_QUOTES:
            yield self._typographic(start)
        elif character in _FOREIGN:
            yield from self._foreign(character, start)
        else:
            self.at = start + 1
            self.report(_strange(character, self._span(start)))

    def _text(self, start: int) -> Token:
        end, problem = end_of_text(self.text, start, self.stop)
        self.at = end
        if problem:
            self.report(_text_problem(problem, self._span(start)))
            closed = self.text[start:end]
            return self._token(
                TEXT, '"' + closed[1:].replace("{", "").replace("}", "").replace("\\", "").replace('"', "") + '"', start
            )
        return self._token(TEXT, self.text[start:end], start)

    def _single_quoted(self, start: int) -> Iterator[Token]:
        close = next((i for i in range(start + 1, self.stop) if self.text[i] in "'’‘"), -1)
        if close < 0:
            self.at = start + 1
            self.report(_strange(self.text[start], self._span(start)))
            return
        self.at = close + 1
        span, inner = self._span(start), self.text[start + 1 : close]
        self.report(
            finding(
                "E0123",
                "texts are enclosed in double quotes",
                span,
                repair=f'write "{inner}"',
                fix=Fix(span, f'"{inner}"'),
            )
        )
        yield self._token(TEXT, '"' + _harmless(inner) + '"', start)

    def _typographic(self, start: int) -> Token:
        close = next((i for i in range(start + 1, self.stop) if self.text[i] in _CLOSING_QUOTES), self.stop - 1)
        self.at = close + 1
        span, inner = self._span(start), self.text[start + 1 : close]
        self.report(
            finding(
                "E0122",
                "typographic quotes do not make a text",
                span,
                reason="texts are enclosed in straight double quotes",
                repair=f'write "{inner}"',
                fix=Fix(span, f'"{inner}"'),
            )
        )
        return self._token(TEXT, '"' + _harmless(inner) + '"', start)

    def _foreign(self, character: str, start: int) -> Iterator[Token]:
        self.at = start + 1
        right = _FOREIGN[character]
        if right == "-" and self.text[self.at : self.at + 1] == "=" and self.text[self.at : self.at + 2] != "==":
            self.at += 1
            right = "-="
        span = self._span(start)
        shown = right.replace(" ", "") if right == "{ }" else right
        self.report(
            finding(
                "E0124",
                f"`{self.text[start : self.at]}` is written `{shown}`",
                span,
                repair=f"write `{shown}`",
                fix=Fix(span, shown),
            )
        )
        for part in right.split():
            yield self._token(WORD if part.isalpha() else SIGN, part, start)


def _is_doc(text: str) -> bool:
    return text.startswith("---") and not text.startswith("----")


def _harmless(inner: str) -> str:
    return re.sub(r'[{}\\"]', "", inner)


def _bad_number(text: str, span: Span) -> Diagnostic:
    if re.fullmatch(r"\d+\.\d+", text):
        message, repair = f"`{text}` is not a whole number", "count in smaller units, for example tenths"
    elif re.fullmatch(r"\d+", text) and text.isascii():
        return finding(
            "E0125",
            "this number is too large",
            span,
            reason="numbers have at most 18 digits",
            repair="write a smaller number",
        )
    elif re.fullmatch(r"[0-9_]+", text):
        message, repair = f"`{text}` is not a number", f"write {text.replace('_', '')}"
    else:
        message, repair = (
            f"`{text}` is neither a number nor a name",
            "a name starts with a letter; a number has digits only",
        )
    return finding("E0125", message, span, reason="numbers are decimal integers", repair=repair)


def _strange(character: str, span: Span) -> Diagnostic:
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    return finding(
        "E0120",
        f"the character `{shown}` means nothing here",
        span,
        repair="remove it, or put it into a text in double quotes",
    )


def _text_problem(problem: str, span: Span) -> Diagnostic:
    if problem == "brace":
        return finding(
            "E0127", "a `{` in this text is not closed", span, repair="close it with `}`, or write `{{` for a brace"
        )
    if problem == "deep":
        return finding("E0103", "texts are nested too deeply", span, repair="name the inner text with a define")
    opening = Span(span.file, span.line, span.column, span.line, span.column + 1)
    return finding("E0126", "this text has no closing quote", opening, repair='write `"` at its end, on the same line')
