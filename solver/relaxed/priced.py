"""A fast upper bound for every position of a search, by prices from linear duality.

The round model is built for any position of a round, with the position's numbers as variables. Duals computed at some
known positions price its rows, so that the bound is a sum of table entries, one per number of the position, plus a
constant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from cython_ext.kernels.pricing import JointWorth, Number, Pricing, PricingStage, pricing_of, values_of
from rules_dsl.ir import nodes as ir
from rules_dsl.machine.api import State
from solver.mip.duals import SCALE, PricedProgram, limits_of, price_tasks
from solver.mip.running import PricingTask
from solver.protocol.clock import Clock
from solver.relaxed.facts import Facts
from solver.relaxed.growing import GivenVariable, Name, RoundModel
from solver.relaxed.models import RelaxationModel, model_for

MOST_KNOWN = 32
"""Of so many known positions of a round prices are taken; of more, of some all along."""
Narrow = Callable[[RoundModel], None]
"""What else is known of the plays that are looked for."""


@dataclass(frozen=True)
class Prices:
    """The tables by round."""

    game: ir.Game
    model: RelaxationModel
    stages: tuple[PricingStage, ...]

    def worth(self, state: State) -> int | None:
        """The upper bound at a position; None where the tables do not apply."""
        if state.node not in self._turns:
            return None
        facts = Facts(self.game, state)
        stage = next((stage for stage in self.stages if stage.count == facts.value(self.model.plugin.COUNTER)), None)
        if stage is None:
            return None
        rows = [
            part.worth[_row([(self._values[number], facts.read_number(number)) for number in part.numbers])]
            for part in stage.parts
        ]
        return min(begin + sum(row[table] for row in rows) for table, begin in enumerate(stage.begins)) // SCALE

    @cached_property
    def _values(self) -> dict[Number, range]:
        return {
            number: values_of(self.game, number)
            for stage in self.stages
            for part in stage.parts
            for number in part.numbers
        }

    @cached_property
    def pricing(self) -> Pricing:
        """The same for kernels."""
        return pricing_of(self.game, self.model.plugin.COUNTER, self._turns, self.stages)

    @cached_property
    def _turns(self) -> frozenset[int]:
        return self.model.turns(self.game)


def prices(
    game: ir.Game, root: State, known: Sequence[State], clock: Clock, narrow: Narrow = lambda plan: None
) -> Iterator[Prices | None]:
    """Compute prices for positions reachable from the root, tuned to the known positions.

    Yields None while it works.
    """
    model = model_for(game, root)
    turns, relaxed = model.turns(game), model.plugin.build_relaxation
    by_round: dict[int, list[State]] = defaultdict(list)
    for state in known:
        if state.node in turns:
            by_round[Facts(game, state).value(model.plugin.COUNTER)].append(state)
    limits: dict[Name, int] = {}
    yield from _limits(relaxed(game, root), clock, limits)
    stages: list[PricingStage] = []
    for number, all_states in by_round.items():
        states = all_states[:: -(-len(all_states) // MOST_KNOWN)]
        plan = relaxed(game, states[0], widest=root, limits=limits)
        narrow(plan)
        tasks = [
            PricingTask([(given.variable.index, given.at(Facts(game, state))) for given in plan.givens])
            for state in states
        ]
        tables = []
        for task in price_tasks(plan.model, plan.score, clock, tasks):
            if isinstance(task, PricedProgram):
                tables.append(task)
            else:
                yield None
        if tables:
            stages.append(_stage(game, number, plan, tables))
    yield Prices(game, model, tuple(stages))


def _limits(plan: RoundModel, clock: Clock, limits: dict[Name, int]) -> Iterator[None]:
    """What counts with a flag only, and how much that can be in any play from the root."""
    names = list(plan.loose)
    for pair in limits_of(plan.model, list(plan.loose.values()), clock):
        if pair is not None:
            limits[names[pair[0]]] = pair[1]
        yield None


def _stage(game: ir.Game, number: int, plan: RoundModel, tables: Sequence[PricedProgram]) -> PricingStage:
    """Group the given variables that are priced jointly."""
    given: dict[tuple[Number, ...], list[GivenVariable]] = defaultdict(list)
    for item in plan.givens:
        if any(table.columns[item.variable.index] for table in tables):
            given[item.seen].append(item)
    settled = [given.variable.index for given in plan.givens]
    return PricingStage(
        number,
        tuple([table.most(settled) for table in tables]),
        tuple([_together(game, numbers, some, tables) for numbers, some in given.items()]),
        SCALE,
    )


def _together(
    game: ir.Game, numbers: tuple[Number, ...], given: Sequence[GivenVariable], tables: Sequence[PricedProgram]
) -> JointWorth:
    columns = [[int(table.columns[item.variable.index]) for item in given] for table in tables]
    worth = []
    for values in product(*[values_of(game, number) for number in numbers]):
        amounts = [variable.meaning(*values) for variable in given]
        worth.append([sum(price * amount for price, amount in zip(column, amounts, strict=True)) for column in columns])
    return JointWorth(numbers, worth)


def _row(seen: Sequence[tuple[range, int]]) -> int:
    row = 0
    for values, number in seen:
        row = row * len(values) + values.index(number)
    return row
