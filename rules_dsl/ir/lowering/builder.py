"""The function that is being lowered: its registers and the block that statements are added to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.core.forms import NUMBER, TRUTH, CoreForm, NumberForm, form_of
from rules_dsl.ir.core.nodes import (
    Block,
    Conditional,
    CoreExpr,
    CoreFailure,
    Cycle,
    FailWith,
    Immediate,
    NumbersFrom,
    Operate,
    Operator,
    Pooled,
    PushOnto,
    Register,
    Statement,
    StateSlot,
    StoreInto,
    Traverse,
    TraverseSource,
)
from rules_dsl.ir.lowering.unit import LoweringUnit
from rules_dsl.ir.types import Type, Value

Lower = Callable[["FunctionBuilder", ir.Expr], CoreExpr]
TRUE, FALSE = Immediate(True, TRUTH), Immediate(False, TRUTH)


class FunctionBuilder:
    """Makes the body of one function.

    `lower` turns expressions of the typed IR into core; it is handed in so that its parts need not know one another.
    """

    def __init__(self, unit: LoweringUnit, lower: Lower) -> None:
        self.unit = unit
        self._lower = lower
        self._block: list[Statement] = []
        self._bound: dict[str, Register] = {}
        self._used: set[str] = set()
        self._made = 0
        self.size = 0  # statements so far

    # -- statements ---------------------------------------------------------------------------------------------------

    def put(self, statement: Statement) -> None:
        """Add a statement at the end of the block."""
        self._block.append(statement)
        self.size += 1

    def statements(self) -> Block:
        """What has been added to the present block."""
        return tuple(self._block)

    @contextmanager
    def aside(self) -> Iterator[list[Statement]]:
        """Add to a block of its own, which is put in place later."""
        saved, self._block = self._block, []
        yield self._block
        self._block = saved

    @contextmanager
    def when(self, condition: CoreExpr) -> Iterator[None]:
        """What is added inside happens only where the condition holds."""
        if condition == TRUE:
            yield
            return
        with self.aside() as then:
            yield
        self.put(Conditional(condition, tuple(then)))

    @contextmanager
    def traverse(self, register: Register, source: TraverseSource, label: str | None = None) -> Iterator[str]:
        """What is added inside happens for each value; gives the label of the loop."""
        name = label or self.label()
        with self.aside() as body:
            yield name
        self.put(Traverse(register, source, tuple(body), name))

    @contextmanager
    def cycle(self, condition: CoreExpr) -> Iterator[str]:
        """What is added inside happens as long as the condition holds; gives the label of the loop."""
        name = self.label()
        with self.aside() as body:
            yield name
        self.put(Cycle(condition, tuple(body), name))

    def set(self, register: Register, value: CoreExpr) -> None:
        """Put a value into a register."""
        self.put(StoreInto(register, (), value))

    def push(self, register: Register, value: CoreExpr) -> None:
        """Add a value at the end of the sequence in a register."""
        self.put(PushOnto(register, value))

    def fail(self, failure: CoreFailure, *arguments: CoreExpr) -> None:
        """Stop play here."""
        self.put(FailWith(failure, arguments))

    def insist(self, condition: CoreExpr, failure: CoreFailure, *arguments: CoreExpr) -> None:
        """Stop play where a condition fails."""
        with self.when(negated(condition)):
            self.fail(failure, *arguments)

    # -- registers ----------------------------------------------------------------------------------------------------

    def label(self) -> str:
        """A name for a loop."""
        self._made += 1
        return f"loop{self._made}"

    def fresh(self, hint: str, form: CoreForm) -> Register:
        """A register of lowering's own."""
        self._made += 1
        return Register(f"{hint}#{self._made}", form)

    def start(self, hint: str, value: CoreExpr) -> Register:
        """A new register with a first value."""
        register = self.fresh(hint, value.form)
        self.set(register, value)
        return register

    def keep(self, value: CoreExpr, hint: str) -> CoreExpr:
        """The value as something that may be written twice at no cost."""
        return value if is_atom(value) else self.start(hint, value)

    def bind(self, name: str, type_: Type) -> Register:
        """The register of a local that is bound here; a name that is bound again gets another one."""
        form = form_of(type_)
        register = self.fresh(name, form) if name in self._used else Register(name, form)
        self._used.add(name)
        self._bound[name] = register
        return register

    def local(self, name: str) -> Register:
        """The register of a local that has been bound."""
        return self._bound[name]

    # -- expressions --------------------------------------------------------------------------------------------------

    def value(self, expr: ir.Expr) -> CoreExpr:
        """An expression of the typed IR; what does not fit in one of core is added as statements before it."""
        return self._lower(self, expr)

    def values(self, exprs: Sequence[ir.Expr]) -> list[CoreExpr]:
        """Several expressions, from left to right."""
        return [self.value(expr) for expr in exprs]

    def ordinals(self, size: int) -> NumbersFrom:
        """The numbers 0..size - 1 to go through."""
        return NumbersFrom(number(0), number(size - 1))


def is_atom(value: CoreExpr) -> bool:
    """A name or a small value: may be written twice at no cost."""
    return isinstance(value, Register | Pooled | StateSlot) or (
        isinstance(value, Immediate) and not isinstance(value.value, tuple)
    )


def number(value: int) -> Immediate:
    """A number written out."""
    return Immediate(value, NumberForm(value, value))


def immediate(value: Value, type_: Type) -> Immediate:
    """A value of a type written out."""
    return Immediate(value, form_of(type_))


def operate(operator: Operator, *operands: CoreExpr, form: CoreForm = NUMBER) -> Operate:
    """An operation on numbers, or one whose form is given."""
    return Operate(operator, operands, form)


def holds(operator: Operator, *operands: CoreExpr) -> Operate:
    """An operation whose result is a truth."""
    return Operate(operator, operands, TRUTH)


def negated(condition: CoreExpr) -> CoreExpr:
    """The contrary of a condition."""
    match condition:
        case Operate(Operator.NOT, (inner,)):
            return inner
        case Operate(Operator.UNEQUAL, operands):
            return Operate(Operator.EQUAL, operands, TRUTH)
        case Immediate(bool(value)):
            return Immediate(not value, TRUTH)
        case _:
            return holds(Operator.NOT, condition)


def both(left: CoreExpr, right: CoreExpr) -> CoreExpr:
    """`left and right`; what is surely true is left out."""
    if left == TRUE:
        return right
    return left if right == TRUE else holds(Operator.AND, left, right)


def shifted(value: CoreExpr, by: int) -> CoreExpr:
    """A number plus a constant."""
    if by == 0:
        return value
    if isinstance(value, Immediate):
        return number(value.value + by)
    return operate(Operator.ADD, value, number(by)) if by > 0 else operate(Operator.SUBTRACT, value, number(-by))
