"""All rules of a game: from the blocks of its files to the parts of `ir.Game`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules_dsl.ir import nodes as ir
from rules_dsl.semantics import (
    actions,
    comparing,
    examples,
    exceptions,
    finding,
    judging,
    pictures,
    relating,
    sentences,
    sequence,
    unused,
)
from rules_dsl.semantics.elaborate import Elaborator
from rules_dsl.semantics.moves import vocabulary
from rules_dsl.semantics.rulebook import Rulebook, open_rulebook, rule_of
from rules_dsl.semantics.scope import Symbols
from rules_dsl.source import SourceFile
from rules_dsl.syntax import ast

B = TypeVar("B", bound=ast.Block)


@dataclass(frozen=True, slots=True)
class GameParts:
    """What the rules say, in the words of `ir.Game`."""

    actions: tuple[ir.Action, ...]
    reactions: tuple[ir.Reaction, ...]
    endings: tuple[ir.Ending, ...]
    play: tuple[ir.Stmt, ...]
    scores: tuple[ir.ScoreLine, ...]
    claims: tuple[ir.Claim, ...]
    bounds: tuple[ir.Bound, ...]
    dominances: tuple[ir.Dominance, ...]
    examples: tuple[ir.Example, ...]
    counts: tuple[ir.Count, ...]
    replays: tuple[ir.Replay, ...]
    bests: tuple[ir.Best, ...]
    finds: tuple[ir.FindVar, ...]
    find_rules: tuple[ir.FindRule, ...]
    unique: bool
    show: tuple[ir.ShowItem, ...]
    says: tuple[ir.Say, ...]
    rules: tuple[ir.Rule, ...]


def elaborate_rules(
    elaborator: Elaborator,
    symbols: Symbols,
    blocks: Sequence[ast.Block],
    header: ast.Header,
    sources: Mapping[str, SourceFile],
    loaded: Mapping[str, object],
) -> GameParts:
    """Every rule of the game.

    `blocks` are those of all files that are taken, the main file's header is `header`, `sources` are the files by name (the text of `then`
    is quoted from them), `loaded` the givens as they came from outside.
    """
    book = open_rulebook(elaborator, symbols, blocks, actions.happen)
    exceptions.check(book)
    done = actions.actions(book)
    play = sequence.play(book, [play for play in _only(blocks, ast.PlayDecl) if play.name is None])
    _try_unused(book, blocks, header)
    finds = finding.finds(book, _only(blocks, ast.FindDecl))
    _report_missing_play(book, blocks, header)
    finding.check_blocks(book, blocks)
    relating.check(book, blocks)
    words = vocabulary(done, play)
    around = examples.ExampleContext(sources, loaded, words, bool(finds))
    return GameParts(
        actions=done,
        reactions=actions.reactions(book),
        endings=judging.endings(book, _only(blocks, ast.EndDecl)),
        play=play,
        scores=judging.scores(book, _only(blocks, ast.ScoreDecl)),
        claims=judging.claims(book, _only(blocks, ast.ClaimDecl), sources),
        bounds=judging.bounds(book, _only(blocks, ast.BoundDecl)),
        dominances=comparing.dominances(book, _only(blocks, ast.DominatesDecl)),
        examples=examples.examples(book, _only(blocks, ast.ExampleDecl), around),
        counts=examples.counts(book, _only(blocks, ast.CountDecl), around),
        replays=examples.replays(book, _only(blocks, ast.ReplayDecl)),
        bests=examples.bests(book, _only(blocks, ast.BestDecl)),
        finds=finds,
        find_rules=finding.find_rules(book, _only(blocks, ast.RuleDecl), bool(finds)),
        unique=bool(_only(blocks, ast.UniqueDecl)),
        show=pictures.pictures(book, _only(blocks, ast.ShowDecl)),
        says=sentences.sentences(book, _only(blocks, ast.SayDecl), words, finds),
        rules=tuple(_rules(book, blocks)),
    )


def _only(blocks: Sequence[ast.Block], kind: type[B]) -> list[B]:
    return [block for block in blocks if isinstance(block, kind)]


def _try_unused(book: Rulebook, blocks: Sequence[ast.Block], header: ast.Header) -> None:
    """Elaborate what is never used, to find its mistakes, and warn."""
    used = unused.names_used(blocks)
    actions.try_unused_events(book, used)
    sequence.try_unused_plays(book, used)
    if header.kind != "library":
        unused.warn_unused(book, blocks, used, header.span.file)
        unused.warn_unused_parameters(book, blocks, header.span.file)


def _report_missing_play(book: Rulebook, blocks: Sequence[ast.Block], header: ast.Header) -> None:
    if header.kind == "library" or _only(blocks, ast.FindDecl):
        return
    if any(block.name is None for block in _only(blocks, ast.PlayDecl)):
        return
    names = ", ".join(book.symbols.actions) or "…"
    repair = f"write `play` with what happens, for instance `loop` and in it `choose {names}`"
    book.report("E0631", f"{header.kind} {header.name} has no `play`", header.span, "nothing ever happens", repair=repair)


def _rules(book: Rulebook, blocks: Sequence[ast.Block]) -> Iterator[ir.Rule]:
    """Every named rule, for coverage."""
    endings = iter(judging.ending_names(_only(blocks, ast.EndDecl)))
    for block in blocks:
        match block:
            case ast.ActionDecl() | ast.EventDecl() | ast.WheneverDecl() | ast.RuleDecl():
                yield rule_of(book, block.name.text, block.tags, block.span)
            case ast.PlayDecl():
                yield rule_of(book, "play" if block.name is None else block.name.text, block.tags, block.span)
            case ast.ExceptionDecl():
                yield rule_of(book, exceptions.label(block), block.tags, block.span)
            case ast.EndDecl():
                yield rule_of(book, next(endings), block.tags, block.span)
            case ast.ClaimDecl() | ast.BoundDecl() | ast.DominatesDecl():
                yield rule_of(book, "".join(str(part) for part in block.label.parts), block.tags, block.span)
            case ast.ScoreDecl():
                yield from (rule_of(book, f"score {line.label}", block.tags, line.span) for line in block.lines)
            case ast.DefineDecl() | ast.OptionDecl() | ast.ReadingDecl() if block.tags:
                yield rule_of(book, block.name.text, block.tags, block.span)
            case _:
                pass
