"""What must hold for every rules file: from its text over the IR to both machines."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic, RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.notation.read import read_game
from rules_dsl.ir.notation.write import write_game
from rules_dsl.ir.passes import automaton, pipeline
from rules_dsl.ir.random_numbers import SplitMix64, seed_of
from rules_dsl.ir.verify import verify
from rules_dsl.machine.agree import compare
from rules_dsl.machine.api import Machine, Move, State
from rules_dsl.machine.explore import ExploreLimits, explore
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.semantics.analyse import analyse
from rules_dsl.source import SourceFile
from rules_dsl.syntax.format import format_text
from rules_dsl.syntax.parse import parse

REFUSALS = frozenset({"E0416", "E0501", "E0502", "E0506", "E0510", "E0901", "E0902", "E0903", "E0904", "E0905"})
"""What the compiler may see in a well typed program: a number surely out of range, or a constant that fails when it is
computed.
"""

FAILS = "the rules fail"
PLIES = 25


def analysed(text: str) -> tuple[ir.Game | None, tuple[Diagnostic, ...]]:
    """The game before all passes, and the errors."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.rules"
        path.write_text(text, encoding="utf-8")
        game, found = analyse(path, {}, {}, ())
    return game, tuple(each for each in found if each.severity == "error")


def check_text(text: str) -> None:
    """The formatter keeps what is meant, and what it has written."""
    source = SourceFile("game.rules", text)
    before, found = parse(source)
    assert not found, [(each.code, str(each.span), each.message) for each in found]
    done = SourceFile("game.rules", format_text(source))
    assert parse(done) == (before, ())
    assert format_text(done) == done.text


def check_form(game: ir.Game) -> None:
    """The IR is well formed and survives being written and read."""
    assert (problems := verify(game)) == [], problems
    assert read_game(write_game(game)) == game


def check_meaning(game: ir.Game, plays: int = 3, seed: int = 0, limit: int = 150) -> None:
    """Before and after the passes, and on both machines, the game is the same."""
    plain, passed = automaton.run(game), pipeline.run_checked(game)
    check_form(passed)
    names = {variable.name for variable in game.variables}
    before, after = ReferenceMachine(plain), ReferenceMachine(passed)
    if chances(plain) == chances(
        passed
    ):  # a draw that constants rule out splits no action, so that its later choices belong to the move
        for number in range(plays):
            same_play(before, after, names, SplitMix64(seed_of(seed, number)))
    fast = PythonMachine(passed)
    assert (difference := compare(after, fast, plays=plays, plies=PLIES, seed=seed)) is None, str(difference)
    assert (difference := compare(before, PythonMachine(plain), plays=1, plies=PLIES, seed=seed)) is None, str(
        difference
    )
    assert figures(after, limit) == figures(fast, limit)


def chances(game: ir.Game) -> int:
    """In how many places chance acts."""
    return sum(isinstance(node, ir.ChanceNode) for node in game.nodes)


def figures(machine: Machine, limit: int) -> object:
    """What exploring up to so many positions tells."""
    found = attempt(lambda: explore(machine, ExploreLimits(states=limit)))
    if isinstance(found, str):
        return found
    failed = None if found.failure is None else (found.failure.play, found.failure.error.diagnostics[0].code[:3])
    return found.states, found.transitions, found.terminals, found.by_depth, found.complete, found.findings, failed


def attempt(ask: Callable[[], object]) -> object:
    """The answer, or that the rules fail."""
    try:
        return ask()
    except RulesError:
        return FAILS


def same_play(first: Machine, second: Machine, names: set[str], dice: SplitMix64) -> None:
    """One random play of the same rules, first without and then with the passes; states are compared by the variables
    that the rules name.

    Where listing moves fails without the passes nothing more is compared: a need that always holds is no need any more,
    so that less of an action is run.
    """
    one, other = attempt(first.initial), attempt(second.initial)
    for _ in range(PLIES):
        assert isinstance(one, State) == isinstance(other, State), (one, other)
        if not isinstance(one, State) or not isinstance(other, State):
            return
        if FAILS in (attempt(lambda at=one: first.kind(at)), attempt(lambda at=one: first.moves(at))):
            return
        seen, also = looked_at(first, one, names), looked_at(second, other, names)
        assert repr(seen) == repr(also)
        moves = attempt(lambda at=one: first.moves(at))
        if not isinstance(moves, list) or not moves:
            return
        move: Move = moves[dice.below(len(moves))]
        one = attempt(lambda at=one, move=move: first.apply(at, move))
        other = attempt(lambda at=other, move=move: second.apply(at, move))


def looked_at(machine: Machine, state: State, names: set[str]) -> list[object]:
    """The variables of these names and what may be asked."""
    named = [
        value for variable, value in zip(machine.game.variables, state.values, strict=True) if variable.name in names
    ]
    questions = (machine.kind, machine.moves, machine.find_end, machine.scores, machine.claims)
    return [named, *[attempt(lambda question=question: question(state)) for question in questions]]
