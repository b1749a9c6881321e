"""A game → one translation unit of C that exports the function table of `runtime/table.h`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from cython_ext.emit import expressions
from cython_ext.emit import moves as finding
from cython_ext.emit.blocks import Surroundings, write_block
from cython_ext.emit.chance import write_chances
from cython_ext.emit.code import CLines, Code, Place, Unit
from cython_ext.emit.counting import write_counting
from cython_ext.emit.decisions import ComputedFunction, Decision, FunctionPlacement, VariableStorage
from cython_ext.emit.encode import count_encoded_bits, write_encode
from cython_ext.emit.flow import Flow
from cython_ext.emit.judging import write_judging
from cython_ext.emit.moves import rule_comment
from cython_ext.emit.recognise import narrow, recognise
from cython_ext.emit.scalars import SCALAR_WRITERS
from cython_ext.emit.searches import Plan, find_decider, plan_of
from cython_ext.emit.structs import STRUCT_WRITERS
from cython_ext.emit.table import write_table
from cython_ext.emit.texts import bare, wrap
from cython_ext.emit.unsupported import NoTranslation, UnsupportedConstruct
from cython_ext.emit.values import exit_with, initialiser
from cython_ext.layout.move_codes import MoveCodes, move_codes
from cython_ext.layout.states import plain
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.lowering.functions import lower_function
from rules_dsl.ir.rebuild import body_expressions, walk
from rules_dsl.ir.types import IntType, SetType, Type, cardinality, zero

MOST_IN_PLACE = 1_000
"""Games with longer functions for each ply are compiled as they stand."""


@dataclass(frozen=True, slots=True)
class Translation:
    """The C of a game.

    `places` is what `rw_failure.place` points into, `moves` says how moves are numbered, `decisions` how the C was
    written; a position takes `size` bytes.
    """

    source: str
    places: tuple[Place, ...]
    moves: MoveCodes
    decisions: tuple[Decision, ...]
    size: int


def translate(game: ir.Game) -> Translation | UnsupportedConstruct:
    """The translation of a game after all passes, or what stands in its way."""
    try:
        return _translate(game)
    except NoTranslation as refused:
        return refused.reason


def _translate(game: ir.Game) -> Translation:
    codes = move_codes(game)
    unit = Unit(game)
    unit.writers = SCALAR_WRITERS | STRUCT_WRITERS
    unit.write_function, unit.recognise, unit.narrow = _write_function, recognise, narrow
    plans = {action.name: plan_of(unit, action, codes.actions[action.name]) for action in game.actions}
    unit.in_trials = frozenset(
        [part.function for plan in plans.values() for part in _parts(plan.trial) if isinstance(part, ir.Call)]
    )

    def write_possible(unit: Unit, action: str) -> str:
        _ensure_trial(unit, plans[action])
        return finding.write_possible(unit, plans[action])

    unit.write_possible = write_possible
    flow = Flow(unit)
    flow.write_settle()
    offered = dict.fromkeys(
        option.action for node in game.nodes if isinstance(node, ir.DecideNode) for option in node.options
    )
    for name in offered:
        _write_action(unit, flow, plans[name])
    write_chances(flow)
    flow.write_advance()
    write_counting(unit, flow, plans, list(offered))
    _write_initial(unit)
    write_judging(flow)
    write_encode(unit)
    write_table(unit, flow, codes)
    source = _source(unit)
    return Translation(
        source, tuple(unit.places), codes, (*unit.decisions, *_list_storage(unit), *unit.list_tabled()), unit.layout.struct.form.size
    )


def _list_storage(unit: Unit) -> list[VariableStorage]:
    """How the variables are held."""
    return [
        VariableStorage(variable.name, unit.forms.describe(variable.type), unit.forms.of(variable.type).size)
        for variable in unit.game.variables
    ]


def _parts(body: tuple[ir.Stmt, ...]) -> Iterator[ir.Expr]:
    """Every expression in a block with all its parts."""
    for expr in body_expressions(body):
        yield from walk(expr)


def _ensure_trial(unit: Unit, plan: Plan) -> None:
    """Write what tries the body of an action, once."""
    if plan.trial and plan.action.name not in unit.tried:
        unit.tried[plan.action.name] = find_decider(plan)
        finding.write_trial(unit, plan)


def _write_action(unit: Unit, flow: Flow, plan: Plan) -> None:
    _ensure_trial(unit, plan)
    unit.possible(plan.action.name, plan.action.rule.span)
    finding.write_moves(unit, plan)
    finding.write_count(unit, plan)
    if finding.is_kept(unit, plan):
        unit.kept[plan.action.name] = unit.forms.of(SetType(plan.action.parameters[0].type)).value
        finding.write_open(unit, plan)
        finding.write_pick_open(unit, plan)
    else:
        finding.write_pick(unit, plan)
    finding.write_do(unit, plan, partial(flow.settle, plan.action.name))


def _write_function(unit: Unit, name: str, made: str, stuck: bool) -> list[str]:
    """A function of the game."""
    function = unit.functions[name]
    code = Code(unit, stuck="stuck" if stuck else "0", exit_=exit_with(unit, function.type))
    if not unit.effects.of_function(name):
        code.note(ComputedFunction(name, function.rule.span))
    lowered = lower_function(expressions.builder_of(code), function)
    parts = [
        "const state *s RW_UNUSED",
        "rw_failure *fail RW_UNUSED",
        *(["const int32_t stuck RW_UNUSED"] if stuck else []),
    ]
    parts += [f"const {unit.forms.of(own.form).value} {code.register(own)} RW_UNUSED" for own in lowered.parameters]
    write_block(code, lowered.body, around=Surroundings(returns=lowered.form))
    out = CLines()
    rule_comment(out, f"define {name}", function.rule)
    kind = "RW_HOT" if name in unit.in_trials else "RW_FUNCTION"
    return [
        *out.lines,
        f"{kind} {unit.forms.of(function.type).value} {made}({', '.join(parts)})",
        "{",
        *code.finish(),
        "}",
    ]


def _write_initial(unit: Unit) -> None:
    """`game_initial`: zeros, then the initial values in order, then play runs from node 0."""
    members = ", ".join(
        f".{unit.layout.names[variable.name]} = {initialiser(variable.type, zero(variable.type))}"
        for variable in unit.game.variables
    )
    zeros = unit.table("zero_state", "state {}", f"{{{members}{', ' if members else ''}.node = 0}}")
    code = Code(unit, exit_="return -1;")
    code.out.line("state *s = given;")
    code.out.line("fail->code = 0;")
    code.out.line(f"memcpy(s, &{zeros}, sizeof(state));")
    for variable in unit.game.variables:
        text = expressions.fit(code, variable.initial, variable.type, variable.initial)
        code.out.line(f"{code.variable(variable.name)} = {bare(text)};")
    code.out.line("return advance(s, 0, fail);")
    unit.body += ["static int game_initial(void *given, rw_failure *fail)", "{", *code.finish(), "}", ""]


def _source(unit: Unit) -> str:
    game = unit.game
    kinds: list[Type] = [IntType(0, max(len(game.nodes) - 1, 0)), *[variable.type for variable in game.variables]]
    size = (sum(count_encoded_bits(kind) for kind in kinds) + 7) // 8
    lines = [f"/* {plain(game.name)}: generated from its rules. {plain(game.title)} */"]
    placed = _place_functions(unit)
    unit.decisions[placed] = None
    lines += [] if placed.in_place else ["#define RW_HOT RW_FUNCTION"]
    if not any("rw_fail(" in line for line in unit.body):
        lines.append("#define RW_NEVER_FAILS")
    lines += ['#include "game.h"', ""]
    lines += ["#ifndef RW_KEY", '#define RW_KEY "unnamed"', "#endif", "", f"#define ENCODED_SIZE {size}", ""]
    lines += [f"RW_WORDS({count})" for count in sorted(unit.forms.words)]
    for struct in [*unit.forms.structs, unit.layout.struct]:
        lines += [*struct.text(), ""]
    return "\n".join([*lines, *unit.tables_in_use(), *[part for line in unit.body for part in _fold(line)]]) + "\n"


def _place_functions(unit: Unit) -> FunctionPlacement:
    """Whether functions are put in place for each player, by how long that would be."""
    starts = [at for at, line in enumerate(unit.body) if line.startswith("RW_HOT")]
    lengths = [unit.body.index("}", at) - at for at in starts]
    total = sum(lengths) * cardinality(unit.game.players)
    return FunctionPlacement(total, total <= MOST_IN_PLACE)


def _fold(line: str) -> list[str]:
    """A long line of code cut at its commas, as deep as it stands."""
    depth = len(line) - len(line.lstrip())
    return (
        wrap(line)
        if len(line) <= 150 or "/*" in line
        else [wrap(line)[0], *[" " * depth + part for part in wrap(line)[1:]]]
    )
