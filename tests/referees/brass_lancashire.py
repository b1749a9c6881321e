"""A referee for Brass: Lancashire, written from the rulebook and the lists of components alone.

It shares no code with this project, and who wrote it had not seen the rules file of the game: two readings of one
rulebook are compared. Chapters in brackets are those of the German rulebook of 2018. The moves are described in
`brass_legal.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.referees.brass_board import Built
from tests.referees.brass_facts import (
    COTTON_BONUS,
    COTTON_X,
    HAND,
    TILES,
    Era,
    Facts,
    Options,
    Tile,
    find_highest_space,
)
from tests.referees.brass_legal import (
    CANAL_PRICE,
    ENOUGH,
    LOANS,
    NONE,
    RAIL_PRICE,
    SECOND_RAIL_PRICE,
    Move,
    list_moves,
)
from tests.referees.brass_table import Cards, Market, Player, Stage, Table

MONEY_PER_POINT = 10
MONEY_PER_POINT_INTRODUCTION = 4
MOST_POINTS_FOR_MONEY_INTRODUCTION = 15


class Referee:
    """Leads a game: says what is waited for and which moves are legal, and carries out what is told."""

    def __init__(self, options: Options, names: tuple[str, ...]) -> None:
        self.facts = Facts(options)
        self.table = Table.laid_out(self.facts, names)
        self._drawers: list[str] = []
        self._unpaid: list[str] = []
        self._selling: Built | None = None
        self._legal: set[Move] | None = None

    # -- what is waited for -------------------------------------------------------------------------------------------

    @property
    def stage(self) -> Stage:
        """What the table waits for."""
        return self.table.stage

    @property
    def actor(self) -> str | None:
        """Who decides or draws a card."""
        match self.stage:
            case Stage.ORDER | Stage.MERCHANT | Stage.OVER:
                return None
            case Stage.CARD:
                return self._drawers[0]
            case Stage.DEBT:
                return self._unpaid[0]
            case _:
                return self.table.mover.name

    def legal_moves(self) -> set[Move]:
        """The legal moves of the player who decides."""
        if self._legal is None:
            actor = self.actor
            self._legal = set() if actor is None else list_moves(self.table, self.stage, self.table.players[actor])
        return self._legal

    # -- chance -------------------------------------------------------------------------------------------------------

    def set_order(self, order: list[str]) -> None:
        """The character tiles have been shuffled (Vorbereitung Spielerbereich, last paragraph)."""
        self.table.order = list(order)
        self._deal()

    def draw_card(self, card: str) -> None:
        """The player who is to draw gets this card."""
        player = self.table.players[self._drawers.pop(0)]
        self.table.cards.draw(card)
        player.hand[card] += 1
        if not self._drawers:
            self._begin_next_turn()

    def turn_up_merchant(self, steps: int) -> None:
        """The marker moves by the steps of the tile; at the X the action is over (Verkaufen, „Ferner Markt“)."""
        table = self.table
        table.merchants[steps] -= 1
        table.cotton = min(table.cotton + steps, COTTON_X)
        mill, self._selling = self._selling, None
        if table.cotton == COTTON_X or mill is None:
            return self._end_action()
        table.mover.advance(COTTON_BONUS[table.cotton])
        self._flip(mill)
        self._go_on(Stage.NEXT_MILL)

    # -- moves --------------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Carry out a legal move."""
        if move not in self.legal_moves():
            raise ValueError(f"{move} is not legal")
        self._legal = None
        match move:
            case ("build", tile, space, coal, iron, card):
                self._discard(card)
                self._build(TILES[tile], space, coal, iron)
            case ("build_anywhere", tile, space, coal, iron, card, other):
                self._discard(card, other)
                self._build(TILES[tile], space, coal, iron)
            case ("link", line, coal, card):
                self._discard(card)
                self._lay_first_link(line, coal)
            case ("link_on", line, coal):
                self._lay_railway(line, coal, SECOND_RAIL_PRICE)
                self._end_action()
            case ("develop", tile, iron, card):
                self._discard(card)
                self._develop(TILES[tile], iron)
                self._go_on(Stage.SECOND_TILE)
            case ("develop_on", tile, iron):
                self._develop(TILES[tile], iron)
                self._end_action()
            case ("sell", mill, port, card):
                self._discard(card)
                self._sell(mill, port)
            case ("sell_on", mill, port):
                self._sell(mill, port)
            case ("take_loan", amount, card):
                self._discard(card)
                self._take_loan(amount)
            case ("pass_action", card):
                self._discard(card)
                self._end_action()
            case ("sell_tile", space):
                self._sell_tile(space)
            case _:
                self._end_action()

    def _discard(self, *cards: str) -> None:
        """Each action takes a card, played openly (Spielzug)."""
        for card in cards:
            self.table.mover.hand[card] -= 1
            self.table.cards.discards[card] += 1
            self.table.actions_left -= 1

    def _go_on(self, stage: Stage) -> None:
        """A step that may be repeated, if anything but stopping is possible."""
        self.table.stage = stage
        if list_moves(self.table, stage, self.table.mover) == {ENOUGH}:
            self._end_action()

    def _end_action(self) -> None:
        """The next action of the turn, or the end of it."""
        if self.table.actions_left:
            self.table.stage = Stage.ACTION
        else:
            self._end_turn()

    # -- build --------------------------------------------------------------------------------------------------------

    def _build(self, tile: Tile, space: str, coal: str, iron: str) -> None:
        """Bauen 2 to 4, and the sale of coal and iron to their markets."""
        mover, board = self.table.mover, self.table.board
        mover.taken[tile.industry] += 1
        built = Built(self.facts.spaces[space], mover.name, tile)
        board.built[space] = built
        mover.pay(tile.money)
        if tile.coal:
            self._consume(coal, self.table.coal)
        if tile.iron:
            self._consume(iron, self.table.iron)
        built.cubes = tile.cubes
        self._sell_cubes(built)
        if tile.industry == "shipyard":
            self._flip(built)
        self._end_action()

    def _consume(self, source: str, market: Market) -> None:
        """A cube from a mine or works, which is flipped when it was the last; or one bought from the market."""
        if source == NONE:
            return self.table.mover.pay(market.buy())
        built = self.table.board.built[source]
        built.cubes -= 1
        if not built.cubes:
            self._flip(built)

    def _flip(self, built: Built) -> None:
        """Flip a tile; the income of its owner rises (Industrieplättchen umdrehen, Einkommen erhöhen)."""
        built.flipped = True
        self.table.players[built.owner].advance(built.tile.income)

    def _sell_cubes(self, built: Built) -> None:
        """Kohle und Eisen an den Markt verkaufen: iron always, coal with a connection to a distant market."""
        match built.tile.industry:
            case "iron_works":
                market = self.table.iron
            case "coal_mine" if self.table.board.reaches_distant_market([built.space.town]):
                market = self.table.coal
            case _:
                return
        sold, earned = market.sell(built.cubes)
        built.cubes -= sold
        self.table.players[built.owner].money += earned
        if not built.cubes:
            self._flip(built)

    # -- link, develop, sell, loan ------------------------------------------------------------------------------------

    def _lay_first_link(self, line: str, coal: str) -> None:
        """One canal, or one railway and perhaps another (Verbinden)."""
        if self.table.era is Era.RAIL:
            self._lay_railway(line, coal, RAIL_PRICE)
            return self._go_on(Stage.SECOND_LINK)
        self.table.board.links[line] = self.table.mover.name
        self.table.mover.pay(CANAL_PRICE)
        self._end_action()

    def _lay_railway(self, line: str, coal: str, price: int) -> None:
        """A railway takes a coal."""
        self.table.board.links[line] = self.table.mover.name
        self.table.mover.pay(price)
        self._consume(coal, self.table.coal)

    def _develop(self, tile: Tile, iron: str) -> None:
        """A tile goes back to the box for an iron (Entwickeln 2 and 3)."""
        self.table.mover.taken[tile.industry] += 1
        self._consume(iron, self.table.iron)

    def _sell(self, mill: str, port: str) -> None:
        """Through a port, which is flipped, or over the distant market with a merchant tile (Verkaufen 2 and 3)."""
        board = self.table.board
        if port == NONE:
            self._selling = board.built[mill]
            self.table.stage = Stage.MERCHANT
            return
        self._flip(board.built[port])
        self._flip(board.built[mill])
        self._go_on(Stage.NEXT_MILL)

    def _take_loan(self, amount: str) -> None:
        """Money against income levels, the marker on the highest space of the new level (Kredit aufnehmen 2)."""
        mover = self.table.mover
        mover.money += int(amount)
        mover.space = find_highest_space(mover.level - LOANS[amount])
        self._end_action()

    # -- turns and rounds ---------------------------------------------------------------------------------------------

    def _deal(self) -> None:
        """Everybody draws a hand of eight (Vorbereitung Spielerbereich 8)."""
        self._drawers = [name for name in self.table.order for _ in range(HAND)]
        self.table.stage = Stage.CARD
        self.table.turn = -1

    def _end_turn(self) -> None:
        """Who has taken his actions refills his hand to eight, as far as the pile reaches (Spielzug)."""
        missing = HAND - self.table.mover.hand.total()
        drawn = min(missing, self.table.cards.left)
        if not drawn:
            return self._begin_next_turn()
        self._drawers = [self.table.mover.name] * drawn
        self.table.stage = Stage.CARD

    def _begin_next_turn(self) -> None:
        """The next player in order; one action in the first round of the canal era, then two (Spielzug)."""
        table = self.table
        table.turn += 1
        if table.turn == len(table.order):
            return self._end_round()
        first = table.era is Era.CANAL and table.round == 1
        table.actions_left = 1 if first else 2
        table.stage = Stage.ACTION

    def _end_round(self) -> None:
        """Rundenende: who spent least goes first, ties keep their order; then income, except at the very end."""
        table = self.table
        table.order.sort(key=lambda name: table.players[name].spent)
        for player in table.players.values():
            player.spent = 0
        self._unpaid = [] if self._is_last_round() else list(table.order)
        self._pay_incomes()

    def _are_hands_empty(self) -> bool:
        """An era ends after the round in which the last cards were played (Enden beider Epochen)."""
        return not any(player.hand.total() for player in self.table.players.values())

    def _is_last_round(self) -> bool:
        """Is this the last round of the game (Einkommen erhalten, exception)?"""
        last_era = Era.CANAL if self.facts.options.introduction else Era.RAIL
        return self.table.era is last_era and self._are_hands_empty()

    def _pay_incomes(self) -> None:
        """Einkommen erhalten: money by the income level; who owes more than he has takes tiles off the board."""
        while self._unpaid:
            player = self.table.players[self._unpaid[0]]
            if player.money + player.level < 0 and self.table.board.tiles_of(player.name):
                self.table.stage = Stage.DEBT
                return
            self._pay_income(player)
            self._unpaid.pop(0)
        self._begin_next_round()

    def _pay_income(self, player: Player) -> None:
        """Without a tile left, each pound that is missing costs a point, if there is one."""
        missing = max(0, -player.level - player.money)
        player.money = max(0, player.money + player.level)
        player.points = max(0, player.points - missing)

    def _sell_tile(self, space: str) -> None:
        """A tile brings half its cost, rounded down; what is left over is the player's."""
        built = self.table.board.built.pop(space)
        self.table.players[built.owner].money += built.tile.money // 2
        self._pay_incomes()

    def _begin_next_round(self) -> None:
        """The next round of the era, or the end of the era."""
        if self._are_hands_empty():
            return self._end_era()
        self.table.round += 1
        self.table.turn = -1
        self._begin_next_turn()

    # -- eras ---------------------------------------------------------------------------------------------------------

    def _end_era(self) -> None:
        """Enden beider Epochen, then what belongs to the era that ended."""
        self._score_links()
        self._score_tiles(0)
        if self.facts.options.introduction:
            self._score_introduction()
        elif self.table.era is Era.CANAL:
            self._begin_rail_era()
        else:
            self._score_money()

    def _score_links(self) -> None:
        """Links are scored and taken off the board (Enden beider Epochen 1)."""
        for player in self.table.players.values():
            player.points += self.table.board.score_links(player.name)
        self.table.board.links.clear()

    def _score_tiles(self, least: int) -> None:
        """Flipped tiles of at least this level are scored (Enden beider Epochen 2)."""
        for built in self.table.board.built.values():
            if built.flipped and built.tile.level >= least:
                self.table.players[built.owner].points += built.tile.points

    def _begin_rail_era(self) -> None:
        """Ende der Kanalepoche 3 to 6."""
        table = self.table
        table.board.built = {space: built for space, built in table.board.built.items() if built.tile.level > 1}
        table.cotton = 0
        table.merchants = Counter(dict(enumerate(self.facts.merchants)))
        table.era, table.round = Era.RAIL, 1
        table.cards = Cards.shuffled(self.facts, Era.RAIL)
        self._deal()

    def _score_money(self) -> None:
        """A point for each £10 (Ende der Eisenbahnepoche 3)."""
        for player in self.table.players.values():
            player.points += player.money // MONEY_PER_POINT
        self.table.stage = Stage.OVER

    def _score_introduction(self) -> None:
        """Money, income, and tiles of level 2 and higher once more (Variante zum Einstieg)."""
        for player in self.table.players.values():
            for_money = player.money // MONEY_PER_POINT_INTRODUCTION
            player.points += min(for_money, MOST_POINTS_FOR_MONEY_INTRODUCTION) + player.level
        self._score_tiles(2)
        self.table.stage = Stage.OVER

    # -- the end ------------------------------------------------------------------------------------------------------

    def winners(self) -> list[str]:
        """Most points, then the higher income, then more money; who is still equal shares the win (Spielsieg)."""
        best = max(map(self._rank, self.table.players.values()))
        return [player.name for player in self._players() if self._rank(player) == best]

    def _players(self) -> Iterator[Player]:
        yield from self.table.players.values()

    def _rank(self, player: Player) -> tuple[int, int, int]:
        return player.points, player.level, player.money
