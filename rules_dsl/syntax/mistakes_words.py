"""Mistakes of words: words of other languages, reserved words, misspellings."""

from __future__ import annotations

from rules_dsl.diagnostics.diagnostic import Diagnostic, Fix, finding
from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.source import Span
from rules_dsl.syntax.engine import list_spellings
from rules_dsl.syntax.keywords import BLOCKS, KEYWORDS, RESERVED, TYPE_WORDS
from rules_dsl.syntax.lines import LogicalLine
from rules_dsl.syntax.places import ParsePlace
from rules_dsl.syntax.tokens import WORD

ELSE_IF = frozenset({"elif", "elsif", "elseif"})
DECLARERS = frozenset({"var", "const", "set", "local", "val"})
SETTING_SIGNS = frozenset({"=", "+=", "-="})
FOREIGN_OPERATORS = {
    "is": "==",
    "equals": "==",
    "isnt": "!=",
    "mod": "%",
    "div": "/",
    "xor": "!=",
    "plus": "+",
    "minus": "-",
    "times": "*",
}
SIMILAR_BLOCKS = {
    "def": "define",
    "function": "define",
    "func": "define",
    "fun": "define",
    "fn": "define",
    "let": "define",
    "const": "define",
    "class": "type",
    "struct": "type",
    "record": "type",
    "enum": "type",
    "var": "state",
    "vars": "state",
    "variables": "state",
    "turn": "play",
    "phase": "play",
    "main": "play",
    "import": "use",
    "include": "use",
    "test": "example",
    "invariant": "claim",
    "assert": "claim",
    "scoring": "score",
    "procedure": "event",
    "move": "action",
    "version": "rules",
    "parameter": "option",
    "view": "show",
    "module": "library",
}
_NEEDED_AFTER = {
    "put": "`put e on d` lays it on the known top, `put e into d` into the unseen part",
    "draw": "`draw c from d`",
    "for": "`for x in S`",
    "choose": "`choose x in S`, or `choose a, b by p`",
    "count": "`count depth n == m`, `count states == m` or `count games == m`",
    "claim": "`claim always`, `never`, `sometimes`, `leads` or `terminates`",
    "best": "`best score at least n` or `best score exactly n`",
    "instead": "`instead of A when C`",
    "also": "`also for A when C`",
    "end": "`end when C`",
    "unique": "`unique solution`",
    "relate": "`relate Other`, and below it lines `name = other_name`",
    "at": "`at once for p in S`",
    "extend": '`extend T with a, b`, or `extend t from "file"`',
    "table": '`table t: list of R from "file"`',
    "use": "`use std.grid with width = 8 as small when c`",
}


def unknown_block(file: str, line: LogicalLine) -> Diagnostic:
    """The finding for a line that starts no block."""
    first = line.first
    span = first.span(file)
    if line.indent > 0:
        return finding(
            "E0208",
            "this line is indented, but no block is above it",
            span,
            repair="start with `rules 1` at the beginning of the line",
        )
    guess = SIMILAR_BLOCKS.get(first.text.lower()) or nearest(first.text, BLOCKS)
    if guess is not None and first.kind == WORD:
        repair = f"did you mean `{guess}`? ({BLOCKS[guess]})"
        return finding("E0207", f"`{first.text}` does not start a block", span, repair=repair, fix=Fix(span, guess))
    return finding(
        "E0207",
        f"`{first.text}` does not start a block",
        span,
        reason="a line at column 0 starts with a word such as `state`, `action` or `play`",
        repair="indent the line if it belongs to the block above",
    )


def else_if(place: ParsePlace) -> Diagnostic | None:
    """`else if`, `elif`."""
    first = place.line.first
    if first.text in ELSE_IF and place.position <= 1:
        return _else_if(first.text, first.span(place.file))
    if first.text == "else" and place.position == 1 and place.text == "if":
        return _else_if("else if", first.span(place.file).to(place.span))
    return None


def _else_if(shown: str, span: Span) -> Diagnostic:
    return finding(
        "E0209",
        f"`{shown}` is written `else when`",
        span,
        reason="`if … else` chooses a value, `when` chooses statements",
        repair="write `else when`",
        fix=Fix(span, "else when"),
    )


def statement_of_another_language(place: ParsePlace) -> Diagnostic | None:
    """`if`, `while`, `return`, `var` as statements."""
    head, span = place.head, place.line.first.span(place.file)
    if place.position > 1 or place.number == 0:
        return None
    if head == "if" and place.position == 0:
        repair = "write `when` for a condition on statements"
        return finding(
            "E0224",
            "`if` does not start a statement",
            span,
            reason="`if … else` chooses a value",
            repair=repair,
            fix=Fix(span, "when"),
        )
    if head == "while" and place.position == 1:
        return finding(
            "E0225",
            "there is no `while` loop",
            span,
            repair="write `loop until not (…)` in a play, `for x in S` elsewhere",
        )
    if head == "return" and place.position == 1:
        return _return(span)
    if head in DECLARERS and place.position == 1 and place.kind == "NAME":
        return finding(
            "E0256",
            f"there is no `{head}`",
            span,
            reason="variables are declared in `state`",
            repair="write `let x = e` for a name, `x = e` to change a variable",
        )
    return None


def return_before_value(place: ParsePlace) -> Diagnostic | None:
    """`define f(x: T) = return x + 1`."""
    previous = place.previous
    if previous is None or previous.text != "return" or previous.kind != WORD or not place.is_operand:
        return None
    return _return(previous.span(place.file))


def _return(span: Span) -> Diagnostic:
    reason = "a define is an expression, and statements have no value"
    return finding("E0226", "there is no `return`", span, reason=reason, repair="write the expression alone")


def foreign_operator(place: ParsePlace) -> Diagnostic | None:
    """`x is none`, `a mod b`."""
    if not place.after_operand or place.text not in FOREIGN_OPERATORS or place.kind != "NAME":
        return None
    right = FOREIGN_OPERATORS[place.text]
    return finding(
        "E0256",
        f"`{place.text}` is written `{right}`",
        place.span,
        repair=f"write `{right}`",
        fix=Fix(place.span, right),
    )


def range_with_to(place: ParsePlace) -> Diagnostic | None:
    """`0 to 9`."""
    if place.text not in ("to", "through", "upto") or "PLUS" not in place.expected:
        return None
    return finding(
        "E0229", "a range is written with two dots", place.span, repair="write `0..9`", fix=Fix(place.span, "..")
    )


def for_each(place: ParsePlace) -> Diagnostic | None:
    """`for each x in S`."""
    previous = place.previous
    if (
        previous is None
        or previous.text not in ("each", "all", "every")
        or not place.can_be("in")
        or place.kind != "NAME"
    ):
        return None
    span = previous.span(place.file)
    return finding(
        "E0256", f"`for` needs no `{previous.text}`", span, repair=f"write `for {place.text} in …`", fix=Fix(span, "")
    )


def find_reserved_name(place: ParsePlace) -> Diagnostic | None:
    """`in: 0..3`, `let or = 1`."""
    token = place.token
    if place.position == 1 and place.number > 0 and place.head in RESERVED and place.text in SETTING_SIGNS:
        return _report_reserved(place.head, place.line.first.span(place.file))
    if token is None or token.text not in RESERVED or token.kind != WORD or "NAME" not in place.expected:
        return None
    declares = place.ahead() == ":" and len(place.expected) <= 3  # where lines are `name: type` and nothing else
    sets = place.position == 0 and (place.ahead() in SETTING_SIGNS or declares)
    if place.before_operand and not sets:
        return None
    if place.position == 0 and not sets and len(place.expected) > 2:
        return None
    return _report_reserved(token.text, place.span)


def _report_reserved(word: str, span: Span) -> Diagnostic:
    message = f"`{word}` is a word of the language and cannot be a name"
    return finding(
        "E0218",
        message,
        span,
        reason=f"`{word}`: {RESERVED[word]}",
        repair=f"choose another name, for example `{word}_`",
    )


def until_not(place: ParsePlace) -> Diagnostic | None:
    """`loop while c`."""
    if place.text != "while" or not place.can_be("until") or place.open_bracket is not None:
        return None
    return finding(
        "E0225", "a loop has no `while`", place.span, repair="write `until not (…)`", fix=Fix(place.span, "until not")
    )


def of_missing(place: ParsePlace) -> Diagnostic | None:
    """`set Fruit`."""
    previous = place.previous
    if previous is None or previous.text not in TYPE_WORDS or previous.text == "alike" or place.kind != "NAME":
        return None
    shown = f"{previous.text} of {place.text}"
    return finding(
        "E0228",
        f"`of` is missing after `{previous.text}`",
        place.span,
        repair=f"write `{shown}`",
        fix=Fix(place.span, f"of {place.text}"),
    )


def in_expected(place: ParsePlace) -> Diagnostic | None:
    """`choose x from S`, `for x of S`."""
    if place.kind != "NAME" or place.text not in ("from", "of", "over", "among") or not place.can_be("in"):
        return None
    return finding(
        "E0228", f"`{place.text}` is written `in` here", place.span, repair="write `in`", fix=Fix(place.span, "in")
    )


def word_of_few(place: ParsePlace) -> Diagnostic | None:
    """Only certain words can stand here: `claim invariant`, `put x under d`."""
    words = _possible_words(place)
    if not words or place.position == 0:
        return None
    shown = f"`{place.text}` is not allowed here" if place.token is not None else "the line ends too early"
    guess = nearest(place.text, words) if place.token is not None and place.token.kind == WORD else None
    listed = " or ".join(f"`{word}`" for word in words)
    reason = _NEEDED_AFTER.get(place.head, "")
    if guess:
        return finding(
            "E0228", shown, place.span, reason=reason, repair=f"did you mean `{guess}`?", fix=Fix(place.span, guess)
        )
    return finding("E0228", shown, place.span, reason=reason, repair=f"write {listed}")


def _possible_words(place: ParsePlace) -> list[str]:
    """The words that may come next, when only words may (after an expression: those the statement waits for)."""
    kinds = [kind for kind in sorted(place.expected) if kind in list_spellings()]
    if place.after_operand:
        if place.can_take_line_end or place.open_bracket is not None:
            return []
        waiting = {"on", "into", "when", "as", "to", "from", "for", "at"}
        return [list_spellings()[kind] for kind in kinds if list_spellings()[kind] in waiting]
    words = [list_spellings()[kind] for kind in kinds if list_spellings()[kind] in KEYWORDS]
    others = place.expected - {"DOT", "LPAR", "LSQB"}
    return words if len(words) == len(others) else []
