"""Conditions that are watched: what each of them has been found to be while a machine ran."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.calls import by_name, walk_through
from rules_dsl.ir.evaluate import ClosureCompiler, Possible
from rules_dsl.ir.frames import Closure, Frame
from rules_dsl.ir.rebuild import statement_expressions, walk_statements
from rules_dsl.ir.types import BOOL, Value
from rules_dsl.source import NOWHERE, Span

Asking = Callable[[str], Possible]

CONNECTIVES = ("and", "or", "implies")


class Watch:
    """Places of conditions, each with the values it has had."""

    def __init__(self) -> None:
        self.seen: dict[Span, set[bool]] = {}

    def add(self, game: ir.Game) -> None:
        """Watch for the conditions of a game, too."""
        for condition in conditions(game):
            self.seen.setdefault(condition.span, set())


class WatchingCompiler(ClosureCompiler):
    """A compiler whose conditions tell a watch what they are found to be."""

    def __init__(
        self,
        watch: Watch,
        variables: Sequence[str],
        constants: Mapping[str, Value],
        functions: Mapping[str, ir.Function],
        possible: Asking,
    ) -> None:
        super().__init__(variables, constants, functions, possible)
        self._watch = watch

    def closure(self, expr: ir.Expr) -> Closure:
        """The expression as a function of the frame."""
        run = super().closure(expr)
        seen = self._watch.seen.get(expr.span)
        return run if seen is None or expr.type != BOOL or _is_connective(expr) else _noting(run, seen)


def _noting(run: Closure, seen: set[bool]) -> Closure:
    def note(frame: Frame) -> bool:
        result: bool = run(frame)
        seen.add(result)
        return result

    return note


def conditions(game: ir.Game) -> Iterator[ir.Expr]:
    """What is asked in the rules of a game, taken apart at `and`, `or`, `not` and `implies`; without what only pictures
    and claims ask.
    """
    for part in walk_through(_rules(game), by_name(game.functions)):
        yield from _inside(part)


def _rules(game: ir.Game) -> Iterator[ir.Expr]:
    """The expressions of the rules.

    What stands in them as a condition is made an operand, so that it is found there.
    """
    for action in game.actions:
        yield from (parameter.domain for parameter in action.parameters if parameter.domain is not None)
        yield from (_parenthesise(need.condition) for need in action.needs)
        yield from _of_body(action.body)
    for reaction in game.reactions:
        yield _parenthesise(reaction.condition)
        yield from _of_body(reaction.body)
    yield from (_parenthesise(ending.condition) for ending in game.endings)
    yield from (line.value for line in game.scores)
    for node in game.nodes:
        yield from _of_node(node)


def _of_node(node: ir.Node) -> Iterator[ir.Expr]:
    match node:
        case ir.RunNode(body):
            yield from _of_body(body)
        case ir.BranchNode(condition):
            yield _parenthesise(condition)
        case _:
            return


def _of_body(body: Sequence[ir.Stmt]) -> Iterator[ir.Expr]:
    for statement in walk_statements(tuple(body)):
        match statement:
            case ir.If(condition) | ir.Need(condition):
                yield _parenthesise(condition)
            case ir.Choose(domain=domain, condition=condition) if condition is not None:
                yield from (domain, _parenthesise(condition))
            case _:
                yield from statement_expressions(statement)


def _parenthesise(condition: ir.Expr) -> ir.Expr:
    """The condition as the operand of a connective."""
    return ir.Binary("and", condition, ir.Literal(True, BOOL), BOOL)


def _inside(part: ir.Expr) -> Iterator[ir.Expr]:
    match part:
        case ir.IfElse(condition):
            yield from _operands(condition)
        case ir.Binary() if _is_connective(part):
            yield from _operands(part)
        case ir.Fold(clauses=clauses):
            for clause in clauses:
                if not isinstance(clause, ir.Each):
                    yield from _operands(clause.condition)
        case _:
            pass


def _operands(expr: ir.Expr) -> Iterator[ir.Expr]:
    match expr:
        case ir.Unary("not", operand):
            yield from _operands(operand)
        case ir.Binary(left=left, right=right) if _is_connective(expr):
            yield from (*_operands(left), *_operands(right))
        case ir.LetIn(body=body):
            yield from _operands(body)
        case ir.Literal():
            return
        case _ if expr.span != NOWHERE:
            yield expr
        case _:
            return


def _is_connective(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Binary) and expr.operator in CONNECTIVES
