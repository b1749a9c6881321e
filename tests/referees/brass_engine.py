"""The game of this project, put into the words of the referee: options, moves, chance and positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import regelwerk
from regelwerk.api.game import State as Position
from rules_dsl.ir.nodes import ChanceNode, DecideNode, Node
from rules_dsl.ir.texts import show_value
from rules_dsl.machine import api
from tests.referees.brass_facts import COTTON_X, Era, Options
from tests.referees.brass_lancashire import Referee
from tests.referees.brass_legal import Move

COTTON_SPACES = ("3a", "3b", "2a", "2b", "1a", "1b", "0a", "0b", "X")
LAST_SPACE = f"cotton_{COTTON_SPACES[COTTON_X]}"


@dataclass
class EnginePlay:
    """A play of the library game on one of its machines."""

    options: Options
    machine_name: str = "native"
    deck: int = 0
    _words: dict[tuple[int, int, int, object], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        options = self.options
        wanted: dict[str, object] = {
            "players": options.players,
            "board": "community" if options.community else "standard",
            "classic_deck": str(options.classic_deck).lower(),
            "virtual_link": str(options.virtual_link).lower(),
            "introduction": str(options.introduction).lower(),
            "deck": self.deck,
        }
        self.game = regelwerk.load("brass_lancashire", options=wanted, machine=self.machine_name)
        self.restart()

    def restart(self, **values: object) -> None:
        """Begin a new play, with these variables replaced."""
        self._run = self.game.state(values).run()
        self._seen: api.State | None = None

    @property
    def _state(self) -> api.State:
        if self._seen is None:
            self._seen = self._run.state.raw
        return self._seen

    @property
    def _node(self) -> Node:
        return self.game.rules.nodes[self._state.node]

    @property
    def over(self) -> bool:
        """Has the play ended?"""
        return self._run.over

    @property
    def at_chance(self) -> bool:
        """Is it chance's turn?"""
        return self._run.player is None and not self._run.over

    @property
    def actor(self) -> str:
        """Who decides."""
        return str(self._run.player)

    @property
    def values(self) -> dict[str, Any]:
        """The variables of the position by name."""
        return Position(self.game, self._state).values

    def moves(self) -> dict[Move, int]:
        """The legal moves in the referee's words, with their numbers in the run."""
        return {self._translate(move): number for number, move in self._numbered_moves()}

    def outcomes(self) -> dict[str, tuple[int, int]]:
        """What chance can bring here, with number and weight of each."""
        node, weights = self._node, self._run.weights
        assert isinstance(node, ChanceNode) and weights is not None
        named = [(show_value(node.type, move.arguments[0]), number) for number, move in self._numbered_moves()]
        return {name: (number, weight) for (name, number), weight in zip(named, weights, strict=True)}

    def _numbered_moves(self) -> Iterator[tuple[int, api.Move]]:
        return zip(self._run.moves, self.game.machine.moves(self._state), strict=True)

    def apply(self, number: int) -> None:
        """Go on by a move or an outcome."""
        self._run.push(number)
        self._seen = None

    def draw_unseen(self, dice: Random) -> None:
        """Let chance act without looking at what can happen, which takes most of the time of a comparison."""
        self.apply(dice.choices(self._run.moves, self._run.weights)[0])

    def describe(self) -> dict[str, object]:
        """The position in the words of `describe_referee`; what only the end scores is in the scores alone."""
        description = describe_engine(self.values)
        return description | {"points": self._run.scores} if self.over else description

    def winners(self) -> list[str] | None:
        """Who won alone; None if the win is shared."""
        result = self._run.result
        assert result is not None
        return None if result.player is None else [result.player]

    def _translate(self, move: api.Move) -> Move:
        node = self._node
        assert isinstance(node, DecideNode)
        words = [self._word(move, place) for place in range(len(move.arguments))]
        match node.options[move.option].action, words:
            case "build_anywhere", [*placing, one, other]:
                return ("build_anywhere", *placing, *sorted((one, other)))
            case "take_loan", [amount, card]:
                return ("take_loan", amount.removeprefix("loan_"), card)
            case action, _:
                return (action, *words)

    def _word(self, move: api.Move, place: int) -> str:
        value = move.arguments[place]
        key = (self._state.node, move.option, place, value)
        if key not in self._words:
            types = self.game.argument_types(self._state, move)
            self._words[key] = show_value(types[place], value)
        return self._words[key]


def describe_engine(values: dict[str, Any]) -> dict[str, object]:
    """A position of the engine, in the form of `describe_referee`."""
    return {
        "era": values["era"],
        "round": values["round"],
        "order": values["order"],
        "actions left": values["actions_left"],
        "money": values["money"],
        "spent": values["spent"],
        "income space": values["progress"],
        "points": values["points"],
        "taken from the mat": values["taken"],
        "hands": {player: _without_zeros(hand) for player, hand in values["hand"].items()},
        "discards": _without_zeros(values["discards"]),
        "cards left": _count_deck(values["pile"]) - values["beneath"],
        "cotton": values["cotton"],
        "merchants left": _without_zeros(_merchants(values["merchant_pile"])),
        "coal market": values["coal_market"],
        "iron market": values["iron_market"],
        "tiles": _engine_tiles(values),
        "links": {player: sorted(lines) for player, lines in values["links"].items()},
    }


def describe_referee(referee: Referee) -> dict[str, object]:
    """Everything the referee knows about the table, in plain values."""
    table = referee.table
    players = table.players
    return {
        "era": "canal_era" if table.era is Era.CANAL else "rail_era",
        "round": table.round,
        "order": table.order,
        "actions left": table.actions_left,
        "money": {name: player.money for name, player in players.items()},
        "spent": {name: player.spent for name, player in players.items()},
        "income space": {name: player.space for name, player in players.items()},
        "points": {name: player.points for name, player in players.items()},
        "taken from the mat": {name: player.taken for name, player in players.items()},
        "hands": {name: _without_zeros(player.hand) for name, player in players.items()},
        "discards": _without_zeros(table.cards.discards),
        "cards left": table.cards.left,
        "cotton": f"cotton_{COTTON_SPACES[table.cotton]}",
        "merchants left": _without_zeros({f"merchant_{steps}": number for steps, number in table.merchants.items()}),
        "coal market": table.coal.cubes,
        "iron market": table.iron.cubes,
        "tiles": {
            name: (built.owner, built.tile.name, built.cubes, built.flipped)
            for name, built in table.board.built.items()
        },
        "links": {name: sorted(table.board.links_of(name)) for name in players},
    }


def find_differences(engine: dict[str, object], referee: dict[str, object]) -> list[str]:
    """What the two say differently."""
    return [f"{key}: engine {engine[key]}, referee {referee[key]}" for key in engine if engine[key] != referee[key]]


def _engine_tiles(values: dict[str, Any]) -> dict[str, tuple[str, str, int, bool]]:
    owners = {space: player for player, spaces in values["built"].items() for space in spaces}
    return {
        space: (owners.get(space, "nobody"), tile, values["cubes"][space], space in values["flipped"])
        for space, tile in values["tile_on"].items()
        if tile is not None
    }


def _without_zeros(numbers: dict[str, int]) -> dict[str, int]:
    return {name: number for name, number in numbers.items() if number}


def _count_deck(deck: dict[str, Any]) -> int:
    return len(deck["top"]) + sum(map(int, deck["unseen"].values()))


def _merchants(deck: dict[str, Any]) -> dict[str, int]:
    return dict(Counter(deck["top"]) + Counter(deck["unseen"]))
