"""Games of the library, each with one fault put into it, and what is to be found: the code and the line."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Mutant:
    """In the rules of a game `old` (which stands there once) becomes `new`; the finding has this code and stands at the
    line with `where` in it.
    """

    game: str
    old: str
    new: str
    code: str
    where: str
    options: dict[str, str] = field(default_factory=dict)


TINY = {
    "fifteen": {"width": "2", "height": "2"},
    "connect_four": {"width": "4", "height": "4"},
    "hex": {"size": "3"},
    "reversi": {"size": "4"},
    "g2048": {"size": "2"},
}

ORCHARD = [
    ("  needs tree[f] >= n          \"not enough {f} on the tree\"\n", "", "W2002", "tree[f] -= n"),
    ("  needs tree[f] >= n  ", "  needs tree[f] >= n - 1  ", "W2002", "tree[f] -= n"),
    ("  needs hand_size() + n <= 9  \"your hand holds nine fruits\"\n", "", "W2001", "hands stay legal"),
    ("hand_size() + n <= 9 ", "hand_size() <= 9 ", "W2001", "hands stay legal"),
    ("hand_size() + n <= 9 ", "hand_size() + n <= 29 ", "W2006", "hand_size() + n <= 29"),
    ("tree:   [Fruit] 0..6 = 4", "tree:   [Fruit] 0..5 = 4", "W2002", "tree[f] = min(tree[f] + 2, 6)"),
    ("    hand[b.fruit] -= b.need\n", "    hand[b.fruit] -= b.need + 1\n", "W2002", "hand[b.fruit] -= b.need + 1"),
    ("  needs hand[b.fruit] >= b.need  \"you need {b.need} {b.fruit}\"\n", "", "W2002", "hand[b.fruit] -= b.need"),
    ("  needs b not in filled          \"that basket is already full\"\n", "  needs b not in filled          \"that basket is already full\"\n  needs hand_size() <= 27\n", "W2006", "needs hand_size() <= 27"),
    ("    frost = day > rounds / 2", "    frost = day > rounds", "W2006", "needs f == Plum"),
    ("instead of rest when day == rounds - 1", "instead of rest when day == rounds", "W2004", "instead of rest"),
    ("    tree[f] = min(tree[f] + 2, 6)", "    tree[f] = tree[f] + 2", "W2002", "tree[f] = tree[f] + 2"),
    ("end when day == rounds  ", "end when len(filled) == 9\nend when day == rounds  ", "W2004", "end when len(filled) == 9"),
    ("    day += 1\n", "    day = max(day, 1)\n", "W2001", "stuck before the end"),
    ("claim sometimes \"two baskets can be filled\": len(filled) == 2", "claim sometimes \"two baskets can be filled\": len(filled) == 5", "W2001", "two baskets"),
    ("    filled += b\n", "    filled += b\n    when hand_size() > 27\n      day += 0\n", "W2005", "when hand_size() > 27"),
    ("instead of rest when day == rounds - 1  @rule \"3.2\"", "instead of rest when frost  @rule \"9\"\n  does\n    choose f in Fruit where tree[f] < 6\n    tree[f] += 1\n\ninstead of rest when day == rounds - 1  @rule \"3.2\"", "W2007", "instead of rest when day"),
    ("    day += 1\n", "    day += 2\n", "W2002", "day += 2", {"rounds": "5"}),
]  # fmt: skip

KUHN = [
    ("  needs not bet_made()  \"there is a bet to answer\"\n", "  needs not bet_made()  \"there is a bet to answer\"\n  needs stake[player] <= 2\n", "W2006", "needs stake[player] <= 2"),
    ("    stake[player] = 2\n", "    stake[player] += stake[next(player)]\n", "W2002", "stake[player] += stake[next(player)]"),
    ("action check  @rule \"2\"\n", "action check  @rule \"2\"\n  needs hand[next(player)] != King\n", "W2015", "action check"),
    ("  needs bet_made()  \"nobody has bet\"\n", "  needs bet_made()  \"nobody has bet\"\n  needs hand[next(player)] != Jack\n", "W2015", "action fold"),
    ("deck of Card up to 3 = all", "deck of Card up to 3 = {Jack}", "W2011", "draw card from deck"),
    ("    hand[p] = card\n", "    hand[p] = King\n", "W2001", "nobody holds the other's card"),
    ("  needs bet_made()  \"nobody has bet\"\n", "  needs not bet_made() and bet_made()  \"nobody has bet\"\n", "W2004", "action fold"),
    ("  choose bet, check, fold by Bob", "  choose check, fold by Bob", "W2005", "when folded == none and stake[Alice]"),
]  # fmt: skip

AUCTION = [
    ("  needs amount <= money[player]  \"you have only {money[player]}\"\n", "", "W2002", "money[the(leader)] -= price"),
    ("  needs amount > price  ", "  needs amount >= price  ", "W2001", "the last lot is sold"),
    ("    bidding -= player\n", "    bidding += player\n", "W2001", "the last lot is sold"),
    ("      starter = the(leader)", "      starter = the(leader)\n      won[starter] += lot\n      won[next(starter)] += lot", "W2001", "no lot is sold twice"),
    ("    when leader != none\n      money", "    when leader != none and price > purse\n      money", "W2005", "when leader != none and price > purse"),
    ("      money[the(leader)] -= price", "      money[next(the(leader))] -= price", "W2002", "money[next(the(leader))] -= price"),
    ("  needs amount > price           \"{amount} is not more than {price}\"\n", "  needs amount > price           \"{amount} is not more than {price}\"\n  needs amount <= purse\n", "W2006", "needs amount <= purse"),
]  # fmt: skip

TICTACTOE = [
    ("  needs board[c] == none  \"{c} is taken\"\n", "", "W2001", "the players take turns"),
    ("draw when full()                @rule \"3\"\n", "", "W2003", "play"),
    ("    board[c] = player\n", "    board[c] = next(player)\n", "W2001", "the players take turns"),
    ("win p: Player when has_line(p)  @rule \"2\"", "win p: Player when has_line(X)  @rule \"2\"", "W2012", "win p: Player"),
    ("draw when full()                @rule \"3\"", "draw when full() and has_line(X)  @rule \"3\"", "W2004", "draw when full()"),
    ("  needs board[c] == none  \"{c} is taken\"\n", "  needs board[c] == none  \"{c} is taken\"\n  needs not full()\n", "W2006", "needs not full()"),
    ("      choose mark by p", "      choose mark by X", "W2001", "the players take turns"),
    ("win p: Player when has_line(p)  @rule \"2\"", "win p: Player when has_line(next(p))  @rule \"2\"\nlose p: Player when has_line(p)", "W2004", "lose p: Player when has_line(p)"),
    ("    board[c] = player\n", "    board[c] = player\n    board[c] = player if board[c] == player else none\n    when has_line(X) and has_line(O)\n      board[c] = none\n", "W2005", "when has_line(X) and has_line(O)"),
    ("claim never \"both have a line\": has_line(X) and has_line(O)", "claim never \"both have a line\": has_line(X) or has_line(O)", "W2001", "both have a line"),
]  # fmt: skip

RIVER = [
    ("  ensures safe(near) and safe(far)  \"something would be eaten\"\n", "", "W2001", "nothing is eaten"),
    ("  ensures safe(near) and safe(far)  \"something would be eaten\"\n", "  ensures safe(near) and safe(far)  \"something would be eaten\"\n  ensures safe(far)\n", "W2006", "ensures safe(far)"),
    ("  ensures safe(near) and safe(far) ", "  ensures safe(near) and safe(far) and bank[goat] == near ", "W2001", "all arrive"),
    ("bank[the(with)] == boat  ", "bank[the(with)] != boat  ", "W2004", "goal boat == far"),
    ("      bank[with] = boat\n", "      bank[with] = far\n      when bank[with] == near\n        boat = far\n", "W2005", "when bank[with] == near"),
]  # fmt: skip

ROLLS = [
    ("  needs left > 0  \"no roll is left\"\n", "", "W2002", "left -= 1"),
    ("    roll die: 1..6", "    roll die: 1..7", "W2002", "pips = die"),
    ("  needs pips > 0  \"roll first\"\n", "  needs pips > 0  \"roll first\"\n  needs pips < 7\n", "W2006", "needs pips < 7"),
    ("  needs pips > 0  \"roll first\"", "  needs pips > 6  \"roll first\"", "W2004", "action keep"),
    ("    left -= 1\n", "    left -= 0\n", "W2001", "the dice come to rest"),
    ("    kept = true\n", "    kept = false\n", "W2001", "the dice come to rest"),
    ("play\n  loop until kept\n    choose again, keep\n", "action wait\n  does\n    kept = false\n\nplay\n  loop until kept\n    choose again, keep, wait\n", "W2010", "play"),
    ("    pips = die\n", "    pips = die\n    when die > 6\n      kept = true\n", "W2005", "when die > 6"),
    ("    kept = true\n", "    kept = true\n\nwhenever shy: pips == 1 and not kept\n  does\n    pips = 2\n\nwhenever bold: pips == 2 and not kept\n  does\n    pips = 1\n", "W2009", "whenever"),
    ("    kept = true\n", "    kept = true\n\nwhenever shy: pips == 1\n  does\n    pips = 2\n\nwhenever bold: pips == 1\n  does\n    pips = 3\n", "W2008", "whenever shy"),
    ("claim always \"one has rolled or may roll\": pips > 0 or left > 0", "claim always \"one has rolled or may roll\": pips > 0 and left > 0", "W2001", "one has rolled"),
    ("score  @rule \"3\"", "bound \"what may come\": 4 - pips if left > 0 else 0\n\nscore  @rule \"3\"", "W2014", "bound"),
]  # fmt: skip

OTHERS = [
    ("fifteen", "claim never \"no tile can move\": stuck()", "claim never \"no tile can move\": tile[gap] == 0", "W2001", "no tile can move"),
    ("hanoi", "claim sometimes \"the tower arrives\": all(on[d] == pegs for d in Disc)", "claim never \"the tower arrives\": all(on[d] == pegs for d in Disc)", "W2001", "the tower arrives"),
    ("hex", "claim always \"no cell holds two stones\"", "claim never \"no cell holds two stones\"", "W2001", "no cell holds two stones"),
    ("sokoban", "claim sometimes \"it can be solved\"", "claim never \"it can be solved\"", "W2001", "it can be solved"),
]  # fmt: skip


def mutants() -> list[Mutant]:
    """All of them."""
    tables = {
        "orchard": ORCHARD,
        "kuhn_poker": KUHN,
        "auction": AUCTION,
        "tictactoe": TICTACTOE,
        "river_crossing": RIVER,
        "three_rolls": ROLLS,
    }
    found = [Mutant(game, *row) for game, rows in tables.items() for row in rows]  # type: ignore[arg-type]
    return [*found, *[Mutant(game, *row, TINY.get(game, {})) for game, *row in OTHERS]]
