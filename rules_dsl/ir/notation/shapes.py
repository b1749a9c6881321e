"""What the dataclasses of the IR say of themselves: which fields are written, what each may hold, which nodes bind
names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import Type
from rules_dsl.kinds import BINARY_OPERATORS
from rules_dsl.quantities import quantity

TYPES: frozenset[type] = frozenset(Type.__args__)
EXPRESSIONS: frozenset[type] = frozenset(ir.Expr.__args__)
OPERATORS = frozenset(BINARY_OPERATORS)
"""Heads that stand for `Binary`."""


@cache
def list_written_fields(kind: Any) -> tuple[Field[Any], ...]:
    """The fields of a node except places in files, which are keywords, and its type, which stands behind the head."""
    return tuple(part for part in fields(kind) if not part.kw_only and part.name != "type")


@cache
def hint_of(kind: Any, name: str) -> Any:
    """What a field may hold."""
    return get_type_hints(kind)[name]


@cache
def members_of(hint: Any) -> tuple[Any, ...]:
    """The alternatives of a union; of anything else itself."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


@cache
def is_typed(kind: Any) -> bool:
    """Has a node a type?"""
    return any(part.name == "type" for part in fields(kind))


@cache
def binds(kind: Any) -> bool:
    """Does a node give a type to a name that others read?"""
    return {"name", "type"} <= {part.name for part in fields(kind)} and kind not in EXPRESSIONS


@cache
def holds_type(hint: Any) -> bool:
    """Does a field hold a type?"""
    return set(members_of(hint)) <= TYPES


@cache
def enum_of(hint: Any) -> type[Enum] | None:
    """The enum that a field may hold."""
    return next((member for member in members_of(hint) if isinstance(member, type) and issubclass(member, Enum)), None)


@cache
def words_of(hint: Any) -> frozenset[str]:
    """The words that a field may hold, where these are a closed set."""
    return frozenset(word for member in members_of(hint) if get_origin(member) is Literal for word in get_args(member))


@cache
def nodes_of(hint: Any) -> dict[str, type]:
    """The nodes that a field may hold, by the names of their classes."""
    return {member.__name__: member for member in members_of(hint) if is_dataclass(member) and isinstance(member, type)}


@cache
def needs_quotes(hint: Any) -> bool:
    """Must a text be quoted, because something else may stand there, too?"""
    return len(members_of(hint)) > 1


def item_hints(hint: Any, items: Sequence[object]) -> Sequence[Any]:
    """What each item of a tuple may hold. Raises ValueError where their number does not fit."""
    whole = next((member for member in members_of(hint) if get_origin(member) is tuple), None)
    if whole is None:
        raise ValueError(f"a sequence where {hint} belongs")
    arguments = get_args(whole)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return [arguments[0]] * len(items)
    if len(arguments) != len(items):
        raise ValueError(f"{quantity(len(items), 'item')} where {len(arguments)} belong")
    return arguments
