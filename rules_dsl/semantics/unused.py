"""Warns of unused declarations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass

from rules_dsl.semantics.rulebook import Rulebook
from rules_dsl.syntax import ast

Named = ast.ActionDecl | ast.EventDecl | ast.PlayDecl | ast.DefineDecl

ADVICE = {
    ast.ActionDecl: ("W1021", "action", "no `choose` names it", "write `choose {name}` in `play`, or leave it out"),
    ast.EventDecl: ("W1022", "event", "nothing calls it", "call it, or leave it out"),
    ast.PlayDecl: ("W1023", "sub-play", "nothing calls it", "call it in `play`, or leave it out"),
    ast.DefineDecl: ("W1024", "definition", "nothing reads it", "use it, or leave it out"),
}


def names_used(blocks: Sequence[ast.Block]) -> frozenset[str]:
    """Every name that is written anywhere but in its own declaration."""
    names: set[str] = set()
    for block in blocks:
        own = block.name.text if isinstance(block, Named) and block.name is not None else None
        names |= {name for name in names_in(block) if name != own}
    return frozenset(names)


def names_in(node: object) -> Iterator[str]:
    """The names that are written in a part of the rules."""
    match node:
        case ast.Ref(name):
            yield name
        case ast.DoStmt(name) | ast.RunStepDecl(name) | ast.DotExpr(_, name):
            yield name.text
        case ast.ChooseActionStmt(actions):
            yield from (name.text for name in actions)
        case _:
            pass
    yield from (name for part in parts_of(node) for name in names_in(part))


def parts_below(node: object) -> Iterator[object]:
    """A part of the rules and everything in it."""
    yield node
    yield from (below for part in parts_of(node) for below in parts_below(part))


def parts_of(node: object) -> Iterator[object]:
    """What a part of the rules is made of."""
    if isinstance(node, tuple):
        yield from node
    elif is_dataclass(node):
        yield from (getattr(node, field.name) for field in fields(node) if field.name != "span")


def warn_unused_parameters(book: Rulebook, blocks: Sequence[ast.Block], main: str) -> None:
    """Warn of unused parameters.

    In an action they cause duplicate moves; a name that begins with `_` shows that this is intended.
    """
    for block in blocks:
        if isinstance(block, ast.ActionDecl | ast.EventDecl | ast.DefineDecl) and block.span.file == main:
            read = set(names_in((block, *_exceptions_of(block, blocks))))
            for parameter in block.parameters:
                if parameter.name.text not in read and not parameter.name.text.startswith("_"):
                    _warn_unread(book, block, parameter)


def _exceptions_of(block: Named, blocks: Sequence[ast.Block]) -> list[ast.Block]:
    """What reads the parameters of an action or event, too."""
    return [
        item
        for item in blocks
        if isinstance(item, ast.ExceptionDecl) and block.name is not None and item.action.text == block.name.text
    ]


def _warn_unread(book: Rulebook, block: Named, parameter: ast.ParameterDecl) -> None:
    name = parameter.name.text
    moves = (
        "moves that differ in it do the same" if isinstance(block, ast.ActionDecl) else "its value makes no difference"
    )
    _, what, _, _ = ADVICE[type(block)]
    owner = "" if block.name is None else f" of the {what} {block.name.text}"
    book.report(
        "W1026",
        f"the parameter {name}{owner} is never read",
        parameter.name.span,
        moves,
        repair=f"read it, leave it out, or call it `_{name}` if that is meant",
    )


def warn_unused(book: Rulebook, blocks: Sequence[ast.Block], used: frozenset[str], main: str) -> None:
    """Warn of what the main file declares and nothing uses; libraries declare for others."""
    for block in blocks:
        if (
            isinstance(block, Named)
            and block.name is not None
            and block.span.file == main
            and block.name.text not in used
        ):
            code, what, label, repair = ADVICE[type(block)]
            name = block.name.text
            book.report(
                code, f"the {what} {name} is never used", block.name.span, label, repair=repair.format(name=name)
            )
