"""The context for elaborating rules: blocks by kind, the current rule, and diagnostics."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules_dsl.diagnostics.diagnostic import finding
from rules_dsl.ir import nodes as ir
from rules_dsl.semantics.elaborate import Elaborator
from rules_dsl.semantics.poison import holds_poison
from rules_dsl.semantics.scope import Scope, Symbols
from rules_dsl.source import Span
from rules_dsl.syntax import ast

Tags = tuple[ast.Tag, ...]
Done = tuple[tuple[ir.Stmt, ...], Scope]  # statements and what is in sight after them


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one game as they were written, with the elaborator that reads their expressions."""

    elaborator: Elaborator
    symbols: Symbols
    exceptions: Mapping[str, tuple[ast.ExceptionDecl, ...]]  # by the name of the action or event
    reactions: tuple[ast.WheneverDecl, ...]
    owned: frozenset[str]  # variables seen by their owner only
    call: Call  # how an event is put in line
    actions: dict[str, ir.Action] = field(default_factory=dict)  # as far as they have a meaning already

    def report(
        self, code: str, message: str, span: Span, label: str = "", *, reason: str = "", repair: str = ""
    ) -> None:
        """Note a finding."""
        self.symbols.report(finding(code, message, span, label, reason=reason, repair=repair))

    def solo_player(self) -> ir.Expr | None:
        """The one player of a solo game."""
        players = self.symbols.players
        return ir.Literal(0, players) if len(players.members) == 1 else None

    def scope(self, owner: str, player: ir.Expr | None = None, in_play: bool = False) -> Scope:
        """An empty scope of a rule."""
        return Scope(owner, player=player or self.solo_player(), in_play=in_play)


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a statement stands: the rule it belongs to, what may be done there (`place`), and the calls around it.

    `place` is move (a part of an action), play, reaction or example.
    """

    book: Rulebook
    rule: ir.Rule
    place: str
    calls: tuple[str, ...] = ()
    loops: int = 0

    def of(self, rule: ir.Rule) -> Frame:
        """The same place under another rule."""
        return replace(self, rule=rule)

    def within(self, call: str, rule: ir.Rule) -> Frame:
        """The context inside an inlined block."""
        return replace(self, rule=rule, calls=(*self.calls, call), loops=0)

    def looping(self) -> Frame:
        """Inside one more loop."""
        return replace(self, loops=self.loops + 1)


Call = Callable[[ast.DoStmt, Scope, Frame], Done]


def open_rulebook(elaborator: Elaborator, symbols: Symbols, blocks: Iterable[ast.Block], call: Call) -> Rulebook:
    """Sort the blocks that rules refer to."""
    exceptions: dict[str, tuple[ast.ExceptionDecl, ...]] = {}
    reactions = []
    owned = set()
    for block in blocks:
        match block:
            case ast.ExceptionDecl(action=action):
                exceptions[action.text] = (*exceptions.get(action.text, ()), block)
            case ast.WheneverDecl():
                reactions.append(block)
            case ast.StateDecl(variables=variables):
                owned |= {variable.name.text for variable in variables if variable.seen == ast.Ref("owner")}
            case _:
                pass
    return Rulebook(elaborator, symbols, exceptions, tuple(reactions), frozenset(owned), call)


def rule_of(book: Rulebook, name: str, tags: Tags, span: Span) -> ir.Rule:
    """Name, citations and place of a rule; other tags than `@rule` are reported."""
    cites: list[str] = []
    for tag in tags:
        if tag.name.text != "rule":
            book.report("E0626", f"unknown tag @{tag.name}", tag.span, "not a tag", repair='write @rule "…"')
        else:
            cites += citations(plain_text(book, tag.text))
    return ir.Rule(name, tuple(cites), span=span)


def citations(text: str) -> list[str]:
    """`UR 7, 14` cites `UR 7` and `UR 14`: a prefix is carried on to bare numbers."""
    texts: list[str] = []
    prefix = ""
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        match = re.fullmatch(r"(\D*\s)?(\S+)", part)
        if match is not None and match[1]:
            prefix = match[1]
        texts.append(f"{prefix}{part}" if part[0].isdigit() else part)
    return texts


def report_same_labels(book: Rulebook, labels: Iterable[ast.TextLit], kind: str) -> None:
    """Report labels of blocks of one kind that were given before."""
    first: dict[str, ast.TextLit] = {}
    for text in labels:
        label = plain_text(book, text)
        if label in first:
            book.report(
                "E0811",
                f'two {kind} are called "{label}"',
                text.span,
                "the second",
                reason=f"the first is in line {first[label].span.line}",
                repair="give each its own text",
            )
        first.setdefault(label, text)


def plain_text(book: Rulebook, text: ast.TextLit) -> str:
    """A text in which no values may stand."""
    if any(not isinstance(part, str) for part in text.parts):
        book.report(
            "E0627", "this text cannot contain values", text.span, "a fixed text", repair="write {{ and }} for braces"
        )
    return "".join(part for part in text.parts if isinstance(part, str))


def is_poison(*exprs: ir.Expr) -> bool:
    """Was something wrong with one of these already reported?"""
    return any(holds_poison(expr.type) or expr == ir.Local("?", expr.type) for expr in exprs)
