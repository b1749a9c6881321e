"""What of a body decides whether a move is legal: the trimmed body without the statements whose effects nothing looks
at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.names import free_locals
from rules_dsl.ir.partial import can_fail, fits
from rules_dsl.ir.rebuild import Body, body_expressions, place_variable, statement_expressions
from rules_dsl.ir.state_reads import StateReads
from rules_dsl.ir.trimming import trim_body
from rules_dsl.ir.types import BagType, MapType

Live = frozenset[str]  # variables by name, locals by name with a colon before


def trial_of(action: ir.Action, effects: StateReads, functions: Mapping[str, ir.Function]) -> Body:
    """As much of the body as decides whether a move is legal; what may fail stays."""
    return _Slicer(effects, functions).slice_body(trim_body(action.body), frozenset())[0]


class _Slicer:
    def __init__(self, effects: StateReads, functions: Mapping[str, ir.Function]) -> None:
        self.effects = effects
        self.functions = functions

    def slice_body(self, body: Body, live: Live) -> tuple[Body, Live]:
        """The statements of a block that matter when `live` is looked at behind it, and what is looked at before it."""
        kept: list[ir.Stmt] = []
        for stmt in reversed(body):
            result, live = self._statement(stmt, live)
            kept += [] if result is None else [result]
        return tuple(reversed(kept)), live

    def _statement(self, stmt: ir.Stmt, live: Live) -> tuple[ir.Stmt | None, Live]:
        match stmt:
            case ir.Assign(place, value):
                if (
                    place_variable(place) not in live
                    and not self._may_fail(stmt)
                    and fits(value.type, place.type)
                    and _keys_fit(place)
                ):
                    return None, live
                whole = frozenset([place_variable(place)]) if isinstance(place, ir.VarPlace) else frozenset()
                return stmt, (live - whole) | self._reads(stmt)
            case ir.Let(name):
                if f":{name}" not in live and not self._may_fail(stmt):
                    return None, live
                return stmt, (live - {f":{name}"}) | self._reads(stmt)
            case ir.If(_, then, otherwise):
                yes, before_yes = self.slice_body(then, live)
                no, before_no = self.slice_body(otherwise, live)
                if not yes and not no and not self._may_fail(stmt):
                    return None, live
                return replace(stmt, then=yes, otherwise=no), before_yes | before_no | self._reads(stmt)
            case ir.For(_, _, _, body):
                return self._for(stmt, body, live)
            case _:
                return stmt, live | self._reads(stmt)

    def _for(self, stmt: ir.For, body: Body, live: Live) -> tuple[ir.Stmt | None, Live]:
        """What one round changes the next may look at: everything the body reads stays live throughout."""
        around = live | self._all_reads(body)
        inside, _ = self.slice_body(body, around)
        if not inside and not self._may_fail(stmt):
            return None, live
        return replace(stmt, body=inside), around | self._reads(stmt)

    def _may_fail(self, stmt: ir.Stmt) -> bool:
        return any(can_fail(expr, self.functions) for expr in statement_expressions(stmt))

    def _reads(self, stmt: ir.Stmt) -> Live:
        return frozenset().union(*[self._of(expr) for expr in statement_expressions(stmt)])

    def _all_reads(self, body: Body) -> Live:
        return frozenset().union(*[self._of(expr) for expr in body_expressions(body)])

    def _of(self, expr: ir.Expr) -> Live:
        return self.effects.reads(expr) | {f":{name}" for name in free_locals(expr)}


def _keys_fit(place: ir.Place) -> bool:
    """Is every key surely among the keys of its map?"""
    match place:
        case ir.VarPlace():
            return True
        case ir.ItemPlace(base, key):
            kind = (
                base.type.key
                if isinstance(base.type, MapType)
                else base.type.item
                if isinstance(base.type, BagType)
                else base.type
            )
            return fits(key.type, kind) and _keys_fit(base)
        case ir.FieldPlace(base):
            return _keys_fit(base)
        case _:
            assert_never(place)
