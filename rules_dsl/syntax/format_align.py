"""Aligned columns: reasons of `needs`, types of variables, values of scores, cells of tables, comments behind lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rules_dsl.syntax.format_break import WIDTH, Piece, TokenLeaf, ends_value, first_leaf, flat, leaves
from rules_dsl.syntax.tokens import INT, SIGN, TEXT

REASONED = frozenset({"needs", "ensures"})
TEXT_AT_END = frozenset({"option", "reading", "rule", "count"})


def reason_at(reason: Sequence[TokenLeaf]) -> int:
    """The index of the text behind an expression at the end of a line, or -1."""
    depth = 0
    for index, leaf in enumerate(reason):
        depth += (leaf.token.kind == SIGN) * ((leaf.text in "([{") - (leaf.text in ")]}"))
        if (
            depth == 0
            and index > 0
            and leaf.token.kind == TEXT
            and ends_value(reason[index - 1])
            and reason[index - 2].text != "@"
        ):
            return index
    return -1


def with_gap(result: list[TokenLeaf], index: int, gap: str) -> list[TokenLeaf]:
    """The tokens with another space in front of one."""
    return [replace(leaf, gap=gap) if number == index else leaf for number, leaf in enumerate(result)]


def align_run(
    run: Sequence[list[TokenLeaf]], indent: int, where: Callable[[Sequence[TokenLeaf]], int], least: int
) -> list[list[TokenLeaf]]:
    """Align the token at `where`; lines that are too wide for it take the least space."""
    marks = [where(result) for result in run]
    widths = [_width(result, mark, indent, least) for result, mark in zip(run, marks, strict=True)]
    widest = max(widths, default=0)
    result: list[list[TokenLeaf]] = []
    for cell, mark, width in zip(run, marks, widths, strict=True):
        space = least if width == 0 or _overflows(cell, mark, indent, widest + least) else widest - width + least
        result.append(with_gap(cell, mark, " " * space) if mark > 0 else cell)
    return result


def _width(width: Sequence[TokenLeaf], mark: int, indent: int, least: int) -> int:
    """The width of what stands before the mark; nothing when the line has no mark or does not fit anyway."""
    if mark <= 0 or _overflows(width, mark, indent, len(flat(width[:mark])) + least):
        return 0
    return len(flat(width[:mark]))


def _overflows(tokens: Sequence[TokenLeaf], mark: int, indent: int, start: int) -> bool:
    return indent + start + len(flat(tokens[mark:])) > WIDTH


def after_colon(result: Sequence[TokenLeaf]) -> int:
    """The index behind the first colon."""
    return next((index + 1 for index, leaf in enumerate(result) if leaf.text == ":"), -1)


def sign_at(text: str) -> Callable[[Sequence[TokenLeaf]], int]:
    """Finds the first such sign of a line."""
    return lambda tokens: next(
        (index for index, leaf in enumerate(tokens) if leaf.text == text and leaf.token.kind == SIGN), -1
    )


# -- tables -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TextCell:
    """A cell of a table on paper."""

    text: str
    is_number: bool


def cells(pieces: Sequence[Piece]) -> list[TextCell]:
    """The cells of a row."""
    result: list[list[Piece]] = []
    for piece in pieces:
        if result and (_joins(first_leaf(piece)) or _waits(result[-1])):
            result[-1].append(piece)
        else:
            result.append([piece])
    return [TextCell("".join(flat([piece]) for piece in cell), _is_number(cell)) for cell in result]


def _joins(leaf: TokenLeaf) -> bool:
    return leaf.text == "." and leaf.token.kind == SIGN


def _waits(cell: Sequence[Piece]) -> bool:
    last = list(leaves(cell))[-1]
    return last.token.kind == SIGN and last.text in (".", "-")


def _is_number(cell: Sequence[Piece]) -> bool:
    return all(isinstance(piece, TokenLeaf) and (piece.token.kind == INT or piece.text == "-") for piece in cell)


def table_rows(rows: Sequence[Sequence[TextCell]]) -> list[str]:
    """Header and rows in columns; columns of numbers are flush right, except the first: it begins the line."""
    columns = list(zip(*rows, strict=True))
    widths = [max(len(cell.text) for cell in column) for column in columns]
    numeric = [False, *[len(column) > 1 and all(cell.is_number for cell in column[1:]) for column in columns[1:]]]
    return [
        "  ".join(
            _pad_cell(cell, width, right) for cell, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in rows
    ]


def _pad_cell(cell: TextCell, width: int, right: bool) -> str:
    return cell.text.rjust(width) if right else cell.text.ljust(width)


def behind(lines: Sequence[tuple[str, str]]) -> list[str]:
    """Lines with their comments in one column where they fit."""
    widths = [len(text) for text, comment in lines if comment and len(text) + 2 + len(comment) <= WIDTH]
    column = max(widths, default=0)
    return [f"{text}{' ' * max(2, column - len(text) + 2)}{comment}" if comment else text for text, comment in lines]
