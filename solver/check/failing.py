"""Failures of the rules during play: numbers out of range, draws from nothing, conflicting exceptions, endless
reactions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.failures import PlayError
from rules_dsl.ir.partial import can_fail
from rules_dsl.ir.rebuild import walk_statements
from rules_dsl.machine.api import Move
from rules_dsl.source import NOWHERE, Span
from solver.check.findings import Finding, ProvedFinding, RefutedFinding, RuleQuestion, Topic, UndecidedFinding
from solver.check.survey import Survey

CLASH = "both replace"
WORDS = {
    Topic.FAILURE: "no value leaves its range, none is missing",
    Topic.CLASH: "no two exceptions clash",
    Topic.SUPPLY: "nothing is taken from a supply that is empty",
    Topic.LOOP: "reactions come to an end",
}


def judge_failures(game: ir.Game, survey: Survey) -> Iterator[Finding]:
    """What was seen to fail; and what, of all that may, was not."""
    failed: set[Topic] = set()
    for failure in survey.failed.values():
        refuted = _refute_with_failure(game, failure.error, survey.extent, failure.play)
        failed.add(refuted.question.topic)
        yield refuted
    for topic in list_failure_topics(game):
        if topic not in failed:
            question = RuleQuestion(topic, WORDS[topic], rule_of(game, topic))
            yield (
                ProvedFinding(question, survey.extent)
                if survey.complete
                else UndecidedFinding(question, f"nothing against it in {survey.extent}", stopped=survey.stopped)
            )


def at_start(game: ir.Game, error: PlayError) -> Finding:
    """The rules fail before the first move."""
    return _refute_with_failure(game, error, "the first position", ())


def _refute_with_failure(game: ir.Game, error: PlayError, method: str, play: tuple[Move, ...]) -> RefutedFinding:
    diagnostic = error.diagnostics[0]
    topic = topic_of(diagnostic.code, diagnostic.message)
    return RefutedFinding(
        RuleQuestion(topic, WORDS[topic], rule_at(game, diagnostic.span)),
        method,
        f"{diagnostic.code} {diagnostic.message}",
        play,
    )


def list_failure_topics(game: ir.Game) -> list[Topic]:
    """The kinds of failure that these rules may have."""
    requires = [stmt.message for stmt in statements(game) if isinstance(stmt, ir.Require)]
    clashing = [message for message in requires if _is_clash(message)]
    kinds = [Topic.FAILURE]
    kinds += [Topic.CLASH] if clashing else []
    kinds += [Topic.SUPPLY] if len(requires) > len(clashing) else []
    return [*kinds, Topic.LOOP] if game.reactions else kinds


def may_fail_when_over(game: ir.Game) -> bool:
    """Could endings or scores fail to evaluate?

    Only visits to terminal positions can tell; the compiled explorer and the prover examine moves.
    """
    functions = {function.name: function for function in game.functions}
    evaluated = [
        *[score.value for score in game.scores],
        *[ending.condition for ending in game.endings],
        *[ending.who for ending in game.endings if ending.who is not None],
    ]
    return any(can_fail(expr, functions) for expr in evaluated)


def topic_of(code: str, message: str) -> Topic:
    """What a failure is about."""
    match code:
        case "E0909":
            return Topic.LOOP
        case "E0908":
            return Topic.CLASH if CLASH in message else Topic.SUPPLY
        case "E0911":
            return Topic.SUPPLY
        case _:
            return Topic.FAILURE


def rule_of(game: ir.Game, topic: Topic) -> ir.Rule:
    """The first rule that a question about failures is about."""
    if topic is Topic.LOOP:
        return game.reactions[0].rule
    for stmt in statements(game):
        if (
            isinstance(stmt, ir.Require)
            and _is_clash(stmt.message) == (topic is Topic.CLASH)
            and topic is not Topic.FAILURE
        ):
            return replace(stmt.rule, span=stmt.span)
    return game.actions[0].rule if game.actions else ir.Rule("play")


def rule_at(game: ir.Game, span: Span) -> ir.Rule:
    """The rule whose statement stands at a place, with the place."""
    for stmt in statements(game):
        if isinstance(stmt, ir.Assign | ir.Require) and stmt.span == span:
            return replace(stmt.rule, span=span)
    rules = [
        *[action.rule for action in game.actions],
        *[reaction.rule for reaction in game.reactions],
        *[function.rule for function in game.functions],
        *game.rules,
    ]
    before = [
        rule for rule in rules if rule.span != NOWHERE and rule.span.file == span.file and rule.span.line <= span.line
    ]
    return replace(max(before, key=lambda rule: rule.span.line, default=ir.Rule("play")), span=span)


def statements(game: ir.Game) -> Iterator[ir.Stmt]:
    """All statements of the rules."""
    for body in (*[action.body for action in game.actions], *[reaction.body for reaction in game.reactions]):
        yield from walk_statements(body)
    for node in game.nodes:
        if isinstance(node, ir.RunNode):
            yield from walk_statements(node.body)


def _is_clash(message: ir.Expr) -> bool:
    return isinstance(message, ir.Template) and any(isinstance(part, str) and CLASH in part for part in message.parts)
