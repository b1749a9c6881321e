"""Mistakes of layout: indentation and openers of blocks."""

from __future__ import annotations

from dataclasses import dataclass

from rules_dsl.diagnostics.diagnostic import Diagnostic, Fix, finding
from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.source import Span
from rules_dsl.syntax.engine import list_spellings
from rules_dsl.syntax.keywords import BLOCKS, RESERVED
from rules_dsl.syntax.places import OPERATORS, STATEMENT_WORDS, ParsePlace
from rules_dsl.syntax.tokens import SIGN, WORD

CLAUSE_WORDS = ("needs", "does", "ensures", "let")
NO_SIGN_AFTER = {"players": (":", "="), "needs": (":",), "ensures": (":",)}
OPENERS = frozenset(
    {
        "when",
        "else",
        "for",
        "loop",
        "repeat",
        "does",
        "play",
        "state",
        "legend",
        "show",
        "action",
        "event",
        "score",
        "example",
        "at",
        "whenever",
    }
)


@dataclass(frozen=True, slots=True)
class LayoutMistake:
    """A finding, and the line to take out before looking for the next."""

    diagnostic: Diagnostic
    line: int


def find_needless_indent(place: ParsePlace) -> Diagnostic | None:
    """A deeper line below one that opens nothing."""
    if place.kind != "_INDENT":
        return None
    above = place.lines[place.number - 1]
    diagnostic = finding(
        "E0217",
        "this line is indented, but nothing opens a block above it",
        place.line.first.span(place.file),
        reason="a line continues below only after an operator, a comma or `=`, or inside brackets",
        repair=f"indent it by {above.indent} spaces, or end the line above with the operator",
    )
    return diagnostic.also(above.first.span(place.file), "the line above")


def find_missing_indent(place: ParsePlace) -> LayoutMistake | None:
    """A block opener with nothing below it."""
    if "_INDENT" not in place.expected or place.kind == "_NL":
        return None
    opener = place.number - 1 if place.position == 0 and place.kind not in ("$END", "_DEDENT") else place.number
    opener = place.number - 1 if place.kind == "_DEDENT" and place.position == 0 else opener
    line = place.lines[opener]
    diagnostic = finding(
        "E0216",
        f"indented lines are missing below `{line.first.text}`",
        line.first.span(place.file),
        reason="its block is indented below it by two more spaces",
        repair="write at least one indented line below it, or remove it",
    )
    return LayoutMistake(diagnostic, opener)


def block_indented(place: ParsePlace) -> Diagnostic | None:
    """A word that starts a block, but not at column 0."""
    if (
        place.head not in BLOCKS
        or place.kind == "_DEDENT"
        or (place.number == 0 and place.position > 0)
        or place.line.indent == 0
    ):
        return None
    if _is_statement(place) or place.position > 1 or (place.position == 1 and place.kind != "NAME"):
        return None
    return finding(
        "E0208",
        f"`{place.head}` starts a block, but it is indented",
        place.line.first.span(place.file),
        reason="blocks start at the very beginning of a line",
        repair="remove the spaces before it",
        fix=Fix(Span(place.file, place.line.first.line, 1, place.line.first.line, place.line.first.column), ""),
    )


def colon_after_opener(place: ParsePlace) -> Diagnostic | None:
    """`when c:`, `does:`, `when c then`."""
    if place.head not in OPENERS or not (
        place.text == ":" or (place.text in ("then", "do", "times") and place.kind == "NAME")
    ):
        return None
    if not place.can_take_line_end:
        return None
    sign = "colon" if place.text == ":" else f"`{place.text}`"
    return finding(
        "E0220",
        f"`{place.head}` has no {sign}",
        place.span,
        reason="the indented lines below are its block",
        repair=f"remove the {sign} and write the block on the next lines, indented",
        fix=Fix(place.span, ""),
    )


def sign_after_first_word(place: ParsePlace) -> Diagnostic | None:
    """`players: Anna, Ben`, `players = 2`, `needs: c`."""
    if place.position != 1 or place.text not in NO_SIGN_AFTER.get(place.head, ()):
        return None
    sign = "colon" if place.text == ":" else f"`{place.text}`"
    return finding(
        "E0220", f"`{place.head}` has no {sign}", place.span, repair=f"remove the {sign}", fix=Fix(place.span, "")
    )


def end_in_play(place: ParsePlace) -> Diagnostic | None:
    """`end when c` below `play` or `does`."""
    if place.head != "end" or place.line.indent == 0 or place.position > 1 or "when" not in (place.text, place.ahead()):
        return None
    return finding(
        "E0208",
        "`end when` starts a block, but it is indented",
        place.line.first.span(place.file),
        reason="it holds all the time, wherever the play is",
        repair="write it at the very beginning of a line, outside of this block",
    )


def find_same_line(place: ParsePlace) -> Diagnostic | None:
    """`does x = 1`, `else stop`."""
    previous = place.previous
    if place.expected != {"_NL"} or previous is None or previous.text not in OPENERS or place.at_line_end:
        return None
    if previous.text == "else" and place.text == "if":
        return None
    return finding(
        "E0227",
        f"nothing may follow on the line of `{previous.text}`",
        place.span,
        repair="write it on the next line, indented by two more spaces",
    )


def braces_around_block(place: ParsePlace) -> Diagnostic | None:
    """`when c {`."""
    if place.text != "{" or not place.can_take_line_end or place.head not in OPENERS:
        return None
    return finding(
        "E0254",
        "a block has no braces",
        place.span,
        reason="the indented lines are the block",
        repair="remove `{` and `}`",
    )


def semicolon(place: ParsePlace) -> Diagnostic | None:
    """`x = 1;`."""
    if place.text != ";":
        return None
    if place.open_bracket is not None:
        return finding(
            "E0252", "commas separate the items in brackets", place.span, repair="write `,`", fix=Fix(place.span, ",")
        )
    return finding(
        "E0252",
        "lines do not end in a semicolon",
        place.span,
        repair="remove it; write each statement on its own line",
        fix=Fix(place.span, ""),
    )


def else_without_when(place: ParsePlace) -> Diagnostic | None:
    """An `else` that belongs to nothing."""
    if place.kind != "ELSE" or place.position != 0:
        return None
    return finding(
        "E0253",
        "this `else` belongs to no `when`",
        place.span,
        reason="`else` follows the block of a `when`, or a `choose` among actions, at the same level",
        repair="indent it like its `when`",
    )


def does_missing(place: ParsePlace) -> Diagnostic | None:
    """A statement where only `needs`, `does`, … can stand."""
    if place.position != 0 or "DOES" not in place.expected or not _is_statement(place):
        return None
    return finding(
        "E0215",
        "this statement is not below a `does`",
        place.line.first.span(place.file),
        reason=f"`{place.lines[0].first.text}` changes the state only below `does`",
        repair="write a line `does` above it and indent the statements below",
    )


def expression_as_statement(place: ParsePlace) -> Diagnostic | None:
    """`a + b` on a line of its own."""
    if place.number == 0 or not place.can_be("+=") or place.text not in OPERATORS - {"=="}:
        return None
    return finding(
        "E0233",
        "this line does nothing",
        place.line.first.span(place.file).to(place.span),
        reason="an expression is not a statement",
        repair="assign it with `=`, or call an event or a sub-play",
    )


def line_too_many(place: ParsePlace) -> Diagnostic | None:
    """A line where the block above is complete."""
    if (
        place.position != 0
        or place.number == 0
        or place.expected - {"_DEDENT", "BAD", "ELSE", "AT"}
        or place.kind == "_DEDENT"
    ):
        return None
    opener = place.lines[0].first
    what = (
        "a define has one expression, after its `let` lines"
        if opener.text == "define"
        else f"the block of `{opener.text}` is complete above"
    )
    return finding(
        "E0201",
        f"`{place.head}` is not allowed here",
        place.line.first.span(place.file),
        reason=what,
        repair="join this line with the one above, or remove it",
    )


def _is_statement(place: ParsePlace) -> bool:
    if place.line.first.kind != WORD:
        return False
    following = place.line.tokens[1] if len(place.line.tokens) > 1 else None
    if following is not None and following.kind == SIGN and following.text in ("=", "+=", "-=", "[", ".", "("):
        return True
    return place.head in STATEMENT_WORDS and (place.head not in RESERVED or place.head in ("when", "for", "if", "else"))


def clause_misplaced(place: ParsePlace) -> Diagnostic | None:
    """`needs` among statements."""
    if (
        place.head not in ("needs", "ensures", "does")
        or "DOES" in place.expected
        or place.position != 1
        or place.number == 0
    ):
        return None
    return finding(
        "E0235",
        f"`{place.head}` is not a statement",
        place.line.first.span(place.file),
        reason=f"`{place.head}` belongs directly below the action, `needs` before `does`",
        repair="move it out, to the level of `does`",
    )


def line_word_misspelled(place: ParsePlace) -> Diagnostic | None:
    """`need x`, `chose a`: the first word of the line is almost a word of the language."""
    if place.number == 0 or place.line.first.kind != WORD or place.position > 1:
        return None
    if place.position == 1 and not place.can_be("+="):
        return None
    if place.position == 0:
        candidates = [
            list_spellings()[kind]
            for kind in place.expected
            if kind in list_spellings() and list_spellings()[kind].isalpha()
        ]
    else:
        candidates = sorted(STATEMENT_WORDS - {"if", "while"} | set(CLAUSE_WORDS))
    if place.head in candidates:
        return None
    guess = nearest(place.head, candidates)
    if guess is None:
        return None
    span = place.line.first.span(place.file)
    return finding(
        "E0228",
        f"`{place.head}` does not start a line here",
        span,
        repair=f"did you mean `{guess}`?",
        fix=Fix(span, guess),
    )
