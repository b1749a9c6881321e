"""Moves, chance, events and results as sentences for players, in the language of the texts of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import ordinal_in
from rules_dsl.ir.texts import DASH, TICK, name_in_words, parse_value, phrase_value, words_of
from rules_dsl.ir.types import BoolType, EnumType, IntType, MapType, SetType, Type, Value
from rules_dsl.machine.api import GameEnd, Move, PlayError, State
from rules_dsl.machine.filling.evaluator import FillingEvaluator
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.machine.observe import HIDDEN
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.machine.seat import UNSEEN_SIGN, HiddenValue, Seat, hides_something
from rules_dsl.play.notation import action_named, move_types
from rules_dsl.play.telling import Glimpse, glimpse
from rules_dsl.speech.happenings import Observer, PlayEvent, by_title
from rules_dsl.speech.phrases import Phrase, phrase_in
from rules_dsl.view.panels import Picture
from rules_dsl.view.picture import PictureEvaluator, items_of, picture

Locals = Mapping[str, Value]


class Narrator:
    """Says what happens in a game. `game` is the game whose texts are used; its states are those of every machine of the same rules."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.language = game.language
        self.machine = FindMachine(game) if game.finds else ReferenceMachine(game)
        self._own: dict[Type, Type] = {part: part for part in game.types}  # equal types of another language have other words
        self.moves = by_title(game.says, ir.SayKind.MOVE)
        self.chances = by_title(game.says, ir.SayKind.CHANCE)
        self.happenings = {kind: by_title(game.says, kind) for kind in (ir.SayKind.EVENT, ir.SayKind.REACTION, ir.SayKind.CHANCE)}

    @cached_property
    def evaluator(self) -> PictureEvaluator:
        """What evaluates sentences where nothing is hidden."""
        return FillingEvaluator(self.machine) if isinstance(self.machine, FindMachine) else self.machine

    @cached_property
    def seats(self) -> tuple[PictureEvaluator, ...]:
        """For each player what evaluates sentences over that which he sees."""
        players = self.players
        if isinstance(self.machine, FindMachine) or not hides_something(self.game):
            return (self.evaluator,) * len(players)
        return tuple([Seat(self.machine, player) for player in range(len(players))])

    @cached_property
    def _observer(self) -> Observer | None:
        wanted = [say for say in self.game.says if say.kind is not ir.SayKind.MOVE]
        return Observer(self.game) if wanted and not self.game.finds else None

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players in words."""
        kind = self.game.players
        assert isinstance(kind, EnumType)
        return tuple([name_in_words(kind, number) for number in range(len(kind.members))])

    # -- moves and chance

    def move(self, state: State, move: Move, seat: int | None = None) -> str:
        """The sentence of a move or an outcome; what a player may not know is left open."""
        seen = Glimpse() if seat is None else glimpse(self.machine, state, move, seat)
        if not seen.known:
            return UNSEEN_SIGN
        writer = _SentenceWriter(self, self.evaluator if seat is None else self.seats[seat], state)
        node = self.game_of_moves.nodes[state.node]
        if isinstance(node, ir.ChanceNode):
            return writer.chance(node, HIDDEN if seen.secret else move.arguments[0])
        assert isinstance(node, ir.DecideNode)
        action = action_named(self.game_of_moves, node.options[move.option].action)
        arguments = [HIDDEN if at in seen.secret else value for at, value in enumerate(move.arguments)]
        bare = len(arguments) == len(action.parameters)
        types = [part.type for part in action.parameters] if bare else [self._own.get(part, part) for part in move_types(self.machine, state, move)]
        return writer.move(action, arguments, types)

    @property
    def game_of_moves(self) -> ir.Game:
        """The game whose nodes and actions moves refer to; a puzzle to fill in has an action for each cell."""
        return self.machine.game

    def action(self, name: str, state: State) -> str:
        """What an action is called where one is chosen."""
        return _SentenceWriter(self, self.evaluator, state).action(action_named(self.game_of_moves, name))

    def refusal(self, state: State, move: Move, seat: int | None = None) -> str | None:
        """Why a move is refused, as far as a seat may know it; None if it is legal."""
        evaluator = self.machine if seat is None else self.seats[seat]
        result = (evaluator if isinstance(evaluator, Seat) else self.machine).explain(state, move)
        return None if result is None else result.reason

    def picture(self, state: State, seat: int | None = None) -> Picture:
        """What the position looks like, to everybody or to a seat."""
        return picture(self.evaluator if seat is None else self.seats[seat], state)

    # -- what has happened

    def log(self, state: State, move: Move, seat: int | None = None) -> tuple[str, ...]:
        """All there is to tell of a move: who made it, and what happened by itself up to the next rest."""
        lead = ""
        if self.machine.kind(state) == "decide" and len(self.players) > 1:
            lead = f"{self.players[self.machine.actor(state)]}: "
        return (lead + self.move(state, move, seat), *self._after(state, move, seat))

    def _after(self, state: State, move: Move, seat: int | None) -> Iterator[str]:
        for happening in self._observer.observe(state, move) if self._observer else ():
            evaluator = self.evaluator if seat is None else self.seats[seat]
            for say in self.happenings[happening.kind].get(happening.title, ()):
                writer = _SentenceWriter(self, evaluator, happening.after if say.after else happening.before)
                yield from writer.happening(say, happening)

    # -- whose turn it is, and how it ended

    def turn(self, state: State) -> str:
        """Whose turn it is, or how the game ended."""
        match self.machine.kind(state):
            case "chance":
                return self.say(Phrase.CHANCE)
            case "decide":
                return self.say(Phrase.TURN, self.players[self.machine.actor(state)]) if len(self.players) > 1 else self.say(Phrase.YOUR_TURN)
            case _:
                return self.result(self.machine.find_end(state) or GameEnd("stop"))

    def score_lines(self, state: State) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Label and numbers of each score line."""
        return self.machine.score_lines(state)

    def result(self, ended: GameEnd) -> str:
        """How the game ended."""
        return self.say(Phrase(ended.kind), *([] if ended.who is None else [self.players[ended.who]]))

    def say(self, phrase: Phrase, *values: str) -> str:
        """One of the interface's own phrases."""
        return phrase_in(self.language, phrase, *values)


class _SentenceWriter:
    """Sentences about one state, as one evaluator sees it."""

    def __init__(self, narrator: Narrator, evaluator: PictureEvaluator, state: State) -> None:
        self.narrator = narrator
        self.evaluator = evaluator
        self.state = state

    def move(self, action: ir.Action, arguments: Sequence[Value], types: Sequence[Type]) -> str:
        """The sentence of a move, or one made from names; choices that no sentence names follow it."""
        if self.narrator.game.finds:
            return self._fill_action(action, arguments[0])
        for say in self.narrator.moves.get(action.name, ()):
            locals_, rest = _bound(say, arguments)
            if say.player is not None:
                locals_ = {**locals_, say.player: self.narrator.machine.actor(self.state)}
            text = self._first(say.choices, locals_)
            if text is not None:
                return ", ".join([text, *(self._value(types[at], arguments[at]) for at in rest)])
        parts = [self._part(action, arguments, at, kind) for at, kind in enumerate(types)]
        return _sentence(self.action(action), parts)

    def action(self, action: ir.Action) -> str:
        """What an action is called: its own words, or its sentence if it has no parameters, or its name."""
        for say in self.narrator.moves.get(action.name, ()):
            text = self._first(say.label or (() if say.parameters else say.choices), {})
            if text is not None:
                return text
        return _sentence(words_of(action.title), [])

    def _part(self, action: ir.Action, arguments: Sequence[Value], at: int, kind: Type) -> str:
        """An argument as it is called where it is chosen; without such words, as its name has it."""
        for say in self.narrator.moves.get(action.name, ()):
            label = next((label for label in say.labels if label.number == at), None)
            known = {part.name: value for part, value in zip(say.parameters[: at + 1], arguments, strict=False)}
            text = None if label is None or HIDDEN in known.values() else self._first(label.choices, known)
            return self._value(kind, arguments[at]) if text is None else text
        return self._name_value(action.parameters[at].name if at < len(action.parameters) else "", kind, arguments[at])

    def chance(self, node: ir.ChanceNode, value: Value) -> str:
        """The sentence of an outcome, or one made from names."""
        for say in self.narrator.chances.get(node.label, ()):
            if say.parameters[0].type == node.type:
                text = self._first(say.choices, {say.parameters[0].name: value})
                if text is not None:
                    return text
        return _sentence(words_of(node.label), [self._value(node.type, value)])

    def happening(self, say: ir.Say, happening: PlayEvent) -> Iterator[str]:
        """The sentences of an event, a reaction or a forced outcome."""
        locals_ = dict(zip([part.name for part in say.parameters], happening.arguments, strict=False))
        for inner in self._list_locals(say, locals_):
            text = self._first(say.choices, inner)
            if text:
                yield text

    def _list_locals(self, say: ir.Say, locals_: Locals) -> Iterable[Locals]:
        if say.each is None:
            return [locals_]
        try:
            values = items_of(say.each.domain.type, self.evaluator.value(say.each.domain, self.state, locals_))
        except HiddenValue:
            return []
        return [{**locals_, say.each.name: value} for value in values]

    def _first(self, choices: ir.Choices, locals_: Locals) -> str | None:
        """The first text whose condition holds; None where what is hidden decides about it, or nothing fits."""
        for text, condition in choices:
            try:
                if condition is None or self.evaluator.value(condition, self.state, locals_):
                    result: str = self.evaluator.value(text, self.state, locals_)
                    return result
            except (HiddenValue, PlayError):
                return None
        return None

    # -- sentences made from names

    def _name_value(self, name: str, kind: Type, value: Value) -> str:
        """A value with what it is, where the value alone would not say it."""
        label = words_of(name).partition(" ")[0] if name else ""
        match kind:
            case _ if value is HIDDEN:
                return UNSEEN_SIGN
            case BoolType():
                return label or TICK if value else ""
            case IntType():
                return f"{label} {value}".strip()
            case _:
                return "" if value is None else phrase_value(kind, value)

    def _value(self, kind: Type, value: Value) -> str:
        return UNSEEN_SIGN if value is HIDDEN else phrase_value(kind, value)

    def _fill_action(self, action: ir.Action, value: Value) -> str:
        """What is filled in, and where."""
        find, key, at = _cell_of(self.narrator.game, action.name)
        kind = action.parameters[0].type
        for say in self.narrator.moves.get(find.name, ()):
            given = [at, value] if key is not None else [value]
            text = self._first(say.choices, dict(zip([part.name for part in say.parameters], given, strict=False)))
            if text is not None:
                return text
        where = phrase_value(key, at) if key is not None else words_of(find.name)
        return f"{where}: {phrase_value(kind, value)}"


def _bound(say: ir.Say, arguments: Sequence[Value]) -> tuple[Locals, list[int]]:
    """The locals of a sentence, and which arguments none of them takes: more choices than names."""
    count = len(say.parameters)
    locals_ = dict(zip([part.name for part in say.parameters], arguments, strict=False))
    locals_ |= dict.fromkeys([part.name for part in say.chosen])
    rest = []
    waiting = list(say.chosen)
    for at in range(count, len(arguments)):
        taker = next((part for part in waiting if arguments[at] is HIDDEN or ordinal_in(part.type)(arguments[at]) >= 0), None)
        if taker is None:
            rest.append(at)
        else:
            waiting.remove(taker)
            locals_[taker.name] = arguments[at]
    return locals_, rest


def _sentence(title: str, parts: Iterable[str]) -> str:
    """A title, and what it is about."""
    inside = ", ".join(part for part in parts if part)
    start = title[:1].upper() + title[1:]
    return f"{start}: {inside}" if inside else start


def _cell_of(game: ir.Game, name: str) -> tuple[ir.FindVar, Type | None, Value]:
    """The unknown a cell belongs to, and its place in it."""
    for find in game.finds:
        match find.type:
            case MapType(key) if name.startswith(f"{find.name}[") and name.endswith("]"):
                return find, key, parse_value(key, name[len(find.name) + 1 : -1])
            case SetType(item) if name.endswith(f" in {find.name}"):
                return find, item, parse_value(item, name.removesuffix(f" in {find.name}"))
            case _ if find.name == name:
                return find, None, None
            case _:
                pass
    raise ValueError(f"{name} is not a cell")


__all__ = ["DASH", "Narrator"]
