"""A game played in the terminal, or by a script through a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from regelwerk.game import State
from regelwerk.settings import problem
from rules_dsl.diagnostics.diagnostic import RulesError

MOVES_SHOWN = 40
MOST_IDLE = 1_000  # lines without an effect: nobody types so many, an endless pipe does
HELP = """a number or a move    play it
undo                  take back the last decision
why MOVE              why a move is refused
moves                 all moves
show                  the position
random                play any legal move
save [FILE]           write the play to a file
quit                  leave"""


@dataclass(slots=True)
class Table:
    """The table at which a game is played: where words go, the dice, where the play is saved."""

    state: State
    say: Callable[[str], None]
    save: Callable[[State, Path | None], Path]
    dice: Random
    saved: bool = True

    def sit(self, words: Iterable[str]) -> None:
        """Play until the game is over or the words end."""
        self._roll()
        self._tell()
        idle = 0
        for word in words:
            if self.state.over or word.strip() in ("quit", "exit"):
                break
            before = self.state
            self._try(word.strip())
            idle = idle + 1 if self.state is before else 0
            if idle == MOST_IDLE:
                raise RulesError(problem("E0759", f"{MOST_IDLE:,} typed lines in a row have changed nothing", "<stdin>"))

    def _try(self, word: str) -> None:
        """Do what a line asks for, or say why not."""
        try:
            self.obey(word)
        except RulesError as error:
            first = error.diagnostics[0]
            self.say(f"{first.message}; {first.repair}" if first.repair else first.message)

    def obey(self, word: str) -> None:
        """Do what a line asks for."""
        verb, _, rest = word.partition(" ")
        match verb:
            case "":
                return
            case "help" | "?":
                self.say(HELP)
            case "undo":
                self._undo()
            case "why":
                self.say(self.state.why_not(rest) or "that is legal")
            case "moves":
                self._list(len(self.state.moves))
            case "show":
                self._tell()
            case "random":
                self._go(self.state.random(self.dice))
            case "save":
                self.say(f"saved to {self.save(self.state, Path(rest) if rest else None)}")
                self.saved = True
            case _:
                self._go(self._after(word))

    def _after(self, word: str) -> State:
        moves = self.state.moves
        if word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= len(moves):
            return self.state.play(moves[int(word) - 1])
        return self.state.play(word)

    def _go(self, state: State) -> None:
        self.state, self.saved = state, False
        self.say(f"> {state.history[-1]}")
        self._roll()
        self._tell()

    def _roll(self) -> None:
        while self.state.kind == "chance":
            self.state, self.saved = self.state.random(self.dice), False
            self.say(f"* {self.state.history[-1]}")

    def _undo(self) -> None:
        """Back to the decision before; what chance did since is taken back too."""
        if not self.state.history:
            self.say("there is nothing to take back")
            return
        state = self.state.undo()
        while state.kind == "chance" and state.history:
            state = state.undo()
        if state.kind == "chance":
            self.say("there is nothing to take back")
            return
        self.state = state
        self._tell()

    def _tell(self) -> None:
        self.say(str(self.state))
        self.say(self.state.headline)
        if self.state.over:
            self._score()
        else:
            self._list(MOVES_SHOWN)

    def _score(self) -> None:
        for player, score in self.state.scores.items():
            self.say(f"{player}: {score}")
        for label, numbers in self.state.score_lines.items():
            self.say(f"  {label}: {', '.join(str(number) for number in numbers.values())}")

    def _list(self, most: int) -> None:
        moves = self.state.moves
        for number, move in enumerate(moves[:most], 1):
            self.say(f"{number:>3}  {move}")
        if len(moves) > most:
            self.say(f"     and {len(moves) - most} more; `moves` lists all")
