"""One expression at a time: its type, its value, or what is wrong with it."""

from __future__ import annotations

from rules_dsl.diagnostics.diagnostic import Diagnostic
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import constant_value
from rules_dsl.ir.texts import say_value
from tests.semantics.desk import read

DECLARATIONS = """
players White, Black
type Fruit = Apple "A" | Pear | Plum
type Herb = Mint | Sage
type Cell = { column: 1..3, row: 1..3 } shown "{letter(column)}{row}"
type Gain = { coins: 0..9, keys: 0..9 }
type Big = { many: [Fruit] 0..9, coins: 0..5 }
type Stall = { fruit: Fruit, price: 1..9 }
type Column = 1..7
option rounds: 3..8 = 6
option cold: Bool = false
given level: drawing of Bool
  legend
    "#" = true
    "." = false
  "#.#"
  "..#"
table stalls: list of Stall
  name         fruit  price
  corner       Apple  3
  "Old Mill"   Pear   5
state
  day: 0..rounds = 0
  hand: [Fruit] 0..9 = 0
  held: Fruit?
  spot: Cell?
  basket: set of Fruit
  crate: bag of Fruit up to 4
  row: list of Fruit up to 5
  pile: deck of Fruit up to 6
  board: [Cell] Player?
  pool: Gain
  big: Big
  number_or_none: 0..9?
define double(n: 0..9) -> 0..18 = n * 2
define total() = sum(hand[f] for f in Fruit)
define near(c: Cell) -> set of Cell = {d for d in Cell where abs(d.column - c.column) + abs(d.row - c.row) == 1}
action wait
play
  choose wait by White
"""


def probed(expression: str, more: str = "") -> tuple[ir.Game | None, list[Diagnostic]]:
    """The game with a define `probe` that gives the expression, and the errors."""
    game, findings = read(f"{DECLARATIONS}{more}\ndefine probe() = {expression}\n")
    return game, [found for found in findings if found.severity == "error"]


def body(expression: str, more: str = "") -> tuple[ir.Expr, ir.Game]:
    """The typed expression and the game it stands in."""
    game, wrong = probed(expression, more)
    assert game is not None and not wrong, wrong
    return next(function.body for function in game.functions if function.name == "probe"), game


def type_of(expression: str, more: str = "") -> str:
    """The type of an expression, as it is written."""
    return str(body(expression, more)[0].type)


def value_of(expression: str, more: str = "") -> str:
    """The value of a constant expression, as it is written."""
    expr, game = body(expression, more)
    constants = {constant.name: constant.value for constant in game.constants}
    functions = {function.name: function for function in game.functions}
    return say_value(expr.type, constant_value(expr, constants, functions))


def wrong(expression: str, more: str = "") -> list[tuple[str, str]]:
    """Codes of what is wrong with an expression, and the text they point to."""
    text = f'rules 1\ngame Test "a test"\n{DECLARATIONS}{more}\ndefine probe() = {expression}\n'
    return [(found.code, _pointed(text, found)) for found in probed(expression, more)[1]]


def _pointed(text: str, found: Diagnostic) -> str:
    line = text.split("\n")[found.span.line - 1]
    return (
        line[found.span.column - 1 : found.span.end_column - 1]
        if found.span.line == found.span.end_line
        else line[found.span.column - 1 :]
    )
