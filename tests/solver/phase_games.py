"""Small random games in rounds, in each of which a player makes as many moves as he likes: some moves change places
freely, others do not.
"""

from __future__ import annotations

import random

GOODS = "abcd"


def phase_game(seed: int) -> str:
    """The same text for the same seed."""
    dice = random.Random(seed)
    goods = GOODS[: dice.randint(2, 4)]
    tops = {good: dice.randint(3, 7) for good in goods}
    names, actions = [], []
    for number in range(dice.randint(2, 5)):
        names.append(f"do_{number}")
        actions.append(_action(dice, number, goods, tops))
    state = "\n".join([f"  {good}: 0..{tops[good]} = {dice.randint(0, 2)}" for good in goods])
    again = dice.choice(["", "    used = {}\n", "    time = 4\n    used = {}\n"])
    harvest = "\n".join([f"    points += {_worth(dice, goods)}" for _ in range(dice.randint(1, 3))])
    return f"""rules 1
game Phases

type Place = 0..5

state
{state}
  money: 0..8 = {dice.randint(0, 4)}
  time: 0..4 = {dice.randint(2, 4)}
  used: set of Place
  done: Bool
  points: 0..999

{chr(10).join(actions)}
action finish{_last(dice, goods)}
  does
    done = true
    money = min(money + {dice.randint(0, 2)}, 8)

event harvest
  does
    done = false
{harvest}
{again}
play
  for round in 1..{dice.randint(1, 2)}
{_course(dice, names)}
    harvest

score
  points: points{_left(dice, goods)}
"""


def _course(dice: random.Random, names: list[str]) -> str:
    every = ", ".join([*names, "finish"])
    match dice.randrange(4):
        case 0:
            return f"    for turn in 1..{dice.randint(3, 4)}\n      choose {every}"
        case 1:
            return f"    loop until time == 0 or done\n      choose {every}"
        case _:
            return f"    loop until done\n      choose {every}"


def _action(dice: random.Random, number: int, goods: str, tops: dict[str, int]) -> str:
    good, other = dice.choice(goods), dice.choice(goods)
    lines, needs = [], []
    if dice.random() < 0.5:
        needs.append(f'  needs {number} not in used "it is used"')
        lines.append(f"    used = used + {{{number}}}")
    else:
        needs.append('  needs time > 0 "there is no time"')
        lines.append("    time -= 1")
    cost = dice.randint(0, 3)
    if cost:
        needs.append(f'  needs money >= {cost} "that is too dear"')
        lines.append(f"    money -= {cost}")
    if dice.random() < 0.4:
        needs.append(f'  needs {other} {dice.choice([">=", "<=", "!="])} {dice.randint(0, 2)} "not now"')
    lines += [
        _effect(dice, good, tops),
        *([_effect(dice, other, tops)] if dice.random() < 0.4 and other != good else []),
    ]
    if dice.random() < 0.3:
        lines.append(f"    money = min(money + {dice.randint(1, 3)}, 8)")
    return "\n".join([f"action do_{number}", *needs, "  does", *lines, ""])


def _effect(dice: random.Random, good: str, tops: dict[str, int]) -> str:
    top = tops[good]
    return dice.choice([
        f"    {good} = min({good} + {dice.randint(1, 2)}, {top})", f"    {good} = min({good} + 1, {top})", f"    {good} = max({good} - 1, 0)",
        f"    {good} = min(2 * {good}, {top})", f"    {good} = {dice.randint(0, 3)}", f"    when {good} < {top}\n      {good} += 1",
        f"    {good} = {top} - {good}", f"    points += {good}",
    ])  # fmt: skip


def _last(dice: random.Random, goods: str) -> str:
    return f'\n  needs {dice.choice(goods)} >= 1 "not yet"' if dice.random() < 0.2 else ""


def _left(dice: random.Random, goods: str) -> str:
    return f"\n  left: {dice.choice(['-', ''])}{dice.choice(goods)}" if dice.random() < 0.3 else ""


def _worth(dice: random.Random, goods: str) -> str:
    one, other = dice.choice(goods), dice.choice(goods)
    return dice.choice([
        f"{dice.randint(1, 3)} * {one}", f"min({one}, 2 * {other})", f"{one} * {other}", f"(4 if {one} >= 2 else 0)", f"max({one}, {other})",
    ])  # fmt: skip
