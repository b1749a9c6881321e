"""Move notation: `pick(Apple, 2)`, `rest`, and outcomes of chance such as `d = 5`."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import SequenceMatcher

from rules_dsl.diagnostics.diagnostic import RulesError, finding
from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir.nodes import Action, ChanceNode, DecideNode, Game
from rules_dsl.ir.texts import parse_value, show_value
from rules_dsl.ir.types import EnumType
from rules_dsl.machine.api import Machine, Move, Refusal, State
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.signatures import Signature, counts, fitting, readings
from rules_dsl.source import Span

NEAR_MOVES = 5
MOST_COMPARED = 2_000
LONGEST_MOVE = 4_000

MOST_REFERENCES = 8
_references: dict[
    int, ReferenceMachine
] = {}  # by identity: each machine keeps its game alive, so no identity comes back

_CALL = re.compile(r"(?P<title>[^\s(=][^(=]*?)\s*(?:\((?P<inside>.*)\))?\s*\Z", re.DOTALL)
_OUTCOME = re.compile(r"(?P<label>[A-Za-z_][A-Za-z0-9_.#]*)\s*=\s*(?P<value>.+)\Z", re.DOTALL)


Explain = Callable[[State, Move], Refusal | None]


class WrongMove(RulesError):
    """A text that is not a move here, or an illegal one."""


def show_move(machine: Machine, state: State, move: Move) -> str:
    """How a move is written: the inverse of `read_move`."""
    node = machine.game.nodes[state.node]
    if isinstance(node, ChanceNode):
        return f"{node.label} = {show_value(node.type, move.arguments[0])}"
    if not isinstance(node, DecideNode):
        raise ValueError("nobody moves after the end of the game")
    action = action_named(machine.game, node.options[move.option].action)
    inside = ", ".join(
        show_value(type_, value) for type_, value in zip(move_types(machine, state, move), move.arguments, strict=True)
    )
    return f"{action.title}({inside})" if inside else action.title


def move_types(machine: Machine, state: State, move: Move) -> Signature:
    """The types of a move's arguments.

    Where branches of the action differ, the reference machine decides which applies.
    """
    node = machine.game.nodes[state.node]
    assert isinstance(node, DecideNode)
    action = action_named(machine.game, node.options[move.option].action)
    possible = fitting(action, move.arguments)
    if not possible:
        raise ValueError(f"{move.arguments} are no arguments of {action.title}")
    return possible[0] if len(possible) == 1 else reference_of(machine).argument_types(state, move)


def reference_of(machine: Machine) -> ReferenceMachine:
    """The reference machine of the same game, made once."""
    if isinstance(machine, ReferenceMachine):
        return machine
    if id(machine.game) not in _references:
        if len(_references) >= MOST_REFERENCES:
            _references.clear()
        _references[id(machine.game)] = ReferenceMachine(machine.game)
    return _references[id(machine.game)]


def read_move(machine: Machine, state: State, text: str, span: Span | None = None) -> Move:
    """The move that a text means here, legal or not. Raises WrongMove if it cannot be read."""
    return _Reader(machine, state, text, span).move()


def legal_move(
    machine: Machine, state: State, text: str, span: Span | None = None, explain: Explain | None = None
) -> Move:
    """The legal move that a text means. Raises WrongMove with the rule's reason and similar legal moves."""
    reader = _Reader(machine, state, text, span)
    move = reader.move()
    refusal = (explain or machine.explain)(state, move)
    if refusal is not None:
        raise reader.report_refusal(refusal)
    if move not in machine.moves(state):
        raise reader.wrong("E0805", f"{reader.text} is not legal here", reason="it is not among the moves")
    return move


def near_moves(machine: Machine, state: State, text: str) -> list[str]:
    """A few legal moves, those most like the text first."""
    if machine.kind(state) == "over":
        return []
    legal = [show_move(machine, state, move) for move in machine.moves(state)[:MOST_COMPARED]]
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(text[:LONGEST_MOVE])

    def likeness(other: str) -> float:
        matcher.set_seq1(other)
        return -matcher.ratio()

    return sorted(legal, key=likeness)[:NEAR_MOVES]


def action_named(game: Game, name: str) -> Action:
    """An action that exists."""
    return next(action for action in game.actions if action.name == name)


def split_arguments(inside: str) -> list[str]:
    """Arguments at the commas outside brackets and quotes."""
    parts: list[str] = []
    depth, start, quoted = 0, 0, False
    for place, character in enumerate(inside):
        if character == '"' and not (quoted and inside[place - 1] == "\\"):
            quoted = not quoted
        elif not quoted:
            depth += (character in "([{") - (character in ")]}")
            if character == "," and depth == 0:
                parts.append(inside[start:place].strip())
                start = place + 1
    parts.append(inside[start:].strip())
    return parts if parts != [""] else []


class _Reader:
    """Reads one text at one state."""

    def __init__(self, machine: Machine, state: State, text: str, span: Span | None) -> None:
        self.machine = machine
        self.state = state
        self.text = " ".join(text[:LONGEST_MOVE].split())
        self.span = span or Span("<move>", 1, 1, 1, len(self.text) + 1)
        self.node = machine.game.nodes[state.node]

    def move(self) -> Move:
        match self.node:
            case ChanceNode():
                return self._outcome(self.node)
            case DecideNode() if not self._is_over():
                return self._action(self.node)
            case _:
                raise self.wrong("E0806", f"{self.text}: the game is over")

    def _is_over(self) -> bool:
        """Is the game over by an ending?

        If it is over because no move is legal, the rules can still explain refusals.
        """
        ended = self.machine.find_end(self.state) if self.machine.kind(self.state) == "over" else None
        return ended is not None and ended.kind != "stuck"

    def wrong(self, code: str, message: str, label: str = "", reason: str = "") -> WrongMove:
        """A diagnostic with legal moves to choose from."""
        near = near_moves(self.machine, self.state, self.text)
        repair = f"play one of {', '.join(near)}" if len(near) > 1 else f"play {near[0]}" if near else ""
        return WrongMove(finding(code, message, self.span, label, reason=reason, repair=repair))

    def report_refusal(self, refusal: Refusal) -> WrongMove:
        error = self.wrong("E0805", f"{self.text} is not legal: {refusal.reason}")
        rule = ", ".join((refusal.rule.name, *refusal.rule.cites))
        return WrongMove(error.diagnostics[0].also(refusal.rule.span, f"by {rule}"))

    def _outcome(self, node: ChanceNode) -> Move:
        outcome = _OUTCOME.match(self.text)
        if not outcome:
            raise self.wrong(
                "E0804",
                f"{self.text}: here chance decides about {node.label}",
                reason=f"an outcome is written {node.label} = …",
            )
        if outcome["label"] != node.label:
            raise self.wrong("E0804", f"{outcome['label']} is not decided here, chance decides about {node.label}")
        try:
            return Move(0, (parse_value(node.type, outcome["value"]),))
        except ValueError as problem:
            raise self.wrong("E0804", f"{self.text} cannot be read: {problem}") from None

    def _action(self, node: DecideNode) -> Move:
        result = _CALL.match(self.text)
        if not result:
            raise self._not_a_call(node)
        actions = [
            (number, action_named(self.machine.game, option.action)) for number, option in enumerate(node.options)
        ]
        offered = [(number, action) for number, action in actions if action.title == result["title"]]
        if not offered:
            raise self._not_offered(result["title"], [action.title for _, action in actions])
        return self._with_arguments(offered, split_arguments(result["inside"] or ""))

    def _not_a_call(self, node: DecideNode) -> WrongMove:
        if _OUTCOME.match(self.text):
            return self.wrong("E0804", f"{self.text}: here {self._actor()} decides, not chance")
        message = f"{self.text} is not written like a move" if self.text else "no move is written here"
        return self.wrong("E0804", message, reason="a move is written action(argument, …)")

    def _not_offered(self, title: str, offered: list[str]) -> WrongMove:
        listed = ", ".join(dict.fromkeys(offered))
        if any(action.title == title for action in self.machine.game.actions):
            return self.wrong("E0805", f"{title} is not a choice here", reason=f"{self._actor()} chooses {listed}")
        titles = [action.title for action in self.machine.game.actions]
        what = "move" if title.isdigit() else "action"
        return self.wrong(
            "E0804", f"there is no {what} {title}", hint(title, titles), reason=f"{self._actor()} chooses {listed}"
        )

    def _with_arguments(self, offered: list[tuple[int, Action]], texts: list[str]) -> Move:
        moves: list[Move] = []
        problems: list[str] = []
        for number, action in offered:
            values, why_not = readings(action, texts)
            problems += why_not
            moves += [
                move
                for signature, item in values
                if self._may_mean(move := Move(number, item), signature, len(values) + len(why_not))
            ]
        if moves:
            legal = [move for move in moves if len(moves) > 1 and self.machine.explain(self.state, move) is None]
            return (legal or moves)[0]
        if problems:
            raise self.wrong("E0804", f"{self.text} cannot be read: {problems[0]}")
        raise self._wrong_count(offered, len(texts))

    def _may_mean(self, move: Move, signature: Signature, signatures: int) -> bool:
        """Where branches ask for choices of different types, a text must name values of the branch that is taken."""
        if signatures == 1 or self.machine.explain(self.state, move) is not None:
            return True
        return reference_of(self.machine).argument_types(self.state, move) == signature

    def _wrong_count(self, offered: list[tuple[int, Action]], given: int) -> WrongMove:
        action = offered[0][1]
        possible = sorted({count for _, action in offered for count in counts(action)})
        wanted = " or ".join(str(count) for count in possible[:4]) + (" or more" if len(possible) > 4 else "")
        wanted += " argument" if possible == [1] else " arguments"
        names = ", ".join(parameter.name.rpartition(".")[2] for parameter in action.parameters)
        form = f"{action.title}({names})" if names else action.title
        return self.wrong(
            "E0804",
            f"{action.title} takes {wanted}, not {given}",
            reason=f"it is {form}, then what is chosen while doing it",
        )

    def _actor(self) -> str:
        players = self.machine.game.players
        assert isinstance(players, EnumType)
        return players.members[self.machine.actor(self.state)]
