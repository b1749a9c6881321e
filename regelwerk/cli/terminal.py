"""Playing in the terminal, or by a script through a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from regelwerk.api.game import State
from regelwerk.settings import problem
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.machine import api
from rules_dsl.play.notation import WrongMove, read_move
from rules_dsl.speech.phrases import Phrase
from rules_dsl.speech.sentences import Narrator
from rules_dsl.view.text import draw_text

MOVES_SHOWN = 40
MOST_IDLE = 1_000  # lines without an effect: nobody types so many, an endless pipe does


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
    narrator: Narrator
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
                self.room.say(self.narrator.say(Phrase.HELP))
            case "undo":
                self._undo()
            case "why":
                self.room.say(self._why_not(rest) or self.narrator.say(Phrase.LEGAL))
            case "moves":
                self._list(len(self.state.moves))
            case "written":
                self.room.say("\n".join(move.text for move in self.state.moves))
            case "show":
                self._show()
            case "random":
                self._go(self.state.random(self.dice))
            case "save":
                self.room.say(self.narrator.say(Phrase.SAVED, str(self.save(self.state, Path(rest) if rest else None))))
                self.saved = True
            case _:
                self._try(word)

    # -- playing

    @property
    def _seat(self) -> int | None:
        """Whose eyes the screen is for; None: everybody's."""
        return None if self.viewer is None else self.state.game.number_of(self.viewer)

    def _try(self, word: str) -> None:
        """Play a move that was typed, or say why it is refused."""
        moves = self.state.moves
        if word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= len(moves):
            self._go(self.state.play(moves[int(word) - 1]))
            return
        move = self._read_move(word)
        reason = self.narrator.refusal(self.state.raw, move, self._seat)
        if reason is None:
            self._go(self.state.play(self.state.name_move(move)))
        else:
            self.room.say(self.narrator.say(Phrase.NOT_LEGAL, self.narrator.move(self.state.raw, move, self._seat), reason))

    def _read_move(self, word: str) -> api.Move:
        return read_move(self.state.game.machine, self.state.raw, word)

    def _why_not(self, word: str) -> str | None:
        """Why a move cannot be played; None if it can."""
        try:
            return self.narrator.refusal(self.state.raw, self._read_move(word), self._seat)
        except WrongMove as error:
            return error.diagnostics[0].message

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
            self.room.say(self.narrator.say(Phrase.NOTHING_TO_UNDO))
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
            self.room.say(self.narrator.say(Phrase.ALL_OPEN))
            return True
        before, self.viewer = self.viewer, self.state.player
        if before == self.viewer or len(self.here) == 1:
            return True
        return self._hand_over()

    def _hand_over(self) -> bool:
        if not self.room.live:
            self.room.say(f"{'-' * 20} {self._name_of(self.viewer)} {'-' * 20}")
            return True
        self.room.clear()
        self.room.say(self.narrator.say(Phrase.PASS_KEYBOARD, self._name_of(self.viewer)))
        self.awaited = True
        return False

    # -- showing

    def _tell(self) -> None:
        self._tell_events()
        self._show()

    def _name_of(self, player: str | None) -> str:
        """A player in words."""
        return self.narrator.players[self.state.game.players.index(player)] if player is not None else ""

    def _tell_events(self) -> None:
        """What has happened since the viewer last looked, as the viewer sees it."""
        first = self._read[self.viewer]
        for before, move in zip(self.state.line[first:], self.state.history[first:], strict=False):
            lead = "*" if before.kind == "chance" else ">"
            line, *others = self.narrator.log(before.raw, move.raw, self._seat)
            self.room.say(f"{lead} {line}")
            for other in others:
                self.room.say(f"  {other}")
        self._read[self.viewer] = len(self.state.history)

    def _show(self) -> None:
        self.room.say(draw_text(self.narrator.picture(self.state.raw, self._seat)))
        turn = self.narrator.turn(self.state.raw)
        self.room.say(turn if self.viewer is None else f"{turn} ({self.narrator.say(Phrase.AS_SEEN, self._name_of(self.viewer))})")
        if self.state.over:
            self._score()
        else:
            self._list(MOVES_SHOWN)

    def _score(self) -> None:
        narrator, players = self.narrator, self.narrator.players
        for name, score in zip(players, self.state.scores.values(), strict=True):
            self.room.say(f"{name}: {score}" if len(players) > 1 else f"{narrator.say(Phrase.TOTAL)}: {score}")
        for label, numbers in narrator.score_lines(self.state.raw):
            self.room.say(f"  {label}: {', '.join(str(number) for number in numbers)}")

    def _list(self, most: int) -> None:
        moves = self.state.moves
        for number, move in enumerate(moves[:most], 1):
            self.room.say(f"{number:>3}  {self.narrator.move(self.state.raw, move.raw, self._seat)}")
        if len(moves) > most:
            self.room.say(f"     {self.narrator.say(Phrase.MORE_MOVES, str(len(moves) - most))}")
