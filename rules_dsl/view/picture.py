"""State and `show` block → a small picture value that text, SVG and HTML are drawn from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.texts import show_value, sign_value
from rules_dsl.ir.types import (
    BagType,
    DeckType,
    ListType,
    MapType,
    RecordType,
    SetType,
    TextType,
    Type,
    Value,
    is_countable,
    is_scalar,
    members_of_set,
    ordinal,
    unpack_record,
    value_of,
    values,
)
from rules_dsl.machine.api import State
from rules_dsl.machine.observe import HIDDEN
from rules_dsl.machine.seat import UNSEEN_SIGN, Seat, Unseen, is_hidden


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text."""

    text: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a grid; column and row count from 0, row 0 is at the bottom."""

    column: int
    row: int
    text: str
    fill: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A board. `columns` and `rows` are the labels along its edges, from the left and from the bottom.

    `colours_only`: by design its cells have no text, the fills say everything.
    """

    cells: tuple[Cell, ...]
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    caption: str = ""
    colours_only: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """Something that stands on a track; `position` counts from 0."""

    position: int
    text: str
    fill: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """A card or a tile, or what lies on the position of a track."""

    text: str
    fill: str = ""


@dataclass(frozen=True, slots=True)
class Track:
    """A row of positions with tokens on them; `places` are what lies on the positions, one for each or none at all."""

    label: str
    positions: tuple[str, ...]
    tokens: tuple[Token, ...]
    places: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Tiles:
    """Cards or tiles side by side."""

    label: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Town:
    """A node of a network and where it lies."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Network:
    """Towns and the links between them, as pairs of positions in `towns`."""

    towns: tuple[Town, ...]
    links: tuple[tuple[int, int], ...]


Panel = Line | Grid | Track | Tiles | Network


@dataclass(frozen=True, slots=True)
class Picture:
    """What a position looks like, from top to bottom."""

    panels: tuple[Panel, ...]


class Evaluator(Protocol):
    """What pictures need of the reference machine. A value that is None because it is not known yet shows nothing, a condition that is None does not hold.
    What a player does not see raises `Unseen`: texts show a question mark there, and nothing is coloured or placed by it."""

    @property
    def game(self) -> ir.Game:
        """The game that is played."""
        ...

    def value(self, expr: ir.Expr, state: State, locals_: Mapping[str, Value]) -> Value:
        """The value of an expression in a state."""
        ...


@dataclass(frozen=True, slots=True)
class _Eye:
    """A state being looked at."""

    machine: Evaluator
    state: State
    seen: Mapping[str, Value] = field(default_factory=dict)

    def inside(self, name: str, value: Value) -> _Eye:
        """The same state, with the value that a `for` stands at."""
        return replace(self, seen={**self.seen, name: value})

    def value(self, expr: ir.Expr, **locals_: Value) -> Value:
        return self.machine.value(expr, self.state, {**self.seen, **locals_})

    def holds(self, condition: ir.Expr, **locals_: Value) -> bool:
        """Is it seen that the condition holds?"""
        try:
            return bool(self.value(condition, **locals_))
        except Unseen:
            return False

    def text(self, expr: ir.Expr, **locals_: Value) -> str:
        """A text of the picture: the values in it show their signs, which elsewhere they do not."""
        try:
            return self._text(expr, **locals_)
        except Unseen:
            return UNSEEN_SIGN

    def _text(self, expr: ir.Expr, **locals_: Value) -> str:
        match expr:
            case ir.Template(parts):
                return "".join(part if isinstance(part, str) else self.text(part, **locals_) for part in parts)
            case ir.IfElse(condition, then, otherwise, TextType()):
                holds = self.value(condition, **locals_)
                return "" if holds is None else self.text(then if holds else otherwise, **locals_)
            case _:
                return sign_value(expr.type, self.value(expr, **locals_))

    def seen_items(self, expr: ir.Expr, **locals_: Value) -> list[Value] | None:
        """What there is to go through; None if that is not seen."""
        try:
            return items_of(expr.type, self.value(expr, **locals_))
        except Unseen:
            return None


def picture(machine: Evaluator, state: State) -> Picture:
    """The picture that the game's `show` block asks for; without one, its variables."""
    game = machine.game
    if not game.show:
        return Picture(tuple(_variables(game, machine.observation(state) if isinstance(machine, Seat) else state.values)))
    eye = _Eye(machine, state)
    return Picture(tuple(panel for item in game.show for panel in _panels(eye, item)))


def items_of(type_: Type, value: Value) -> list[Value]:
    """What there is to go through in a set, list or bag, in the order of the language."""
    match type_:
        case SetType(item):
            return [value_of(item, number) for number in members_of_set(value)]
        case ListType():
            return list(value)
        case BagType(item, _):
            return [value_of(item, number) for number, count in enumerate(value) if count]
        case _:
            raise TypeError(f"{type_} cannot be iterated over")


def _panels(eye: _Eye, item: ir.ShowItem) -> Iterable[Panel]:
    match item:
        case ir.ShowText(text):
            return [Line(line) for line in eye.text(text).split("\n")]
        case ir.ShowEach(name=name, domain=domain, text=text):
            items = eye.seen_items(domain)
            return [Line(UNSEEN_SIGN)] if items is None else [Line(eye.text(text, **{name: value})) for value in items]
        case ir.ShowGroup(name=name, domain=domain, items=items):
            eyes = [eye.inside(name, value) for value in eye.seen_items(domain) or ()]
            return [panel for each in eyes for inner in items for panel in _panels(each, inner)]
        case ir.ShowGrid():
            return _grids(eye, item)
        case ir.ShowTrack():
            return [_track(eye, item)]
        case ir.ShowTiles():
            return _tiles(eye, item)
        case ir.ShowNetwork():
            return [_network(eye, item)]
        case _:
            assert_never(item)


# -- grids ------------------------------------------------------------------------------------------------------------


def _grids(eye: _Eye, item: ir.ShowGrid) -> list[Grid]:
    def drawn(value: Value) -> tuple[str, str]:
        return eye.text(item.text, **{item.name: value}), _fill(eye, item.fills, item.name, value)

    grids = grids_over(item.type, {value: drawn(value) for value in values(item.type)})
    textless = isinstance(item.text, ir.Template) and not any(item.text.parts)
    return [replace(grid, colours_only=textless) for grid in grids]


def _fill(eye: _Eye, fills: ir.Fills, name: str, value: Value) -> str:
    for colour, condition in fills:
        if condition is None or eye.holds(condition, **{name: value}):
            return eye.text(colour, **{name: value})
    return ""


def grids_over(type_: RecordType, drawn: Mapping[Value, tuple[str, str]]) -> list[Grid]:
    """One grid for each value of the fields other than `column` and `row`; `drawn` has the text and fill of each cell."""
    layers: dict[str, list[Cell]] = {}
    for value, (text, fill) in drawn.items():
        column, row, layer = _place(type_, value)
        layers.setdefault(layer, []).append(Cell(column, row, text, fill))
    columns, rows = _labels(type_)
    return [Grid(tuple(cells), columns, rows, layer) for layer, cells in layers.items()]


def _place(type_: RecordType, value: Value) -> tuple[int, int, str]:
    numbers: dict[str, int] = {}
    others: list[str] = []
    for (name, item), part in zip(type_.fields, unpack_record(type_, value), strict=True):
        if name in ("column", "row"):
            numbers[name] = ordinal(item, part)
        else:
            others.append(f"{name} {show_value(item, part)}")
    return numbers["column"], numbers["row"], ", ".join(others)


def _labels(type_: RecordType) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Letters and numbers if the cells are spelled that way, else the values of the two fields."""
    spelled = _spelled_labels(type_)
    return spelled if spelled is not None else (_field_labels(type_, "column"), _field_labels(type_, "row"))


def _spelled_labels(type_: RecordType) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    columns: dict[int, str] = {}
    rows: dict[int, str] = {}
    for value, text in zip(values(type_), type_.spelling, strict=False):
        split = re.fullmatch(r"([A-Za-z]+)([0-9]+)", text)
        column, row, layer = _place(type_, value)
        if split is None or layer or columns.setdefault(column, split[1]) != split[1] or rows.setdefault(row, split[2]) != split[2]:
            return None
    return (_in_order(columns), _in_order(rows)) if columns else None


def _in_order(labels: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(labels[number] for number in sorted(labels))


def _field_labels(type_: RecordType, name: str) -> tuple[str, ...]:
    item = type_.field_type(name)
    return tuple(show_value(item, value) for value in values(item))


# -- tracks, tiles and networks ----------------------------------------------------------------------------------------------


def _track(eye: _Eye, item: ir.ShowTrack) -> Track:
    positions = eye.seen_items(item.positions) or []
    where = {position: number for number, position in enumerate(positions)}
    tokens = []
    for value in eye.seen_items(item.domain) or ():
        at = _seen_place(eye, item.at, **{item.name: value})
        if at in where:
            tokens.append(Token(where[at], eye.text(item.text, **{item.name: value}), _fill(eye, item.fills, item.name, value)))
    kind = _item_type(item.positions.type)
    labels, places = tuple(show_value(kind, position) for position in positions), _places(eye, item.place, positions)
    return Track(eye.text(item.label), labels, tuple(tokens), places)


def _seen_place(eye: _Eye, at: ir.Expr, **locals_: Value) -> Value:
    """Where a token stands; None if that is not seen."""
    try:
        return eye.value(at, **locals_)
    except Unseen:
        return None


def _places(eye: _Eye, place: ir.ShowPlace | None, positions: Sequence[Value]) -> tuple[Tile, ...]:
    if place is None:
        return ()
    return tuple(_tile(eye, place.name, place.text, place.fills, position) for position in positions)


def _tile(eye: _Eye, name: str, text: ir.Expr, fills: ir.Fills, value: Value) -> Tile:
    return Tile(eye.text(text, **{name: value}), _fill(eye, fills, name, value))


def _tiles(eye: _Eye, item: ir.ShowTiles) -> list[Tiles]:
    """A row without tiles is left out; one whose tiles are not seen is one tile face down."""
    items = eye.seen_items(item.domain)
    if items is None:
        return [Tiles(eye.text(item.label), (Tile(UNSEEN_SIGN),))]
    tiles = tuple(_tile(eye, item.name, item.text, item.fills, value) for value in items)
    return [Tiles(eye.text(item.label), tiles)] if tiles else []


def _item_type(type_: Type) -> Type:
    match type_:
        case SetType(item) | BagType(item, _) | ListType(item, _):
            return item
        case _:
            raise TypeError(f"{type_} has no items")


def _network(eye: _Eye, item: ir.ShowNetwork) -> Network:
    domain = values(item.type)
    towns = tuple(_town(eye, item, town) for town in domain)
    return Network(towns, _links(eye, item, domain))


def _town(eye: _Eye, item: ir.ShowNetwork, town: Value) -> Town:
    here = {item.name: town}
    return Town(eye.value(item.x, **here), eye.value(item.y, **here), eye.text(item.text, **here))


def _links(eye: _Eye, item: ir.ShowNetwork, domain: Sequence[Value]) -> tuple[tuple[int, int], ...]:
    if item.linked is None:
        return ()
    number = {value: position for position, value in enumerate(domain)}
    pairs = {_pair(number[town], number[other]) for town in domain for other in eye.seen_items(item.linked, **{item.name: town}) or ()}
    return tuple(sorted(pairs))


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one <= other else (other, one)


# -- games without a `show` -------------------------------------------------------------------------------------------


def _variables(game: ir.Game, found: Sequence[Value]) -> Iterable[Panel]:
    for variable, value in zip(game.variables, found, strict=True):
        if not variable.control:
            yield from _variable(variable, value)


def _variable(variable: ir.StateVar, value: Value) -> list[Panel]:
    match variable.type:
        case _ if is_hidden(variable.type, value):
            return [Line(f"{variable.name}: {_partly(variable.type, value)}")]
        case MapType(RecordType() as key, item) if is_board(key) and is_scalar(item):
            drawn = {place: (sign_value(item, part), "") for place, part in zip(values(key), value, strict=True)}
            return [Line(f"{variable.name}:"), *grids_over(key, drawn)]
        case _:
            return [Line(f"{variable.name}: {show_value(variable.type, value)}")]


def _partly(type_: Type, value: Value) -> str:
    """A value as far as it is seen."""
    match type_:
        case _ if value is HIDDEN:
            return UNSEEN_SIGN
        case DeckType() if not isinstance(value[0], tuple):
            return f"{value[0] + value[1]} cards"
        case MapType(key, item):
            parts = (f"{show_value(key, value_of(key, number))}: {_partly(item, part)}" for number, part in enumerate(value))
            return f"{{{', '.join(parts)}}}"
        case _:
            return show_value(type_, value)


def is_board(type_: Type) -> bool:
    """Can be drawn as a grid: a countable record with fields `column` and `row`."""
    if not isinstance(type_, RecordType) or not is_countable(type_):
        return False
    return {"column", "row"} <= {name for name, _ in type_.fields}
