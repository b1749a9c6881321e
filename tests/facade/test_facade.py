"""`Game`, `State`, `Move`: the public face, on games made by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import regelwerk
from regelwerk.api.game import Game
from regelwerk.api.machines import machine_for
from regelwerk.api.recorded import free_name, read, record, state_at
from regelwerk.api.results import Move, Result
from regelwerk.report.refused import list_refused_moves
from regelwerk.settings import Position
from rules_dsl import loading
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.play.file import PlayFile
from rules_dsl.play.itf import read_itf
from rules_dsl.play.jsonl import read_jsonl
from tests.samples import board, compiled, dice, stones


@pytest.fixture(params=["reference", "python"])
def game(request: pytest.FixtureRequest) -> Game:
    rules = compiled(stones())
    return Game(machine_for(rules, request.param))


def alone(rules: str) -> Game:
    made = compiled({"dice": dice, "board": board}[rules]())
    return Game(machine_for(made, "reference"))


def test_first_position(game: Game) -> None:
    state = game.initial()
    assert (state.player, state.kind, state.over, state.result) == ("Anna", "decide", False, None)
    assert [str(move) for move in state.moves] == ["take(1)", "take(2)"]
    assert [move.action for move in state.moves] == ["take", "take"]
    assert state.arguments(state.moves[1]) == (2,)
    assert state["left"] == 5


def test_play_gives_a_new_state_and_leaves_the_old_one(game: Game) -> None:
    first = game.initial()
    second = first.play("take(2)")
    assert (first["left"], second["left"]) == (5, 3)
    assert second.player == "Ben"
    assert second.undo() is first
    assert first.undo() is first
    assert [str(move) for move in second.history] == ["take(2)"]
    assert first.history == ()


def test_a_move_can_be_played_as_a_value(game: Game) -> None:
    state = game.initial()
    assert state.play(state.moves[0]) == state.play("take(1)")
    assert state.play(state.moves[0]) != state


def test_an_illegal_move_is_refused_with_the_reason(game: Game) -> None:
    state = game.initial().play("take(2)").play("take(2)")
    assert state.why_not("take(2)") == "only 1 left"
    assert state.why_not("take(1)") is None
    assert state.legal("take(1)")
    assert not state.legal("take(2)")
    with pytest.raises(RulesError, match="only 1 left"):
        state.play("take(2)")


def test_a_move_of_another_position_is_refused(game: Game) -> None:
    earlier = game.initial().moves[1]
    with pytest.raises(RulesError, match="only 1 left"):
        game.initial().play("take(2)").play("take(2)").play(earlier)


def test_nonsense_is_told(game: Game) -> None:
    reason = game.initial().why_not("jump(1)")
    assert reason is not None
    assert "jump" in reason


def test_the_end(game: Game) -> None:
    state = game.initial().play("take(2)").play("take(2)").play("take(1)")
    assert state.over
    assert state.moves == ()
    assert state.player is None
    assert state.result == Result("win", "Anna", "win")
    assert str(state.result) == "Anna wins"
    assert state.scores == {"Anna": 1, "Ben": -1}


def test_a_position_can_be_set(game: Game) -> None:
    state = game.state(left=1, mover="Ben")
    assert state.player == "Ben"
    assert [str(move) for move in state.moves] == ["take(1)"]


@pytest.mark.parametrize("wrong", [{"lefd": 1}, {"left": 9}, {"mover": "Zoe"}])
def test_a_wrong_position_is_told(game: Game, wrong: dict[str, object]) -> None:
    with pytest.raises(RulesError) as caught:
        game.state(wrong)
    assert next(iter(wrong)) in str(caught.value)


def test_random_play_depends_on_the_seed_only(game: Game) -> None:
    assert game.initial().playout(3).history == game.initial().playout(3).history
    assert game.initial().playout(3).over
    assert len(game.initial().playout(3, most=1).history) == 1
    with pytest.raises(RulesError, match="over"):
        game.initial().playout(3).random()
    assert {str(game.initial().random(Random(seed)).history[0]) for seed in range(20)} == {"take(1)", "take(2)"}


def test_chance() -> None:
    state = alone("dice").initial()
    assert (state.kind, state.player) == ("chance", None)
    assert [str(move) for move in state.moves] == ["d = 1", "d = 2", "d = 3"]
    assert state.arguments(state.moves[2]) == (3,)
    after = state.play("d = 3").play("keep").play("d = 2").play("skip").play("d = 1").play("keep")
    assert after.scores == {"Solo": 4}
    assert after.score_lines == {"kept": {"Solo": 4}}
    assert str(after.result) == "the end"


def test_pictures() -> None:
    state = alone("board").initial().play("put(b2)")
    assert str(state) == "2 · ● ·\n1 · · ·\n  a b c"
    assert state._repr_svg_().startswith("<svg")
    assert "Put: a1" in state._repr_html_()


def test_refused_moves_have_reasons() -> None:
    state = alone("board").initial().play("put(b2)")
    assert [(each.text, each.reason, each.rule) for each in list_refused_moves(state)] == [
        ("put(b2)", "b2 is taken", "put")
    ]


def test_observation_is_plain(game: Game) -> None:
    assert game.initial().observation("Ben") == {"left": 5, "mover": "Anna"}
    with pytest.raises(RulesError, match="Zoe"):
        game.initial().observation("Zoe")


def test_a_play_is_recorded_and_found_again(game: Game, tmp_path: Path) -> None:
    state = game.initial().play("take(2)").play("take(1)")
    path = tmp_path / "a.play"
    record(state, path, seed=7)
    play = read(path)
    assert play.seed == 7
    assert state_at(game, play, Position(path)) == state
    assert state_at(game, play, Position(path, 1)) == state.undo()
    with pytest.raises(RulesError, match="no step 9"):
        state_at(game, play, Position(path, 9))


def test_a_free_name_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "a.play"
    assert free_name(path) == path
    path.touch()
    assert free_name(path) == tmp_path / "a-2.play"


def test_machines_that_there_are_not() -> None:
    with pytest.raises(regelwerk.Unsupported, match="native"):
        machine_for(loading.load("star_battle"), "native")
    with pytest.raises(regelwerk.Unsupported, match="steam"):
        machine_for(compiled(stones()), "steam")


def test_a_move_is_its_text() -> None:
    state = alone("board").initial()
    assert isinstance(state.moves[0], Move)
    assert f"{state.moves[0]}" == "put(a1)"


def test_the_package_offers_its_names_and_no_others() -> None:
    for name in regelwerk.__all__:
        assert getattr(regelwerk, name) is not None
    with pytest.raises(AttributeError, match="solver"):
        regelwerk.solver_that_is_not_there  # noqa: B018


def test_a_puzzle_to_be_filled_in() -> None:
    state = regelwerk.load("star_battle").initial()
    move = state.moves[0]
    after = state.play(move)
    assert move.text not in [str(each) for each in after.moves]
    assert after.why_not(move) is not None
    assert state.arguments(state.moves[0]) == (False,)
    assert str(after) == str(state)
    solved = after.playout(3)
    assert str(solved.result) in ("solved", "nobody can move")


@pytest.mark.parametrize(("name", "read_again"), [("a.jsonl", read_jsonl), ("a.itf.json", read_itf)])
def test_plays_are_written_in_other_forms(name: str, read_again: Callable[[str], object], tmp_path: Path) -> None:
    state = regelwerk.load("tictactoe").initial()
    state = state.play("mark(b2)").play("mark(a1)")
    record(state, tmp_path / name)
    found = read_again((tmp_path / name).read_text(encoding="utf-8"))
    assert isinstance(found, PlayFile)
    assert [move.text for move in found.moves] == ["mark(b2)", "mark(a1)"]
