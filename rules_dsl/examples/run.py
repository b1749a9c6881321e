"""Runs everything a rules file asserts: examples, plays, best scores, counts, claims, in this order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.examples.claims import check_claims, check_unique
from rules_dsl.examples.counts import name_count, run_count
from rules_dsl.examples.coverage import Coverage, branches
from rules_dsl.examples.filled import run_filled
from rules_dsl.examples.loaded import Loader, MachineFor, Reload, Setup
from rules_dsl.examples.plays import play_at_random, run_best, run_replay
from rules_dsl.examples.results import ExampleOutcome, report_failure, report_undecided
from rules_dsl.examples.steps import KIND, run_example
from rules_dsl.ir.nodes import Count, Example, Game, Rule
from rules_dsl.machine.explore import ExploreLimits
from rules_dsl.machine.filling.puzzle import ListSolutions

ROUNDS = 5
"""How often an example may ask for the game to be loaded again: options, drawings, other givens."""

UNREADY = "what it asks for changes what it asks for"


@dataclass(frozen=True, slots=True)
class ExampleReport:
    """What came of everything, and which rules were used."""

    outcomes: tuple[ExampleOutcome, ...]
    coverage: Coverage

    @property
    def failures(self) -> tuple[ExampleOutcome, ...]:
        """What does not hold."""
        return tuple(outcome for outcome in self.outcomes if not outcome.ok)


@dataclass(slots=True)
class _Notes:
    """The rules used so far."""

    used: set[str] = field(default_factory=set)


def run_all(
    game: Game,
    reload: Reload,
    machine_for: MachineFor,
    list_solutions: ListSolutions,
    limits: ExploreLimits,
    tell: Callable[[ExampleOutcome], None] | None = None,
    random_plays: int = 0,
) -> ExampleReport:
    """Runs everything; `tell` hears of each outcome at once. `list_solutions` solves puzzles that are filled in.

    For the coverage so many random plays are added in each set-up that anything asked for.

    Examples, counts, plays and best scores are about the rules file with their own settings: `reload` gives the game
    with exactly these options and givens (and those givens that have no default as they were loaded). Claims are about
    the game as it was loaded.
    """
    loader = Loader(game, reload, machine_for, list_solutions)
    notes = _Notes()
    outcomes = []
    for outcome in _run_everything(loader, limits, notes):
        outcomes.append(outcome)
        if tell is not None:
            tell(outcome)
    for setup in loader.setups if random_plays else ():
        notes.used |= play_at_random(setup, random_plays)
    return ExampleReport(tuple(outcomes), Coverage(_rules(game), frozenset(notes.used), branches(loader.watch)))


def _rules(game: Game) -> tuple[Rule, ...]:
    """The rules that a play can use: claims and examples are none."""
    spoken = {claim.rule for claim in game.claims} | {bound.rule for bound in game.bounds}
    spoken |= {dominance.rule for dominance in game.dominances} | {example.rule for example in game.examples}
    return tuple(rule for rule in game.rules if rule not in spoken)


def _run_everything(loader: Loader, limits: ExploreLimits, notes: _Notes) -> Iterable[ExampleOutcome]:
    game = loader.game
    for example in game.examples:
        yield _example(loader, example, notes)
    for replay in game.replays:
        outcome, used = run_replay(loader, replay)
        notes.used |= used
        yield outcome
    for best in game.bests:
        outcome, used = run_best(loader, best, limits)
        notes.used |= used
        yield outcome
    for number, count in enumerate(game.counts):
        yield _count(loader, number, count, limits)
    yield from check_claims(loader.initial_setup.machine, limits)
    if game.unique:
        yield check_unique(game, loader.list_solutions)


def _example(loader: Loader, example: Example, notes: _Notes) -> ExampleOutcome:
    try:
        setup, ready = _ready_example(loader, example)
        if not ready.ready:
            return report_undecided(KIND, example.label, example.rule.span, UNREADY)
        if setup.game.finds:
            outcome, refusing = run_filled(setup.game, ready, loader.list_solutions)
            notes.used |= refusing
            return outcome
        ran = run_example(setup.marking, ready)
    except RulesError as error:
        return report_failure(KIND, example.label, example.rule.span, error.diagnostics[0].message)
    notes.used |= setup.list_used(ran.state) | ran.refusing
    return ran.outcome


def _ready_example(loader: Loader, example: Example) -> tuple[Setup, Example]:
    """The game loaded as the example asks for, and the example there."""
    setup = loader.initial_setup
    for _ in range(ROUNDS):
        if example.ready:
            break
        setup = loader.setup(dict(example.options), dict(example.givens))
        example = next(item for item in setup.game.examples if item.label == example.label)
    return setup, example


def _count(loader: Loader, number: int, count: Count, limits: ExploreLimits) -> ExampleOutcome:
    try:
        setup = loader.initial_setup
        for _ in range(ROUNDS):
            if count.ready:
                break
            setup = loader.setup(dict(count.options), dict(count.givens))
            count = setup.game.counts[number]
        if not count.ready:
            return report_undecided("count", name_count(count), count.span, UNREADY)
        return run_count(setup.machine, count, limits)
    except RulesError as error:
        return report_failure("count", name_count(count), count.span, error.diagnostics[0].message)
