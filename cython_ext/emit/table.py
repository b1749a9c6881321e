"""What a library exports: the functions that hand over to those of a node's actions, and the table of them."""

from __future__ import annotations

from cython_ext.emit import expressions
from cython_ext.emit.alike import write_canonical
from cython_ext.emit.chance import take_outcome
from cython_ext.emit.code import Code, Unit
from cython_ext.emit.counting import for_each_actor, write_below
from cython_ext.emit.decisions import DrawMethod, Obstacle
from cython_ext.emit.flow import Flow
from cython_ext.emit.grading import grades_written, write_graded
from cython_ext.emit.texts import bare
from cython_ext.emit.values import value_text
from cython_ext.layout.move_codes import ActionCode, MoveCodes
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.ir.types import cardinality

MOST_HINTED = 4_096
SETTLED = "const int settled RW_UNUSED, rw_failure *fail RW_UNUSED"

DRAW_LISTED = """\
/* A random move out of a list of all. 1: drawn, 0: there is none. */
static int draw_listed(const state *s, uint64_t *random, rw_move *move, rw_failure *fail)
{
    struct rw_room room;
    struct rw_list list = {room.items, 0, 0, RW_ROOM, rw_grow};
    const int64_t total = game_moves(s, &list, fail);
    if (total > 0) *move = list.items[rw_below(random, (uint64_t)total)];
    rw_leave(&list, &room);
    return total < 0 ? -1 : total > 0;
}
"""


def write_table(unit: Unit, flow: Flow, codes: MoveCodes) -> None:
    """All exported functions and the table."""
    _write_kind(unit)
    _write_actor(unit)
    _write_moves(unit)
    _write_count(unit)
    _write_apply(unit, flow, codes)
    if _needs_list(unit):
        unit.body += DRAW_LISTED.split("\n")
    _write_draw(unit, flow, codes)
    write_below(unit)
    unit.body += [
        f"#define PLAYERS {cardinality(unit.game.players)}",
        f"#define SCORE_LINES {len(unit.game.scores)}",
        '#include "playing.h"',
        "",
        "static uint64_t game_hash(const void *given) { return rw_hash(given, sizeof(state)); }",
        "",
    ]
    write_canonical(unit)
    write_graded(unit)
    unit.body += _table(unit, codes)


def _function(unit: Unit, head: str, code: Code, const: bool = True) -> None:
    given = ["    const state *s = given;" if const else "    state *s = given;", "    fail->code = 0;"]
    unit.body += [head, "{", *given, *code.finish(), "}", ""]


def _cases(unit: Unit, kind: type) -> list[tuple[int, ir.Node]]:
    return [(number, node) for number, node in enumerate(unit.game.nodes) if isinstance(node, kind)]


def _write_kind(unit: Unit) -> None:
    code = Code(unit, exit_="return -1;")
    with code.out.block("switch (s->node)"):
        for number, _ in _cases(unit, ir.ChanceNode):
            code.out.line(f"case {number}: return RW_CHANCE;")
        code.out.line("default: break;")
    code.out.line("const int decides = can_move(s, fail);")
    code.out.line("return rw_failed(fail) ? -1 : decides ? RW_DECIDE : RW_OVER;")
    _function(unit, "static int game_kind(const void *given, rw_failure *fail)", code)


def _write_actor(unit: Unit) -> None:
    code = Code(unit, exit_="return -1;")
    code.out.line("int player = -1;")
    with code.out.block("switch (s->node)"):
        for number, node in _cases(unit, ir.DecideNode):
            assert isinstance(node, ir.DecideNode)
            with code.out.block(f"case {number}:"):
                code.out.line(f"player = {expressions.value(code, node.actor)};")
                code.out.line("break;")
        code.out.line("default: break;")
    code.out.line("return rw_failed(fail) ? -1 : player;")
    _function(unit, "static int game_actor(const void *given, rw_failure *fail)", code)


def _write_moves(unit: Unit) -> None:
    code = Code(unit, exit_="return -1;")
    code.out.line("const int64_t before = list->count;")
    with code.out.block("switch (s->node)"):
        for number, node in _cases(unit, ir.DecideNode):
            assert isinstance(node, ir.DecideNode)
            with code.out.block(f"case {number}:"):
                player = code.declare("const int32_t", "by", expressions.value(code, node.actor))
                code.out.line(f"(void){player};")
                for at, option in enumerate(node.options):
                    name = unit.name("moves", option.action)
                    code.out.line(f"if ({name}(s, fail, {player}, list, {at}) < 0) return -1;")
                code.out.line("break;")
        for number, _ in _cases(unit, ir.ChanceNode):
            with code.out.block(f"case {number}:"):
                code.out.line("int32_t only = -1;")
                code.out.line(f"if (outcomes__{number}(s, fail, &only, list, 0) < 0) return -1;")
                code.out.line("rw_reduce(list, before);")
                code.out.line("break;")
        code.out.line("default: break;")
    code.out.line("return rw_failed(fail) ? -1 : list->count - before;")
    _function(unit, "static int64_t game_moves(const void *given, struct rw_list *list, rw_failure *fail)", code)


def _write_count(unit: Unit) -> None:
    code = Code(unit, exit_="return -1;")
    code.out.line("int64_t total = 0;")
    with code.out.block("switch (s->node)"):
        for number, node in _cases(unit, ir.DecideNode):
            assert isinstance(node, ir.DecideNode)
            with code.out.block(f"case {number}:"):
                _bind_actor(code, node)
                _total(unit, code, node)
                code.out.line("break;")
        for number, _ in _cases(unit, ir.ChanceNode):
            with code.out.block(f"case {number}:"):
                code.out.line("int32_t only = -1;")
                code.out.line(f"total = outcomes__{number}(s, fail, &only, 0, 0);")
                code.out.line("break;")
        code.out.line("default: break;")
    code.out.line("return rw_failed(fail) ? -1 : total;")
    _function(unit, "static int64_t game_count(const void *given, rw_failure *fail)", code)


def _total(unit: Unit, code: Code, node: ir.DecideNode) -> None:
    for option in node.options:
        code.out.line(f"total += {unit.name('count', option.action)}(s, fail, by);")


def _bind_actor(code: Code, node: ir.DecideNode) -> None:
    """The player who is asked, as the local `by`."""
    code.out.line(f"const int32_t by = {bare(expressions.value(code, node.actor))};")
    code.out.line("(void)by;")


def _write_apply(unit: Unit, flow: Flow, codes: MoveCodes) -> None:
    code = Code(unit, exit_="return -1;")
    with code.out.block("switch (s->node)"):
        for number, node in _cases(unit, ir.DecideNode):
            assert isinstance(node, ir.DecideNode)
            with code.out.block(f"case {number}:"):
                _bind_actor(code, node)
                _apply_decision(unit, code, node, codes, flow.stop)
                code.out.line("return -1;")
        for number, node in _cases(unit, ir.ChanceNode):
            assert isinstance(node, ir.ChanceNode)
            with code.out.block(f"case {number}:"):
                take_outcome(code, node, "(int32_t)move")
                code.out.line(f"return advance(s, {node.then}, fail) < 0 ? -1 : 1;")
        code.out.line("default: return -1;")
    unit.body += [
        f"RW_FUNCTION int follow(state *s, const rw_move move RW_UNUSED, {SETTLED})",
        "{",
        *code.finish(),
        "}",
        "",
    ]
    code = Code(unit, exit_="return -1;")
    code.out.line("return follow(s, move, 0, fail) < 0 ? -1 : 0;")
    _function(unit, "static int game_apply(void *given, rw_move move, rw_failure *fail)", code, const=False)


def _apply_decision(unit: Unit, code: Code, node: ir.DecideNode, codes: MoveCodes, stop: int) -> None:
    """The lines that make a move for the player `by`; they return 1, or a negative number."""
    if len(node.options) == 1:
        _do(unit, code, node.options[0], codes.actions[node.options[0].action], stop)
        return
    with code.out.block(f"switch (move & {(1 << codes.option_width) - 1})"):
        for number, option in enumerate(node.options):
            with code.out.block(f"case {number}:"):
                _do(unit, code, option, codes.actions[option.action], stop)
        code.out.line("default: return -1;")


def _do(unit: Unit, code: Code, option: ir.Option, layout: ActionCode, stop: int) -> None:
    """Make the move of one option."""
    arguments = []
    for field in layout.parameters:
        place = f"(int32_t)(move >> {field.shift} & {(1 << field.width) - 1})" if field.width else "0"
        kept = code.declare("const int32_t", "digit", place)
        arguments.append(value_text(code, field.type, kept))
    if layout.choice_width:
        arguments.append(f"move >> {layout.choices_at}" if layout.choices_at < 64 else "0")
    name, given = unit.name("do", option.action), ", ".join(["s", "fail", "by", *arguments, "settled"])
    code.out.line(f"if ({name}({given})) return advance(s, {stop}, fail) < 0 ? -1 : 1;")
    code.out.line(f"return advance(s, {option.then}, fail) < 0 ? -1 : 1;")


def _write_draw(unit: Unit, flow: Flow, codes: MoveCodes) -> None:
    """`draw`: count, then make the move with a random number of moves before it."""
    for number, node in _cases(unit, ir.DecideNode):
        assert isinstance(node, ir.DecideNode)
        _write_draw_at(unit, number, node, codes, flow.stop)
    code = Code(unit, exit_="return -1;")
    with code.out.block("switch (s->node)"):
        for number, node in _cases(unit, ir.DecideNode):
            assert isinstance(node, ir.DecideNode)
            with code.out.block(f"case {number}:"):
                for_each_actor(code, node, f"return draw__{number}(s, random, {{}}, settled, fail);")
        for number, node in _cases(unit, ir.ChanceNode):
            assert isinstance(node, ir.ChanceNode)
            with code.out.block(f"case {number}:"):
                _draw_outcome(flow, code, number, node)
        code.out.line("default: return 0;")
    head = f"RW_FUNCTION int draw(state *s, uint64_t *random RW_UNUSED, {SETTLED})"
    unit.body += [head, "{", *code.finish(), "}", ""]
    code = Code(unit, exit_="return -1;")
    code.out.line("return draw(s, random, 0, fail);")
    _function(
        unit, "static int game_draw(void *given, uint64_t *random RW_UNUSED, rw_failure *fail)", code, const=False
    )


def _write_draw_at(unit: Unit, number: int, node: ir.DecideNode, codes: MoveCodes, stop: int) -> None:
    """`draw__NODE`: the same at one decision, for the player who is asked."""
    code = Code(unit, exit_="return -1;")
    code.out.line("rw_move move = 0;")
    obstacle = _find_trial(unit, node)
    code.note(DrawMethod(number, tuple([option.action for option in node.options]), obstacle))
    if obstacle is None:
        _draw_by_count(unit, code, node)
    else:
        _draw_from_list(code)
    _apply_decision(unit, code, node, codes, stop)
    code.out.line("return -1;")
    given = f"state *s, uint64_t *random RW_UNUSED, const int32_t by RW_UNUSED, {SETTLED}"
    unit.body += [f"RW_HOT int draw__{number}({given})", "{", *code.finish(), "}", ""]


def _find_trial(unit: Unit, node: ir.DecideNode) -> Obstacle | None:
    """Why an action is run in part to find out whether it is legal, if one is.

    Then searching twice costs more than a list.
    """
    return next((unit.tried[option.action] for option in node.options if option.action in unit.tried), None)


def _draw_by_count(unit: Unit, code: Code, node: ir.DecideNode) -> None:
    code.out.line("int64_t total = 0;")
    picks = [_count_option(unit, code, option.action, at) for at, option in enumerate(node.options)]
    code.out.line("if (rw_failed(fail)) return -1;")
    code.out.line("if (total == 0) return 0;")
    code.out.line("int64_t rank = (int64_t)rw_below(random, (uint64_t)total);")
    code.out.line(f"if (!({' || '.join(picks) or '0'})) return -1;")


def _count_option(unit: Unit, code: Code, action: str, option: int) -> str:
    """Counts the moves of an option and gives the text that picks one of them.

    Where the moves were kept they are not searched for again.
    """
    given = "s, fail, by"
    if action in unit.kept:
        given = code.declare(f"const {unit.kept[action]}", "open", f"{unit.name('open', action)}({given})")
        code.out.line(f"total += rw_count({given});")
    else:
        code.out.line(f"total += {unit.name('count', action)}({given});")
    return f"{unit.name('pick', action)}({given}, &rank, &move, {option})"


def _draw_from_list(code: Code) -> None:
    """All moves into a list on the stack, which grows beyond it where that is too short."""
    code.out.line("const int drawn = draw_listed(s, random, &move, fail);")
    code.out.line("if (drawn <= 0) return drawn;")


def _draw_outcome(flow: Flow, code: Code, number: int, node: ir.ChanceNode) -> None:
    """An outcome of chance by its weight."""
    code.out.line("int32_t only = -1;")
    code.out.line("uint64_t all = 0;")
    code.out.line(f"if (outcomes__{number}(s, fail, &only, 0, &all) == 0 || rw_failed(fail)) return -1;")
    code.out.line(f"const int32_t drawn = outcome__{number}(s, fail, rw_below(random, all));")
    take_outcome(code, node, "drawn")
    code.out.line(f"return advance(s, {node.then}, fail) < 0 ? -1 : 1;")


def _needs_list(unit: Unit) -> bool:
    return any(isinstance(node, ir.DecideNode) and _find_trial(unit, node) for node in unit.game.nodes)


def _hint(unit: Unit) -> int:
    """A usual upper bound of the number of moves."""
    most = 0
    for node in unit.game.nodes:
        if isinstance(node, ir.DecideNode):
            most = max(most, sum(_ways(unit.actions[option.action]) for option in node.options))
        if isinstance(node, ir.ChanceNode):
            most = max(most, cardinality(node.type))
    return min(max(most, 1), MOST_HINTED)


def _ways(action: ir.Action) -> int:
    total = 1
    for parameter in action.parameters:
        total = min(total * cardinality(parameter.type), MOST_HINTED)
    for stmt in walk_statements(action.body):
        if isinstance(stmt, ir.Choose):
            total = min(total * cardinality(stmt.type), MOST_HINTED)
    return total


def _table(unit: Unit, codes: MoveCodes) -> list[str]:
    game = unit.game
    members = {
        "abi": "RW_ABI",
        "table_size": "sizeof(struct rw_game)",
        "key": "RW_KEY",
        "state_size": "sizeof(state)",
        "encoded_size": "ENCODED_SIZE",
        "players": str(cardinality(game.players)),
        "claims": str(len(game.claims)),
        "score_lines": str(len(game.scores)),
        "moves_hint": str(_hint(unit)),
        "has_chance": str(int(bool(_cases(unit, ir.ChanceNode)))),
        "bulk_is_exact": str(int(not unit.tried)),
        "lane_size": "sizeof(struct rw_lane)",
        "grades": str(grades_written(game)),
    }
    names = ["initial", "kind", "actor", "moves", "count", "apply", "draw", "play", "perft", "hash", "ended", "scores"]
    names += ["encode", "decode", "canonical", "graded"]
    members |= {name: f"game_{name}" for name in names}
    members["claims_at"] = "game_claims"
    lines = ['__attribute__((visibility("default"))) extern const struct rw_game regelwerk_game;', ""]
    lines += [
        "const struct rw_game regelwerk_game = {",
        *[f"    .{name} = {text}," for name, text in members.items()],
        "};",
    ]
    return lines
