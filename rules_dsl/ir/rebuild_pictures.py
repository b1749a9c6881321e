"""Every expression of a picture, changed."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rules_dsl.ir.nodes import (
    Look,
    LookPart,
    ShowBeside,
    ShowEach,
    ShowGrid,
    ShowGroup,
    ShowItem,
    ShowLink,
    ShowMat,
    ShowNetwork,
    ShowPlace,
    ShowText,
    ShowTiles,
    ShowTrack,
)
from rules_dsl.ir.rebuild import Change
from rules_dsl.ir.rebuild_sentences import rebuild_choices


def rebuild_item(item: ShowItem, change: Change) -> ShowItem:
    """An item of `show` with each of its expressions changed."""
    match item:
        case ShowText(text):
            return ShowText(change(text))
        case ShowEach(_, domain, _, text):
            return replace(item, domain=change(domain), text=change(text))
        case ShowGrid(look=look, turned=turned):
            return replace(item, look=_look(look, change), turned=None if turned is None else change(turned))
        case ShowTrack():
            return _track(item, change)
        case ShowTiles(label, _, domain, _, look):
            return replace(item, label=change(label), domain=change(domain), look=_look(look, change))
        case ShowNetwork(x=x, y=y, look=look, link=link):
            line = None if link is None else _link(link, change)
            return replace(item, x=change(x), y=change(y), look=_look(look, change), link=line)
        case ShowGroup() | ShowBeside() | ShowMat():
            return _block(item, change)
        case _:
            assert_never(item)


def _block(item: ShowGroup | ShowBeside | ShowMat, change: Change) -> ShowItem:
    items = tuple([rebuild_item(inner, change) for inner in item.items])
    match item:
        case ShowGroup(domain=domain):
            return replace(item, domain=change(domain), items=items)
        case ShowMat(label, _, fill):
            return replace(item, label=change(label), items=items, fill=None if fill is None else _part(fill, change))
        case _:
            return replace(item, items=items)


def _track(item: ShowTrack, change: Change) -> ShowTrack:
    label, positions, domain, at = change(item.label), change(item.positions), change(item.domain), change(item.at)
    place = None if item.place is None else _place(item.place, change)
    return replace(item, label=label, positions=positions, domain=domain, at=at, look=_look(item.look, change), place=place)


def _place(place: ShowPlace, change: Change) -> ShowPlace:
    return replace(place, look=_look(place.look, change))


def _link(link: ShowLink, change: Change) -> ShowLink:
    return replace(link, linked=change(link.linked), look=None if link.look is None else _look(link.look, change))


def _look(look: Look, change: Change) -> Look:
    return Look(change(look.text), tuple([_part(part, change) for part in look.parts]))


def _part(part: LookPart, change: Change) -> LookPart:
    return replace(part, choices=rebuild_choices(part.choices, change), times=None if part.times is None else change(part.times))
