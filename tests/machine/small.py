"""Small pieces of IR for hand-made games."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import BOOL, TEXT, EnumType, IntType, SetType, Type, Value, zero

RULE = ir.Rule("rule")
WHITE_BLACK = EnumType("Player", ("White", "Black"), "player")
SOLO = EnumType("Player", ("Solo",), "player")
FRUIT = EnumType("Fruit", ("Apple", "Pear", "Plum"))
N = IntType(0, 9)
STOP = ir.StopNode()
ANY = IntType(-99, 99)
ALL = ir.Seen("all")


def lit(value: Value, type_: Type = N) -> ir.Literal:
    return ir.Literal(value, type_)


def var(name: str, type_: Type = N) -> ir.Var:
    return ir.Var(name, type_)


def loc(name: str, type_: Type = N) -> ir.Local:
    return ir.Local(name, type_)


def op(operator: str, left: ir.Expr, right: ir.Expr, type_: Type = ANY) -> ir.Binary:
    return ir.Binary(operator, left, right, type_)


def is_(operator: str, left: ir.Expr, right: ir.Expr) -> ir.Binary:
    return op(operator, left, right, BOOL)


def put(name: str, value: ir.Expr, type_: Type = N) -> ir.Assign:
    return ir.Assign(ir.VarPlace(name, type_), value, True, RULE)


def add(name: str, value: int) -> ir.Assign:
    return put(name, op("+", var(name), lit(value)))


def text(words: str) -> ir.Template:
    return ir.Template((words,), TEXT)


def need(condition: ir.Expr, reason: str | None = None) -> ir.Need:
    return ir.Need(condition, None if reason is None else text(reason), RULE)


def state(
    name: str, type_: Type = N, initial: ir.Expr | None = None, seen: ir.Seen = ALL, control: bool = False
) -> ir.StateVar:
    return ir.StateVar(name, type_, initial or lit(zero(type_), type_), seen, control)


def numbers(low: int, high: int) -> ir.Range:
    return ir.Range(lit(low, IntType(low, low)), lit(high, IntType(high, high)), SetType(IntType(low, high)))


def action(
    name: str, parameters: Sequence[ir.Parameter] = (), needs: Sequence[ir.Need] = (), body: Sequence[ir.Stmt] = ()
) -> ir.Action:
    return ir.Action(name, name, f"{name}.player", tuple(parameters), tuple(needs), tuple(body), ir.Rule(name))


def decide(*options: tuple[str, int], otherwise: int | None = None, actor: ir.Expr | None = None) -> ir.DecideNode:
    return ir.DecideNode(actor or lit(0, SOLO), tuple(ir.Option(name, then) for name, then in options), otherwise)


def game(
    nodes: Sequence[ir.Node], variables: Sequence[ir.StateVar], players: Type = SOLO, **more: tuple[object, ...]
) -> ir.Game:
    return ir.Game("Small", "", "game", players, nodes=(*nodes, STOP), variables=tuple(variables), **more)  # type: ignore[arg-type]
