"""Finding moves: nested loops over the parameters of an action, with every need tested as early as the rules allow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.machine import pygen_expressions as expressions
from rules_dsl.machine.moves import moments
from rules_dsl.machine.pygen_code import Code, Module
from rules_dsl.machine.pygen_effects import STATE
from rules_dsl.machine.pygen_forms import all_values
from rules_dsl.machine.pygen_statements import Surroundings, as_set, statements
from rules_dsl.machine.pygen_trial import trial_of
from rules_dsl.machine.pygen_writer import Writer, bare


@dataclass(frozen=True, slots=True)
class Plan:
    """What there is to know of an action before its source is written."""

    action: ir.Action
    moments: tuple[int, ...]
    trial: tuple[ir.Stmt, ...]  # as much of the body as decides whether a move is legal
    chooses: bool  # does the body ask for choices?

    def needs_at(self, level: int) -> list[ir.Need]:
        """The needs to test once so many parameters are bound."""
        return [need for need, moment in zip(self.action.needs, self.moments, strict=True) if moment == level]


def plan_of(module: Module, action: ir.Action) -> Plan:
    """The plan of an action."""
    functions = {function.name: function for function in module.game.functions}
    chooses = any(isinstance(stmt, ir.Choose) for stmt in walk_statements(action.body))
    trial = trial_of(action, module.effects, functions)
    module.effects.note_action(action, trial)
    return Plan(action, tuple(moments(action, functions)), trial, chooses)


def comment(out: Writer, what: str, rule: ir.Rule) -> None:
    """A line that says which rule a block comes from."""
    cites = f" @rule {', '.join(rule.cites)}" if rule.cites else ""
    out.comment(f"{what} ({rule.span}){cites}")


def own_names(code: Code, action: ir.Action) -> list[str]:
    """The Python names of the player and the parameters."""
    return [code.local(action.player), *[code.local(parameter.name) for parameter in action.parameters]]


def reads_text(code: Code, reads: frozenset[str]) -> list[str]:
    """How variables are handed to a function: the position if it is asked for, then the variables in order."""
    position = [code.position] if STATE in reads else []
    return [*position, *[code.variable(name) for name in code.module.in_order(reads)]]


def head(module: Module, name: str, reads: frozenset[str], own: Sequence[str]) -> str:
    """The line that defines a function of variables and of its own parameters."""
    position = ["position"] if STATE in reads else []
    state = [module.names.of("variable", variable) for variable in module.in_order(reads)]
    return f"def {name}({', '.join([*position, *state, *own])}):"


def function_code(module: Module, out: Writer, reads: frozenset[str]) -> Code:
    """A function that gets the variables it reads from whoever calls it."""
    return Code(module, out, doubtful=True, position="position" if STATE in reads else "None")


def each_move(code: Code, plan: Plan, inner: Callable[[], None]) -> None:
    """Loops around what `inner` writes: it runs for each combination of parameters whose needs hold."""
    with ExitStack() as blocks:
        for level in range(len(plan.action.parameters) + 1):
            for need in plan.needs_at(level):
                blocks.enter_context(code.out.block(f"if {bare(expressions.test(code, need.condition))}:"))
            if level < len(plan.action.parameters):
                parameter = plan.action.parameters[level]
                blocks.enter_context(code.out.block(f"for {code.local(parameter.name)} in {domain_text(code, parameter)}:"))
        inner()


def domain_text(code: Code, parameter: ir.Parameter) -> str:
    """A Python iterable over the values a parameter may take, upwards."""
    return all_values(code, parameter.type) if parameter.domain is None else as_set(code, parameter.domain)


def write_trial(module: Module, out: Writer, plan: Plan) -> None:
    """`try_ACTION`: True if the body does not refuse, None if it does, a list where a choice is open."""
    reads = module.effects.of_action(plan.action.name)
    code = function_code(module, out, reads)
    own = own_names(code, plan.action) + (["script"] if plan.chooses else [])
    with out.block(head(module, module.names.of("try", plan.action.name), reads, own)):
        if plan.chooses:
            out.line("at = 0")
        statements(code, plan.trial, Surroundings(refuse="return None"))
        out.line("return True")
    out.line("")


def _try(code: Code, plan: Plan) -> str:
    """The text of a call of `try_ACTION`, or of what it is called with."""
    module = code.module
    reads = module.effects.of_action(plan.action.name)
    parts = [*reads_text(code, reads), *own_names(code, plan.action)]
    name = module.names.of("try", plan.action.name)
    return f"scripts({', '.join([name, *parts])})" if plan.chooses else f"{name}({', '.join(parts)})"


def write_moves(module: Module, out: Writer, plan: Plan) -> None:
    """`moves_ACTION`: the arguments of all legal moves."""

    def note(code: Code) -> None:
        names = own_names(code, plan.action)[1:]
        own = f"({', '.join(names)}{',' if len(names) == 1 else ''})"
        if not plan.trial:
            code.out.line(f"found.append({own})")
        elif plan.chooses:
            with code.out.block(f"for script in {_try(code, plan)}:"):
                code.out.line(f"found.append({own} + script)")
        else:
            with code.out.block(f"if {_try(code, plan)}:"):
                code.out.line(f"found.append({own})")

    _write_search(module, out, plan, "moves", ("found = []", "return found"), note)


def write_count(module: Module, out: Writer, plan: Plan) -> None:
    """`count_ACTION`: how many legal moves there are."""

    def note(code: Code) -> None:
        if not plan.trial:
            code.out.line("found += 1")
        elif plan.chooses:
            code.out.line(f"found += sum(1 for _ in {_try(code, plan)})")
        else:
            with code.out.block(f"if {_try(code, plan)}:"):
                code.out.line("found += 1")

    _write_search(module, out, plan, "count", ("found = 0", "return found"), note)


def write_possible(module: Module, out: Writer, plan: Plan) -> None:
    """`possible_ACTION`: is there a legal move?"""

    def note(code: Code) -> None:
        if not plan.trial:
            code.out.line("return True")
        else:
            test = f"any(True for _ in {_try(code, plan)})" if plan.chooses else _try(code, plan)
            with code.out.block(f"if {test}:"):
                code.out.line("return True")

    _write_search(module, out, plan, "possible", ("", "return False"), note)


def _write_search(module: Module, out: Writer, plan: Plan, kind: str, frame: tuple[str, str], note: Callable[[Code], None]) -> None:
    reads = module.effects.of_action(plan.action.name)
    code = function_code(module, out, reads)
    player = code.local(plan.action.player)
    with out.block(head(module, module.names.of(kind, plan.action.name), reads, [player])):
        if frame[0]:
            out.line(frame[0])
        each_move(code, plan, lambda: note(code))
        out.line(frame[1])
    out.line("")


def write_action(module: Module, out: Writer, plan: Plan) -> None:
    """All functions that look for moves of an action."""
    comment(out, f"action {plan.action.title}", plan.action.rule)
    if plan.trial:
        write_trial(module, out, plan)
    write_moves(module, out, plan)
    write_count(module, out, plan)
    write_possible(module, out, plan)
