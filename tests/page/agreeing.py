"""Random plays on the reference machine, and what the browser's machines say of the same positions."""

from __future__ import annotations

import random
from typing import Any

from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.machine.seat import hides_something
from rules_dsl.play.notation import show_move
from rules_dsl.speech.sentences import Narrator
from rules_dsl.view.drawing.layout import draw_panels
from rules_dsl.view.panels import Grid, Network, Picture, Tiles, Track, all_panels
from rules_dsl.view.picture import picture

FOLLOW = """(plies) => {
  const { machine, rules } = regelwerk;
  const wrong = [], hex = (state) => Array.from(machine.codec.encode(state), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const kinds = rules === machine ? [rules] : [rules, machine];
  const seats = regelwerk.page.seats.filter((seat) => seat !== null);
  let states = kinds.map((each) => each.initial());
  for (const [number, ply] of plies.entries()) {
    kinds.forEach((each, at) => {
      const state = states[at], found = each.moves(state), look = {
        state: hex(state), kind: each.kind(state), moves: found.map((move) => machine.text(state, move)), scores: each.scores(state),
        sentences: found.map((move) => machine.narrator.move(state, move)), log: ply.choice === null ? [] : machine.narrator.log(state, found[ply.choice]),
        told: ply.choice === null ? [] : seats.map((seat) => seat.log(each, state, found[ply.choice])),
      };
      for (const name of Object.keys(look)) if (JSON.stringify(look[name]) !== JSON.stringify(ply[name])) wrong.push([number, at, name, look[name], ply[name]]);
      if (ply.choice !== null && wrong.length === 0) states[at] = each.apply(state, found[ply.choice]);
    });
    if (wrong.length) return wrong;
    for (const [looker, name] of [[null, "picture"], [machine.players.length - 1, "other side"]]) {
      const drawn = flat(pictureOf(machine, states[0], looker)), wanted = plies[number + 1]?.[name];
      if (wanted && JSON.stringify(drawn) !== JSON.stringify(wanted)) return [[number, name, drawn, wanted]];
    }
  }
  return wrong;
  function flat(panels) {
    return [...[980, 340].map((width) => drawPanels(panels, width).body), placesIn(panels).map(({ text }) => text)];
  }
}"""


def random_play(machine: ReferenceMachine, seed: int, most: int) -> list[dict[str, Any]]:
    """What the reference machine says of each position of a random play."""
    dice, state, plies, narrator = random.Random(seed), machine.initial(), [], Narrator(machine.game)
    seats = range(len(machine.game.players.members)) if hides_something(machine.game) else ()
    for number in range(most + 1):
        kind = machine.kind(state)
        moves = list(machine.moves(state)) if kind != "over" else []
        choice = dice.randrange(len(moves)) if moves and number < most else None
        plies.append(
            {
                "state": machine.encode(state).hex(),
                "kind": kind,
                "moves": [show_move(machine, state, move) for move in moves],
                "scores": list(machine.scores(state)),
                "sentences": [narrator.move(state, move) for move in moves],
                "log": list(narrator.log(state, moves[choice])) if choice is not None else [],
                "told": [list(narrator.log(state, moves[choice], seat)) for seat in seats] if choice is not None else [],
                "choice": choice,
                "picture": flat(picture(machine, state)),
                "other side": flat(picture(machine, state, len(machine.game.players.members) - 1)),
            }
        )
        if choice is None:
            break
        state = machine.apply(state, moves[choice])
    return plies


def flat(drawn: Picture) -> list[Any]:
    """A picture as it is drawn on a desk and on a phone, and the texts that stand for its places."""
    return [*[draw_panels(drawn.panels, width).body for width in (980, 340)], [text for panel in all_panels(drawn.panels) for text in _texts(panel)]]


def _texts(panel: Any) -> list[str]:
    match panel:
        case Grid(cells=cells):
            return [cell.look.text for cell in cells]
        case Track(positions=positions, tokens=tokens, places=places):
            return [text for number in range(len(positions)) for text in _spot(number, tokens, places)]
        case Tiles(tiles=tiles):
            return [look.text for look in tiles]
        case Network(towns=towns):
            return [town.look.text for town in towns]
        case _:
            return []


def _spot(number: int, tokens: Any, places: Any) -> list[str]:
    return [places[number].text if places else "", *[token.look.text for token in tokens if token.position == number]]
