"""A game without some of its conditions: needs and ensures of actions, and endings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic, RulesError
from rules_dsl.ir.nodes import Game, Need, Rule, Stmt
from rules_dsl.ir.passes import pipeline
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.loading import find_rules
from rules_dsl.semantics.analyse import analyse_program, read_program
from rules_dsl.semantics.unused import names_in, parts_of
from rules_dsl.source import Span
from rules_dsl.syntax import ast


@dataclass(frozen=True, slots=True)
class Condition:
    """`kind`: needs, ensures, or the kind of an ending.

    `span` locates and identifies the condition; `whole` is the block around it.
    """

    kind: str
    rule: Rule
    span: Span
    whole: Span


class Relaxable:
    """The blocks of a game, which are read once. Raises RulesError with everything that is wrong."""

    def __init__(
        self, target: str | Path, options: Mapping[str, str], givens: Mapping[str, object], data: Sequence[Path]
    ) -> None:
        self._set = (options, givens, data)
        self._program = read_program(find_rules(target), options, givens)
        game, findings = self._analyse_without(frozenset())
        if game is None:
            raise RulesError(*[diagnostic for diagnostic in findings if diagnostic.severity == "error"])
        self._rules = {
            need.condition.span: need.rule for action in game.actions for need in (*action.needs, *_inside(action.body))
        }
        self._rules |= {ending.condition.span: ending.rule for ending in game.endings}
        self.game = pipeline.run(game)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Those that can be left out, in the order of the files."""
        conditions = [condition for condition in self._list_conditions() if condition.span in self._rules]
        return tuple(
            sorted(conditions, key=lambda condition: (condition.span.file, condition.span.line, condition.span.column))
        )

    def _list_conditions(self) -> Iterator[Condition]:
        for block in self._program.blocks:
            match block:
                case ast.ActionDecl(clauses=clauses):
                    for clause in clauses:
                        if isinstance(clause, ast.Needs | ast.Ensures):
                            kind = "needs" if isinstance(clause, ast.Needs) else "ensures"
                            yield self._condition(kind, clause.condition.span, clause.span)
                case ast.EndDecl(kind, condition):
                    yield self._condition(kind, condition.span, block.span)
                case _:
                    pass

    def _condition(self, kind: str, span: Span, whole: Span) -> Condition:
        return Condition(kind, self._rules.get(span, Rule(kind)), span, whole)

    def givens_read(self, place: Span) -> tuple[str, ...]:
        """The givens used at a place, directly or through definitions."""
        givens = {block.name.text for block in self._program.blocks if isinstance(block, ast.GivenDecl)}
        defined = {block.name.text: block for block in self._program.blocks if isinstance(block, ast.DefineDecl)}
        names, waiting = set[str](), [node for block in self._program.blocks for node in _find_nodes_at(block, place)]
        while waiting:
            new = set(names_in(waiting.pop())) - names
            names |= new
            waiting += [defined[name].body for name in new if name in defined]
        return tuple(sorted(names & givens))

    def without(self, left_out: frozenset[Span]) -> Game | None:
        """The game after all passes, without the conditions that stand there; None if the rest makes no sense without
        them.
        """
        game, _ = self._analyse_without(left_out)
        return None if game is None else pipeline.run(game)

    def _analyse_without(self, left_out: frozenset[Span]) -> tuple[Game | None, tuple[Diagnostic, ...]]:
        blocks = [kept for block in self._program.blocks if (kept := _without(block, left_out)) is not None]
        program = replace(self._program, blocks=blocks, diagnostics=list(self._program.diagnostics))
        options, givens, data = self._set
        return analyse_program(program, options, givens, data)


def _without(block: ast.Block, left_out: frozenset[Span]) -> ast.Block | None:
    match block:
        case ast.ActionDecl(clauses=clauses):
            return replace(
                block,
                clauses=tuple(
                    [
                        clause
                        for clause in clauses
                        if not (isinstance(clause, ast.Needs | ast.Ensures) and clause.condition.span in left_out)
                    ]
                ),
            )
        case ast.EndDecl(condition=condition) if condition.span in left_out:
            return None
        case _:
            return block


def _inside(body: tuple[Stmt, ...]) -> Iterator[Need]:
    return (statement for statement in walk_statements(body) if isinstance(statement, Need))


def _find_nodes_at(node: object, place: Span) -> list[object]:
    """The nodes with exactly this span."""
    if getattr(node, "span", None) == place:
        return [node]
    return [node for part in parts_of(node) for node in _find_nodes_at(part, place)]
