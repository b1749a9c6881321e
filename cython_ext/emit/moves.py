"""Finding moves: from one search over the parameters of an action, its needs tested as early as the rules allow, the list, the count, the k-th move and whether
there is one. What the last parameters' needs leave is a set where their conditions are sets, so that it is counted in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Literal

from cython_ext.emit import domains, expressions
from cython_ext.emit.blocks import OpenValues, Surroundings
from cython_ext.emit.code import CLines, Code, Unit
from cython_ext.emit.decisions import ConditionTest, Level, MoveSearch, Obstacle, TrialRun
from cython_ext.emit.masks import Split, Subject, conjuncts, gathered, split
from cython_ext.emit.statements import statements
from cython_ext.emit.texts import bare
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import bit, exit_with, how_many, literal, not_empty, ordinal_text, selected
from cython_ext.layout.move_codes import ActionCode
from cython_ext.layout.states import Form
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.moments import moments
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.ir.trial import trial_of
from rules_dsl.ir.types import BagType, ListType, SetType, Type, cardinality

MASKED = 4_096
"""Parameters with more values than this are tried one by one."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What there is to know of an action before its C is written."""

    action: ir.Action
    code: ActionCode
    moments: tuple[int, ...]
    trial: tuple[ir.Stmt, ...]  # as much of the body as decides whether a move is legal
    chooses: bool

    def needs_at(self, level: int) -> list[ir.Expr]:
        """The conditions to test once so many parameters are bound."""
        return [need.condition for need, moment in zip(self.action.needs, self.moments, strict=True) if moment == level]


def plan_of(unit: Unit, action: ir.Action, code: ActionCode) -> Plan:
    """The plan of an action."""
    chooses = any(isinstance(stmt, ir.Choose) for stmt in walk_statements(action.body))
    trial = trial_of(action, unit.effects, unit.functions)
    unit.effects.note_action(action, trial)
    return Plan(action, code, tuple(moments(action, unit.functions)), trial, chooses)


@dataclass(frozen=True, slots=True)
class Leaf:
    """What is done with what a search finds: one move with all parameters bound, or all values of the last one at once as a set."""

    one: Callable[[Code], None]
    many: Callable[[Code, str, Type], None]


def rule_comment(out: CLines, what: str, rule: ir.Rule) -> None:
    """A line that says which rule a block comes from; not in which folder, so that the same rules give the same C everywhere."""
    cites = f" @rule {', '.join(rule.cites)}" if rule.cites else ""
    out.comment(f"{what} ({PurePath(rule.span.file).name}:{rule.span.line}){cites}")


@dataclass(frozen=True, slots=True)
class Values:
    """The values of one parameter: the members of a domain for which conditions hold."""

    parameter: ir.Parameter
    domain: ir.Expr
    item: Type
    conditions: Split

    @property
    def each(self) -> bool:
        """Are they gone through from the first to the last?"""
        return isinstance(self.domain, ir.Domain | ir.Range) and not self.conditions.masks

    def level(self, at_once: bool = False) -> Level:
        """The same for the report."""
        name = self.parameter.name.rpartition(".")[2]
        way: Literal["all", "set"] = "all" if self.each and not at_once else "set"
        return Level(name, cardinality(self.item), way, self.domain.span, self.conditions.tests)


def search(code: Code, plan: Plan, leaf: Leaf) -> None:
    """Loops over the parameters around what the leaf writes."""
    parameters = plan.action.parameters
    found = _found(code.unit, plan)
    if found is not None:
        leaf.many(code, f"{found}({code.state}, fail, {code.locals[plan.action.player]})", parameters[0].type)
        return
    levels: list[Level] = []
    obstacle: Obstacle | None = decided_by(plan) if plan.trial else NOTHING_TO_COUNT
    with ExitStack() as blocks:
        _tests(code, blocks, plan.needs_at(0))
        for number, parameter in enumerate(parameters, 1):
            values = _values(code, parameter, plan.needs_at(number))
            if number == len(parameters):
                values, obstacle = _at_once(code, plan, values)
            levels.append(values.level(obstacle is None))
            if number == len(parameters) and obstacle is None:
                leaf.many(code, _members(code, values), values.item)
                break
            _loop(code, blocks, values)
            _tests(code, blocks, values.conditions.rest)
        else:
            leaf.one(code)
    _note(code, plan, levels, obstacle)


NOTHING_TO_COUNT = Obstacle("it has no parameters")


def _note(code: Code, plan: Plan, levels: Sequence[Level], obstacle: Obstacle | None) -> None:
    before = tuple([part.span for condition in plan.needs_at(0) for part in conjuncts(condition)])
    code.note(MoveSearch(plan.action.name, before, tuple(levels), obstacle))


def decided_by(plan: Plan) -> Obstacle:
    """What in the body decides whether a move is legal."""
    chooses = [stmt for stmt in walk_statements(plan.trial) if isinstance(stmt, ir.Choose)]
    if chooses:
        return Obstacle("the body asks for a choice", chooses[0].span)
    ensures = [stmt for stmt in walk_statements(plan.trial) if isinstance(stmt, ir.Need)]
    return Obstacle("the body is run to find out whether the move is legal", ensures[0].span if ensures else plan.action.rule.span)


def _at_once(code: Code, plan: Plan, values: Values) -> tuple[Values, Obstacle | None]:
    """The values of the last parameter, if possible as one set; else what is in the way."""
    if plan.trial:
        return values, decided_by(plan)
    if not _is_maskable(values.parameter, values.item):
        return values, Obstacle(f"its values come from {values.item}, or are more than {MASKED:,}", values.parameter.span)
    values = replace(values, conditions=_gathered(code, values))
    return values, next((test.obstacle for test in values.conditions.tests if test.way == "each"), None)


def _found(unit: Unit, plan: Plan) -> str | None:
    """The function that gives all values of the only parameter at once, for actions where that is possible; its calls can be shared."""
    name = plan.action.name
    if name not in unit.found:
        unit.found[name] = _write_found(unit, plan) if len(plan.action.parameters) == 1 and not plan.trial else None
    return unit.found[name]


def _write_found(unit: Unit, plan: Plan) -> str | None:
    parameter = plan.action.parameters[0]
    item = _item(_domain(parameter))
    if not _is_maskable(parameter, item):
        return None
    over = SetType(item)
    code = Code(unit, exit_=exit_with(unit, over))
    player = code.locals[plan.action.player] = code.fresh(plan.action.player)
    for condition in plan.needs_at(0):
        code.out.line(f"if (!{expressions.value(code, condition)}) return {literal(unit, over, 0)};")
    values, obstacle = _at_once(code, plan, _values(code, parameter, plan.needs_at(1)))
    if obstacle is not None:
        return None
    code.out.line(f"return {bare(_members(code, values))};")
    _note(code, plan, [values.level(at_once=True)], None)
    name = unit.name("found", plan.action.name)
    head = f"RW_FUNCTION {unit.forms.of(over).value} {name}(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t {player} RW_UNUSED)"
    unit.define(name, [head, "{", *code.finish(), "}"])
    return name


def _gathered(code: Code, values: Values) -> Split:
    """Plain conditions on few values as one more set, put together bit by bit without a branch."""
    found = values.conditions
    if not found.rest:
        return found
    whole = gathered(code, Subject(values.parameter.name, values.parameter.type), found.rest)
    return found if whole is None else found.with_all(whole)


def _tests(code: Code, blocks: ExitStack, conditions: Sequence[ir.Expr]) -> None:
    for condition in conditions:
        blocks.enter_context(code.out.block(f"if ({bare(expressions.value(code, condition))})"))


def _domain(parameter: ir.Parameter) -> ir.Expr:
    return parameter.domain if parameter.domain is not None else ir.Domain(parameter.type, SetType(parameter.type))


def _is_maskable(parameter: ir.Parameter, item: Type) -> bool:
    """Can the values of a parameter be held as a set?"""
    return item == parameter.type and cardinality(item) <= MASKED


def _values(code: Code, parameter: ir.Parameter, conditions: Sequence[ir.Expr]) -> Values:
    domain = _domain(parameter)
    item = _item(domain)
    if _is_maskable(parameter, item):
        return Values(parameter, domain, item, split(code, Subject(parameter.name, item), conditions))
    obstacle = Obstacle("the values of the parameter are not a set", parameter.span)
    return Values(parameter, domain, item, Split((), tuple(conditions), tuple([ConditionTest(each.span, "each", obstacle) for each in conditions])))


def _item(domain: ir.Expr) -> Type:
    match domain.type:
        case SetType(item) | ListType(item) | BagType(item):
            return item
        case _:
            raise NoTranslation(f"iterating over {domain.type}", domain.span)


def _members(code: Code, values: Values) -> str:
    """The set of the values of a domain that are in all masks."""
    item, domain, masks = values.item, values.domain, values.conditions.masks
    if isinstance(domain.type, SetType):
        return domains.masked(code, item, domain, masks)
    name = domains.as_set(code, domain, SetType(item))
    code.locals[name] = name
    return domains.masked(code, item, ir.Local(name, SetType(item)), masks)


def _loop(code: Code, blocks: ExitStack, values: Values) -> None:
    parameter, item = values.parameter, values.item
    if values.each:
        blocks.enter_context(domains.items(code, parameter.name, values.domain))
    else:
        blocks.enter_context(domains.each(code, parameter.name, item, SetType(item), _members(code, values)))
    if item != parameter.type:
        text = expressions.converted(code, code.locals[parameter.name], item, parameter.type, parameter.span, False)
        code.bind(parameter.name, parameter.type, text)


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
    statements(code, plan.trial, Surroundings(refuse="return 0", choose=lambda inner, find: _choose_next(inner, find, plan.code.ranked)))
    code.out.line("return 1;")
    out = CLines()
    rule_comment(out, f"may {plan.action.title} be done?", plan.action.rule)
    lines = [*out.lines, head, "{", *code.finish(), "}"]
    unit.define(name, lines, marked=not plan.chooses)


def _head(code: Code, result: str, name: str, plan: Plan, more: str = "", state: str = "const state *s") -> str:
    """The head of a function of the player and the parameters, which become locals."""
    parts = [f"{state} RW_UNUSED", "rw_failure *fail RW_UNUSED"]
    for local, kind in [(plan.action.player, code.unit.game.players), *[(p.name, p.type) for p in plan.action.parameters]]:
        made = code.locals[local] = code.fresh(local)
        parts.append(f"const {code.unit.forms.of(kind).value} {made} RW_UNUSED")
    return f"RW_FUNCTION {result} {name}({', '.join([*parts, *([more] if more else [])])})"


def _choose_next(code: Code, find: OpenValues, ranked: bool) -> str:
    """Take the next value at or above where the script stands; without one this way is at its end."""
    first = code.declare(
        "const int32_t",
        "first",
        "script->at < script->fixed ? script->digit[script->at] : script->at == script->fixed ? script->digit[script->at] + 1 : 0",
    )
    found = find(first, ranked)
    code.out.line(f"if ({found} < 0) return 0;")
    code.out.line(f"script->digit[script->at++] = {first if ranked else found};")
    return found


# -- the four uses of a search ----------------------------------------------------------------------------------------


def number_text(code: Code, plan: Plan, bound: int) -> str:
    """The number of a move as far as its option and first parameters go."""
    parts = ["option"]
    for parameter, field in list(zip(plan.action.parameters, plan.code.parameters, strict=True))[:bound]:
        parts.append(f"(rw_move){ordinal_text(code, parameter.type, code.locals[parameter.name])} << {field.shift}")
    return " | ".join(parts)


def each_way(code: Code, plan: Plan, use: Callable[[str], list[str]]) -> None:
    """The lines for every legal way through the body; `use` gets the text of the choices in the number of the move, or nothing."""
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


def _write(unit: Unit, plan: Plan, kind: str, head: tuple[str, str], leaf: Callable[[Plan], Leaf], last: str) -> str:
    name = unit.name(kind, plan.action.name)
    code = Code(unit)
    player = code.locals[plan.action.player] = code.fresh(plan.action.player)
    if last == "return total;":
        code.out.line(f"{head[0]} total = 0;")
    search(code, plan, leaf(plan))
    code.out.line(last)
    given = f"const state *s RW_UNUSED, rw_failure *fail RW_UNUSED, const int32_t {player} RW_UNUSED{head[1]}"
    lines = [f"{'RW_HOT' if kind in HOT else 'RW_FUNCTION'} {head[0]} {name}({given})", "{", *code.finish(), "}"]
    if head[1]:
        unit.body += [*lines, ""]
    else:
        unit.define(name, lines)
    return name


HOT = ("count", "open", "pick")
"""What stands in the way from one ply to the next, and is put in place there for each player if it is not too long."""


def write_possible(unit: Unit, plan: Plan) -> str:
    """`possible__ACTION`: is there a legal move?"""

    def leaf(plan: Plan) -> Leaf:
        return Leaf(
            lambda code: each_way(code, plan, lambda choices: ["return 1;"]),
            lambda code, members, item: code.out.line(f"if ({bare(not_empty(code.unit.forms.of(SetType(item)), members))}) return 1;"),
        )

    return _write(unit, plan, "possible", ("int32_t", ""), leaf, "return 0;")


def write_count(unit: Unit, plan: Plan) -> str:
    """`count__ACTION`: how many legal moves there are."""

    def leaf(plan: Plan) -> Leaf:
        return Leaf(
            lambda code: each_way(code, plan, lambda choices: ["total++;"]),
            lambda code, members, item: code.out.line(f"total += {how_many(code.unit.forms.of(SetType(item)), members)};"),
        )

    return _write(unit, plan, "count", ("int64_t", ""), leaf, "return total;")


def write_moves(unit: Unit, plan: Plan) -> str:
    """`moves__ACTION`: the legal moves, put into a list."""

    def one(code: Code) -> None:
        number = number_text(code, plan, len(plan.action.parameters))
        each_way(code, plan, lambda choices: [f"if (rw_note(list, {number}{choices}, 1) < 0) return -1;"])

    def many(code: Code, members: str, item: Type) -> None:
        parameter = plan.action.parameters[-1]
        with domains.each(code, parameter.name, item, SetType(item), members):
            code.out.line(f"if (rw_note(list, {number_text(code, plan, len(plan.action.parameters))}, 1) < 0) return -1;")

    return _write(unit, plan, "moves", ("int", ", struct rw_list *list, const rw_move option"), lambda plan: Leaf(one, many), "return 0;")


def is_kept(unit: Unit, plan: Plan) -> bool:
    """Are the values of the only parameter tested one by one, and so few that they fit in a word? Then a move is drawn from what one search has found."""
    if len(plan.action.parameters) != 1 or plan.trial or _found(unit, plan) is not None:
        return False
    parameter = plan.action.parameters[0]
    return _is_maskable(parameter, _item(_domain(parameter))) and unit.forms.of(SetType(parameter.type)).kind == "word"


def write_open(unit: Unit, plan: Plan) -> str:
    """`open__ACTION`: the values of the only parameter for which the move is legal, tested one by one, as a set in a word."""
    kind = plan.action.parameters[0].type
    form = unit.forms.of(SetType(kind))

    def one(code: Code) -> None:
        place = ordinal_text(code, kind, code.locals[plan.action.parameters[0].name])
        code.out.line(f"total |= {bare(bit(form, place))};")

    def many(code: Code, members: str, item: Type) -> None:
        code.out.line(f"total |= {members};")

    return _write(unit, plan, "open", (form.value, ""), lambda plan: Leaf(one, many), "return total;")


def write_pick_open(unit: Unit, plan: Plan) -> None:
    """`pick__ACTION` out of what `open__ACTION` has found."""
    name, form = unit.name("pick", plan.action.name), unit.forms.of(SetType(plan.action.parameters[0].type))
    code = Code(unit)
    _pick_out_of(code, plan, form, "open")
    code.out.line("return 0;")
    given = f"const {form.value} open, int64_t *rank, rw_move *move, const rw_move option"
    unit.body += [f"RW_HOT int {name}({given})", "{", *code.finish(), "}", ""]


def _pick_out_of(code: Code, plan: Plan, form: Form, found: str) -> None:
    """Pick by rank out of the values of the last parameter."""
    size = code.declare("const int64_t", "size", how_many(form, found))
    last = plan.code.parameters[-1].shift
    with code.out.block(f"if (*rank < {size})"):
        picked = selected(form, found, "*rank")
        code.out.line(f"*move = {number_text(code, plan, len(plan.action.parameters) - 1)} | (rw_move){picked} << {last};")
        code.out.line("return 1;")
    code.out.line(f"*rank -= {size};")


def write_pick(unit: Unit, plan: Plan) -> str:
    """`pick__ACTION`: the legal move with so many before it; if there are fewer, 0 with the rest of the rank."""

    def one(code: Code) -> None:
        number = number_text(code, plan, len(plan.action.parameters))
        each_way(code, plan, lambda choices: [f"if ((*rank)-- == 0) {{ *move = {number}{choices}; return 1; }}"])

    def many(code: Code, members: str, item: Type) -> None:
        form = code.unit.forms.of(SetType(item))
        _pick_out_of(code, plan, form, code.keep(members, form.value, "found"))

    return _write(
        unit, plan, "pick", ("int", ", int64_t *rank, rw_move *move, const rw_move option"), lambda plan: Leaf(one, many), "return 0;"
    )


# -- doing it ---------------------------------------------------------------------------------------------------------


def write_do(unit: Unit, plan: Plan, settle: Callable[[Code], None]) -> str:
    """`do__ACTION`: the whole body; 1 if the game is over with it."""
    name = unit.name("do", plan.action.name)
    code = Code(unit)
    head = _head(code, "int32_t", name, plan, f"{'uint64_t choices, ' if plan.chooses else ''}const int settled RW_UNUSED", "state *s")

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
