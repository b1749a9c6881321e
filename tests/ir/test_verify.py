"""What the verifier finds in games that are not well formed."""

import pytest

from rules_dsl.ir.notation.read import read_game
from rules_dsl.ir.notation.write import write_game
from rules_dsl.ir.verify import verify
from rules_dsl.ir.verifying.sameness import sameness_problems
from tests.ir.samples_full import full_game

GAME = """
type Player (EnumType Player [White Black] player)
type Place (EnumType Place [p1 p2] alike)
type Cell (RecordType Cell [[column 1..3] [row 1..3]])
type Column (EnumType Column [a b c])
name sample
title "A sample"
kind game
players Player
types Place
types Cell
constants (Constant:(map Column 0..9) points [3 1 4] table)
variables (StateVar:0..99 score 0:0..99 (Seen all))
variables (StateVar:1..6 kept 1:1..6 (Seen all) true)
variables (StateVar:(set Column) open (Literal:(set Column) 7) (Seen all))
variables (StateVar:(map Place 0..9) counts (Literal:(map Place 0..9) [0 0]) (Seen all))
actions (Action pass pass pass.player [] [] [(Settle)] &pass)
"""

WRONG = {
    "node 1: control variable kept may be set and is not needed": """
nodes#0 (RunNode [(Assign $kept 4:1..6 false &play)] 1)
nodes#1 (DecideNode Player'White [(Option pass 2)] none)
nodes#2 (StopNode)
""",
    "node 0: goes to 4": """
nodes#0 (RunNode [] 4)
nodes#1 (StopNode)
""",
    "nodes: stop nodes at [0, 1], one must be the last": """
nodes#0 (StopNode)
nodes#1 (StopNode)
""",
    "nodes: stop nodes at [], one must be the last": "nodes#0 (RunNode [] 0)",
    "play: still there beside the nodes": """
play (Stop)
nodes#0 (StopNode)
""",
    "node 0: no action jump": """
nodes#0 (DecideNode Player'White [(Option jump 1)] none)
nodes#1 (StopNode)
""",
    "node 0: a Loop where none may stand": """
nodes#0 (RunNode [(Loop none [])] 1)
nodes#1 (StopNode)
""",
    "node 0: a Need where none may stand": """
nodes#0 (RunNode [(Need true none &x)] 1)
nodes#1 (StopNode)
""",
    "node 0: Column decides": """
nodes#0 (DecideNode Column'a [(Option pass 1)] none)
nodes#1 (StopNode)
""",
    "node 0: an outcome of 1..7 put into kept": """
nodes#0 (ChanceNode:1..7 kept (Range 1 7) none k 1 &x)
nodes#1 (RunNode [] 2)
nodes#2 (StopNode)
""",
    "section night: begins at 7": """
nodes#0 (StopNode)
sections [night 7]
""",
    "play: no action jump": "play (Decide Player'White [jump] none)",
    "play: no local x": """
play (If true [(Let x 1)] [])
play (Assign $score x:0..9 false &play)
""",
    "play: no variable gone": "play (Assign $score $gone:0..9 false &play)",
    "play: variable gone written as 0..9": "play (Assign $gone:0..9 1 false &play)",
    "play: Bool put into 0..99": "play (Assign $score true false &play)",
    "play: a condition of type 1..1": "play (If 1 [] [])",
    "play: iterating over set of Column for values of 0..9": "play (For:0..9 x $open [])",
    "play: an entry of 0..99 written": "play (Assign (ItemPlace:0..99 $score 1) 1 false &play)",
    "function f: calls itself": "functions (Function:0..9 f [] (Call f []) &f)",
    "function f: no function g": "functions (Function:0..9 f [] (Call:0..9 g []) &f)",
    "function f: 1 argument for f": "functions (Function:0..9 f [] (Call f [1]) &f)",
    "function f: Bool as 0..9": "functions (Function:0..9 f [] true &f)",
    "function f: no constant gone": "functions (Function:0..9 f [] @gone:0..9 &f)",
    "function f: Bool + 1..1": "functions (Function:0..9 f [] (+:0..9 true 1) &f)",
    "function f: 1..1 and Bool": "functions (Function:Bool f [] (and 1 true) &f)",
    "function f: 1..1 as key of [Column] 0..9": "functions (Function:0..9 f [] (Index @points 1) &f)",
    "function f: an index of Cell": "functions (Function:0..9 f [] (Index:0..9 Cell'1 1) &f)",
    "function f: no field depth in Cell": "functions (Function:0..9 f [] (Field:0..9 Cell'1 depth) &f)",
    "function f: Cell of 1 field": "functions (Function:Cell f [] (Construct:Cell [1]) &f)",
    "function f: no builtin median": "functions (Function:0..9 f [] (Builtin:0..9 median [$open]) &f)",
    "function f: no action jump": "functions (Function:Bool f [] (Possible jump Player'White) &f)",
    "function f: any of 1..1 as Bool": "functions (Function:0..9 f [] (Fold any 1 [(Each:Column x $open)]) &f)",
    "functions: f is there twice": """
functions (Function:0..9 f [] 1 &f)
functions (Function:0..9 f [] 2 &f)
""",
}


@pytest.mark.parametrize("problem", WRONG)
def test_problems_are_found(problem: str) -> None:
    assert problem in verify(read_game(GAME + WRONG[problem]))


TELLING_APART = {
    "action a: values of Place are alike and have no order": "actions (Action a a a.player [(Parameter:Place a.p) (Parameter:Place a.q)] [(Need (< a.p a.q) none &a)] [(Settle)] &a)",
    "action a: values of Place are alike and none is named": "actions (Action a a a.player [] [] [(Assign (ItemPlace $counts Place'p1) 1:0..9 false &a) (Settle)] &a)",
    "function f: values of Place are alike and have no next": "functions (Function:Place f [(Parameter:Place f.p)] (Builtin next [f.p]) &f)",
}


@pytest.mark.parametrize("problem", TELLING_APART)
def test_rules_may_tell_alike_values_apart_but_that_is_seen(problem: str) -> None:
    game = read_game(GAME + TELLING_APART[problem])
    assert problem in list(sameness_problems(game))
    assert problem not in verify(game)


def test_a_well_formed_game_has_no_problems() -> None:
    nodes = """
nodes#0 (ChanceNode:1..6 kept (Range 1 6) none k 1 &x)
nodes#1 (RunNode [(Assign $score $kept:0..99 false &play) (Assign $kept 1:1..6 false &play)] 2)
nodes#2 (DecideNode Player'White [(Option pass 3)] none)
nodes#3 (StopNode)
"""
    assert verify(read_game(GAME + nodes)) == []


def test_a_place_names_where_the_problem_is() -> None:
    game = read_game(write_game(full_game()))
    assert all(": " in problem for problem in verify(game))
