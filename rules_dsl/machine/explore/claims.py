"""Judges claims while every position of a game is visited."""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass
from typing import Protocol

from rules_dsl.ir.nodes import Claim, Game
from rules_dsl.machine.api import Move
from rules_dsl.machine.explore.search import Search
from rules_dsl.machine.walker import Position, Walker

PROVED, REFUTED, UNDECIDED = "proved", "refuted", "undecided"


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    """What exploring says of a claim: proved, refuted or undecided.

    `play` leads to the position that refutes it (for `sometimes`: that proves it). For `leads` and `terminates` it goes
    on from there to the end of the game or, when `loop` is set, for ever: after its last move the position is again the
    one after `loop` moves.
    """

    claim: Claim
    verdict: str
    play: tuple[Move, ...] = ()
    loop: int | None = None


class ClaimJudge:
    """Notes for each claim the first position that decides it, and for claims on whole plays what holds where."""

    def __init__(self, game: Game, walker: Walker) -> None:
        self.claims = game.claims
        self.walker = walker
        self.first: dict[int, int] = {}  # claim → the first position that refutes (sometimes: proves) it
        self.begun: dict[int, list[int]] = {
            number: [] for number, claim in enumerate(game.claims) if claim.mode == "leads"
        }
        self.reached: dict[int, set[int]] = {number: set() for number in self.begun}

    @property
    def needs_transitions(self) -> bool:
        """Is there a claim on whole plays?"""
        return any(claim.mode in ("leads", "terminates") for claim in self.claims)

    def look(self, number: int, position: Position) -> None:
        """Judge a position."""
        for which, holds in enumerate(self.walker.judge(position)):
            mode = self.claims[which].mode
            if mode == "leads":
                self._note_leads(which, number, position, holds)
            elif mode != "terminates" and holds == (mode != "always") and which not in self.first:
                self.first[which] = number

    def _note_leads(self, which: int, number: int, position: Position, holds: bool) -> None:
        if holds:
            self.begun[which].append(number)
        if self.walker.goal(position, which):
            self.reached[which].add(number)

    def findings(self, search: Search, complete: bool) -> tuple[ClaimFinding, ...]:
        """The findings for all claims after the search."""
        return tuple([self._finding(which, claim, search, complete) for which, claim in enumerate(self.claims)])

    def _finding(self, which: int, claim: Claim, search: Search, complete: bool) -> ClaimFinding:
        if claim.mode in ("leads", "terminates"):
            return self._lasting(which, claim, search) if complete else ClaimFinding(claim, UNDECIDED)
        if which in self.first:
            verdict = PROVED if claim.mode == "sometimes" else REFUTED
            return ClaimFinding(claim, verdict, search.play(search.way(self.first[which])))
        if not complete:
            return ClaimFinding(claim, UNDECIDED)
        return ClaimFinding(claim, REFUTED if claim.mode == "sometimes" else PROVED)

    def _lasting(self, which: int, claim: Claim, search: Search) -> ClaimFinding:
        begun: Sequence[int]
        if claim.mode == "terminates":
            ends = {number for number in range(search.visited_count) if not search.after(number)}
            avoiding, begun = avoid(search, ends), range(search.visited_count)
        else:
            avoiding, begun = avoid(search, self.reached[which]), self.begun[which]
        first = next((number for number in begun if number in avoiding), None)
        if first is None:
            return ClaimFinding(claim, PROVED)
        way = search.way(first)
        beyond, loop = lasso(search, first, avoiding)
        return ClaimFinding(claim, REFUTED, search.play([*way, *beyond]), None if loop is None else len(way) - 1 + loop)


def describe_loop(loop: int) -> str:
    """From where the moves of a play that goes on for ever are repeated."""
    return f"then again from move {loop + 1} on"


class Successors(Protocol):
    """The successors of each position, by number."""

    def after(self, number: int) -> Sequence[int]:
        """The positions after a visited position."""
        ...


class CompleteSuccessors(Successors, Protocol):
    """Successors with the number of positions."""

    @property
    def visited_count(self) -> int:
        """The number of positions visited."""
        ...


def avoid(search: CompleteSuccessors, goal: Collection[int]) -> set[int]:
    """The positions from which play can end, or go on for ever, without coming to the goal."""
    open_ways = {number: len(search.after(number)) for number in range(search.visited_count) if number not in goal}
    sources: dict[int, list[int]] = {}
    for number in range(search.visited_count):
        for target in search.after(number):
            sources.setdefault(target, []).append(number)
    closed = [number for number in range(search.visited_count) if number not in open_ways]
    while closed:
        for source in sources.get(closed.pop(), ()):
            if source in open_ways:
                open_ways[source] -= 1
                if open_ways[source] == 0:
                    del open_ways[source]
                    closed.append(source)
    return set(open_ways)


def lasso(search: Successors, first: int, avoiding: Container[int]) -> tuple[list[int], int | None]:
    """From a position on along positions that avoid the goal, until the game ends or a position comes again; and where
    it came first.
    """
    way, seen, number = list[int](), {first: 0}, first
    while search.after(number):
        number = next(target for target in search.after(number) if target in avoiding)
        way.append(number)
        if number in seen:
            return way, seen[number]
        seen[number] = len(way)
    return way, None
