"""Statements of core as lines of Python.

Slots are Python locals of the function being written. A row that is changed in part is held as a list from the first
change on; which form it has is known at every line, so both branches of an `if` leave it in the same form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import CoreForm, RowForm, TupleForm
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.core.slots import slots_stored_in_part
from rules_dsl.ir.core.walk import walk_block
from rules_dsl.machine.generated.expressions import PythonExpressions
from rules_dsl.machine.generated.module import PythonModule
from rules_dsl.machine.generated.writer import PythonLines, bare, is_atom

OnMove = Callable[["PythonStatements", core.LegalMove], None]


class PythonStatements(PythonExpressions):
    """One function while it is written.

    `found` writes what happens with a move that a search finds; `stepwise` functions hand over to further nodes.
    """

    def __init__(
        self,
        module: PythonModule,
        out: PythonLines,
        *,
        position: str = "None",
        doubtful: bool = False,
        stepwise: bool = False,
        on_move: OnMove | None = None,
    ) -> None:
        super().__init__(module, position=position, doubtful=doubtful)
        self.out = out
        self.stepwise = stepwise
        self.on_move = on_move
        self.assigned: set[int] = set()  # slots that have been changed so far
        self._loops: list[str] = []
        self._made = 0

    def body(self, body: core.Block) -> None:
        """The lines of the body of a function."""
        self.growing |= frozenset(_growing(body))
        self.block(body)

    def block(self, body: core.Block) -> None:
        """The lines of a block."""
        for statement in body:
            self._statement(statement)

    def _statement(self, statement: core.Statement) -> None:
        match statement:
            case core.StoreInto():
                self._store(statement)
            case core.PushOnto(target, value):
                self.out.line(f"{self.register(target)}.append({bare(self.value(value))})")
            case core.Conditional():
                self._conditional(statement)
            case core.Traverse() | core.Cycle():
                self._loop(statement)
            case core.LeaveLoop(label):
                self._leave(label)
            case core.ReturnValue(value):
                self.out.line(f"return {bare(self.value(value))}")
            case core.FailWith(failure, arguments):
                self.out.line(
                    f"{self.module.failure(failure)}({', '.join([bare(self.value(part)) for part in arguments])})"
                )
            case core.RefuseMove():
                self.out.line("return None")
            case core.TakeChoice():
                self._take_choice(statement)
            case core.LegalMove():
                assert self.on_move is not None
                self.on_move(self, statement)
            case core.PerformEffect(function):
                self._perform(function)
            case core.RestAt(node):
                self.out.line(f"return {self._position(str(node))}")
            case core.ResumeAt(node):
                self._resume(self.value(node))
            case _:
                assert_never(statement)

    # -- control ------------------------------------------------------------------------------------------------------

    def _conditional(self, statement: core.Conditional) -> None:
        for number in sorted(slots_stored_in_part(statement.then) & slots_stored_in_part(statement.otherwise)):
            self._open(number)
        with self.out.block(f"if {bare(self.condition(statement.condition))}:"):
            self._branch(statement.then)
        match statement.otherwise:
            case ():
                pass
            case (core.Conditional(condition, then, ()),):
                with self.out.block(f"elif {bare(self.condition(condition))}:"):
                    self._branch(then)
            case otherwise:
                with self.out.block("else:"):
                    self._branch(otherwise)

    def _branch(self, body: core.Block) -> None:
        """A block that leaves every slot in the form it had before."""
        before = set(self.lists)
        self.block(body)
        if body and isinstance(body[-1], core.RestAt | core.ResumeAt | core.ReturnValue | core.RefuseMove):
            self.lists = before  # nothing comes behind it
            return
        for number in sorted(self.lists ^ before):
            if number in before:
                self._open(number)
            else:
                self._close(number)

    def _loop(self, statement: core.Traverse | core.Cycle) -> None:
        """A loop. A statement inside that leaves outer loops sets a flag."""
        for number in sorted(slots_stored_in_part(statement.body)):
            self._open(number)
        head = self._head(statement)
        if statement.label in _list_inner_exits(statement.body):
            self.out.line(f"{self._flag(statement.label)} = False")
        self._loops.append(statement.label)
        with self.out.block(head):
            self._branch(statement.body)
        self._loops.pop()
        for label in sorted(_list_exits(statement.body) - {statement.label}):
            with self.out.block(f"if {self._flag(label)}:"):
                self.out.line("break")

    def _head(self, statement: core.Traverse | core.Cycle) -> str:
        if isinstance(statement, core.Traverse):
            return f"for {self.register(statement.register)} in {self.iterable(statement.source)}:"
        return f"while {bare(self.condition(statement.condition))}:"

    def _leave(self, label: str) -> None:
        if self._loops[-1] != label:
            self.out.line(f"{self._flag(label)} = True")
        self.out.line("break")

    def _flag(self, label: str) -> str:
        return self.module.names.of("left", label)

    def _take_choice(self, statement: core.TakeChoice) -> None:
        """The next value of the script; at its end all values that may be chosen are handed out."""
        with self.out.block("if at == len(script):"):
            self._branch(statement.body)
            self.out.line(f"return {self.register(statement.allowed)}")
        self.out.line(f"{self.register(statement.register)} = script[at]")
        self.out.line("at += 1")

    def _perform(self, function: str) -> None:
        call = f"{self.module.function(function)}({', '.join(self.slots(function))})"
        changed = sorted(self.module.uses.of(function).writes)
        self.out.line(
            f"{''.join(f'{self.slot(number)}, ' for number in changed).strip()} = {call}" if changed else call
        )
        self.lists -= set(changed)
        self.assigned |= set(changed)

    def _resume(self, node: str) -> None:
        if self.stepwise:
            self.out.line(f"return {self._position(f'~{node}')}")
        else:
            self.out.line(f"return advance({self._position(node)})")

    def _position(self, node: str) -> str:
        """The position at a node as a tuple."""
        slots = range(len(self.module.program.slots))
        items = [self.whole_slot(number) if number in self.assigned else f"s[{number}]" for number in slots]
        return f"({', '.join([*items, node])}{'' if items else ','})"

    # -- places -------------------------------------------------------------------------------------------------------

    def _store(self, store: core.StoreInto) -> None:
        if isinstance(store.target, core.Register):
            self._store_in_register(store.target, store.path, store.value)
            return
        number = store.target.number
        self.assigned.add(number)
        if not store.path:
            self.out.line(f"{self.slot(number)} = {bare(self.value(store.value))}")
            self.lists.discard(number)
        elif isinstance(store.path[0], core.ItemStep):
            self._open(number)
            self._store_item(self.slot(number), store.target.form, store.path, self.value(store.value))
        else:
            text = self._with(self.slot(number), store.target.form, store.path, self.value(store.value))
            self.out.line(f"{self.slot(number)} = {text}")

    def _store_in_register(self, target: core.Register, path: tuple[core.PathStep, ...], value: core.CoreExpr) -> None:
        if path:
            self._store_item(self.register(target), target.form, path, self.value(value))
        elif target.name in self.growing:
            self.out.line(f"{self.register(target)} = {self._as_list(value)}")
        else:
            self.out.line(f"{self.register(target)} = {bare(self.value(value))}")

    def _as_list(self, value: core.CoreExpr) -> str:
        match value:
            case core.Immediate(()):
                return "[]"
            case core.Operate(Operator.FILL, (item, size)):
                return f"[{bare(self.value(item))}] * {self.value(size)}"
            case _:
                return f"list({bare(self.base(value))})"

    def _store_item(self, items: str, form: CoreForm, path: tuple[core.PathStep, ...], value: str) -> None:
        """Put a value into an item of a list, or into a part of that item."""
        (step, *rest), item = path, _item(form)
        assert isinstance(step, core.ItemStep)
        place = bare(self.value(step.index))
        if rest:
            place = self._keep(place, "place")
            value = self._with(f"{items}[{place}]", item, tuple(rest), value)
        self.out.line(f"{items}[{place}] = {bare(value)}")

    def _with(self, whole: str, form: CoreForm, path: tuple[core.PathStep, ...], value: str) -> str:
        """The text of a row or tuple with one part changed."""
        (step, *rest) = path
        if isinstance(step, core.ItemStep):
            items = self._keep(f"list({whole})", "items")
            self._store_item(items, form, path, value)
            return f"tuple({items})"
        assert isinstance(form, TupleForm)
        kept = self._keep(whole, "parts")
        new = self._with(f"{kept}[{step.number}]", form.parts[step.number], tuple(rest), value) if rest else value
        parts = [new if number == step.number else f"{kept}[{number}]" for number in range(len(form.parts))]
        return f"({', '.join(parts)},)"

    def _keep(self, text: str, hint: str) -> str:
        if is_atom(text):
            return text
        self._made += 1
        name = self.module.names.of("register", f"{hint}#{self._made}#")
        self.out.line(f"{name} = {bare(text)}")
        return name

    def _open(self, number: int) -> None:
        """From here on hold a row as a list."""
        if number not in self.lists and isinstance(self.module.program.slots[number].form, RowForm):
            self.out.line(f"{self.slot(number)} = list({self.slot(number)})")
            self.lists.add(number)

    def _close(self, number: int) -> None:
        """From here on hold a row as a tuple."""
        if number in self.lists:
            self.out.line(f"{self.slot(number)} = tuple({self.slot(number)})")
            self.lists.remove(number)


def _item(form: CoreForm) -> CoreForm:
    assert isinstance(form, RowForm)
    return form.item


def _growing(body: core.Block) -> set[str]:
    """The registers that are changed in part: they hold lists."""
    names: set[str] = set()
    for statement in walk_block(body):
        match statement:
            case core.PushOnto(target) | core.StoreInto(core.Register() as target, (_, *_)):
                names.add(target.name)
            case core.TakeChoice(allowed=allowed):
                names.add(allowed.name)
            case _:
                pass
    return names


def _list_exits(body: core.Block) -> set[str]:
    """The labels of the loops that statements of a block leave and that are not inside it."""
    inside = {statement.label for statement in walk_block(body) if isinstance(statement, core.Traverse | core.Cycle)}
    return {statement.label for statement in walk_block(body) if isinstance(statement, core.LeaveLoop)} - inside


def _list_inner_exits(body: core.Block) -> set[str]:
    """The labels of the loops around a block that are left from loops inside it."""
    loops = [statement for statement in walk_block(body) if isinstance(statement, core.Traverse | core.Cycle)]
    return set().union(*[_list_exits(loop.body) - {loop.label} for loop in loops])
