"""What examples and counts load the game with: options, then drawn givens, then other givens, each read under those
before.

What they do not set is as the rules file has it, whatever this game was loaded with; only a given without a default is
as it was loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.texts import show_value, to_plain
from rules_dsl.ir.types import BagType, MapType, OptionalType, Type, Value, ordinal
from rules_dsl.semantics.rulebook import Rulebook, plain_text
from rules_dsl.semantics.writes import root
from rules_dsl.syntax import ast

OWNER = "example"


@dataclass(frozen=True, slots=True)
class ExampleSettings:
    """What the game is to be loaded with, and with nothing else; `ready` if it was."""

    options: tuple[tuple[str, str], ...] = ()
    givens: tuple[tuple[str, Value], ...] = ()
    ready: bool = True


def settings(steps: Iterable[ast.ExampleStep], book: Rulebook, loaded: Mapping[str, object]) -> ExampleSettings:
    """The settings among the steps of an example or count; `loaded` are the givens that came from outside."""
    taken = tuple(steps)
    options, ready = _options([step for step in taken if isinstance(step, ast.SetOption)], book)
    givens = [step for step in taken if isinstance(step, ast.GivenStepDecl) and is_given(step, book)]
    brought = {given.name for given in book.symbols.givens if given.required}
    foreign = loaded.keys() - brought - {root(step.target) for step in givens}
    if not ready or foreign:
        return ExampleSettings(options, (), False)
    drawn = tuple(
        (root(step.target), "\n".join(plain_text(book, row) for row in step.rows)) for step in givens if step.rows
    )
    if any(loaded.get(name) != text for name, text in drawn):
        return ExampleSettings(options, drawn, False)
    values, same = _values([step for step in givens if not step.rows], book)
    return ExampleSettings(options, (*drawn, *values), same)


def is_given(step: ast.GivenStepDecl, book: Rulebook) -> bool:
    """Does the step set a `given` of the game, and not its state?"""
    constant = book.symbols.constants.get(root(step.target))
    return constant is not None and constant.role == "given"


def _options(steps: list[ast.SetOption], book: Rulebook) -> tuple[tuple[tuple[str, str], ...], bool]:
    """Options that are set; are they so in this game, and all others as the rules have them?"""
    known = {option.name: option for option in book.symbols.options}
    wanted: dict[str, Value] = {}
    for step in steps:
        option = known.get(step.name.text)
        if option is None:
            _unknown_option(step, list(known), book)
            continue
        value = constant_of(step.value, option.type, book)
        if value is not None:
            wanted[option.name] = value
    texts = tuple((name, show_value(known[name].type, value)) for name, value in wanted.items())
    return texts, all(option.value == wanted.get(name, option.default) for name, option in known.items())


def _unknown_option(step: ast.SetOption, names: list[str], book: Rulebook) -> None:
    if step.name.text in book.symbols.failed:
        return
    repair = hint(step.name.text, names) or (
        f"the options are {', '.join(names)}" if names else "the game has no options"
    )
    book.report("E0812", f"there is no option {step.name}", step.name.span, "unknown", repair=repair)


def _values(steps: list[ast.GivenStepDecl], book: Rulebook) -> tuple[tuple[tuple[str, Value], ...], bool]:
    values: dict[str, Value] = {}
    constants = book.symbols.constants
    for step in steps:
        name = root(step.target)
        before = values.get(name, constants[name].value)
        values[name] = _with_change(step, step.target, constants[name], before, book)
    same = all(value == constants[name].value for name, value in values.items())
    return tuple((name, to_plain(constants[name].type, value)) for name, value in values.items()), same


def _with_change(step: ast.GivenStepDecl, target: ast.Expr, given: ir.Constant, before: Value, book: Rulebook) -> Value:
    """The given's value with one part of it changed."""
    keys = _keys(target, book)
    if keys is None or step.value is None:
        return before
    return _change_entry(given.type, before, keys, step.value, book)


def _keys(target: ast.Expr, book: Rulebook) -> list[ast.Expr] | None:
    match target:
        case ast.SubscriptExpr(base, key):
            before = _keys(base, book)
            return None if before is None else [*before, key]
        case ast.Ref():
            return []
        case _:
            repair = "set the whole of it, or an entry of a map"
            book.report("E0813", "this part of a given cannot be set", target.span, "not an entry", repair=repair)
            return None


def _change_entry(type_: Type, before: Value, keys: list[ast.Expr], value: ast.Expr, book: Rulebook) -> Value:
    if not keys:
        constant = constant_of(value, type_, book)
        return before if constant is None and not _may_be_none(type_) else constant
    if not isinstance(type_, MapType):
        reason = "it has no entries" if not isinstance(type_, BagType) else "it is a bag"
        book.report(
            "E0813",
            "this part of a given cannot be set",
            keys[0].span,
            "not an entry of a map",
            reason=reason,
            repair="set the whole of it",
        )
        return before
    key = constant_of(keys[0], type_.key, book)
    if key is None and not _may_be_none(type_.key):
        return before
    entries = list(before)
    index = ordinal(type_.key, key)
    entries[index] = _change_entry(type_.value, entries[index], keys[1:], value, book)
    return tuple(entries)


def _may_be_none(type_: Type) -> bool:
    return isinstance(type_, OptionalType)


def constant_of(node: ast.Expr, type_: Type | None, book: Rulebook) -> Value:
    """The value of a constant expression, None with a finding if it has none."""
    return book.elaborator.constant(node, book.scope(OWNER), type_)
