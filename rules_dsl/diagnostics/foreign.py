"""Names from other languages and their equivalents here."""

from __future__ import annotations

_NUMBER = "write a range such as `0..20`"
_TEXT = "the state holds no texts; name the values: `type Colour = Red | Blue`"
_ADD = "to add `e` to a set, list or bag `x` write `x += e`"
_REMOVE = "to take `e` out of a set or bag `x` write `x -= e`"
_SIZE = "write `len(x)`"
_IN = "write `e in x`"
_CHANCE = "chance is a statement: `roll d: 1..6`"
_TURN = "`player` is the player who decides; keep whose turn it is in `state`"

_TYPES = {
    **dict.fromkeys(("int", "integer", "number", "num", "nat", "natural", "float", "real"), _NUMBER),
    **dict.fromkeys(("string", "str", "text", "char"), _TEXT),
    "boolean": "write `Bool`",
}
_VALUES = {
    **dict.fromkeys(("null", "nil", "nobody", "nothing_yet", "undefined"), "write `none`"),
    **dict.fromkeys(("everybody", "everyone"), "write `players`"),
    **dict.fromkeys(("turn", "current_player", "active_player", "whose_turn"), _TURN),
    "empty": "an empty set is `{}`, an empty list `[]`; or ask `len(x) == 0`",
    "infinity": "numbers have ranges; write the largest that can be",
}
_CALLS = {
    **{name: f"write `{name}(e for x in S)`" for name in ("sum", "any", "all", "union")},
    "count": "write `count(c for x in S)` for those where `c` holds, `len(S)` for the size",
    **dict.fromkeys(("random", "rand", "randint", "randrange", "choice", "dice"), _CHANCE),
    **dict.fromkeys(("size", "length", "len"), _SIZE),
    **dict.fromkeys(("add", "append", "push", "insert", "extend"), _ADD),
    **dict.fromkeys(("remove", "discard", "delete"), _REMOVE),
    **dict.fromkeys(("contains", "has", "includes"), _IN),
    "range": "write `1..n`",
    "print": "what is displayed is written in `show`",
    "return": "a statement has no value; write the condition as `when c`",
    "break": "write `leave` in a loop of `play`; a fold ends with `until c`",
    "continue": "write the condition of what follows as `when c`",
}


def foreign_type(name: str) -> str:
    """How a type of other languages is written here, or nothing."""
    return _TYPES.get(name.casefold(), "")


def foreign_value(name: str) -> str:
    """How a value of other languages is written here, or nothing."""
    return _VALUES.get(name.casefold(), "")


def foreign_call(name: str) -> str:
    """How a function, method or command of other languages (`hand.append`) is written here, or nothing."""
    return _CALLS.get(name.rpartition(".")[2].casefold(), "")
