"""What sentences call values and fields: the words of `named`, or those of the messages in another language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_dsl.semantics.modules import SourceProgram
from rules_dsl.semantics.texts import plain
from rules_dsl.syntax import ast


class NamedWords:
    """The words of a program, by type."""

    def __init__(self, program: SourceProgram) -> None:
        self.messages = program.messages
        self.said = _collect_words(program.blocks)

    def of(self, type_: str, members: Sequence[str]) -> tuple[str, ...]:
        """The word of each value or field, "" where its name will do; nothing where all names will do."""
        texts = self.messages.names.get(type_, {}) if self.messages.translates else {}
        own = self.said.get(type_, {})
        words = tuple(texts.get(member) or own.get(member, "") for member in members)
        return words if any(words) else ()

    def signs(self, type_: str, members: Sequence[str], signs: Sequence[str]) -> tuple[str, ...]:
        """The signs of values in pictures, in the language of the messages."""
        texts = self.messages.signs.get(type_, {}) if self.messages.translates else {}
        kept = signs or ("",) * len(members)
        words = tuple(texts.get(member, sign) for member, sign in zip(members, kept, strict=True))
        return words if any(words) else ()


def _collect_words(blocks: Sequence[ast.Block]) -> Mapping[str, Mapping[str, str]]:
    words_by_type: dict[str, dict[str, str]] = {}
    for block in blocks:
        for names in block.names if isinstance(block, ast.SayDecl) else ():
            words_by_type.setdefault(names.type.text, {}).update({word.label: plain(word.text) or "" for word in names.words})
    return words_by_type
