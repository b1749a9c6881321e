"""What the compiler did with a game, as text and data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from cython_ext.emit.decisions import ConditionTest, ConstantTable, EndingCheck, Level, Obstacle
from cython_ext.emit.report import Moves, Report
from rules_dsl.diagnostics.codes import CODES
from rules_dsl.quantities import quantity
from rules_dsl.reading import read_bytes
from rules_dsl.source import NOWHERE, SourceFile, Span

LARGEST = 16_000_000
INSIDE = re.compile(r"([([{]) | ([)\]}])")
"""A space that a line break inside of brackets leaves."""
WIDTH = 84
HINDERED = "! "
"""What begins a line that tells why a technique is not used."""
WAYS = {"words": "in words", "together": "together", "each": "one by one"}
COUNTED = {"bits": "counted by bits", "each": "counted one by one", "tried": "each move is tried"}


@dataclass(slots=True)
class Sources:
    """The texts that spans point into; `home` is the file whose name goes without saying."""

    home: str
    _files: dict[str, SourceFile] = field(default_factory=dict)

    def text(self, span: Span) -> str:
        """What stands there, on one line."""
        if span == NOWHERE:
            return ""
        lines = [self._file(span.file).line(number) for number in range(span.line, span.end_line + 1)]
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return INSIDE.sub(lambda match: match[1] or match[2], " ".join(" ".join(lines).split()))

    def where(self, span: Span) -> str:
        """The line, and the file if it is another one."""
        if span == NOWHERE:
            return ""
        return f"line {span.line}" if span.file == self.home else f"{PurePath(span.file).name}:{span.line}"

    def _file(self, name: str) -> SourceFile:
        if name not in self._files:
            path = Path(name)
            text = read_bytes(path, LARGEST).decode("utf-8-sig", "replace") if path.is_file() else ""
            self._files[name] = SourceFile(name, text)
        return self._files[name]


def sources_of(report: Report) -> Sources:
    """The files of a game; home is where its first action stands."""
    return Sources(report.actions[0].rule.span.file if report.actions else "")


# -- in words ---------------------------------------------------------------------------------------------------------


def print_explanation(report: Report, sources: Sources) -> Iterator[str]:
    """The report, line by line."""
    yield f"{report.game.name} is compiled to C; a position takes {quantity(report.size, 'byte')}"
    for action in report.actions:
        yield ""
        yield from _action(action, sources)
    yield from _section("iterated value by value", _folds(report, sources))
    yield from _section("checked during play: no range proves it", _checks(report, sources))
    computed = [_line(f"  {item.name}", sources.where(item.span)) for item in report.computed]
    yield from _section("computed during play although it does not read the position", computed)
    yield from _section(
        "a position", [f"  {item.variable}: {item.way}, {_bytes(item.size)}" for item in report.variables]
    )
    yield from _section("tables", [_table(table, sources) for table in report.tables])
    yield from _section("play", _play(report, sources))
    count = len(list(report.obstacles()))
    yield ""
    yield (
        "nothing slows it down"
        if not count
        else f"{count} {'thing slows' if count == 1 else 'things slow'} it down, marked with {HINDERED.strip()}"
    )


def _section(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield title
        yield from lines


def _table(table: ConstantTable, sources: Sources) -> str:
    name = sources.text(table.span) if "#" in table.name else table.name
    return _line(f"  {_bytes(table.size):>12}  {name or table.name}", sources.where(table.span))


def _bytes(size: int) -> str:
    return "1 byte" if size == 1 else f"{quantity(size, 'byte')}"


def _line(text: str, where: str) -> str:
    shown = text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}…"
    return f"{shown:<{WIDTH}}  {where}".rstrip()


def _print_obstacle(obstacle: Obstacle, depth: int, sources: Sources) -> str:
    return _line(f"{'  ' * depth}{HINDERED}{obstacle.reason}", sources.where(obstacle.span))


def _action(action: Moves, sources: Sources) -> Iterator[str]:
    names = ", ".join(level.name for level in action.found.levels)
    yield _line(f"{action.title}({names})" if names else action.title, sources.where(action.rule.span))
    for span in action.found.before:
        yield _line(f"  first: {sources.text(span)}", sources.where(span))
    for level in action.found.levels:
        yield _line(f"  {level.name}: {_values(level, sources)}", sources.where(level.domain))
        for test in level.tests:
            yield from _test(test, sources)
    yield f"  {_count_moves(action)}, {'drawn by rank' if action.listed is None else 'drawn from a list'}"
    yield from [_print_obstacle(obstacle, 2, sources) for obstacle in action.obstacles()]
    for looked in action.endings:
        yield from _ending(looked, sources)


def _values(level: Level, sources: Sources) -> str:
    if level.way == "all":
        return f"each of {quantity(level.values, 'value')}"
    domain = sources.text(level.domain)
    return f"members of {domain}" if domain else f"a set of {quantity(level.values, 'value')}"


def _count_moves(action: Moves) -> str:
    if action.counted == "each" and not action.found.levels:
        return "one move"
    copies = action.tried is not None and action.tried.copies
    return COUNTED[action.counted] + (" on a copy of the position" if copies else "")


def _test(test: ConditionTest, sources: Sources) -> Iterator[str]:
    yield _line(f"    {WAYS[test.way]}: {sources.text(test.span)}", sources.where(test.span))
    if test.obstacle is not None:
        yield _print_obstacle(test.obstacle, 3, sources)


def _ending(looked: EndingCheck, sources: Sources) -> Iterator[str]:
    whom = f" for {' and '.join(looked.players)}" if looked.players else ""
    how = "cannot result from it" if looked.players == () else f"is tested{whom}"
    yield _line(f"  {looked.kind}: {how}", sources.where(looked.rule))
    if looked.obstacle is not None:
        yield _print_obstacle(looked.obstacle, 2, sources)


def _folds(report: Report, sources: Sources) -> list[str]:
    lines = []
    for fold in report.folds:
        lines += [
            _line(f"  {sources.text(fold.span)}", sources.where(fold.span)),
            _print_obstacle(fold.obstacle, 2, sources),
        ]
    return lines


def _checks(report: Report, sources: Sources) -> list[str]:
    return [
        _line(f"  {check.code} {CODES[check.code]}: {sources.text(check.span)}", sources.where(check.span))
        for check in report.checks
    ]


def _play(report: Report, sources: Sources) -> list[str]:
    steps = (
        f"; {report.course.steps:,} {'step' if report.course.steps == 1 else 'steps'} between them without a stop"
        if report.course.steps
        else ""
    )
    lines = [f"  it rests at {quantity(report.course.rests, 'place')}{steps}"]
    if report.course.obstacle is not None:
        lines.append(_print_obstacle(report.course.obstacle, 2, sources))
    if not report.placed.in_place:
        lines.append(
                "  the functions of a move are called: inlined for each player they "
                f"would be {quantity(report.placed.lines, 'line')}"
        )
    if report.alike:
        lines.append(
            f"  interchangeable values are distinguished ({', '.join(report.alike)}); `explore --symmetry` uses generated Python"
        )
    return lines


# -- as data ----------------------------------------------------------------------------------------------------------


def plain(report: Report, sources: Sources) -> dict[str, object]:
    """The keys of the last line of `explain GAME --json`."""
    return {
        "game": report.game.name,
        "bytes": report.size,
        "actions": [_plain_action(action, sources) for action in report.actions],
        "one_by_one": [{**_at(fold.span, sources), "reason": _reason(fold.obstacle, sources)} for fold in report.folds],
        "checks": [{"code": check.code, **_at(check.span, sources)} for check in report.checks],
        "computed": [{"name": item.name, **_at(item.span, sources)} for item in report.computed],
        "variables": [{"name": item.variable, "held": item.way, "bytes": item.size} for item in report.variables],
        "tables": [{"name": table.name, **_at(table.span, sources), "bytes": table.size} for table in report.tables],
        "play": {
            "rests": report.course.rests,
            "steps": report.course.steps,
            "reason": _reason(report.course.obstacle, sources),
        },
        "in_place": report.placed.in_place,
        "told_apart": list(report.alike),
        "obstacles": len(list(report.obstacles())),
    }


def _at(span: Span, sources: Sources) -> dict[str, object]:
    return {
        "file": "" if span == NOWHERE else span.file,
        "line": 0 if span == NOWHERE else span.line,
        "text": sources.text(span),
    }


def _reason(obstacle: Obstacle | None, sources: Sources) -> dict[str, object] | None:
    return None if obstacle is None else {"reason": obstacle.reason, **_at(obstacle.span, sources)}


def _plain_action(action: Moves, sources: Sources) -> dict[str, object]:
    return {
        "action": action.title,
        "file": action.rule.span.file,
        "line": action.rule.span.line,
        "first": [_at(span, sources) for span in action.found.before],
        "parameters": [_plain_level(level, sources) for level in action.found.levels],
        "counted": action.counted,
        "copied": action.tried is not None and action.tried.copies,
        "drawn": "rank" if action.listed is None else "list",
        "reasons": [_reason(obstacle, sources) for obstacle in action.obstacles()],
        "endings": [
            {
                "kind": looked.kind, **_at(looked.rule, sources), "looked_at": looked.players != (),
                "players": None if looked.players is None else list(looked.players), "reason": _reason(looked.obstacle, sources),
            }
            for looked in action.endings
        ],
    }  # fmt: skip


def _plain_level(level: Level, sources: Sources) -> dict[str, object]:
    tests = [
        {**_at(test.span, sources), "way": test.way, "reason": _reason(test.obstacle, sources)} for test in level.tests
    ]
    return {
        "name": level.name,
        "values": level.values,
        "way": level.way,
        "domain": _at(level.domain, sources),
        "tests": tests,
    }
