"""What must hold of a program in core. Back-ends rely on it; tests ask it of every program they lower."""

from __future__ import annotations

from typing import assert_never

from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import CoreForm, NumberForm, RowForm, SequenceForm, TruthForm, TupleForm, WordForm
from rules_dsl.ir.core.print import print_expression
from rules_dsl.ir.core.program import (
    CoreFunction,
    CoreProgram,
    FunctionRole,
)
from rules_dsl.ir.core.signatures import agree, fits_signature
from rules_dsl.ir.core.walk import read_in, walk_expression

MOVING = frozenset([FunctionRole.PLAY, FunctionRole.OUTCOME, FunctionRole.RUN])
GIVING = frozenset([FunctionRole.VALUE, FunctionRole.ENTRY, FunctionRole.TRIAL])
ALLOWED = {
    core.RestAt: MOVING,
    core.ResumeAt: MOVING,
    core.PerformEffect: MOVING,
    core.ReturnValue: GIVING,
    core.RefuseMove: frozenset([FunctionRole.TRIAL, FunctionRole.PLAY]),
    core.TakeChoice: frozenset([FunctionRole.TRIAL, FunctionRole.PLAY]),
    core.LegalMove: frozenset([FunctionRole.SEARCH]),
}
"""The roles of functions in which a statement may stand; what is not named may stand in any."""
CHANGING = MOVING | {FunctionRole.TRIAL, FunctionRole.EFFECT}
"""The roles of functions that may store into slots."""

Registers = frozenset[str]


def verify_program(program: CoreProgram) -> list[str]:
    """All that is wrong with a program, each with the function it is in."""
    functions = {function.name: function for function in program.functions}
    named = [
        name
        for _, action in program.actions
        for name in (action.search, action.trial, *[play for _, play in action.plays])
        if name
    ]
    named += [name for chance in program.chances for name in (chance.weights, chance.outcome)]
    named += [decision.actor for decision in program.decisions] + [name for _, name in program.runs]
    missing = [f"there is no function {name}" for name in named if name not in functions]
    checks = [_FunctionCheck(program, functions, function) for function in program.functions]
    return missing + [problem for check in checks for problem in check.problems()]


class _FunctionCheck:
    def __init__(self, program: CoreProgram, functions: dict[str, CoreFunction], function: CoreFunction) -> None:
        self.program = program
        self.functions = functions
        self.function = function
        self.constants = {constant.name: constant.form for constant in program.constants}
        self.actions = {name for name, _ in program.actions}
        self.forms: dict[str, CoreForm] = {}
        self.found: list[str] = []

    def problems(self) -> list[str]:
        """All that is wrong with the function."""
        for parameter in self.function.parameters:
            self._form(parameter)
        known = frozenset(parameter.name for parameter in self.function.parameters)
        after = self._block(self.function.body, known, ())
        if after is not None and self.function.role in MOVING | GIVING:
            self._wrong("the body may end without an answer")
        return self.found

    def _wrong(self, what: str) -> None:
        self.found.append(f"{self.function.name}: {what}")

    def _form(self, register: core.Register) -> None:
        if self.forms.setdefault(register.name, register.form) != register.form:
            self._wrong(f"{register.name} has two forms, {self.forms[register.name]} and {register.form}")

    # -- statements ---------------------------------------------------------------------------------------------------

    def _block(self, block: core.Block, known: Registers, loops: tuple[str, ...]) -> Registers | None:
        """The registers that are set behind a block where these are before it; None if nothing comes behind it."""
        after: Registers | None = known
        for statement in block:
            following = self._statement(statement, known, loops)
            known, after = (known if following is None else following), (None if after is None else following)
        return after

    def _statement(self, statement: core.Statement, known: Registers, loops: tuple[str, ...]) -> Registers | None:
        if self.function.role not in ALLOWED.get(type(statement), frozenset(FunctionRole)):
            self._wrong(f"{type(statement).__name__} has no place in a function of role {self.function.role.name}")
        if not isinstance(statement, core.Cycle):
            self._expressions(read_in(statement), known)
        match statement:
            case core.StoreInto(target, path, value):
                return self._store(target, path, value, known)
            case core.PushOnto(target, value):
                self._push(target, value, known)
            case core.Conditional(condition, then, otherwise):
                self._truth(condition)
                return _met(self._block(then, known, loops), self._block(otherwise, known, loops))
            case core.Traverse(register, source, body, label):
                self._source(register, source)
                self._block(body, known | {register.name}, (*loops, label))
            case core.Cycle(condition, body, label):
                self._expressions((condition,), known)
                self._truth(condition)
                self._block(body, known, (*loops, label))
            case core.TakeChoice(register, allowed, body):
                return self._choice(register, allowed, body, known, loops)
            case core.LeaveLoop(label):
                if label not in loops:
                    self._wrong(f"{label} is left outside of it")
                return None
            case core.ReturnValue(value):
                self._agrees(value, self.function.form)
                return None
            case core.PerformEffect(name):
                self._effect(name)
            case core.LegalMove():
                pass
            case core.FailWith() | core.RefuseMove() | core.RestAt() | core.ResumeAt():
                return None
            case _:
                assert_never(statement)
        return known

    def _store(
        self,
        target: core.Register | core.StateSlot,
        path: tuple[core.PathStep, ...],
        value: core.CoreExpr,
        known: Registers,
    ) -> Registers:
        if isinstance(target, core.StateSlot):
            if self.function.role not in CHANGING:
                self._wrong(f"s{target.number} is changed in a function of role {self.function.role.name}")
            self._slot(target)
        else:
            self._form(target)
            if path and target.name not in known:
                self._wrong(f"{target.name} is changed before it is set")
        self._agrees(value, self._at(target.form, path))
        return known | {target.name} if isinstance(target, core.Register) else known

    def _at(self, form: CoreForm | None, path: tuple[core.PathStep, ...]) -> CoreForm | None:
        """The form of a part."""
        for step in path:
            match form, step:
                case RowForm(item), core.ItemStep(index):
                    self._number(index)
                    form = item
                case TupleForm(parts), _ if not isinstance(step, core.ItemStep) and step.number < len(parts):
                    form = parts[step.number]
                case _:
                    self._wrong(f"{form} has no such part")
                    return None
        return form

    def _push(self, target: core.Register, value: core.CoreExpr, known: Registers) -> None:
        if target.name not in known:
            self._wrong(f"{target.name} is added to before it is set")
        self._form(target)
        self._agrees(value, target.form.item if isinstance(target.form, SequenceForm) else None)

    def _choice(
        self,
        register: core.Register,
        allowed: core.Register,
        body: core.Block,
        known: Registers,
        loops: tuple[str, ...],
    ) -> Registers:
        self._form(register)
        inside = self._block(body, known, loops)
        if inside is not None and allowed.name not in inside:
            self._wrong(f"{allowed.name} is not set where the choice is open")
        if not (isinstance(allowed.form, SequenceForm) and agree(allowed.form.item, register.form)):
            self._wrong(f"{allowed.name} does not hold values of {register.name}")
        return known | {register.name}

    def _source(self, register: core.Register, source: core.TraverseSource) -> None:
        self._form(register)
        match source:
            case core.NumbersFrom(low, high):
                self._number(low)
                self._number(high)
                fits = isinstance(register.form, NumberForm)
            case core.BitsOf(word):
                fits = isinstance(word.form, WordForm) and isinstance(register.form, NumberForm)
            case core.ItemsOf(sequence):
                fits = isinstance(sequence.form, SequenceForm) and agree(sequence.form.item, register.form)
            case _:
                assert_never(source)
        if not fits:
            self._wrong(f"{register.name}: {register.form} cannot take values from such a source")

    def _effect(self, name: str) -> None:
        called = self.functions.get(name)
        if called is None or called.role is not FunctionRole.EFFECT:
            self._wrong(f"{name} is no effect")

    # -- expressions --------------------------------------------------------------------------------------------------

    def _expressions(self, exprs: tuple[core.CoreExpr, ...], known: Registers) -> None:
        for expr in exprs:
            for part in walk_expression(expr):
                self._expression(part, known)

    def _expression(self, expr: core.CoreExpr, known: Registers) -> None:
        match expr:
            case core.Register(name):
                self._form(expr)
                if name not in known:
                    self._wrong(f"{name} is read before it is set")
            case core.StateSlot():
                self._slot(expr)
            case core.Pooled(name, form) if self.constants.get(name) != form:
                self._wrong(f"there is no constant {name}: {form}")
            case core.Operate() if not fits_signature(expr):
                operands = ", ".join(str(operand.form) for operand in expr.operands)
                self._wrong(f"{expr.operator.name} of ({operands}) does not give {expr.form}: {print_expression(expr)}")
            case core.Invoke():
                self._invoke(expr)
            case core.CanAct(action, player):
                self._number(player)
                if action not in self.actions:
                    self._wrong(f"there is no action {action}")
            case _:
                pass

    def _invoke(self, expr: core.Invoke) -> None:
        called = self.functions.get(expr.function)
        if called is None or called.role is not FunctionRole.VALUE or called.form is None:
            self._wrong(f"{expr.function} is no function with a value")
            return
        given, taken = (
            [argument.form for argument in expr.arguments],
            [parameter.form for parameter in called.parameters],
        )
        if len(given) != len(taken) or not all(map(agree, given, taken)) or not agree(called.form, expr.form):
            self._wrong(f"{print_expression(expr)} does not fit {expr.function}")

    def _slot(self, slot: core.StateSlot) -> None:
        slots = self.program.slots
        if not (slot.number < len(slots) and slots[slot.number].form == slot.form):
            self._wrong(f"there is no slot s{slot.number}: {slot.form}")

    def _truth(self, expr: core.CoreExpr) -> None:
        if not isinstance(expr.form, TruthForm):
            self._wrong(f"{print_expression(expr)} is no truth")

    def _number(self, expr: core.CoreExpr) -> None:
        if not isinstance(expr.form, NumberForm):
            self._wrong(f"{print_expression(expr)} is no number")

    def _agrees(self, expr: core.CoreExpr, form: CoreForm | None) -> None:
        if form is None or not agree(expr.form, form):
            self._wrong(f"{print_expression(expr)} is {expr.form}, wanted is {form}")


def _met(one: Registers | None, other: Registers | None) -> Registers | None:
    """What is set whichever of two ways is taken."""
    if one is None or other is None:
        return one if other is None else other
    return one & other
