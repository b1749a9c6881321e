"""Moves in examples: resolves names and arguments and writes them in play notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.ir.texts import show_value
from rules_dsl.ir.types import OptionalType, Type
from rules_dsl.quantities import quantity
from rules_dsl.semantics.fitting import Fit, fit
from rules_dsl.semantics.rulebook import Rulebook, is_poison
from rules_dsl.semantics.settings import OWNER
from rules_dsl.syntax import ast


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What moves may be called, with the types of their parameters and of the choices that follow, and what chance
    decides.
    """

    actions: dict[str, ir.Action] = field(default_factory=dict)
    choices: dict[str, list[Type]] = field(default_factory=dict)  # title → types of what is chosen
    outcomes: dict[str, list[Type]] = field(default_factory=dict)  # label → types of what chance brings


def vocabulary(actions: Iterable[ir.Action], play: Sequence[ir.Stmt]) -> Vocabulary:
    """The words that may occur in plays of the game."""
    result = Vocabulary()
    for action in actions:
        result.actions[action.title] = action
        _note(action.body, result)
    _note(tuple(play), result)
    return result


def _note(body: tuple[ir.Stmt, ...], result: Vocabulary) -> None:
    for stmt in walk_statements(body):
        match stmt:
            case ir.Choose(type=type_, rule=rule):
                result.choices.setdefault(rule.name, []).append(type_)
            case ir.Chance(type=type_, label=label):
                result.outcomes.setdefault(label, []).append(type_)
            case _:
                pass


def write_move(move: ast.MoveCall, words: Vocabulary, book: Rulebook) -> str | None:
    """The move in play notation, None with a finding if there is no such move."""
    if move.outcome is not None:
        return _outcome(move, move.outcome, words, book)
    name = move.name.text
    if name not in words.actions and name not in words.choices:
        _unknown(move, words, book)
        return None
    types = _argument_types(name, len(move.arguments), words)
    if types is None:
        _wrong_number(move, words, book)
        return None
    texts = [_argument(node, options, book) for node, options in zip(move.arguments, types, strict=True)]
    if None in texts:
        return None
    return f"{name}({', '.join(text for text in texts if text is not None)})" if texts else name


def _argument_types(name: str, count: int, words: Vocabulary) -> list[list[Type]] | None:
    """For each argument the types it may have; None if there are too many or too few."""
    chosen = words.choices.get(name, [])
    action = words.actions.get(name)
    fixed = [[parameter.type] for parameter in action.parameters] if action is not None else []
    own = _list_chosen(action) if action is not None else []
    if count >= len(fixed) and (count == len(fixed) or own or chosen):
        return fixed + [own + chosen] * (count - len(fixed))
    return [chosen] * count if chosen and count else None


def _list_chosen(action: ir.Action) -> list[Type]:
    """The choices within an action, under any of its rules."""
    return [stmt.type for stmt in walk_statements(action.body) if isinstance(stmt, ir.Choose)]


def _argument(node: ast.Expr, types: Sequence[Type], book: Rulebook) -> str | None:
    """A constant of one of the types, as text."""
    type_ = _fitting_type(node, types, book)
    before = len(book.symbols.diagnostics)
    value = book.elaborator.constant(node, book.scope(OWNER), type_)
    if len(book.symbols.diagnostics) > before or (value is None and not isinstance(type_, OptionalType)):
        return None
    return show_value(type_, value)


def _fitting_type(node: ast.Expr, types: Sequence[Type], book: Rulebook) -> Type:
    """The first type the argument fits, without a word about the others."""
    for type_ in types[:-1]:
        kept = len(book.symbols.diagnostics)
        expr = book.elaborator.infer(node, book.scope(OWNER), type_)
        wrong = len(book.symbols.diagnostics) > kept or is_poison(expr)
        del book.symbols.diagnostics[kept:]
        if not wrong and fit(expr.type, type_) <= Fit.CHECKED:
            return type_
    return types[-1]


def _outcome(move: ast.MoveCall, outcome: ast.Expr, words: Vocabulary, book: Rulebook) -> str | None:
    label = move.name.text
    if label not in words.outcomes:
        repair = hint(label, words.outcomes) or "use the name that the rules give to the roll or draw"
        book.report("E0816", f"no roll or draw is called {label}", move.name.span, "not rolled or drawn", repair=repair)
        return None
    text = _argument(outcome, words.outcomes[label], book)
    return None if text is None else f"{label} = {text}"


def _unknown(move: ast.MoveCall, words: Vocabulary, book: Rulebook) -> None:
    name = move.name.text
    if name in book.symbols.events:
        repair = f"write `run {name}` to let it happen on its own"
        book.report("E0815", f"{name} is an event, not a move", move.name.span, "nobody chooses it", repair=repair)
        return
    repair = hint(name, (*words.actions, *words.choices)) or "name an action"
    book.report("E0815", f"there is no move {name}", move.name.span, "unknown", repair=repair)


def _wrong_number(move: ast.MoveCall, words: Vocabulary, book: Rulebook) -> None:
    action = words.actions.get(move.name.text)
    wanted = [parameter.name.partition(".")[2] for parameter in action.parameters] if action is not None else []
    form = f"{move.name}({', '.join(wanted)})" if wanted else str(move.name)
    message = f"{quantity(len(move.arguments), 'argument')} are given for {form}"
    book.report("E0817", message, move.span, "too many or too few", repair=f"write it as `{form}`")
