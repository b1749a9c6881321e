"""What a game of two is worth in mixed play, by brute force: the tree of all plays, and strategies that answer each
other until neither side can do better.

Strategies are plans for everything a player may come to know. A table of plans against plans is solved as a matrix game
in fractions; then each side looks through the whole tree for the best answer to the other's mixture. Where neither
answer is better than the table says, its value is that of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.whole.matrix import Solved, solved
from tests.whole.parts import Position
from tests.whole.truth import Facts, TooLarge

MOST_NODES = 3_000
MOST_PLANS = 60

Known = tuple[object, ...]
"""What a player remembers: his observations, of equal ones in a row only the first, and his own moves."""
Plan = dict[Known, str]


@dataclass(frozen=True, slots=True)
class End:
    """What each player has."""

    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fork:
    """Somebody moves: a player (0 or 1) who knows something, or chance (-1) with odds."""

    player: int
    known: Known
    after: tuple[tuple[str, Fraction, Node], ...]


Node = End | Fork


class Forgetful(Exception):
    """What somebody may do depends on what he does not know."""


@dataclass(slots=True)
class Growing:
    """Follows all plays."""

    facts: Facts
    nodes: int = 0

    def tree(self) -> Node:
        """All plays; raises TooLarge."""
        assert self.facts.first is not None
        model, first = self.facts.model, self.facts.first
        seen = [model.observed(first, player) for player in model.players]
        return self._node(first, tuple(((("sees", each),), each) for each in seen))

    def _node(self, position: Position, minds: tuple[tuple[Known, object], ...]) -> Node:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise TooLarge
        model, moves = self.facts.model, self.facts.moves[position]
        if not moves:
            return End(model.points(position))
        player = model.players.index(model.actor(position)) if model.kind(position) == "decide" else -1
        after = []
        for move in sorted(moves, key=lambda each: each.text):
            done = tuple(
                ((*known, ("does", move.text)), seen) if who == player else (known, seen)
                for who, (known, seen) in enumerate(minds)
            )
            after.append((move.text, move.odds or Fraction(1), self._node(move.after, self._looking(done, move.after))))
        return Fork(player, minds[player][0] if player >= 0 else (), tuple(after))

    def _looking(self, minds: tuple[tuple[Known, object], ...], position: Position) -> tuple[tuple[Known, object], ...]:
        found = []
        for (known, before), player in zip(minds, self.facts.model.players, strict=True):
            seen = self.facts.model.observed(position, player)
            found.append((known, before) if seen == before else ((*known, ("sees", seen)), seen))
        return tuple(found)


def value_of(facts: Facts) -> Fraction:
    """What the game is worth to the first player: what he wins where the other loses just that, else by how much he is
    ahead.

    Raises TooLarge, and Forgetful.
    """
    root = Growing(facts).tree()
    _insist_on_choices(root, {})
    zero_sum = _zero_sum(root)
    return _value(root, not zero_sum and not facts.model.scores, zero_sum)


def _zero_sum(node: Node) -> bool:
    return sum(node.points) == 0 if isinstance(node, End) else all(_zero_sum(after) for _, _, after in node.after)


def _insist_on_choices(node: Node, offered: dict[tuple[int, Known], tuple[str, ...]]) -> None:
    if isinstance(node, End):
        return
    texts = tuple(text for text, _, _ in node.after)
    if node.player >= 0 and offered.setdefault((node.player, node.known), texts) != texts:
        raise Forgetful
    for _, _, after in node.after:
        _insist_on_choices(after, offered)


def _value(root: Node, by_sign: bool, zero_sum: bool) -> Fraction:
    game = _Game(by_sign, zero_sum)
    mine, theirs = [game.reply(root, 0, [({}, Fraction(1))])[1]], [game.reply(root, 1, [({}, Fraction(1))])[1]]
    while len(mine) < MOST_PLANS:
        table = [[game.played(root, (one, other)) for other in theirs] for one in mine]
        found: Solved = solved(table)
        most, better = game.reply(root, 0, list(zip(theirs, found.columns, strict=True)))
        least, worse = game.reply(root, 1, list(zip(mine, found.rows, strict=True)))
        if most == found.value == least:
            return most
        mine.append(better)
        theirs.append(worse)
    raise TooLarge


@dataclass(frozen=True, slots=True)
class _Game:
    """How ends are counted."""

    by_sign: bool
    zero_sum: bool

    def worth(self, end: End) -> Fraction:
        """What an end is worth to the first player."""
        first, second = end.points
        if self.zero_sum:
            return Fraction(first)
        ahead = first - second
        return Fraction((ahead > 0) - (ahead < 0)) if self.by_sign else Fraction(ahead)

    def played(self, node: Node, plans: tuple[Plan, Plan]) -> Fraction:
        """What comes on average of two plans; the first move is made where a plan says nothing."""
        if isinstance(node, End):
            return self.worth(node)
        if node.player < 0:
            return sum((odds * self.played(after, plans) for _, odds, after in node.after), Fraction(0))
        chosen = plans[node.player].get(node.known, node.after[0][0])
        return next(self.played(after, plans) for text, _, after in node.after if text == chosen)

    def reply(self, root: Node, player: int, mixture: Sequence[tuple[Plan, Fraction]]) -> tuple[Fraction, Plan]:
        """The best plan against a mixture of the other's plans, and what it brings on average."""
        plan: Plan = {}
        return self._best(
            [(root, {number: share for number, (_, share) in enumerate(mixture) if share})],
            player,
            [each for each, _ in mixture],
            plan,
        ), plan

    def _best(
        self, places: list[tuple[Node, dict[int, Fraction]]], player: int, plans: list[Plan], plan: Plan
    ) -> Fraction:
        """The most that can be had from these places together, each with the odds that the other's plans lead there."""
        total, waiting, mine = Fraction(0), list(places), dict[Known, list[tuple[Fork, dict[int, Fraction]]]]()
        while waiting:
            node, shares = waiting.pop()
            if isinstance(node, End):
                total += sum(shares.values()) * self.worth(node)
            elif node.player == player:
                mine.setdefault(node.known, []).append((node, shares))
            elif node.player < 0:
                waiting += [
                    (after, {number: share * odds for number, share in shares.items()}) for _, odds, after in node.after
                ]
            else:
                waiting += _followed(node, shares, plans)
        return total + sum(
            (self._chosen(known, forks, player, plans, plan) for known, forks in mine.items()), Fraction(0)
        )

    def _chosen(
        self, known: Known, forks: list[tuple[Fork, dict[int, Fraction]]], player: int, plans: list[Plan], plan: Plan
    ) -> Fraction:
        found: list[tuple[Fraction, str, Plan]] = []
        for at, (text, _, _) in enumerate(forks[0][0].after):
            further: Plan = {}
            found.append(
                (
                    self._best([(fork.after[at][2], shares) for fork, shares in forks], player, plans, further),
                    text,
                    further,
                )
            )
        value, text, further = (max if player == 0 else min)(found, key=lambda each: each[0])
        plan.update({known: text, **further})
        return value


def _followed(node: Fork, shares: dict[int, Fraction], plans: list[Plan]) -> list[tuple[Node, dict[int, Fraction]]]:
    """Where the other's plans lead."""
    found: dict[str, dict[int, Fraction]] = {}
    for number, share in shares.items():
        found.setdefault(plans[number].get(node.known, node.after[0][0]), {})[number] = share
    return [(after, found[text]) for text, _, after in node.after if text in found]
