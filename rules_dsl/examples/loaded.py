"""Games set up as examples, counts and plays require, each set-up loaded once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules_dsl.examples.coverage import CoverageGame, with_marks
from rules_dsl.ir.nodes import Game
from rules_dsl.ir.watching import Watch
from rules_dsl.machine.api import Machine, State
from rules_dsl.machine.filling.puzzle import ListSolutions
from rules_dsl.machine.reference import ReferenceMachine

Reload = Callable[[Mapping[str, str], Mapping[str, object]], Game]
MachineFor = Callable[[Game], Machine]


@dataclass(frozen=True, slots=True)
class Setup:
    """A game with its machines: one that is quick, one that runs examples and notes which rules are used."""

    game: Game
    machine: Machine
    marked: CoverageGame
    marking: ReferenceMachine

    def list_used(self, state: State) -> frozenset[str]:
        """The rules used on the way to a state of the marking machine, with ending and score at the end of the game.

        A reading counts as used if the game was loaded with a value other than its first.
        """
        readings = {option.name for option in self.game.options if option.reading and option.value != option.default}
        marks = self.marked.list_used(state) | {"play"} | readings
        ended = self.marking.find_end(state)
        if ended is None:
            return marks
        judging = {line.rule.name for line in self.game.scores} | ({ended.rule.name} if ended.rule else set())
        return marks | judging


@dataclass(slots=True)
class Loader:
    """Loads set-ups and watches their conditions; `reload` loads the game again with exactly these options and givens,
    and what givens have no default. `list_solutions` solves puzzles that are filled in.
    """

    game: Game
    reload: Reload
    machine_for: MachineFor
    list_solutions: ListSolutions
    watch: Watch = field(default_factory=Watch)
    _known: dict[str, Setup] = field(default_factory=dict)

    @property
    def initial_setup(self) -> Setup:
        """The game as it was loaded."""
        if "" not in self._known:
            self._known[""] = self._load(self.game)
        return self._known[""]

    def setup(self, options: Mapping[str, str], givens: Mapping[str, object]) -> Setup:
        """The game of the rules file with these options and givens."""
        key = repr((sorted(options.items()), sorted(givens.items(), key=lambda item: item[0])))
        if key not in self._known:
            self._known[key] = self._load(self.reload(options, givens))
        return self._known[key]

    @property
    def setups(self) -> tuple[Setup, ...]:
        """All that have been loaded."""
        return tuple(self._known.values())

    def _load(self, game: Game) -> Setup:
        marked = with_marks(game)
        self.watch.add(game)
        return Setup(game, self.machine_for(game), marked, ReferenceMachine(marked.game, self.watch))
