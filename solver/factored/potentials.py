"""Lower bounds by potentials: members of a set count by their distance from the goals, and no step lowers the sum by
more than its cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush

from solver.factored.places import possible_after
from solver.factored.tables import DistanceTable
from solver.factored.task import Box, Effect, Task, TaskStep

UNREACHED = 255
FARTHEST = 254
BOTH, NO, YES = 0b11, 0b01, 0b10
MOST_ENTRIES = 1 << 22
MOST_ROUNDS = 1000

Far = Mapping[int, Mapping[int, int]]
"""For each slot the goals that what is in it may come to, and what the way costs at least."""


def potentials_of(task: Task, samples: Sequence[bytes]) -> Iterator[DistanceTable]:
    """For each set whose members move one at a time: tables of distances to the nearest target, and reduced distances
    by prices that let each target be used once.
    """
    families: dict[str, list[int]] = {}
    for number, slot in enumerate(task.slots):
        if slot.values == (False, True):
            families.setdefault(slot.family, []).append(number)
    for slots in families.values():
        if len(slots) > 1 and all(_moves_one(step, slots) for step in task.steps):
            yield from _tables(task, slots, samples)


def _tables(task: Task, slots: Sequence[int], samples: Sequence[bytes]) -> Iterator[DistanceTable]:
    wanted = sorted({slot for box in task.goals for slot in slots if box.get(slot, BOTH) & YES})
    far = distances_to(task, slots, wanted)
    seen = set()
    for prices in (dict.fromkeys(wanted, 0), *_all_prices(task, slots, wanted, far, samples)):
        key = tuple(prices.values())
        if key not in seen:
            seen.add(key)
            table = _table(task, slots, far, prices)
            if table is not None:
                yield table


def _moves_one(step: TaskStep, slots: Sequence[int]) -> bool:
    """Does the step leave the set alone or move one known member between two slots?"""
    changed = [effect for effect in step.effects if effect.slot in slots]
    return not changed or _move(step, changed) is not None


def _move(step: TaskStep, changed: Sequence[Effect]) -> tuple[int, int] | None:
    """From where to where the member goes."""
    after = {effect.slot: possible_after(effect, step.guard) for effect in changed}
    gone = [slot for slot, mask in after.items() if mask == NO and step.guard.get(slot) == YES]
    come = [slot for slot, mask in after.items() if mask == YES and step.guard.get(slot) == NO]
    return (gone[0], come[0]) if len(gone) == len(come) == 1 and len(after) == 2 else None


def distances_to(task: Task, slots: Sequence[int], wanted: Sequence[int]) -> Far:
    """Distances from each slot to each target in an otherwise empty game."""
    back: dict[int, list[tuple[int, int]]] = {}
    for step in task.steps:
        move = _move(step, [effect for effect in step.effects if effect.slot in slots])
        if move is not None:
            back.setdefault(move[1], []).append((move[0], step.cost))
    distances: dict[int, dict[int, int]] = {slot: {} for slot in slots}
    for goal in wanted:
        for slot, cost in _spread(goal, back).items():
            distances[slot][goal] = cost
    return distances


def _spread(goal: int, back: Mapping[int, Sequence[tuple[int, int]]]) -> dict[int, int]:
    known: dict[int, int] = {}
    queue = [(0, goal)]
    while queue:
        cost, slot = heappop(queue)
        if slot not in known:
            known[slot] = cost
            for before, more in back.get(slot, ()):
                heappush(queue, (cost + more, before))
    return known


# -- prices -----------------------------------------------------------------------------------------------------------


def _all_prices(
    task: Task, slots: Sequence[int], wanted: Sequence[int], far: Far, samples: Sequence[bytes]
) -> Iterator[Mapping[int, int]]:
    """Prices that make the most of some states; only where every place that is wanted is taken in the end."""
    members = sum([task.start[slot] for slot in slots])
    if members == len(wanted):
        for values in samples:
            prices = price_by_auction([far[slot] for slot in slots if values[slot]], wanted)
            if prices is not None:
                yield prices


def price_by_auction(ways: Sequence[Mapping[int, int]], wanted: Sequence[int]) -> Mapping[int, int] | None:
    """Prices of targets for a minimum-cost assignment (an auction): each member takes a target that is cheapest for it,
    and the costs minus the prices are a lower bound on any assignment. None if there is no assignment. Members join one
    at a time; conflicts raise prices.
    """
    prices = dict.fromkeys(wanted, 0)
    owner: dict[int, int] = {}
    for joining in range(len(ways)):
        if not _join(joining, ways, prices, owner):
            return None
    least = min(prices.values(), default=0)
    return {place: price - least for place, price in prices.items()}


def _join(joining: int, ways: Sequence[Mapping[int, int]], prices: dict[int, int], owner: dict[int, int]) -> bool:
    """Assign one more member by the cheapest augmenting path, raising prices to keep all choices cheapest."""
    paid = {
        number: min([cost + prices[place] for place, cost in way.items()], default=0) for number, way in enumerate(ways)
    }
    known: dict[int, int] = {}
    asked_by: dict[int, int] = {}
    queue: list[tuple[int, int, int]] = []

    def ask(number: int, before: int) -> None:
        for place, cost in ways[number].items():
            if place not in known:
                heappush(queue, (before + cost + prices[place] - paid[number], place, number))

    ask(joining, 0)
    while queue:
        spent, place, number = heappop(queue)
        if place in known:
            continue
        known[place], asked_by[place] = spent, number
        if place not in owner:
            for item, least in known.items():
                prices[item] += spent - least
            _hand_over(place, joining, asked_by, owner)
            return True
        ask(owner[place], spent)
    return False


def _hand_over(place: int, joining: int, asked_by: Mapping[int, int], owner: dict[int, int]) -> None:
    """Reassign along the augmenting path."""
    had = {number: item for item, number in owner.items()}
    while True:
        number = asked_by[place]
        owner[place] = number
        if number == joining:
            return
        place = had[number]


# -- tables -----------------------------------------------------------------------------------------------------------


def _table(task: Task, slots: Sequence[int], far: Far, prices: Mapping[int, int]) -> DistanceTable | None:
    weights = {slot: min([cost + prices[goal] for goal, cost in far[slot].items()], default=None) for slot in slots}
    members = sum([task.start[slot] for slot in slots])
    stuck = members * max([weight for weight in weights.values() if weight is not None], default=0) + 1
    less = sum(prices.values())
    if members * stuck >= MOST_ENTRIES:
        return None
    said = {slot: stuck if weight is None else weight for slot, weight in weights.items()}
    if not _holds(task, said, less):
        return None
    entries = bytearray(
        [UNREACHED if total >= stuck else min(max(total - less, 0), FARTHEST) for total in range(members * stuck + 1)]
    )
    return DistanceTable({slot: [0, weight] + [0] * 62 for slot, weight in said.items()}, entries, "ways to places")


def _holds(task: Task, weights: Mapping[int, int], less: int) -> bool:
    """Does no step lower the sum by more than it costs, and is it nothing at the goals?

    This alone makes the table a bound.
    """
    return all(_lowers(step, weights) <= step.cost for step in task.steps) and all(
        _most(box, task, weights) <= less for box in task.goals
    )


def _lowers(step: TaskStep, weights: Mapping[int, int]) -> int:
    move = _move(step, [effect for effect in step.effects if effect.slot in weights])
    return 0 if move is None else weights[move[0]] - weights[move[1]]


def _most(box: Box, task: Task, weights: Mapping[int, int]) -> int:
    """What the set weighs at most where the box holds; it always has as many members."""
    members = sum([task.start[slot] for slot in weights])
    sure = [weight for slot, weight in weights.items() if box.get(slot, BOTH) == YES]
    open_ = sorted([weight for slot, weight in weights.items() if box.get(slot, BOTH) == BOTH], reverse=True)
    return sum(sure) + sum(open_[: max(0, members - len(sure))])
