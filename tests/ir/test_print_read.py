"""A printed game reads back to an equal game."""

from dataclasses import replace

import pytest

from rules_dsl.ir.nodes import Binary, Claim, Domain, Each, Fold, Literal, Rule
from rules_dsl.ir.notation.read import read_game
from rules_dsl.ir.notation.write import write_game
from rules_dsl.ir.passes import automaton
from rules_dsl.ir.types import BOOL, SetType
from tests.ir.samples_full import CELL, PLAYER, full_game


def test_everything_reads_back() -> None:
    game = full_game()
    again = read_game(write_game(game))
    for function, read in zip(game.functions, again.functions, strict=True):
        assert read == function
    assert again == game


def test_signs_and_spelling_are_kept() -> None:
    again = read_game(write_game(full_game()))
    assert again.players == PLAYER
    assert again.players.signs == PLAYER.signs  # type: ignore[union-attr]
    assert again.types[1].spelling == CELL.spelling  # type: ignore[union-attr]


def test_nodes_read_back() -> None:
    game = automaton.run(full_game())
    assert len(game.nodes) > 5
    assert read_game(write_game(game)) == game


def test_printing_what_was_read_gives_the_same_text() -> None:
    text = write_game(full_game())
    assert write_game(read_game(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "game",
        "name a",
        'name a\ntitle "A"\nkind game\nplayers Nobody',
        "variables (StateVar",
        "name a ]",
        "x y",
        "type A (Var b)",
        "name ()",
        "constants (Constant:Bool)",
        "claims (Claim always a :x)",
        "claims (Claim always a (Builtin top []))",
        "name a title " + "(" * 3000 + ")" * 3000,
    ],
)
def test_what_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_game(text)


def test_a_fold_all_in_brackets_is_no_domain() -> None:
    all_true = Fold("all", Literal(True, BOOL), (Each("x", Domain(BOOL, SetType(BOOL)), BOOL),), BOOL)
    claim = Claim("always", "both", Binary("and", all_true, all_true, BOOL), None, Rule("both"))
    game = replace(full_game(), claims=(claim,))
    assert read_game(write_game(game)) == game
