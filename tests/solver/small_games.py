"""Small random games as text: a token walks over eight fields by random arithmetic."""

from __future__ import annotations

import random

KINDS = ("goal", "score", "chance", "two")


def small_game(seed: int) -> tuple[str, str]:
    """The kind and the text of a game; the same for the same seed."""
    dice = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    m, p, q, r, s, c, g = (dice.randrange(2, 8) for _ in range(7))
    steps = dice.randrange(2, 5)
    roll = "    roll d: 1..2\n    at = (at + d) % 8\n" if kind == "chance" else ""
    counted = "" if kind == "goal" else "    left -= 1\n"
    limit = "" if kind == "goal" else '  needs left > 0 "no steps are left"\n'
    players = "players Ann, Bob\n" if kind == "two" else ""
    end = f"goal at == {g} and seen[{(g + p) % 8}]\n" if kind == "goal" else "score\n  points: points\n"
    if kind == "two":
        end = "score p: Player\n  points: points if p == Ann else 0\n"
    play = (
        "play\n  loop\n    for p in players\n      choose go, stay by p\n"
        if kind == "two"
        else "play\n  loop\n    choose go, stay\n"
    )
    text = f"""rules 1
game Walk

{players}
state
  at: 0..7
  left: 0..{steps} = {steps}
  points: 0..12
  seen: [0..7] Bool

action go(k: 1..{dice.randrange(2, 4)})
{limit}  needs (at * {p} + k * {q}) % {m} != {c % m} "not that way"
  does
{counted}    at = (at * {p} + k * {q} + {r}) % 8
    seen[at] = true
{roll}    points = min(points + (at * {s} + k) % 5, 12)

action stay
{limit}  needs at % 2 == {dice.randrange(2)} "one cannot rest here"
  does
{counted}    points = max(points - {dice.randrange(0, 2)}, 0)
    at = (at + {dice.randrange(1, 8)}) % 8

{play}
{end}"""
    return kind, text
