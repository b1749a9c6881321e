"""Counting of plays inside the game.

Each legal move is made in a copy of the state as soon as it is met, and what lies below is counted.
"""

from __future__ import annotations

from cython_ext.emit import expressions
from cython_ext.emit.code import Code, Unit
from cython_ext.emit.flow import UNROLLED, Flow
from cython_ext.emit.moves import own_names, write_ways
from cython_ext.emit.searches import Leaf, Plan, write_search
from cython_ext.emit.texts import is_atom
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import cardinality

BELOW = "static int below(const state *s, uint64_t *counts, int depth, struct rw_counting *counting, rw_failure *fail)"
COUNTED = "uint64_t *counts RW_UNUSED, const int depth RW_UNUSED, struct rw_counting *counting RW_UNUSED"
GIVEN = f"uint32_t then RW_UNUSED, {COUNTED}"


def write_counting(unit: Unit, flow: Flow, plans: dict[str, Plan], offered: list[str]) -> None:
    """`visit__ACTION` for each action that is offered somewhere, and `below`, which looks at the node."""
    unit.body += [f"#define STOP_NODE {flow.stop}", "", f"{BELOW};", "", *_UNMADE.split("\n")]
    for name in offered:
        _write_visit(unit, plans[name])


def _write_visit(unit: Unit, plan: Plan) -> None:
    code = Code(unit)
    code.out.line("int64_t total = 0;")
    code.out.line("uint64_t over = 0;")
    write_search(
        code, plan, Leaf(lambda inner: write_ways(inner, plan, lambda choices: _make_move(inner, plan, choices)))
    )
    code.out.line("counting->over += over;")
    code.out.line("return total;")
    name, player = unit.name("visit", plan.action.name), code.locals[plan.action.player]
    given = f"const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t {player} RW_UNUSED, const {GIVEN}"
    unit.body += [f"RW_HOT int64_t {name}({given})", "{", *code.finish(), "}", ""]


def _make_move(code: Code, plan: Plan, choices: str) -> list[str]:
    """The statements that make a move whose parameters are bound."""
    given = ["&next", "fail", *own_names(code, plan)]
    if plan.chooses:
        given.append(f"(0{choices}) >> {plan.code.choices_at}" if choices else "0")
    made = f"{code.unit.name('do', plan.action.name)}({', '.join([*given, '1'])})"
    return [
        "state next = *s;",
        f"if (advance(&next, {made} ? STOP_NODE : then, fail) < 0) return unmade(s, counting);",
        "total++;",
        "over += next.node == STOP_NODE;",
        "if (depth > 0 && next.node != STOP_NODE && below(&next, counts + 1, depth, counting, fail) < 0) return -1;",
    ]


_UNMADE = """\
/* The rules failed while a move was made from here. */
static __attribute__((cold, noinline, unused)) int unmade(const state *s, struct rw_counting *counting)
{
    counting->step = RW_AT_APPLY;
    memcpy(counting->position, s, sizeof(state));
    return -1;
}
"""

_LISTED = """\
/* The same for outcomes of chance, out of a list. */
static __attribute__((unused)) int64_t visit_listed(const state *s, rw_failure *fail, uint64_t *counts, const int depth,
    struct rw_counting *counting)
{
    struct rw_room room;
    struct rw_list list = {room.items, room.weights, 0, RW_ROOM, rw_grow};
    int64_t total = game_moves(s, &list, fail);
    for (int64_t at = 0; at < total; at++) {
        state next = *s;
        if (follow(&next, list.items[at], 1, fail) < 0) total = unmade(s, counting);
        else if (depth > 0 && below(&next, counts + 1, depth, counting, fail) < 0) total = -1;
        else counting->over += next.node == STOP_NODE;
    }
    rw_leave(&list, &room);
    return total;
}
"""


def write_below(unit: Unit) -> None:
    """`below`: counts the plays of 1..depth moves from a state; `game_perft` is its face."""
    chances = [number for number, node in enumerate(unit.game.nodes) if isinstance(node, ir.ChanceNode)]
    if chances:
        unit.body += _LISTED.split("\n")
    for number, node in enumerate(unit.game.nodes):
        if isinstance(node, ir.DecideNode):
            _write_visit_at(unit, number, node)
    code = Code(unit, exit_="return unlisted(s, counting);")
    code.out.line("int64_t total = 0;")
    code.out.line("fail->code = 0;")
    with code.out.block("if (depth == 1 && counting->bulk)"):
        code.out.line("total = game_count(s, fail);")
    with code.out.block("else switch (s->node)"):
        for number, node in enumerate(unit.game.nodes):
            if isinstance(node, ir.DecideNode):
                _visit_decision(code, number, node)
        for number in chances:
            with code.out.block(f"case {number}:"):
                code.out.line("total = visit_listed(s, fail, counts, depth - 1, counting);")
                code.out.line("if (total < 0 && counting->step) return -1;")
                code.out.line("break;")
        code.out.line("default: break;")
    code.out.line("counts[0] += (uint64_t)total;")
    code.out.line("if (total >= 0 && !rw_failed(fail)) return 0;")
    code.out.line("return unlisted(s, counting);")
    unit.body += [*_UNLISTED.split("\n"), BELOW, "{", *code.finish(), "}", "", *_PERFT.split("\n")]


def _visit_decision(code: Code, number: int, node: ir.DecideNode) -> None:
    with code.out.block(f"case {number}:"):
        for_each_actor(code, node, f"total = visit_at__{number}(s, {{}}, counts, depth - 1, counting, fail);")
        code.out.line("if (total < 0) return -1;")
        code.out.line("break;")


def for_each_actor(code: Code, node: ir.DecideNode, line: str) -> None:
    """A statement with {} for the player who is asked.

    A few players have one each, so that each is a constant in what it calls.
    """
    actor = expressions.value(code, node.actor)
    players = cardinality(code.unit.game.players)
    if is_atom(actor) or players > UNROLLED:
        code.out.line(line.format(actor))
        return
    by = code.declare("const int32_t", "by", actor)
    for player in range(players - 1):
        code.out.line(f"{'else ' if player else ''}if ({by} == {player}) {line.format(player)}")
    code.out.line(f"{'else ' if players > 1 else ''}{line.format(players - 1)}")


def _write_visit_at(unit: Unit, number: int, node: ir.DecideNode) -> None:
    code = Code(unit)
    code.out.line("int64_t total = 0, made = 0;")
    for option in node.options:
        name = code.unit.name("visit", option.action)
        code.out.line(f"if ((made = {name}(s, fail, by, {option.then}, counts, depth, counting)) < 0) return -1;")
        code.out.line("total += made;")
    code.out.line("return total;")
    given = (
        "const state *s RW_UNUSED, const int32_t by RW_UNUSED, uint64_t *counts RW_UNUSED, const int depth RW_UNUSED"
    )
    given += ", struct rw_counting *counting RW_UNUSED, rw_failure *fail RW_UNUSED"
    unit.body += [f"RW_HOT int64_t visit_at__{number}({given})", "{", *code.finish(), "}", ""]


_UNLISTED = """\
/* The rules failed while moves were listed here. */
static __attribute__((cold, noinline, unused)) int unlisted(const state *s, struct rw_counting *counting)
{
    counting->step = RW_AT_MOVES;
    memcpy(counting->position, s, sizeof(state));
    return -1;
}
"""

_PERFT = """\
static int game_perft(const void *given, int depth, struct rw_counting *counting, rw_failure *fail)
{
    return below(given, counting->counts, depth, counting, fail);
}
"""
