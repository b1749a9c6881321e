"""State variables and unknowns of find puzzles: types, start values, visibility."""

from __future__ import annotations

from functools import partial

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.state_reads import variables_read
from rules_dsl.ir.types import BagType, DeckType, MapType, OptionalType, SetType, Type
from rules_dsl.quantities import quantity
from rules_dsl.semantics import constants
from rules_dsl.semantics.declare_givens import MOST_LEAVES, small_enough
from rules_dsl.semantics.declare_types import blocks_of
from rules_dsl.semantics.declaring import DeclarationContext
from rules_dsl.semantics.fitting import Fit, fit
from rules_dsl.semantics.poison import POISON, is_wrong
from rules_dsl.semantics.type_exprs import leaves
from rules_dsl.syntax import ast

LARGEST_BAG = 65_536


def declare_state(work: DeclarationContext) -> None:
    """Variables, each when it is needed."""
    for variable in variables_of(work):
        work.later(
            variable.name.text,
            variable.span,
            partial(_variable, work, variable.name.text, variable.type, variable.initial),
        )
    for block in blocks_of(work, ast.FindDecl):
        work.later(block.name.text, block.span, partial(_variable, work, block.name.text, block.type, None))


def variables_of(work: DeclarationContext) -> list[ast.VarDecl]:
    """All state variables in order."""
    return [variable for block in blocks_of(work, ast.StateDecl) for variable in block.variables]


def _variable(work: DeclarationContext, name: str, node: ast.TypeExpr, initial: ast.Expr | None) -> None:
    kind = work.elaborator.type(node, work.scope(name))
    if isinstance(kind, DeckType) and isinstance(node, ast.CollectionOf) and node.most is None and initial is not None:
        kind = _deck_of(work, name, kind, initial)
    if kind == POISON or not small_enough(work, kind, name, node.span):
        work.note_failure(name)
        return
    work.symbols.variables[name] = ir.Var(name, kind)


def _deck_of(work: DeclarationContext, name: str, kind: DeckType, initial: ast.Expr) -> DeckType:
    """Without `up to` a deck holds as many cards as it begins with, and at least one of each."""
    if not isinstance(initial, ast.FoldExpr | ast.MapLit):
        return kind
    if isinstance(initial, ast.FoldExpr) and initial.kind != "map":
        return kind
    counts = work.elaborator.constant(initial, work.scope(name), BagType(kind.item, LARGEST_BAG))
    return kind if counts is None else DeckType(kind.item, max(kind.most, sum(counts)))


def begin_state(work: DeclarationContext) -> None:
    """What the variables begin with, once everything is declared."""
    total = 0
    for node in variables_of(work):
        variable = work.symbols.variables.get(node.name.text)
        if variable is None:
            continue
        total += leaves(variable.type)
        initial = _initial(work, node, variable.type)
        seen = _declare_visibility(work, node, variable.type)
        work.symbols.state.append(
            ir.StateVar(variable.name, variable.type, initial, seen, doc=node.doc, span=node.span)
        )
    if total > MOST_LEAVES:
        state = next(blocks_of(work, ast.StateDecl))
        work.report(
            "E0419",
            f"the state holds {quantity(total, 'single value')}, more than {MOST_LEAVES:,}",
            state.span,
            repair="use smaller types",
        )


def _initial(work: DeclarationContext, node: ast.VarDecl, kind: Type) -> ir.Expr:
    written = node.initial or ast.Ref("nothing", span=node.span)
    expr = work.elaborator.expression(written, work.scope(node.name.text), kind)
    read = variables_read(expr, work.symbols.functions)
    if read and not is_wrong(expr):
        message = f"the start value of {node.name} depends on {', '.join(sorted(read))}, which has no value yet"
        work.report("E0504", message, written.span, repair="use constants only, or set it at the start of `play`")
    else:
        constants.value_of(work.elaborator, expr)  # so that a value that does not fit is found before anybody plays
    return expr


def _declare_visibility(work: DeclarationContext, node: ast.VarDecl, kind: Type) -> ir.Seen:
    match node.seen:
        case None:
            return ir.Seen("all")
        case ast.Ref("none"):
            return ir.Seen("none")
        case ast.Ref("owner"):
            if not (isinstance(kind, MapType) and kind.key == work.symbols.players):
                message = "`seen by owner` is for maps with a key Player"
                work.report("E0423", message, node.seen.span, "whose?", repair=f"write `{node.name}: [Player] …`")
            return ir.Seen("owner")
        case other:
            return ir.Seen("by", _seer(work, node, other))


def _seer(work: DeclarationContext, node: ast.VarDecl, seen: ast.Expr) -> ir.Expr:
    """A player, perhaps none, or a set of players."""
    players = work.symbols.players
    expr = work.elaborator.infer(seen, work.scope(node.name.text), players)
    if expr.type == OptionalType(players):
        return expr
    several = SetType(players)
    return work.elaborator.convert(expr, several if fit(expr.type, several) < Fit.WRONG else players, seen.span)
