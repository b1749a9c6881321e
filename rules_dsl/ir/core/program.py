"""Functions of core and a whole game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from rules_dsl.ir.core.forms import CoreForm
from rules_dsl.ir.core.nodes import Block, Register
from rules_dsl.ir.types import Value


class FunctionRole(Enum):
    """What a function is for; it decides which statements may stand in it."""

    VALUE = auto()  # a value from the state
    ENTRY = auto()  # a value that a machine asks for at a rest; nothing in the program calls it
    EFFECT = auto()  # changes slots
    TRIAL = auto()  # true if the body of an action does not refuse; may take choices
    SEARCH = auto()  # meets every legal move of an action
    PLAY = auto()  # makes a move and runs on; may take choices
    OUTCOME = auto()  # takes an outcome of chance and runs on
    RUN = auto()  # runs from a node


@dataclass(frozen=True, slots=True)
class CoreFunction:
    """`form` is that of the value, None for roles without one; `note` says where in the rules it comes from."""

    name: str
    role: FunctionRole
    parameters: tuple[Register, ...]
    body: Block
    form: CoreForm | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class PooledConstant:
    """A constant with a note on what it is."""

    name: str
    form: CoreForm
    value: Value
    note: str = ""


@dataclass(frozen=True, slots=True)
class ActionFunctions:
    """The functions of an action; `trial` is None where nothing of the body can refuse.

    `plays` are by the node where play goes on, None: any.
    """

    search: str
    trial: str | None
    chooses: bool
    parameters: int
    plays: tuple[tuple[int | None, str], ...]

    def play(self, then: int) -> str:
        """The function that makes a move after which play goes on at this node."""
        plays = dict(self.plays)
        return plays[then] if then in plays else plays[None]


@dataclass(frozen=True, slots=True)
class OfferedAction:
    """An action at a decision and the node where play goes on after it."""

    action: str
    then: int


@dataclass(frozen=True, slots=True)
class DecisionFunctions:
    """`actor` gives who decides at the node; `offered` are its actions in order."""

    node: int
    actor: str
    offered: tuple[OfferedAction, ...]
    note: str


@dataclass(frozen=True, slots=True)
class ChanceFunctions:
    """`weights` gives the pairs of outcome and weight, `outcome` takes one."""

    node: int
    weights: str
    outcome: str


@dataclass(frozen=True, slots=True)
class CoreProgram:
    """A whole game. `slots` are the variables of the state with their names; `runs` are the functions by node."""

    name: str
    title: str
    slots: tuple[Register, ...]
    constants: tuple[PooledConstant, ...]
    functions: tuple[CoreFunction, ...]
    actions: tuple[tuple[str, ActionFunctions], ...]
    decisions: tuple[DecisionFunctions, ...]
    chances: tuple[ChanceFunctions, ...]
    runs: tuple[tuple[int, str], ...]
