"""Examples, counts, replays and best scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.types import Value
from rules_dsl.semantics import moves, places
from rules_dsl.semantics.judging import number
from rules_dsl.semantics.rulebook import Frame, Rulebook, is_poison, plain_text, report_same_labels, rule_of
from rules_dsl.semantics.settings import OWNER, is_given, settings
from rules_dsl.semantics.writes import root
from rules_dsl.source import SourceFile, Span, source_text
from rules_dsl.syntax import ast


@dataclass(frozen=True, slots=True)
class ExampleContext:
    """What examples need beside the rules: their text, what the game was loaded with, and what moves may look like."""

    sources: Mapping[str, SourceFile]
    loaded: Mapping[str, object]
    vocabulary: moves.Vocabulary
    filled: bool = False  # a puzzle to be filled in, where nothing is played


def examples(book: Rulebook, decls: Sequence[ast.ExampleDecl], around: ExampleContext) -> tuple[ir.Example, ...]:
    """Every example with its steps, as far as the game is loaded with what it asks for."""
    report_same_labels(book, [decl.label for decl in decls], "examples")
    return tuple([_example(plain_text(book, decl.label), decl, book, around) for decl in decls])


def _example(label: str, decl: ast.ExampleDecl, book: Rulebook, around: ExampleContext) -> ir.Example:
    rule = rule_of(book, label, decl.tags, decl.span)
    wanted = settings(decl.steps, book, around.loaded)
    steps: tuple[ir.ExampleStep, ...] = ()
    if wanted.ready:
        _report_order(decl.steps, book, around.filled)
        steps = tuple(step for item in decl.steps for step in _step(item, Frame(book, rule, "example"), around))
    return ir.Example(label, steps, wanted.options, wanted.givens, rule, wanted.ready)


def _report_order(steps: Sequence[ast.ExampleStep], book: Rulebook, filled: bool) -> None:
    """`refused` needs a move just before it, in puzzles to be filled in something given."""
    for before, step in zip((None, *steps), steps, strict=False):
        if filled and isinstance(step, ast.PlayStepDecl | ast.AtStepDecl | ast.RunStepDecl):
            repair = "fill in cells with `given`, and say with `then` what all solutions have in common"
            book.report("E0652", "a puzzle with `find` has no moves", step.span, "not here", repair=repair)
        if not isinstance(step, ast.RefusedStepDecl) or isinstance(
            before, ast.GivenStepDecl if filled else ast.PlayStepDecl
        ):
            continue
        label, word = ("nothing is given before", "given") if filled else ("nothing is played before", "play")
        book.report("E0818", "there is no move to refuse", step.span, label, repair=f"put `{word} …` before it")


def _step(step: ast.ExampleStep, frame: Frame, around: ExampleContext) -> tuple[ir.ExampleStep, ...]:
    match step:
        case ast.SetOption():
            return ()
        case ast.GivenStepDecl():
            return () if is_given(step, frame.book) else _state_given(step, frame)
        case ast.PlayStepDecl() | ast.AtStepDecl() | ast.RunStepDecl() if around.filled:
            return ()
        case ast.AtStepDecl(name):
            return _at(name, step.span, frame.book)
        case ast.PlayStepDecl():
            texts = [(move, moves.write_move(move, around.vocabulary, frame.book)) for move in step.moves]
            return tuple(ir.MoveStep(text, span=move.span) for move, text in texts if text is not None)
        case ast.RunStepDecl():
            return _run(step, frame)
        case ast.ThenStepDecl(condition):
            expr = frame.book.elaborator.condition(condition, frame.book.scope(OWNER))
            return (ir.ThenStep(expr, source_text(condition.span, around.sources), span=step.span),)
        case ast.RefusedStepDecl(reason):
            return (ir.RefusedStep(None if reason is None else plain_text(frame.book, reason), span=step.span),)
        case _:
            assert_never(step)


def _state_given(step: ast.GivenStepDecl, frame: Frame) -> tuple[ir.ExampleStep, ...]:
    name = root(step.target)
    symbols = frame.book.symbols
    if name not in symbols.variables:
        _unknown_target(name, step, frame.book)
        return ()
    if step.value is None:
        repair = "write `= expression`"
        frame.book.report(
            "E0813", "only a drawn given is set by a drawing", step.span, f"{name} is state", repair=repair
        )
        return ()
    assign = ast.AssignStmt(step.target, "=", step.value, span=step.span)
    done, _ = places.assign(assign, frame.book.scope(OWNER), frame)
    return tuple(ir.GivenStep(stmt) for stmt in done if isinstance(stmt, ir.Assign))


def _unknown_target(name: str, step: ast.GivenStepDecl, book: Rulebook) -> None:
    symbols = book.symbols
    if name in symbols.failed:
        return
    known = (*symbols.variables, *(name for name, constant in symbols.constants.items() if constant.role == "given"))
    repair = hint(name, known) or "set a variable of `state` or a `given`"
    book.report("E0604", f"{name} is neither state nor given", step.target.span, "cannot be set", repair=repair)


def _at(name: ast.Name, span: Span, book: Rulebook) -> tuple[ir.ExampleStep, ...]:
    if name.text in book.symbols.plays:
        return (ir.AtStep(name.text, span=span),)
    repair = hint(name.text, book.symbols.plays) or f"declare `play {name}`"
    book.report("E0814", f"there is no sub-play {name}", name.span, "unknown", repair=repair)
    return ()


def _run(step: ast.RunStepDecl, frame: Frame) -> tuple[ir.ExampleStep, ...]:
    call = ast.DoStmt(step.name, step.arguments, span=step.span)
    done, _ = frame.book.call(call, frame.book.scope(OWNER), frame)
    return (ir.RunStep((*done, ir.Settle(span=step.span)), span=step.span),)


# -- counts and plays -------------------------------------------------------------------------------------------------


def counts(book: Rulebook, decls: Sequence[ast.CountDecl], around: ExampleContext) -> tuple[ir.Count, ...]:
    """What `perft` and the like must count."""
    return tuple(_count(decl, book, around) for decl in decls)


def _count(decl: ast.CountDecl, book: Rulebook, around: ExampleContext) -> ir.Count:
    depth = 0 if decl.depth is None else _whole(decl.depth, book)
    label = "" if decl.label is None else plain_text(book, decl.label)
    wanted = settings(decl.steps, book, around.loaded)
    for step in decl.steps:
        if isinstance(step, ast.GivenStepDecl) and wanted.ready and not is_given(step, book):
            repair = "declare it as `given`, and start the variable from it"
            book.report("E0813", "a count sets options and givens only", step.span, "not a given", repair=repair)
    expected = _whole(decl.expected, book)
    return ir.Count(decl.what, depth, expected, label, wanted.options, wanted.givens, wanted.ready, span=decl.span)


def _whole(node: ast.Expr, book: Rulebook) -> int:
    """A constant number, 0 with a finding if it is none."""
    expr = number(node, book.scope("count"), book)
    value: Value = None if is_poison(expr) else book.elaborator.constant(node, book.scope("count"))
    return value if isinstance(value, int) else 0


def replays(book: Rulebook, decls: Sequence[ast.ReplayDecl]) -> tuple[ir.Replay, ...]:
    """The plays that must replay."""
    return tuple(ir.Replay(plain_text(book, decl.path), span=decl.span) for decl in decls)


def bests(book: Rulebook, decls: Sequence[ast.BestDecl]) -> tuple[ir.Best, ...]:
    """What is known of the best score."""
    return tuple(_best(decl, book) for decl in decls)


def _best(decl: ast.BestDecl, book: Rulebook) -> ir.Best:
    proof = "" if decl.proof is None else plain_text(book, decl.proof)
    return ir.Best(decl.exact, _whole(decl.value, book), proof, span=decl.span)
