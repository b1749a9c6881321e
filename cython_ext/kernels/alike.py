"""Things that are alike and that compiled games tell apart all the same: states up to their names are explored by
generated Python then.
"""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.passes.symmetry import Symmetry
from rules_dsl.ir.relabel import mentions


def list_distinguished(game: ir.Game) -> tuple[str, ...]:
    """The types whose things the rules treat alike, unless compiled games give all states that differ in their names
    one form.
    """
    from cython_ext.emit.alike import merged

    enums = tuple(Symmetry(game).enums)
    entangled = any(sum(mentions(variable.type, enum) for enum in enums) > 1 for variable in game.variables)
    return () if merged(game) == enums and not entangled else tuple([enum.name for enum in enums])
