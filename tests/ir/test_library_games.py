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


@cache
def optimised(name: str) -> Game:
    """The game after all passes."""
    return pipeline.run(analysed(name))


@pytest.mark.parametrize("name", NAMES)
def test_games_print_and_read(name: str) -> None:
    game = analysed(name)
    assert read_game(write_game(game)) == game


@pytest.mark.parametrize("name", NAMES)
def test_passes_keep_games_well_formed(name: str) -> None:
    game = pipeline.run_checked(analysed(name))
    assert read_game(write_game(game)) == game
    assert optimised(name) == game


@pytest.mark.parametrize("name", NAMES)
def test_passes_run_twice_change_no_nodes(name: str) -> None:
    game = optimised(name)
    assert pipeline.run(game).nodes == game.nodes


@pytest.mark.parametrize("name", NAMES)
def test_passes_keep_the_meaning(name: str) -> None:
    plain, passed = ReferenceMachine(automaton.run(analysed(name))), ReferenceMachine(optimised(name))
    one, other = plain.initial(), passed.initial()
    for step in range(STEPS):
        assert shown(plain, one) == shown(passed, other)
        assert plain.kind(one) == passed.kind(other)
        if plain.kind(one) == "over":
            break
        moves = list(plain.moves(one))
        assert list(passed.moves(other)) == moves
        move = moves[step * 7 % len(moves)]
        one, other = plain.apply(one, move), passed.apply(other, move)


def shown(machine: ReferenceMachine, state: State) -> dict[str, Value]:
    """The variables of the rules."""
    named = zip(machine.game.variables, state.values, strict=True)
    return {variable.name: value for variable, value in named if not variable.control}
