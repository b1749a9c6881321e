"""Every game of the library through print, read, verify and all passes."""

from functools import cache
from pathlib import Path

import pytest

from rules_dsl.ir.nodes import Game
from rules_dsl.ir.notation.read import read_game
from rules_dsl.ir.notation.write import write_game
from rules_dsl.ir.passes import automaton, pipeline
from rules_dsl.ir.types import Value
from rules_dsl.machine.api import State
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.semantics.analyse import analyse

GAMES = Path(__file__).resolve().parents[2] / "games"
STEPS = 10
NAMES = sorted(path.parent.name for path in GAMES.glob("*/*.rules") if path.stem == path.parent.name)


@cache
def analysed(name: str) -> Game:
    game, findings = analyse(GAMES / name / f"{name}.rules", {}, {}, ())
    assert game is not None, findings
    return game


@pytest.mark.parametrize("name", NAMES)
def test_games_print_and_read(name: str) -> None:
    game = analysed(name)
    assert read_game(write_game(game)) == game


@pytest.mark.parametrize("name", NAMES)
def test_passes_keep_games_well_formed(name: str) -> None:
    game = pipeline.run_checked(analysed(name))
    assert read_game(write_game(game)) == game
    assert pipeline.run(analysed(name)) == game


@pytest.mark.parametrize("name", NAMES)
def test_passes_run_twice_change_no_nodes(name: str) -> None:
    game = pipeline.run(analysed(name))
    assert pipeline.run(game).nodes == game.nodes


@pytest.mark.parametrize("name", NAMES)
def test_passes_keep_the_meaning(name: str) -> None:
    plain, optimised = ReferenceMachine(automaton.run(analysed(name))), ReferenceMachine(pipeline.run(analysed(name)))
    one, other = plain.initial(), optimised.initial()
    for step in range(STEPS):
        assert shown(plain, one) == shown(optimised, other)
        assert plain.kind(one) == optimised.kind(other)
        if plain.kind(one) == "over":
            break
        moves = list(plain.moves(one))
        assert list(optimised.moves(other)) == moves
        move = moves[step * 7 % len(moves)]
        one, other = plain.apply(one, move), optimised.apply(other, move)


def shown(machine: ReferenceMachine, state: State) -> dict[str, Value]:
    """The variables of the rules."""
    named = zip(machine.game.variables, state.values, strict=True)
    return {variable.name: value for variable, value in named if not variable.control}
