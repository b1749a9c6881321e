"""What `dominates` compares, in C: numbers of which more is better, and the state without them."""

from __future__ import annotations

from cython_ext.emit import expressions
from cython_ext.emit.blocks import Surroundings
from cython_ext.emit.code import Code, Unit
from cython_ext.emit.moves import rule_comment
from cython_ext.emit.statements import statements
from cython_ext.emit.texts import bare
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.dominance import count_of, is_small, single_grades
from rules_dsl.ir.types import zero


def grades_written(game: ir.Game) -> int:
    """How many numbers the first `dominates` of the rules compares; 0 if there is none, or it compares too many."""
    return count_of(game.dominances[0]) if game.dominances and is_small(game.dominances[0]) else 0


def write_graded(unit: Unit) -> None:
    """`game_graded`."""
    code = Code(unit, exit_="return -1;")
    if grades_written(unit.game):
        _write_grades(code, unit.game.dominances[0])
    code.out.line("return rw_failed(fail) ? -1 : 0;")
    head = "static int game_graded(void *given, int32_t *grades RW_UNUSED, rw_failure *fail)"
    unit.body += [head, "{", "    state *s = given;", "    fail->code = 0;", "    (void)s;", *code.finish(), "}", ""]


def _write_grades(code: Code, dominance: ir.Dominance) -> None:
    rule_comment(code.out, f"dominates {dominance.label}", dominance.rule)
    for number, (part, less) in enumerate(single_grades(dominance)):
        code.out.line(f"grades[{number}] = {'-' if less else ''}(int32_t)({bare(expressions.value(code, part))});")
    zeros = [ir.Assign(each.place, ir.Literal(zero(each.place.type), each.place.type), False, dominance.rule) for each in dominance.grades]
    statements(code, tuple(zeros), Surroundings())
