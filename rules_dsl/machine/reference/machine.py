"""The reference machine: `docs/reference/semantics.md` in plain Python, against which all other machines are tested."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules_dsl.diagnostics.diagnostic import RulesError, finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.calls import asks_stuck
from rules_dsl.ir.evaluate import ClosureCompiler
from rules_dsl.ir.failures import stop_play
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.types import Type, Value, cardinality, zero
from rules_dsl.ir.watching import Watch, WatchingCompiler
from rules_dsl.machine.api import GameEnd, Move, OpenChoice, Outcome, Refusal, State
from rules_dsl.machine.codec import Codec
from rules_dsl.machine.domains import not_among
from rules_dsl.machine.observe import view
from rules_dsl.machine.reference.chance import distribution
from rules_dsl.machine.reference.judging import Endings, PreparedReaction, Scores, Settling, of_ended, settle
from rules_dsl.machine.reference.moves import PreparedAction
from rules_dsl.machine.reference.running import Automaton
from rules_dsl.machine.reference.signals import EndOfPlay, IllegalMove
from rules_dsl.machine.reference.statements import StatementCompiler, Step
from rules_dsl.machine.refusing import RefusalKind, refuse_in

PLAY = ir.Rule("play")


class ReferenceMachine:
    """A game as the semantics defines it.

    `watch` records the values of conditions, `settling` observes reactions, `statements` may change the wording of
    refusals.
    """

    def __init__(
        self, game: ir.Game, watch: Watch | None = None, settling: Settling = settle, statements: Callable[[ClosureCompiler, Step], StatementCompiler] = StatementCompiler
    ) -> None:
        self.game = game
        self.codec = Codec(game)
        names = [variable.name for variable in game.variables]
        constants = {constant.name: constant.value for constant in game.constants}
        functions = self._functions = {function.name: function for function in game.functions}
        self._compiler = (
            ClosureCompiler(names, constants, functions, self._possible, game.language)
            if watch is None
            else WatchingCompiler(watch, names, constants, functions, self._possible)
        )
        self._endings = Endings(self._compiler, game.endings, game.players)
        self._reactions: list[PreparedReaction] = []
        self._statements = statements(self._compiler, settling(self._reactions, self._endings))
        self._reactions += [PreparedReaction(reaction, self._statements) for reaction in game.reactions]
        self._actions = {action.name: PreparedAction(action, self._statements, functions) for action in game.actions}
        self._asking: set[str] = set()
        self._values: dict[int, tuple[ir.Expr, Closure, bool]] = {}
        self._stuck_in_claims = asks_stuck([claim.condition for claim in game.claims], functions)
        self._stuck_in_scores = asks_stuck([line.value for line in game.scores], functions)
        self._scores = Scores(self._compiler, game.scores, game.players)
        self._claims = [self._compiler.closure(claim.condition) for claim in game.claims]
        self._views = [view(self._compiler, variable) for variable in game.variables]
        self._initial = [self._initial_value(variable) for variable in game.variables]
        self._automaton = Automaton(game, self._statements, self._actions, self._resting())

    # -- states -------------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        """The first position where somebody decides, chance acts, or the game is over."""
        return self._rest(self._first_frame(), 0)

    def kind(self, state: State) -> str:
        """`decide`, `chance`, or `over`."""
        match self.game.nodes[state.node]:
            case ir.ChanceNode():
                return "chance"
            case ir.DecideNode() if self._automaton.can_move(self._frame(state), state.node):
                return "decide"
            case _:
                return "over"

    def actor(self, state: State) -> int:
        """Who decides."""
        player: int = self._automaton.actors[state.node](self._frame(state))
        return player

    def moves(self, state: State) -> Sequence[Move]:
        """Legal moves, or possible outcomes, in order."""
        match self.game.nodes[state.node]:
            case ir.DecideNode(_, options):
                frame, player = self._frame(state), self.actor(state)
                actions = [self._actions[option.action] for option in options]
                return [Move(number, moves) for number, action in enumerate(actions) for moves in action.legal(frame, player)]
            case ir.ChanceNode():
                return [outcome.move for outcome in self.outcomes(state)]
            case _:
                return []

    def outcomes(self, state: State) -> Sequence[Outcome]:
        """The finite distribution at a `chance` state."""
        weights = self._automaton.chances.get(state.node)
        return () if weights is None else distribution(weights(self._frame(state)))

    def apply(self, state: State, move: Move) -> State:
        """The position after a legal move or possible outcome, at its next rest."""
        refusal = self.explain(state, move)
        if refusal is not None:
            reason = refusal.reason
            raise RulesError(finding("E0805", "this move is not legal", refusal.rule.span, f"by {refusal.rule.name}", reason=reason))
        frame = self._frame(state)
        match self.game.nodes[state.node]:
            case ir.DecideNode(_, options):
                return self._after_action(frame, options[move.option], self.actor(state), move.arguments)
            case ir.ChanceNode(variable, then=then):
                frame[self._compiler.variables[variable]] = move.arguments[0]
                return self._rest(frame, then)
            case _:
                raise AssertionError("a state without a move has been explained")

    def start(self, body: tuple[ir.Stmt, ...] = (), section: str | None = None) -> State:
        """The first rest of a play in which `body` changes the first position (before anything is played) and that begins at a sub-play."""
        step = self._statements.block(body)
        frame = self._first_frame()
        step(frame)
        return self._rest(frame, 0 if section is None else dict(self.game.sections)[section])

    def resume(self, state: State, section: str) -> State:
        """The first rest when play goes on from the beginning of a sub-play."""
        return self._rest(self._frame(state), dict(self.game.sections)[section])

    def run(self, state: State, body: tuple[ir.Stmt, ...]) -> State:
        """The position after eager statements at a rest (an event of an example); play rests where it did unless they change that."""
        step = self._statements.block(body)
        frame = self._frame(state)
        try:
            step(frame)
        except EndOfPlay:
            return self._rest(frame, self._automaton.stop)
        return self._rest(frame, state.node)

    # -- judging ------------------------------------------------------------------------------------------------------

    def find_end(self, state: State) -> GameEnd | None:
        """How the game ended, None if it has not."""
        kind = self.kind(state)
        if kind != "over":
            return None
        stuck = state.node != self._automaton.stop
        return self._endings.first(self._frame(state), stuck) or GameEnd("stuck" if stuck else "stop")

    def find_holding(self, state: State) -> GameEnd | None:
        """The first ending whose condition holds, whether or not it is tested there."""
        return self._endings.first(self._frame(state))

    def scores(self, state: State) -> tuple[int, ...]:
        """One number for each player."""
        if self.game.scores:
            return self._scores.total(self._make_judging_frame(state, self._stuck_in_scores))
        return of_ended(self.find_end(state), cardinality(self.game.players))

    def score_lines(self, state: State) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Label and numbers of each score line."""
        return self._scores.list_lines(self._make_judging_frame(state, self._stuck_in_scores))

    def claims(self, state: State) -> tuple[bool, ...]:
        """The condition of each claim."""
        frame = self._make_judging_frame(state, self._stuck_in_claims)
        return tuple([claim(frame) for claim in self._claims])

    def observation(self, state: State, player: int) -> tuple[Value, ...]:
        """What a player can see."""
        return (*self.views(state.values, player), state.node)

    def views(self, values: Sequence[Value], player: int) -> list[Value]:
        """What a player can see of these values of the variables, also in the middle of a move."""
        frame = self._compiler.frame(values)
        return [look(frame, player) for look in self._views]

    def value(self, expr: ir.Expr, state: State, locals_: Mapping[str, Value] | None = None) -> Value:
        """The value of an expression in a state, with values for some locals."""
        if id(expr) not in self._values:
            self._values[id(expr)] = expr, self._compiler.closure(expr), asks_stuck([expr], self._functions)
        _, closure, stuck = self._values[id(expr)]
        given = {self._compiler.slot(name): value for name, value in (locals_ or {}).items()}
        frame = self._make_judging_frame(state, stuck)
        for slot, value in given.items():
            frame[slot] = value
        return closure(frame)

    # -- encoding -----------------------------------------------------------------------------------------------------

    def encode(self, state: State) -> bytes:
        """The canonical packed form."""
        return self.codec.encode(state)

    def decode(self, data: bytes) -> State:
        """The inverse of `encode`."""
        return self.codec.decode(data)

    # -- refusals -----------------------------------------------------------------------------------------------------

    def explain(self, state: State, move: Move) -> Refusal | None:
        """Why a move is refused; None if it is legal."""
        try:
            self._check(state, move)
        except IllegalMove as refused:
            return Refusal(refused.reason, refused.rule)
        return None

    def argument_types(self, state: State, move: Move) -> tuple[Type, ...]:
        """The types of the arguments of a legal move at a decision."""
        node = self.game.nodes[state.node]
        assert isinstance(node, ir.DecideNode)
        action = self._actions[node.options[move.option].action]
        return action.types(self._frame(state), self.actor(state), move.arguments)

    def next_choice(self, state: State, move: Move) -> OpenChoice:
        """The choice that is met next once these arguments are given."""
        node = self.game.nodes[state.node]
        assert isinstance(node, ir.DecideNode)
        action = self._actions[node.options[move.option].action]
        return action.next_choice(self._frame(state), self.actor(state), move.arguments)

    def _check(self, state: State, move: Move) -> None:
        match self.game.nodes[state.node]:
            case ir.DecideNode(_, options) if 0 <= move.option < len(options):
                action = self._actions[options[move.option].action]
                action.check(self._frame(state), self.actor(state), move.arguments)
            case ir.ChanceNode() as node if move.option == 0 and len(move.arguments) == 1:
                possible = [outcome.move.arguments[0] for outcome in self.outcomes(state)]
                if move.arguments[0] not in possible:
                    raise IllegalMove(not_among(self.game.language, node.type, move.arguments[0], possible), node.rule)
            case ir.StopNode():
                raise IllegalMove(refuse_in(self.game.language, RefusalKind.OVER), PLAY)
            case _:
                raise IllegalMove(refuse_in(self.game.language, RefusalKind.NOT_OFFERED), PLAY)

    # -- frames -------------------------------------------------------------------------------------------------------

    def _frame(self, state: State) -> Frame:
        return self._compiler.frame(state.values)

    def _make_judging_frame(self, state: State, stuck: bool) -> Frame:
        """A frame in which `stuck()` has its value if that is asked."""
        frame = self._frame(state)
        if stuck and isinstance(self.game.nodes[state.node], ir.DecideNode):
            frame[self._compiler.stuck_slot] = self.kind(state) == "over"
        return frame

    def _rest(self, frame: Frame, node: int) -> State:
        rest = self._automaton.run(frame, node)
        return State(tuple(frame[: len(self.game.variables)]), rest)

    def _after_action(self, frame: Frame, option: ir.Option, player: int, arguments: tuple[Value, ...]) -> State:
        try:
            self._actions[option.action].make(frame, player, arguments)
        except EndOfPlay:
            return self._rest(frame, self._automaton.stop)
        return self._rest(frame, option.then)

    def _first_frame(self) -> Frame:
        frame = self._compiler.frame([zero(variable.type) for variable in self.game.variables])
        for slot, initial in enumerate(self._initial):
            frame[slot] = initial(frame)
        return frame

    def _initial_value(self, variable: ir.StateVar) -> Closure:
        return self._compiler.convert_value(variable.initial, variable.type, variable.initial)

    def _resting(self) -> dict[int, Value]:
        """The values of control variables when the game is over."""
        frame = self._first_frame()
        return {slot: frame[slot] for slot, variable in enumerate(self.game.variables) if variable.control}

    def _possible(self, action: str) -> Callable[[Frame, int], bool]:
        """Has the action a legal move? Asked on a frame of its own, so that nothing is disturbed."""

        def ask(frame: Frame, player: int) -> bool:
            if action in self._asking:
                span = self._actions[action].action.rule.span
                stop_play("E0912", f"possible({action}) asks for itself", span, label="this is what it tests")
            self._asking.add(action)
            try:
                copy = self._compiler.frame(frame[: len(self.game.variables)])
                return any(True for _ in self._actions[action].legal(copy, player))
            finally:
                self._asking.discard(action)

        return ask
