"""`relate` blocks: names of this file and of another game, each once."""

from __future__ import annotations

from collections.abc import Sequence

from rules_dsl.diagnostics.suggest import hint
from rules_dsl.semantics.renames import list_declared
from rules_dsl.semantics.rulebook import Rulebook
from rules_dsl.syntax import ast


def check(book: Rulebook, blocks: Sequence[ast.Block]) -> None:
    """Reports names that are not there, and names that are related twice."""
    names = {name.text for name, _ in list_declared(tuple(blocks))}
    for block in blocks:
        if isinstance(block, ast.RelateDecl):
            _check(book, block, names)


def _check(book: Rulebook, block: ast.RelateDecl, names: set[str]) -> None:
    for number, pair in enumerate(block.pairs):
        before = block.pairs[:number]
        if pair.name.text not in names:
            repair = (
                hint(pair.name.text, sorted(names))
                or "write a name of this file on the left, and the name of the other game on the right"
            )
            book.report("E0821", f"there is no {pair.name} here", pair.name.span, "not declared", repair=repair)
        for one, others in ((pair.name, [item.name for item in before]), (pair.other, [name.other for name in before])):
            if one.text in [name.text for name in others]:
                book.report(
                    "E0821",
                    f"{one} is related twice",
                    one.span,
                    "the second time",
                    repair="leave one of the two lines out",
                )
