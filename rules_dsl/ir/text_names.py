"""Names of single values: enum values, table rows and spelled records, and which of them may stand alone in a text."""

from __future__ import annotations

import re
from functools import lru_cache

from rules_dsl.ir.types import EnumType, RecordType

SEPARATORS = ',;:()[]{}"'
RESERVED = frozenset({"none", "nothing", "true", "false", "all", "yes", "no", "deck"})
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_NUMBERED_ROW = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*#[0-9]+\Z")


def member_text(type_: EnumType, number: int) -> str:
    """How an enum value or table row is written: `Apple`, `baskets#3`, `"Old Mill"`."""
    name = type_.members[number]
    if (_IDENTIFIER.match(name) and name not in RESERVED) or _NUMBERED_ROW.match(name):
        return name
    return quote_text(name)


def quote_text(text: str) -> str:
    """A text as a string literal of the language."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + plain.replace("{", "{{").replace("}", "}}") + '"'


def unquote_text(inside: str) -> str:
    """What stands between the quotes of a string literal, read."""
    plain = re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], inside)
    return plain.replace("{{", "{").replace("}}", "}")


def spell_record(type_: RecordType, number: int) -> str | None:
    """The text of a record value by `shown`, if nothing else could be meant by it."""
    if not type_.spelling:
        return None
    text = type_.spelling[number]
    return text if spellings(type_.spelling).get(text) == number else None


@lru_cache(maxsize=256)
def spellings(texts: tuple[str, ...]) -> dict[str, int]:
    """Ordinals by text, without texts that are not unique or could be read as something else."""
    numbers: dict[str, int] = {}
    twice: set[str] = set()
    for number, text in enumerate(texts):
        if text in numbers:
            twice.add(text)
        numbers[text] = number
    return {text: number for text, number in numbers.items() if text not in twice and _stands_alone(text)}


@lru_cache(maxsize=256)
def numbers_by_name(members: tuple[str, ...]) -> dict[str, int]:
    """Ordinals of enum values by name."""
    return {name: number for number, name in enumerate(members)}


@lru_cache(maxsize=256)
def numbers_by_sign(signs: tuple[str, ...]) -> dict[str, int]:
    """Ordinals by sign, for signs only one value has."""
    return {sign: number for number, sign in enumerate(signs) if sign and signs.count(sign) == 1}


def _stands_alone(text: str) -> bool:
    return (
        bool(text)
        and text not in RESERVED
        and text == text.strip()
        and not any(c in SEPARATORS or c in "\r\n" for c in text)
    )
