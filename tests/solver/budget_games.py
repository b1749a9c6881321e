"""Small random games of one player as text: rounds of a few actions that share money and build what scores."""

from __future__ import annotations

import random

GOODS = "abcd"


def budget_game(seed: int) -> str:
    """The same text for the same seed."""
    dice = random.Random(seed)
    goods = GOODS[: dice.randint(2, 4)]
    rounds, turns = dice.randint(1, 3), dice.randint(1, 3)
    caps = {good: dice.randint(2, 5) for good in goods}
    state = "\n".join([f"  {good}: 0..{caps[good]}" for good in goods])
    actions, names = [], []
    for number in range(dice.randint(2, 4)):
        names.append(f"make_{number}")
        actions.append(_action(dice, names[-1], goods, caps))
    harvest = "\n".join([f"    points += {_worth(dice, goods)}" for _ in range(dice.randint(1, 3))])
    again = "" if dice.random() < 0.5 else "    used = {}\n"
    return f"""rules 1
game Budget

state
{state}
  money: 0..9 = {dice.randint(1, 5)}
  used: set of Place
  points: 0..999

type Place = 0..9

{chr(10).join(actions)}
action earn
  does
    money = min(money + {dice.randint(1, 2)}, 9)

event harvest
  does
    money = min(money + {dice.randint(0, 2)}, 9)
{harvest}
{again}
play
  for round in 1..{rounds}
    for turn in 1..{turns}
      choose {", ".join([*names, "earn"])}
    harvest

score
  points: points
"""


def _action(dice: random.Random, name: str, goods: str, caps: dict[str, int]) -> str:
    cost, good, other = dice.randint(0, 3), dice.choice(goods), dice.choice(goods)
    gain = dice.randint(1, 2)
    number = name.rsplit("_", 1)[1]
    limit = f'  needs {number} not in used "it is used"\n' if dice.random() < 0.5 else ""
    wants = f'  needs {other} >= {dice.randint(0, 2)} "there is not enough"\n' if dice.random() < 0.4 else ""
    more = f"    {other} = min({other} + 1, {caps[other]})\n" if dice.random() < 0.4 and other != good else ""
    use = f"    used = used + {{{number}}}\n" if limit else ""
    return f"""action {name}
  needs money >= {cost} "that is too dear"
{limit}{wants}  does
    money -= {cost}
    {good} = min({good} + {gain}, {caps[good]})
{more}{use}"""


def _worth(dice: random.Random, goods: str) -> str:
    one, other = dice.choice(goods), dice.choice(goods)
    return dice.choice([
        f"{dice.randint(1, 3)} * {one}", f"min({one}, 2 * {other})", f"{one} * {other}", f"(4 if {one} >= 2 else 0)", f"max({one}, {other})",
    ])  # fmt: skip
