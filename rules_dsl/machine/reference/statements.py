"""Closures of statements. A statement changes the frame; `EndOfPlay`, `IllegalMove` and `Fork` leave a body early."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn, assert_never

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.conversions import converter
from rules_dsl.ir.evaluate import ClosureCompiler
from rules_dsl.ir.evaluate_clauses import items
from rules_dsl.ir.failures import stop_play
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.rebuild import say_place
from rules_dsl.ir.texts import say_value, words_of
from rules_dsl.ir.types import Type, Value
from rules_dsl.machine.domains import domain_values, not_among
from rules_dsl.machine.reference.places import writer
from rules_dsl.machine.reference.signals import Fork, IllegalMove
from rules_dsl.machine.refusing import RefusalKind, refuse_in

Step = Callable[[Frame], None]
Outside = Callable[[Frame, Value, Sequence[Value]], str]
"""Why a value outside its domain is refused; the third argument is what the domain holds."""

SCRIPT = "script()"  # the local that holds the values still to be chosen; no author can write its name


class StatementCompiler:
    """Turns statements into closures; `settle` is what a Settle does."""

    def __init__(self, compiler: ClosureCompiler, settle: Step) -> None:
        self.compiler = compiler
        self.settle = settle
        self.script_slot = compiler.slot(SCRIPT)

    def block(self, body: Sequence[ir.Stmt]) -> Step:
        """The statements one after another."""
        steps = tuple([self.step(stmt) for stmt in body])
        if len(steps) == 1:
            return steps[0]

        def run(frame: Frame) -> None:
            for step in steps:
                step(frame)

        return run

    def step(self, stmt: ir.Stmt) -> Step:
        """One statement."""
        match stmt:
            case ir.Assign():
                return self._assign(stmt)
            case ir.Let(name, value):
                return _bind(self.compiler.slot(name), self.compiler.closure(value))
            case ir.If(condition, then, otherwise):
                return _choose_block(self.compiler.closure(condition), self.block(then), self.block(otherwise))
            case ir.For():
                return self._for(stmt)
            case ir.Need():
                return self.need(stmt, stmt.rule.name)
            case ir.Choose():
                return self._choose(stmt)
            case ir.Require():
                return self._require(stmt)
            case ir.Settle():
                return self.settle
            case ir.Chance() | ir.Decide() | ir.Loop() | ir.Leave() | ir.Stop() | ir.Section():
                raise TypeError(f"{type(stmt).__name__} is gone after the pass automaton")
            case _:
                assert_never(stmt)

    def _assign(self, stmt: ir.Assign) -> Step:
        value, write = self.compiler.closure(stmt.value), writer(self.compiler, stmt.place)

        def misfit(kind: Type, raw: Value) -> NoReturn:
            message = f"{say_value(kind, raw)} does not fit {say_place(stmt.place)}, which is {stmt.place.type}"
            stop_play("E0901", message, stmt.span, label=f"in {stmt.rule.name}")

        convert = converter(stmt.value.type, stmt.place.type, misfit)
        if convert is None:
            return lambda frame: write(frame, value(frame))
        return lambda frame: write(frame, convert(value(frame)))

    def _for(self, stmt: ir.For) -> Step:
        domain, slot, body = items(self.compiler, stmt.domain), self.compiler.slot(stmt.name), self.block(stmt.body)

        def run(frame: Frame) -> None:
            for value in domain(frame):
                frame[slot] = value
                body(frame)

        return run

    def need(self, stmt: ir.Need, title: str) -> Step:
        """Refuses the move if the condition fails."""
        condition, reason, rule = self.compiler.closure(stmt.condition), self.reason(stmt, title), stmt.rule

        def run(frame: Frame) -> None:
            if not condition(frame):
                raise IllegalMove(reason(frame), rule)

        return run

    def reason(self, stmt: ir.Need, title: str) -> Closure:
        """Why the move is refused, as text."""
        if stmt.reason is not None:
            return self.compiler.closure(stmt.reason)
        plain = refuse_in(self.compiler.language, RefusalKind.PLAIN, words_of(title))
        return lambda frame: plain

    def outside(self, kind: Type, domain: ir.Expr | None) -> Outside:
        """Why a value outside a domain is refused, as text."""
        language = self.compiler.language
        return lambda frame, value, allowed: not_among(language, kind, value, allowed)

    def _choose(self, stmt: ir.Choose) -> Step:
        allowed, slot, script_slot = self._list_allowed(stmt), self.compiler.slot(stmt.name), self.script_slot
        outside = self.outside(stmt.type, stmt.domain)

        def run(frame: Frame) -> None:
            open_values = allowed(frame)
            for value in frame[script_slot]:
                if value not in open_values:
                    raise IllegalMove(outside(frame, value, open_values), stmt.rule)
                frame[slot] = value
                return
            raise Fork(open_values, stmt.type)

        return run

    def _list_allowed(self, stmt: ir.Choose) -> Callable[[Frame], Sequence[Value]]:
        domain = domain_values(self.compiler, stmt.domain)
        if stmt.condition is None:
            return domain
        condition, slot = self.compiler.closure(stmt.condition), self.compiler.slot(stmt.name)

        def run(frame: Frame) -> list[Value]:
            values = []
            for value in domain(frame):
                frame[slot] = value
                if condition(frame):
                    values.append(value)
            return values

        return run

    def _require(self, stmt: ir.Require) -> Step:
        condition, message = self.compiler.closure(stmt.condition), self.compiler.closure(stmt.message)

        def run(frame: Frame) -> None:
            if not condition(frame):
                stop_play("E0908", message(frame), stmt.span, label=f"in {stmt.rule.name}")

        return run


def _bind(slot: int, value: Closure) -> Step:
    def run(frame: Frame) -> None:
        frame[slot] = value(frame)

    return run


def _choose_block(condition: Closure, then: Step, otherwise: Step) -> Step:
    def run(frame: Frame) -> None:
        if condition(frame):
            then(frame)
        else:
            otherwise(frame)

    return run
