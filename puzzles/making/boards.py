"""Random boards: cars in a car park, rooms with crates. They may be unsolvable; the landscape tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

SIDE = 6
CARS = "BCDEFGHIJKLMN"
TRIES = 200
ROOM = (7, 9)


def cars(dice: Random) -> Mapping[str, str] | None:
    """A Rush Hour board: your car in the third row, others where they fit."""
    board = [["o"] * SIDE for _ in range(SIDE)]
    column = dice.randrange(0, 3)
    board[2][column] = board[2][column + 1] = "A"
    for letter in CARS[: dice.randint(8, 12)]:
        _put_car(board, letter, dice)
    return {"board": "\n".join("".join(row) for row in board)}


def _put_car(board: list[list[str]], letter: str, dice: Random) -> None:
    """A free place; lengthwise cars never block the exit for good."""
    for _ in range(TRIES):
        length, lengthwise = dice.choice((2, 2, 2, 3)), dice.random() < 0.5
        row, column = dice.randrange(SIDE), dice.randrange(SIDE)
        places = [(row, column + step) if lengthwise else (row + step, column) for step in range(length)]
        inside = all(0 <= y < SIDE and 0 <= x < SIDE and board[y][x] == "o" for y, x in places)
        if inside and not (lengthwise and row == 2):
            for y, x in places:
                board[y][x] = letter
            return


def rooms(dice: Random) -> Mapping[str, str] | None:
    """A Sokoban level: a room of blocks carved out of a wall, two or three crates pulled away from their targets."""
    width, height = dice.randint(*ROOM), dice.randint(*ROOM)
    free = _carve_room(width, height, dice)
    crates = dice.choice((2, 2, 3))
    if len(free) < 10 + crates:
        return None
    targets = dice.sample(sorted(free), crates)
    placed, keeper = _pull_crates(free, targets, dice)
    if placed & set(targets):
        return None
    return {
        "level": "\n".join(
            "".join(_sign(free, targets, placed, keeper, x, y) for x in range(width)) for y in range(height)
        )
    }


def _carve_room(width: int, height: int, dice: Random) -> set[tuple[int, int]]:
    """Cells of a room that hang together: small blocks dug along a walk."""
    x, y = dice.randint(2, width - 3), dice.randint(2, height - 3)
    free: set[tuple[int, int]] = set()
    for _ in range(dice.randint(14, 26)):
        free |= {(x + dx, y + dy) for dx in range(dice.choice((1, 2))) for dy in range(dice.choice((1, 2)))}
        dx, dy = dice.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        x, y = min(max(x + dx, 1), width - 3), min(max(y + dy, 1), height - 3)
    return free


def _pull_crates(
    free: set[tuple[int, int]], targets: list[tuple[int, int]], dice: Random
) -> tuple[set[tuple[int, int]], tuple[int, int]]:
    """Crates pulled about by a keeper who walks backwards; where they and he end."""
    crates = set(targets)
    open_cells = sorted(free - crates)
    keeper = dice.choice(open_cells)
    for _ in range(dice.randint(60, 200)):
        near = _near(free - crates, keeper)
        pulls = [
            ((x, y), (x + dx, y + dy), (x + 2 * dx, y + 2 * dy))
            for x, y in sorted(crates) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if (x + dx, y + dy) in near and (x + 2 * dx, y + 2 * dy) in free - crates
        ]  # fmt: skip
        if not pulls:
            break
        crate, place, keeper = dice.choice(pulls)
        crates = (crates - {crate}) | {place}
    return crates, keeper


def _near(free: set[tuple[int, int]], start: tuple[int, int]) -> set[tuple[int, int]]:
    """Where the keeper can walk."""
    pairs, waiting = {start}, [start]
    while waiting:
        x, y = waiting.pop()
        for pair in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if pair in free and pair not in pairs:
                pairs.add(pair)
                waiting.append(pair)
    return pairs


def _sign(
    free: set[tuple[int, int]],
    targets: list[tuple[int, int]],
    crates: set[tuple[int, int]],
    keeper: tuple[int, int],
    x: int,
    y: int,
) -> str:
    cell = (x, y)
    if cell not in free:
        return "#"
    on = cell in targets
    if cell in crates:
        return "*" if on else "$"
    if cell == keeper:
        return "+" if on else "@"
    return "." if on else " "


BOARDS: dict[str, Callable[[Random], Mapping[str, str] | None]] = {"rush_hour": cars, "sokoban": rooms}
"""By the library's name of the game."""
