"""The moves of a game cut into stretches: wherever reactions may fire, and where play goes round by itself.

What holds at all these points is shown stretch by stretch, so no term has to say more than a few statements. Between
two points nothing is remembered but the state, so a stretch may do a little more than play does: what is shown holds
all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import body_expressions, walk, walk_statements
from rules_dsl.ir.types import cardinality
from solver.symbolic.course import Forms, Rest, order_of
from solver.symbolic.forms import unknown
from solver.symbolic.statements import Runner, SymbolicChoice
from solver.symbolic.steps import Steps, SymbolicStep
from solver.symbolic.terms import Symbol, Term

MANY_FIRINGS = 200
"""Where so many reactions, counted for each value of what they are about and at each place where they may fire, are to
be spelled out, settling alone is too much for Z3 as a whole.
"""


def is_large(game: ir.Game) -> bool:
    """Is the game visibly too large for Z3, without unrolling any move?"""
    bodies = [node.body for node in game.nodes if isinstance(node, ir.RunNode)] + [
        action.body for action in game.actions
    ]
    places = sum(isinstance(stmt, ir.Settle) for body in bodies for stmt in walk_statements(tuple(body)))
    ways = [
        prod(cardinality((parameter.domain or parameter).type) for parameter in reaction.parameters)
        for reaction in game.reactions
    ]
    return places * sum(ways) > MANY_FIRINGS


@dataclass(frozen=True, slots=True)
class SettlePoint:
    """A point at which reactions fire until none is left; what follows it, and the node where play continues."""

    rest: tuple[ir.Stmt, ...]
    then: int


class Stretches:
    """All stretches from the reachable points over one unknown state.

    Points are rests and loop heads, then settlings.
    """

    def __init__(self, game: ir.Game, steps: Steps, state: Forms, start: int) -> None:
        self.game, self.steps, self.state, self.terms = game, steps, state, steps.terms
        self.settlings: dict[SettlePoint, int] = {}
        self.heads = _heads(game)
        self.found: list[SymbolicStep] = []
        waiting, seen = [start], {start}
        while waiting:
            point = waiting.pop()
            mine = list(self._from(point))
            self.found += mine
            new = {rest.node for step in mine for rest in step.rests} - seen
            seen |= new
            waiting += sorted(new)
        self.points = sorted(seen)

    # -- from one point to the next -----------------------------------------------------------------------------------

    def _from(self, point: int) -> Iterator[SymbolicStep]:
        if point >= len(self.game.nodes):
            settling = next(item for item, number in self.settlings.items() if number == point)
            yield from self._settle(point, settling)
            return
        match self.game.nodes[point]:
            case ir.RunNode() | ir.BranchNode():
                runner = self._runner(f"{point} ")
                yield self._stretch(point, runner, self._on_from(runner, point))
            case ir.DecideNode() as node:
                yield from self._decide(point, node)
            case ir.ChanceNode(then=then):
                chosen, runner = self.steps.draw_chance(point, self.state, f"{point} ")
                yield self._stretch(point, runner, self._onward(runner, then), choices=chosen)
            case ir.StopNode():
                return

    def _runner(self, name: str) -> Runner:
        return Runner(self.steps.evaluator(self.state), self.game, name)

    def _decide(self, point: int, node: ir.DecideNode) -> Iterator[SymbolicStep]:
        for number, option in enumerate(node.options):
            action = self.steps.actions[option.action]
            runner = self._runner(f"{point}.{number} ")
            runner.at.locals[action.player] = runner.at.form(node.actor)
            given = [
                unknown(self.terms, parameter.type, f"{point}.{number} {parameter.name}")
                for parameter in action.parameters
            ]
            self.steps.judge(runner, action, given)
            rests = self._run_to_cut(runner, action.body, option.then)
            parameters = tuple(
                [
                    SymbolicChoice(parameter.name, parameter.type, form, True)
                    for parameter, form in zip(action.parameters, given, strict=True)
                ]
            )
            yield self._stretch(point, runner, rests, action, number, parameters)
        if node.otherwise is not None:
            runner = self._runner(f"{point} ")
            runner.at.guard = self.terms.negate_truth(self.steps.can_move(runner.at, node))
            yield self._stretch(point, runner, self._onward(runner, node.otherwise))

    # -- going on -----------------------------------------------------------------------------------------------------

    def _onward(self, runner: Runner, node: int) -> list[Rest]:
        """Continue play up to a cut point."""
        if node in self.heads or not isinstance(self.game.nodes[node], ir.RunNode | ir.BranchNode):
            return [self._to(node, runner.at.guard, runner.at.state)]
        return self._on_from(runner, node)

    def _on_from(self, runner: Runner, node: int) -> list[Rest]:
        match self.game.nodes[node]:
            case ir.RunNode(body, then):
                return self._run_to_cut(runner, body, then)
            case ir.BranchNode(condition, then, otherwise):
                return self._run_branches(
                    runner, condition, lambda: self._onward(runner, then), lambda: self._onward(runner, otherwise)
                )
            case other:
                raise TypeError(f"play does not go on by itself from {other}")

    def _run_to_cut(self, runner: Runner, body: Sequence[ir.Stmt], then: int) -> list[Rest]:
        """Execute statements up to the first possible cut, and the results there."""
        cut = _first_cut(body)
        runner.block(body[:cut])
        over, runner.over = runner.over, False
        ended = self._to(self.steps.stop, self.terms.all((runner.at.guard, over)), runner.at.state)
        with runner.at.where(self.terms.negate_truth(over)):
            return [ended, *self._after(runner, body[cut:], then)]

    def _after(self, runner: Runner, left: Sequence[ir.Stmt], then: int) -> list[Rest]:
        match left:
            case [] | ():
                return self._onward(runner, then)
            case [ir.If(condition, yes, no), *rest]:
                return self._run_branches(
                    runner,
                    condition,
                    lambda: self._run_to_cut(runner, [*yes, *rest], then),
                    lambda: self._run_to_cut(runner, [*no, *rest], then),
                )
            case _:
                settling = SettlePoint(tuple(left[1:]), then)
                point = self.settlings.setdefault(settling, len(self.game.nodes) + len(self.settlings))
                return [self._to(point, runner.at.guard, runner.at.state)]

    def _run_branches(
        self, runner: Runner, condition: ir.Expr, yes: Callable[[], list[Rest]], no: Callable[[], list[Rest]]
    ) -> list[Rest]:
        """Both branches, as far as they are feasible."""
        holds, state, rests = runner.at.form(condition), dict(runner.at.state), list[Rest]()
        for side, goes in ((holds, yes), (self.terms.negate_truth(holds), no)):
            runner.at.state = dict(state)
            with runner.at.where(side):
                rests += goes() if isinstance(runner.at.guard, Term) or runner.at.guard else []
        return rests

    def _to(self, node: int, condition: Symbol, state: Forms) -> Rest:
        """The point that play reaches; after the end, control variables are reset."""
        return Rest(node, condition, self.steps.at_rest(state) if node == self.steps.stop else dict(state))

    def _stretch(
        self, point: int, runner: Runner, rests: Sequence[Rest], action: ir.Action | None = None, option: int = 0, choices: Sequence[SymbolicChoice] = ()
    ) -> SymbolicStep:  # fmt: skip
        """Where the rules fail there is no position after it."""
        failures = tuple(runner.at.failures)
        legal = self.terms.all([runner.legal, *[self.terms.negate_truth(failure.condition) for failure in failures]])
        possible = [rest for rest in rests if isinstance(rest.condition, Term) or rest.condition]
        return SymbolicStep(
            point, option, action, (*choices, *runner.choices), legal, tuple(possible), failures, runner.beyond
        )

    # -- reactions ----------------------------------------------------------------------------------------------------

    def _settle(self, point: int, settling: SettlePoint) -> Iterator[SymbolicStep]:
        """One reaction, after which others may fire; or none is left, and play goes on or is over."""
        for number, reaction in enumerate(self.game.reactions):
            yield self._react(point, number, reaction)
        runner = self._runner(f"{point} ")
        at = runner.at
        at.guard = self.terms.negate_truth(runner.can_fire())
        over = self.terms.any([condition for _, condition, _ in runner.endings()])
        ended = self._to(self.steps.stop, self.terms.all((at.guard, over)), self.state)
        with at.where(self.terms.negate_truth(over)):
            rests = [ended, *self._run_to_cut(runner, settling.rest, settling.then)]
        yield self._stretch(point, runner, rests)

    def _react(self, point: int, number: int, reaction: ir.Reaction) -> SymbolicStep:
        runner = self._runner(f"{point} reaction {number} ")
        for parameter in reaction.parameters:
            domain = parameter.domain or ir.Domain(parameter.type, parameter.type)
            runner.step(ir.Choose(parameter.name, domain, None, parameter.type, reaction.rule))
        runner.at.guard = self.terms.all((runner.at.guard, runner.at.form(reaction.condition)))
        runner.block(reaction.body)
        return self._stretch(point, runner, [Rest(point, runner.at.guard, dict(runner.at.state))])


def _heads(game: ir.Game) -> set[int]:
    """Nodes to which play can return without a rest or a settling."""
    rank = order_of(game)
    onward = {number: _silently(node) for number, node in enumerate(game.nodes)}
    return {
        item
        for number, after in onward.items()
        for item in after
        if rank[item] <= rank[number] and number in _find_reachable(item, onward)
    }


def _silently(node: ir.Node) -> tuple[int, ...]:
    match node:
        case ir.RunNode(body, then) if _first_cut(body) == len(body):
            return (then,)
        case ir.BranchNode(_, then, otherwise):
            return (then, otherwise)
        case _:
            return ()


def _find_reachable(start: int, onward: Mapping[int, Sequence[int]]) -> set[int]:
    reachable, waiting = {start}, [start]
    while waiting:
        new = set(onward[waiting.pop()]) - reachable
        reachable |= new
        waiting += new
    return reachable


def _first_cut(body: Sequence[ir.Stmt]) -> int:
    """The index of the first settling, or condition that contains one, after which no earlier local is read; the length
    if there is none.
    """
    for place, stmt in enumerate(body):
        if _settles(stmt) and not _list_bound_names(body[:place]) & _read(body[place:]):
            return place
    return len(body)


def _settles(stmt: ir.Stmt) -> bool:
    inside = (*stmt.then, *stmt.otherwise) if isinstance(stmt, ir.If) else ()
    return isinstance(stmt, ir.Settle) or any(isinstance(statement, ir.Settle) for statement in walk_statements(inside))


def _list_bound_names(body: Sequence[ir.Stmt]) -> set[str]:
    return {stmt.name for stmt in walk_statements(tuple(body)) if isinstance(stmt, ir.Let | ir.Choose | ir.For)}


def _read(body: Sequence[ir.Stmt]) -> set[str]:
    return {part.name for expr in body_expressions(tuple(body)) for part in walk(expr) if isinstance(part, ir.Local)}
