"""What parts of a game read and write."""

from rules_dsl.ir.calls import by_name
from rules_dsl.ir.nodes import RunNode
from rules_dsl.ir.notation.read import read_game
from rules_dsl.ir.rebuild import body_expressions
from rules_dsl.ir.state_reads import STATE, StateReads, variables_read, writes

GAME = """
type Player (EnumType Player [White Black] player)
name sample
title "A sample"
kind game
players Player
functions (Function:0..9 reads_a [] $a &f)
functions (Function:Bool through [] (== (Call reads_a []) $b) &f)
functions (Function:Bool asks [] (Possible two Player'White) &f)
variables (StateVar:0..9 a 0:0..9 (Seen all))
variables (StateVar:0..9 b 0:0..9 (Seen all))
variables (StateVar:(map Player 0..9) c (Literal:(map Player 0..9) [0 0]) (Seen all))
variables (StateVar:1..6 d 1:1..6 (Seen all) true)
actions (Action one one one.player
  [(Parameter:0..9 one.n (Collect:(set 1..6) [$d]))]
  [(Need (Call through []) none &one)]
  [(If (== (Index $c one.player:Player) 1) [(Assign (ItemPlace $c one.player:Player) $a false &one)] []) (Settle)]
  &one)
actions (Action two two two.player
  []
  [(Need (== (Index $c two.player:Player) 1) none &two) (Need (Call asks []) none &two)]
  [(Assign $b 1:0..9 false &two)]
  &two)
reactions (Reaction r [] (== $a 3) [(Assign $a 0:0..9 false &r)] &r)
endings (Ending end (Call asks []) none none &e)
endings (Ending win (Stuck) (IfElse (== $b 1) Player'White Player'Black) none &e)
nodes#0 (DecideNode (IfElse (== $a 1) Player'White Player'Black) [(Option one 1) (Option two 2)] none)
nodes#1 (ChanceNode:1..6 d (Range 1 6) $b d 2 &x)
nodes#2 (BranchNode (Call asks []) 3 4)
nodes#3 (RunNode [(Let x $a) (For:1..9 y (Range 1 $b) [(Assign (ItemPlace $c Player'White) x false &x)])] 4)
nodes#4 (StopNode)
"""


def names(text: str) -> frozenset[str]:
    return frozenset(text)


def test_functions_read_what_they_call_and_ask() -> None:
    reads = StateReads(read_game(GAME))
    assert reads.of_function("reads_a") == names("a")
    assert reads.of_function("through") == names("ab")
    assert reads.of_function("asks") == names("c")


def test_actions_read_domains_needs_and_what_decides_in_the_body() -> None:
    reads = StateReads(read_game(GAME))
    assert reads.of_action("one") == names("abd")
    assert reads.of_action("two") == names("c")
    assert reads.asks_itself("two") and not reads.asks_itself("one")


def test_stuck_reads_the_whole_position() -> None:
    game = read_game(GAME)
    reads = StateReads(game)
    assert reads.reads(game.endings[0].condition) == names("c")
    assert reads.reads(game.endings[1].condition) == {STATE}
    assert reads.reads_of_all([game.endings[1].who, None]) == names("b")


def test_blocks_read_and_write() -> None:
    game = read_game(GAME)
    reads = StateReads(game)
    one, two = game.actions
    assert (writes(one.body), writes(two.body)) == (names("c"), names("b"))
    assert reads.reads_of_all(body_expressions(one.body)) == names("ac")
    assert writes(game.reactions[0].body) == names("a")
    block = game.nodes[3]
    assert isinstance(block, RunNode)
    assert reads.reads_of_all(body_expressions(block.body)) == names("ab")
    assert writes(block.body) == names("c")


def test_variables_are_read_through_functions() -> None:
    game = read_game(GAME)
    assert variables_read(game.actions[0].needs[0].condition, by_name(game.functions)) == names("ab")
