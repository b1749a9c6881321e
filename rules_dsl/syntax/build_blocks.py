"""Parse tree → AST: the builder of each kind of block."""

from __future__ import annotations

from collections.abc import Callable

from rules_dsl.syntax import ast
from rules_dsl.syntax import build_declarations as declarations
from rules_dsl.syntax import build_judging as judging
from rules_dsl.syntax import build_pictures as pictures
from rules_dsl.syntax import build_rules as rules
from rules_dsl.syntax import build_sentences as sentences
from rules_dsl.syntax.branches import Node
from rules_dsl.syntax.build import TreeBuilder

BLOCKS: dict[str, Callable[[TreeBuilder, Node], ast.Block]] = {
    "use": declarations.use,
    "extend_type": declarations.extend_type,
    "extend_table": declarations.extend_table,
    "players_named": declarations.players_named,
    "players_number": declarations.players_number,
    "type_decl": declarations.type_decl,
    "option": declarations.option,
    "reading": declarations.reading,
    "given": declarations.build_given,
    "given_drawn": declarations.build_given_drawing,
    "table": declarations.table,
    "define": declarations.define,
    "state": declarations.state,
    "find": declarations.find,
    "action": rules.action,
    "event": rules.event,
    "instead": rules.exception,
    "also": rules.exception,
    "whenever": rules.whenever,
    "play_main": rules.play_main,
    "play_sub": rules.play_sub,
    "end": rules.end,
    "goal": rules.end,
    "winner": rules.winner,
    "rule_decl": rules.rule_decl,
    "score": judging.score,
    "claim": judging.claim,
    "bound": judging.build_bound,
    "dominates": judging.dominates,
    "example": judging.example,
    "count_depth": judging.count_depth,
    "count_all": judging.count_all,
    "replay": judging.replay,
    "best_least": judging.best,
    "best_exact": judging.best,
    "unique": judging.unique,
    "relate": judging.relate,
    "show": pictures.show,
    "say": sentences.say,
}


def block(b: TreeBuilder, node: Node) -> ast.Block:
    """Any block but the two header lines."""
    return BLOCKS[node.data](b, node)
