"""The public face of a game: `Game`, `State`, `Move`, `Result`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from regelwerk.api.counting import PlayCounter, counter_for
from regelwerk.api.results import NO_VOICES, Move, Result, Voices, choose_play_count, observe_value, report_call
from regelwerk.api.running import Run, run_of
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.texts import from_plain, show_value, to_plain
from rules_dsl.ir.types import EnumType, Type
from rules_dsl.machine import api
from rules_dsl.machine.filling.evaluator import FillingEvaluator
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.machine.perft import Perft
from rules_dsl.machine.playouts import Playouts
from rules_dsl.machine.seat import Seat, hides_something
from rules_dsl.play import notation
from rules_dsl.quantities import quantity
from rules_dsl.semantics.messages import LANGUAGES, ORIGINAL
from rules_dsl.speech.sentences import Narrator
from rules_dsl.view.html import draw_html
from rules_dsl.view.panels import Picture
from rules_dsl.view.picture import PictureEvaluator, picture
from rules_dsl.view.svg import draw_svg
from rules_dsl.view.text import draw_text

if TYPE_CHECKING:
    from regelwerk.api.viewing import PlayerView


class Game:
    """A game that has been loaded and can be played."""

    def __init__(self, machine: api.Machine, givens: Mapping[str, object] | None = None, machine_name: str = "auto", voices: Voices = NO_VOICES) -> None:
        self.rules = machine.game
        self.machine = machine
        self.machine_name = machine_name
        self.givens = dict(givens or {})
        self._voices = voices
        self._narrators: dict[str, Narrator] = {}

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @property
    def name(self) -> str:
        """The name in the file."""
        return self.rules.name

    @property
    def title(self) -> str:
        """The title in the file."""
        return self.rules.title

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players; a solo game has one, Solo."""
        assert isinstance(self.rules.players, EnumType)
        return self.rules.players.members

    @property
    def options(self) -> dict[str, str]:
        """Options and readings as they are set."""
        return {option.name: show_value(option.type, option.value) for option in self.rules.options}

    @cached_property
    def evaluator(self) -> PictureEvaluator:
        """What evaluates expressions in a position; it may be slower than the machine that plays."""
        if isinstance(self.machine, FindMachine):
            return FillingEvaluator(self.machine)
        return notation.reference_of(self.machine)

    def narrator(self, language: str = ORIGINAL) -> Narrator:
        """Who says moves, reasons and pictures in a language; without messages in it the texts stay as the rules have them."""
        if language not in self._narrators:
            if language not in LANGUAGES:
                raise RulesError(report_call("E0767", f"there is no language {language!r:.20}", f"the languages are {', '.join(LANGUAGES)}"))
            other = None if language == self.rules.language else self._voices.load
            self._narrators[language] = Narrator(self.rules if other is None else other(language))
        return self._narrators[language]

    @property
    def voices(self) -> tuple[ir.Game, ...]:
        """The same rules in each other language that there are messages in."""
        return tuple([self.narrator(language).game for language in self._voices.languages])

    @cached_property
    def hides_something(self) -> bool:
        """Is there anything that a player does not see?"""
        return hides_something(self.rules)

    @cached_property
    def seats(self) -> tuple[PictureEvaluator, ...]:
        """For each player what evaluates expressions over that which he sees."""
        if not self.hides_something:
            return (self.evaluator,) * len(self.players)
        return tuple([Seat(notation.reference_of(self.machine), player) for player in range(len(self.players))])

    def number_of(self, player: str) -> int:
        """The number of a player; raises RulesError if there is no such player."""
        if player not in self.players:
            raise RulesError(report_call("E0755", f"there is no player {player}", f"the players are {', '.join(self.players)}"))
        return self.players.index(player)

    @cached_property
    def counter(self) -> PlayCounter:
        """Who counts and plays at random: the compiled game where there is one, unless another machine was asked for."""
        return counter_for(self.machine, self.machine_name, quiet=True)

    def argument_types(self, state: api.State, move: api.Move) -> tuple[Type, ...]:
        """The types of the values of a legal move or of an outcome."""
        match self.rules.nodes[state.node]:
            case ir.ChanceNode(type=kind):
                return (kind,)
            case ir.DecideNode(options=options) if isinstance(self.machine, FindMachine):
                action = notation.action_named(self.rules, options[move.option].action)
                return tuple(parameter.type for parameter in action.parameters)
            case ir.DecideNode():
                return notation.reference_of(self.machine).argument_types(state, move)
            case _:
                return ()

    def initial(self) -> State:
        """Where play begins."""
        return State(self, self.machine.initial())

    def perft(self, depth: int) -> Perft:
        """How many plays of 0, 1, …, `depth` moves there are: `game.perft(3).counts`."""
        return self.counter.perft(depth)

    def playouts(self, number: int | None = None, *, seed: int = 0, seconds: float | None = None, threads: int = 1) -> Playouts:
        """So many random plays from the beginning (1000 unless a time is given), or as many as begin within `seconds`: how they end, the mean scores."""
        return self.counter.playouts(choose_play_count(number, seconds), seed=seed, seconds=seconds, threads=threads)

    def run(self) -> Run:
        """A play that is changed in place, for loops that choose every move themselves:

        run = game.run()
        while moves := run.moves:
            run.push(random.choice(moves))
        print(run.result)
        """
        return run_of(self, self.counter)

    def state(self, values: Mapping[str, object] | None = None, **named: object) -> State:
        """The first position with some variables replaced: `game.state(board={"a1": "X"}, mover="O")`."""
        wanted = {**(values or {}), **named}
        start = self.initial().raw
        names = [variable.name for variable in self.rules.variables]
        for name in wanted:
            if name not in names:
                raise RulesError(report_call("E0755", f"{self.name} has no variable {name}", hint(name, names)))
        replaced = (self._value(variable, wanted, old) for variable, old in zip(self.rules.variables, start.values, strict=True))
        return State(self, api.State(tuple(replaced), start.node))

    def _value(self, variable: ir.StateVar, wanted: Mapping[str, object], old: object) -> object:
        if variable.name not in wanted:
            return old
        try:
            return from_plain(variable.type, wanted[variable.name])
        except ValueError as error:
            raise RulesError(report_call("E0755", f"{variable.name} cannot be set: {error}", "")) from None


class State:
    """A position and how it was reached. States are immutable: `play` returns a new one."""

    __slots__ = ("_before", "_last", "game", "raw")

    def __init__(self, game: Game, raw: api.State, before: State | None = None, last: Move | None = None) -> None:
        self.game = game
        self.raw = raw
        self._before = before
        self._last = last

    # -- looking

    @property
    def kind(self) -> str:
        """`decide`, `chance` or `over`."""
        return self.game.machine.kind(self.raw)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.kind == "over"

    @property
    def player(self) -> str | None:
        """Who decides; None when chance does or the game is over."""
        return self.game.players[self.game.machine.actor(self.raw)] if self.kind == "decide" else None

    @property
    def moves(self) -> tuple[Move, ...]:
        """Everything that may be played here; at chance, everything that may come."""
        machine = self.game.machine
        return tuple(self.name_move(raw) for raw in machine.moves(self.raw)) if self.kind != "over" else ()

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        ended = self.game.machine.find_end(self.raw)
        if ended is None:
            return None
        who = None if ended.who is None else self.game.players[ended.who]
        return Result(ended.kind, who, "" if ended.rule is None else ended.rule.name)

    @property
    def scores(self) -> dict[str, int]:
        """What each player has scored; without score lines 1 for a win, -1 for a loss."""
        return dict(zip(self.game.players, self.game.machine.scores(self.raw), strict=True))

    @property
    def score_lines(self) -> dict[str, dict[str, int]]:
        """The lines of the score, for each player."""
        lines = self.game.machine.score_lines(self.raw)
        return {label: dict(zip(self.game.players, numbers, strict=True)) for label, numbers in lines}

    @property
    def values(self) -> dict[str, object]:
        """The variables as plain data."""
        pairs = zip(self.game.rules.variables, self.raw.values, strict=True)
        return {variable.name: to_plain(variable.type, value) for variable, value in pairs if not variable.control}

    def __getitem__(self, name: str) -> object:
        return self.values[name]

    def observation(self, player: str) -> dict[str, object]:
        """What a player sees of the variables, as plain data.

        Hidden values are `hidden`; a hidden deck is its number of cards.
        """
        seen = self.game.machine.observation(self.raw, self.game.number_of(player))
        variables = self.game.rules.variables
        return {variable.name: observe_value(variable.type, value) for variable, value in zip(variables, seen, strict=False) if not variable.control}

    def for_player(self, player: str) -> PlayerView:
        """The position as one player sees it: picture, moves and events, without what is hidden from him."""
        from regelwerk.api.viewing import PlayerView

        return PlayerView(self, self.game.number_of(player))

    def arguments(self, move: Move) -> tuple[object, ...]:
        """The values in the brackets of a move, as plain data."""
        types = self.game.argument_types(self.raw, move.raw)
        return tuple(to_plain(type_, value) for type_, value in zip(types, move.raw.arguments, strict=True))

    def say(self, move: str | Move, language: str = ORIGINAL) -> str:
        """A move as a sentence for players: `state.say(state.moves[0], "de")`."""
        return self.game.narrator(language).move(self.raw, self.move(move).raw)

    # -- playing

    def play(self, move: str | Move) -> State:
        """The position after a move; raises RulesError with the reason if it is not legal."""
        chosen = move if isinstance(move, Move) else self.name_move(notation.legal_move(self.game.machine, self.raw, move))
        if chosen is move:
            self._insist(chosen)
        return State(self.game, self.game.machine.apply(self.raw, chosen.raw), self, chosen)

    def play_raw(self, raw: api.Move) -> State:
        """The position after a machine move that is known to be legal."""
        return State(self.game, self.game.machine.apply(self.raw, raw), self, self.name_move(raw))

    # -- counting and playing from here

    def perft(self, depth: int) -> Perft:
        """How many plays of 0, 1, …, `depth` moves there are from here."""
        return self._counter.perft(depth)

    def divide(self, depth: int) -> dict[str, int]:
        """For each move here the plays of `depth` moves that begin with it."""
        return {self.name_move(move).text: count for move, count in self._counter.perft(depth, divide=True).divided}

    def playouts(self, number: int | None = None, *, seed: int = 0, seconds: float | None = None, threads: int = 1) -> Playouts:
        """So many random plays from here (1000 unless a time is given), or as many as begin within `seconds`."""
        return self._counter.playouts(choose_play_count(number, seconds), seed=seed, seconds=seconds, threads=threads)

    def run(self) -> Run:
        """A play from here that is changed in place; this state stays as it is."""
        return run_of(self.game, self._counter)

    @property
    def _counter(self) -> PlayCounter:
        return self.game.counter.at(self.raw)

    def _insist(self, move: Move) -> None:
        """A move made elsewhere may not be legal here."""
        if move.raw not in self.game.machine.moves(self.raw):
            notation.legal_move(self.game.machine, self.raw, move.text)

    def move(self, move: str | Move) -> Move:
        """The move that a text means; raises RulesError if there is none."""
        if isinstance(move, Move):
            return move
        return self.name_move(notation.read_move(self.game.machine, self.raw, move))

    def legal(self, move: str | Move) -> bool:
        """May this be played here?"""
        return self.why_not(move) is None

    def why_not(self, move: str | Move) -> str | None:
        """Why this may not be played here, in the words of the rules; None if it may."""
        try:
            refusal = self.game.machine.explain(self.raw, self.move(move).raw)
        except RulesError as error:
            return error.diagnostics[0].message
        return None if refusal is None else refusal.reason

    def random(self, source: Random | int | None = None) -> State:
        """The position after one move at random (chance by its odds)."""
        if self.over:
            raise RulesError(report_call("E0806", "the game is over", ""))
        dice = source if isinstance(source, Random) else Random(source)
        raw = self._draw_move(dice) if self.kind == "chance" else dice.choice(self.game.machine.moves(self.raw))
        return self.play_raw(raw)

    def playout(self, seed: int | None = None, most: int = 10_000) -> State:
        """The last position of a random play from here, or the position after this many moves."""
        dice, state = Random(seed), self
        for _ in range(most):
            if state.over:
                break
            state = state.random(dice)
        return state

    def undo(self) -> State:
        """The position before the last move; the first one has none and gives itself."""
        return self if self._before is None else self._before

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves that led here, from the first."""
        return tuple(state._last for state in reversed(tuple(self._line())) if state._last is not None)

    @property
    def line(self) -> tuple[State, ...]:
        """The positions that led here, this one last."""
        return tuple(reversed(tuple(self._line())))

    def _line(self) -> Iterator[State]:
        state: State | None = self
        while state is not None:
            yield state
            state = state._before

    def name_move(self, raw: api.Move) -> Move:
        """A move of the machine with its text."""
        return Move(notation.show_move(self.game.machine, self.raw, raw), raw)

    def _draw_move(self, dice: Random) -> api.Move:
        outcomes = self.game.machine.outcomes(self.raw)
        return dice.choices([outcome.move for outcome in outcomes], [float(outcome.probability) for outcome in outcomes])[0]

    # -- pictures and comparison

    @property
    def picture(self) -> Picture:
        """What the position looks like."""
        return picture(self.game.evaluator, self.raw)

    def __str__(self) -> str:
        return draw_text(self.picture)

    def __repr__(self) -> str:
        return f"<State of {self.game.name} after {quantity(len(self.history), 'move')}>"

    def _repr_svg_(self) -> str:
        return draw_svg(self.picture)

    def _repr_html_(self) -> str:
        return draw_html(self.picture, f"{self.headline}{self._warning}", [self.say(move) for move in self.moves])

    @property
    def _warning(self) -> str:
        shows_secrets = self.game.hides_something and len(self.game.players) > 1 and not self.over
        return " (this shows what players hide from one another; for_player(NAME) shows what one of them sees)" if shows_secrets else ""

    @property
    def headline(self) -> str:
        """One line on whose turn it is or how it ended."""
        if self.over:
            return f"{self.game.name}: {self.result}"
        return f"{self.game.name}: {f'{self.player} decides' if self.player else 'chance'}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.raw == other.raw and self.game.name == other.game.name

    def __hash__(self) -> int:
        return hash(self.raw)
