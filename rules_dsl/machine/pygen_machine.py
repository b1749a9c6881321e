"""A game → the source of a Python module that plays it.

Positions are flat tuples there: the variables in order, then the node. For each decision node N the module has `moves_N`, `count_N`, `any_N`, `actor_N` and
`successors_N`, for each of its actions `play_ACTION_NODE`; for each chance node `outcomes_N` and `chance_N`; and `run_N` for nodes that run on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import cardinality
from rules_dsl.machine import pygen_expressions as expressions
from rules_dsl.machine.pygen_code import Code, Module
from rules_dsl.machine.pygen_flow import Flow, chance_reads, is_plain_rest, on_position, write_outcomes, write_reactions
from rules_dsl.machine.pygen_forms import converted
from rules_dsl.machine.pygen_moves import Plan, comment, each_move, function_code, head, own_names, plan_of, reads_text, write_action
from rules_dsl.machine.pygen_statements import Surroundings, statements
from rules_dsl.machine.pygen_writer import Writer, bare

COPIES = 3
"""An action after which play goes on in more ways than this is not written again for each of them."""


@dataclass(slots=True)
class Generated:
    """The source of a module and what it is run in."""

    source: str
    namespace: dict[str, object] = field(repr=False)


def generate(game: ir.Game, tools: dict[str, object]) -> Generated:
    """The module of a game; `tools` are the functions of `pygen_support` it uses."""
    module = Module(game)
    module.namespace |= tools
    for name in tools:
        module.names.fresh(name)
    plans = {action.name: plan_of(module, action) for action in game.actions}
    flow = Flow(module)
    out = Writer()
    for function in game.functions:
        _write_function(module, out, function)
    for plan in plans.values():
        write_action(module, out, plan)
    _write_judging(flow, out)
    _write_initial(flow, out)
    _write_nodes(flow, out, plans)
    _write_runs(flow, out)
    title = Writer()
    title.comment(f"{game.name}: generated from its rules. {game.title}")
    return Generated(f"{title.text()}\n{module.header.text()}\n{out.text()}", module.namespace)


def _write_function(module: Module, out: Writer, function: ir.Function) -> None:
    reads = module.effects.of_function(function.name)
    code = function_code(module, out, reads)
    comment(out, f"define {function.name}", function.rule)
    own = [code.local(parameter.name) for parameter in function.parameters]
    with out.block(head(module, module.names.of("f", function.name), reads, own)):
        text = converted(code, expressions.value(code, function.body), function.body.type, function.type, function.body.span)
        out.line(f"return {bare(text)}")
    out.line("")


# -- judging ----------------------------------------------------------------------------------------------------------


def _write_judging(flow: Flow, out: Writer) -> None:
    module, game = flow.module, flow.module.game
    if game.reactions:
        write_reactions(flow, out)
    if flow.endings:
        _write_is_over(flow, out)
    for number, ending in enumerate(game.endings):
        _write_ending(module, out, number, ending)
    for number, line in enumerate(game.scores):
        each = f", {module.names.of('local', line.each)}" if line.each else ""
        _write_value(module, out, f"score_{number}(s{each})", line.value, line.rule)
    for number, claim in enumerate(game.claims):
        _write_value(module, out, f"claim_{number}(s)", claim.condition, claim.rule)
        if claim.then is not None:
            _write_value(module, out, f"then_{number}(s)", claim.then, claim.rule)


def _write_value(module: Module, out: Writer, signature: str, expr: ir.Expr, rule: ir.Rule) -> None:
    comment(out, signature.partition("(")[0].replace("_", " "), rule)
    with on_position(module, out, f"def {signature}:", position="s") as code:
        code.out.line(f"return {bare(expressions.value(code, expr))}")


def _write_is_over(flow: Flow, out: Writer) -> None:
    module = flow.module
    code = function_code(module, out, flow.ending_reads)
    with out.block(head(module, "is_over", flow.ending_reads, [])):
        for ending, condition in flow.endings:
            comment(out, ending.kind, ending.rule)
            if ending.each is None:
                _return_if(code.out, expressions.test(code, condition))
                continue
            with out.block(f"for {code.local(ending.each)} in range({cardinality(module.game.players)}):"):
                _return_if(code.out, expressions.test(code, condition))
        out.line("return False")
    out.line("")


def _return_if(out: Writer, condition: str) -> None:
    with out.block(f"if {bare(condition)}:"):
        out.line("return True")


def _write_ending(module: Module, out: Writer, number: int, ending: ir.Ending) -> None:
    """`ending_N(s, position)`: nothing, or (who,); `position` is where `stuck` may be asked."""
    with on_position(module, out, f"def ending_{number}(s, position):", position="position") as code:

        def look() -> None:
            with code.out.block(f"if {bare(expressions.test(code, ending.condition))}:"):
                who = "None" if ending.who is None else bare(expressions.value(code, ending.who))
                code.out.line(f"return ({who},)")

        if ending.each is None:
            look()
        else:
            with code.out.block(f"for {code.local(ending.each)} in range({cardinality(module.game.players)}):"):
                look()
        code.out.line("return None")


# -- beginning and running on -----------------------------------------------------------------------------------------


def _write_initial(flow: Flow, out: Writer) -> None:
    module = flow.module
    with on_position(module, out, "def initial(s):") as code:
        for variable in module.game.variables:
            initial = variable.initial
            text = converted(code, expressions.value(code, initial), initial.type, variable.type, initial.span)
            code.out.line(f"{code.variable(variable.name)} = {bare(text)}")
            code.assigned.add(variable.name)
        code.out.line(f"return {flow.position(code, 0)}")


def _write_runs(flow: Flow, out: Writer) -> None:
    """`run_N` for each node that play may go on from, and the table of them."""
    for _, section in flow.module.game.sections:
        flow.want(section)
    flow.want(0)
    done = 0
    while done < len(flow.wanted):
        node = flow.wanted[done]
        done += 1
        if not is_plain_rest(flow.nodes[node]):
            with on_position(flow.module, out, f"def run_{node}(s):") as code:
                flow.go(code, node, stepwise=True)
            out.line(f"RUN[{node}] = run_{node}")
            out.line("")


# -- nodes ------------------------------------------------------------------------------------------------------------


def _write_nodes(flow: Flow, out: Writer, plans: dict[str, Plan]) -> None:
    module = flow.module
    plays: dict[tuple[str, int], str] = {}
    for action, ways in _ways_on(flow).items():
        for then in sorted(ways):
            plays[action, then] = _play_name(module, plans[action], then if len(ways) <= COPIES else None)
            if len(ways) > COPIES:
                flow.want(then)
        for way in sorted(ways) if len(ways) <= COPIES else [None]:
            _write_play(flow, out, plans[action], way)
    for number, node in enumerate(flow.nodes):
        match node:
            case ir.DecideNode():
                _write_decision(flow, out, number, node, plans, plays)
            case ir.ChanceNode():
                _write_chance(flow, out, number, node)
            case ir.RunNode() | ir.BranchNode() | ir.StopNode():
                pass


def _write_chance(flow: Flow, out: Writer, number: int, node: ir.ChanceNode) -> None:
    module = flow.module
    comment(out, f"chance {node.label or node.variable}", node.rule)
    write_outcomes(module, out, number, node)
    with on_position(module, out, f"def weights_{number}(s):") as code:
        code.out.line(f"return outcomes_{number}({', '.join(reads_text(code, chance_reads(module, node)))})")
    with on_position(module, out, f"def chance_{number}(s, outcome):") as code:
        flow.take(code, node, "outcome")
        flow.go(code, node.then, stepwise=False)


def _write_decision(
    flow: Flow, out: Writer, number: int, node: ir.DecideNode, plans: dict[str, Plan], plays: dict[tuple[str, int], str]
) -> None:
    module = flow.module
    out.comment(f"decision {node.label or ', '.join(option.action for option in node.options)}")
    with on_position(module, out, f"def actor_{number}(s):") as code:
        code.out.line(f"return {bare(expressions.value(code, node.actor))}")
    with on_position(module, out, f"def any_{number}(s):") as code:
        code.out.line(f"return {flow.any_move(code, node)}")
    out.line(f"ANY[{number}] = any_{number}")
    _write_total(flow, out, number, node, "count", lambda option, call: f"found += {call}")
    _write_total(flow, out, number, node, "moves", lambda option, call: f"found += [({option}, move) for move in {call}]")
    _write_successors(flow, out, number, node, plans, plays)
    table = [_table_entry(plans[option.action], option, plays) for option in node.options]
    out.line(f"PLAYS[{number}] = [{', '.join(table)}]")
    out.line("")


def _table_entry(plan: Plan, option: ir.Option, plays: dict[tuple[str, int], str]) -> str:
    """What `PythonMachine.follow` needs: the function, where it goes on, how many arguments are parameters, whether choices follow."""
    return f"({plays[option.action, option.then]}, {option.then}, {len(plan.action.parameters)}, {plan.chooses})"


def _write_total(flow: Flow, out: Writer, number: int, node: ir.DecideNode, kind: str, add: Callable[[int, str], str]) -> None:
    """`count_N` or `moves_N`: what the actions of a decision give together."""
    module = flow.module
    with on_position(module, out, f"def {kind}_{number}(s):") as code:
        actor = code.keep(expressions.value(code, node.actor), "actor")
        code.out.line(f"found = {'0' if kind == 'count' else '[]'}")
        for position, option in enumerate(node.options):
            reads = reads_text(code, module.effects.of_action(option.action))
            code.out.line(add(position, f"{module.names.of(kind, option.action)}({', '.join([*reads, actor])})"))
        code.out.line("return found")


def _write_play(flow: Flow, out: Writer, plan: Plan, then: int | None) -> None:
    """`play_ACTION_NODE`: do the action with these parameters and run on; None if it is refused, a list where a choice is open.

    An action that many decisions offer is written once (`then` None) and told by its caller where play goes on.
    """
    module = flow.module
    comment(out, f"do {plan.action.title}", plan.action.rule)
    own = [module.names.of("local", plan.action.player), *[module.names.of("local", p.name) for p in plan.action.parameters]]
    script = ["script"] if plan.chooses else []
    with on_position(module, out, f"def {_play_name(module, plan, then)}({', '.join(['s', 'then', *own, *script])}):") as code:
        if plan.chooses:
            code.out.line("at = 0")
        statements(code, plan.action.body, Surroundings(refuse="return None", settle=flow.settle))
        if then is None:
            code.out.line(f"return advance({flow.position(code, 'then')})")
        else:
            flow.go(code, then, stepwise=False)


def _play_name(module: Module, plan: Plan, then: int | None) -> str:
    return module.names.of("play", plan.action.name if then is None else f"{plan.action.name}_{then}")


def _ways_on(flow: Flow) -> dict[str, set[int]]:
    """For each action the nodes where play goes on after it."""
    found: dict[str, set[int]] = {}
    for node in flow.nodes:
        if isinstance(node, ir.DecideNode):
            for option in node.options:
                found.setdefault(option.action, set()).add(option.then)
    return found


def _write_successors(
    flow: Flow, out: Writer, number: int, node: ir.DecideNode, plans: dict[str, Plan], plays: dict[tuple[str, int], str]
) -> None:
    """`successors_N`: the positions after each legal move, in the order of the moves."""
    with on_position(flow.module, out, f"def successors_{number}(s):") as code:
        actor = code.keep(expressions.value(code, node.actor), "actor")
        code.out.line("found = []")
        for option in node.options:
            plan = plans[option.action]
            code.out.line(f"{code.local(plan.action.player)} = {actor}")
            each_move(code, plan, _following(code, plan, option.then, plays[option.action, option.then]))
        code.out.line("return found")


def _following(code: Code, plan: Plan, then: int, play: str) -> Callable[[], None]:
    """What notes the position after a move once its parameters are bound."""
    given = ", ".join(["s", str(then), *own_names(code, plan.action)])

    def follow() -> None:
        if plan.chooses:
            code.out.line(f"found += results({play}, {given})")
        elif plan.trial:
            code.out.line(f"after = {play}({given})")
            with code.out.block("if after is not None:"):
                code.out.line("found.append(after)")
        else:
            code.out.line(f"found.append({play}({given}))")

    return follow
