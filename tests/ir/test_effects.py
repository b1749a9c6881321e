"""What parts of a game read and write."""

from rules_dsl.ir.passes.effects import Effects, effects
from rules_dsl.ir.read import read_game

GAME = """
game sample called "A sample"
type Player player (White, Black)
players Player
variable a: 0..9 seen all = 0:0..9
variable b: 0..9 seen all = 0:0..9
variable c: [Player] 0..9 seen all = [|(0, 0)|]:[Player] 0..9
variable d: 1..6 control seen all = 1:1..6
function reads_a: 0..9 () & f
  $a
function through: Bool () & f
  (reads_a() == $b)
function asks: Bool () & f
  possible!(two, Player'White)
action one called "one" by one.player (one.n: 0..9 in {$d}:set of 1..6) & one
  need through() & one
  does
    if ($c[one.player] == 1)
      $c[one.player] = $a & one
    settle
action two called "two" by two.player () & two
  need ($c[two.player] == 1) & two
  need asks() & two
  does
    $b = 1:0..9 & two
reaction r() when ($a == 3) & r
  $a = 0:0..9 & r
ending end when asks() & e
ending win who (if ($b == 1) then Player'White else Player'Black) when stuck!() & e
node 0 decide by (if ($a == 1) then Player'White else Player'Black) called "" (one goto 1, two goto 2)
node 1 chance d in (1 .. 6) weighing $b called "d" goto 2 & x
node 2 branch asks() goto 3 else 4
node 3 run goto 4
  let x = $a
  for y in (1 .. $b)
    $c[Player'White] = x & x
node 4 stop
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
