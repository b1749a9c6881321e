"""Actions: listing legal moves, explaining refusals, making moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.moments import moments
from rules_dsl.ir.texts import words_of
from rules_dsl.ir.trimming import trim_body
from rules_dsl.ir.types import Type, Value
from rules_dsl.machine.api import OpenChoice
from rules_dsl.machine.domains import parameter_values
from rules_dsl.machine.reference.signals import Fork, IllegalMove
from rules_dsl.machine.reference.statements import StatementCompiler
from rules_dsl.machine.refusing import RefusalKind, refuse_in
from rules_dsl.quantities import quantity

Arguments = tuple[Value, ...]


class PreparedAction:
    """An action ready to be listed, explained and made."""

    def __init__(self, action: ir.Action, statements: StatementCompiler, functions: Mapping[str, ir.Function]) -> None:
        compiler = statements.compiler
        self.action = action
        self.language = compiler.language
        self.player_slot = compiler.slot(action.player)
        self.script_slot = statements.script_slot
        self.slots = [compiler.slot(parameter.name) for parameter in action.parameters]
        self.domains = [parameter_values(compiler, parameter) for parameter in action.parameters]
        self.outside = [statements.outside(parameter.type, parameter.domain) for parameter in action.parameters]
        self.needs = [compiler.closure(need.condition) for need in action.needs]
        self.reasons = [statements.reason(need, action.title) for need in action.needs]
        self.tests = self._tests(moments(action, functions))
        self.body = statements.block(action.body)
        trial = trim_body(action.body)
        self.trial = statements.block(trial) if trial else None

    def _tests(self, levels: Sequence[int]) -> list[list[Closure]]:
        """The needs that can be tested once this many parameters are bound."""
        return [[need for need, own in zip(self.needs, levels, strict=True) if own == level] for level in range(len(self.slots) + 1)]

    # -- listing ------------------------------------------------------------------------------------------------------

    def legal(self, frame: Frame, player: int) -> Iterator[Arguments]:
        """The arguments of all legal moves in order. The frame is used up to the last one."""
        frame[self.player_slot] = player
        return self._bind(frame, ())

    def _bind(self, frame: Frame, bound: Arguments) -> Iterator[Arguments]:
        level = len(bound)
        if not _all_hold(self.tests[level], frame):
            return
        if level == len(self.slots):
            yield from self._choices(frame, bound, ())
            return
        slot = self.slots[level]
        for value in self.domains[level](frame):
            frame[slot] = value
            yield from self._bind(frame, (*bound, value))

    def _choices(self, frame: Frame, bound: Arguments, chosen: Arguments) -> Iterator[Arguments]:
        """All sequences of choices; the body is run again for each prefix, which is slow but simple."""
        open_values = self._try(frame, chosen)
        if open_values is None:
            yield bound + chosen
            return
        for value in open_values:
            yield from self._choices(frame, bound, (*chosen, value))

    def _try(self, frame: Frame, chosen: Arguments) -> Sequence[Value] | None:
        """None if the body takes these choices; else the values open for the next one (none of them if it refuses)."""
        if self.trial is None:
            return None
        copy = frame.copy()
        copy[self.script_slot] = iter(chosen)
        try:
            self.trial(copy)
        except Fork as fork:
            return fork.values
        except IllegalMove:
            return ()
        return None

    def types(self, frame: Frame, player: int, arguments: Arguments) -> tuple[Type, ...]:
        """The types of the arguments of a legal move; those of choices depend on what was chosen before."""
        frame[self.player_slot] = player
        for slot, value in zip(self.slots, arguments, strict=False):
            frame[slot] = value
        chosen = arguments[len(self.slots) :]
        choices = [self._next_choice(frame, chosen[:met]).type for met in range(len(chosen))]
        return (*(parameter.type for parameter in self.action.parameters), *choices)

    def next_choice(self, frame: Frame, player: int, arguments: Arguments) -> OpenChoice:
        """The choice that is met next once these arguments are given."""
        frame[self.player_slot] = player
        for slot, value in zip(self.slots, arguments, strict=False):
            frame[slot] = value
        return self._next_choice(frame, arguments[len(self.slots) :])

    def _next_choice(self, frame: Frame, chosen: Arguments) -> OpenChoice:
        copy = frame.copy()
        copy[self.script_slot] = iter(chosen)
        assert self.trial is not None
        try:
            self.trial(copy)
        except Fork as fork:
            return OpenChoice(fork.kind, tuple(fork.values))
        raise ValueError(f"{self.action.title} meets fewer choices than are made")

    # -- explaining ---------------------------------------------------------------------------------------------------

    def check(self, frame: Frame, player: int, arguments: Arguments) -> None:
        """Raise IllegalMove if the move is not legal. Parameters are bound in the frame; the variables stay as they are."""
        frame[self.player_slot] = player
        self._look_at(arguments)
        for level in range(len(self.slots) + 1):
            if not _all_hold(self.tests[level], frame):
                self._refuse(frame, arguments)
            if level < len(self.slots):
                self._take(frame, level, arguments)
        self._rehearse(frame, arguments[len(self.slots) :])

    def _look_at(self, arguments: Arguments) -> None:
        wanted = len(self.slots)
        if len(arguments) < wanted:
            raise IllegalMove(
                (f"{self.action.title} takes {quantity(wanted, 'value')}, but {len(arguments)} are given"),
                self.action.rule,
            )
        for parameter, value in zip(self.action.parameters, arguments, strict=False):
            if ordinal_in(parameter.type)(value) < 0:
                raise IllegalMove(f"{value} is not a value of {parameter.type}", self.action.rule)

    def _take(self, frame: Frame, level: int, arguments: Arguments) -> None:
        value, allowed = arguments[level], self.domains[level](frame)
        if value not in allowed:
            self._refuse(frame, arguments, implied=True)
            raise IllegalMove(self.outside[level](frame, value, allowed), self.action.rule)
        frame[self.slots[level]] = value

    def _refuse(self, frame: Frame, arguments: Arguments, implied: bool = False) -> None:
        """The first need in declared order that fails, with all parameters bound; if `implied`, of those that became domains."""
        for slot, value in zip(self.slots, arguments, strict=False):
            frame[slot] = value
        for need, holds, reason in zip(self.action.needs, self.needs, self.reasons, strict=True):
            if need.implied >= implied and _fails(holds, frame):
                raise IllegalMove(reason(frame), need.rule)

    def _rehearse(self, frame: Frame, chosen: Arguments) -> None:
        copy = frame.copy()
        script = copy[self.script_slot] = iter(chosen)
        if self.trial is not None:
            try:
                self.trial(copy)
            except Fork as fork:
                raise IllegalMove(self._words(RefusalKind.MORE, str(len(fork.values))), self.action.rule) from None
        if any(True for _ in script):
            raise IllegalMove(self._words(RefusalKind.FEWER), self.action.rule)

    def _words(self, reason: RefusalKind, *values: str) -> str:
        return refuse_in(self.language, reason, words_of(self.action.title), *values)

    # -- making -------------------------------------------------------------------------------------------------------

    def make(self, frame: Frame, player: int, arguments: Arguments) -> None:
        """Do a legal move; raises EndOfPlay if the game ends with it."""
        frame[self.player_slot] = player
        for slot, value in zip(self.slots, arguments, strict=False):
            frame[slot] = value
        frame[self.script_slot] = iter(arguments[len(self.slots) :])
        self.body(frame)


def _all_hold(tests: Sequence[Closure], frame: Frame) -> bool:
    for test in tests:  # noqa: SIM110 - this is the innermost loop of listing moves
        if not test(frame):
            return False
    return True


def _fails(holds: Closure, frame: Frame) -> bool:
    """A need that cannot be evaluated is passed over: another one has failed."""
    try:
        return not holds(frame)
    except PlayError:
        return False
