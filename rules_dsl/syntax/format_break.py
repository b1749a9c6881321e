"""Layout of one logical line: spaces between tokens, and line breaks if it is too wide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules_dsl.syntax.tokens import INT, LABEL, SIGN, TEXT, WORD, Token
from rules_dsl.syntax.trivia import Inner

WIDTH = 120
WORTH_BREAKING = 24
CLOSES = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class TokenLeaf:
    """A token, the space in front of it, whether it began a line, and the comments behind it."""

    token: Token
    kind: str
    gap: str
    begins_line: bool
    comments: tuple[Inner, ...] = ()

    @property
    def text(self) -> str:
        """As written."""
        return self.token.text


@dataclass(frozen=True, slots=True)
class BracketGroup:
    """A bracket and its contents."""

    opening: TokenLeaf
    pieces: tuple[Piece, ...]
    closing: TokenLeaf

    @property
    def stays_open(self) -> bool:
        """Did the author write it over several lines, or is a comment in it?"""
        inner = list(leaves(self.pieces))
        first = inner[0] if inner else self.closing
        return first.begins_line or bool(self.opening.comments) or any(leaf.comments for leaf in inner)


Piece = TokenLeaf | BracketGroup


def leaves(pieces: Sequence[Piece]) -> Iterator[TokenLeaf]:
    """The tokens of pieces, in order."""
    for piece in pieces:
        if isinstance(piece, TokenLeaf):
            yield piece
        else:
            yield from (piece.opening, *leaves(piece.pieces), piece.closing)


def first_leaf(piece: Piece) -> TokenLeaf:
    """The first token of a piece."""
    return piece if isinstance(piece, TokenLeaf) else piece.opening


def last_leaf(piece: Piece) -> TokenLeaf:
    """The last token of a piece."""
    return piece if isinstance(piece, TokenLeaf) else piece.closing


def flat(pieces: Sequence[Piece]) -> str:
    """Everything on one line."""
    text = "".join(leaf.gap + leaf.text for leaf in leaves(pieces))
    return text[len(next(leaves(pieces)).gap) :] if pieces else ""


# -- spaces -----------------------------------------------------------------------------------------------------------


def gap(before: TokenLeaf | None, earlier: TokenLeaf | None, token: Token, padded: bool) -> str:
    """The space between two tokens; `padded` puts spaces inside braces."""
    if before is None:
        return ""
    if token.kind == SIGN and token.text in (",", ";", ":", ")", "]", "?", ".", ".."):
        return ""
    if token.text == "}" or before.text == "{":
        return " " if padded and (before.text, token.text) != ("{", "}") else ""
    if before.token.kind == SIGN and (before.text in ("(", "[", ".", "..", "@") or _is_unary(before, earlier)):
        return ""
    if token.kind == SIGN and token.text in ("(", "["):
        return "" if before.kind == "NAME" or before.text == ")" or (before.text, token.text) == ("]", "[") else " "
    return "  " if token.text == "@" and token.kind == SIGN else " "


def _is_unary(leaf: TokenLeaf, before: TokenLeaf | None) -> bool:
    return leaf.text == "-" and leaf.token.kind == SIGN and (before is None or not ends_value(before))


def ends_value(leaf: TokenLeaf) -> bool:
    """Can a value end with this token?"""
    if leaf.token.kind == SIGN:
        return leaf.text in (")", "]", "}", "?")
    return leaf.token.kind in (INT, TEXT, LABEL) or leaf.kind in ("NAME", "TRUE", "FALSE")


def leaves_of(
    tokens: Sequence[Token],
    kinds: Mapping[tuple[int, int], str],
    inner: Mapping[tuple[int, int], tuple[Inner, ...]],
    padded: bool,
) -> list[TokenLeaf]:
    """The tokens of a line with their spaces."""
    result: list[TokenLeaf] = []
    for token in tokens:
        place = (token.line, token.column)
        before, earlier = (result[-1] if result else None), (result[-2] if len(result) > 1 else None)
        begins = before is not None and token.line > before.token.line
        result.append(
            TokenLeaf(token, kinds.get(place, ""), gap(before, earlier, token, padded), begins, inner.get(place, ()))
        )
    return result


def group_tokens(tokens: Sequence[TokenLeaf]) -> tuple[Piece, ...]:
    """Tokens nested by their brackets."""
    stack: list[tuple[TokenLeaf | None, list[Piece]]] = [(None, [])]
    for leaf in tokens:
        if leaf.token.kind == SIGN and leaf.text in CLOSES:
            stack.append((leaf, []))
        elif leaf.token.kind == SIGN and leaf.text in CLOSES.values():
            opening, pieces = stack.pop()
            assert opening is not None
            stack[-1][1].append(BracketGroup(opening, tuple(pieces), leaf))
        else:
            stack[-1][1].append(leaf)
    return tuple(stack[0][1])


# -- breaking ---------------------------------------------------------------------------------------------------------

Split = Callable[[Sequence[Piece], int], list[Sequence[Piece]]]


def _is(piece: Piece, *texts: str) -> bool:
    return (
        isinstance(piece, TokenLeaf)
        and piece.text in texts
        and piece.token.kind in (SIGN, WORD)
        and piece.kind != "NAME"
    )


def _split(pieces: Sequence[Piece], ends: Callable[[int], bool]) -> list[Sequence[Piece]]:
    """Pieces cut behind each index for which `ends` holds."""
    result: list[Sequence[Piece]] = []
    start = 0
    for index in range(len(pieces) - 1):
        if ends(index):
            result.append(pieces[start : index + 1])
            start = index + 1
    return [*result, pieces[start:]]


def _behind(*texts: str) -> Split:
    """Behind each of these words, but not behind `else` where it begins the line of a block."""
    return lambda pieces, _column: _split(pieces, lambda index: index > 0 and _is(pieces[index], *texts))


def _in_front_of(*texts: str) -> Split:
    return lambda pieces, _column: _split(pieces, lambda index: _is(pieces[index + 1], *texts))


def _in_front_of_first(*texts: str) -> Split:
    def split(pieces: Sequence[Piece], _column: int) -> list[Sequence[Piece]]:
        first = next((index for index, piece in enumerate(pieces) if index > 0 and _is(piece, *texts)), -1)
        return _split(pieces, lambda index: index + 1 == first)

    return split


def _fill_lines(ends: Callable[[Sequence[Piece], int], bool]) -> Split:
    """As many items on each line as fit."""

    def split(pieces: Sequence[Piece], column: int) -> list[Sequence[Piece]]:
        result: list[Sequence[Piece]] = []
        for item in _split(pieces, lambda index: ends(pieces, index)):
            if result and column + len(flat([*result[-1], *item])) <= WIDTH:
                result[-1] = [*result[-1], *item]
            else:
                result.append(item)
        return result

    return split


def _separates(pieces: Sequence[Piece], index: int) -> bool:
    return _is(pieces[index], ",", "|", ";")


def _adds(pieces: Sequence[Piece], index: int) -> bool:
    return _is(pieces[index], "+", "-") and index > 0 and first_leaf(pieces[index + 1]).gap == " "


def _at_comments(pieces: Sequence[Piece]) -> list[Sequence[Piece]]:
    return _split(pieces, lambda index: bool(last_leaf(pieces[index]).comments))


def _at_line_ends(pieces: Sequence[Piece]) -> list[Sequence[Piece]]:
    return _split(
        pieces, lambda index: first_leaf(pieces[index + 1]).begins_line or bool(last_leaf(pieces[index]).comments)
    )


OUTSIDE: tuple[Split, ...] = (
    _behind("else"),
    _behind("implies"),
    _behind("or"),
    _behind("and"),
    _fill_lines(_separates),
    _behind("==", "!=", "<", "<=", ">", ">="),
    _fill_lines(_adds),
)
INSIDE: tuple[Split, ...] = (
    _behind(","),
    _in_front_of_first("for", "by", "via"),
    _in_front_of("for", "where", "while", "until"),
    _behind("else"),
    _behind("implies"),
    _behind("or"),
    _behind("and"),
    _behind("==", "!=", "<", "<=", ">", ">="),
    _fill_lines(_adds),
)


def _refine_segments(segments: list[Sequence[Piece]], splits: Sequence[Split], column: int) -> list[Sequence[Piece]]:
    """Segments cut further, by the weakest joint first, until each fits or has no joint."""
    for split in splits:
        segments = [
            part
            for segment in segments
            for part in (split(segment, column) if column + len(flat(segment)) > WIDTH else [segment])
        ]
    return segments


def lay_below(pieces: Sequence[Piece], indent: int, sign: str) -> list[str]:
    """A define or a claim: when it does not fit, or was written so, its expression stands below it."""
    at = next((index for index, piece in enumerate(pieces) if _is(piece, sign)), len(pieces) - 1)
    body = pieces[at + 1 :]
    if not body or (indent + len(flat(pieces)) <= WIDTH and not first_leaf(body[0]).begins_line):
        return lay_line(pieces, indent)
    return [*lay_line(pieces[: at + 1], indent), *lay_line(body, indent + 2, 0)]


def lay_line(pieces: Sequence[Piece], indent: int, further: int = 4) -> list[str]:
    """A whole line; when it is broken outside brackets, what follows is indented by `further`."""
    segments = _at_comments(pieces)
    if indent + len(flat(pieces)) > WIDTH:
        segments = _refine_segments(segments, OUTSIDE, indent + further)
    result: list[str] = []
    for number, segment in enumerate(segments):
        result += _with_comments(segment, indent if number == 0 else indent + further)
    return result


def _with_comments(segment: Sequence[Piece], indent: int) -> list[str]:
    """A segment and the comments behind its last token."""
    lines = _lay_segment(segment, indent)
    for comment in last_leaf(segment[-1]).comments:
        if comment.own:
            lines.append(" " * indent + comment.text)
        else:
            lines[-1] += "  " + comment.text
    return lines


def _lay_segment(pieces: Sequence[Piece], indent: int) -> list[str]:
    """A segment without joints of its own: brackets are opened, the widest first, until it fits."""
    groups = [piece for piece in pieces if isinstance(piece, BracketGroup)]
    broken = {id(group) for group in groups if group.stays_open}
    closed = sorted((group for group in groups if not group.stays_open), key=lambda group: -len(flat([group])))
    waiting = [group for group in closed if len(flat([group])) >= WORTH_BREAKING]
    lines = _assemble(pieces, broken, indent)
    while waiting and any(len(line) > WIDTH for line in lines):
        broken.add(id(waiting.pop(0)))
        lines = _assemble(pieces, broken, indent)
    return lines


def _assemble(pieces: Sequence[Piece], broken: set[int], indent: int) -> list[str]:
    lines = [" " * indent]
    for index, piece in enumerate(pieces):
        space = first_leaf(piece).gap if index else ""
        if isinstance(piece, BracketGroup) and id(piece) in broken:
            lines[-1] += space + piece.opening.text
            lines += _opening_comments(piece, lines, indent + 2)
            lines += _lay_body(piece, indent + 2)
            lines.append(" " * indent + piece.closing.text)
        else:
            lines[-1] += space + flat([piece])
    return lines


def _opening_comments(group: BracketGroup, lines: list[str], indent: int) -> list[str]:
    for comment in group.opening.comments:
        if not comment.own:
            lines[-1] += "  " + comment.text
    return [" " * indent + comment.text for comment in group.opening.comments if comment.own]


def _lay_body(group: BracketGroup, indent: int) -> list[str]:
    """The contents of an open bracket, line by line."""
    if not group.pieces:
        return []
    segments: list[Sequence[Piece]] = _at_line_ends(group.pieces) if group.stays_open else [group.pieces]
    return [line for segment in _refine_segments(segments, INSIDE, indent) for line in _with_comments(segment, indent)]
