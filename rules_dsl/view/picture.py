"""State and `show` block → a picture value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.pieces import LineWords, WallWords, read_line, read_piece, read_wall
from rules_dsl.ir.texts import phrase_value, piece_value, sign_value, words_of
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
    is_scalar,
    members_of_set,
    value_of,
    values,
)
from rules_dsl.machine.api import State
from rules_dsl.machine.observe import HIDDEN
from rules_dsl.machine.seat import UNSEEN_SIGN, HiddenValue, Seat, is_hidden
from rules_dsl.view.grids import grids_over, is_board
from rules_dsl.view.panels import (
    Beside,
    Grid,
    Line,
    Mat,
    Network,
    Panel,
    Picture,
    PictureLink,
    Piece,
    PlaceLook,
    Tiles,
    Town,
    Track,
    TrackToken,
    turn_grid,
)


class PictureEvaluator(Protocol):
    """What pictures need of the reference machine. A value that is None because it is not known yet shows nothing, a condition that is None does not hold.
    What a player does not see raises `HiddenValue`: texts show a question mark there, and nothing is coloured or placed by it."""

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

    machine: PictureEvaluator
    state: State
    looker: int | None = None
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
        except HiddenValue:
            return False

    def text(self, expr: ir.Expr, **locals_: Value) -> str:
        """A text of the picture: the values in it show their signs, which elsewhere they do not."""
        try:
            return self._text(expr, **locals_)
        except HiddenValue:
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

    def words(self, expr: ir.Expr, **locals_: Value) -> str:
        """The words of a piece or a colour, which are no language; what stands behind a colon is written on it for people."""
        match expr:
            case ir.Template(parts):
                found = ""
                for part in parts:
                    found += part if isinstance(part, str) else self.text(part, **locals_) if ":" in found else self.words(part, **locals_)
                return found
            case ir.IfElse(condition, then, otherwise, TextType()):
                holds = self.look_up(condition, **locals_)
                return "" if holds is None else self.words(then if holds else otherwise, **locals_)
            case _:
                return self._word(expr, **locals_)

    def _word(self, expr: ir.Expr, **locals_: Value) -> str:
        try:
            return piece_value(expr.type, self.value(expr, **locals_))
        except HiddenValue:
            return UNSEEN_SIGN

    def choose_text(self, choices: ir.Choices, **locals_: Value) -> str | None:
        """The first text whose condition is seen to hold."""
        for text, condition in choices:
            if condition is None or self.holds(condition, **locals_):
                return self.words(text, **locals_)
        return None

    def look_up(self, expr: ir.Expr, **locals_: Value) -> Value:
        """The value of an expression; None if it is not seen."""
        try:
            return self.value(expr, **locals_)
        except HiddenValue:
            return None

    def list_items(self, expr: ir.Expr, **locals_: Value) -> list[Value] | None:
        """What there is to go through; None if that is not seen."""
        try:
            return items_of(expr.type, self.value(expr, **locals_))
        except HiddenValue:
            return None


def picture(machine: PictureEvaluator, state: State, looker: int | None = None) -> Picture:
    """The picture that the game's `show` block asks for; without one, its variables. Boards are turned for the player who looks."""
    game = machine.game
    if not game.show:
        return Picture(tuple(_variables(game, machine.observation(state) if isinstance(machine, Seat) else state.values)))
    eye = _Eye(machine, state, looker)
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
            items = eye.list_items(domain)
            return [Line(UNSEEN_SIGN)] if items is None else [Line(eye.text(text, **{name: value})) for value in items]
        case ir.ShowGroup():
            return [panel for block in _blocks(eye, item) for panel in block]
        case ir.ShowBeside(items):
            return _beside([block for inner in items for block in _blocks(eye, inner) if block])
        case ir.ShowMat(label, items, fill):
            ground = "" if fill is None else eye.choose_text(fill.choices) or ""
            return [Mat(eye.text(label), ground, tuple(panel for inner in items for panel in _panels(eye, inner)))]
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


def _blocks(eye: _Eye, item: ir.ShowItem) -> list[tuple[Panel, ...]]:
    """What stays together when items lie side by side: the panels of one value of a group, or of one item."""
    if not isinstance(item, ir.ShowGroup):
        return [tuple(_panels(eye, item))]
    eyes = [eye.inside(item.name, value) for value in eye.list_items(item.domain) or ()]
    return [tuple(panel for inner in item.items for panel in _panels(eye, inner)) for eye in eyes]


def _beside(blocks: Sequence[tuple[Panel, ...]]) -> list[Panel]:
    return [Beside(tuple(blocks))] if len(blocks) > 1 else [panel for block in blocks for panel in block]


# -- looks ------------------------------------------------------------------------------------------------------------


def _look(eye: _Eye, look: ir.Look, **locals_: Value) -> PlaceLook:
    text = eye.text(look.text, **locals_)
    fill = _first(eye, look, ir.PartKind.FILL, **locals_)
    pieces = tuple(piece for part in look.parts if part.kind is ir.PartKind.PIECE for piece in _pieces(eye, part, **locals_))
    walls = tuple(_walls(eye, look, **locals_))
    return PlaceLook(text, fill, pieces, walls, _first(eye, look, ir.PartKind.REGION, **locals_))


def _first(eye: _Eye, look: ir.Look, kind: ir.PartKind, **locals_: Value) -> str:
    return next((eye.choose_text(part.choices, **locals_) or "" for part in look.parts if part.kind is kind), "")


def _pieces(eye: _Eye, part: ir.LookPart, **locals_: Value) -> Iterable[Piece]:
    words = eye.choose_text(part.choices, **locals_)
    count = 1 if part.times is None else eye.look_up(part.times, **locals_) or 0
    if words is not None and count > 0:
        yield Piece(read_piece(words), count, part.times is not None)


def _walls(eye: _Eye, look: ir.Look, **locals_: Value) -> Iterable[WallWords]:
    for part in look.parts:
        words = eye.choose_text(part.choices, **locals_) if part.kind is ir.PartKind.WALL else None
        if words is not None:
            yield read_wall(words)


# -- grids ------------------------------------------------------------------------------------------------------------


def _grids(eye: _Eye, item: ir.ShowGrid) -> list[Grid]:
    looks = {value: _look(eye, item.look, **{item.name: value}) for value in values(item.type)}
    text = item.look.text
    textless = isinstance(text, ir.Template) and not any(text.parts)
    grids = [replace(grid, colours_only=textless, shape=item.shape) for grid in grids_over(item.type, looks)]
    is_turned = item.turned is not None and eye.looker is not None and eye.look_up(item.turned) == eye.looker
    return [turn_grid(grid) for grid in grids] if is_turned else grids


# -- tracks, tiles and networks ----------------------------------------------------------------------------------------------


def _track(eye: _Eye, item: ir.ShowTrack) -> Track:
    positions = eye.list_items(item.positions) or []
    where = {position: number for number, position in enumerate(positions)}
    tokens = []
    for value in eye.list_items(item.domain) or ():
        at = eye.look_up(item.at, **{item.name: value})
        if at in where:
            tokens.append(TrackToken(where[at], _look(eye, item.look, **{item.name: value})))
    kind = _item_type(item.positions.type)
    labels, places = tuple(phrase_value(kind, position) for position in positions), _places(eye, item.place, positions)
    return Track(eye.text(item.label), labels, tuple(tokens), places)


def _places(eye: _Eye, place: ir.ShowPlace | None, positions: Sequence[Value]) -> tuple[PlaceLook, ...]:
    if place is None:
        return ()
    return tuple(_look(eye, place.look, **{place.name: position}) for position in positions)


def _tiles(eye: _Eye, item: ir.ShowTiles) -> list[Tiles]:
    """A row without tiles is left out; one whose tiles are not seen is one tile face down."""
    items = eye.list_items(item.domain)
    if items is None:
        return [Tiles(eye.text(item.label), (_face_down(item.look),), item.layout)]
    tiles = tuple(_look(eye, item.look, **{item.name: value}) for value in items)
    return [Tiles(eye.text(item.label), tiles, item.layout)] if tiles or item.layout is not ir.Layout.ROW else []


def _face_down(look: ir.Look) -> PlaceLook:
    """A tile that is not seen; of what is drawn as pieces, a card's back."""
    has_pieces = any(part.kind is ir.PartKind.PIECE for part in look.parts)
    return PlaceLook(UNSEEN_SIGN, pieces=(Piece(read_piece("card back")),) if has_pieces else ())


def _item_type(type_: Type) -> Type:
    match type_:
        case SetType(item) | BagType(item, _) | ListType(item, _):
            return item
        case _:
            raise TypeError(f"{type_} has no items")


def _network(eye: _Eye, item: ir.ShowNetwork) -> Network:
    domain = values(item.type)
    towns = tuple(_town(eye, item, town) for town in domain)
    return Network(towns, () if item.link is None else _links(eye, item.name, item.link, domain))


def _town(eye: _Eye, item: ir.ShowNetwork, town: Value) -> Town:
    here = {item.name: town}
    return Town(eye.value(item.x, **here), eye.value(item.y, **here), _look(eye, item.look, **here))


def _links(eye: _Eye, name: str, link: ir.ShowLink, domain: Sequence[Value]) -> tuple[PictureLink, ...]:
    """Every pair once, seen from the town that comes first."""
    number = {value: position for position, value in enumerate(domain)}
    links: dict[tuple[int, int], PictureLink] = {}
    for town in domain:
        for other in eye.list_items(link.linked, **{name: town}) or ():
            pair = _pair(number[town], number[other])
            if pair not in links:
                links[pair] = _link(eye, link, pair, **{name: town, link.name: other})
    return tuple(links[pair] for pair in sorted(links))


def _link(eye: _Eye, link: ir.ShowLink, pair: tuple[int, int], **ends: Value) -> PictureLink:
    if link.look is None:
        return PictureLink(*pair)
    words = _first(eye, link.look, ir.PartKind.PIECE, **ends)
    look = _look(eye, ir.Look(link.look.text), **ends)
    return PictureLink(*pair, look, read_line(words) if words else LineWords())


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one <= other else (other, one)


# -- games without a `show` -------------------------------------------------------------------------------------------


def _variables(game: ir.Game, result: Sequence[Value]) -> Iterable[Panel]:
    for variable, value in zip(game.variables, result, strict=True):
        if not variable.control:
            yield from _variable(variable, value)


def _variable(variable: ir.StateVar, value: Value) -> list[Panel]:
    match variable.type:
        case _ if is_hidden(variable.type, value):
            return [Line(f"{words_of(variable.name)}: {_partly(variable.type, value)}")]
        case MapType(RecordType() as key, item) if is_board(key) and is_scalar(item):
            drawn = {place: PlaceLook(sign_value(item, part)) for place, part in zip(values(key), value, strict=True)}
            return [Line(f"{words_of(variable.name)}:"), *grids_over(key, drawn)]
        case _:
            return [Line(f"{words_of(variable.name)}: {phrase_value(variable.type, value)}")]


def _partly(type_: Type, value: Value) -> str:
    """A value as far as it is seen."""
    match type_:
        case _ if value is HIDDEN:
            return UNSEEN_SIGN
        case DeckType() if not isinstance(value[0], tuple):
            return str(value[0] + value[1])
        case MapType(key, item):
            return "; ".join(f"{phrase_value(key, value_of(key, number))}: {_partly(item, part)}" for number, part in enumerate(value))
        case _:
            return phrase_value(type_, value)
