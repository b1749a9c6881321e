"""A find puzzle as a game: each move fills a cell, and is refused if a rule could no longer hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rules_dsl.diagnostics.diagnostic import RulesError, finding
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.texts import words_of
from rules_dsl.ir.types import ListType, Value, values
from rules_dsl.machine.api import GameEnd, Move, Outcome, Refusal, State
from rules_dsl.machine.codec import Codec
from rules_dsl.machine.domains import not_among
from rules_dsl.machine.filling.puzzle import BrokenRule, FindPuzzle
from rules_dsl.machine.refusing import RefusalKind, refuse_in

NOBODY = ir.Rule("find")


class FindMachine:
    """The Machine of a find puzzle. A state holds each cell as a list of at most one value; option number n fills cell n."""

    def __init__(self, game: ir.Game) -> None:
        self.puzzle = FindPuzzle(game)
        self.game = _as_game(game, self.puzzle)
        self._codec = Codec(self.game)
        self._looked_at: State | None = None
        self._found_broken: tuple[BrokenRule, ...] = ()

    def initial(self) -> State:
        """All cells empty."""
        return self._state(((),) * len(self.puzzle.cells))

    def kind(self, state: State) -> str:
        """`decide`, or `over` where all is filled or nothing fits."""
        return "decide" if any(True for _ in self._legal(state)) else "over"

    def actor(self, state: State) -> int:
        """The first player."""
        return 0

    def moves(self, state: State) -> Sequence[Move]:
        """Everything that may be filled in without breaking a rule for sure."""
        return list(self._legal(state))

    def apply(self, state: State, move: Move) -> State:
        """The position with one more cell filled."""
        refusal = self.explain(state, move)
        if refusal is not None:
            raise RulesError(
                finding("E0805", "this move is not legal", refusal.rule.span, f"by {refusal.rule.name}", reason=refusal.reason)
            )
        return self._fill_cell(state, move.option, move.arguments[0])

    def outcomes(self, state: State) -> Sequence[Outcome]:
        """There is no chance in a puzzle."""
        return ()

    def find_end(self, state: State) -> GameEnd | None:
        """Solved, stuck, or not ended."""
        if self.kind(state) == "decide":
            return None
        return GameEnd("stuck" if () in state.values else "goal")

    def scores(self, state: State) -> tuple[int, ...]:
        """1 for a solved puzzle."""
        return (int(self.find_end(state) == GameEnd("goal")),)

    def score_lines(self, state: State) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """A puzzle has no score lines."""
        return ()

    def observation(self, state: State, player: int) -> tuple[Value, ...]:
        """Everything can be seen."""
        return (*state.values, state.node)

    def encode(self, state: State) -> bytes:
        """The canonical packed form."""
        return self._codec.encode(state)

    def decode(self, data: bytes) -> State:
        """The inverse of `encode`."""
        return self._codec.decode(data)

    def claims(self, state: State) -> tuple[bool, ...]:
        """A find puzzle has no claims."""
        return ()

    def explain(self, state: State, move: Move) -> Refusal | None:
        """Why a cell cannot be filled like this; None if it can."""
        if not 0 <= move.option < len(self.puzzle.cells) or len(move.arguments) != 1:
            return Refusal(refuse_in(self.game.language, RefusalKind.NOT_OFFERED), NOBODY)
        cell, value = self.puzzle.cells[move.option], move.arguments[0]
        if state.values[move.option]:
            return Refusal(refuse_in(self.game.language, RefusalKind.FILLED, place_in_words(cell.name)), NOBODY)
        if value not in (allowed := values(cell.type)):
            return Refusal(not_among(self.game.language, cell.type, value, allowed), NOBODY)
        broken = self._list_broken_by(move, state)
        return Refusal(broken[0].rule.reason or refuse_in(self.game.language, RefusalKind.BROKEN, words_of(broken[0].rule.name)), broken[0].rule.rule) if broken else None

    def _list_broken_by(self, move: Move, state: State) -> tuple[BrokenRule, ...]:
        """The rules that cannot hold any more after a move. Once all is filled they are evaluated as they stand, and may fail."""
        after = self._fill_cell(state, move.option, move.arguments[0])
        broken = self.puzzle.list_broken_at(move.option, _list_fixed(after)) or self._list_broken_already(state)
        if broken or () in after.values:
            return broken
        return self.puzzle.list_violated(self.puzzle.complete_values(_list_fixed(after)))

    def _list_broken_already(self, state: State) -> tuple[BrokenRule, ...]:
        """The rules that cannot hold any more in a position; only positions that no play reaches have any. Kept for the last position asked."""
        if self._looked_at != state:
            self._looked_at, self._found_broken = state, self.puzzle.list_broken(_list_fixed(state))
        return self._found_broken

    def _legal(self, state: State) -> Iterator[Move]:
        for number, cell in enumerate(self.puzzle.cells):
            if not state.values[number]:
                moves = (Move(number, (value,)) for value in values(cell.type))
                yield from (move for move in moves if self.explain(state, move) is None)

    def _fill_cell(self, state: State, number: int, value: Value) -> State:
        return self._state((*state.values[:number], (value,), *state.values[number + 1 :]))

    def _state(self, cells: tuple[Value, ...]) -> State:
        return State(cells, 0 if () in cells else 1)


def place_in_words(name: str) -> str:
    """A cell by its place alone: `a1` of `number_at[a1]`."""
    before, bracket, inside = name.partition("[")
    return inside.removesuffix("]") if bracket else words_of(before.partition(" in ")[0])


def _list_fixed(state: State) -> Mapping[int, Value]:
    return {number: filled[0] for number, filled in enumerate(state.values) if filled}


def _as_game(game: ir.Game, puzzle: FindPuzzle) -> ir.Game:
    """The same game with a variable and an action for each cell, so that notation, pictures and encodings know them."""
    kinds = [(cell.name, ListType(cell.type, 1)) for cell in puzzle.cells]
    variables = tuple([ir.StateVar(name, kind, ir.Literal((), kind), ir.Seen("all")) for name, kind in kinds])
    actions = tuple([_filling(cell.name, ir.Parameter(f"{cell.name} filled", cell.type)) for cell in puzzle.cells])
    options = tuple([ir.Option(action.name, 0) for action in actions])
    nodes = (ir.DecideNode(ir.Literal(0, game.players), options, None, "fill"), ir.StopNode())
    return replace(game, variables=variables, actions=actions, nodes=nodes)


def _filling(name: str, parameter: ir.Parameter) -> ir.Action:
    return ir.Action(name, name, f"{name} by", (parameter,), (), (), NOBODY)
