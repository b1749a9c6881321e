"""Things that are alike are told apart by compiled games: states up to their names are explored by generated Python."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.passes.symmetry import Symmetry


def told_apart(game: ir.Game) -> tuple[str, ...]:
    """The types whose things the rules treat alike."""
    return tuple([enum.name for enum in Symmetry(game).enums])
