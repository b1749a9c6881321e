"""The formatter: tokens stay, layout is made anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.source import SourceFile
from rules_dsl.syntax.blocks import SourceRow, scan
from rules_dsl.syntax.engine import kinds
from rules_dsl.syntax.format_align import (
    REASONED,
    TEXT_AT_END,
    after_colon,
    align_run,
    behind,
    cells,
    reason_at,
    sign_at,
    table_rows,
    with_gap,
)
from rules_dsl.syntax.format_break import BracketGroup, TokenLeaf, group_tokens, lay_below, lay_line, leaves_of
from rules_dsl.syntax.literate import code_lines, is_literate
from rules_dsl.syntax.parse import parse
from rules_dsl.syntax.tokens import WORD
from rules_dsl.syntax.trivia import Blank, CodeLine, Entry, Remark, entries

Kinds = Mapping[tuple[int, int], str]
COLONED = frozenset({"option", "given", "table", "find", "reading"})
TAGGED = frozenset({"win", "lose", "draw", "end", "goal"})
COLUMNS: Mapping[str, tuple[Callable[[Sequence[TokenLeaf]], int], int]] = {
    "reason": (reason_at, 2),
    "colon": (after_colon, 1),
    "tag": (sign_at("@"), 2),
    "sign": (sign_at("="), 1),
}
JUDGED = frozenset({"claim", "bound", "dominates"})


def format_text(source: SourceFile) -> str:
    """The same rules in the canonical style; raises RulesError when the text does not parse."""
    _, diagnostics = parse(source)
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    if errors:
        raise RulesError(*errors)
    lines = source.text.replace("\r\n", "\n").split("\n")
    if is_literate(source):
        return "\n".join(_literate(source, lines))
    return "\n".join([*_format_rows(_rows(source.name, lines, 1)), ""])


def _rows(name: str, lines: Sequence[str], first: int) -> list[SourceRow]:
    """Rows of some lines; the numbers start at `first`."""
    blank = "\n" * (first - 1)
    return scan(SourceFile(name, ""), blank + "\n".join(lines), lambda _finding: None)[first - 1 :]


def _literate(source: SourceFile, lines: Sequence[str]) -> Iterator[str]:
    """Format the code of a literate file; prose stays."""
    flags, at = code_lines(source.text), 0
    for is_code, stretch in groupby(flags):
        length = len(list(stretch))
        part = lines[at : at + length]
        at += length
        continues = (
            is_code
            and any(line.strip() for line in part)
            and next(line for line in part if line.strip()).startswith(" ")
        )
        yield from _format_rows(_rows(source.name, part, at - length + 1)) if is_code and not continues else part


def _format_rows(rows: Sequence[SourceRow]) -> list[str]:
    space_entries = entries(rows)
    codes = [entry for entry in space_entries if isinstance(entry, CodeLine)]
    known = _kinds(codes)
    tokens = {id(code): _leaves(code, known) for code in codes}
    space_entries = _space_entries(
        space_entries, {code.block for code in codes if code.level > 0 or len(_lay_out(code, tokens[id(code)])) > 1}
    )
    texts = _texts(codes, tokens, space_entries)
    lines: list[str] = []
    for run in _runs(space_entries):
        lines += _run_lines(run, texts)
    return lines


# -- blank lines ------------------------------------------------------------------------------------------------------


def _space_entries(space_entries: Sequence[Entry], long: set[int]) -> list[Entry]:
    """At most one blank line in a row; one around every block of several lines; none at the ends and below openers."""
    result: list[Entry] = []
    last: CodeLine | None = None
    for index, entry in enumerate(space_entries):
        if isinstance(entry, Blank):
            if result and not isinstance(result[-1], Blank) and not _opens(last, result[-1], space_entries[index:]):
                result.append(entry)
            continue
        if last is not None and _at_top(entry) and not _has_blank_line(result, last):
            upcoming = next((item for item in space_entries[index:] if isinstance(item, CodeLine)), None)
            if upcoming is not None and upcoming.block != last.block and {upcoming.block, last.block} & long:
                result.append(Blank())
        result.append(entry)
        last = entry if isinstance(entry, CodeLine) else last
    while result and isinstance(result[-1], Blank):
        result.pop()
    return result


def _at_top(entry: Entry) -> bool:
    return not isinstance(entry, Blank) and entry.level == 0


def _has_blank_line(result: Sequence[Entry], last: CodeLine) -> bool:
    """Is there a blank line since the last line of code?"""
    since = result[result.index(last) + 1 :]
    return any(isinstance(entry, Blank) for entry in since) or any(_at_top(entry) for entry in since)


def _opens(last: CodeLine | None, before: Entry, rest: Sequence[Entry]) -> bool:
    """Would a blank line stand right below the line that opens a block?"""
    following = next((entry for entry in rest if not isinstance(entry, Blank)), None)
    return (
        before is last
        and last is not None
        and following is not None
        and not isinstance(following, Blank)
        and following.level > last.level
    )


# -- lines ------------------------------------------------------------------------------------------------------------


def _runs(runs: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Entries in a row at one level, without blank lines or remarks between."""
    run: list[Entry] = []
    for entry in runs:
        if run and not _is_same_run(run[-1], entry):
            yield run
            run = []
        run.append(entry)
    if run:
        yield run


def _is_same_run(one: Entry, other: Entry) -> bool:
    return isinstance(one, CodeLine) and isinstance(other, CodeLine) and one.level == other.level


def _run_lines(run: Sequence[Entry], texts: Mapping[int, list[str]]) -> list[str]:
    """The lines of a run, its comments aligned."""
    pairs: list[tuple[str, str]] = []
    for entry in run:
        match entry:
            case Blank():
                pairs.append(("", ""))
            case Remark(text, _, level):
                pairs.append((" " * 2 * level + text, ""))
            case CodeLine():
                *above, last = texts[id(entry)]
                pairs += [(line, "") for line in above]
                pairs.append((last, entry.trailing))
    return behind(pairs)


def _texts(
    codes: Sequence[CodeLine], tokens: dict[int, list[TokenLeaf]], result: Sequence[Entry]
) -> dict[int, list[str]]:
    """For each line of code what stands on paper."""
    for run in _runs(result):
        _align_run([entry for entry in run if isinstance(entry, CodeLine)], tokens)
    texts = {id(code): _lay_out(code, tokens[id(code)]) for code in codes}
    for _, block in groupby(codes, key=lambda code: code.block):
        head, *rows = block
        if any(leaf.kind in ("TABLE", "EXTEND") for leaf in tokens[id(head)][:3]):
            texts |= _table(rows, tokens)
    return texts


def _kinds(codes: Sequence[CodeLine]) -> Kinds:
    result: dict[tuple[int, int], str] = {}
    for _, block in groupby(codes, key=lambda code: code.block):
        result |= kinds([code.line for code in block], "block")
    return result


def _leaves(code: CodeLine, known: Kinds) -> list[TokenLeaf]:
    tokens = code.line.tokens
    is_type = code.level == 0 and any(token.kind == WORD and token.text == "type" for token in tokens[:3])
    leaves = leaves_of(tokens, known, code.inner, is_type)
    return with_gap(leaves, reason_at(leaves), "  ") if tokens[0].text in TEXT_AT_END | REASONED else leaves


def _lay_out(code: CodeLine, leaves: Sequence[TokenLeaf]) -> list[str]:
    pieces, indent = group_tokens(leaves), 2 * code.level
    if code.level == 0 and any(leaf.kind == "DEFINE" for leaf in leaves[:2]):
        return lay_below(pieces, indent, "=")
    if code.level > 0 or leaves[0].text not in JUDGED:
        return lay_line(pieces, indent)
    return lay_below(pieces, indent, "by" if any(leaf.text == "terminates" for leaf in leaves[:2]) else ":")


def _align_run(run: Sequence[CodeLine], tokens: dict[int, list[TokenLeaf]]) -> None:
    """Put the columns of neighbouring lines below each other."""
    for kind, part in groupby(run, key=_column_kind):
        codes = list(part)
        if not kind:
            continue
        lines, indent = [tokens[id(code)] for code in codes], 2 * codes[0].level
        where, least = COLUMNS[kind.partition(" ")[0]]
        changed = align_run(lines, indent, where, least)
        tokens.update({id(code): leaves for code, leaves in zip(codes, changed, strict=True)})


def _column_kind(code: CodeLine) -> str:
    """What is aligned in a line and its neighbours: `reason`, `colon type`, … or nothing."""
    head = code.line.first.text
    if code.level > 0:
        return "reason" if head in REASONED else "colon" if code.keyword in ("state", "score") else ""
    if head in TAGGED:
        return "tag"
    return f"colon {head}" if head in COLONED else "sign" if head == "type" else ""


def _table(rows: Sequence[CodeLine], tokens: Mapping[int, list[TokenLeaf]]) -> dict[int, list[str]]:
    """The rows of a table written here, in columns; left alone when a row goes over several lines."""
    pieces = [group_tokens(tokens[id(row)]) for row in rows]
    if not rows or any(isinstance(piece, BracketGroup) and piece.stays_open for row in pieces for piece in row):
        return {}
    lines = table_rows([cells(row) for row in pieces])
    return {id(row): ["  " + line] for row, line in zip(rows, lines, strict=True)}
