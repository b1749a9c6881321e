"""What the verifier finds in games that are not well formed."""

import pytest

from rules_dsl.ir.print import print_game
from rules_dsl.ir.read import read_game
from rules_dsl.ir.verify import verify
from rules_dsl.ir.verifying.sameness import sameness_problems
from tests.ir.samples_full import full_game

GAME = """
game sample called "A sample"
type Player player (White, Black)
type Column enum (a, b, c)
type Place alike (p1, p2)
type Cell record (column: 1..3, row: 1..3)
players Player
uses Place
uses Cell
constant points: [Column] 0..9 table [|(3, 1, 4)|]
variable score: 0..99 seen all = 0:0..99
variable kept: 1..6 control seen all = 1:1..6
variable open: set of Column seen all = [|7|]:set of Column
variable counts: [Place] 0..9 seen all = [|(0, 0)|]:[Place] 0..9
action pass called "pass" by pass.player () & pass
  does
    settle
"""

WRONG = {
    "node 1: control variable kept may be set and is not needed": """
node 0 run goto 1
  $kept = 4:1..6 & play
node 1 decide by Player'White called "" (pass goto 2)
node 2 stop""",
    "node 0: goes to 4": "node 0 run goto 4\nnode 1 stop",
    "nodes: stop nodes at [0, 1], one must be the last": "node 0 stop\nnode 1 stop",
    "nodes: stop nodes at [], one must be the last": "node 0 run goto 0",
    "play: still there beside the nodes": "play\n  stop\nnode 0 stop",
    "node 0: no action jump": 'node 0 decide by Player\'White called "" (jump goto 1)\nnode 1 stop',
    "node 0: a Loop where none may stand": "node 0 run goto 1\n  loop\nnode 1 stop",
    "node 0: a Need where none may stand": "node 0 run goto 1\n  need true & x\nnode 1 stop",
    "node 0: Column decides": 'node 0 decide by Column\'a called "" (pass goto 1)\nnode 1 stop',
    "node 0: an outcome of 1..7 put into kept": 'node 0 chance kept in (1 .. 7) called "k" goto 1 & x\nnode 1 run goto 2\nnode 2 stop',
    "section night: begins at 7": "node 0 stop\nsection night goto 7",
    "play: no action jump": "play\n  decide jump by Player'White",
    "play: no local x": "play\n  if true\n    let x = 1\n  $score = x:0..9 & play",
    "play: no variable gone": "play\n  $score = $gone:0..9 & play",
    "play: variable gone written as 0..9": "play\n  $gone:0..9 = 1 & play",
    "play: Bool put into 0..99": "play\n  $score = true & play",
    "play: a condition of type 1..1": "play\n  if 1",
    "play: going through set of Column for values of 0..9": "play\n  for x:0..9 in $open",
    "play: an entry of 0..99 written": "play\n  $score[1]:0..99 = 1 & play",
    "function f: calls itself": "function f: 0..9 () & f\n  f()",
    "function f: no function g": "function f: 0..9 () & f\n  g():0..9",
    "function f: 1 arguments for f": "function f: 0..9 () & f\n  f(1)",
    "function f: Bool as 0..9": "function f: 0..9 () & f\n  true",
    "function f: no constant gone": "function f: 0..9 () & f\n  @gone:0..9",
    "function f: Bool + 1..1": "function f: 0..9 () & f\n  (true + 1):0..9",
    "function f: 1..1 and Bool": "function f: Bool () & f\n  (1 and true)",
    "function f: 1..1 as key of [Column] 0..9": "function f: 0..9 () & f\n  @points[1]",
    "function f: an index of Cell": "function f: 0..9 () & f\n  Cell'1[1]:0..9",
    "function f: no field depth in Cell": "function f: 0..9 () & f\n  Cell'1->depth:0..9",
    "function f: Cell of 1 fields": "function f: Cell () & f\n  new Cell(1)",
    "function f: no builtin median": "function f: 0..9 () & f\n  median!($open):0..9",
    "function f: no action jump": "function f: Bool () & f\n  possible!(jump, Player'White)",
    "function f: any of 1..1 as Bool": "function f: 0..9 () & f\n  any{for x in $open => 1}",
    "functions: f is there twice": "function f: 0..9 () & f\n  1\nfunction f: 0..9 () & f\n  2",
}


@pytest.mark.parametrize("problem", WRONG)
def test_problems_are_found(problem: str) -> None:
    assert problem in verify(read_game(GAME + WRONG[problem]))


TELLING_APART = {
    "action a: values of Place are alike and have no order": """
action a called "a" by a.player (a.p: Place, a.q: Place) & a
  need (a.p < a.q) & a
  does
    settle""",
    "action a: values of Place are alike and none is named": """
action a called "a" by a.player () & a
  does
    $counts[Place'p1] = 1:0..9 & a
    settle""",
    "function f: values of Place are alike and have no next": "function f: Place (f.p: Place) & f\n  next!(f.p)",
}


@pytest.mark.parametrize("problem", TELLING_APART)
def test_rules_may_tell_alike_values_apart_but_that_is_seen(problem: str) -> None:
    game = read_game(GAME + TELLING_APART[problem])
    assert problem in list(sameness_problems(game))
    assert problem not in verify(game)


def test_a_well_formed_game_has_no_problems() -> None:
    nodes = """
node 0 chance kept in (1 .. 6) called "k" goto 1 & x
node 1 run goto 2
  $score = $kept:0..99 & play
  $kept = 1:1..6 & play
node 2 decide by Player'White called "" (pass goto 3)
node 3 stop"""
    assert verify(read_game(GAME + nodes)) == []


def test_a_place_names_where_the_problem_is() -> None:
    game = read_game(print_game(full_game()))
    assert all(": " in problem for problem in verify(game))
