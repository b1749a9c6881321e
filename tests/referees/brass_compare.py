"""Random plays of Brass: Lancashire, led by the engine and by the referee at once; every step is compared.

`python -m tests.referees.brass_compare 100 --players 3 --seed 7` prints each play in which they disagree.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from tests.referees.brass_engine import EnginePlay, describe_referee, find_differences
from tests.referees.brass_facts import TILES, Era, Options
from tests.referees.brass_lancashire import Referee
from tests.referees.brass_legal import NONE, Move
from tests.referees.brass_table import Stage

WEIGHTS = {
    "build": (9, 27, 81),
    "build_anywhere": (1, 3, 27),
    "link": (3, 27, 81),
    "link_on": (3, 27),
    "develop": (1, 3, 9),
    "sell": (9, 81),
    "sell_on": (9, 81),
    "take_loan": (1, 3, 9),
    "pass_action": (0, 0, 1, 3),
}
"""How often a play takes an action beside the others: one of these numbers, drawn for each play."""


@dataclass(frozen=True, slots=True)
class HeadStart:
    """What everybody has before the first turn beyond the rulebook, so that random plays see more than poverty."""

    money: int
    space: int
    developed: dict[str, int]


HEAD_STARTS = (
    None,
    HeadStart(money=90, space=24, developed={}),
    HeadStart(money=250, space=60, developed={"shipyard": 2, "cotton_mill": 2}),
    HeadStart(money=500, space=97, developed={"shipyard": 4, "iron_works": 1}),
)
"""A play takes the one its seed falls on: one play in four begins as the rulebook says."""


class Disagreement(AssertionError):
    """Engine and referee differ; the message has the play up to here."""


@dataclass
class Comparison:
    """One random play. `moves` is what was played, `used` counts the actions."""

    engine: EnginePlay
    seed: int
    moves: list[str] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.dice = Random(self.seed)
        self.engine.restart()
        self.referee = Referee(self.engine.options, self.engine.game.players)
        head_start = HEAD_STARTS[self.seed % len(HEAD_STARTS)]
        if head_start is not None:
            self._give(head_start)
        self.weights = {action: self.dice.choice(weights) for action, weights in WEIGHTS.items()}

    def run(self) -> None:
        """Play to the end; raises Disagreement at the first difference."""
        self._follow_hidden_draws()
        while not self.engine.over:
            if self.engine.at_chance:
                self._take_chance()
            else:
                self._decide()
            self._follow_hidden_draws()
        self._insist(self.referee.stage is Stage.OVER, f"the engine has ended, the referee waits: {self.referee.stage}")
        self._compare_positions()
        winners = self.referee.winners()
        self._insist(self.engine.winners() == (winners if len(winners) == 1 else None), f"referee: winners {winners}")
        points = sorted(player.points for player in self.referee.table.players.values())
        self.used["shared wins"] += len(winners) > 1
        self.used["wins by the income or the money"] += len(winners) == 1 and points[-1] == points[-2]

    def _give(self, head_start: HeadStart) -> None:
        for player in self.referee.table.players.values():
            player.money, player.space = head_start.money, head_start.space
            player.taken.update(head_start.developed)
        players = self.referee.table.players
        self.engine.restart(
            money={name: player.money for name, player in players.items()},
            progress={name: player.space for name, player in players.items()},
            taken={name: player.taken for name, player in players.items()},
        )

    # -- decisions ----------------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        self._insist(self.referee.actor == self.engine.actor, f"{self.engine.actor} decides, but {self.referee.actor}")
        self._compare_positions()
        offered, allowed = self.engine.moves(), self.referee.legal_moves()
        self._insist(
            offered.keys() == allowed,
            f"only engine: {sorted(offered.keys() - allowed)[:9]}; "
            f"only referee: {sorted(allowed - offered.keys())[:9]}",
        )
        move = self._choose(sorted(offered))
        self.before = self.engine.values if self.engine.deck else {}
        self.moves.append(f"{self.engine.actor}: {' '.join(move)}")
        self.used[move[0]] += 1
        self.used.update(name_events(self.referee, allowed, move))
        self.engine.apply(offered[move])
        self.referee.play(move)

    def _choose(self, moves: list[Move]) -> Move:
        """An action by the weights of this play, then any move of it."""
        actions = sorted({move[0] for move in moves})
        action = self.dice.choices(actions, [self.weights.get(action, 9) or 0.01 for action in actions])[0]
        possible = [move for move in moves if move[0] == action]
        rare = [move for move in possible if self._overbuilds_another(move)]
        return self.dice.choice(rare if rare and self.dice.random() < 0.5 else possible)

    def _overbuilds_another(self, move: Move) -> bool:
        built = self.referee.table.board.built.get(move[2]) if move[0] in ("build", "build_anywhere") else None
        return built is not None and built.owner != self.engine.actor

    # -- chance -------------------------------------------------------------------------------------------------------

    def _take_chance(self) -> None:
        """Chance acts; in three plays of four only the cards in the hands are compared, not those that might come."""
        if self.referee.stage is Stage.CARD and self.seed % 16 > 3:
            return self.engine.draw_unseen(self.dice)
        outcomes = self.engine.outcomes()
        self._compare_weights({name: weight for name, (_, weight) in outcomes.items()})
        name = self.dice.choices(list(outcomes), [weight for _, weight in outcomes.values()])[0]
        self.moves.append(name)
        self.engine.apply(outcomes[name][0])
        match self.referee.stage:
            case Stage.ORDER:
                self._follow_order()
            case Stage.CARD:
                self.referee.draw_card(name)
            case Stage.MERCHANT:
                self.referee.turn_up_merchant(int(name.removeprefix("merchant_")))
            case stage:
                self._insist(False, f"chance brings {name}, but the referee waits: {stage}")

    def _compare_weights(self, weights: dict[str, int]) -> None:
        """Every card and every merchant tile that nobody has seen is as likely as any other."""
        table = self.referee.table
        match self.referee.stage:
            case Stage.CARD:
                numbers = dict(table.cards.unseen)
            case Stage.MERCHANT:
                numbers = {f"merchant_{steps}": number for steps, number in table.merchants.items()}
            case _:
                return
        possible = {name: Fraction(number, sum(numbers.values())) for name, number in numbers.items() if number}
        offered = {name: Fraction(weight, sum(weights.values())) for name, weight in weights.items()}
        self._insist(offered == possible, f"engine draws {offered}, referee {possible}")

    def _follow_order(self) -> None:
        order = self.engine.values["order"]
        if len(order) == self.engine.options.players:
            self.referee.set_order(order)

    def _follow_hidden_draws(self) -> None:
        """With a fixed deck, and where only one outcome is possible, the engine asks chance for nothing.

        What it has drawn is seen in its position.
        """
        if self.engine.at_chance or self.referee.stage not in (Stage.MERCHANT, Stage.CARD, Stage.ORDER):
            return
        values = self.engine.values
        if self.referee.stage is Stage.ORDER:
            self.referee.set_order(values["order"])
        if self.referee.stage is Stage.MERCHANT:
            self.referee.turn_up_merchant(self._find_turned_up())
        while self.referee.stage is Stage.CARD:
            self.referee.draw_card(self._find_drawn(values))

    def _find_turned_up(self) -> int:
        if self.engine.deck:
            return int(self.before["merchant_pile"]["top"][0].removeprefix("merchant_"))
        return next(steps for steps, number in self.referee.table.merchants.items() if number)

    def _find_drawn(self, values: dict[str, Any]) -> str:
        drawer = self.referee.actor
        assert drawer is not None
        hand = self.referee.table.players[drawer].hand
        dealt: dict[str, int] = values["hand"][drawer]
        return next(card for card, number in dealt.items() if number > hand[card])

    # -- differences --------------------------------------------------------------------------------------------------

    def _compare_positions(self) -> None:
        differences = find_differences(self.engine.describe(), describe_referee(self.referee))
        self._insist(not differences, "; ".join(differences))

    def _insist(self, agreed: bool, difference: str) -> None:
        if not agreed:
            raise Disagreement(f"{difference}\nafter {len(self.moves)} moves, the last {self.moves[-12:]}")


def name_events(referee: Referee, allowed: set[Move], move: Move) -> Iterator[str]:
    """What is rare and happens, or can happen, at this move."""
    table = referee.table
    match move:
        case ("build" | "build_anywhere", tile, space, coal, iron, *_):
            if space in table.board.built:
                yield "overbuilds " + ("own" if table.board.built[space].owner == referee.actor else "another's")
            if TILES[tile].coal and coal == NONE:
                yield f"buys coal at {table.coal.price()}"
            if TILES[tile].iron and iron == NONE:
                yield f"buys iron at {table.iron.price()}"
            if TILES[tile].industry == "shipyard":
                yield "builds a shipyard"
        case ("link" | "link_on", _, coal, *_) if table.era is Era.RAIL and coal == NONE:
            yield f"buys coal at {table.coal.price()}"
        case ("sell" | "sell_on", _, port, *_):
            yield "sells over the distant market" if port == NONE else "sells through a port"
    links = Counter(other[1] for other in allowed if other[0] == "link" and other[-1] == move[-1])
    if max(links.values(), default=0) > 1:
        yield "may choose between mines"
    if referee.actor and not table.board.has_link_tile(referee.actor):
        yield "has no link tile left"


def compare_plays(engine: EnginePlay, seeds: range) -> Counter[str]:
    """Compare a random play for each seed; how often each action was used. The first difference ends it."""
    used: Counter[str] = Counter()
    for seed in seeds:
        comparison = Comparison(engine, seed)
        try:
            comparison.run()
        except Disagreement as difference:
            raise Disagreement(f"{engine.options}, deck {engine.deck}, seed {seed}: {difference}") from None
        used += comparison.used
    return used


def main() -> int:
    """Compare as many plays as told; 1 if one differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.referees.brass_compare", description=__doc__)
    parser.add_argument("plays", type=int)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deck", type=int, default=0)
    parser.add_argument("--machine", default="native")
    for option in ("community", "classic_deck", "virtual_link", "introduction"):
        parser.add_argument(f"--{option.replace('_', '-')}", action="store_true")
    asked = parser.parse_args()
    options = Options(asked.players, asked.community, asked.classic_deck, asked.virtual_link, asked.introduction)
    engine = EnginePlay(options, asked.machine, asked.deck)
    different = 0
    used: Counter[str] = Counter()
    for seed in range(asked.seed, asked.seed + asked.plays):
        try:
            used += compare_plays(engine, range(seed, seed + 1))
        except Disagreement as difference:
            different += 1
            print(difference, flush=True)
    print(f"{asked.plays - different} of {asked.plays} plays agree, {options}, deck {asked.deck}: {dict(used)}")
    return min(different, 1)


if __name__ == "__main__":
    sys.exit(main())
