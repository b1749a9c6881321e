"""What players would read of a game in another language that nobody has translated yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk
from rules_dsl.ir.rebuild_pictures import rebuild_item
from rules_dsl.ir.rebuild_sentences import rebuild_say
from rules_dsl.ir.types import (
    BagType,
    DeckType,
    EnumType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    cardinality,
)
from rules_dsl.semantics.analyse import analyse_program, read_program
from rules_dsl.semantics.messages import Messages

ALONE = ("Solo",)
"""The player of a game for one is never named."""
SHORT = 1
"""Names of one character are signs, not words."""


@dataclass(frozen=True, slots=True)
class MissingTranslations:
    """Texts without a translation, names without one as TYPE.name, messages that no text asks for, and what is wrong with the rest."""

    texts: tuple[str, ...]
    names: tuple[str, ...]
    unused: tuple[str, ...]
    findings: tuple[Diagnostic, ...] = ()

    @property
    def count(self) -> int:
        """How much is missing."""
        return len(self.texts) + len(self.names)


def find_untranslated(path: Path, language: str, options: Mapping[str, str]) -> MissingTranslations:
    """Everything that is missing in the messages of a game."""
    program = read_program(path, options, {}, language)
    game, findings = analyse_program(program, options, {}, ())
    messages = program.messages
    names = () if game is None else tuple(_names(game, messages))
    return MissingTranslations(tuple(messages.missing), names, messages.unused, tuple(item for item in findings if item.severity == "error"))


def _names(game: ir.Game, messages: Messages) -> Iterator[str]:
    """The values and fields that sentences, reasons and pictures may name."""
    said, drawn = set(_types([*_list_said_types(game), *_sorts(game)])), set(_types(_list_drawn_types(game)))
    for type_ in game.types:
        match type_:
            case EnumType(name, members, kind, signs) if (type_ in said or type_ in drawn) and kind != "alike" and members != ALONE:
                known = {*messages.names.get(name, {}), *messages.signs.get(name, {})}
                for number, member in enumerate(members):
                    is_sign = type_ not in said and number < len(signs) and bool(signs[number])
                    if member not in known and not is_sign and len(member) > SHORT:
                        yield f"{name}.{member}"
            case RecordType(name, fields) if type_ in drawn and type_ not in said and not type_.spelling:
                yield from (f"{name}.{label}" for label, _ in fields if label not in messages.names.get(name, {}) and len(label) > SHORT)
            case _:
                pass


def _list_said_types(game: ir.Game) -> Iterator[Type]:
    """The types of values in sentences and reasons."""
    exprs: list[ir.Expr] = []
    for say in game.says:
        rebuild_say(say, lambda expr: exprs.append(expr) or expr)  # type: ignore[func-returns-value]
    exprs += [need.reason for action in game.actions for need in action.needs if need.reason is not None]
    yield from _holes(exprs)


def _sorts(game: ir.Game) -> Iterator[Type]:
    """The types of what is chosen, and the players: they are named even where no sentence does."""
    if cardinality(game.players) > 1:
        yield game.players
    for action in game.actions:
        yield from (parameter.type for parameter in action.parameters)
    for find in game.finds:
        yield find.type


def _list_drawn_types(game: ir.Game) -> Iterator[Type]:
    exprs: list[ir.Expr] = []
    for item in game.show:
        rebuild_item(item, lambda expr: exprs.append(expr) or expr)  # type: ignore[func-returns-value]
    yield from _holes(exprs)


def _holes(exprs: Iterable[ir.Expr]) -> Iterator[Type]:
    for expr in exprs:
        for part in walk(expr):
            if isinstance(part, ir.Template):
                yield from (hole.type for hole in part.parts if not isinstance(hole, str))


def _types(result: Iterable[Type]) -> Iterator[Type]:
    """Types with all inside of them."""
    for type_ in result:
        yield type_
        match type_:
            case OptionalType(item) | SetType(item) | ListType(item) | BagType(item) | DeckType(item):
                yield from _types([item])
            case MapType(key, value):
                yield from _types([key, value])
            case RecordType(fields=fields) if not type_.spelling:
                yield from _types([kind for _, kind in fields])
            case _:
                pass
