"""A desk to try rules on: a text becomes a game, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from rules_dsl.diagnostics.diagnostic import Diagnostic
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.passes import pipeline
from rules_dsl.ir.verify import verify
from rules_dsl.machine.api import State
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.notation import legal_move, show_move
from rules_dsl.semantics.analyse import analyse

ORCHARD = """
players White, Black
type Fruit = Apple | Pear | Plum
type Gain = { coins: 0..3, fruit: [Fruit] 0..4 }
state
  tree: [Fruit] 0..5 = 5
  hand: [Player][Fruit] 0..9 seen by owner
  taken: set of Fruit
  basket: bag of Fruit up to 4
  row: list of Fruit up to 3
  best: Fruit?
  pool: Gain
  day: 0..6
  open: Bool
  cards: deck of Fruit up to 12
"""

PLAY = """
play
  loop
    for p in players
      choose act
"""


def read(
    text: str, options: Mapping[str, str] | None = None, givens: Mapping[str, object] | None = None
) -> tuple[ir.Game | None, tuple[Diagnostic, ...]]:
    """The game of a text and the findings."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.rules"
        path.write_text(f'rules 1\ngame Test "a test"\n{text}', encoding="utf-8")
        return analyse(path, options or {}, givens or {}, ())


def findings(text: str) -> list[Diagnostic]:
    """What is wrong with the rules, warnings left out."""
    return [found for found in read(text)[1] if found.severity == "error"]


def codes(text: str) -> list[str]:
    """The codes of what is wrong."""
    return [found.code for found in findings(text)]


def game(text: str) -> ir.Game:
    """The game of a text that is right."""
    found, diagnostics = read(text)
    wrong = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    assert found is not None and not wrong, wrong
    assert verify(found) == []
    return found


def orchard(body: str, play: str = PLAY) -> str:
    """A game around some rules: a few variables of every kind, and a play in which each player chooses `act`."""
    return ORCHARD + body + play


def act(*lines: str) -> str:
    """A game whose action `act` does these lines."""
    return orchard("action act\n  does\n" + "".join(f"    {line}\n" for line in lines))


def action(text: str, name: str = "act") -> ir.Action:
    """One action of a game."""
    return next(each for each in game(text).actions if each.name == name)


@cache
def machine(text: str) -> ReferenceMachine:
    """The game, ready to be played."""
    compiled = pipeline.run(game(text))
    assert verify(compiled) == []
    return ReferenceMachine(compiled)


def played(text: str, *moves: str) -> State:
    """The state after some moves."""
    player = machine(text)
    state = player.initial()
    for move in moves:
        state = player.apply(state, legal_move(player, state, move))
    return state


def value(text: str, state: State, name: str) -> object:
    """A variable in a state."""
    names = [variable.name for variable in machine(text).game.variables]
    return state.values[names.index(name)]


def moves(text: str, *before: str) -> list[str]:
    """The legal moves after some moves."""
    player, state = machine(text), played(text, *before)
    return [show_move(player, state, move) for move in player.moves(state)]
