"""Renames a game for comparison: names that `relate` blocks of either file identify become one name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import TypeVar

from rules_dsl.diagnostics.diagnostic import Diagnostic, RulesError, finding
from rules_dsl.diagnostics.suggest import hint
from rules_dsl.ir.nodes import Game
from rules_dsl.ir.passes import pipeline
from rules_dsl.loading import find_rules
from rules_dsl.semantics.analyse import analyse_program, read_program
from rules_dsl.semantics.modules import SourceProgram
from rules_dsl.semantics.renames import list_declared, rename_tree
from rules_dsl.semantics.unused import names_in
from rules_dsl.syntax import ast

Tree = TypeVar("Tree")
TOLD = (ast.ExampleDecl, ast.CountDecl, ast.ReplayDecl, ast.BestDecl, ast.ShowDecl, ast.RelateDecl)
"""What a game says of itself, and is not compared."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a game comes from, and how it is set."""

    target: str | Path
    options: Mapping[str, str]
    givens: Mapping[str, object]
    data: Sequence[Path]

    def program(self) -> SourceProgram:
        """Its blocks."""
        return read_program(find_rules(self.target), self.options, self.givens)


def in_words_of(one: Source, other: Source) -> Game | None:
    """The other game with the names of the first one; None if no file relates them.

    Raises RulesError for names that cannot be related.
    """
    first, second = one.program(), other.program()
    pairs = _pairs(first, second)
    if not pairs:
        return None
    wrong = tuple(_wrong(first, second, pairs))
    if wrong:
        raise RulesError(*wrong)
    names = {mine.text: theirs.text for mine, theirs in pairs}
    kept = [
        _with_values(rename_tree(block, names, {}), names) for block in second.blocks if not isinstance(block, TOLD)
    ]
    blocks: list[ast.Block] = [_with_parameters(block, first) for block in kept]
    game, findings = analyse_program(replace(second, blocks=blocks), other.options, other.givens, other.data)
    if game is None:
        raise RulesError(*[diagnostic for diagnostic in findings if diagnostic.severity == "error"])
    return pipeline.run(game)


def _pairs(first: SourceProgram, second: SourceProgram) -> list[tuple[ast.Name, ast.Name]]:
    """Names of the second game, and what the first one calls them."""
    ways = [(pair.name, pair.other) for pair in _list_related(second, first)]
    return ways or [(pair.other, pair.name) for pair in _list_related(first, second)]


def _list_related(program: SourceProgram, other: SourceProgram) -> list[ast.RelatedName]:
    assert program.header is not None and other.header is not None, "a file without a header was refused before"
    name = other.header.name.text
    return [
        pair
        for block in program.blocks
        if isinstance(block, ast.RelateDecl) and block.game.text == name
        for pair in block.pairs
    ]


def _wrong(first: SourceProgram, second: SourceProgram, pairs: Sequence[tuple[ast.Name, ast.Name]]) -> list[Diagnostic]:
    """Names that one of the games does not have, and new names that are taken."""
    diagnostics, known, own = [], _names(first), _names(second)
    changed = {mine.text for mine, _ in pairs}
    for mine, theirs in pairs:
        for name, names, game in ((theirs, known, first), (mine, own, second)):
            if name.text not in names:
                assert game.header is not None
                repair = hint(name.text, sorted(names)) or f"write a name that {game.header.name} declares"
                diagnostics.append(
                    finding(
                        "E0821", f"{game.header.name} has no {name}", name.span, "not declared there", repair=repair
                    )
                )
        if theirs.text in own - changed:
            repair = f"relate {theirs} as well, or give it another name"
            diagnostics.append(
                finding(
                    "E0821",
                    f"{mine} cannot be called {theirs}, which is another thing in its game",
                    theirs.span,
                    "taken",
                    repair=repair,
                )
            )
    return diagnostics


def _names(program: SourceProgram) -> set[str]:
    return {name.text for name, _ in list_declared(tuple(program.blocks))}


def _with_values(node: Tree, names: Mapping[str, str]) -> Tree:
    """A tree in which values of enums have their new names, too."""
    match node:
        case tuple():
            return tuple(_with_values(item, names) for item in node)  # type: ignore[return-value]
        case ast.Variant(name=name) if name.text in names:
            return replace(node, name=replace(name, text=names[name.text]))
        case ast.Name():
            return node
        case _ if is_dataclass(node) and not isinstance(node, type):
            return replace(
                node,
                **{
                    field.name: _with_values(getattr(node, field.name), names)
                    for field in fields(node)
                    if field.name != "span"
                },
            )
        case _:
            return node


def _with_parameters(block: ast.Block, first: SourceProgram) -> ast.Block:
    """An action whose parameters are called as in the first game, where nothing else in it is called so."""
    if not isinstance(block, ast.ActionDecl | ast.EventDecl):
        return block
    model = next(
        (
            item
            for item in first.blocks
            if isinstance(item, ast.ActionDecl | ast.EventDecl) and item.name.text == block.name.text
        ),
        None,
    )
    if model is None or len(model.parameters) != len(block.parameters):
        return block
    taken = {*names_in(block), *_names(first)}
    pairs = [
        (mine.name.text, theirs.name.text) for mine, theirs in zip(block.parameters, model.parameters, strict=True)
    ]
    return rename_tree(block, {mine: theirs for mine, theirs in pairs if theirs not in taken}, {})
