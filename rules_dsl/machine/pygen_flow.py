"""How play goes on: settling, and from node to node until it rests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.evaluate import constant_value
from rules_dsl.ir.passes.fold import simplified
from rules_dsl.ir.rebuild import bottom_up
from rules_dsl.ir.types import BOOL, ListType, SetType, Value, cardinality
from rules_dsl.machine import pygen_expressions as expressions
from rules_dsl.machine.judging import FIRINGS
from rules_dsl.machine.pygen_code import Code, Module
from rules_dsl.machine.pygen_effects import STATE, writes
from rules_dsl.machine.pygen_failures import endless, negative_weight, no_outcome
from rules_dsl.machine.pygen_folds import iterable
from rules_dsl.machine.pygen_moves import comment, domain_text, function_code, head, reads_text
from rules_dsl.machine.pygen_statements import Surroundings, each_once, statements
from rules_dsl.machine.pygen_writer import Writer, bare

INLINE_LINES = 120
"""A function longer than this goes on in a function of the next node instead of writing that node again."""


class Flow:
    """The automaton of one game while source is written for it. `wanted` are the nodes that need a function of their own."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.nodes = module.game.nodes
        self.wanted: list[int] = []
        self.reaction_writes = frozenset[str]().union(*[writes(reaction.body) for reaction in module.game.reactions])
        self.reaction_reads = self.reaction_writes.union(*[reaction_reads(module, reaction) for reaction in module.game.reactions])
        self.endings = endings_while_settling(module.game)
        self.ending_reads = module.effects.reads_of_all(condition for _, condition in self.endings) - {STATE}
        self.resting: dict[str, Value] = {
            variable.name: _constant(module.game, variable) for variable in module.game.variables if variable.control
        }

    def want(self, node: int) -> None:
        """Ask for a function that runs from a node."""
        if node not in self.wanted:
            self.wanted.append(node)

    # -- settling -----------------------------------------------------------------------------------------------------

    def settle(self, code: Code) -> None:
        """Reactions, then endings: if one holds the function returns the end of the game."""
        game = self.module.game
        if game.reactions:
            self._react(code)
        if self.endings:
            with code.out.block(f"if is_over({', '.join(reads_text(code, self.ending_reads))}):"):
                self.finish(code)

    def _react(self, code: Code) -> None:
        given = ", ".join(reads_text(code, self.reaction_reads))
        changed = self.module.in_order(self.reaction_writes)
        if not changed:
            code.out.line(f"react({given})")
            return
        names = [code.variable(name) for name in changed]
        code.out.line(f"{', '.join(names)}{',' if len(names) == 1 else ''} = react({given})")
        code.lists -= self.reaction_writes
        code.assigned |= self.reaction_writes

    def finish(self, code: Code) -> None:
        """Return the position at the stop node, with control variables at rest."""
        stop = len(self.nodes) - 1
        items = []
        for position, name in enumerate(self.module.order):
            resting = name in self.resting
            items.append(self.module.literal(self.resting[name]) if resting else self._item(code, position, name))
        code.out.line(f"return ({', '.join([*items, str(stop)])}{'' if items else ','})")

    def _item(self, code: Code, position: int, name: str) -> str:
        return code.whole(name) if name in code.assigned else f"s[{position}]"

    def position(self, code: Code, node: int | str) -> str:
        """The position at a node as a tuple."""
        items = [self._item(code, position, name) for position, name in enumerate(self.module.order)]
        return f"({', '.join([*items, str(node)])}{'' if items else ','})"

    # -- from node to node --------------------------------------------------------------------------------------------

    def go(self, code: Code, node: int, *, stepwise: bool, chain: frozenset[int] = frozenset()) -> None:
        """The lines that run from a node and return where play rests; `stepwise` may hand over to a further node by its complement."""
        if node in chain or (len(code.out.lines) > INLINE_LINES and not is_plain_rest(self.nodes[node])):
            self.want(node)
            code.out.line(f"return {self.position(code, ~node)}" if stepwise else f"return advance({self.position(code, node)})")
            return
        chain |= {node}
        match self.nodes[node]:
            case ir.RunNode(body, then):
                statements(code, body, Surroundings(settle=self.settle))
                self.go(code, then, stepwise=stepwise, chain=chain)
            case ir.BranchNode(condition, then, otherwise):
                self._branch(code, condition, then, stepwise, chain)
                self.go(code, otherwise, stepwise=stepwise, chain=chain)
            case ir.DecideNode() as decide:
                self._decide(code, node, decide, stepwise, chain)
            case ir.ChanceNode() as chance:
                self._chance(code, node, chance, stepwise, chain)
            case ir.StopNode():
                self.finish(code)

    def _branch(self, code: Code, condition: ir.Expr, then: int, stepwise: bool, chain: frozenset[int]) -> None:
        with code.out.block(f"if {bare(expressions.test(code, condition))}:"):
            before = set(code.lists)
            self.go(code, then, stepwise=stepwise, chain=chain)
            code.lists = before

    def _decide(self, code: Code, number: int, node: ir.DecideNode, stepwise: bool, chain: frozenset[int]) -> None:
        if node.otherwise is None:
            code.out.line(f"return {self.position(code, number)}")
            return
        with code.out.block(f"if {self.any_move(code, node)}:"):
            code.out.line(f"return {self.position(code, number)}")
        self.go(code, node.otherwise, stepwise=stepwise, chain=chain)

    def any_move(self, code: Code, node: ir.DecideNode) -> str:
        """The text that tells whether the decision has a legal move."""
        actor = code.keep(expressions.value(code, node.actor), "actor")
        calls = []
        for action in dict.fromkeys(option.action for option in node.options):
            reads = self.module.effects.of_action(action)
            calls.append(f"{self.module.names.of('possible', action)}({', '.join([*reads_text(code, reads), actor])})")
        return " or ".join(calls) or "False"

    def _chance(self, code: Code, number: int, node: ir.ChanceNode, stepwise: bool, chain: frozenset[int]) -> None:
        if sure_outcomes(node) > 1:
            code.out.line(f"return {self.position(code, number)}")
            return
        reads = chance_reads(self.module, node)
        code.out.line(f"outcomes = outcomes_{number}({', '.join(reads_text(code, reads))})")
        with code.out.block("if len(outcomes) > 1:"):
            code.out.line(f"return {self.position(code, number)}")
        self.take(code, node, "outcomes[0][0]")
        self.go(code, node.then, stepwise=stepwise, chain=chain)

    def take(self, code: Code, node: ir.ChanceNode, text: str) -> None:
        """Put an outcome into its variable."""
        code.out.line(f"{code.variable(node.variable)} = {text}")
        code.lists.discard(node.variable)
        code.assigned.add(node.variable)


def endings_while_settling(game: ir.Game) -> list[tuple[ir.Ending, ir.Expr]]:
    """The endings that may hold at a Settle, with their conditions where `stuck` is false."""

    def without_stuck(part: ir.Expr) -> ir.Expr:
        return ir.Literal(False, BOOL) if isinstance(part, ir.Stuck) else simplified(part)

    found = [(ending, bottom_up(ending.condition, without_stuck)) for ending in game.endings]
    return [(ending, condition) for ending, condition in found if condition != ir.Literal(False, BOOL)]


def is_plain_rest(node: ir.Node) -> bool:
    """Does play always rest at the node, with nothing to do there?"""
    return isinstance(node, ir.DecideNode) and node.otherwise is None


def sure_outcomes(node: ir.ChanceNode) -> int:
    """How many outcomes chance has in every state, as far as that is plain to see."""
    if node.weight is not None:
        return 0
    match node.domain:
        case ir.Domain(item):
            return cardinality(item)
        case ir.Literal(found, SetType()):
            return int(found).bit_count()
        case ir.Range(ir.Literal(low), ir.Literal(high)):
            return int(high) - int(low) + 1
        case _:
            return 0


def chance_reads(module: Module, node: ir.ChanceNode) -> frozenset[str]:
    """The variables the outcomes of chance are read from."""
    return module.effects.reads_of_all([node.domain, node.weight]) - {STATE}


def reaction_reads(module: Module, reaction: ir.Reaction) -> frozenset[str]:
    """The variables a reaction may read or change. (`stuck` is false there.)"""
    domains = [parameter.domain for parameter in reaction.parameters]
    found = module.effects.reads_of_all([*domains, reaction.condition]) | module.effects.of_body(reaction.body)
    return found - {STATE}


def _constant(game: ir.Game, variable: ir.StateVar) -> Value:
    constants = {constant.name: constant.value for constant in game.constants}
    return constant_value(variable.initial, constants, {function.name: function for function in game.functions})


@contextmanager
def on_position(module: Module, out: Writer, line: str, *, position: str = "None") -> Iterator[Code]:
    """A function of the whole position `s`: the variables it uses become Python locals."""
    inner = Writer(out.depth + 1)
    code = Code(module, inner, position=position)
    yield code
    with out.block(line):
        for name in module.in_order(frozenset(code.used)):
            out.line(f"{module.names.of('variable', name)} = s[{module.order[name]}]")
        out.take(inner)
    out.line("")


def write_outcomes(module: Module, out: Writer, number: int, node: ir.ChanceNode) -> None:
    """`outcomes_NODE`: the values that are possible with their weights, upwards."""
    reads = chance_reads(module, node)
    code = function_code(module, out, reads)
    local = code.local(node.variable)
    with out.block(head(module, f"outcomes_{number}", reads, [])):
        out.line("found = []")
        if isinstance(node.domain.type, ListType):
            out.line(f"values = {bare(expressions.value(code, node.domain))}")
            domain, repeated = f"{each_once(code, node.domain.type.item)}(values)", f" * values.count({local})"
        else:
            domain, repeated = iterable(code, node.domain), ""
        with out.block(f"for {local} in {domain}:"):
            weight = "1" if node.weight is None else code.keep(expressions.value(code, node.weight), "weight")
            _guard_weight(code, node, local, weight)
            out.line(f"found.append(({local}, {weight}{repeated}))")
        with out.block("if not found:"):
            out.line(f"{module.helper('fail', no_outcome(node))}()")
        out.line("return found")
    out.line("")


def _guard_weight(code: Code, node: ir.ChanceNode, local: str, weight: str) -> None:
    if node.weight is None:
        return
    with code.out.block(f"if {weight} <= 0:"):
        with code.out.block(f"if {weight} < 0:"):
            code.out.line(f"{code.module.helper('fail', negative_weight(node))}({local}, {weight})")
        code.out.line("continue")


def write_reactions(flow: Flow, out: Writer) -> None:
    """`react_N` for each reaction, and `react`, which fires them until none applies."""
    module = flow.module
    changed = [module.names.of("variable", name) for name in module.in_order(flow.reaction_writes)]
    for number, reaction in enumerate(module.game.reactions):
        _write_reaction(flow, out, number, reaction)
    code = function_code(module, out, flow.reaction_reads)
    with out.block(head(module, "react", flow.reaction_reads, [])):
        out.line("fired = []")
        with out.block("while True:"):
            for number, reaction in enumerate(module.game.reactions):
                _fire(code, flow, number, reaction)
            whole = [code.whole(name) for name in module.in_order(flow.reaction_writes)]
            out.line(f"return ({', '.join(whole)}{',' if len(changed) == 1 else ''})")
    out.line("")


def _fire(code: Code, flow: Flow, number: int, reaction: ir.Reaction) -> None:
    module = flow.module
    names = [code.variable(name) for name in module.in_order(writes(reaction.body))]
    code.out.line(f"after = react_{number}({', '.join(reads_text(code, reaction_reads(module, reaction)))})")
    with code.out.block("if after is not None:"):
        if names:
            code.out.line(f"{', '.join(names)}{',' if len(names) == 1 else ''} = after")
        code.out.line(f"fired.append({number})")
        with code.out.block(f"if len(fired) > {FIRINGS}:"):
            code.out.line(f"{module.known('endless', '', lambda: endless(module.game.reactions))}(fired)")
        code.out.line("continue")


def _write_reaction(flow: Flow, out: Writer, number: int, reaction: ir.Reaction) -> None:
    """The new values of what the reaction changes if it fires, else None."""
    module = flow.module
    comment(out, f"whenever {reaction.name}", reaction.rule)
    reads = reaction_reads(module, reaction)
    code = function_code(module, out, reads)

    def fire() -> None:
        statements(code, reaction.body, Surroundings())
        whole = [code.whole(name) for name in module.in_order(writes(reaction.body))]
        out.line(f"return ({', '.join(whole)}{',' if len(whole) == 1 else ''})")

    with out.block(head(module, f"react_{number}", reads, [])):
        with ExitStack() as blocks:
            for parameter in reaction.parameters:
                blocks.enter_context(out.block(f"for {code.local(parameter.name)} in {domain_text(code, parameter)}:"))
            blocks.enter_context(out.block(f"if {bare(expressions.test(code, reaction.condition))}:"))
            fire()
        out.line("return None")
    out.line("")
