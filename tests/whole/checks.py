"""What the prover and `diff` say of a program beside what is so."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from rules_dsl.machine.generated.machine import PythonMachine
from solver.check import checking
from solver.check.comparing import Comparison, Different, EquivalentGames, Sides
from solver.check.distinguishing import compare_sides
from solver.check.findings import Finding, ProvedFinding, RefutedFinding, Topic
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from tests.whole.author import Program, program
from tests.whole.case import Case, game_of
from tests.whole.model import Model
from tests.whole.parts import Choose, Position
from tests.whole.truth import Facts

SECONDS = 20.0


def checked(case: Case) -> Iterator[str]:
    """Answers of `check --deep` that are not so."""
    case.count("check --deep")
    for finding in checking.check(
        PythonMachine(case.game), checking.CheckLimits(compiled=False), Clock(Limits(seconds=SECONDS))
    ):
        truth = _truth(case, finding)
        if truth is not None and isinstance(finding, ProvedFinding | RefutedFinding):
            case.count(f"check {finding.question.topic}")
            if truth != isinstance(finding, ProvedFinding):
                yield f"check --deep says {type(finding).__name__} of {finding.question.text} (line {finding.question.rule.span.line})"


def _truth(case: Case, finding: Finding) -> bool | None:
    """Is what the question hopes for so? None where nothing is known of it here."""
    facts, question = case.facts, finding.question
    line = case.program.text.splitlines()[question.rule.span.line - 1]
    match question.topic:
        case Topic.CLAIM:
            return _claimed(facts, question.text)
        case Topic.STUCK:
            return not any(end.at >= 0 and facts.model.ended(end)[0] == "stuck" for end in facts.ends)
        case Topic.RULE if question.text.startswith("the game can end"):
            return _ends_by(case, question.rule.span.line)
        case Topic.RULE if line.startswith("action "):
            return any(
                move.text.partition("(")[0] == question.rule.name for moves in facts.moves.values() for move in moves
            )
        case Topic.NEED if line.startswith("  needs "):
            return _refuses(case, question.rule.span.line)
        case Topic.FAILURE:
            return not facts.fails
        case _:
            return None


def _claimed(facts: Facts, text: str) -> bool:
    return facts.claimed(
        next(number for number, (mode, label, _) in enumerate(facts.model.claims) if text == f"{mode} {label}")
    )


def _ends_by(case: Case, line: int) -> bool:
    """Is there an end that the ending of a line has brought about?"""
    lines = case.program.text.splitlines()
    first = next(
        number
        for number, each in enumerate(lines, 1)
        if each.partition(" ")[0] in ("win", "lose", "draw", "end", "goal")
    )
    facts, wanted = case.facts, line - first
    return any(facts.model.which(facts.model.env(end), end.at >= 0) == wanted for end in facts.ends)


def _refuses(case: Case, line: int) -> bool | None:
    """Does a need refuse, somewhere where its action is offered, what those before it allow?

    Nothing is said where play passes by a decision in which nobody can move, or an exception may apply.
    """
    model, lines = case.facts.model, case.program.text.splitlines()
    begin = next(number for number in range(line, 0, -1) if lines[number - 1].startswith("action "))
    action = model.actions[lines[begin - 1].split()[1].partition("(")[0]]
    places = [
        (at, step) for at, step in enumerate(model.steps) if isinstance(step, Choose) and action.name in step.actions
    ]
    if any(step.otherwise is not None for _, step in places) or action.instead or action.also:
        return None
    return any(
        model.refuses(action, line - begin - 1, position) for position in case.facts.moves for at, _ in places if position.at == at
    )  # fmt: skip


# -- two games side by side
# ---------------------------------------------------------------------------------------------


def told_apart(case: Case, twist: int, folder: object) -> Iterator[str]:
    """What `diff` says of a program and the same with one number changed, where that is not so."""
    other = program(case.program.kind, case.program.seed, twist)
    if other.text == case.program.text or not _is_small(other):
        return
    case.count("diff")
    found = compare_sides(Sides(PythonMachine(case.game), PythonMachine(game_of(other, folder))), SECONDS)  # type: ignore[arg-type]
    apart = difference(case.facts.model, other.model)
    wrong = _wrong(found, apart, case.facts.model, other.model)
    if wrong:
        yield f"diff with number {twist} changed: {wrong}\n{other.text}"


def _is_small(other: Program) -> bool:
    from tests.whole.drawing import MOST_POSITIONS
    from tests.whole.parts import Endless
    from tests.whole.truth import TooLarge, facts_of

    try:
        return not facts_of(other.model, MOST_POSITIONS).fails
    except (TooLarge, Endless):
        return False


def difference(one: Model, other: Model) -> int | None:
    """After how many moves two games first differ; None if they never do."""
    start = (one.initial(), other.initial())
    waiting, seen = deque([(start, 0)]), {start}
    while waiting:
        (first, second), depth = waiting.popleft()
        if shown(one, first) != shown(other, second):
            return depth
        after = {move.text: move.after for move in other.moves(second)}
        for move in one.moves(first):
            pair = (move.after, after[move.text])
            if pair not in seen:
                seen.add(pair)
                waiting.append((pair, depth + 1))
    return None


def shown(model: Model, position: Position) -> tuple[object, ...]:
    """All that somebody sees of a position who looks at moves and results only."""
    kind = model.kind(position)
    moves = sorted((move.text, move.odds or 0) for move in model.moves(position))
    told = (
        model.actor(position)
        if kind == "decide"
        else (model.ended(position), model.points(position))
        if kind == "over"
        else None
    )
    return kind, moves, told


def _wrong(found: Comparison, apart: int | None, one: Model, other: Model) -> str:
    match found:
        case EquivalentGames() if apart is not None:
            return f"the same ({found.method}), but they differ after {apart} moves"
        case Different() if apart is None:
            return f"different after {found.play}, but they are the same"
        case Different(play=play, shortest=shortest):
            if shown(one, played(one, play)) == shown(other, played(other, play)):
                return f"different after {play}, but they look the same there"
            return (
                f"different after {play}, which is not shortest: {apart} moves"
                if shortest and len(play) != apart
                else ""
            )
        case _:
            return ""


def played(model: Model, play: tuple[str, ...]) -> Position:
    """Where a play leads to."""
    position = model.initial()
    for text in play:
        position = next(move.after for move in model.moves(position) if move.text == text)
    return position
