"""The machine over generated Python source."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import gcd
from types import CodeType

from rules_dsl.diagnostics.diagnostic import RulesError, finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.lowering.game import lower_game
from rules_dsl.ir.types import Value, cardinality, zero
from rules_dsl.machine.api import GameEnd, Move, Outcome, Refusal, State
from rules_dsl.machine.codec import Codec
from rules_dsl.machine.generated.source import generate
from rules_dsl.machine.generated.support import Position, toolbox
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.machine.reference.chance import distribution
from rules_dsl.machine.reference.judging import of_ended

Function = Callable[..., Value]


@dataclass(frozen=True, slots=True, eq=False)
class _ByIdentity:
    """A game as a key of a cache: the same object is the same game. Comparing two games by value takes longer than it saves."""

    game: ir.Game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other.game is self.game

    def __hash__(self) -> int:
        return id(self.game)


@dataclass(frozen=True, slots=True)
class _GeneratedCode:
    """A generated module: its source, its code object, and the namespace it is executed in."""

    source: str
    code: CodeType
    namespace: dict[str, object]


@lru_cache(maxsize=8)
def _find_generated_code(key: _ByIdentity) -> _GeneratedCode:
    """The generated module of a game. One command makes several machines of the same game, and generating is most of the work."""
    generated = generate(lower_game(key.game), toolbox())
    code = compile(generated.source, f"<{key.game.name}>", "exec")
    return _GeneratedCode(generated.source, code, generated.namespace)


class PythonMachine:
    """A game played by generated Python; `source` shows it. Inside, positions are flat tuples (see `source`)."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.codec = Codec(game)
        generated = _find_generated_code(_ByIdentity(game))
        self.source, self._module = generated.source, dict(generated.namespace)
        exec(generated.code, self._module)
        self._players = cardinality(game.players)
        self._plays: dict[int, list[tuple[Function, int, int, bool]]] = self._module["PLAYS"]  # type: ignore[assignment]
        self._advance = self._function("advance")
        self._any = self._of_nodes("any", ir.DecideNode)
        self._actors = self._of_nodes("actor", ir.DecideNode)
        self._moves = self._of_nodes("moves", ir.DecideNode)
        self._counts = self._of_nodes("count", ir.DecideNode)
        self._successors = self._of_nodes("successors", ir.DecideNode)
        self._weights = self._of_nodes("weights", ir.ChanceNode)
        self._outcomes = self._of_nodes("outcome", ir.ChanceNode)
        self._endings = [self._function(f"ending_{number}") for number in range(len(game.endings))]
        self._claims = [self._function(f"claim_{number}") for number in range(len(game.claims))]
        self._listed: tuple[State, Sequence[Move]] | None = None

    def _function(self, name: str) -> Function:
        return self._module[name]  # type: ignore[return-value]

    def _of_nodes(self, kind: str, node_type: type) -> dict[int, Function]:
        return {
            number: self._function(f"{kind}_{number}")
            for number, node in enumerate(self.game.nodes)
            if isinstance(node, node_type)
        }

    @cached_property
    def reference(self) -> ReferenceMachine:
        """The plain machine, for what need not be fast: refusals in words, expressions, examples."""
        return ReferenceMachine(self.game)

    def walker(self) -> PythonMachine:
        """Its own positions are flat tuples: the variables, then the node."""
        return self

    # -- flat positions, for searches that count ----------------------------------------------------------------------

    def first_position(self) -> Position:
        """The initial position."""
        zeros = (*[zero(variable.type) for variable in self.game.variables], 0)
        return self._advance(self._function("initial")(zeros))  # type: ignore[no-any-return]

    def position(self, state: State) -> Position:
        """A state as a position."""
        return (*state.values, state.node)

    def state(self, position: Position) -> State:
        """A position as a state."""
        return State(position[:-1], position[-1])

    def successors(self, position: Position) -> list[Position]:
        """The positions after each move or outcome, in the order of `moves`."""
        node = position[-1]
        if node in self._successors:
            return self._successors[node](position)  # type: ignore[no-any-return]
        if node in self._weights:
            follow = self._outcomes[node]
            return [follow(position, value) for value, _ in self._weights[node](position)]
        return []

    def count(self, position: Position) -> int:
        """How many moves or outcomes there are; moves are not made for it."""
        node = position[-1]
        if node in self._counts:
            return self._counts[node](position)  # type: ignore[no-any-return]
        return len(self._weights[node](position)) if node in self._weights else 0

    def choices(self, position: Position) -> list[tuple[int, tuple[Value, ...]]]:
        """The moves or outcomes, in order, as pairs of option and arguments."""
        node = position[-1]
        if node in self._moves:
            return self._moves[node](position)  # type: ignore[no-any-return]
        return [(0, (value,)) for value, _ in self._weights[node](position)] if node in self._weights else []

    def follow(self, position: Position, choice: tuple[int, tuple[Value, ...]]) -> Position:
        """The position after a legal move or possible outcome."""
        node = position[-1]
        option, arguments = choice
        if node in self._outcomes:
            return self._outcomes[node](position, *arguments)  # type: ignore[no-any-return]
        play, then, size, chooses = self._plays[node][option]
        given = (then, self._actors[node](position), *arguments[:size])
        return play(position, *given, arguments[size:]) if chooses else play(position, *given)  # type: ignore[no-any-return]

    def move(self, choice: tuple[int, tuple[Value, ...]]) -> Move:
        """A choice as a move."""
        return Move(*choice)

    def weights(self, position: Position) -> list[int] | None:
        """At a chance position whole numbers in the proportion of the outcomes' probabilities."""
        if position[-1] not in self._weights:
            return None
        weights = [weight for _, weight in self._weights[position[-1]](position)]
        shared = gcd(*weights)
        return [weight // shared for weight in weights]

    def judge(self, position: Position) -> tuple[bool, ...]:
        """The condition of each claim."""
        return tuple([claim(position) for claim in self._claims])

    def goal(self, position: Position, claim: int) -> bool:
        """What a `leads` claim leads to."""
        return self._function(f"then_{claim}")(position)  # type: ignore[no-any-return]

    # -- the protocol -------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        """The first position where somebody decides, chance acts, or the game is over."""
        return self.state(self.first_position())

    def kind(self, state: State) -> str:
        """`decide`, `chance`, or `over`."""
        if state.node in self._weights:
            return "chance"
        ask = self._any.get(state.node)
        return "decide" if ask is not None and ask(self.position(state)) else "over"

    def actor(self, state: State) -> int:
        """Who decides."""
        return self._actors[state.node](self.position(state))  # type: ignore[no-any-return]

    def moves(self, state: State) -> Sequence[Move]:
        """Legal moves, or possible outcomes, in order."""
        moves = [Move(option, arguments) for option, arguments in self.choices(self.position(state))]
        self._listed = (state, moves)
        return moves

    def outcomes(self, state: State) -> Sequence[Outcome]:
        """The finite distribution at a `chance` state."""
        weights = self._weights.get(state.node)
        return () if weights is None else distribution(weights(self.position(state)))

    def apply(self, state: State, move: Move) -> State:
        """The position after a legal move or possible outcome, at its next rest."""
        self._insist(state, move)
        return self.state(self.follow(self.position(state), (move.option, move.arguments)))

    def _insist(self, state: State, move: Move) -> None:
        """Raise E0805 if the move is not legal."""
        if self._listed is None or self._listed[0] is not state:
            self.moves(state)
        if self._listed is not None and move in self._listed[1]:
            return
        refusal = self.explain(state, move)
        if refusal is not None:
            label = f"by {refusal.rule.name}"
            raise RulesError(
                finding("E0805", "this move is not legal", refusal.rule.span, label, reason=refusal.reason)
            )

    def find_end(self, state: State) -> GameEnd | None:
        """How the game ended, None if it has not."""
        if self.kind(state) != "over":
            return None
        position = self.position(state)
        stuck = state.node in self._any
        for ending, look in zip(self.game.endings, self._endings, strict=True):
            look_result = look(position)
            if look_result is not None:
                return GameEnd(ending.kind, look_result[0], ending.rule)
        return GameEnd("stuck" if stuck else "stop")

    def scores(self, state: State) -> tuple[int, ...]:
        """One number for each player."""
        if not self.game.scores:
            return of_ended(self.find_end(state), self._players)
        lines = [numbers for _, numbers in self.score_lines(state)]
        return tuple([sum(line[player] for line in lines) for player in range(self._players)])

    def score_lines(self, state: State) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Label and numbers of each score line."""
        position = self.position(state)
        return tuple(
            [(line.label, self._score(number, line, position)) for number, line in enumerate(self.game.scores)]
        )

    def _score(self, number: int, line: ir.ScoreLine, position: Position) -> tuple[int, ...]:
        value = self._function(f"score_{number}")
        if line.each is None:
            return (value(position),) * self._players
        return tuple([value(position, player) for player in range(self._players)])

    def claims(self, state: State) -> tuple[bool, ...]:
        """The condition of each claim."""
        return self.judge(self.position(state))

    def claim(self, state: State, number: int) -> bool:
        """The condition of one claim; the others are not evaluated."""
        return self._claims[number](self.position(state))  # type: ignore[no-any-return]

    def observation(self, state: State, player: int) -> tuple[Value, ...]:
        """What a player can see."""
        return self.reference.observation(state, player)

    def encode(self, state: State) -> bytes:
        """The canonical packed form."""
        return self.codec.encode(state)

    def decode(self, data: bytes) -> State:
        """The inverse of `encode`."""
        return self.codec.decode(data)

    def explain(self, state: State, move: Move) -> Refusal | None:
        """Why a move is refused; None if it is legal."""
        return self.reference.explain(state, move)

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
