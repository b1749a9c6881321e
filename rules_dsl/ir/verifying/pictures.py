"""Are pictures well formed?"""

from __future__ import annotations

from typing import assert_never

from rules_dsl.ir.nodes import (
    Look,
    LookPart,
    PartKind,
    Say,
    ShowBeside,
    ShowEach,
    ShowGrid,
    ShowGroup,
    ShowItem,
    ShowMat,
    ShowNetwork,
    ShowText,
    ShowTiles,
    ShowTrack,
)
from rules_dsl.ir.nodes.pictures import Choices
from rules_dsl.ir.verifying.expressions import Scope
from rules_dsl.ir.verifying.statements import StatementVerifier


class Pictures(StatementVerifier):
    """Looks at what `show` draws."""

    def look_at_item(self, item: ShowItem, scope: Scope) -> None:
        """Look at an item of `show` with the names it may use."""
        match item:
            case ShowText(text):
                self.expression(text, scope)
            case ShowEach(name, domain, type_, text):
                self.going_through(domain, type_, scope)
                self.expression(text, {**scope, name: type_})
            case ShowGrid(name, type_, look, _, turned):
                self._look(look, {**scope, name: type_})
                if turned is not None:
                    self.expression(turned, scope)
            case ShowTrack():
                self._track(item, scope)
            case ShowTiles(label, name, domain, type_, look):
                self.expression(label, scope)
                self.going_through(domain, type_, scope)
                self._look(look, {**scope, name: type_})
            case ShowNetwork():
                self._network(item, scope)
            case ShowGroup() | ShowBeside() | ShowMat():
                self._block(item, scope)
            case _:
                assert_never(item)

    def look_at_say(self, say: Say) -> None:
        """Look at a sentence and its labels with the names they may use."""
        own: Scope = {generator.name: generator.type for generator in say.parameters}
        who: Scope = {} if say.player is None else {say.player: self.players}
        whole = {**own, **who, **{generator.name: generator.type for generator in say.chosen}}
        if say.each is not None:
            self.going_through(say.each.domain, say.each.type, whole)
            whole = {**whole, say.each.name: say.each.type}
        self._choices(say.choices, whole)
        self._choices(say.label, {})
        for label in say.labels:
            self.demand(label.number < len(say.parameters), f"label {label.number} of {say.title}")
            self._choices(label.choices, {**{generator.name: generator.type for generator in say.parameters[: label.number + 1]}, **who})

    def _choices(self, choices: Choices, scope: Scope) -> None:
        for text, when in choices:
            self.expression(text, scope)
            self.condition(when, scope)

    def _block(self, item: ShowGroup | ShowBeside | ShowMat, scope: Scope) -> None:
        inside = scope
        match item:
            case ShowGroup(name, domain, type_):
                self.going_through(domain, type_, scope)
                inside = {**scope, name: type_}
            case ShowMat(label, _, fill):
                self.expression(label, scope)
                if fill is not None:
                    self._look_part(fill, scope)
            case _:
                pass
        for inner in item.items:
            self.look_at_item(inner, inside)

    def _look(self, look: Look, scope: Scope) -> None:
        self.expression(look.text, scope)
        for part in look.parts:
            self._look_part(part, scope)

    def _look_part(self, part: LookPart, scope: Scope) -> None:
        self._choices(part.choices, scope)
        if part.times is not None:
            self.expression(part.times, scope)
            if part.kind is not PartKind.PIECE:
                self.wrong(f"a {part.kind} has no number")

    def _track(self, item: ShowTrack, scope: Scope) -> None:
        self.expression(item.label, scope)
        self.expression(item.positions, scope)
        self.going_through(item.domain, item.type, scope)
        self.expression(item.at, {**scope, item.name: item.type})
        self._look(item.look, {**scope, item.name: item.type})
        if item.place is not None:
            self._look(item.place.look, {**scope, item.place.name: item.place.type})

    def _network(self, item: ShowNetwork, scope: Scope) -> None:
        here = {**scope, item.name: item.type}
        self.expression(item.x, here)
        self.expression(item.y, here)
        self._look(item.look, here)
        if item.link is not None:
            self.expression(item.link.linked, here)
            if item.link.look is not None:
                self._look(item.link.look, {**here, item.link.name: item.link.type})
