"""Names of other languages are answered with what is written here."""

import pytest

from tests.semantics import desk

BOARD = """players Ann, Bob

state
  points: [Player] 0..9
  hand: [Player] set of 1..6
  mover: Player

play
  stop
"""


@pytest.mark.parametrize(
    ("line", "repair"),
    [
        ("define f(a: Int) = a", "write a range such as `0..20`"),
        ("define f(a: string) = a", "the state holds no texts; name the values: `type Colour = Red | Blue`"),
        ("define f() = mover == turn", "`player` is the player who decides; keep whose turn it is in `state`"),
        ("define f() = hand[Ann] == empty", "an empty set is `{}`, an empty list `[]`; or ask `len(x) == 0`"),
        ("define f() = sum(points) > 3", "write `sum(e for x in S)`"),
        (
            "define f() = count(hand[Ann])",
            "write `count(c for x in S)` for those where `c` holds, `len(S)` for the size",
        ),
        ("define f() = max(points)", "write `max(a, b)` or `max(e for x in S)`"),
        ("define f() = random(1, 6)", "chance is a statement: `roll d: 1..6`"),
        ("define f() = hand[Ann].contains(3)", "write `e in x`"),
        ("event e\n  does\n    hand[Ann].add(3)", "to add `e` to a set, list or bag `x` write `x += e`"),
        ("event e\n  does\n    points.append(3)", "to add `e` to a set, list or bag `x` write `x += e`"),
        ("event e\n  does\n    print(3)", "what is displayed is written in `show`"),
    ],
)
def test_names_of_other_languages(line: str, repair: str) -> None:
    (found,) = desk.findings(f"{BOARD}\n{line}\n")
    assert found.repair == repair
