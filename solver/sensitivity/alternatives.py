"""Alternatives for a doubtful figure: one more or less, the other truth value, values of other rows, or values from the
user's files.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rules_dsl.confidence import is_doubtful
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir import nodes as ir
from rules_dsl.tables.overlays import read_overlay

TRUTHS = {"true": "false", "false": "true"}
MOST_OTHERS = 4
"""So many values of other rows are tried for a figure."""

Tables = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class AlternativeValue:
    """An alternative value of a fact: as shown, and as written in a data file."""

    fact: ir.Fact
    shown: int | str
    written: str
    named: bool = False
    """Has the user named it?"""


@dataclass(slots=True)
class PlausibleValues:
    """Finds alternative values. `folder` has the rules, `files` are the user's alternatives."""

    game: ir.Game
    folder: Path
    files: Sequence[Path] = ()
    _read: dict[Path, Tables] = field(default_factory=dict)

    def doubtful(self) -> list[ir.Fact]:
        """The facts marked as unsure, and those for which the user gives other values."""
        named = {
            (table, row, column) for path in self.files for table, row, column, _ in _cells(_read_other_tables(path))
        }
        facts = self.game.facts
        return [fact for fact in facts if is_doubtful(fact) or (fact.table, fact.row, fact.field) in named]

    def others(self, fact: ir.Fact) -> Iterator[AlternativeValue]:
        """The values a fact may have instead, each once."""
        seen = {fact.value}
        for other in (*self._read_alternatives(fact), *self._nearby(fact)):
            if str(other.shown) not in seen:
                seen.add(str(other.shown))
                yield other

    def _read_alternatives(self, fact: ir.Fact) -> Iterator[AlternativeValue]:
        """What the user's files say."""
        for path in self.files:
            for table, row, column, value in _cells(_read_other_tables(path)):
                if (table, row, column) == (fact.table, fact.row, fact.field):
                    yield AlternativeValue(
                        fact,
                        value if isinstance(value, int) and not isinstance(value, bool) else _literal(value),
                        _literal(value),
                        True,
                    )

    def _nearby(self, fact: ir.Fact) -> Iterator[AlternativeValue]:
        if not is_doubtful(fact):
            return
        if _is_whole(fact.value):
            yield from [
                AlternativeValue(fact, other, str(other)) for other in (int(fact.value) - 1, int(fact.value) + 1)
            ]
        elif fact.value in TRUTHS:
            yield AlternativeValue(fact, TRUTHS[fact.value], TRUTHS[fact.value])
        else:
            yield from self._of_other_rows(fact)

    def _of_other_rows(self, fact: ir.Fact) -> Iterator[AlternativeValue]:
        """What other rows of the table have in the same place."""
        alike = {
            item.value: item
            for item in self.game.facts
            if (item.table, item.field) == (fact.table, fact.field) and item.row != fact.row
        }
        for item in list(alike.values())[:MOST_OTHERS]:
            written = self._as_written(item)
            if written is not None:
                yield AlternativeValue(fact, item.value, written)

    def _as_written(self, fact: ir.Fact) -> str | None:
        """A cell of a TOML table; None for one of another kind of file."""
        path = self.folder / fact.where.rpartition(":")[0]
        if path.suffix != ".toml" or not path.is_file():
            return None
        if path not in self._read:
            self._read[path] = tomllib.loads(path.read_text("utf-8"))
        rows = {(table, row, column): value for table, row, column, value in _cells(self._read[path])}
        value = rows.get((fact.table, fact.row, fact.field))
        return None if value is None else _literal(value)


def _is_whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 10


def _read_other_tables(path: Path) -> Tables:
    """A file of other values, which has to be one that could be laid over the tables."""
    overlay = read_overlay(path)
    if isinstance(overlay, tuple):
        raise RulesError(*overlay)
    return tomllib.loads(path.read_text("utf-8"))


def _cells(tables: Tables) -> Iterator[tuple[str, str, str, object]]:
    """Table, row, field and value of each cell."""
    for table, rows in tables.items():
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict) and isinstance(row.get("name"), str):
                yield from [(table, row["name"], column, value) for column, value in row.items() if column != "name"]


def _literal(value: object) -> str:
    """A value as TOML has it."""
    if isinstance(value, dict):
        return "{ " + ", ".join([f"{json.dumps(key)} = {_literal(item)}" for key, item in value.items()]) + " }"
    if isinstance(value, list):
        return "[" + ", ".join([_literal(item) for item in value]) + "]"
    return json.dumps(value)
