"""The moves of an action: the list, the count, the k-th and whether there is one; trying its body and doing it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from cython_ext.emit.blocks import OpenValues, Surroundings
from cython_ext.emit.code import CLines, Code, Unit
from cython_ext.emit.decisions import TrialRun
from cython_ext.emit.searches import Leaf, Plan, is_found_at_once, write_search
from cython_ext.emit.statements import statements
from cython_ext.emit.texts import bare
from cython_ext.emit.values import bit, how_many, not_empty, ordinal_text, select_member
from cython_ext.layout.states import WORD, Form
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.ir.types import SetType, cardinality


def rule_comment(out: CLines, what: str, rule: ir.Rule) -> None:
    """A line that says which rule a block comes from.

    It names no folder, so that the same rules give the same C everywhere.
    """
    cites = f" @rule {', '.join(rule.cites)}" if rule.cites else ""
    out.comment(f"{what} ({PurePath(rule.span.file).name}:{rule.span.line}){cites}")


def own_names(code: Code, plan: Plan) -> list[str]:
    """The C names of the player and the parameters."""
    return [code.locals[plan.action.player], *[code.locals[parameter.name] for parameter in plan.action.parameters]]


# -- trying a body ----------------------------------------------------------------------------------------------------


def write_trial(unit: Unit, plan: Plan) -> None:
    """`try__ACTION`: 1 if the body does not refuse, else 0; choices are taken from the script and put into it."""
    name = unit.name("try", plan.action.name)
    code = Code(unit, state="trial")
    copies = any(isinstance(stmt, ir.Assign) for stmt in walk_statements(plan.trial))
    if copies:
        code.out.line("struct_state copy = *s, *const trial = &copy;".replace("struct_state", "state"))
    else:
        code.out.line("const state *const trial = s;")
    code.note(TrialRun(plan.action.name, copies))
    code.out.line("(void)trial;")
    head = _head(code, "int32_t", name, plan, "struct rw_script *script" if plan.chooses else "")
    statements(
        code,
        plan.trial,
        Surroundings(refuse="return 0", choose=lambda inner, find: _choose_next(inner, find, plan.code.ranked)),
    )
    code.out.line("return 1;")
    out = CLines()
    rule_comment(out, f"may {plan.action.title} be done?", plan.action.rule)
    lines = [*out.lines, head, "{", *code.finish(), "}"]
    unit.define(name, lines, marked=not plan.chooses)


def _head(code: Code, result: str, name: str, plan: Plan, more: str = "", state: str = "const state *s") -> str:
    """The head of a function of the player and the parameters, which become locals."""
    parts = [f"{state} RW_UNUSED", "rw_failure *fail RW_UNUSED"]
    for local, kind in [
        (plan.action.player, code.unit.game.players),
        *[(p.name, p.type) for p in plan.action.parameters],
    ]:
        made = code.locals[local] = code.fresh(local)
        parts.append(f"const {code.unit.forms.of(kind).value} {made} RW_UNUSED")
    return f"RW_FUNCTION {result} {name}({', '.join([*parts, *([more] if more else [])])})"


def _choose_next(code: Code, find: OpenValues, ranked: bool) -> str:
    """Take the next value at or above where the script stands; without one this way is at its end."""
    first = code.declare(
        "const int32_t",
        "first",
        "script->at > script->fixed ? 0 : script->digit[script->at] + (script->at == script->fixed)",
    )
    place = find(first, ranked)
    code.out.line(f"if ({place} < 0) return 0;")
    code.out.line(f"script->digit[script->at++] = {first if ranked else place};")
    return place


# -- the uses of a search --------------------------------------------------------------------------------------------


def number_text(code: Code, plan: Plan, bound: int) -> str:
    """The number of a move as far as its option and first parameters go."""
    parts = ["option"]
    for parameter, field in list(zip(plan.action.parameters, plan.code.parameters, strict=True))[:bound]:
        parts.append(f"(rw_move){ordinal_text(code, parameter.type, code.locals[parameter.name])} << {field.shift}")
    return " | ".join(parts)


def write_ways(code: Code, plan: Plan, use: Callable[[str], list[str]]) -> None:
    """The lines for every legal way through the body.

    `use` is given the text of the choices in the number of the move, or nothing.
    """
    if not plan.trial:
        _lines(code, use(""))
        return
    name = code.unit.name("try", plan.action.name)
    given = ", ".join([code.state, "fail", *own_names(code, plan)])
    if not plan.chooses:
        with code.out.block(f"if ({name}({given}))"):
            _lines(code, use(""))
        return
    script = code.fresh("script")
    code.out.line(f"struct rw_script {script};")
    code.out.line(f"{script}.fixed = -1;")
    code.out.line(f"{script}.at = 0;")
    with code.out.block("do"):
        digits = f"rw_choices(&{script}, {plan.code.choices_at}, {plan.code.choice_width})"
        with code.out.block(f"if ({name}({given}, &{script}))"):
            _lines(code, use(f" | {digits}"))
    code.out.lines[-1] += f" while (rw_another(&{script}));"


def _lines(code: Code, lines: list[str]) -> None:
    for line in lines:
        code.out.line(line)


def _write(unit: Unit, plan: Plan, kind: str, head: tuple[str, str], leaf: Leaf, last: str) -> str:
    name = unit.name(kind, plan.action.name)
    code = Code(unit)
    if last == "return total;":
        code.out.line(f"{head[0]} total = 0;")
    write_search(code, plan, leaf)
    code.out.line(last)
    player = code.locals[plan.action.player]
    given = f"const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t {player} RW_UNUSED{head[1]}"
    lines = [f"{'RW_HOT' if kind in HOT else 'RW_FUNCTION'} {head[0]} {name}({given})", "{", *code.finish(), "}"]
    if head[1]:
        unit.body += [*lines, ""]
    else:
        unit.define(name, lines)
    return name


HOT = ("count", "open", "pick")
"""What stands in the way from one ply to the next.

It is put in place there for each player if it is not too long.
"""


def write_possible(unit: Unit, plan: Plan) -> str:
    """`possible__ACTION`: is there a legal move?"""
    leaf = Leaf(
        lambda code: write_ways(code, plan, lambda choices: ["return 1;"]),
        lambda code, form, members: code.out.line(f"if ({bare(not_empty(form, members))}) return 1;"),
    )
    return _write(unit, plan, "possible", ("int32_t", ""), leaf, "return 0;")


def write_count(unit: Unit, plan: Plan) -> str:
    """`count__ACTION`: how many legal moves there are."""
    leaf = Leaf(
        lambda code: write_ways(code, plan, lambda choices: ["total++;"]),
        lambda code, form, members: code.out.line(f"total += {how_many(form, members)};"),
    )
    return _write(unit, plan, "count", ("int64_t", ""), leaf, "return total;")


def write_moves(unit: Unit, plan: Plan) -> str:
    """`moves__ACTION`: the legal moves, put into a list."""

    def one(code: Code) -> None:
        number = number_text(code, plan, len(plan.action.parameters))
        write_ways(code, plan, lambda choices: [f"if (rw_note(list, {number}{choices}, 1) < 0) return -1;"])

    head = ("int", ", struct rw_list *list, const rw_move option")
    return _write(unit, plan, "moves", head, Leaf(one), "return 0;")


def is_kept(unit: Unit, plan: Plan) -> bool:
    """Are the values of the only parameter tested one by one, and so few that they fit in a word?

    Then a move is drawn from what one search has found.
    """
    if len(plan.action.parameters) != 1 or plan.trial or is_found_at_once(unit, plan):
        return False
    kind = plan.action.parameters[0].type
    return cardinality(kind) <= WORD


def write_open(unit: Unit, plan: Plan) -> str:
    """`open__ACTION`: the values of the only parameter for which the move is legal, as a set in a word."""
    parameter = plan.action.parameters[0]
    form = unit.forms.of(SetType(parameter.type))

    def one(code: Code) -> None:
        place = ordinal_text(code, parameter.type, code.locals[parameter.name])
        code.out.line(f"total |= {bare(bit(form, place))};")

    return _write(unit, plan, "open", (form.value, ""), Leaf(one), "return total;")


def write_pick_open(unit: Unit, plan: Plan) -> None:
    """`pick__ACTION` out of what `open__ACTION` has found."""
    name, form = unit.name("pick", plan.action.name), unit.forms.of(SetType(plan.action.parameters[0].type))
    code = Code(unit)
    _pick_out_of(code, plan, form, "open")
    code.out.line("return 0;")
    given = f"const {form.value} open, int64_t *rank, rw_move *move, const rw_move option"
    unit.body += [f"RW_HOT int {name}({given})", "{", *code.finish(), "}", ""]


def _pick_out_of(code: Code, plan: Plan, form: Form, members: str) -> None:
    """Pick by rank out of the values of the last parameter."""
    size = code.declare("const int64_t", "size", how_many(form, members))
    last = plan.code.parameters[-1].shift
    with code.out.block(f"if (*rank < {size})"):
        number = number_text(code, plan, len(plan.action.parameters) - 1)
        code.out.line(f"*move = {number} | (rw_move){select_member(form, members, '*rank')} << {last};")
        code.out.line("return 1;")
    code.out.line(f"*rank -= {size};")


def write_pick(unit: Unit, plan: Plan) -> str:
    """`pick__ACTION`: the legal move with so many before it; if there are fewer, 0 with the rest of the rank."""

    def one(code: Code) -> None:
        number = number_text(code, plan, len(plan.action.parameters))
        write_ways(code, plan, lambda choices: [f"if ((*rank)-- == 0) {{ *move = {number}{choices}; return 1; }}"])

    def many(code: Code, form: Form, members: str) -> None:
        _pick_out_of(code, plan, form, code.keep(members, form.value, "members"))

    head = ("int", ", int64_t *rank, rw_move *move, const rw_move option")
    return _write(unit, plan, "pick", head, Leaf(one, many), "return 0;")


# -- doing it ---------------------------------------------------------------------------------------------------------


def write_do(unit: Unit, plan: Plan, settle: Callable[[Code], None]) -> str:
    """`do__ACTION`: the whole body; 1 if the game is over with it."""
    name = unit.name("do", plan.action.name)
    code = Code(unit)
    head = _head(
        code,
        "int32_t",
        name,
        plan,
        f"{'uint64_t choices, ' if plan.chooses else ''}const int settled RW_UNUSED",
        "state *s",
    )

    def choose(inner: Code, find: OpenValues) -> str:
        width = plan.code.choice_width
        digit = inner.declare("const int32_t", "digit", f"(int32_t)(choices & {(1 << width) - 1}) - 1")
        inner.out.line(f"choices = {f'choices >> {width}' if width < 64 else '0'};")
        return find(digit, True) if plan.code.ranked else digit

    statements(code, plan.action.body, Surroundings(settle=settle, choose=choose))
    code.out.line("return 0;")
    out = CLines()
    rule_comment(out, f"action {plan.action.title}", plan.action.rule)
    unit.body += [*out.lines, head.replace("RW_FUNCTION", "RW_HOT"), "{", *code.finish(), "}", ""]
    return name
