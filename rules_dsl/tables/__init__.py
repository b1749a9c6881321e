"""Tables from files: rows with places, then values with types."""

from rules_dsl.tables.overlays import Overlay, overlaid, read_overlay
from rules_dsl.tables.reading import read_rows
from rules_dsl.tables.rows import Rows, TableCell, TableRow
from rules_dsl.tables.typed import TypedTable, row_names, type_table

__all__ = [
    "TableCell",
    "Overlay",
    "TableRow",
    "Rows",
    "TypedTable",
    "overlaid",
    "read_overlay",
    "read_rows",
    "row_names",
    "type_table",
]
