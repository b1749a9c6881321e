"""Explains syntax errors: what is wrong where the parser stopped, and how to write it.

The first explanation that fits is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.syntax import mistakes_layout as layout
from rules_dsl.syntax import mistakes_signs as signs
from rules_dsl.syntax import mistakes_words as words
from rules_dsl.syntax.engine import ParserRefusal, list_spellings
from rules_dsl.syntax.lines import LogicalLine
from rules_dsl.syntax.mistakes_layout import LayoutMistake
from rules_dsl.syntax.places import ParsePlace, place_of

Reading = Callable[[ParsePlace], Diagnostic | LayoutMistake | None]

READINGS: tuple[Reading, ...] = (
    words.find_reserved_name,
    words.else_if,
    layout.else_without_when,
    words.statement_of_another_language,
    words.return_before_value,
    signs.operator_at_line_start,
    layout.semicolon,
    layout.block_indented,
    layout.does_missing,
    layout.find_missing_indent,
    layout.find_needless_indent,
    layout.colon_after_opener,
    layout.find_same_line,
    layout.sign_after_first_word,
    layout.end_in_play,
    layout.clause_misplaced,
    layout.braces_around_block,
    layout.expression_as_statement,
    signs.label_wrong,
    signs.enum_comma,
    signs.comma_before_closing,
    signs.sets_inside_fold,
    signs.find_chained_comparison,
    signs.sets_instead_of_compares,
    signs.compares_instead_of_sets,
    signs.result_type_after_colon,
    signs.type_missing,
    words.range_with_to,
    words.for_each,
    words.in_expected,
    words.of_missing,
    words.until_not,
    words.foreign_operator,
    layout.line_word_misspelled,
    layout.line_too_many,
    signs.value_choice_without_else,
    words.word_of_few,
    signs.tag_sign_missing,
    signs.several_in_round_brackets,
    signs.sets_missing,
    signs.comma_missing,
    signs.semicolon_missing,
    signs.colon_missing,
    signs.text_expected,
    signs.operator_missing,
    signs.players_in_number,
    signs.line_ends_early,
    signs.name_expected,
    signs.operand_missing,
)


def explain(file: str, lines: Sequence[LogicalLine], refusal: ParserRefusal) -> LayoutMistake:
    """What is wrong where the parser stopped, and which line to leave out."""
    place = place_of(file, lines, refusal)
    for reading in READINGS:
        result = reading(place)
        if isinstance(result, LayoutMistake):
            return result
        if result is not None:
            return LayoutMistake(result, refusal.line)
    return LayoutMistake(_report_unexpected(place), refusal.line)


def _report_unexpected(place: ParsePlace) -> Diagnostic:
    shown = f"`{place.text}` is not allowed here" if place.token is not None else "the line ends too early"
    after = f" after `{place.previous.text}`" if place.previous is not None else ""
    wanted = " or ".join(_list_wanted(place)[:6]) or "nothing more"
    if place.can_take_line_end and place.token is not None:
        return finding(
            "E0201",
            shown,
            place.span,
            reason=f"expected{after}: {wanted}",
            repair=f"end the line before `{place.text}`, or remove it",
        )
    return finding("E0201", shown, place.span, reason=f"expected{after}: {wanted}", repair=f"write {wanted}")


def _list_wanted(place: ParsePlace) -> list[str]:
    """What could stand here, in a few words."""
    if place.position == 0 and place.can_be("stop"):
        return ["a statement"]
    words = ["the end of the line"] if place.can_take_line_end else []
    if place.can_be("deck"):
        return [*words, "a type"]
    if place.before_operand:
        return [*words, "an expression"]
    words += (
        ["a name"] * ("NAME" in place.expected)
        + ["a text"] * ("TEXT" in place.expected)
        + ["a number"] * (place.expected == {"INT"})
    )
    if place.after_operand:
        return [*words, "an operator"]
    return words + [
        f"`{list_spellings()[kind]}`" for kind in sorted(place.expected) if kind in list_spellings() and kind != "_NL"
    ]
