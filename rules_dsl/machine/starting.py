"""A machine whose play begins at a given position: for counting, exploring and random plays from the middle of a game."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.find_machine import FindMachine
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.machine.walker import Position


@runtime_checkable
class Movable(Protocol):
    """A machine that can begin elsewhere by itself."""

    def starting_at(self, start: State) -> Machine:
        """The machine of the same game that begins there."""
        ...


def starting_at(machine: Machine, start: State) -> Machine:
    """The machine of the same game that begins elsewhere; nothing is compiled again."""
    match machine:
        case PythonMachine():
            return _PythonFrom(machine, start)
        case ReferenceMachine():
            return _ReferenceFrom(machine, start)
        case FindMachine():
            return _FindFrom(machine, start)
        case Movable():
            return machine.starting_at(start)
        case _:
            raise TypeError(f"{type(machine).__name__} cannot begin elsewhere")


class _PythonFrom(PythonMachine):
    def __init__(self, machine: PythonMachine, start: State) -> None:
        self.__dict__.update(machine.__dict__)
        self._start = start

    def initial(self) -> State:
        """The given position."""
        return self._start

    def first_position(self) -> Position:
        """The given position."""
        return self.position(self._start)


class _ReferenceFrom(ReferenceMachine):
    def __init__(self, machine: ReferenceMachine, start: State) -> None:
        self.__dict__.update(machine.__dict__)
        self._start = start

    def initial(self) -> State:
        """The given position."""
        return self._start


class _FindFrom(FindMachine):
    def __init__(self, machine: FindMachine, start: State) -> None:
        self.__dict__.update(machine.__dict__)
        self._start = start

    def initial(self) -> State:
        """The given position."""
        return self._start
