"""Options and readings: what is fixed before the game is compiled."""

from __future__ import annotations

from functools import partial

from rules_dsl.diagnostics.suggest import nearest
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.texts import parse_value, show_value
from rules_dsl.ir.types import BOOL, EnumType, IntType, Type, Value, cardinality, is_countable, value_of, zero
from rules_dsl.semantics.declare_types import add_values, blocks_of
from rules_dsl.semantics.declaring import DeclarationContext, rule_of
from rules_dsl.semantics.poison import POISON
from rules_dsl.semantics.texts import plain
from rules_dsl.semantics.unused import names_in
from rules_dsl.source import Span
from rules_dsl.syntax import ast

MOST_LISTED = 12
EXCLUDED = "E0729"
COMMAND_LINE = Span("<options>", 1, 1, 1, 1)


def declare_options(work: DeclarationContext) -> None:
    """Options and readings, each when it is needed."""
    for option in blocks_of(work, ast.OptionDecl):
        work.later(option.name.text, option.span, partial(_option, work, option))
    for reading in blocks_of(work, ast.ReadingDecl):
        work.later(reading.name.text, reading.span, partial(_reading, work, reading))


def report_unknown_options(work: DeclarationContext, known: list[str]) -> None:
    """Options from outside that the game does not have."""
    for name in work.options:
        if name not in known:
            meant = nearest(name, known)
            repair = f"did you mean {meant}?" if meant else f"its options are: {', '.join(known) or 'none'}"
            work.report("E0720", f"the game has no option {name}", COMMAND_LINE, repair=repair)


def report_excluded_options(work: DeclarationContext) -> None:
    """Options whose values do not go together, by the `needs` below their declarations."""
    for option in blocks_of(work, ast.OptionDecl):
        scope = work.scope(option.name.text)
        for needs in option.needs:
            if work.elaborator.constant(needs.condition, scope, BOOL) is False:
                _report_excluded(work, option, needs)


def _report_excluded(work: DeclarationContext, option: ast.OptionDecl, needs: ast.Needs) -> None:
    read = {option.name.text, *names_in(needs.condition)}
    involved = [info for info in work.symbols.options if info.name in read]
    values = ", ".join(f"{info.name}={show_value(info.type, info.value)}" for info in involved)
    message = plain(needs.reason) or f"the value of option {option.name} is excluded by other options"
    repair = f"set another value for {' or '.join(info.name for info in involved) or option.name}"
    work.report(EXCLUDED, message, needs.condition.span, f"fails with {values}" if values else "fails", repair=repair)


def _option(work: DeclarationContext, block: ast.OptionDecl) -> None:
    name, scope = block.name.text, work.scope(block.name.text)
    kind = work.elaborator.type(block.type, scope)
    if kind == POISON:
        work.note_failure(name)
        return
    if not is_countable(kind) and not isinstance(kind, IntType):
        work.report(
            "E0722",
            f"an option needs a countable type; {kind} is not countable",
            block.type.span,
            repair="use a `given` for instance data",
        )
        work.note_failure(name)
        return
    default = work.elaborator.constant(block.default, scope, kind)
    if default is None and kind != POISON:
        default = zero(kind)
    rule = rule_of(name, block.tags, block.span)
    set_option(work, name, kind, default, plain(block.text) or block.doc, rule, reading=False)


def _reading(work: DeclarationContext, block: ast.ReadingDecl) -> None:
    name = block.name.text
    kind = EnumType(
        name,
        tuple(value.name.text for value in block.values),
        "enum",
        tuple(plain(value.sign) or "" for value in block.values),
    )
    if len(set(kind.members)) < len(kind.members):
        work.report("E0302", f"two values of {name} have one name", block.span, repair="give them different names")
    add_values(work, kind)
    set_option(work, name, kind, 0, plain(block.text) or block.doc, rule_of(name, block.tags, block.span), reading=True)


def set_option(
    work: DeclarationContext, name: str, kind: Type, default: Value, text: str, rule: ir.Rule, *, reading: bool
) -> Value:
    """The value an option has in this game: set by `use … with`, from outside, or its default."""
    value = default
    if name in work.program.settings:
        node = work.program.settings[name]
        option = work.elaborator.constant(node, work.scope(name), kind)
        value = default if option is None else option
    elif name in work.options:
        value = _from_text(work, name, kind, default, work.options[name])
    if name not in work.program.settings:
        work.symbols.options.append(ir.OptionInfo(name, kind, value, default, reading, text, rule))
    if name != "players":
        work.symbols.constants[name] = ir.Constant(name, kind, value, "option", span=rule.span)
    return value


def _from_text(work: DeclarationContext, name: str, kind: Type, default: Value, text: str) -> Value:
    try:
        return parse_value(kind, text.strip())
    except ValueError as problem:
        work.report(
            "E0721",
            f'option {name} cannot be "{text}": {problem}',
            COMMAND_LINE,
            repair=f"it may be: {describe_allowed(kind)}",
        )
        return default


def describe_allowed(kind: Type) -> str:
    """All values of a type, or its range if they are many."""
    if isinstance(kind, IntType) and cardinality(kind) > MOST_LISTED:
        return str(kind)
    shown = [show_value(kind, value_of(kind, number)) for number in range(min(cardinality(kind), MOST_LISTED))]
    return ", ".join(shown) + (", …" if cardinality(kind) > MOST_LISTED else "")
