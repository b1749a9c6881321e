"""Recorded plays that must replay, and best scores with plays that reach them."""

from __future__ import annotations

from pathlib import Path

from rules_dsl.diagnostics.diagnostic import RulesError, finding
from rules_dsl.examples.loaded import Loader, Setup
from rules_dsl.examples.results import ExampleOutcome, report_failure, report_pass, report_undecided
from rules_dsl.examples.walks import TooManyPositions, last_positions
from rules_dsl.ir.nodes import Best, ChanceNode, Replay
from rules_dsl.ir.random_numbers import SplitMix64, seed_of
from rules_dsl.ir.types import cardinality
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.explore import ExploreLimits
from rules_dsl.machine.playouts import MAXIMUM_PLIES
from rules_dsl.play.file import PlayFile, read_play
from rules_dsl.play.replay import replay as replay_on
from rules_dsl.quantities import quantity
from rules_dsl.source import Span

RANDOM_SEED = 1


def run_replay(loader: Loader, replay: Replay) -> tuple[ExampleOutcome, frozenset[str]]:
    """Whether a recorded play replays, and the rules it used."""
    try:
        last, setup = _replay_file(loader, replay.path, replay.span)
    except RulesError as error:
        return report_failure("play", replay.path, replay.span, error.diagnostics[0].message), frozenset()
    return report_pass("play", replay.path, replay.span), setup.list_used(last)


def run_best(loader: Loader, best: Best, limits: ExploreLimits) -> tuple[ExampleOutcome, frozenset[str]]:
    """Whether the score is reached, and where the game is small enough whether more can be."""
    label = f"best score {'exactly' if best.exact else 'at least'} {best.value}"
    used: frozenset[str] = frozenset()
    if best.proof:
        try:
            last, setup = _replay_file(loader, best.proof, best.span)
        except RulesError as error:
            return report_failure("best", label, best.span, error.diagnostics[0].message), used
        used = setup.list_used(last)
        score = setup.marking.scores(last)[0]
        if score < best.value or (best.exact and score != best.value):
            return report_failure("best", label, best.span, f"{best.proof} scores {score}"), used
        if not best.exact:
            return report_pass("best", label, best.span, f"{best.proof} scores {score}"), used
    return _search_best(loader.setup({}, {}).machine, best, label, limits), used


def play_at_random(setup: Setup, number: int) -> frozenset[str]:
    """The rules used by this many random plays."""
    machine = setup.marking
    used: set[str] = set()
    for play in range(number):
        used |= setup.list_used(_random_end(machine, SplitMix64(seed_of(RANDOM_SEED, play))))
    return frozenset(used)


def _random_end(machine: Machine, random: SplitMix64) -> State:
    state = machine.initial()
    for _ in range(MAXIMUM_PLIES):
        moves = machine.moves(state)
        if not moves:
            break
        state = machine.apply(state, moves[random.below(len(moves))])
    return state


def _replay_file(loader: Loader, name: str, span: Span) -> tuple[State, Setup]:
    """The last position of a play file beside the rules."""
    folder = Path(span.file).parent
    if not (folder / name).resolve().is_relative_to(folder.resolve()):
        raise RulesError(finding("E0801", f"{name} lies outside the folder of the game", span))
    play = read_play(folder / name, name)
    if not isinstance(play, PlayFile):
        raise RulesError(*play)
    setup = loader.setup(dict(play.options), dict(play.givens))
    result = replay_on(setup.marking, play)
    if result.findings:
        raise RulesError(*result.findings)
    return result.last, setup


def _search_best(machine: Machine, best: Best, label: str, limits: ExploreLimits) -> ExampleOutcome:
    """The best score of a game alone and without chance, by looking at every position."""
    game = machine.game
    if cardinality(game.players) > 1 or any(isinstance(node, ChanceNode) for node in game.nodes):
        return report_undecided("best", label, best.span, "chance or other players decide too")
    try:
        highest = max(
            (machine.scores(state)[0] for state in last_positions(machine, limits.states or 1 << 62)), default=None
        )
    except TooManyPositions:
        return report_undecided(
            "best", label, best.span, (f"more than {quantity(limits.states or 0, 'position')} to visit")
        )
    if highest is None:
        return report_failure("best", label, best.span, "no play ends")
    holds = highest == best.value if best.exact else highest >= best.value
    return (report_pass if holds else report_failure)("best", label, best.span, f"the best there is: {highest}")
