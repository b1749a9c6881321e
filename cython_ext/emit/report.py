"""What the compiler made of a game: which techniques its rules got, and what keeps one away. Nothing is judged here: it is put in order what was noted while the C
was written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from cython_ext.emit.decisions import (
    ComputedFunction,
    ConstantTable,
    Decision,
    DrawMethod,
    EndingCheck,
    FunctionPlacement,
    IteratedFold,
    MoveSearch,
    Obstacle,
    PlayFlow,
    RangeCheck,
    TrialRun,
    VariableStorage,
)
from cython_ext.emit.unit import Translation, translate
from cython_ext.emit.unsupported import UnsupportedConstruct
from cython_ext.kernels.alike import list_distinguished
from rules_dsl.ir import nodes as ir

D = TypeVar("D", bound=Decision)


@dataclass(frozen=True, slots=True)
class Moves:
    """One action: how its moves are found, counted and drawn, and which endings are looked at when one was made."""

    title: str
    rule: ir.Rule
    found: MoveSearch
    tried: TrialRun | None
    drawn: tuple[DrawMethod, ...]
    endings: tuple[EndingCheck, ...]

    @property
    def counted(self) -> str:
        """`bits` of a set, `each` by itself, or `tried` one after the other; the last ply of a count is counted so, too, without a move being made."""
        if self.tried is not None:
            return "tried"
        return "bits" if self.found.obstacle is None else "each"

    @property
    def listed(self) -> Obstacle | None:
        """Why a random move is drawn from a list of all, not by its rank, if it is anywhere."""
        return next((each.obstacle for each in self.drawn if each.obstacle is not None), None)

    def obstacles(self) -> Iterator[Obstacle]:
        """What keeps the moves from being counted by bits and drawn by rank; what a condition on the last parameter tells is not told twice."""
        levels, obstacle = self.found.levels, self.found.obstacle
        tests = levels[-1].tests if levels else ()
        if obstacle is not None and (levels or self.tried is not None) and all(test.obstacle != obstacle for test in tests):
            yield obstacle
        if self.tried is None and self.listed is not None:
            yield self.listed


@dataclass(frozen=True, slots=True)
class Report:
    """A whole game; `size` is that of a position in bytes, `alike` are the types whose things are told apart in C although they are alike."""

    game: ir.Game
    size: int
    actions: tuple[Moves, ...]
    folds: tuple[IteratedFold, ...]
    checks: tuple[RangeCheck, ...]
    computed: tuple[ComputedFunction, ...]
    variables: tuple[VariableStorage, ...]
    tables: tuple[ConstantTable, ...]
    course: PlayFlow
    placed: FunctionPlacement
    alike: tuple[str, ...]

    def obstacles(self) -> Iterator[Obstacle]:
        """All that keeps a technique away."""
        for action in self.actions:
            yield from action.obstacles()
            yield from [test.obstacle for level in action.found.levels for test in level.tests if test.obstacle is not None]
            yield from [looked.obstacle for looked in action.endings if looked.obstacle is not None]
        yield from [fold.obstacle for fold in self.folds]
        if self.course.obstacle is not None:
            yield self.course.obstacle


def report(game: ir.Game) -> Report | UnsupportedConstruct:
    """The report on a game after all passes, or what keeps it from being compiled."""
    found = translate(game)
    return found if isinstance(found, UnsupportedConstruct) else _order(game, found)


def _order(game: ir.Game, found: Translation) -> Report:
    noted = found.decisions
    return Report(
        game, found.size, tuple(_moves(game, noted)), _of(noted, IteratedFold), _of(noted, RangeCheck), _of(noted, ComputedFunction), _of(noted, VariableStorage),
        _of(noted, ConstantTable), _of(noted, PlayFlow)[0], _of(noted, FunctionPlacement)[0], list_distinguished(game),
    )  # fmt: skip


def _of(noted: tuple[Decision, ...], kind: type[D]) -> tuple[D, ...]:
    return tuple([each for each in noted if isinstance(each, kind)])


def _moves(game: ir.Game, noted: tuple[Decision, ...]) -> Iterator[Moves]:
    """The actions that are offered, in the order of the rules."""
    drawn, looked = _of(noted, DrawMethod), _of(noted, EndingCheck)
    found = {each.action: each for each in _of(noted, MoveSearch)}
    tried = {each.action: each for each in _of(noted, TrialRun)}
    for action in game.actions:
        name = action.name
        draws = tuple([each for each in drawn if name in each.actions])
        if draws:
            yield Moves(action.title, action.rule, found[name], tried.get(name), draws, tuple([each for each in looked if each.action == name]))
