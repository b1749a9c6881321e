"""The automaton of play, and the game as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules_dsl.ir.nodes.examples import Best, Count, Example, Replay
from rules_dsl.ir.nodes.expressions import Expr
from rules_dsl.ir.nodes.parts import (
    Action,
    Bound,
    Claim,
    Constant,
    Dominance,
    Ending,
    Fact,
    Function,
    GivenInfo,
    OptionInfo,
    Reaction,
    ScoreLine,
    StateVar,
)
from rules_dsl.ir.nodes.pictures import FindRule, FindVar, ShowItem
from rules_dsl.ir.nodes.sentences import Say
from rules_dsl.ir.nodes.statements import Rule, Stmt
from rules_dsl.ir.types import Type
from rules_dsl.kinds import GameKind


@dataclass(frozen=True, slots=True)
class RunNode:
    """Eager statements (Assign, Let, If, For, Require, Settle), then go to `then`. A Settle that ends the game goes to the StopNode.

    Locals never cross from one node to another: what outlives a node is a control variable.
    """

    body: tuple[Stmt, ...]
    then: int


@dataclass(frozen=True, slots=True)
class BranchNode:
    condition: Expr
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class Option:
    """An action at a decision and where play goes on after it."""

    action: str
    then: int


@dataclass(frozen=True, slots=True)
class DecideNode:
    actor: Expr
    options: tuple[Option, ...]
    otherwise: int | None
    label: str = ""


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """The outcome is put into the control variable `variable`. `weight` reads the value it weighs as the local of the same name."""

    variable: str
    domain: Expr
    weight: Expr | None
    type: Type
    label: str
    then: int
    rule: Rule


@dataclass(frozen=True, slots=True)
class StopNode:
    """The game is over. Machines set all control variables to their `initial` on entering it, so that equal positions are equal states."""


Node = RunNode | BranchNode | DecideNode | ChanceNode | StopNode


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game. Node 0 is where play begins; exactly one StopNode, the last. A state is the values of `variables` and a node."""

    name: str
    title: str
    kind: GameKind
    players: Type  # the enum Player
    types: tuple[Type, ...] = ()
    constants: tuple[Constant, ...] = ()
    functions: tuple[Function, ...] = ()
    variables: tuple[StateVar, ...] = ()
    actions: tuple[Action, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    endings: tuple[Ending, ...] = ()
    play: tuple[Stmt, ...] = ()
    nodes: tuple[Node, ...] = ()
    sections: tuple[tuple[str, int], ...] = ()  # name of a sub-play → the node it begins at
    scores: tuple[ScoreLine, ...] = ()
    claims: tuple[Claim, ...] = ()
    bounds: tuple[Bound, ...] = ()
    dominances: tuple[Dominance, ...] = ()
    options: tuple[OptionInfo, ...] = ()
    givens: tuple[GivenInfo, ...] = ()
    facts: tuple[Fact, ...] = ()
    examples: tuple[Example, ...] = ()
    counts: tuple[Count, ...] = ()
    replays: tuple[Replay, ...] = ()
    bests: tuple[Best, ...] = ()
    finds: tuple[FindVar, ...] = ()
    find_rules: tuple[FindRule, ...] = ()
    unique: bool = False
    show: tuple[ShowItem, ...] = ()
    says: tuple[Say, ...] = field(default=(), repr=False)
    language: str = field(default="en", repr=False)  # of all texts for players
    rules: tuple[Rule, ...] = ()  # every named rule, for coverage
    doc: str = ""
    sources: tuple[tuple[str, str], ...] = ()  # file name, SHA-256 of its text (rules and data)
