"""A program on every machine: what one of them does that is not so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.explore import ExplorationResult
from rules_dsl.play.notation import show_move
from tests.whole.case import Case
from tests.whole.parts import Position

DEPTH = 4


@dataclass(slots=True)
class Walk:
    """Every position of the model beside that of the machine.

    `looks` are the observations that were met, of the model and of the machine, by player.
    """

    case: Case
    machine: Machine
    pairs: dict[Position, State] = field(default_factory=dict)
    looks: dict[tuple[int, object], object] = field(default_factory=dict)
    same: dict[tuple[int, object], object] = field(default_factory=dict)

    def wrong(self) -> str:
        """What is not so, "" if all is."""
        first = self.case.facts.first
        assert first is not None
        self.pairs[first] = self.machine.initial()
        waiting = [first]
        while waiting:
            position = waiting.pop()
            wrong = self._met(position, waiting)
            if wrong:
                return f"{type(self.machine).__name__}: {wrong} in {position}"
        return ""

    def _met(self, position: Position, waiting: list[Position]) -> str:
        machine, state = self.machine, self.pairs[position]
        wrong = _seen(self.case, machine, position, state) or self._observed(position, state)
        if wrong:
            return wrong
        after = {show_move(machine, state, move): machine.apply(state, move) for move in machine.moves(state)}
        for move in self.case.facts.moves[position]:
            if move.after not in self.pairs:
                self.pairs[move.after] = after[move.text]
                waiting.append(move.after)
            elif self.pairs[move.after] != after[move.text]:
                return f"two positions are told apart that are one, after {move.text}"
        return ""

    def _observed(self, position: Position, state: State) -> str:
        """Does a player tell positions apart just where the rules say so?"""
        model = self.case.facts.model
        for number, player in enumerate(model.players):
            mine, theirs = (number, model.observed(position, player)), (number, self.machine.observation(state, number))
            if self.looks.setdefault(mine, theirs) != theirs:
                return f"{player} tells positions apart that look the same to him"
            if self.same.setdefault(theirs, mine) != mine:
                return f"{player} does not tell positions apart that look different to him"
        return ""


def _seen(case: Case, machine: Machine, position: Position, state: State) -> str:
    model, moves = case.facts.model, case.facts.moves[position]
    pairs: list[tuple[str, object, object]] = [("kind", machine.kind(state), model.kind(position))]
    pairs.append(
        (
            "moves",
            sorted(show_move(machine, state, move) for move in machine.moves(state)),
            sorted(move.text for move in moves),
        )
    )
    if machine.kind(state) == "decide":
        pairs.append(("actor", model.players[machine.actor(state)], model.actor(position)))
    if machine.kind(state) == "chance":
        odds = {show_move(machine, state, each.move): each.probability for each in machine.outcomes(state)}
        pairs.append(("odds", odds, {move.text: move.odds for move in moves}))
    if machine.kind(state) == "over":
        ended = machine.find_end(state)
        assert ended is not None
        who = None if ended.who is None else model.players[ended.who]
        pairs.append(("end", (ended.kind, who), model.ended(position)))
        pairs.append(("scores", machine.scores(state), model.points(position)))
    pairs.append(
        ("claims", machine.claims(state), tuple(model.claim(number, position) for number in range(len(model.claims))))
    )
    wrong = [f"{what} is {one}, not {other}" for what, one, other in pairs if one != other]
    return "; ".join(wrong)


def explored(case: Case, who: str, found: ExplorationResult) -> Iterator[str]:
    """What is not so of all positions together."""
    case.count(f"explore {who}")
    facts = case.facts
    said = (found.states, found.transitions, found.terminals, list(found.by_depth), found.complete)
    true = (len(facts.moves), facts.transitions, len(facts.ends), facts.by_depth, True)
    if said != true:
        yield f"explore on {who} says {said}, not {true}"
    for number, (finding, (mode, _, _)) in enumerate(zip(found.findings, facts.model.claims, strict=True)):
        truth = facts.claimed(number)
        if finding.verdict != ("proved" if truth else "refuted"):
            yield f"explore on {who} says {finding.verdict} of claim {number} ({mode}), not {truth}"


def counted(case: Case, who: str, counts: tuple[int, ...]) -> Iterator[str]:
    """What is not so of the numbers of plays."""
    case.count(f"perft {who}")
    true = case.facts.perft(DEPTH)
    if list(counts) + [0] * (len(true) - len(counts)) != true:
        yield f"perft on {who} says {list(counts)}, not {true}"
