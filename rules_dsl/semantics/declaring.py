"""The context that declarations share: the program, its symbols, elaboration on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir import nodes as ir
from rules_dsl.semantics.elaborate import Elaborator
from rules_dsl.semantics.modules import SourceProgram
from rules_dsl.semantics.rulebook import citations
from rules_dsl.semantics.scope import Scope, Symbols
from rules_dsl.semantics.texts import plain
from rules_dsl.semantics.wording import NamedWords
from rules_dsl.source import Span
from rules_dsl.syntax import ast
from rules_dsl.tables import Overlay


@dataclass(slots=True)
class DeclarationContext:
    """The work of declaring one game."""

    program: SourceProgram
    symbols: Symbols
    elaborator: Elaborator
    options: Mapping[str, str]
    givens: Mapping[str, object]
    overlays: Sequence[Overlay] = ()
    running: list[str] = field(default_factory=list)
    words: NamedWords = field(init=False)

    def __post_init__(self) -> None:
        self.words = NamedWords(self.program)

    def report(self, code: str, message: str, span: Span, label: str = "", *, repair: str = "", reason: str = "") -> None:
        """Note a finding."""
        self.symbols.report(finding(code, message, span, label, repair=repair, reason=reason))

    def scope(self, owner: str) -> Scope:
        """An empty scope of a declaration."""
        return Scope(owner)

    def later(self, name: str, span: Span, work: Callable[[], object]) -> None:
        """Do the work when the name is first needed; needing it while it is done is a circle. Of two declarations the first counts."""
        if name in self.symbols.pending:
            return

        def run() -> None:
            if name in self.running:
                self.circle(name, span)
                return
            self.running.append(name)
            try:
                work()
            finally:
                self.running.pop()
                self.symbols.pending.pop(name, None)

        self.symbols.pending[name] = run

    def circle(self, name: str, span: Span) -> None:
        """Report declarations that need each other."""
        chain = self.running[self.running.index(name) :]
        for text in chain:
            self.symbols.failed.add(text)
        shown = " → ".join([*chain, name])
        if all(text in self.defines for text in chain):
            repair = "the rules must be finite: iterate over a set with a fold, or use `reach`"
            self.report("E0304", f"{name} needs itself: {shown}", span, "recursion", repair=repair)
        else:
            self.report("E0303", f"{name} depends on itself: {shown}", span, "a circle", repair="break the cycle")

    @property
    def defines(self) -> frozenset[str]:
        """The names of all defines."""
        return frozenset(block.name.text for block in self.program.blocks if isinstance(block, ast.DefineDecl))

    def note_failure(self, name: str) -> None:
        """Note that a name's declaration is wrong, so that its uses stay silent."""
        self.symbols.failed.add(name)

    def folder(self, span: Span) -> Path:
        """The folder from which paths written at this place start."""
        return self.program.folders.get(span.file, self.program.root)


def rule_of(name: str, tags: Sequence[ast.Tag], span: Span) -> ir.Rule:
    """Where a declaration comes from, with the paragraphs it cites."""
    cites = [cite for tag in tags if tag.name.text == "rule" for cite in citations(plain(tag.text) or "")]
    return ir.Rule(name, tuple(cites), span=span)


def prefix_of(name: str) -> str:
    """`small.` of `small.Cell`: what the alias of a library puts before its names."""
    head, dot, _ = name.rpartition(".")
    return head + dot


def is_identifier(name: str) -> bool:
    """May it be written as a name in the rules?"""
    return name.isascii() and name.isidentifier()
