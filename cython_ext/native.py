"""The machine over a compiled game. Where the rules fail the reference machine is asked, which says so in words."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from cython_ext.build.compilers import Compiler
from cython_ext.build.libraries import load_compiled
from cython_ext.layout.move_codes import ActionCode, MoveCodes, move_codes
from cython_ext.layout.table import FailureStruct, GameTable, move_list
from rules_dsl.diagnostics.diagnostic import RulesError, finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import stop_play
from rules_dsl.ir.types import Value, cardinality, ordinal, value_of
from rules_dsl.machine.api import GameEnd, Move, OpenChoice, Outcome, Refusal, State
from rules_dsl.machine.codec import Codec
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.machine.reference.judging import of_ended
from rules_dsl.source import NOWHERE

if TYPE_CHECKING:
    from cython_ext.emit.code import Place

Position = bytes
Choice = tuple[Position, int]  # a number is a move at its position only
KINDS = ("over", "decide", "chance")
ENDS = ("", "end", "goal", "win", "lose", "draw", "stop", "stuck")


class NativeMachine:
    """A game played by its compiled form; inside, positions are the bytes of its states."""

    def __init__(
        self, game: ir.Game, compiler: Compiler | None = None, flags: tuple[str, ...] = (), obtain: Callable[..., GameTable] = load_compiled
    ) -> None:
        self.game = game
        self.codec = Codec(game)
        self._players = cardinality(game.players)
        self.table: GameTable = obtain(game, self._wrong_with, compiler, flags)

    def _wrong_with(self, table: GameTable) -> str | None:
        """What a library that was just built does wrong."""
        from cython_ext.build.trial import wrong_with

        self.table = table
        return wrong_with(self)

    @cached_property
    def _codes(self) -> MoveCodes:
        return move_codes(self.game)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where in the rules the failures of the compiled game lie."""
        from cython_ext.emit.unit import Translation, translate

        translation = translate(self.game)
        assert isinstance(translation, Translation), "it was compiled"
        return translation.places

    @cached_property
    def reference(self) -> ReferenceMachine:
        """The plain machine, for what need not be fast: refusals in words, expressions, failures of the rules."""
        return ReferenceMachine(self.game)

    def walker(self) -> NativeMachine:
        """Its own positions are the bytes of states."""
        return self

    # -- positions ----------------------------------------------------------------------------------------------------

    def first_position(self) -> Position:
        """The initial position."""
        state, failure = self._room(), FailureStruct()
        if self.table.initial(state, failure) < 0:
            self.reference.initial()
            self._fail_unexplained(failure)
        return state.raw

    def position(self, state: State) -> Position:
        """A state as a position."""
        room = self._room()
        if self.table.decode(room, self.codec.encode(state)) < 0:
            self._no_state()
        return room.raw

    def state(self, position: Position) -> State:
        """A position as a state."""
        return self.codec.decode(self._encode_position(position))

    def _encode_position(self, position: Position) -> bytes:
        packed = ctypes.create_string_buffer(max(self.codec.size, 1))
        self.table.encode(position, packed)
        return packed.raw[: self.codec.size]

    def _room(self) -> ctypes.Array[ctypes.c_char]:
        return ctypes.create_string_buffer(self.table.state_size)

    def successors(self, position: Position) -> list[Position]:
        """The positions after each move or outcome, in the order of `moves`."""
        return [self._after(position, number) for number in self._list_moves(position)[0]]

    def count(self, position: Position) -> int:
        """How many moves or outcomes there are."""
        failure = FailureStruct()
        number: int = self.table.count(position, failure)
        if number < 0:
            self._explain_failure("moves", position, failure)
        return number

    def choices(self, position: Position) -> list[Choice]:
        """The moves or outcomes, in order."""
        return [(position, number) for number in self._list_moves(position)[0]]

    def follow(self, position: Position, choice: Choice) -> Position:
        """The position after a legal move or possible outcome."""
        return self._after(position, choice[1])

    def _after(self, position: Position, choice: int) -> Position:
        room, failure = self._room(), FailureStruct()
        room.raw = position
        if self.table.apply(room, choice, failure) < 0:
            state = self.state(position)
            self.reference.apply(state, self._move_at(state, choice))
            self._fail_unexplained(failure)
        return room.raw

    def move(self, choice: Choice) -> Move:
        """A choice as a move."""
        position, number = choice
        return self._move_at(self.state(position), number)

    def weights(self, position: Position) -> list[int] | None:
        """At a chance position whole numbers in the proportion of the outcomes' probabilities."""
        return self._list_moves(position)[1] if self._is_chance(position) else None

    def judge(self, position: Position) -> tuple[bool, ...]:
        """The condition of each claim."""
        holds, failure = (ctypes.c_uint8 * max(len(self.game.claims), 1))(), FailureStruct()
        if self.table.claims_at(position, holds, failure) < 0:
            self._explain_failure("claims", position, failure)
        return tuple([bool(held) for held in holds[: len(self.game.claims)]])

    def goal(self, position: Position, claim: int) -> bool:
        """What a `leads` claim leads to."""
        then = self.game.claims[claim].then
        assert then is not None
        return bool(self.reference.value(then, self.state(position)))

    def _list_moves(self, position: Position) -> tuple[list[int], list[int]]:
        failure = FailureStruct()
        numbers, weights = move_list(self.table, position, failure)
        if failure.code:
            self._explain_failure("moves", position, failure)
        return numbers, weights

    def _is_chance(self, position: Position) -> bool:
        return self.table.has_chance != 0 and self._kind(position) == "chance"

    def _kind(self, position: Position) -> str:
        failure = FailureStruct()
        kind: int = self.table.kind(position, failure)
        if kind < 0:
            self._explain_failure("kind", position, failure)
        return KINDS[kind]

    # -- moves --------------------------------------------------------------------------------------------------------

    def _move_at(self, state: State, number: int) -> Move:
        node = self.game.nodes[state.node]
        if isinstance(node, ir.ChanceNode):
            return Move(0, (value_of(node.type, number),))
        assert isinstance(node, ir.DecideNode)

        def next_choice(option: int, arguments: tuple[Value, ...]) -> OpenChoice:
            return self.reference.next_choice(state, Move(option, arguments))

        return self._codes.move(number, node.options, next_choice)

    def _number_of(self, state: State, move: Move) -> int:
        node = self.game.nodes[state.node]
        if isinstance(node, ir.ChanceNode):
            return ordinal(node.type, move.arguments[0])
        assert isinstance(node, ir.DecideNode)
        code = self._codes.actions[node.options[move.option].action]
        return code.pack(move.option, move.arguments, self._digits(state, move, code) if code.choice_width else ())

    def _digits(self, state: State, move: Move, code: ActionCode) -> list[int]:
        """The choices of a move as digits of its number."""
        first = len(code.parameters)
        chosen = move.arguments[first:]
        if not code.ranked:
            types = self.reference.argument_types(state, move)[first:]
            return [ordinal(kind, value) for kind, value in zip(types, chosen, strict=True)]
        before = [Move(move.option, move.arguments[: first + met]) for met in range(len(chosen))]
        return [self.reference.next_choice(state, move).values.index(value) for move, value in zip(before, chosen, strict=True)]

    # -- failures -----------------------------------------------------------------------------------------------------

    def _explain_failure(self, method: str, position: Position, failure: FailureStruct) -> None:
        """Let the reference machine fail in the same way."""
        getattr(self.reference, method)(self.state(position))
        self._fail_unexplained(failure)

    def _fail_unexplained(self, failure: FailureStruct) -> None:
        if 0 <= failure.place < len(self.places):
            place = self.places[failure.place]
            stop_play(place.code, f"the rules fail here ({failure.value})", place.span, label=place.label)
        raise RuntimeError("the compiled game stopped without a reason")

    def _no_state(self) -> None:
        raise RulesError(finding("E0913", "these values are no state of this game", NOWHERE))

    # -- the protocol -------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        """The first position where somebody decides, chance acts, or the game is over."""
        return self.state(self.first_position())

    def kind(self, state: State) -> str:
        """`decide`, `chance`, or `over`."""
        return self._kind(self.position(state))

    def actor(self, state: State) -> int:
        """Who decides."""
        position, failure = self.position(state), FailureStruct()
        player: int = self.table.actor(position, failure)
        if player < 0:
            self._explain_failure("actor", position, failure)
        return player

    def moves(self, state: State) -> Sequence[Move]:
        """Legal moves, or possible outcomes, in order."""
        return [self._move_at(state, number) for number in self._list_moves(self.position(state))[0]]

    def outcomes(self, state: State) -> Sequence[Outcome]:
        """The finite distribution at a `chance` state."""
        position = self.position(state)
        if not self._is_chance(position):
            return ()
        numbers, weights = self._list_moves(position)
        total = sum(weights)
        return tuple([Outcome(self._move_at(state, number), Fraction(weight, total)) for number, weight in zip(numbers, weights, strict=True)])

    def apply(self, state: State, move: Move) -> State:
        """The position after a legal move or possible outcome, at its next rest."""
        refusal = self.explain(state, move)
        if refusal is not None:
            label = f"by {refusal.rule.name}"
            raise RulesError(finding("E0805", "this move is not legal", refusal.rule.span, label, reason=refusal.reason))
        return self.state(self._after(self.position(state), self._number_of(state, move)))

    def find_end(self, state: State) -> GameEnd | None:
        """How the game ended, None if it has not."""
        position, failure = self.position(state), FailureStruct()
        who, ending = ctypes.c_int(-1), ctypes.c_int(-1)
        kind: int = self.table.ended(position, who, ending, failure)
        if kind < 0:
            self._explain_failure("ended", position, failure)
        if kind == 0:
            return None
        rule = self.game.endings[ending.value].rule if ending.value >= 0 else None
        return GameEnd(ENDS[kind], who.value if who.value >= 0 else None, rule)

    def scores(self, state: State) -> tuple[int, ...]:
        """One number for each player."""
        if not self.game.scores:
            return of_ended(self.find_end(state), self._players)
        position, failure = self.position(state), FailureStruct()
        array = (ctypes.c_int64 * self._players)()
        if self.table.scores(position, array, failure) < 0:
            self._explain_failure("scores", position, failure)
        return tuple(array)

    def score_lines(self, state: State) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Label and numbers of each score line."""
        return self.reference.score_lines(state)

    def claims(self, state: State) -> tuple[bool, ...]:
        """The condition of each claim."""
        return self.judge(self.position(state))

    def observation(self, state: State, player: int) -> tuple[Value, ...]:
        """What a player can see."""
        return self.reference.observation(state, player)

    def encode(self, state: State) -> bytes:
        """The canonical packed form."""
        return self._encode_position(self.position(state))

    def decode(self, data: bytes) -> State:
        """The inverse of `encode`."""
        return self.codec.decode(data)

    def explain(self, state: State, move: Move) -> Refusal | None:
        """Why a move is refused; None if it is legal."""
        return self.reference.explain(state, move)

    def representative(self, position: Position) -> Position:
        """The position with alike things in an order that depends on what it says of them."""
        held = ctypes.create_string_buffer(position, len(position))
        self.table.canonical(held)
        return held.raw

    # -- beyond the protocol ------------------------------------------------------------------------------------------

    def start(self, body: tuple[ir.Stmt, ...] = (), section: str | None = None) -> State:
        """The first rest of a play in which `body` changes the first position and that begins at a sub-play."""
        return self.reference.start(body, section)

    def resume(self, state: State, section: str) -> State:
        """The first rest when play goes on from the beginning of a sub-play."""
        return self.reference.resume(state, section)

    def run(self, state: State, body: tuple[ir.Stmt, ...]) -> State:
        """The position after eager statements at a rest."""
        return self.reference.run(state, body)

    def value(self, expr: ir.Expr, state: State, locals_: Mapping[str, Value] | None = None) -> Value:
        """The value of an expression in a state."""
        return self.reference.value(expr, state, locals_)
