"""A position as one player sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.machine import api
from rules_dsl.machine.seat import Seat
from rules_dsl.play.notation import legal_move
from rules_dsl.play.telling import tell_move
from rules_dsl.view.html import draw_html
from rules_dsl.view.panels import Picture
from rules_dsl.view.picture import picture
from rules_dsl.view.svg import draw_svg
from rules_dsl.view.text import draw_text

if TYPE_CHECKING:
    from regelwerk.api.game import State
    from regelwerk.api.results import Move


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What a player sees of a position; hidden values are shown as question marks. Made by `state.for_player(name)`."""

    state: State
    seat: int

    @property
    def player(self) -> str:
        """Whose view it is."""
        return self.state.game.players[self.seat]

    @property
    def picture(self) -> Picture:
        """The picture, drawn from the observation."""
        return picture(self.state.game.seats[self.seat], self.state.raw, self.seat)

    @property
    def observation(self) -> dict[str, object]:
        """What the player sees of the variables, as plain data."""
        return self.state.observation(self.player)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The player's legal moves; none while another player is to move."""
        return self.state.moves if self.state.player == self.player else ()

    @property
    def history(self) -> tuple[str, ...]:
        """What has happened, as the player has seen it."""
        return self.list_events(0)

    def list_events(self, first: int) -> tuple[str, ...]:
        """The events from a number on, as the player has seen them."""
        line = self.state.line[first:]
        machine = self.state.game.machine
        pairs = zip(line, self.state.history[first:], strict=False)
        return tuple([tell_move(machine, before.raw, move.raw, self.seat) for before, move in pairs])

    def move(self, text: str) -> Move:
        """The legal move that a text means. Raises RulesError with the reason, as far as the player may know it."""
        state = self.state
        return state.name_move(legal_move(state.game.machine, state.raw, text, explain=self._explain))

    def why_not(self, move: str | Move) -> str | None:
        """Why the player may not play this here, as far as he may know the reason; None if he may."""
        if self.state.player != self.player:
            return f"{self.player} is not to move"
        try:
            raw = self.state.move(move).raw
        except RulesError as error:
            return error.diagnostics[0].message
        refusal = self._explain(self.state.raw, raw)
        return None if refusal is None else refusal.reason

    def _explain(self, state: api.State, move: api.Move) -> api.Refusal | None:
        seat = self.state.game.seats[self.seat]
        return (seat if isinstance(seat, Seat) else self.state.game.machine).explain(state, move)

    @property
    def headline(self) -> str:
        """One line on whose turn it is, and whose view this is."""
        return f"{self.state.headline} (as {self.player} sees it)"

    def __str__(self) -> str:
        return draw_text(self.picture)

    def _repr_svg_(self) -> str:
        return draw_svg(self.picture)

    def _repr_html_(self) -> str:
        return draw_html(self.picture, self.headline, [move.text for move in self.moves])
