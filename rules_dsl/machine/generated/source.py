"""A program in core → the source of a Python module that plays it.

Positions are flat tuples there: the slots in order, then the node. For each decision node N the module has `moves_N`,
`count_N`, `any_N`, `actor_N` and `successors_N`, for each chance node `weights_N` and `outcome_N`, for each action
`play_ACTION_NODE`, and `run_N` for nodes that run on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rules_dsl.ir.core.nodes import (
    LegalMove,
    Register,
    ReturnValue,
    TakeChoice,
)
from rules_dsl.ir.core.program import (
    ActionFunctions,
    CoreFunction,
    CoreProgram,
    DecisionFunctions,
    FunctionRole,
    OfferedAction,
)
from rules_dsl.ir.core.walk import walk_block
from rules_dsl.machine.generated.module import PythonModule
from rules_dsl.machine.generated.statements import OnMove, PythonStatements
from rules_dsl.machine.generated.writer import PythonLines, bare

ON_POSITIONS = {FunctionRole.ENTRY, FunctionRole.PLAY, FunctionRole.OUTCOME, FunctionRole.RUN}
"""Functions of these roles are given the whole position, the others the slots they use."""


@dataclass(slots=True)
class GeneratedModule:
    """The source of a module and what it is run in."""

    source: str
    namespace: dict[str, object] = field(repr=False)


def generate(program: CoreProgram, tools: dict[str, object]) -> GeneratedModule:
    """The module of a program; `tools` are the functions of `support` it uses."""
    module = PythonModule(program, tools)
    out = PythonLines()
    for function in program.functions:
        _write_function(module, out, function)
    for decision in program.decisions:
        _write_decision(module, out, decision)
    for node, name in program.runs:
        out.line(f"RUN[{node}] = {module.function(name)}")
    title = PythonLines()
    title.comment(f"{program.name}: generated from its rules. {program.title}")
    return GeneratedModule(f"{title.text()}\n{module.header.text()}\n{out.text()}", module.namespace)


def _write_function(module: PythonModule, out: PythonLines, function: CoreFunction) -> None:
    if function.note:
        out.comment(function.note)
    if function.role is FunctionRole.SEARCH:
        _write_searches(module, out, function)
    elif function.role in ON_POSITIONS:
        _write_on_position(module, out, function)
    else:
        _write_on_slots(module, out, function)


def _write_on_position(module: PythonModule, out: PythonLines, function: CoreFunction) -> None:
    """A function of the whole position `s`."""
    script = ["script"] if _chooses(function) else []
    own = [module.names.of("register", parameter.name) for parameter in function.parameters]
    head = f"def {module.function(function.name)}({', '.join(['s', *own, *script])}):"
    stepwise = function.role is FunctionRole.RUN
    with _on_position(
        module, out, head, stepwise=stepwise, position="s" if function.role is FunctionRole.ENTRY else "None"
    ) as code:
        if script:
            code.out.line("at = 0")
        code.body(function.body)


def _chooses(function: CoreFunction) -> bool:
    return any(isinstance(statement, TakeChoice) for statement in walk_block(function.body))


@contextmanager
def _on_position(
    module: PythonModule,
    out: PythonLines,
    head: str,
    *,
    stepwise: bool = False,
    position: str = "None",
    on_move: OnMove | None = None,
) -> Iterator[PythonStatements]:
    """The slots that are used become Python locals at the top."""
    inner = PythonLines(out.depth + 1)
    code = PythonStatements(module, inner, stepwise=stepwise, position=position, on_move=on_move)
    yield code
    with out.block(head):
        for number in sorted(code.used):
            out.line(f"{module.names.of('slot', module.program.slots[number].name)} = s[{number}]")
        out.take(inner)
    out.line("")


def _write_on_slots(module: PythonModule, out: PythonLines, function: CoreFunction) -> None:
    """A function that is given the slots it uses; one that changes slots gives them back."""
    use = module.uses.of(function.name)
    code = PythonStatements(module, out, doubtful=True, position="position" if use.stuck else "None")
    script = ["script"] if _chooses(function) else []
    with out.block(_head(code, module.function(function.name), function, script)):
        if script:
            out.line("at = 0")
        code.body(function.body)
        if function.role is FunctionRole.EFFECT:
            out.line(f"return ({''.join(f'{code.whole_slot(number)}, ' for number in sorted(use.writes)).strip()})")
    out.line("")


def _head(code: PythonStatements, name: str, function: CoreFunction, more: list[str]) -> str:
    """The line that defines a function of slots and of its own parameters."""
    own = [code.register(parameter) for parameter in function.parameters]
    return f"def {name}({', '.join([*code.slots(function.name), *own, *more])}):"


# -- searches ---------------------------------------------------------------------------------------------------------


def _write_searches(module: PythonModule, out: PythonLines, function: CoreFunction) -> None:
    """Write the searches over an action's legal moves: list them, count them, test for one."""
    name, action = next((name, action) for name, action in module.program.actions if action.search == function.name)
    for kind, start, end in (
        ("moves", "found = []", "return found"),
        ("count", "found = 0", "return found"),
        ("possible", "", "return False"),
    ):
        code = PythonStatements(module, out, doubtful=True, on_move=_noting(kind, action, function.parameters))
        with out.block(_head(code, module.names.of(kind, name), function, [])):
            if start:
                out.line(start)
            code.body(function.body)
            out.line(end)
        out.line("")


def _noting(kind: str, action: ActionFunctions, player: tuple[Register, ...]) -> OnMove:
    """What is written where a move is found. Without a trial the move is legal."""

    def note(code: PythonStatements, move: LegalMove) -> None:
        own = "".join([f"{code.register(argument)}, " for argument in move.arguments]).strip()
        own = f"({own[:-1] if len(move.arguments) > 1 else own})"
        note_one = {"moves": f"found.append({own})", "count": "found += 1", "possible": "return True"}[kind]
        if action.trial is None:
            code.out.line(note_one)
            return
        tried = [*code.slots(action.trial), *[code.register(argument) for argument in (*player, *move.arguments)]]
        with code.out.block(_trying(kind, code.module.function(action.trial), ", ".join(tried), action.chooses)):
            code.out.line(f"found.append({own} + script)" if kind == "moves" and action.chooses else note_one)

    return note


def _trying(kind: str, trial: str, given: str, chooses: bool) -> str:
    """The head of the block that runs for each legal path through the body."""
    if not chooses:
        return f"if {trial}({given}):"
    comma = ", " if given else ""
    return f"for script in scripts({trial}{comma}{given}):"


# -- decisions --------------------------------------------------------------------------------------------------------


def _write_decision(module: PythonModule, out: PythonLines, decision: DecisionFunctions) -> None:
    out.comment(decision.note)
    node = decision.node
    with _for_actor(module, out, decision, "any") as code:
        calls = [
            _call(code, "possible", action) for action in dict.fromkeys(offered.action for offered in decision.offered)
        ]
        code.out.line(f"return {' or '.join(calls) or 'False'}")
    out.line(f"ANY[{node}] = any_{node}")
    out.line("")
    with _for_actor(module, out, decision, "count") as code:
        code.out.line(
            f"return {' + '.join(_call(code, 'count', offered.action) for offered in decision.offered) or '0'}"
        )
    with _for_actor(module, out, decision, "moves") as code:
        code.out.line("found = []")
        for place, offered in enumerate(decision.offered):
            code.out.line(f"found += [({place}, move) for move in {_call(code, 'moves', offered.action)}]")
        code.out.line("return found")
    _write_successors(module, out, decision)
    plays = [_play_entry(module, module.actions[offered.action], offered) for offered in decision.offered]
    out.line(f"PLAYS[{node}] = [{', '.join(plays)}]")
    out.line("")


@contextmanager
def _for_actor(
    module: PythonModule, out: PythonLines, decision: DecisionFunctions, kind: str, on_move: OnMove | None = None
) -> Iterator[PythonStatements]:
    """A function of the position in which `actor` is who decides."""
    with _on_position(module, out, f"def {kind}_{decision.node}(s):", position="s", on_move=on_move) as code:
        *before, last = module.uses.function(decision.actor).body
        assert isinstance(last, ReturnValue)
        code.body(tuple(before))
        code.out.line(f"actor = {bare(code.value(last.value))}")
        code.position = "None"
        yield code


def _call(code: PythonStatements, kind: str, action: str) -> str:
    given = [*code.slots(code.module.actions[action].search), "actor"]
    return f"{code.module.names.of(kind, action)}({', '.join(given)})"


def _play_entry(module: PythonModule, action: ActionFunctions, offered: OfferedAction) -> str:
    """What `PythonMachine.follow` needs: function, node behind it, number of parameters, whether choices follow."""
    return f"({module.function(action.play(offered.then))}, {offered.then}, {action.parameters}, {action.chooses})"


def _write_successors(module: PythonModule, out: PythonLines, decision: DecisionFunctions) -> None:
    """`successors_N`: the positions after each legal move, in the order of the moves."""
    with _for_actor(module, out, decision, "successors") as code:
        code.out.line("found = []")
        for offered in decision.offered:
            search = module.uses.function(module.actions[offered.action].search)
            code.out.line(f"{code.register(search.parameters[0])} = actor")
            code.on_move = _following(module.actions[offered.action], offered, search.parameters)
            code.body(search.body)
        code.out.line("return found")


def _following(action: ActionFunctions, offered: OfferedAction, player: tuple[Register, ...]) -> OnMove:
    """What notes the position after a move."""

    def follow(code: PythonStatements, move: LegalMove) -> None:
        play = code.module.function(action.play(offered.then))
        given = ", ".join(
            ["s", str(offered.then), *[code.register(argument) for argument in (*player, *move.arguments)]]
        )
        if action.chooses:
            code.out.line(f"found += results({play}, {given})")
        elif action.trial is None:
            code.out.line(f"found.append({play}({given}))")
        else:
            code.out.line(f"after = {play}({given})")
            with code.out.block("if after is not None:"):
                code.out.line("found.append(after)")

    return follow
