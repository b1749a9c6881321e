"""Values as text and as plain data: one place to import from."""

from rules_dsl.ir.text_parse import parse_value
from rules_dsl.ir.text_plain import Plain, PlainError, from_plain, has_natural_zero, to_plain
from rules_dsl.ir.text_show import brief_value, say_value, show_value, sign_value

__all__ = ["Plain", "PlainError", "brief_value", "from_plain", "has_natural_zero", "parse_value", "say_value", "show_value", "sign_value", "to_plain"]
