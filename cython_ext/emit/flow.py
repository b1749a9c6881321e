"""How play goes on: settling, and the automaton as labels and jumps until play rests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from cython_ext.emit import expressions
from cython_ext.emit.blocks import SETTLE, Surroundings, write_block
from cython_ext.emit.changed import NOBODY, ActionChanges, Touch
from cython_ext.emit.code import CLines, Code, Unit
from cython_ext.emit.decisions import EndingCheck, Obstacle, PlayFlow
from cython_ext.emit.expressions import builder_of
from cython_ext.emit.moves import rule_comment
from cython_ext.emit.operations import RECOGNISED
from cython_ext.emit.texts import bare
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import NumberForm
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.core.walk import walk_block
from rules_dsl.ir.course import sure_outcomes
from rules_dsl.ir.failures import FIRINGS, PATIENCE
from rules_dsl.ir.lowering.builder import FunctionBuilder, holds, number
from rules_dsl.ir.lowering.course import Course
from rules_dsl.ir.lowering.ordinals import of_ordinal
from rules_dsl.ir.texts import show_value
from rules_dsl.ir.types import cardinality
from rules_dsl.source import NOWHERE, Span


class Flow:
    """The automaton of one game while C is written for it."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.nodes = unit.game.nodes
        self.stop = len(self.nodes) - 1
        self.course = FlowCourse(unit.lowering, lambda: builder_of(Code(unit)))
        self.endings = self.course.endings
        self.changed = ActionChanges(unit.game, unit.effects)

    # -- settling -----------------------------------------------------------------------------------------------------

    def write_settle(self) -> None:
        """`settle`: reactions to their fixed point, then 1 if an ending holds."""
        game = self.unit.game
        for place, reaction in enumerate(game.reactions):
            self._write_reaction(place, reaction)
        if self.endings:
            self._write_is_over()
        lines = ["RW_FUNCTION int32_t settle(state *s RW_UNUSED, rw_failure *fail RW_UNUSED)", "{"]
        if game.reactions:
            where = self.unit.place("E0909", "in reactions", game.reactions[0].rule.span)
            fires = " || ".join(f"react__{place}(s, fail)" for place in range(len(game.reactions)))
            lines += ["    int32_t fired = 0;", f"    while (({fires}) && !rw_failed(fail))"]
            lines += [f"        if (++fired > {FIRINGS}) rw_fail(fail, 909, {where}, fired);"]
        self.unit.body += [*lines, f"    return {'is_over(s, fail)' if self.endings else '0'};", "}", ""]

    def settle(self, action: str, code: Code) -> None:
        """The lines of a Settle in the body of an action.

        Where play has settled before, only what the action may have brought about is tested.
        """
        if not self.endings or self.changed.obstacle is not None:
            for ending, _ in self.endings:
                code.note(EndingCheck(action, ending.kind, ending.rule.span, None, self.changed.obstacle))
            code.out.line("if (settle(s, fail)) return 1;")
            return
        with code.out.block("if (settled)"):
            for ending, condition in self.endings:
                self._settle_ending(code, action, ending, condition)
        code.out.line("else if (settle(s, fail)) return 1;")

    def _settle_ending(self, code: Code, action: str, ending: ir.Ending, condition: ir.Expr) -> None:
        touched = self.changed.find_touched(action, ending, condition)
        players = self._players(touched, ending)
        words = None if players is None else tuple([_name_player(player) for player in players])
        obstacle = touched if isinstance(touched, Obstacle) and ending.each else None
        code.note(EndingCheck(action, ending.kind, ending.rule.span, words, obstacle))
        if players is None or players:
            rule_comment(code.out, ending.kind, ending.rule)
        if players is None:
            for_each_player(code, ending.each, partial(_return_if, code, condition))
            return
        for player in players:
            with code.out.block(""):
                assert ending.each is not None, "the game has several players"
                code.locals[ending.each] = code.keep(expressions.value(code, player), "int32_t", ending.each)
                _return_if(code, condition)

    def _players(self, touched: Touch, ending: ir.Ending) -> list[ir.Expr] | None:
        """The players for whom an ending is looked at; None for all, or if it is not about players."""
        if touched == NOBODY:
            return []
        if isinstance(touched, Obstacle) or ending.each is None or len(touched) >= cardinality(self.unit.game.players):
            return None
        return sorted(touched, key=str)

    def _write_reaction(self, place: int, reaction: ir.Reaction) -> None:
        code = Code(self.unit)
        build = builder_of(code)
        self.course.fire(build, reaction, lambda _: build.put(core.ReturnValue(number(1))))
        write_block(code, build.statements(), around=Surroundings(returns=NumberForm(0, 1)))
        code.out.line("return 0;")
        out = CLines()
        rule_comment(out, f"whenever {reaction.name}", reaction.rule)
        head = f"RW_FUNCTION int32_t react__{place}(state *s RW_UNUSED, rw_failure *fail RW_UNUSED)"
        self.unit.body += [*out.lines, head, "{", *code.finish(), "}", ""]

    def _write_is_over(self) -> None:
        code = Code(self.unit)
        for ending, condition in self.endings:
            rule_comment(code.out, ending.kind, ending.rule)
            for_each_player(code, ending.each, partial(_return_if, code, condition))
        code.out.line("return 0;")
        head = "RW_FUNCTION int32_t is_over(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)"
        self.unit.body += [head, "{", *code.finish(), "}", ""]

    # -- the automaton ------------------------------------------------------------------------------------------------

    def write_advance(self) -> None:
        """`advance`: run from a node until play rests."""
        code = Code(self.unit, exit_="return -1;")
        entries = self._entries()
        blocks = self._lower_from(code, entries)
        patient = {place for place in blocks if place in _list_reachable(blocks, _following(blocks[place]))}
        code.note(self._report(blocks.keys(), patient))
        if patient:
            code.out.line("int32_t steps = 0;")
        with code.out.block("switch (node)"):
            for place in sorted(entries - {self.stop}):
                code.out.line(f"case {place}: goto node_{place};")
            code.out.line(f"default: goto node_{self.stop};")
        for place, block in sorted(blocks.items()):
            self._write_node(code, place, block, place in patient)
        head = "RW_HOT int advance(state *s RW_UNUSED, uint32_t node, rw_failure *fail RW_UNUSED)"
        self.unit.body += [head, "{", *code.finish(), "}", ""]

    def _lower_from(self, code: Code, entries: set[int]) -> dict[int, core.Block]:
        """The nodes that play may come to from the entries without a rest, and the last one."""
        blocks: dict[int, core.Block] = {}
        waiting = [self.stop, *entries]
        while waiting:
            place = waiting.pop()
            if place not in blocks:
                blocks[place] = self._lower_node(builder_of(code), place)
                waiting += _following(blocks[place])
        return blocks

    def _lower_node(self, build: FunctionBuilder, place: int) -> core.Block:
        with build.aside() as block:
            self.course.step(build, place, lambda following: build.put(core.ResumeAt(number(following))))
        return tuple(block)

    def _report(self, reachable: Iterable[int], patient: set[int]) -> PlayFlow:
        """What becomes of the nodes, for the report."""
        rests = [node for node in self.nodes if isinstance(node, ir.DecideNode | ir.ChanceNode | ir.StopNode)]
        spans = [span for place in sorted(patient) if (span := self._span(place)) != NOWHERE]
        obstacle = Obstacle("play may come back to a step without a rest", *spans[:1]) if patient else None
        steps = [place for place in reachable if isinstance(self.nodes[place], ir.RunNode | ir.BranchNode)]
        return PlayFlow(len(rests), len(steps), obstacle)

    def _span(self, number: int) -> Span:
        match self.nodes[number]:
            case ir.RunNode(body) if body:
                return body[0].span
            case ir.BranchNode(condition):
                return condition.span
            case _:
                return NOWHERE

    def _entries(self) -> set[int]:
        entries = {0}
        for node in self.nodes:
            match node:
                case ir.DecideNode(options=options):
                    entries |= {option.then for option in options}
                case ir.ChanceNode(then=then):
                    entries.add(then)
                case _:
                    pass
        return entries

    def _write_node(self, code: Code, place: int, block: core.Block, patient: bool) -> None:
        code.out.depth -= 1
        code.out.line(f"node_{place}:;")
        code.out.depth += 1
        if patient:
            where = code.unit.place("E0910", "in play", NOWHERE)
            code.out.line(f"if (++steps > {PATIENCE} || rw_failed(fail)) {{")
            code.out.line(f"    rw_fail(fail, 910, {where}, 0);")
            code.out.line("    return -1;")
            code.out.line("}")
        with code.out.block(""):
            stop = f"if (settle(s, fail)) goto node_{self.stop};"
            around = Surroundings(settle=lambda inner: inner.out.line(stop), replaces_misfits=True)
            write_block(code, block, around=around)


class FlowCourse(Course):
    """The course as `advance` has it: what all nodes do in the same way are functions of C."""

    def settle(self, build: FunctionBuilder) -> None:
        """A call of `settle`."""
        build.put(core.PerformEffect(SETTLE))

    def pass_chance(
        self, build: FunctionBuilder, place: int, node: ir.ChanceNode, go_on: Callable[[int], None]
    ) -> None:
        """Asks for the single outcome instead of listing all."""
        if sure_outcomes(node) <= 1:
            ordinals = NumberForm(-1, cardinality(node.type) - 1)
            single = build.start("single", core.Invoke(f"{RECOGNISED}single__{place}", (), ordinals))
            with build.when(holds(Operator.AT_MOST, number(0), single)):
                self.take(build, node, of_ordinal(build, node.type, single))
                go_on(node.then)
        build.put(core.RestAt(place))


def _following(block: core.Block) -> list[int]:
    """The nodes that play goes on to without a rest; where it settles it may stop, which leads nowhere."""
    nodes = [statement.node for statement in walk_block(block) if isinstance(statement, core.ResumeAt)]
    return [node.value for node in nodes if isinstance(node, core.Immediate)]


def _list_reachable(blocks: Mapping[int, core.Block], starts: Iterable[int]) -> set[int]:
    """The nodes that play may come to from the starts without a rest."""
    reached: set[int] = set()
    waiting = list(starts)
    while waiting:
        place = waiting.pop()
        if place not in reached:
            reached.add(place)
            waiting += _following(blocks[place])
    return reached


UNROLLED = 4


def _name_player(player: ir.Expr) -> str:
    """A player as one would write it in the rules."""
    match player:
        case ir.Local(name):
            return name.rpartition(".")[2]
        case ir.Builtin(name, arguments):
            return f"{name}({', '.join([_name_player(argument) for argument in arguments])})"
        case ir.Literal(value):
            return show_value(player.type, value)
        case _:
            return "one player"


def _return_if(code: Code, condition: ir.Expr) -> None:
    code.out.line(f"if ({bare(expressions.value(code, condition))}) return 1;")


def for_each_player(code: Code, name: str | None, write: Callable[[], None]) -> None:
    """What `write` writes, for each player if a name goes through them.

    A few players stand one behind the other, so that each is a constant.
    """
    players = cardinality(code.unit.game.players)
    if name is not None and players > UNROLLED:
        at = code.locals[name] = code.fresh("at")
        with code.out.block(f"for (int32_t {at} = 0; {at} < {players}; {at}++)"):
            write()
        return
    for player in range(1 if name is None else players):
        with code.out.block(""):
            if name is not None:
                code.locals[name] = str(player)
            write()
