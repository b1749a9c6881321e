"""What lies beside the board of Brass: Lancashire: markets, piles of cards, and what each player has."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum

from tests.referees.brass_board import Board
from tests.referees.brass_facts import (
    FIRST_SPACE,
    HIGHEST_SPACE,
    INCOME_LEVELS,
    INDUSTRIES,
    MAT,
    PRICE_WHEN_EMPTY,
    Era,
    Facts,
    Tile,
)


@dataclass(slots=True)
class Market:
    """The coal market or the iron market: cubes lie on its dearest spaces, for the cheapest are sold first."""

    prices: tuple[int, ...]
    cubes: int

    def price(self) -> int:
        """What the next cube costs; £5 when the market is empty (Eisen verbrauchen 2, Kohle verbrauchen 2)."""
        return self.prices[-self.cubes] if self.cubes else PRICE_WHEN_EMPTY

    def buy(self) -> int:
        """Take a cube away; the price of it."""
        price = self.price()
        self.cubes = max(0, self.cubes - 1)
        return price

    def sell(self, cubes: int) -> tuple[int, int]:
        """Lay as many cubes as fit on free spaces, the dearest first: how many and what they bring."""
        sold = min(cubes, len(self.prices) - self.cubes)
        free = self.prices[: len(self.prices) - self.cubes]
        self.cubes += sold
        return sold, sum(free[len(free) - sold :])


@dataclass(slots=True)
class Player:
    """A player: money, markers on the track, hand, and how many tiles of each industry have left the mat."""

    name: str
    money: int
    spent: int = 0
    space: int = FIRST_SPACE
    points: int = 0
    hand: Counter[str] = field(default_factory=Counter)
    taken: dict[str, int] = field(default_factory=lambda: dict.fromkeys(INDUSTRIES, 0))

    @property
    def level(self) -> int:
        """The income level (Einkommen erhalten)."""
        return INCOME_LEVELS[self.space]

    def next_tile(self, industry: str) -> Tile | None:
        """The tile of the lowest level that is left on the mat, if any."""
        stack = MAT[industry]
        return stack[self.taken[industry]] if self.taken[industry] < len(stack) else None

    def advance(self, spaces: int) -> None:
        """Income rises by spaces, not by levels, and not beyond level 30 (Einkommen erhöhen)."""
        self.space = min(self.space + spaces, HIGHEST_SPACE)

    def pay(self, amount: int) -> None:
        """Money that is spent goes to the character tile and counts for the next order of play (Geld ausgeben)."""
        self.money -= amount
        self.spent += amount


@dataclass(slots=True)
class Cards:
    """The draw pile of an era and the cards that were played.

    `unseen` are the cards of the pile, those beneath the banker and those taken out: nobody knows which is where.
    """

    facts: Facts
    era: Era
    unseen: Counter[str]
    left: int
    discards: Counter[str] = field(default_factory=Counter)

    @classmethod
    def shuffled(cls, facts: Facts, era: Era) -> Cards:
        """All cards of the game as a new pile (Vorbereitung Spielplan 3 and 4, Ende der Kanalepoche 5 and 6)."""
        return cls(facts, era, Counter(facts.cards), facts.cards.total() - facts.unused_cards[era])

    def draw(self, card: str) -> None:
        """Somebody draws this card."""
        if not self.left or not self.unseen[card]:
            raise ValueError(f"no {card} can be drawn")
        self.unseen[card] -= 1
        self.left -= 1


class Stage(Enum):
    """What the table waits for."""

    ORDER = "the first order of play is drawn"
    CARD = "a player draws a card"
    ACTION = "a player chooses an action"
    SECOND_TILE = "a player who develops may take away a second tile"
    SECOND_LINK = "a player who laid a railway may lay a second one"
    NEXT_MILL = "a player who sold may sell from another mill"
    MERCHANT = "a merchant tile is turned up"
    DEBT = "a player who cannot pay takes an industry tile off the board"
    OVER = "the game is over"


@dataclass(slots=True)
class Table:
    """Everything that is on the table."""

    facts: Facts
    board: Board
    coal: Market
    iron: Market
    players: dict[str, Player]
    cards: Cards
    merchants: Counter[int]
    era: Era = Era.CANAL
    round: int = 1
    order: list[str] = field(default_factory=list)
    turn: int = 0
    actions_left: int = 0
    cotton: int = 0
    stage: Stage = Stage.ORDER

    @classmethod
    def laid_out(cls, facts: Facts, names: tuple[str, ...]) -> Table:
        """The table before the order of play is drawn (Vorbereitung Spielplan, Vorbereitung Spielerbereich)."""
        full = len(facts.prices)
        return cls(
            facts=facts,
            board=Board(facts),
            coal=Market(facts.prices, full),
            iron=Market(facts.prices, full),
            players={name: Player(name, facts.start_money) for name in names},
            cards=Cards.shuffled(facts, Era.CANAL),
            merchants=Counter(dict(enumerate(facts.merchants))),
        )

    @property
    def mover(self) -> Player:
        """Whose turn it is."""
        return self.players[self.order[self.turn]]
