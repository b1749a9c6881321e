"""The canonical packed form of states, the same on every machine.

A state is a stream of bits: bit i of the stream is bit i mod 8 (least significant first) of byte i div 8; numbers are
written least significant bit first; the last byte is filled with zeros. With bits(n) the least w such that n <= 2**w,
so that bits(1) is 0, the stream holds

- the node, in bits(number of nodes);
- each variable in order: a scalar (`types.is_scalar`) as its ordinal in bits(cardinality); any other record as its
  fields in order;
  any other optional as one bit (is there a value?) and the value, zeros if there is none; a set as one bit for each
  value of its item
  type; a bag as the count of each value in bits(most + 1); a list as its length in bits(most + 1) and `most` items,
  zeros behind the
  last; a map as the value of each key; a deck as its known part (a list) and its unseen part (a bag).

Every state of a game takes the same number of bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules_dsl.ir.failures import stop_play
from rules_dsl.ir.nodes import Game
from rules_dsl.ir.types import (
    BagType,
    DeckType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    Value,
    cardinality,
    is_scalar,
    ordinal,
    value_of,
)
from rules_dsl.machine.api import State
from rules_dsl.quantities import quantity
from rules_dsl.source import NOWHERE

MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Packing:
    """How values of a type become numbers of `width` bits, and back.

    `unpack` raises ValueError for numbers that no value has.
    """

    width: int
    pack: Callable[[Value], int]
    unpack: Callable[[int], Value]


def bits(count: int) -> int:
    """The number of bits that this many values need."""
    return max(count - 1, 0).bit_length()


class Codec:
    """States of a game as bytes."""

    def __init__(self, game: Game) -> None:
        node = IntType(0, len(game.nodes) - 1)
        self.packing = _row([packing(node), *[packing(variable.type) for variable in game.variables]])
        self.size = (self.packing.width + 7) // 8

    def encode(self, state: State) -> bytes:
        """The packed form."""
        return self.packing.pack((state.node, *state.values)).to_bytes(self.size, "little")

    def decode(self, data: bytes) -> State:
        """The state with this packed form."""
        try:
            if len(data) != self.size:
                raise ValueError(f"{quantity(len(data), 'byte')} are given, a state has {self.size}")
            node, *values = self.packing.unpack(int.from_bytes(data, "little"))
        except ValueError as error:
            stop_play("E0913", f"these bytes are no state of this game: {error}", NOWHERE)
        return State(tuple(values), node)


def fingerprint(data: bytes) -> int:
    """64 bits of the packed form: FNV-1a over its bytes, then a finaliser that spreads every bit."""
    number = 0xCBF29CE484222325
    for byte in data:
        number = (number ^ byte) * 0x100000001B3 & MASK
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
    return number ^ number >> 31


def packing(type_: Type) -> Packing:
    """The packing of a type."""
    if is_scalar(type_):
        return _scalar(type_)
    match type_:
        case RecordType(fields=fields):
            return _row([packing(item) for _, item in fields])
        case OptionalType(item):
            return _optional(packing(item))
        case SetType(item):
            return Packing(cardinality(item), lambda mask: int(mask), lambda number: number)
        case BagType(item, most):
            return _repeat_part(packing(IntType(0, most)), cardinality(item))
        case ListType(item, most):
            return _list(packing(item), most)
        case MapType(key, value):
            return _repeat_part(packing(value), cardinality(key))
        case DeckType(item, most):
            return _row([packing(ListType(item, most)), packing(BagType(item, most))])
        case _:
            raise TypeError(f"{type_} is never in a state")


def _scalar(type_: Type) -> Packing:
    size = cardinality(type_)

    def unpack(number: int) -> Value:
        if number >= size:
            raise ValueError(f"{number} is not an ordinal of {type_}")
        return value_of(type_, number)

    return Packing(bits(size), lambda value: ordinal(type_, value), unpack)


def _row(parts: Sequence[Packing]) -> Packing:
    """Values of several types one after another, as a tuple."""
    places: list[tuple[Packing, int]] = []
    width = 0
    for part in parts:
        places.append((part, width))
        width += part.width

    def pack(values: Sequence[Value]) -> int:
        return sum([part.pack(value) << start for (part, start), value in zip(places, values, strict=True)])

    def unpack(number: int) -> tuple[Value, ...]:
        if number >> width:
            raise ValueError("there are bits behind the last value")
        return tuple([part.unpack(number >> start & (1 << part.width) - 1) for part, start in places])

    return Packing(width, pack, unpack)


def _repeat_part(part: Packing, count: int) -> Packing:
    return _row([part] * count)


def _optional(item: Packing) -> Packing:
    def unpack(number: int) -> Value:
        if number == 0:
            return None
        if not number & 1:
            raise ValueError("a value stands where none is")
        return item.unpack(number >> 1)

    return Packing(1 + item.width, lambda value: 0 if value is None else 1 | item.pack(value) << 1, unpack)


def _list(item: Packing, most: int) -> Packing:
    length = bits(most + 1)

    def pack(values: tuple[Value, ...]) -> int:
        return len(values) | sum(
            [item.pack(value) << length + place * item.width for place, value in enumerate(values)]
        )

    def unpack(number: int) -> tuple[Value, ...]:
        count = number & (1 << length) - 1
        if count > most or number >> length + count * item.width:
            raise ValueError("a list is longer than it may be")
        items: tuple[Value, ...] = _row([item] * count).unpack(number >> length)
        return items

    return Packing(length + most * item.width, pack, unpack)
