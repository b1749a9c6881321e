"""Games taken apart, and how far each state truly is from a goal."""

from __future__ import annotations

from collections import deque

from rules_dsl.ir import nodes as ir
from rules_dsl.machine.generated.machine import PythonMachine
from solver.factored.grounding import task_of
from solver.factored.places import MovingValues, wandering, with_pointers
from solver.factored.task import Task, holds, is_over, steps_from

FAR = 1 << 20


def taken_apart(game: ir.Game, counted: frozenset[str] = frozenset()) -> tuple[Task, list[MovingValues]]:
    task = with_pointers(task_of(PythonMachine(game), counted=counted))
    return task, wandering(task)


def true_distances(task: Task) -> dict[bytes, int]:
    """For each state that can be reached how many steps that count it is from a goal, FAR if none can be reached; found
    backwards.
    """
    before: dict[bytes, list[tuple[bytes, int]]] = {task.start: []}
    queue = deque([task.start])
    while queue:
        state = queue.popleft()
        for step in [] if state != task.start and is_over(task, state) else steps_from(task, state):
            after = step.after(state)
            if after not in before:
                before[after] = []
                queue.append(after)
            before[after].append((state, step.cost))
    found: dict[bytes, int] = {}
    ends = deque([(state, 0) for state in before if any(holds(box, state) for box in task.goals)])
    while ends:
        state, distance = ends.popleft()
        if state not in found:
            found[state] = distance
            for earlier, cost in before[state]:
                if cost:
                    ends.append((earlier, distance + 1))
                else:
                    ends.appendleft((earlier, distance))
    return {state: found.get(state, FAR) for state in before}
