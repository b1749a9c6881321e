"""Small games made by hand, for tests of the IR."""

from __future__ import annotations

from rules_dsl.ir.nodes import (
    Action,
    Assign,
    Binary,
    Chance,
    Choose,
    Decide,
    Domain,
    Expr,
    Game,
    Let,
    Literal,
    Local,
    Range,
    Rule,
    Seen,
    Settle,
    StateVar,
    Stmt,
    Var,
    VarPlace,
)
from rules_dsl.ir.types import BOOL, EnumType, IntType, SetType

PLAYER = EnumType("Player", ("White", "Black"), "player")
DIE = IntType(1, 6)
SCORE = IntType(0, 99)
PLAYERS = Domain(PLAYER, SetType(PLAYER))
NOBODY = Rule("nobody")
SCORED = Var("score", SCORE)


def number(value: int, type_: IntType | None = None) -> Literal:
    """A number."""
    return Literal(value, type_ or IntType(value, value))


def gain(value: Expr) -> Assign:
    """`score += value`."""
    return Assign(VarPlace("score", SCORE), Binary("+", SCORED, value, IntType(0, 198)), True, NOBODY)


def roll(name: str) -> Chance:
    """A die."""
    return Chance(name, Range(number(1), number(6), SetType(DIE)), None, DIE, name.rpartition(".")[2], Rule("roll"))


def choose_die(name: str) -> Choose:
    """A number from one to six that the player chooses."""
    above = Binary(">", Local(name, DIE), number(2), BOOL)
    return Choose(name, Range(number(1), number(6), SetType(DIE)), above, DIE, Rule("pick"))


def action(name: str, *body: Stmt) -> Action:
    """An action without parameters."""
    return Action(name, name, f"{name}.player", (), (), (*body, Settle()), Rule(name))


def decide(*names: str, actor: Expr | None = None) -> Decide:
    """A decision of White."""
    return Decide(actor or Literal(0, PLAYER), names, None)


def over(expr: Expr) -> Expr:
    """Is the number above fifty?"""
    return Binary(">", expr, number(50), BOOL)


def game(*play: Stmt, actions: tuple[Action, ...] = ()) -> Game:
    """A game of one number, with the actions `pass` and those given."""
    variables = (StateVar("score", SCORE, number(0, SCORE), Seen("all")),)
    return Game(
        "sample",
        "A sample",
        "game",
        PLAYER,
        (PLAYER,),
        variables=variables,
        actions=(action("pass"), *actions),
        play=play,
    )


def let(name: str, value: Expr) -> Let:
    """A name for a value."""
    return Let(name, value)
