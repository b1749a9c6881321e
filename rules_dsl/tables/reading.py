"""The rows of a data file of any kind."""

from __future__ import annotations

from pathlib import Path

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.source import NOWHERE, Span
from rules_dsl.tables.csv_file import read_csv
from rules_dsl.tables.files import read_data
from rules_dsl.tables.rows import Rows
from rules_dsl.tables.toml_file import read_toml

KINDS = (".csv", ".tsv", ".toml")


def read_rows(path: Path, key: str, *, name: str = "", asked_at: Span = NOWHERE) -> Rows | tuple[Diagnostic, ...]:
    """The rows of a CSV file, or those under `key` of a TOML file; else all that is wrong with the file.

    `name` is what messages call the file, `asked_at` the place in the rules that asks for it.
    """
    name = name or str(path)
    if path.suffix.lower() not in KINDS:
        place = Span(name, 1, 1, 1, 1) if asked_at == NOWHERE else asked_at
        return (
            finding(
                "E0702", f"{name} is neither CSV nor TOML", place, repair="tables are read from .csv and .toml files"
            ),
        )
    file = read_data(path, name, asked_at)
    if isinstance(file, Diagnostic):
        return (file,)
    return read_toml(file, key) if path.suffix.lower() == ".toml" else read_csv(file)
