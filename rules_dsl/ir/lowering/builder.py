"""The function that is being lowered: its registers and the block that statements are added to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import TRUTH, CoreForm, NumberForm, form_of
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.lowering.ranges import range_of
from rules_dsl.ir.lowering.unit import LoweringUnit
from rules_dsl.ir.types import Type, Value

Lower = Callable[["FunctionBuilder", ir.Expr], core.CoreExpr]
TRUE, FALSE = core.Immediate(True, TRUTH), core.Immediate(False, TRUTH)


class FunctionBuilder:
    """Makes the body of one function.

    `lower` turns expressions of the typed IR into core; it is handed in so that its parts need not know one another.
    """

    def __init__(self, unit: LoweringUnit, lower: Lower) -> None:
        self.unit = unit
        self._lower = lower
        self._block: list[core.Statement] = []
        self._bound: dict[str, core.Register] = {}
        self._used: set[str] = set()
        self._made = 0
        self.size = 0  # statements so far

    # -- statements ---------------------------------------------------------------------------------------------------

    def put(self, statement: core.Statement) -> None:
        """Add a statement at the end of the block."""
        self._block.append(statement)
        self.size += 1

    def statements(self) -> core.Block:
        """What has been added to the present block."""
        return tuple(self._block)

    @contextmanager
    def aside(self) -> Iterator[list[core.Statement]]:
        """Add to a block of its own, which is put in place later."""
        saved, self._block = self._block, []
        yield self._block
        self._block = saved

    @contextmanager
    def when(self, condition: core.CoreExpr) -> Iterator[None]:
        """What is added inside happens only where the condition holds."""
        if condition == TRUE:
            yield
            return
        with self.aside() as then:
            yield
        self.put(core.Conditional(condition, tuple(then)))

    @contextmanager
    def traverse(self, register: core.Register, source: core.TraverseSource, label: str | None = None) -> Iterator[str]:
        """What is added inside happens for each value; gives the label of the loop."""
        name = label or self.label()
        with self.aside() as body:
            yield name
        self.put(core.Traverse(register, source, tuple(body), name))

    @contextmanager
    def cycle(self, condition: core.CoreExpr) -> Iterator[str]:
        """What is added inside happens as long as the condition holds; gives the label of the loop."""
        name = self.label()
        with self.aside() as body:
            yield name
        self.put(core.Cycle(condition, tuple(body), name))

    def set(self, register: core.Register, value: core.CoreExpr) -> None:
        """Put a value into a register."""
        self.put(core.StoreInto(register, (), value))

    def push(self, register: core.Register, value: core.CoreExpr) -> None:
        """Add a value at the end of the sequence in a register."""
        self.put(core.PushOnto(register, value))

    def fail(self, failure: core.CoreFailure, *arguments: core.CoreExpr) -> None:
        """Stop play here."""
        self.put(core.FailWith(failure, arguments))

    def insist(self, condition: core.CoreExpr, failure: core.CoreFailure, *arguments: core.CoreExpr) -> None:
        """Stop play where a condition fails."""
        with self.when(negated(condition)):
            self.fail(failure, *arguments)

    # -- registers ----------------------------------------------------------------------------------------------------

    def label(self) -> str:
        """A name for a loop."""
        self._made += 1
        return f"loop{self._made}"

    def fresh(self, hint: str, form: CoreForm) -> core.Register:
        """A register of lowering's own."""
        self._made += 1
        return core.Register(f"{hint}#{self._made}", form)

    def place(self, size: int) -> core.Register:
        """A new register for the numbers 0..size - 1."""
        return self.fresh("place", NumberForm(0, size - 1))

    def start(self, hint: str, value: core.CoreExpr, form: CoreForm | None = None) -> core.Register:
        """A new register with a first value; `form` is what it must be able to hold, if more comes later."""
        register = self.fresh(hint, value.form if form is None else form)
        self.set(register, value)
        return register

    def keep(self, value: core.CoreExpr, hint: str) -> core.CoreExpr:
        """The value as something that may be written twice at no cost."""
        return value if is_atom(value) else self.start(hint, value)

    def bind(self, name: str, type_: Type) -> core.Register:
        """The register of a local that is bound here; a name that is bound again gets another one."""
        form = form_of(type_)
        register = self.fresh(name, form) if name in self._used else core.Register(name, form)
        self._used.add(name)
        self._bound[name] = register
        return register

    def local(self, name: str) -> core.Register:
        """The register of a local that has been bound."""
        return self._bound[name]

    # -- expressions --------------------------------------------------------------------------------------------------

    def value(self, expr: ir.Expr) -> core.CoreExpr:
        """An expression of the typed IR; what does not fit in one of core is added as statements before it."""
        return self._lower(self, expr)

    def values(self, exprs: Sequence[ir.Expr]) -> list[core.CoreExpr]:
        """Several expressions, from left to right."""
        return [self.value(expr) for expr in exprs]

    def narrow_clause(self, values: ir.Each, following: Sequence[ir.Clause]) -> tuple[ir.Each, Sequence[ir.Clause]]:
        """A clause and those behind it, as they are lowered; a back-end may let fewer values come and drop conditions."""
        return values, following

    def narrow_parameter(self, values: ir.Each, conditions: Sequence[ir.Expr]) -> tuple[ir.Each, Sequence[ir.Expr]]:
        """The same for a parameter of an action and the conditions on it."""
        return values, conditions

    def ordinals(self, size: int) -> core.NumbersFrom:
        """The numbers 0..size - 1 to go through."""
        return core.NumbersFrom(number(0), number(size - 1))


def is_atom(value: core.CoreExpr) -> bool:
    """A name or a small value: may be written twice at no cost."""
    return isinstance(value, core.Register | core.Pooled | core.StateSlot) or (
        isinstance(value, core.Immediate) and not isinstance(value.value, tuple)
    )


def number(value: int) -> core.Immediate:
    """A number written out."""
    return core.Immediate(value, NumberForm(value, value))


def immediate(value: Value, type_: Type) -> core.Immediate:
    """A value of a type written out."""
    return core.Immediate(value, form_of(type_))


def operate(operator: Operator, *operands: core.CoreExpr, form: CoreForm | None = None) -> core.Operate:
    """An operation whose form is given, or one on numbers."""
    return core.Operate(operator, operands, range_of(operator, operands) if form is None else form)


def holds(operator: Operator, *operands: core.CoreExpr) -> core.Operate:
    """An operation whose result is a truth."""
    return core.Operate(operator, operands, TRUTH)


def negated(condition: core.CoreExpr) -> core.CoreExpr:
    """The contrary of a condition."""
    match condition:
        case core.Operate(Operator.NOT, (inner,)):
            return inner
        case core.Operate(Operator.UNEQUAL, operands):
            return core.Operate(Operator.EQUAL, operands, TRUTH)
        case core.Immediate(bool(value)):
            return core.Immediate(not value, TRUTH)
        case _:
            return holds(Operator.NOT, condition)


def both(left: core.CoreExpr, right: core.CoreExpr) -> core.CoreExpr:
    """`left and right`; what is surely true is left out."""
    if left == TRUE:
        return right
    return left if right == TRUE else holds(Operator.AND, left, right)


def shifted(value: core.CoreExpr, by: int) -> core.CoreExpr:
    """A number plus a constant."""
    if by == 0:
        return value
    if isinstance(value, core.Immediate):
        return number(value.value + by)
    return operate(Operator.ADD, value, number(by)) if by > 0 else operate(Operator.SUBTRACT, value, number(-by))
