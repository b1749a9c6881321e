"""What parts of a game read and write."""

from rules_dsl.ir.notation.read import read_game
from rules_dsl.ir.passes.effects import Effects, effects

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


def test_effects() -> None:
    found = effects(read_game(GAME))
    assert found.functions == {"reads_a": names("a"), "through": names("ab"), "asks": names("c")}
    assert found.actions["one"] == Effects(names("abcd"), names("c"), True)
    assert found.actions["two"] == Effects(names("c"), names("b"), False)
    assert found.reactions["r"] == Effects(names("a"), names("a"), False)
    assert found.endings == names("abcd")
    assert found.nodes[0] == Effects(names("a"))
    assert found.nodes[1] == Effects(names("b"), names("d"))
    assert found.nodes[2] == Effects(names("c"))
    assert found.nodes[3] == Effects(names("ab"), names("c"))
    assert found.nodes[4] == Effects()


def test_a_block_of_its_own() -> None:
    game = read_game(GAME)
    assert effects(game).of_block(game.reactions[0].body) == Effects(frozenset(), names("a"))
