"""The closed sets of words in nodes.

They are `Literal` types, so that mypy checks each pattern and comparison, and `assert_never` means what it says.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

GameKind = Literal["game", "puzzle"]
FileKind = Literal["game", "puzzle", "library"]
EnumKind = Literal["enum", "alike", "table", "player", "reading", "poison"]
"""`poison` is the type of what was already reported as wrong."""
CollectionKind = Literal["set", "bag", "list", "deck"]
WalkKind = Literal["reach", "distance", "nearest"]
UnaryOperator = Literal["not", "-"]
ArithmeticOperator = Literal["+", "-", "*", "/", "%", "min", "max"]
SetOperator = Literal["union", "difference", "common"]
BinaryOperator = Literal[
    "and",
    "or",
    "implies",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "in",
    ArithmeticOperator,
    SetOperator,
    "concat",
    "add",
    "subtract",
]
WrittenOperator = Literal[
    "and", "or", "implies", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "+", "-", "*", "/", "%"
]
AssignOperator = Literal["=", "+=", "-="]
EndingKind = Literal["end", "goal", "win", "lose", "draw"]
SeenKind = Literal["all", "none", "owner", "by"]
ClaimMode = Literal["always", "never", "sometimes", "leads", "terminates"]
CountedThing = Literal["depth", "states", "games"]


def _by_text(kind: Any) -> dict[str, Any]:
    return {word: word for word in get_args(kind)}


FILE_KINDS: dict[str, FileKind] = _by_text(FileKind)
COLLECTION_KINDS: dict[str, CollectionKind] = _by_text(CollectionKind)
WALK_KINDS: dict[str, WalkKind] = _by_text(WalkKind)
UNARY_OPERATORS: dict[str, UnaryOperator] = _by_text(UnaryOperator)
ARITHMETIC_OPERATORS: dict[str, ArithmeticOperator] = _by_text(ArithmeticOperator)
BINARY_OPERATORS: dict[str, BinaryOperator] = _by_text(BinaryOperator)
WRITTEN_OPERATORS: dict[str, WrittenOperator] = _by_text(WrittenOperator)
ASSIGN_OPERATORS: dict[str, AssignOperator] = _by_text(AssignOperator)
ENDING_KINDS: dict[str, EndingKind] = _by_text(EndingKind)
CLAIM_MODES: dict[str, ClaimMode] = _by_text(ClaimMode)
COUNTED_THINGS: dict[str, CountedThing] = _by_text(CountedThing)
