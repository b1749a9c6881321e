"""Players: the type Player."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import COUNTABLE_LIMIT, EnumType, IntType
from rules_dsl.quantities import quantity
from rules_dsl.semantics.declare_options import set_option
from rules_dsl.semantics.declare_types import add_value, blocks_of
from rules_dsl.semantics.declaring import DeclarationContext
from rules_dsl.semantics.texts import plain
from rules_dsl.syntax import ast

MOST_PLAYERS = 64


def declare_players(work: DeclarationContext) -> None:
    """The type Player; without `players` the game is solo."""
    blocks = list(blocks_of(work, ast.PlayersDecl))
    for block in blocks[1:]:
        work.report("E0302", "players are declared twice", block.span, "again here", repair="keep one `players`")
    work.symbols.types["Player"] = work.symbols.players
    for block in blocks[:1]:
        names = _list_variants(work, block) if block.low is not None else block.names
        signs = tuple(plain(variant.sign) or "" for variant in names)
        members = tuple(variant.name.text for variant in names)
        work.symbols.players = EnumType("Player", members, "player", work.words.signs("Player", members, signs), work.words.of("Player", members))
        work.symbols.types["Player"] = work.symbols.players
    for number, name in enumerate(work.symbols.players.members):
        add_value(work, name, ir.Literal(number, work.symbols.players))


def _list_variants(work: DeclarationContext, block: ast.PlayersDecl) -> tuple[ast.Variant, ...]:
    ends = [_players_end(work, node) for node in (block.low, block.default or block.low, block.high or block.low) if node is not None]
    if None in ends:
        return (ast.Variant(ast.Name("Player1")),)
    low, default, high = (int(end or 0) for end in ends)
    if not 1 <= low <= default <= high <= MOST_PLAYERS:
        message = f"players {low}..{high} = {default} is not a valid number of players"
        work.report("E0722", message, block.span, repair=f"write `players 2..4 = 2`, with at most {MOST_PLAYERS}")
        return (ast.Variant(ast.Name("Player1")),)
    number = _choose_number(work, IntType(low, high), default, block)
    names = block.names or tuple(ast.Variant(ast.Name(f"Player{place}", span=block.span)) for place in range(1, high + 1))
    if len(names) < number:
        work.report(
            "E0722", (f"{quantity(number, 'player')}, but only {len(names)} names"), block.span, repair="name them all"
        )
    return names[:number]


def _players_end(work: DeclarationContext, node: ast.Expr) -> int | None:
    """A number of players; None if the expression is not one, which was reported."""
    value = work.elaborator.constant(node, work.scope("players"), IntType(0, COUNTABLE_LIMIT))
    return None if value is None else int(value)


def _choose_number(work: DeclarationContext, interval: IntType, default: int, block: ast.PlayersDecl) -> int:
    rule = ir.Rule("players", span=block.span)
    return int(set_option(work, "players", interval, default, "how many play", rule, reading=False))
