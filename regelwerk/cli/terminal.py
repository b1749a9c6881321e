"""Playing in the terminal, or by a script through a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from regelwerk.api.game import Move, State
from regelwerk.api.viewing import PlayerView
from regelwerk.settings import problem
from rules_dsl.diagnostics.diagnostic import RulesError

MOVES_SHOWN = 40
MOST_IDLE = 1_000  # lines without an effect: nobody types so many, an endless pipe does
HELP = """a number or a move    play it
undo                  take back the last decision made here
why MOVE              why a move is refused
moves                 all moves
show                  the position
random                play any legal move
save [FILE]           write the play to a file
quit                  leave"""


@dataclass(frozen=True, slots=True)
class TerminalRoom:
    """The terminal:

    `say` prints a line, `clear` empties the screen. `live` is false in a pipe, where nobody watches.
    """

    say: Callable[[str], None]
    clear: Callable[[], None] = lambda: None
    live: bool = False


@dataclass(slots=True)
class TerminalTable:
    """A play at the terminal.

    Players in `here` share it; all others move at random. With hidden information, `viewer` is the player at the
    screen, and the keyboard is handed over between turns.
    """

    state: State
    room: TerminalRoom
    save: Callable[[State, Path | None], Path]
    dice: Random
    here: tuple[str, ...] = ()
    saved: bool = True
    viewer: str | None = None
    awaited: bool = False
    _read: dict[str | None, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.here = self.here or self.state.game.players
        start = len(self.state.history)
        self._read = dict.fromkeys((*self.here, None), start)

    def sit(self, words: Iterable[str]) -> None:
        """Play until the game is over or the words end."""
        self._go_on()
        idle = 0
        for word in words:
            if self.state.over or word.strip() in ("quit", "exit"):
                break
            before = self.state
            self._take(word.strip())
            idle = idle + 1 if self.state is before else 0
            if idle == MOST_IDLE:
                raise RulesError(problem("E0759", f"{MOST_IDLE:,} typed lines in a row have changed nothing", "<stdin>"))

    def _take(self, word: str) -> None:
        """Do what a line asks for, or say why not; a line that was waited for only shows that the next player is there."""
        if self.awaited:
            self.awaited = False
            self.room.clear()
            self._tell()
            return
        try:
            self.obey(word)
        except RulesError as error:
            first = error.diagnostics[0]
            self.room.say(f"{first.message}; {first.repair}" if first.repair else first.message)

    def obey(self, word: str) -> None:
        """Do what a line asks for."""
        verb, _, rest = word.partition(" ")
        match verb:
            case "":
                return
            case "help" | "?":
                self.room.say(HELP)
            case "undo":
                self._undo()
            case "why":
                self.room.say(self._view.why_not(rest) or "that is legal")
            case "moves":
                self._list(len(self.state.moves))
            case "show":
                self._show()
            case "random":
                self._go(self.state.random(self.dice))
            case "save":
                self.room.say(f"saved to {self.save(self.state, Path(rest) if rest else None)}")
                self.saved = True
            case _:
                self._go(self.state.play(self._choose_move(word)))

    # -- playing

    @property
    def _view(self) -> State | PlayerView:
        return self.state if self.viewer is None else self.state.for_player(self.viewer)

    def _choose_move(self, word: str) -> Move | str:
        moves = self.state.moves
        if word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= len(moves):
            return moves[int(word) - 1]
        return word if self.viewer is None else self.state.for_player(self.viewer).move(word)

    def _go(self, state: State) -> None:
        self.state, self.saved = state, False
        self._go_on()

    def _go_on(self) -> None:
        """Make the moves of chance and of absent players, then show the position to the next player here."""
        if self.viewer is not None:
            self._tell_events()
        while not self.state.over and self.state.player not in self.here:
            self.state, self.saved = self.state.random(self.dice), False
        if self._change_viewer():
            self._tell()

    def _undo(self) -> None:
        """Back to the last decision that was made here; what chance and others did since is taken back too."""
        state = self.state
        while state.history:
            state = state.undo()
            if state.player in self.here:
                break
        if state is self.state or state.player not in self.here:
            self.room.say("there is nothing to take back")
            return
        self.state = state
        self._read = {who: min(read, len(state.history)) for who, read in self._read.items()}
        if self._change_viewer():
            self._tell()

    # -- who looks

    def _change_viewer(self) -> bool:
        """Has the screen to be drawn now? Not while it is waited for the next player."""
        if not self.state.game.hides_something:
            return True
        if self.state.over:
            self._read[None], self.viewer = self._read[self.viewer], None
            self.room.say("The game is over; everything is open now.")
            return True
        before, self.viewer = self.viewer, self.state.player
        if before == self.viewer or len(self.here) == 1:
            return True
        return self._hand_over()

    def _hand_over(self) -> bool:
        if not self.room.live:
            self.room.say(f"{'-' * 20} {self.viewer} {'-' * 20}")
            return True
        self.room.clear()
        self.room.say(f"Pass the keyboard to {self.viewer}. {self.viewer}, press Enter when nobody else is looking.")
        self.awaited = True
        return False

    # -- showing

    def _tell(self) -> None:
        self._tell_events()
        self._show()

    def _tell_events(self) -> None:
        """What has happened since the viewer last looked, as the viewer sees it."""
        first = self._read[self.viewer]
        line = self.state.line[first:]
        lines = self.state.for_player(self.viewer).list_events(first) if self.viewer is not None else [move.text for move in self.state.history[first:]]
        for state, text in zip(line, lines, strict=False):
            self.room.say(f"{'*' if state.kind == 'chance' else self._mover(state)} {text}")
        self._read[self.viewer] = len(self.state.history)

    def _mover(self, state: State) -> str:
        """Those who are not at this terminal, or of whom the screen was hidden, are named."""
        return ">" if state.player in self.here and self.viewer in (None, state.player) else f"{state.player} >"

    def _show(self) -> None:
        self.room.say(str(self._view))
        self.room.say(self.state.headline)
        if self.state.over:
            self._score()
        else:
            self._list(MOVES_SHOWN)

    def _score(self) -> None:
        for player, score in self.state.scores.items():
            self.room.say(f"{player}: {score}")
        for label, numbers in self.state.score_lines.items():
            self.room.say(f"  {label}: {', '.join(str(number) for number in numbers.values())}")

    def _list(self, most: int) -> None:
        moves = self.state.moves
        for number, move in enumerate(moves[:most], 1):
            self.room.say(f"{number:>3}  {move}")
        if len(moves) > most:
            self.room.say(f"     and {len(moves) - most} more; `moves` lists all")
