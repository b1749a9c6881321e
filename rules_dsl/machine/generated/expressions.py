"""Expressions of core as Python text."""

from __future__ import annotations

from typing import assert_never

from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import RowForm, SequenceForm, WordForm
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.texts import phrase_value
from rules_dsl.machine.generated.module import SMALL_WORD, PythonModule
from rules_dsl.machine.generated.writer import bare, is_atom

PATTERNS = {
    Operator.ADD: "({0} + {1})",
    Operator.SUBTRACT: "({0} - {1})",
    Operator.MULTIPLY: "({0} * {1})",
    Operator.DIVIDE: "({0} // {1})",
    Operator.REMAINDER: "({0} % {1})",
    Operator.NEGATE: "(-{0})",
    Operator.ABSOLUTE: "abs({0})",
    Operator.LEAST: "min({0}, {1})",
    Operator.MOST: "max({0}, {1})",
    Operator.EQUAL: "({0} == {1})",
    Operator.UNEQUAL: "({0} != {1})",
    Operator.LESS: "({0} < {1})",
    Operator.AT_MOST: "({0} <= {1})",
    Operator.BETWEEN: "({0} <= {1} <= {2})",
    Operator.AND: "({0} and {1})",
    Operator.OR: "({0} or {1})",
    Operator.NUMBER_OF: "(+{0})",
    Operator.TRUTH_OF: "({0} == 1)",
    Operator.IS_NONE: "({0} is None)",
    Operator.PRESENT: "{0}",
    Operator.UNWRAP: "{0}",
    Operator.BIT: "(1 << {0})",
    Operator.HAS_BIT: "({0} >> {1} & 1 == 1)",
    Operator.UNITE: "({0} | {1})",
    Operator.COMMON: "({0} & {1})",
    Operator.WITHOUT: "({0} & ~{1})",
    Operator.SHIFT: "({0} << {1})",
    Operator.BITS_BETWEEN: "((1 << {1} + 1) - (1 << {0}) if {0} <= {1} else 0)",
    Operator.COUNT_BITS: "({0}).bit_count()",
    Operator.IS_SUBSET: "({0} & ~{1} == 0)",
    Operator.SUPPORT: "support({0})",
    Operator.TOTAL: "sum({0})",
    Operator.ITEM: "{0}[{1}]",
    Operator.LENGTH: "len({0})",
    Operator.CONTAINS: "({1} in {0})",
    Operator.JOIN: "({0} + {1})",
    Operator.REVERSE: "{0}[::-1]",
    Operator.FIRST_ITEMS: "{0}[: max({1}, 0)]",
    Operator.LAST_ITEMS: "last_items({0}, {1})",
    Operator.DROP_FIRST: "{0}[1:]",
    Operator.DROP_LAST: "drop_last({0}, {1})",
    Operator.SHUFFLE: "shuffled({0}, {1})",
    Operator.FILL: "(({0},) * {1})",
    Operator.PART: "{0}[{1}]",
    Operator.LETTERS: "letters({0})",
}
"""What is written for an operator; its operands are atoms or stand in brackets."""

LOOKED_INTO = {
    Operator.ITEM,
    Operator.LENGTH,
    Operator.TOTAL,
    Operator.SUPPORT,
    Operator.CONTAINS,
}
"""Operators whose first operand may be a list as well as a tuple."""
COUNTS_TRUTHS = {
    Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.BIT, Operator.HAS_BIT, Operator.ITEM, Operator.LESS,
    Operator.REMAINDER,
}  # fmt: skip
"""Operators to which True is as good as 1."""


class PythonExpressions:
    """Expressions inside one function. Rows that are changed in part are lists meanwhile.

    `position` is the text of the whole position where "stuck" may be asked; `doubtful` is true where slots may come as
    lists or as tuples.
    """

    def __init__(self, module: PythonModule, *, position: str = "None", doubtful: bool = False) -> None:
        self.module = module
        self.position = position
        self.doubtful = doubtful
        self.lists: set[int] = set()  # slots
        self.growing: frozenset[str] = frozenset()  # registers
        self.used: set[int] = set()

    # -- names --------------------------------------------------------------------------------------------------------

    def slot(self, number: int) -> str:
        """A slot, whatever it holds at the moment."""
        self.used.add(number)
        return self.module.names.of("slot", self.module.program.slots[number].name)

    def whole_slot(self, number: int) -> str:
        """A slot as a value."""
        text = self.slot(number)
        changeable = isinstance(self.module.program.slots[number].form, RowForm)
        return f"tuple({text})" if number in self.lists or (self.doubtful and changeable) else text

    def register(self, register: core.Register) -> str:
        """The Python name of a register."""
        return self.module.names.of("register", register.name)

    def slots(self, function: str) -> list[str]:
        """The slots that a function is called with."""
        use = self.module.uses.of(function)
        return [*([self.position] if use.stuck else []), *[self.slot(number) for number in sorted(use.reads)]]

    # -- values -------------------------------------------------------------------------------------------------------

    def value(self, expr: core.CoreExpr) -> str:
        """The text of an expression: an atom, a call or something in brackets."""
        match expr:
            case core.Immediate(value):
                return self.module.literal(value)
            case core.Pooled(name):
                return self.module.constant(name)
            case core.Register(name):
                return f"tuple({self.register(expr)})" if name in self.growing else self.register(expr)
            case core.StateSlot(number):
                return self.whole_slot(number)
            case core.Operate():
                return self._operate(expr)
            case core.SayValue(value, kind):
                say = self.module.helper("say", kind, lambda: lambda text: phrase_value(kind, text))
                return f"{say}({self.value(value)})"
            case core.Invoke(function, arguments):
                given = [*self.slots(function), *[self.value(part) for part in arguments]]
                return f"{self.module.function(function)}({', '.join(given)})"
            case core.CanAct():
                return self._can_act(expr)
            case core.AskStuck():
                return f"is_stuck({self.position})"
            case _:
                assert_never(expr)

    def base(self, expr: core.CoreExpr) -> str:
        """A value that is only looked into: it may be a list."""
        match expr:
            case core.StateSlot(number):
                return self.slot(number)
            case core.Register():
                return self.register(expr)
            case _:
                return self.value(expr)

    def _can_act(self, expr: core.CanAct) -> str:
        search = self.module.actions[expr.action].search
        ask = self.module.names.of("possible", expr.action)
        given = ", ".join([*self.slots(search), self.value(expr.player)])
        return (
            f"{ask}({given})" if expr.again is None else f"ask_once({self.module.failure(expr.again)}, {ask}, {given})"
        )

    def _operate(self, expr: core.Operate) -> str:
        match expr.operator:
            case Operator.NOT:
                return f"(not {self.condition(expr.operands[0])})"
            case Operator.CHOOSE:
                condition, yes, no = expr.operands
                return f"({self.value(yes)} if {self.condition(condition)} else {self.value(no)})"
            case Operator.SEQUENCE | Operator.TUPLE:
                return f"({''.join(f'{self.value(part)}, ' for part in expr.operands).strip()})"
            case Operator.TEXT:
                return f"({' + '.join(self.value(part) for part in expr.operands)})" if expr.operands else "''"
            case Operator.LEAST | Operator.MOST:
                return self._extreme(expr)
            case Operator.SHIFT if expr.operands[1] == core.Immediate(0, expr.operands[1].form):
                return self.value(expr.operands[0])
            case operator:
                return PATTERNS[operator].format(*self._texts(expr))

    def _texts(self, expr: core.Operate) -> list[str]:
        """The operands of an operator, as plainly as it allows."""
        first, *others = expr.operands
        texts = [self.base(first) if expr.operator in LOOKED_INTO else self._count_operand(expr, first)]
        texts += [self._count_operand(expr, other) for other in others]
        if expr.operator is Operator.ITEM:
            texts[1] = "-1" if _is_last_of(first, others[0]) else bare(texts[1])
        if expr.operator is Operator.COUNT_BITS:
            texts[0] = bare(texts[0])
        return texts

    def _count_operand(self, expr: core.Operate, operand: core.CoreExpr) -> str:
        if (
            expr.operator in COUNTS_TRUTHS
            and isinstance(operand, core.Operate)
            and operand.operator is Operator.NUMBER_OF
        ):
            return self.value(operand.operands[0])
        return self.value(operand)

    def _extreme(self, expr: core.Operate) -> str:
        left, right = self._texts(expr)
        if not (is_atom(left) and is_atom(right)):
            return PATTERNS[expr.operator].format(left, right)
        return f"({left} if {left} {'<=' if expr.operator is Operator.LEAST else '>='} {right} else {right})"

    def condition(self, expr: core.CoreExpr) -> str:
        """The text of a condition of which only the truth counts."""
        match expr:
            case core.Operate(Operator.NOT, (inner,)):
                return f"(not {self.condition(inner)})"
            case core.Operate(Operator.AND | Operator.OR, (left, right)):
                return PATTERNS[expr.operator].format(self.condition(left), self.condition(right))
            case core.Operate(Operator.HAS_BIT):
                word, place = self._texts(expr)
                return f"({word} >> {place} & 1)"
            case core.Operate(Operator.EQUAL | Operator.UNEQUAL as operator, (left, core.Immediate(0))) if (
                _may_be_empty(left)
            ):
                some = (
                    self.base(left.operands[0])
                    if isinstance(left, core.Operate) and left.operator is Operator.LENGTH
                    else self.value(left)
                )
                return some if operator is Operator.UNEQUAL else f"(not {some})"
            case _:
                return self.value(expr)

    # -- what is gone through -----------------------------------------------------------------------------------------

    def iterable(self, source: core.TraverseSource) -> str:
        """A Python iterable over a source."""
        match source:
            case core.NumbersFrom(low, high):
                return self._range(low, high)
            case core.BitsOf(word, least):
                return self._ready(word, least) or self._members(word, least)
            case core.ItemsOf(sequence):
                return bare(self.base(sequence))
            case _:
                assert_never(source)

    def _range(self, low: core.CoreExpr, high: core.CoreExpr) -> str:
        end = str(high.value + 1) if isinstance(high, core.Immediate) else f"{self.value(high)} + 1"
        start = "" if low == core.Immediate(0, low.form) else f"{bare(self.value(low))}, "
        return f"range({start}{end})"

    def _members(self, word: core.CoreExpr, low: int) -> str:
        size = word.form.size if isinstance(word.form, WordForm) else 0
        text, table = bare(self.value(word)), self.module.members_of(size, low)
        return f"{table}[{text}]" if size <= SMALL_WORD else f"{table}({text})"

    def _ready(self, word: core.CoreExpr, low: int) -> str | None:
        """For a word that stands in a constant: the same place of a constant that holds tuples of members."""
        match word:
            case core.Pooled(name):
                return self.module.members_constant(name, low)
            case core.Operate(Operator.ITEM, (base, index)) if isinstance(base.form, RowForm | SequenceForm):
                text = self._ready(base, low)
                return None if text is None else f"{text}[{bare(self._count_operand(word, index))}]"
            case _:
                return None


def _is_last_of(items: core.CoreExpr, index: core.CoreExpr) -> bool:
    """Is it the index of the last of these items?"""
    match index:
        case core.Operate(Operator.SUBTRACT, (core.Operate(Operator.LENGTH, (whole,)), core.Immediate(1))):
            return whole == items
        case _:
            return False


def _may_be_empty(expr: core.CoreExpr) -> bool:
    """Is it a word or the length of a sequence, so that comparing it with 0 asks whether there is anything?"""
    return isinstance(expr.form, WordForm) or (isinstance(expr, core.Operate) and expr.operator is Operator.LENGTH)
