"""What happens by itself between two rests: events, reactions, and chance with a single outcome, each with the values it began with.

It is observed on a reference machine of its own, which plays a move once more; the machines that play and search know nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import ClosureCompiler
from rules_dsl.ir.frames import Frame
from rules_dsl.ir.types import Value
from rules_dsl.machine.api import Move, State
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.machine.reference.running import Advance
from rules_dsl.machine.reference.statements import StatementCompiler, Step


@dataclass(frozen=True, slots=True)
class PlayEvent:
    """Something that happened: its kind and name, the values of its parameters, the states in which it began and was over."""

    kind: ir.SayKind
    title: str
    arguments: tuple[Value, ...]
    before: State
    after: State


class Observer:
    """Plays moves again and notes what happens."""

    def __init__(self, game: ir.Game) -> None:
        self.reactions = {reaction.name: tuple(parameter.name for parameter in reaction.parameters) for reaction in game.reactions}
        self.noted: dict[tuple[ir.SayKind, str, tuple[Value, ...]], PlayEvent] = {}
        self._machine = _NotingMachine(game, self)

    def observe(self, state: State, move: Move) -> tuple[PlayEvent, ...]:
        """What happens after a legal move or a possible outcome, up to the next rest; each thing once."""
        self.noted = {}
        self._machine.replay(state, move)
        return tuple(self.noted.values())

    def note(self, kind: ir.SayKind, title: str, arguments: tuple[Value, ...], before: State, after: State) -> None:
        """Something has changed the state; what has been noted before goes on."""
        known = self.noted.get((kind, title, arguments))
        self.noted[kind, title, arguments] = PlayEvent(kind, title, arguments, before if known is None else known.before, after)


class _NotingStatements(StatementCompiler):
    """StatementCompiler that say under which rule they change something."""

    observer: Observer
    live: Callable[[Frame], State | None]

    def step(self, stmt: ir.Stmt) -> Step:
        """One statement."""
        run = super().step(stmt)
        if not isinstance(stmt, ir.Assign):
            return run
        title, parameters = stmt.rule.name, self.observer.reactions.get(stmt.rule.name)
        kind = ir.SayKind.EVENT if parameters is None else ir.SayKind.REACTION
        slots = [self.compiler.slot(name) for name in parameters or ()]

        def noting(frame: Frame) -> None:
            before, arguments = self.live(frame), tuple([frame[slot] for slot in slots])
            run(frame)
            after = self.live(frame)
            if before is not None and after is not None:
                self.observer.note(kind, title, arguments, before, after)

        return noting


class _NotingMachine(ReferenceMachine):
    """A reference machine that shows the frame in which it plays; trials of other moves run on copies of it."""

    def __init__(self, game: ir.Game, observer: Observer) -> None:
        self._live: Frame | None = None
        self._node = 0
        self._observer = observer
        super().__init__(game, statements=self._noting)
        nodes = enumerate(game.nodes)
        self._automaton.advances[:] = [self._advance_forced(number, node) for number, node in nodes]

    def replay(self, state: State, move: Move) -> None:
        """Make a legal move."""
        player = self.actor(state) if self.kind(state) == "decide" else 0
        self._live, self._node = self._frame(state), state.node
        match self.game.nodes[state.node]:
            case ir.DecideNode(_, options):
                self._after_action(self._live, options[move.option], player, move.arguments)
            case ir.ChanceNode(variable, then=then):
                self._live[self._compiler.variables[variable]] = move.arguments[0]
                self._rest(self._live, then)
            case _:
                raise ValueError("nobody moves after the end of the game")

    def _noting(self, compiler: ClosureCompiler, settle: Step) -> StatementCompiler:
        made = _NotingStatements(compiler, settle)
        made.observer, made.live = self._observer, self._state_of
        return made

    def _state_of(self, frame: Frame) -> State | None:
        """The state in the middle of a move; None for a trial."""
        return State(tuple(frame[: len(self.game.variables)]), self._node) if frame is self._live else None

    def _advance_forced(self, number: int, node: ir.Node) -> Advance:
        """Notes what chance brings where only one thing is left."""
        inner = self._automaton.advances[number]
        if not isinstance(node, ir.ChanceNode):
            return inner
        slot, label = self._compiler.variables[node.variable], node.label

        def advance(frame: Frame) -> int | None:
            before = self._state_of(frame)
            following = inner(frame)
            if following is not None and before is not None:
                self._observer.note(ir.SayKind.CHANCE, label, (frame[slot],), before, before)
            return following

        return advance


def by_title(says: tuple[ir.Say, ...], kind: ir.SayKind) -> Mapping[str, tuple[ir.Say, ...]]:
    """The sentences of one kind by what they tell of."""
    result: dict[str, tuple[ir.Say, ...]] = {}
    for say in says:
        if say.kind is kind:
            result[say.title] = (*result.get(say.title, ()), say)
    return result
