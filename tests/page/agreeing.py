"""Random plays on the reference machine, and what the browser's machines say of the same positions."""

from __future__ import annotations

import random
from typing import Any

from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.notation import show_move
from rules_dsl.view.picture import Grid, Line, Network, Picture, Tiles, Track, picture

FOLLOW = """(plies) => {
  const { machine, rules } = regelwerk;
  const wrong = [], hex = (state) => Array.from(machine.codec.encode(state), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const kinds = rules === machine ? [rules] : [rules, machine];
  let states = kinds.map((each) => each.initial());
  for (const [number, ply] of plies.entries()) {
    kinds.forEach((each, at) => {
      const state = states[at], found = each.moves(state), look = {
        state: hex(state), kind: each.kind(state), moves: found.map((move) => machine.text(state, move)), scores: each.scores(state),
      };
      for (const name of Object.keys(look)) if (JSON.stringify(look[name]) !== JSON.stringify(ply[name])) wrong.push([number, at, name, look[name], ply[name]]);
      if (ply.choice !== null && wrong.length === 0) states[at] = each.apply(state, found[ply.choice]);
    });
    if (wrong.length) return wrong;
    const drawn = flat(pictureOf(machine, states[0])), wanted = plies[number + 1]?.picture;
    if (wanted && JSON.stringify(drawn) !== JSON.stringify(wanted)) return [[number, "picture", drawn, wanted]];
  }
  return wrong;
  function flat(panels) {
    return panels.map((panel) => ({
      line: () => panel.text,
      grid: () => [panel.caption, ...panel.cells.map((cell) => [cell.column, cell.row, cell.text, cell.fill])],
      track: () => [panel.label, ...panel.spots.map((spot) => [spot.label, spot.below, spot.fill, ...spot.tokens.map((token) => [token.text, token.fill])])],
      tiles: () => [panel.label, ...panel.tiles.map((tile) => [tile.text, tile.fill])],
      network: () => panel.towns.map((town) => [town.x, town.y, town.text]),
    })[panel.kind]());
  }
}"""


def random_play(machine: ReferenceMachine, seed: int, most: int) -> list[dict[str, Any]]:
    """What the reference machine says of each position of a random play."""
    dice, state, plies = random.Random(seed), machine.initial(), []
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
                "choice": choice,
                "picture": flat(picture(machine, state)),
            }
        )
        if choice is None:
            break
        state = machine.apply(state, moves[choice])
    return plies


def flat(drawn: Picture) -> list[Any]:
    """A picture as plain lists."""
    return [_panel(panel) for panel in drawn.panels]


def _panel(panel: Any) -> Any:
    match panel:
        case Line(text):
            return text
        case Grid(cells=cells, caption=caption):
            return [caption, *[[cell.column, cell.row, cell.text, cell.fill] for cell in cells]]
        case Track(label, positions, tokens, places):
            return [label, *[_spot(number, text, tokens, places) for number, text in enumerate(positions)]]
        case Tiles(label, tiles):
            return [label, *[[tile.text, tile.fill] for tile in tiles]]
        case Network(towns=towns):
            return [[town.x, town.y, town.text] for town in towns]


def _spot(number: int, text: str, tokens: Any, places: Any) -> list[Any]:
    below, fill = (places[number].text, places[number].fill) if places else ("", "")
    return [text, below, fill, *[[token.text, token.fill] for token in tokens if token.position == number]]
