"""Small random economies that say what dominates, rightly or not: the games of budgets, some with moves for the poor
and prizes for having little.
"""

from __future__ import annotations

import random

from tests.solver.budget_games import budget_game

POOR = """action beg
  needs money <= {most} "only the poor beg"
  does
    points += {alms}

"""


def ordered_game(seed: int) -> str:
    """The same text for the same seed."""
    dice = random.Random(seed)
    text = budget_game(seed)
    goods = [name for name in "abcd" if f"  {name}: 0.." in text]
    names = [*goods, "money", "points", "-used"]
    chosen = names if dice.random() < 0.4 else [name for name in names if dice.random() < 0.7] or ["points"]
    if dice.random() < 0.2:
        place = dice.randrange(len(chosen))
        chosen[place] = chosen[place][1:] if chosen[place].startswith("-") else f"-{chosen[place]}"
    if dice.random() < 0.25:
        text = text.replace(
            "action earn", POOR.format(most=dice.randint(0, 5), alms=dice.randint(0, 2)) + "action earn"
        ).replace("choose ", "choose beg, ")
    if dice.random() < 0.25:
        text = text.replace(
            "  points: points", f"  points: points\n  left: {dice.choice(['-', ''])}{dice.choice(goods)}"
        )
    return f'{text}\ndominates "richer": {", ".join(chosen)}\n'
