"""Reactions, endings and scores, evaluated after every step and at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import ClosureCompiler
from rules_dsl.ir.failures import FIRINGS, stop_play
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.types import Type, cardinality
from rules_dsl.machine.api import GameEnd
from rules_dsl.machine.domains import Values, parameter_values
from rules_dsl.machine.reference.signals import EndOfPlay
from rules_dsl.machine.reference.statements import StatementCompiler, Step


class PreparedReaction:
    """A reaction ready to fire."""

    def __init__(self, reaction: ir.Reaction, statements: StatementCompiler) -> None:
        compiler = statements.compiler
        self.reaction = reaction
        self.slots = [compiler.slot(parameter.name) for parameter in reaction.parameters]
        self.domains: list[Values] = [parameter_values(compiler, parameter) for parameter in reaction.parameters]
        self.condition = compiler.closure(reaction.condition)
        self.body = statements.block(reaction.body)

    def fires(self, frame: Frame) -> bool:
        """Do the body for the first parameter values for which the condition holds, if there are any."""
        for _ in self.ready(frame):
            self.body(frame)
            return True
        return False

    def ready(self, frame: Frame) -> Iterator[None]:
        """The parameter values for which the condition holds, each bound in the frame while the block runs."""
        return (None for _ in self._bind(frame, 0) if self.condition(frame))

    def _bind(self, frame: Frame, level: int) -> Iterator[None]:
        if level == len(self.slots):
            yield None
            return
        for value in self.domains[level](frame):
            frame[self.slots[level]] = value
            yield from self._bind(frame, level + 1)


class Endings:
    """The endings of a game, in order."""

    def __init__(self, compiler: ClosureCompiler, endings: Sequence[ir.Ending], players: Type) -> None:
        self.stuck_slot = compiler.stuck_slot
        self.endings = [_ending(compiler, ending, cardinality(players)) for ending in endings]

    def first(self, frame: Frame, stuck: bool = False) -> GameEnd | None:
        """The first ending that holds."""
        frame[self.stuck_slot] = stuck
        game_end = next((ended for ending in self.endings if (ended := ending(frame)) is not None), None)
        frame[self.stuck_slot] = False
        return game_end


def _ending(compiler: ClosureCompiler, ending: ir.Ending, players: int) -> Callable[[Frame], GameEnd | None]:
    condition = compiler.closure(ending.condition)
    who = None if ending.who is None else compiler.closure(ending.who)

    def look(frame: Frame) -> GameEnd | None:
        return GameEnd(ending.kind, None if who is None else who(frame), ending.rule) if condition(frame) else None

    if ending.each is None:
        return look
    slot = compiler.slot(ending.each)

    def look_for_each(frame: Frame) -> GameEnd | None:
        for player in range(players):
            frame[slot] = player
            if (ended := look(frame)) is not None:
                return ended
        return None

    return look_for_each


Settling = Callable[[Sequence[PreparedReaction], Endings], Step]
"""What a Settle does, made from the reactions and endings of a game."""


def settle(reactions: Sequence[PreparedReaction], endings: Endings) -> Step:
    """What a Settle does: reactions to their fixed point, then the endings."""

    def run(frame: Frame) -> None:
        fired: Counter[str] = Counter()
        while (reaction := next((reaction for reaction in reactions if reaction.fires(frame)), None)) is not None:
            fired[reaction.reaction.name] += 1
            if fired.total() > FIRINGS:
                _endless(reaction.reaction, fired)
        if endings.first(frame) is not None:
            raise EndOfPlay

    return run


def _endless(reaction: ir.Reaction, fired: Counter[str]) -> None:
    names = ", ".join(name for name, _ in fired.most_common())
    repair = "let each make its own condition false"
    stop_play(
        "E0909",
        f"reactions fire without end: {names}",
        reaction.rule.span,
        label="fires again and again",
        repair=repair,
    )


class Scores:
    """The score lines of a game."""

    def __init__(self, compiler: ClosureCompiler, lines: Sequence[ir.ScoreLine], players: Type) -> None:
        self.players = cardinality(players)
        self.lines = [(line.label, _score(compiler, line, self.players)) for line in lines]

    def list_lines(self, frame: Frame) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Label and a number for each player, line by line."""
        return tuple([(label, line(frame)) for label, line in self.lines])

    def total(self, frame: Frame) -> tuple[int, ...]:
        """The sum of the lines for each player."""
        return tuple([sum(column) for column in zip(*[line(frame) for _, line in self.lines], strict=True)])


def of_ended(ended: GameEnd | None, players: int) -> tuple[int, ...]:
    """What counts in a game without score lines."""
    match ended:
        case GameEnd("win", who):
            return tuple([1 if player == who else -1 for player in range(players)])
        case GameEnd("lose", who):
            return tuple([-1 if player == who else 1 for player in range(players)])
        case GameEnd("goal"):
            return (1,) * players
        case _:
            return (0,) * players


def _score(compiler: ClosureCompiler, line: ir.ScoreLine, players: int) -> Callable[[Frame], tuple[int, ...]]:
    value: Closure = compiler.closure(line.value)
    if line.each is None:
        return lambda frame: (value(frame),) * players
    slot = compiler.slot(line.each)

    def run(frame: Frame) -> tuple[int, ...]:
        score = []
        for player in range(players):
            frame[slot] = player
            score.append(value(frame))
        return tuple(score)

    return run
