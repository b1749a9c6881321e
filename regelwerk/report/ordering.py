"""Reports which moves commute, as text and data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_dsl.ir import nodes as ir
from solver.independence.commuting import Pair
from solver.phases.unrolling import DecisionFinding

NONE = "no pairs: a decision with two moves of one player in a row is needed"


def describe_pairs(game: ir.Game, pairs: Sequence[Pair]) -> Iterator[str]:
    """One line for each pair of actions that may follow each other at a decision."""
    yield from [
        f"{_title(game, pair, pair.first)}, then {_title(game, pair, pair.second)}: {_how(pair)}" for pair in pairs
    ] or [NONE]


def plain(game: ir.Game, pairs: Sequence[Pair]) -> list[dict[str, object]]:
    """The same for JSON."""
    return [
        {
            "node": pair.node,
            "first": _title(game, pair, pair.first),
            "second": _title(game, pair, pair.second),
            "swaps": pair.swaps,
            "why": pair.why,
        }
        for pair in pairs
    ]


def describe_counted(game: ir.Game, findings: Sequence[DecisionFinding], ended: str) -> Iterator[str]:
    """A line for each decision: are its moves counted, and what is known only between bounds?"""
    for finding in findings:
        how = _describe_decision(finding) if finding.counted else f"moves are made one by one: {finding.why}"
        yield f"{_options(game, finding)}: {how}"
    if ended:
        yield f"no further decision was examined: {ended}"


def plain_counted(game: ir.Game, findings: Sequence[DecisionFinding]) -> list[dict[str, object]]:
    """The same for JSON."""
    return [
        {
            "node": finding.node,
            "decision": _options(game, finding),
            "counted": finding.counted,
            "why": finding.why,
            "relaxed": list(finding.relaxed),
        }
        for finding in findings
    ]


def _describe_decision(finding: DecisionFinding) -> str:
    exact = "all else adds up" if finding.relaxed else "everything they change adds up"
    loose = (
        f"; {', '.join(finding.relaxed)} after them: between bounds, for there the order matters"
        if finding.relaxed
        else ""
    )
    return f"moves are counted, {finding.why} in one phase; {exact}{loose}"


def _options(game: ir.Game, finding: DecisionFinding) -> str:
    node = game.nodes[finding.node]
    assert isinstance(node, ir.DecideNode)
    titles = {action.name: action.title for action in game.actions}
    return ", ".join([titles[option.action] for option in node.options])


def _how(pair: Pair) -> str:
    return "commute" if pair.swaps else f"in this order, for {pair.why}"


def _title(game: ir.Game, pair: Pair, option: int) -> str:
    node = game.nodes[pair.node]
    assert isinstance(node, ir.DecideNode)
    name = node.options[option].action
    return next(action.title for action in game.actions if action.name == name)
