"""Values as text and as plain data: one place to import from."""

from rules_dsl.ir.text_parse import parse_value
from rules_dsl.ir.text_plain import Plain, PlainError, from_plain, has_natural_zero, to_plain
from rules_dsl.ir.text_show import (
    DASH,
    TICK,
    brief_value,
    name_in_words,
    phrase_value,
    piece_value,
    say_value,
    show_value,
    sign_value,
    words_of,
)

__all__ = [
    "DASH",
    "TICK",
    "Plain",
    "PlainError",
    "brief_value",
    "from_plain",
    "has_natural_zero",
    "name_in_words",
    "parse_value",
    "phrase_value",
    "piece_value",
    "say_value",
    "show_value",
    "sign_value",
    "to_plain",
    "words_of",
]
