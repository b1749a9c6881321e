"""Replaying: every line is played on the reference machine before it is reported."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.notation import WrongMove, legal_move
from rules_dsl.source import Span
from solver.protocol.answers import Number
from solver.protocol.disagreement import Disagreement
from solver.protocol.lines import REACHED
from solver.protocol.questions import Aim, Question, cost_of
from solver.protocol.seats import Seats, seats_of


def confirm_line(question: Question, reference: ReferenceMachine, value: Number | None, play: Sequence[Move]) -> None:
    """Raises Disagreement if the line is not what the question asks for."""
    confirm_play(reference, question.start, question.aim, value, play, question.random, question.counted)


def confirm_play(
    plain: ReferenceMachine,
    start: State,
    aim: Aim,
    value: Number | None,
    play: Sequence[Move],
    random: frozenset[int] = frozenset(),
    counted: frozenset[str] = frozenset(),
) -> None:
    """Raise Disagreement if the line is illegal on the reference machine or has another value.

    `None` leaves the value unchecked; in mixed play it is a mean.
    """
    state, cost = start, 0
    for number, move in enumerate(play, 1):
        refused = plain.explain(state, move)
        if refused is not None:
            raise Disagreement(f"move {number} of the line is refused by the reference machine: {refused.reason}")
        cost += cost_of(plain.game, counted, state.node, move)
        state = plain.apply(state, move)
    if value is None or aim is Aim.MIXED:
        return
    if plain.kind(state) == "over":
        _confirm_end(plain, aim, value, state, cost, seats_of(plain.game, random))
    elif aim in (Aim.FEWEST, Aim.HIGHEST):
        raise Disagreement("the game is not over at the end of the line")


def _confirm_end(plain: Machine, aim: Aim, value: Number, state: State, moves: int, seats: Seats) -> None:
    if aim is Aim.FEWEST:
        ended = plain.find_end(state)
        if ended is None or ended.kind not in REACHED:
            raise Disagreement("the line ends without reaching the goal")
        result: Number = moves
    else:
        result = seats.worth(plain.scores(state))
    if result != value:
        raise Disagreement(f"the line is said to be worth {value}, the reference machine says {result}")


def read_line(machine: Machine, start: State, words: Sequence[str]) -> tuple[Move, ...]:
    """The moves of a written line; raises Disagreement for one that is not legal."""
    state, moves = start, list[Move]()
    for number, text in enumerate(words, 1):
        try:
            moves.append(legal_move(machine, state, text, Span("RESULT", number, 1, number, 1)))
        except WrongMove as error:
            raise Disagreement(f"move {number}, {text:.80}: {error.diagnostics[0].message}") from None
        state = machine.apply(state, moves[-1])
    return tuple(moves)
