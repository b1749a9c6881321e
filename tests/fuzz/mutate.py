"""Bad input by the thousand: texts of the library, bent in seeded random ways."""

from __future__ import annotations

import random
import re

TOKENS = re.compile(r"\w+|\s+|\"[^\"\n]*\"|[^\w\s]")
SPLINTERS = [
    "(", ")", "[", "]", "{", "}", '"', "'", "=", "==", "+=", "..", "<", "<=", "+", "-", "*", "/", "%", ":", ",", ".", "@", "?", "\\", "\t", "\n", "\n  ",
    "\r\n", "\0", "\ufeff", "é", "𝔘", "“", "–", "--", "---", "0", "1", "-1", "99999999999999999999", "10..1", "if", "else", "for", "in", "where", "while",
    "and", "or", "not", "implies", "needs", "does", "when", "choose", "loop", "repeat", "stop", "leave", "state", "action", "event", "type", "table", "given",
    "option", "define", "play", "score", "claim", "example", "none", "nothing", "all", "player", "players", "set of", "list of", "up to 9", "deck of", "[[", "{{",
    "sum(", "any(", "count(", "reach(", "the(", "value(", "nth(", "1..1000000000", "[1..70000] 0..9", "{a: 1}", "x with y = 1", "use std.grid", 'use "../x.rules"',
    "((((((((((((((((((((", "not not not not ", "a" * 300,
]  # fmt: skip


def mutated(text: str, chance: random.Random) -> str:
    """The text after one to four random changes."""
    for _ in range(chance.randint(1, 4)):
        text = chance.choice(CHANGES)(text, chance)
    return text


def noise(chance: random.Random, longest: int = 200) -> str:
    """Splinters of the language in no order."""
    return "".join(
        chance.choice(SPLINTERS) + chance.choice(["", " ", "\n", ""]) for _ in range(chance.randint(0, longest))
    )


def raw(chance: random.Random, longest: int = 300) -> bytes:
    """Bytes of any kind."""
    return chance.randbytes(chance.randint(0, longest))


def _pieces(text: str) -> list[str]:
    return TOKENS.findall(text) or [""]


def _drop(text: str, chance: random.Random) -> str:
    pieces = _pieces(text)
    del pieces[chance.randrange(len(pieces))]
    return "".join(pieces)


def _double(text: str, chance: random.Random) -> str:
    pieces = _pieces(text)
    place = chance.randrange(len(pieces))
    return "".join([*pieces[: place + 1], *pieces[place:]])


def _swap(text: str, chance: random.Random) -> str:
    pieces = _pieces(text)
    one, other = chance.randrange(len(pieces)), chance.randrange(len(pieces))
    pieces[one], pieces[other] = pieces[other], pieces[one]
    return "".join(pieces)


def _insert(text: str, chance: random.Random) -> str:
    place = chance.randint(0, len(text))
    return text[:place] + chance.choice(SPLINTERS) + text[place:]


def _replace(text: str, chance: random.Random) -> str:
    pieces = _pieces(text)
    pieces[chance.randrange(len(pieces))] = chance.choice(SPLINTERS)
    return "".join(pieces)


def _rename(text: str, chance: random.Random) -> str:
    names = [piece for piece in _pieces(text) if piece.isidentifier()] or ["x"]
    pieces = _pieces(text)
    places = [place for place, piece in enumerate(pieces) if piece.isidentifier()]
    if places:
        pieces[chance.choice(places)] = chance.choice(names)
    return "".join(pieces)


def _cut(text: str, chance: random.Random) -> str:
    return text[: chance.randint(0, len(text))]


def _drop_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def _move_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randint(0, len(lines)), chance.choice(["", "  ", "    "]) + line.strip())
    return "\n".join(lines)


def _number(text: str, chance: random.Random) -> str:
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    found = chance.choice(numbers)
    return text[: found.start()] + str(chance.choice([0, 1, 2, 9, 255, 65536, 10**6, 10**12])) + text[found.end() :]


CHANGES = [_drop, _double, _swap, _insert, _replace, _rename, _rename, _cut, _drop_line, _move_line, _number]
