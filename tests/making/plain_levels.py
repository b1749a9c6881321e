"""Shortest solutions of car parks and rooms with crates, found without any rules file: breadth first over tuples."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

State = TypeVar("State")
SIDE = 6
Cars = tuple[tuple[int, ...], ...]  # the cells of each car, yours first
Room = tuple[tuple[int, int], frozenset[tuple[int, int]]]  # keeper and crates


def fewest(start: State, after: Callable[[State], Iterable[State]], done: Callable[[State], bool]) -> int | None:
    """How many moves the nearest goal is away."""
    far, queue = {start: 0}, deque([start])
    while queue:
        at = queue.popleft()
        if done(at):
            return far[at]
        for each in after(at):
            if each not in far:
                far[each] = far[at] + 1
                queue.append(each)
    return None


def fewest_slides(rows: tuple[str, ...]) -> int | None:
    """Of a car park; A is your car."""
    signs = "".join(rows)
    names = sorted(set(signs) - set(" ox."))
    cars = tuple([tuple([at for at, sign in enumerate(signs) if sign == name]) for name in names])
    walls = frozenset([at for at, sign in enumerate(signs) if sign == "x"])
    return fewest(cars, lambda here: _slides(here, walls), lambda here: here[0][-1] % SIDE == SIDE - 1)


def _slides(cars: Cars, walls: frozenset[int]) -> Iterator[Cars]:
    taken = walls | {at for car in cars for at in car}
    for number, car in enumerate(cars):
        stride = car[1] - car[0]
        for way in (stride, -stride):
            moved = car
            while True:
                front = (moved[-1] if way > 0 else moved[0]) + way
                beyond = not 0 <= front < SIDE * SIDE or (stride == 1 and front // SIDE != car[0] // SIDE)
                if beyond or front in taken:
                    break
                moved = tuple([at + way for at in moved])
                yield (*cars[:number], moved, *cars[number + 1 :])


def fewest_steps(rows: tuple[str, ...]) -> int | None:
    """Of a room, walking counted."""
    signs = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    free = {cell for cell, sign in signs.items() if sign != "#"}
    targets = {cell for cell, sign in signs.items() if sign in ".*+"}
    crates = frozenset([cell for cell, sign in signs.items() if sign in "$*"])
    keeper = next(cell for cell, sign in signs.items() if sign in "@+")
    return fewest((keeper, crates), lambda here: _steps(here, free), lambda here: here[1] <= targets)


def _steps(room: Room, free: set[tuple[int, int]]) -> Iterator[Room]:
    (x, y), crates = room
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        to, behind = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
        if to in crates:
            if behind in free and behind not in crates:
                yield to, (crates - {to}) | {behind}
        elif to in free:
            yield to, crates
