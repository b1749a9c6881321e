"""Mistakes of signs: `=` and `==`, colons, commas, brackets, operators."""

from __future__ import annotations

from rules_dsl.diagnostics.diagnostic import Diagnostic, Fix, finding
from rules_dsl.source import Span
from rules_dsl.syntax.places import COMPARISONS, OPERATORS, ParsePlace
from rules_dsl.syntax.tokens import INT, TEXT, WORD

JOINING = frozenset({"AND", "OR", "IN", "IF", "ELSE", "FOR", "WHEN", "IMPLIES", "LET"})
"""Words that neither are values nor begin them."""


def _gap(place: ParsePlace) -> Span:
    """The empty place right after the previous token."""
    previous = place.previous
    if previous is None:
        return place.span
    return Span(place.file, previous.line, previous.end, previous.line, previous.end)


def sets_instead_of_compares(place: ParsePlace) -> Diagnostic | None:
    """`needs f = Plum`."""
    if place.text != "=" or not place.after_operand or not place.can_be("=="):
        return None
    return finding(
        "E0202",
        "`=` does not compare",
        place.span,
        reason="`=` sets, `==` compares",
        repair="write `==`",
        fix=Fix(place.span, "=="),
    )


def sets_inside_fold(place: ParsePlace) -> Diagnostic | None:
    """`count(x = 1 for x in S)`: read as a named argument until `for` comes."""
    opening = place.open_bracket
    if place.kind not in ("FOR", "AND", "OR", "IF") and place.text not in COMPARISONS:
        return None
    if opening is None:
        return None
    at = place.line.tokens.index(opening)
    inner = place.line.tokens[at + 1 : at + 3]
    if len(inner) < 2 or inner[0].kind != WORD or inner[1].text != "=":
        return None
    span = inner[1].span(place.file)
    return finding(
        "E0202",
        "`=` does not compare",
        span,
        reason="`=` sets, `==` compares",
        repair="write `==`",
        fix=Fix(span, "=="),
    )


def compares_instead_of_sets(place: ParsePlace) -> Diagnostic | None:
    """`x == 3` as a statement, `let x == 3`."""
    if place.text != "==" or not place.can_be("="):
        return None
    return finding(
        "E0203",
        "`==` does not set",
        place.span,
        reason="`=` sets, `==` compares",
        repair="write `=`",
        fix=Fix(place.span, "="),
    )


def find_chained_comparison(place: ParsePlace) -> Diagnostic | None:
    """`a < b < c`."""
    if place.text not in COMPARISONS | {"="} or place.kind == "NAME" or not place.ends_comparison:
        return None
    if "AND" not in place.expected:
        return None
    return finding(
        "E0210",
        "comparisons cannot be chained",
        place.span,
        reason="`a < b < c` would compare a truth value with `c`",
        repair="write `a < b and b < c`",
    )


def comma_before_closing(place: ParsePlace) -> Diagnostic | None:
    """`f(a, b,)`."""
    previous = place.previous
    if previous is None or previous.text != "," or place.text not in (")", "]", "}"):
        return None
    span = previous.span(place.file)
    return finding(
        "E0211",
        "no item follows this comma",
        span,
        reason="a comma is followed by another item",
        repair="remove the comma",
        fix=Fix(span, ""),
    )


def result_type_after_colon(place: ParsePlace) -> Diagnostic | None:
    """`define f(x: T): R = e`."""
    if place.text != ":" or not place.can_be("->"):
        return None
    return finding(
        "E0257", "the result type comes after `->`", place.span, repair="write `->`", fix=Fix(place.span, " ->")
    )


def sets_missing(place: ParsePlace) -> Diagnostic | None:
    """`define f(x) x + 1`, `option n: 1..3`."""
    if (
        not place.can_be("=")
        or place.text == "="
        or place.position < 1
        or place.can_take_line_end
        or place.open_bracket
    ):
        return None
    if place.number > 0 and place.head not in ("let", "given", "option") and len(place.expected) > 1:
        return None
    what = {"option": "its default", "define": "its expression", "let": "its value", "type": "what it is"}.get(
        place.head, "its value"
    )
    return finding(
        "E0255",
        f"`=` and {what} are missing",
        _gap(place) if place.at_line_end else place.span,
        repair=f"write `=` and {what}",
    )


def tag_sign_missing(place: ParsePlace) -> Diagnostic | None:
    """`action go rule "2"`."""
    if place.text != "rule" or not place.can_be("@"):
        return None
    return finding(
        "E0201",
        "the paragraph of the rulebook is written `@rule`",
        place.span,
        repair="write `@rule`",
        fix=Fix(place.span, "@rule"),
    )


def several_in_round_brackets(place: ParsePlace) -> Diagnostic | None:
    """`x in (a, b)`."""
    opening = place.open_bracket
    if place.text != "," or not place.after_operand or opening is None or opening.text != "(" or place.can_be(","):
        return None
    diagnostic = finding(
        "E0201", "round brackets hold one value", place.span, repair="write `[a, b]` for a list or `{a, b}` for a set"
    )
    return diagnostic.also(opening.span(place.file), "opened here")


def semicolon_missing(place: ParsePlace) -> Diagnostic | None:
    """`play a(1) b(2)`."""
    if not place.can_be(";") or place.kind != "NAME":
        return None
    return finding(
        "E0219",
        f"a semicolon is missing before `{place.text}`",
        place.span,
        repair="write `;` between the moves",
        fix=Fix(_gap(place), ";"),
    )


def comma_missing(place: ParsePlace) -> Diagnostic | None:
    """`f(a b)`."""
    if not place.can_be(",") or not place.is_operand or place.kind in JOINING:
        return None
    gap = _gap(place)
    return finding(
        "E0219",
        f"a comma is missing before `{place.text}`",
        place.span,
        repair="write `,` between the items",
        fix=Fix(gap, ","),
    )


def colon_missing(place: ParsePlace) -> Diagnostic | None:
    """`claim always "x" c`, `day 0..9`, `pick(f Fruit)`."""
    if not place.can_be(":") or place.text == ":":
        return None
    if place.text == "=" or (place.at_line_end and place.can_take_line_end):
        return None
    gap = _gap(place)
    declares = place.can_be("in") or place.lines[0].first.text in ("state", "option", "given", "find")
    what = "the type" if declares and place.head != "roll" and not place.after_operand else "what follows"
    return finding("E0204", f"a colon is missing before {what}", place.span, repair="write `:`", fix=Fix(gap, ":"))


def type_missing(place: ParsePlace) -> Diagnostic | None:
    """`day = 0` in `state`, `define f(x)`."""
    if place.text not in ("=", ",", ")") or not place.can_be(":") or place.after_operand:
        return None
    name = place.previous.text if place.previous else ""
    return finding(
        "E0234", f"`{name}` has no type", place.span, repair=f"write `{name}: TYPE = …`, for example `{name}: 0..9 = 0`"
    )


def label_wrong(place: ParsePlace) -> Diagnostic | None:
    """A line of a score without a label of plain words and a colon."""
    if "LABEL" not in place.expected or place.position != 0:
        return None
    reason = "each line of a score is `label: expression`, the label made of plain words"
    return finding(
        "E0204",
        "this line has no label",
        place.line.first.span(place.file),
        reason=reason,
        repair="write `label: expression`",
    )


def enum_comma(place: ParsePlace) -> Diagnostic | None:
    """`type X = A, B`."""
    if (
        place.text not in (",", "or")
        or place.head not in ("type", "open", "private", "reading")
        or not place.can_be("|")
    ):
        return None
    return finding(
        "E0259", "the values of a type are separated by `|`", place.span, repair="write `|`", fix=Fix(place.span, " |")
    )


def value_choice_without_else(place: ParsePlace) -> Diagnostic | None:
    """`a if c`."""
    if "ELSE" not in place.expected or not place.has_before("if"):
        return None
    return finding(
        "E0221",
        "this value choice has no `else`",
        place.span,
        reason="every expression has a value, whatever the condition",
        repair="write `a if c else b`; to choose statements write `when c`",
    )


def operator_at_line_start(place: ParsePlace) -> Diagnostic | None:
    """A line that begins with `and`, `+`, …"""
    token = place.line.first
    first_indent = place.kind == "_INDENT" or place.position == 0
    if not first_indent or token.text not in OPERATORS or token.kind == TEXT or place.number == 0:
        return None
    return finding(
        "E0222",
        f"a line cannot begin with `{token.text}`",
        token.span(place.file),
        reason="a line continues when it ends in an operator",
        repair=f"write `{token.text}` at the end of the line above, or put the expression into brackets",
    )


def players_in_number(place: ParsePlace) -> Diagnostic | None:
    """`players 2`."""
    previous = place.previous
    if (
        place.head != "players"
        or not place.at_line_end
        or previous is None
        or previous.kind != INT
        or not place.can_be("..")
    ):
        return None
    repair = f"write `players {previous.text}..{previous.text}`, or their names: `players Anna, Ben`"
    return finding("E0223", "how many players there may be is a range", previous.span(place.file), repair=repair)


def line_ends_early(place: ParsePlace) -> Diagnostic | None:
    """An operator, a comma or a word is the last thing on a line."""
    previous = place.previous
    if not place.at_line_end or previous is None:
        return None
    wanted = "an expression" if place.before_operand else _name_wanted(place)
    return finding(
        "E0223",
        f"the line ends after `{previous.text}`",
        previous.span(place.file),
        reason=f"{wanted} must follow",
        repair=f"write {wanted}, on this line or indented on the next" if place.before_operand else f"write {wanted}",
    )


def _name_wanted(place: ParsePlace) -> str:
    if place.expected == {"NAME"}:
        return "a name"
    return "a text in quotes" if place.expected == {"TEXT"} else "more"


def text_expected(place: ParsePlace) -> Diagnostic | None:
    """`example first pick`."""
    if place.expected != {"TEXT"} or place.token is None:
        return None
    rest = " ".join(token.text for token in place.line.tokens[place.position :] if token.text != ":")
    return finding(
        "E0250",
        "a text in double quotes is expected here",
        place.span,
        repair=f'write "{rest[:40]}"' if rest else "write a text",
    )


def name_expected(place: ParsePlace) -> Diagnostic | None:
    """`action (f: Fruit)`."""
    if place.expected != {"NAME"} or place.token is None:
        return None
    after = f" after `{place.previous.text}`" if place.previous else ""
    return finding("E0251", f"a name is expected{after}", place.span, repair="write a name of letters, digits and `_`")


def operator_missing(place: ParsePlace) -> Diagnostic | None:
    """`a b`."""
    previous = place.previous
    if (
        not place.after_operand
        or not place.is_operand
        or previous is None
        or place.kind not in ("NAME", "INT", "TEXT", "LPAR", "LBRACE", "TRUE", "FALSE", "NOT")
    ):
        return None
    return finding(
        "E0258",
        f"something is missing between `{previous.text}` and `{place.text}`",
        place.span,
        reason="there are two values without an operator",
        repair="write an operator such as `+`, `==` or `and` between them, or start a new line",
    )


def operand_missing(place: ParsePlace) -> Diagnostic | None:
    """`a + * b`, `(a and)`."""
    previous = place.previous
    if (
        not place.before_operand
        or previous is None
        or place.can_be("deck")
        or (place.is_operand and place.kind not in JOINING)
    ):
        return None
    return finding(
        "E0128",
        f"an expression is missing between `{previous.text}` and `{place.text}`",
        place.span,
        repair=f"write one after `{previous.text}`",
    )
