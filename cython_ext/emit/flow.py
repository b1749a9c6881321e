"""How play goes on: settling, and the automaton as labels and jumps until play rests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from cython_ext.emit import domains, expressions
from cython_ext.emit.blocks import Surroundings
from cython_ext.emit.chance import item_of
from cython_ext.emit.changed import NOBODY, ActionChanges, Touch
from cython_ext.emit.code import CLines, Code, Unit
from cython_ext.emit.decisions import EndingCheck, Obstacle, PlayFlow
from cython_ext.emit.moves import rule_comment
from cython_ext.emit.statements import statements
from cython_ext.emit.texts import bare
from cython_ext.emit.values import initialiser, value_text
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.course import endings_while_settling, is_plain_rest, sure_outcomes
from rules_dsl.ir.evaluate import constant_value
from rules_dsl.ir.failures import FIRINGS, PATIENCE
from rules_dsl.ir.texts import show_value
from rules_dsl.ir.types import SetType, cardinality
from rules_dsl.source import NOWHERE, Span


class Flow:
    """The automaton of one game while C is written for it."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.nodes = unit.game.nodes
        self.stop = len(self.nodes) - 1
        self.endings = endings_while_settling(unit.game)
        self.changed = ActionChanges(unit.game, unit.effects)

    # -- settling -----------------------------------------------------------------------------------------------------

    def write_settle(self) -> None:
        """`settle`: reactions to their fixed point, then 1 if an ending holds."""
        game = self.unit.game
        for number, reaction in enumerate(game.reactions):
            self._write_reaction(number, reaction)
        if self.endings:
            self._write_is_over()
        lines = ["RW_FUNCTION int32_t settle(state *s RW_UNUSED, rw_failure *fail RW_UNUSED)", "{"]
        if game.reactions:
            place = self.unit.place("E0909", "in reactions", game.reactions[0].rule.span)
            fires = " || ".join(f"react__{number}(s, fail)" for number in range(len(game.reactions)))
            lines += ["    int32_t fired = 0;", f"    while (({fires}) && fail->code == 0)"]
            lines += [f"        if (++fired > {FIRINGS}) rw_fail(fail, 909, {place}, fired);"]
        self.unit.body += [*lines, f"    return {'is_over(s, fail)' if self.endings else '0'};", "}", ""]

    def settle(self, action: str, code: Code) -> None:
        """The lines of a Settle in the body of an action. Where play has settled before, only what the action may have brought about is looked at."""
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
        touched = self.changed.touched(action, ending, condition)
        players = self._players(touched, ending)
        words = None if players is None else tuple([_named(player) for player in players])
        code.note(EndingCheck(action, ending.kind, ending.rule.span, words, touched if isinstance(touched, Obstacle) and ending.each else None))
        if players is None or players:
            rule_comment(code.out, ending.kind, ending.rule)
        if players is None:
            each_player(code, ending.each, partial(_return_if, code, condition))
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

    def _write_reaction(self, number: int, reaction: ir.Reaction) -> None:
        code = Code(self.unit)
        with _loops(code, reaction.parameters), code.out.block(f"if ({bare(expressions.value(code, reaction.condition))})"):
            statements(code, reaction.body, Surroundings())
            code.out.line("return 1;")
        code.out.line("return 0;")
        out = CLines()
        rule_comment(out, f"whenever {reaction.name}", reaction.rule)
        head = f"RW_FUNCTION int32_t react__{number}(state *s RW_UNUSED, rw_failure *fail RW_UNUSED)"
        self.unit.body += [*out.lines, head, "{", *code.finish(), "}", ""]

    def _write_is_over(self) -> None:
        code = Code(self.unit)
        for ending, condition in self.endings:
            rule_comment(code.out, ending.kind, ending.rule)
            each_player(code, ending.each, partial(_return_if, code, condition))
        code.out.line("return 0;")
        head = "RW_FUNCTION int32_t is_over(const state *s RW_UNUSED, rw_failure *fail RW_UNUSED)"
        self.unit.body += [head, "{", *code.finish(), "}", ""]

    # -- the automaton ------------------------------------------------------------------------------------------------

    def write_advance(self) -> None:
        """`advance`: run from a node until play rests."""
        entries = self._entries()
        reachable = self._reachable(entries)
        patient = self._cycles(reachable)
        code = Code(self.unit, exit_="return -1;")
        code.note(self._course(reachable, patient))
        if patient:
            code.out.line("int32_t steps = 0;")
        with code.out.block("switch (node)"):
            for node in sorted(entries - {self.stop}):
                code.out.line(f"case {node}: goto node_{node};")
            code.out.line(f"default: goto node_{self.stop};")
        for node in sorted(reachable | {self.stop}):
            self._write_node(code, node, node in patient)
        head = "RW_HOT int advance(state *s RW_UNUSED, uint32_t node, rw_failure *fail RW_UNUSED)"
        self.unit.body += [head, "{", *code.finish(), "}", ""]

    def _course(self, reachable: set[int], patient: set[int]) -> PlayFlow:
        """What becomes of the nodes, for the report."""
        rests = [node for node in self.nodes if isinstance(node, ir.DecideNode | ir.ChanceNode | ir.StopNode)]
        spans = [self._span(number) for number in sorted(patient)]
        obstacle = Obstacle("play may come back to a step without a rest", next((span for span in spans if span != NOWHERE), NOWHERE)) if patient else None
        return PlayFlow(len(rests), len([number for number in reachable if isinstance(self.nodes[number], ir.RunNode | ir.BranchNode)]), obstacle)

    def _span(self, number: int) -> Span:
        match self.nodes[number]:
            case ir.RunNode(body) if body:
                return body[0].span
            case ir.BranchNode(condition):
                return condition.span
            case _:
                return NOWHERE

    def _entries(self) -> set[int]:
        found = {0}
        for node in self.nodes:
            match node:
                case ir.DecideNode(options=options):
                    found |= {option.then for option in options}
                case ir.ChanceNode(then=then):
                    found.add(then)
                case _:
                    pass
        return found

    def _following(self, node: int) -> list[int]:
        """The nodes that may come next without a rest."""
        match self.nodes[node]:
            case ir.RunNode(then=then):
                return [then]
            case ir.BranchNode(_, then, otherwise):
                return [then, otherwise]
            case ir.DecideNode(otherwise=other):
                return [] if other is None else [other]
            case ir.ChanceNode(then=then) as chance:
                return [] if sure_outcomes(chance) > 1 else [then]
            case _:
                return []

    def _reachable(self, entries: set[int]) -> set[int]:
        seen: set[int] = set()
        waiting = list(entries)
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen.add(node)
                waiting += self._following(node)
        return seen

    def _cycles(self, nodes: set[int]) -> set[int]:
        """The nodes that play may come back to without a rest."""
        return {node for node in nodes if node in self._reachable(set(self._following(node)))}

    def _write_node(self, code: Code, number: int, patient: bool) -> None:
        code.out.depth -= 1
        code.out.line(f"node_{number}:;")
        code.out.depth += 1
        if patient:
            place = code.unit.place("E0910", "in play", NOWHERE)
            code.out.line(f"if (++steps > {PATIENCE} || fail->code) {{ rw_fail(fail, 910, {place}, 0); return -1; }}")
        with code.out.block(""):
            self._node(code, number)

    def _node(self, code: Code, number: int) -> None:
        match self.nodes[number]:
            case ir.RunNode(body, then):
                around = Surroundings(settle=lambda inner: inner.out.line(f"if (settle(s, fail)) goto node_{self.stop};"))
                statements(code, body, around)
                code.out.line(f"goto node_{then};")
            case ir.BranchNode(condition, then, otherwise):
                code.out.line(f"if ({bare(expressions.value(code, condition))}) goto node_{then};")
                code.out.line(f"goto node_{otherwise};")
            case ir.DecideNode() as decide:
                if not is_plain_rest(decide):
                    code.out.line(f"if (!({self.any_move(code, decide)})) goto node_{decide.otherwise};")
                code.out.line(f"s->node = {number};")
                code.out.line("return fail->code ? -1 : 0;")
            case ir.ChanceNode() as chance:
                self._pass_chance(code, number, chance)
            case ir.StopNode():
                for variable in self.unit.game.variables:
                    if variable.control:
                        value = initialiser(variable.type, self._resting(variable))
                        form = self.unit.forms.of(variable.type)
                        text = value if form.kind in ("number", "word", "wide") else f"({form.stored}){value}"
                        code.out.line(f"{code.variable(variable.name)} = {text};")
                code.out.line(f"s->node = {number};")
                code.out.line("return fail->code ? -1 : 0;")

    def _resting(self, variable: ir.StateVar) -> object:
        return constant_value(variable.initial, self.unit.values, self.unit.functions)

    def any_move(self, code: Code, node: ir.DecideNode) -> str:
        """The text that tells whether the decision has a legal move."""
        actor = code.keep(expressions.value(code, node.actor), "int32_t", "by")
        names = dict.fromkeys(option.action for option in node.options)
        return " || ".join(f"{self.unit.possible(name, NOWHERE)}({code.state}, fail, {actor})" for name in names) or "0"

    def _pass_chance(self, code: Code, number: int, node: ir.ChanceNode) -> None:
        if sure_outcomes(node) <= 1:
            only = code.declare("int32_t", "only", "-1")
            code.out.line(f"const int64_t outcomes = outcomes__{number}(s, fail, &{only}, 0, 0);")
            with code.out.block("if (outcomes == 1)"):
                self.take(code, node, only)
                code.out.line(f"goto node_{node.then};")
        code.out.line(f"s->node = {number};")
        code.out.line("return fail->code ? -1 : 0;")

    def take(self, code: Code, node: ir.ChanceNode, place: str) -> None:
        """Put the outcome with an ordinal into its variable."""
        code.out.line(f"{code.variable(node.variable)} = {bare(value_text(code, node.type, place))};")


UNROLLED = 4


def _named(player: ir.Expr) -> str:
    """A player as one would write it in the rules."""
    match player:
        case ir.Local(name):
            return name.rpartition(".")[2]
        case ir.Builtin(name, arguments):
            return f"{name}({', '.join([_named(argument) for argument in arguments])})"
        case ir.Literal(value):
            return show_value(player.type, value)
        case _:
            return "one player"


def _return_if(code: Code, condition: ir.Expr) -> None:
    code.out.line(f"if ({bare(expressions.value(code, condition))}) return 1;")


@contextmanager
def _loops(code: Code, parameters: Sequence[ir.Parameter]) -> Iterator[None]:
    """Loops over the parameters of a reaction."""
    if not parameters:
        yield
        return
    first = parameters[0]
    domain = first.domain if first.domain is not None else ir.Domain(first.type, SetType(first.type))
    item = item_of(domain.type)
    if not isinstance(domain.type, SetType):
        whole = domains.as_set(code, domain, SetType(item))
        code.locals[whole] = whole
        domain = ir.Local(whole, SetType(item))
    with domains.items(code, first.name, domain):
        if item != first.type:
            code.bind(first.name, first.type, expressions.fitted(code, ir.Local(first.name, item), first.type, domain))
        with _loops(code, parameters[1:]):
            yield


def each_player(code: Code, name: str | None, write: Callable[[], None]) -> None:
    """What `write` writes, for each player if a name goes through them: few players one behind the other, so that each is a constant."""
    players = cardinality(code.unit.game.players)
    if name is None or players <= UNROLLED:
        for player in range(1 if name is None else players):
            with code.out.block(""):
                if name is not None:
                    code.locals[name] = str(player)
                write()
        return
    with domains.every(code, name, code.unit.game.players):
        write()
