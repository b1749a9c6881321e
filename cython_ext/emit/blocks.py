"""Statements of core as lines of C.

A register is a local. It is declared where it is first set; one that is set inside a statement and read behind it is
declared before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from cython_ext.emit.code import Code
from cython_ext.emit.operations import base, value, value_as
from cython_ext.emit.parts import as_form, entry
from cython_ext.emit.registers import (
    Names,
    changes_state,
    counts_up,
    find_misfit,
    list_pushed,
    list_stored,
    names_of,
    registers_of,
    set_inside,
    stays,
)
from cython_ext.emit.stores import note_failure, put_into, write_failure
from cython_ext.emit.texts import bare, negate, number
from cython_ext.emit.unsupported import NoTranslation
from cython_ext.emit.values import initialiser, is_path, load_text, lowest, ordinal_text, scalar, shift_text, value_text
from cython_ext.layout.states import WORD, Form, is_number
from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import CoreForm, NumberForm, SequenceForm, WordForm
from rules_dsl.ir.core.walk import expressions_in
from rules_dsl.ir.types import Value

CALL = re.compile(r"\w\(")
SETTLE = "settle"
"""The effect that stands for what happens where the rules settle."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the function around a block does where the block does not run to its end."""

    refuse: str = ""  # where the move is not legal
    settle: Callable[[Code], None] | None = None  # writes the lines for a Settle
    choose: Callable[[Code, OpenValues], str] | None = None  # the ordinal of what is chosen
    returns: CoreForm | None = None  # the form of the value of the function
    replaces_misfits: bool = False  # goes on after a number that does not fit
    meet: Callable[[Code, Sequence[core.Register]], None] | None = None  # writes what is done with a legal move
    meet_all: Callable[[Code, Form, str], None] | None = None  # the same for all last arguments at once, as a set


OpenValues = Callable[[str, bool], str]
"""Writes the loop over the values that may be chosen and gives the name of an ordinal, or -1.

It is that of the first value from an ordinal on, or, by rank, of the value with so many others before it.
"""


@dataclass(frozen=True, slots=True)
class _WantedValue:
    """The open value that is wanted: the least from `first` on, or by rank that with `first` others before it."""

    statement: core.TakeChoice
    chosen: str
    first: str
    ranked: bool
    done: str


def write_block(
    code: Code, block: core.Block, result: core.CoreExpr | None = None, around: Surroundings | None = None
) -> None:
    """The lines of a block; `result` is what is read behind it."""
    behind = frozenset() if result is None else registers_of([result])
    _Block(code, around or Surroundings()).write(block, behind)


class _Block:
    """Writes blocks into one function. `declared` are the registers that are locals of the present scope."""

    def __init__(self, code: Code, around: Surroundings) -> None:
        self.code = code
        self.around = around
        self.wanted: _WantedValue | None = None
        self.declared: set[str] = set()
        self.stored: set[str] = set()  # registers that are no constants of C
        self.loops: list[tuple[str, list[str]]] = []  # labels of core, and the label of C where one is jumped to
        self.lengths: dict[str, str] = {}  # of sequences that grow in the present loop, as locals

    def write(self, block: core.Block, behind: Names = frozenset()) -> None:
        """The lines of a block before statements that name the registers `behind`."""
        later = [behind]
        for statement in reversed(block[1:]):
            later.append(later[-1] | names_of(statement))
        for place, (statement, names) in enumerate(zip(block, reversed(later), strict=True) if block else ()):
            for register in set_inside(statement):
                if register.name in names:
                    self._declare(register)
            if not self._is_another_name(statement, block[place + 1 :], behind):
                self._statement(statement)

    def _is_another_name(self, statement: core.Statement, following: core.Block, behind: Names) -> bool:
        """Is the register another name for a struct in memory that stays as it is while the register is read?

        Then nothing is copied.
        """
        match statement:
            case core.StoreInto(core.Register(name, form) as target, (), expr) if (
                name not in self.declared and expr.form == form
            ):
                pass
            case _:
                return False
        if self.code.unit.forms.of(form).kind != "struct" or not stays(target, expr, following, target.name in behind):
            return False
        text = value(self.code, expr)
        if not is_path(text) or CALL.search(text):
            return False
        self.code.rename(target, text)
        return True

    def _declare(self, register: core.Register, text: str | None = None) -> None:
        """The line that declares a register, unless it is; it takes its first value here, if there is one."""
        name = self.code.register(register)
        if register.name in self.declared:
            if text is not None:
                self.code.out.line(f"{name} = {bare(text)};")
            return
        self.declared.add(register.name)
        self.stored.add(register.name)
        kind = self.code.unit.forms.of(register.form).value
        self.code.out.line(f"{kind} {name}{'' if text is None else f' = {bare(text)}'};")
        self.code.note_declared(name)

    @contextmanager
    def _scope(self, head: str) -> Iterator[None]:
        """What is declared inside is known inside."""
        before = set(self.declared)
        with self.code.out.block(head):
            yield
        self.declared = before

    def _statement(self, statement: core.Statement) -> None:
        match statement:
            case core.StoreInto(core.StateSlot(place, form), path, expr):
                put_into(self.code, self.code.variable(self.code.unit.game.variables[place].name), form, path, expr)
            case core.StoreInto(target) if self.wanted is not None and target == self.wanted.statement.allowed:
                pass  # the first value that is open is taken, none are gathered
            case core.StoreInto(core.Register() as target, (), expr):
                self._declare(target, value_as(self.code, expr, target.form))
            case core.StoreInto(core.Register() as target, path, expr):
                put_into(self.code, self.code.register(target), target.form, path, expr)
            case core.PushOnto(target, expr):
                self._push(target, expr)
            case core.Conditional():
                self._conditional(statement)
            case core.Traverse() | core.Cycle():
                with self._count_pushes(statement):
                    self._traverse(statement) if isinstance(statement, core.Traverse) else self._cycle(statement)
            case core.LeaveLoop(label):
                self._leave(label)
            case core.FailWith():
                write_failure(self.code, statement)
            case _:
                self._leave_course(statement)

    def _leave_course(self, statement: core.Statement) -> None:
        match statement:
            case core.ReturnValue(expr) if self.around.returns is not None:
                self.code.out.line(f"return {bare(value_as(self.code, expr, self.around.returns))};")
            case core.RefuseMove():
                self.code.out.line(f"{self.around.refuse};")
            case core.PerformEffect(effect) if effect == SETTLE and self.around.settle is not None:
                self.around.settle(self.code)
            case core.TakeChoice():
                self._take_choice(statement)
            case core.LegalMove(arguments) if self.around.meet is not None:
                self.around.meet(self.code, arguments)
            case core.RestAt(node):
                self.code.out.line(f"s->node = {node};")
                self.code.out.line("return rw_failed(fail) ? -1 : 0;")
            case core.ResumeAt(core.Immediate(node)):
                self.code.out.line(f"goto node_{node};")
            case _:
                raise NoTranslation(f"{type(statement).__name__} here")

    def _take_choice(self, statement: core.TakeChoice) -> None:
        assert self.around.choose is not None

        def find(first: str, ranked: bool) -> str:
            chosen, done = self.code.declare("int32_t", "chosen", "-1"), self.code.label()
            counted = self.code.declare("int32_t", "before", first) if ranked else first
            saved, self.wanted = self.wanted, _WantedValue(statement, chosen, counted, ranked, done)
            start = len(self.code.out.lines)
            with self._scope(""):
                self.write(statement.body)
            self.wanted = saved
            if any(f"goto {done};" in line for line in self.code.out.lines[start:]):
                self.code.out.line(f"{done}:;")
            return chosen

        place = self.around.choose(self.code, find)
        self._declare(statement.register, value_text(self.code, statement.register.form, place))
        self.code.out.line(f"(void){self.code.register(statement.register)};")

    def _take_open(self, wanted: _WantedValue) -> None:
        """The value of the round is open: it is the one that is wanted, or one more before it."""
        register = wanted.statement.register
        if wanted.ranked:
            self.code.out.line(f"if ({wanted.first}-- > 0) continue;")
        self.code.out.line(
            f"{wanted.chosen} = {bare(ordinal_text(self.code, register.form, self.code.register(register)))};"
        )
        self.code.out.line(f"goto {wanted.done};")

    def _push(self, target: core.Register, expr: core.CoreExpr) -> None:
        if self.wanted is not None and target == self.wanted.statement.allowed:
            self._take_open(self.wanted)
            return
        assert isinstance(target.form, SequenceForm)
        name, text = self.code.register(target), value_as(self.code, expr, target.form.item)
        length = self.lengths.get(target.name, f"{name}.n")
        self.code.out.line(f"{name}.e[{length}++] = {bare(text)};" if target.form.most else f"{length}++;")

    def _conditional(self, statement: core.Conditional) -> None:
        condition, then, otherwise = value(self.code, statement.condition), statement.then, statement.otherwise
        misfit = find_misfit(statement)
        if self.around.replaces_misfits and misfit is not None and misfit[0].name in self.stored:
            self._replace_misfit(statement, *misfit)
            return
        if counts_up(statement):
            self.code.out.line(f"{self.code.register(list_stored(then[0])[0])} += {bare(condition)};")
            return
        if not then and not otherwise:
            self.code.out.line(f"(void){condition};")  # it may fail
            return
        if not then:
            condition, then, otherwise = negate(condition), otherwise, ()
        with self._scope(f"if ({bare(condition)})"):
            self.write(then)
        if otherwise:
            with self._scope("else"):
                self.write(otherwise)

    def _replace_misfit(self, statement: core.Conditional, register: core.Register, least: int) -> None:
        """A number that does not fit is noted, and what follows runs on with one that does.

        Of `advance`, whose parts jump to one another, compilers make better code so than of one more way out of it.
        """
        with self._scope(f"if ({bare(value(self.code, statement.condition))})"):
            for failure in statement.then:
                assert isinstance(failure, core.FailWith)
                note_failure(self.code, failure)
            self.code.out.line(f"{self.code.register(register)} = {number(least)};")

    # -- loops --------------------------------------------------------------------------------------------------------

    @contextmanager
    def _count_pushes(self, loop: core.Traverse | core.Cycle) -> Iterator[None]:
        """The lengths of sequences that only grow in a loop are locals meanwhile."""
        read = registers_of(list(expressions_in((loop,))))
        growing = [
            register
            for register in list_pushed(loop)
            if register.name in self.declared - read and register.name not in self.lengths
        ]
        for register in growing:
            self.lengths[register.name] = self.code.declare("int32_t", "length", f"{self.code.register(register)}.n")
        yield
        for register in growing:
            self.code.out.line(f"{self.code.register(register)}.n = {self.lengths.pop(register.name)};")

    @contextmanager
    def _loop(self, label: str) -> Iterator[None]:
        """A loop whose lines are written inside; what leaves it from a loop in it jumps behind it."""
        self.loops.append((label, []))
        yield
        _, jumps = self.loops.pop()
        for name in jumps:
            self.code.out.line(f"{name}:;")

    def _leave(self, label: str) -> None:
        if self.loops[-1][0] == label:
            self.code.out.line("break;")
            return
        jumps = next(jumps for name, jumps in self.loops if name == label)
        if not jumps:
            jumps.append(self.code.label())
        self.code.out.line(f"goto {jumps[0]};")

    def _cycle(self, statement: core.Cycle) -> None:
        with self.code.aside() as lines:
            condition = value(self.code, statement.condition)
        with self._loop(statement.label), self._scope("for (;;)" if lines.lines else f"while ({bare(condition)})"):
            self.code.take(lines)
            if lines.lines:
                self.code.out.line(f"if ({bare(negate(condition))}) break;")
            self.write(statement.body)

    def _traverse(self, statement: core.Traverse) -> None:
        with self._loop(statement.label):
            match _plainest(statement.source):
                case core.NumbersFrom(low, high):
                    self._numbers(statement, low, high)
                case core.BitsOf(word, low):
                    self._bits(statement, word, low)
                case core.ItemsOf(items):
                    self._items(statement, items)

    def _body(self, statement: core.Traverse, head: str, text: str) -> None:
        with self._scope(head):
            self.declared.add(statement.register.name)
            name = self.code.register(statement.register)
            self.code.out.line(f"const {self.code.unit.forms.of(statement.register.form).value} {name} = {bare(text)};")
            self.code.note_declared(name)
            if (
                self.wanted is not None
                and not self.wanted.ranked
                and statement.register == self.wanted.statement.register
            ):
                place = ordinal_text(self.code, statement.register.form, self.code.register(statement.register))
                self.code.out.line(f"if ({bare(place)} < {self.wanted.first}) continue;")
            self.write(statement.body)

    def _numbers(self, statement: core.Traverse, low: core.CoreExpr, high: core.CoreExpr) -> None:
        last, at = self.code.keep(value(self.code, high), "int64_t", "last"), self.code.fresh("at")
        kind = self.code.unit.forms.of(statement.register.form).value
        head = f"for (int64_t {at} = {bare(value(self.code, low))}; {at} <= {last}; {at}++)"
        self._body(statement, head, at if kind == "int64_t" else f"({kind}){at}")

    def _bits(self, statement: core.Traverse, word: core.CoreExpr, low: int) -> None:
        form, text = self.code.unit.forms.of(word.form), value(self.code, word)
        if self.around.meet_all is not None and _only_meets(statement):
            self.around.meet_all(self.code, form, text)
            return
        if form.kind == "words":
            members, at = self.code.declare(f"const {form.value}", "members", text), self.code.fresh("at")
            first, following = f"{form.value}_next(&{members}, 0)", f"{form.value}_next(&{members}, {at} + 1)"
            head = f"for (int32_t {at} = {first}; {at} >= 0; {at} = {following})"
            self._body(statement, head, shift_text(at, low))
            return
        left = self.code.fresh("left")
        head = f"for ({form.value} {left} = {bare(text)}; {left} != 0; {left} &= {left} - 1)"
        self._body(statement, head, shift_text(lowest(form, left), low))

    def _items(self, statement: core.Traverse, items: core.CoreExpr) -> None:
        assert isinstance(items.form, SequenceForm)
        if isinstance(items, core.Immediate):
            self._write_known_items(statement, items.form, items.value)
            return
        whole, at = base(self.code, items), self.code.fresh("at")
        if not isinstance(items, core.Register | core.Pooled) and is_path(whole) and changes_state(statement.body):
            whole = self.code.declare(f"const {self.code.unit.forms.of(items.form).value}", "items", whole)
        text = as_form(self.code, entry(self.code, whole, items.form, at), items.form.item, statement.register.form)
        self._body(statement, f"for (int32_t {at} = 0; {at} < {whole}.n; {at}++)", text)

    def _write_known_items(self, statement: core.Traverse, form: SequenceForm, items: Sequence[Value]) -> None:
        if not items:
            return
        held, at = self.code.unit.forms.of(form.item), self.code.fresh("at")
        texts = ", ".join([initialiser(form.item, item) for item in items])
        table = self.code.unit.table("items", f"{held.stored} {{}}[]", f"{{{texts}}}")
        text = as_form(self.code, load_text(held, f"{table}[{at}]"), form.item, statement.register.form)
        self._body(statement, f"for (int32_t {at} = 0; {at} < {len(items)}; {at}++)", text)


def _only_meets(loop: core.Traverse) -> bool:
    """Is each value of a set, perhaps as another form, the last argument of a legal move?"""
    match loop:
        case core.Traverse(register, core.BitsOf(), (core.LegalMove((*_, last)),)):
            return last == register
        case core.Traverse(_, core.BitsOf(), (core.StoreInto(target, (), _), core.LegalMove((*_, last)))):
            return last == target
        case _:
            return False


def _plainest(source: core.TraverseSource) -> core.TraverseSource:
    """Items that are known as numbers one after the other, or as bits of a word, if they are that."""
    match source:
        case core.ItemsOf(core.Immediate(items, SequenceForm(item))) if items and is_number(item):
            numbers = [scalar(item, entry) for entry in items]
            if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
                ends = [core.Immediate(end, NumberForm(end, end)) for end in (numbers[0], numbers[-1])]
                return core.NumbersFrom(ends[0], ends[1])
            if numbers == sorted(set(numbers)) and numbers[0] >= 0 and numbers[-1] < WORD:
                return core.BitsOf(core.Immediate(sum([1 << entry for entry in numbers]), WordForm(WORD)), 0)
            return source
        case _:
            return source
