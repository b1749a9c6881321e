"""The brute force for mixed play is right where books say what is right."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.whole.drawing import drawn
from tests.whole.matrix import solved
from tests.whole.mixing import Forgetful, value_of
from tests.whole.model import Model
from tests.whole.parts import Action, Chance, Choose, Count, Do, Env, Jump, Part, Stop, Variable
from tests.whole.truth import facts_of

TABLES = {
    "matching pennies": ([[1, -1], [-1, 1]], Fraction(0)),
    "rock, paper, scissors": ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], Fraction(0)),
    "no saddle": ([[3, 0], [1, 2]], Fraction(3, 2)),
    "a saddle": ([[4, 2], [3, 1]], Fraction(2)),
    "one row is never played": ([[2, -1], [-1, 1], [-5, -5]], Fraction(1, 5)),
}


@pytest.mark.parametrize("name", TABLES)
def test_matrix_games_have_their_known_values(name: str) -> None:
    table, value = TABLES[name]
    rows = [[Fraction(entry) for entry in row] for row in table]
    found = solved(rows)
    assert found.value == value
    assert sum(found.rows) == sum(found.columns) == 1
    assert min(*found.rows, *found.columns) >= 0
    assert (
        min(sum(share * row[at] for share, row in zip(found.rows, rows, strict=True)) for at in range(len(rows[0])))
        == value
    )
    assert max(sum(share * entry for share, entry in zip(found.columns, row, strict=True)) for row in rows) == value


OTHER = {"Ann": "Bob", "Bob": "Ann"}


def kuhn(shown: bool = False) -> Model:
    """Kuhn's poker: three cards, a bet of one, which the other may answer.

    Where cards are `shown` to all it is another game.
    """
    model = Model(players=("Ann", "Bob"), fresh=("d",))
    model.variables = [
        Variable("card", (("Ann", 0), ("Bob", 0)), None if shown else "owner"), Variable("stake", (("Ann", 1), ("Bob", 1))), Variable("folded", None),
    ]  # fmt: skip
    actions = (
        Action("bet", (), (), Part((lambda env: _stake(env, "Ann") == 1 or env["player"] == "Bob",), _bet)),
        Action("check", (), (), Part((lambda env: not _is_open(env),))),
        Action("fold", (), (), Part((_is_open,), _fold)),
    )
    model.actions = {action.name: action for action in actions}
    model.steps = [
        *_dealt("Ann"), *_dealt("Bob"), Choose(("bet", "check"), lambda _env: "Ann", None), Choose(("bet", "check", "fold"), lambda _env: "Bob", None),
        Jump(10, lambda env: _stake(env, "Ann") < _stake(env, "Bob") and env["folded"] is None), Choose(("bet", "fold"), lambda _env: "Ann", None), Stop(),
    ]  # fmt: skip
    model.scores = [_won]
    return model


def _dealt(player: str) -> list[Chance | Do | Count]:
    def left(env: Env) -> list[tuple[int, int]]:
        return [(card, 1) for card in (1, 2, 3) if card not in dict(env["card"]).values()]

    def deal(env: Env) -> None:
        env["card"] = tuple((who, env["d"] if who == player else card) for who, card in env["card"])

    return [Chance("d", left), Do(deal), Count("d", None)]


def _stake(env: Env, player: str) -> int:
    return int(dict(env["stake"])[player])


def _is_open(env: Env) -> bool:
    """Is there a bet to answer?"""
    return _stake(env, OTHER[env["player"]]) == 2


def _bet(env: Env) -> None:
    env["stake"] = tuple((who, 2 if who == env["player"] else chips) for who, chips in env["stake"])


def _fold(env: Env) -> None:
    env["folded"] = env["player"]


def _won(env: Env) -> int:
    cards, me = dict(env["card"]), env["p"]
    winner = max(cards, key=lambda who: cards[who]) if env["folded"] is None else OTHER[env["folded"]]
    return _stake(env, OTHER[me]) if winner == me else -_stake(env, me)


def test_kuhns_poker_is_worth_what_kuhn_found() -> None:
    assert value_of(facts_of(kuhn(), 1_000)) == Fraction(-1, 18)
    assert value_of(facts_of(kuhn(shown=True), 1_000)) != Fraction(-1, 18)


def test_programs_are_drawn_in_which_it_is_best_to_mix() -> None:
    mixed = 0
    for number in (40, 47, 56, 63, 72, 79, 88, 95):
        program, facts = drawn(1, number)
        assert "hidden" in program.kind
        try:
            mixed += not facts.fails and value_of(facts).denominator > 1
        except Forgetful:
            continue
    assert mixed
