"""The course of play between two rests: where play is pending, and where it rests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from rules_dsl.ir import nodes as ir
from solver.symbolic.forms import (
    Form,
    choose_form,
    symbols_of,
)
from solver.symbolic.terms import Symbol, Term, Terms

Forms = dict[str, Form]
"""The variables by name."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Where play rests under a condition, and the state there."""

    node: int
    condition: Symbol
    state: Forms
Known = tuple[int, ...]
Arrived = tuple[Symbol, Forms]
"""Under which condition play is at a node, and the state there."""


class SymbolicCourse:
    """The pending arrivals of play and its rests.

    Arrivals at a node are merged if play has looped equally often; rests are merged unless their control variables are
    known to differ.
    """

    def __init__(self, terms: Terms, order: Sequence[int], control: Sequence[str]) -> None:
        self.terms = terms
        self.order = order
        self.control = control
        self.waiting: dict[tuple[int, int], Arrived] = {}
        self.resting: dict[tuple[int, Known], Arrived] = {}
        self.round, self.here = 0, -1

    def add_arrival(self, node: int, condition: Symbol, state: Forms) -> None:
        """Play arrives at a node."""
        back = self.here >= 0 and self.order[node] <= self.order[self.here]
        if isinstance(condition, Term) or condition:
            key = (self.round + back, node)
            self.waiting[key] = self._join_arrivals(self.waiting.get(key), condition, state)

    def rest(self, node: int, condition: Symbol, state: Forms) -> None:
        """Play rests at a node."""
        if isinstance(condition, Term) or condition:
            key = (node, self._read_control(state))
            self.resting[key] = self._join_arrivals(self.resting.get(key), condition, state)

    def _read_control(self, state: Forms) -> Known:
        """The control variables; empty if one of them is unknown."""
        result = [symbol for name in self.control for symbol in symbols_of(state[name])]
        return (
            ()
            if any(isinstance(symbol, Term) for symbol in result)
            else tuple([int(symbol) for symbol in result if not isinstance(symbol, Term)])
        )

    @property
    def rests(self) -> tuple[Rest, ...]:
        """Where play rests, in the order of the nodes."""
        return tuple(
            [
                Rest(node, condition, state)
                for (node, _), (condition, state) in sorted(self.resting.items(), key=lambda row: row[0])
            ]
        )

    def _join_arrivals(self, before: Arrived | None, condition: Symbol, state: Forms) -> Arrived:
        if before is None:
            return condition, state
        joined = {name: choose_form(self.terms, condition, form, before[1][name]) for name, form in state.items()}
        return self.terms.any((before[0], condition)), joined

    def next(self) -> Arrived:
        """Go on with the first node of the earliest round."""
        key = min(self.waiting, key=lambda pair: (pair[0], self.order[pair[1]]))
        self.round, self.here = key
        return self.waiting.pop(key)


def order_of(game: ir.Game) -> list[int]:
    """A number for each node, smaller for those that come before others, as far as play does not go round."""
    numbers: list[int] = []
    seen: set[int] = set()

    def visit(node: int) -> None:
        waiting = [(node, iter(_after(game.nodes[node])))]
        seen.add(node)
        while waiting:
            here, onward = waiting[-1]
            following = next((number for number in onward if number not in seen), None)
            if following is None:
                numbers.append(here)
                waiting.pop()
            else:
                seen.add(following)
                waiting.append((following, iter(_after(game.nodes[following]))))

    for number in range(len(game.nodes)):
        if number not in seen:
            visit(number)
    rank = {node: place for place, node in enumerate(reversed(numbers))}
    return [rank[number] for number in range(len(game.nodes))]


def _after(node: ir.Node) -> tuple[int, ...]:
    """The nodes that play may pass to without a rest."""
    match node:
        case ir.RunNode(then=then):
            return (then,)
        case ir.BranchNode(then=then, otherwise=otherwise):
            return (then, otherwise)
        case ir.ChanceNode(then=then):
            return (then,)
        case ir.DecideNode(otherwise=otherwise):
            return () if otherwise is None else (otherwise,)
        case ir.StopNode():
            return ()
        case _:
            assert_never(node)
