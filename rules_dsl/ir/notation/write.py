"""A game → text: a line or more for each of its parts, led by the field of `Game` it belongs to.

Places in files are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.notation.forms import BARE, Form, FormGroup, Text, Word, write_form
from rules_dsl.ir.notation.implied import NotationScope
from rules_dsl.ir.notation.named import TypeForms, unique_words
from rules_dsl.ir.notation.shapes import (
    OPERATORS,
    TYPES,
    binds,
    hint_of,
    holds_type,
    is_typed,
    item_hints,
    list_written_fields,
    needs_quotes,
)
from rules_dsl.ir.types import (
    BOOL,
    BoolType,
    EnumType,
    IntType,
    OptionalType,
    RecordType,
    TextType,
    Type,
    Value,
    is_scalar,
)

RESERVED = frozenset({"none", "true", "false"})


def write_game(game: ir.Game) -> str:
    """The text form of a game; `read.read_game` makes an equal game of it."""
    return "".join(f"{line}\n" for line in _lines(game))


def _lines(game: ir.Game) -> Iterator[str]:
    writer = FormWriter(game)
    for type_, name in writer.types.names.items():
        yield from _entry("type", Text(name) if not BARE.fullmatch(name) else Word(name), writer.node(type_))
    for part in fields(ir.Game):
        value = getattr(game, part.name)
        if value == part.default:
            continue
        hint = hint_of(ir.Game, part.name)
        if isinstance(value, tuple):
            for number, (item, inner) in enumerate(zip(value, item_hints(hint, value), strict=True)):
                yield from _entry(f"nodes#{number}" if part.name == "nodes" else part.name, writer.form(item, inner))
        else:
            yield from _entry(part.name, writer.form(value, hint))


def _entry(field: str, *forms: Form) -> Iterator[str]:
    """A form behind the field it belongs to."""
    *names, last = forms
    lead = " ".join([field, *[line for name in names for line in write_form(name)]])
    first, *rest = write_form(last)
    yield f"{lead} {first}"
    yield from rest


class FormWriter:
    """Nodes as forms; it knows the types of names as the reader will."""

    def __init__(self, game: ir.Game) -> None:
        self.types = TypeForms(game)
        self.scope = NotationScope(
            {variable.name: variable.type for variable in game.finds}
            | {variable.name: variable.type for variable in game.variables},
            {constant.name: constant.type for constant in game.constants},
            {function.name: function.type for function in game.functions},
        )
        self._bind_all(game, set())

    def _bind_all(self, thing: Any, seen: set[int]) -> None:
        """The types that nodes give to names, in the order in which they are written."""
        if isinstance(thing, tuple):
            for item in thing:
                self._bind_all(item, seen)
        elif is_dataclass(thing) and type(thing) not in TYPES and id(thing) not in seen:
            seen.add(id(thing))
            node: Any = thing
            kind: Any = type(node)
            if binds(kind):
                self.scope.locals.setdefault(node.name, node.type)
            for part in fields(node):
                self._bind_all(getattr(node, part.name), seen)

    def form(self, value: Any, hint: Any) -> Form:
        """A value of a field."""
        if hint is Any:
            return raw_form(value)
        if holds_type(hint):
            return self.types.form(value)
        match value:
            case None:
                return Word("none")
            case Enum():
                return self.form(value.value, str)
            case bool() | int():
                return Word(str(value).lower())
            case str():
                return Word(value) if BARE.fullmatch(value) and not needs_quotes(hint) else Text(value)
            case tuple():
                return FormGroup(
                    tuple(self.form(item, inner) for item, inner in zip(value, item_hints(hint, value), strict=True)),
                    "[",
                )
            case _:
                return self._shorthand(value) or self.node(value)

    def node(self, node: Any) -> FormGroup:
        """`(Class:type field …)`; fields at the end that have their default are left out, and so is a type that follows
        from the fields.
        """
        kind: Any = type(node)
        parts, items, kept = dict[str, Any](), list[Form](), 0
        for part in list_written_fields(kind):
            value = parts[part.name] = getattr(node, part.name)
            items.append(self.form(value, hint_of(kind, part.name)))
            self.scope.bind(kind, parts)
            if value != part.default:
                kept = len(items)
        head = kind.__name__
        if kind is ir.Binary and node.operator in OPERATORS:
            head, items, kept = node.operator, items[1:], kept - 1
        return FormGroup((self._add_type(head, node, parts), *items[:kept]))

    def _add_type(self, head: str, node: Any, parts: dict[str, Any]) -> Word:
        kind: Any = type(node)
        if not is_typed(kind) or self.scope.imply_type(kind, parts) == node.type:
            return Word(head)
        return Word(head, self.types.form(node.type))

    def _shorthand(self, node: Any) -> Form | None:
        """What is shorter than a node: names, scalar values, rules without paragraphs."""
        match node:
            case ir.Var(name=name) | ir.VarPlace(name=name) if BARE.fullmatch(name):
                return self._add_type(f"${name}", node, {"name": name})
            case ir.Const(name=name) if BARE.fullmatch(name):
                return self._add_type(f"@{name}", node, {"name": name})
            case ir.Local(name=name) if (
                name[:1].isidentifier() and BARE.fullmatch(name) and name not in RESERVED and "'" not in name
            ):
                return self._add_type(name, node, {"name": name})
            case ir.Rule(name=name, cites=()) if BARE.fullmatch(name):
                return Word(f"&{name}")
            case ir.Literal(value=value, type=type_) if is_scalar(type_) and not isinstance(type_, TextType):
                return self._scalar(value, type_)
            case _:
                return None

    def _scalar(self, value: Value, type_: Type) -> Word | None:
        """A value of one number; None where its name cannot be a word."""
        text, implied = self._spell_value(value, type_)
        return Word(text, None if implied == type_ else self.types.form(type_)) if BARE.fullmatch(text) else None

    def _spell_value(self, value: Value, type_: Type) -> tuple[str, Type | None]:
        match type_:
            case OptionalType(item):
                return ("none", None) if value is None else self._spell_value(value, item)
            case BoolType():
                return ("true" if value else "false"), BOOL
            case EnumType(members=members):
                return f"{self.types.names[type_]}'{members[value]}", type_
            case RecordType(spelling=spelling):
                word = next((word for word, number in unique_words(spelling).items() if number == value), str(value))
                return f"{self.types.names[type_]}'{word}", type_
            case _:
                return str(int(value)), IntType(value, value)


def raw_form(value: Value) -> Form:
    """A value just as machines hold it, or plain data as files hold it."""
    match value:
        case None:
            return Word("none")
        case bool() | int():
            return Word(str(value).lower())
        case float():
            return Word(repr(value))
        case str():
            return Text(value)
        case list():
            return FormGroup((Word("list"), *map(raw_form, value)))
        case dict():
            return FormGroup(
                (Word("dict"), *[FormGroup((raw_form(key), raw_form(part)), "[") for key, part in value.items()])
            )
        case _:
            return FormGroup(tuple(map(raw_form, value)), "[")
