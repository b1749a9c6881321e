"""Which registers the statements of a block name, set and leave alone, so that each is declared where it must be."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import NumberForm
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.core.walk import blocks_of, expressions_in, walk_block, walk_expression

Names = frozenset[str]


def registers_of(exprs: Sequence[core.CoreExpr]) -> Names:
    """All registers that expressions read."""
    return frozenset([part.name for expr in exprs for part in walk_expression(expr) if isinstance(part, core.Register)])


def names_of(statement: core.Statement) -> Names:
    """All registers a statement names."""
    read = registers_of(list(expressions_in((statement,))))
    return read | frozenset([register.name for inner in walk_block((statement,)) for register in list_stored(inner)])


def list_stored(statement: core.Statement) -> list[core.Register]:
    """The registers a statement itself sets or changes."""
    match statement:
        case core.StoreInto(core.Register() as target) | core.PushOnto(target):
            return [target]
        case core.TakeChoice(register):
            return [register]
        case _:
            return []


def stays(target: core.Register, expr: core.CoreExpr, following: core.Block, to_end: bool) -> bool:
    """Does what an expression reads stay the same until the register that holds it is read for the last time?"""
    read = registers_of([expr]) | {target.name}
    last = max([place for place, statement in enumerate(following) if target.name in names_of(statement)], default=-1)
    until = following if to_end else following[: last + 1]
    if any(
        register.name in read
        for statement in until
        for inner in walk_block((statement,))
        for register in list_stored(inner)
    ):
        return False
    reads_before_it_stores = bool(until) and not to_end and isinstance(until[-1], core.StoreInto)
    return not reads_state(expr) or not changes_state(until[:-1] if reads_before_it_stores else until)


def reads_state(expr: core.CoreExpr) -> bool:
    """Does an expression read a slot, itself or through a function?"""
    return any(isinstance(part, core.StateSlot | core.Invoke | core.CanAct) for part in walk_expression(expr))


def changes_state(block: core.Block) -> bool:
    """May a block change a slot? A loop over one goes over what was there before."""
    changing = (core.StoreInto, core.PerformEffect)
    return any(
        isinstance(inner, changing)
        and not (isinstance(inner, core.StoreInto) and isinstance(inner.target, core.Register))
        for inner in walk_block(block)
    )


def list_pushed(loop: core.Statement) -> list[core.Register]:
    """The sequences that something is added to in a loop and that are not set there."""
    inside = list(walk_block((loop,)))
    pushed = dict.fromkeys([statement.target for statement in inside if isinstance(statement, core.PushOnto)])
    return [
        register
        for register in pushed
        if not any(isinstance(one, core.StoreInto) and one.target == register for one in inside)
    ]


def counts_up(statement: core.Conditional) -> bool:
    """Does a statement add 1 to a register if a condition holds?"""
    match statement:
        case core.Conditional(
            _, (core.StoreInto(target, (), core.Operate(Operator.ADD, (number, core.Immediate(1)))),), ()
        ):
            return isinstance(target, core.Register) and number == target
        case _:
            return False


def find_misfit(statement: core.Conditional) -> tuple[core.Register, int] | None:
    """The register whose number a statement wants in a range, and the least number of the range it can hold."""
    match statement:
        case core.Conditional(
            core.Operate(
                Operator.NOT,
                (core.Operate(Operator.BETWEEN, (core.Immediate(int(low)), core.Register() as register, _)),),
            ),
            (core.FailWith(),),
            (),
        ) if isinstance(register.form, NumberForm) and register.form.low <= low <= register.form.high:
            return register, low
        case _:
            return None


def set_inside(statement: core.Statement) -> list[core.Register]:
    """The registers that are set in the blocks inside a statement, each once."""
    inside = [
        register for block in blocks_of(statement) for inner in walk_block(block) for register in list_stored(inner)
    ]
    return list(dict.fromkeys(inside))
