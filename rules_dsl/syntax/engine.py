"""The parser's tables, and parsing of one block; whether a word is a keyword depends on what can come next."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any, cast

import lark
from lark import Lark, Tree
from lark import Token as LarkToken
from lark.exceptions import UnexpectedToken
from lark.grammar import Rule
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser_state import ParserState

from rules_dsl.private_cache import clear_cached, read_or_make
from rules_dsl.syntax.keywords import RESERVED
from rules_dsl.syntax.lines import LogicalLine
from rules_dsl.syntax.tokens import INT, SIGN, TEXT, WORD, Token

Node = Tree[LarkToken]
CACHE = "grammar"
FORMAT = "1"
"""To be raised with the options below, which the tables depend on."""
STARTS = ["block", "lone_expression", "moves"]
INVISIBLE = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})
_SETTING = frozenset({"=", "+=", "-="})
_SETS_A_NAME = _SETTING | {".", "["}
_BEFORE_OF = frozenset({"set", "bag", "list", "deck", "drawing"})


class _NoLexer(Lexer):
    """The tokens come from outside."""

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, *_ignored: object) -> Iterator[LarkToken]:
        return iter(())


def _takes_space(child: object) -> bool:
    return not (isinstance(child, LarkToken) and child.type in INVISIBLE)


@cache
def tables() -> Lark:
    """The grammar's tables. Making them takes longer than reading most games, so they are kept between processes."""
    grammar = files("rules_dsl.syntax").joinpath("grammar.lark").read_text(encoding="utf-8")
    key = hashlib.sha256(
        "\0".join([grammar, lark.__version__, sys.version, repr(STARTS), FORMAT]).encode("utf-8")
    ).hexdigest()
    return _restore(read_or_make(CACHE, key, lambda: _serialize(_build(grammar))))


def clear_tables() -> None:
    """Remove the tables that are kept between processes."""
    clear_cached(CACHE)


def _build(grammar: str) -> Lark:
    return Lark(
        grammar,
        parser="lalr",
        lexer=_NoLexer,
        start=STARTS,
        propagate_positions=cast(bool, _takes_space),  # Lark takes a filter here; its types know only the switch
        maybe_placeholders=True,
    )


def _serialize(built: Lark) -> bytes:
    file = BytesIO()
    built.save(file)
    return file.getvalue()


def _restore(data: bytes) -> Lark:
    return Lark.load(BytesIO(data))


@cache
def terminals() -> dict[str, str]:
    """Written form of each keyword and sign → its name in the grammar."""
    return {
        str(terminal.pattern.value): terminal.name for terminal in tables().terminals if terminal.pattern is not None
    }


@cache
def list_spellings() -> dict[str, str]:
    """Name in the grammar → how it is written."""
    return {name: text for text, name in terminals().items()}


@dataclass(frozen=True, slots=True)
class ParserRefusal:
    """The parser cannot go on: at which token of which line, and what it could have taken."""

    line: int
    position: int
    token: LarkToken
    expected: frozenset[str]
    stack: tuple[int, ...]


def run(lines: Sequence[LogicalLine], start: str) -> Node | ParserRefusal:
    """Parse logical lines from a start rule."""
    state = cast("ParserState[int]", tables().parse_interactive(start=start).parser_state)
    for line, position, token in _stream(lines, state):
        before = tuple(state.state_stack)
        try:
            result = state.feed_token(token, token.type == "$END")
        except UnexpectedToken:
            return ParserRefusal(line, position, token, frozenset(_list_expected(before)), before)
    return cast(Node, result)


def kinds(lines: Sequence[LogicalLine], start: str) -> dict[tuple[int, int], str]:
    """For lines that parse: line and column of each token → what the grammar took it for."""
    state = cast("ParserState[int]", tables().parse_interactive(start=start).parser_state)
    result: dict[tuple[int, int], str] = {}
    for number, position, token in _stream(lines, state):
        if position < len(lines[number].tokens):
            result[token.line or 0, token.column or 0] = token.type
        state.feed_token(token, token.type == "$END")
    return result


def _stream(lines: Sequence[LogicalLine], state: ParserState[int]) -> Iterator[tuple[int, int, LarkToken]]:
    """Tokens in the order of the grammar, with line ends and indentation."""
    levels = [0]
    for number, line in enumerate(lines):
        yield from ((number, 0, token) for token in _level(line, levels))
        if line.broken:
            yield number, 0, _lark("BAD", line.first)
        else:
            for position in range(len(line.tokens)):
                yield number, position, _classify_token(line.tokens, position, state)
        yield number, len(line.tokens), _after("_NL", line.tokens[-1])
    last = lines[-1].tokens[-1]
    for _ in levels[1:]:
        yield len(lines) - 1, len(lines[-1].tokens), _after("_DEDENT", last)
    yield len(lines) - 1, len(lines[-1].tokens), _after("$END", last)


def _level(line: LogicalLine, levels: list[int]) -> Iterator[LarkToken]:
    if line.indent > levels[-1]:
        levels.append(line.indent)
        yield _before("_INDENT", line.first)
    while line.indent < levels[-1]:
        levels.pop()
        yield _before("_DEDENT", line.first)


def _lark(kind: str, token: Token) -> LarkToken:
    return LarkToken(kind, token.text, 0, token.line, token.column, token.line, token.end, 0)


def _before(kind: str, token: Token) -> LarkToken:
    return LarkToken(kind, "", 0, token.line, token.column, token.line, token.column, 0)


def _after(kind: str, token: Token) -> LarkToken:
    return LarkToken(kind, "", 0, token.line, token.end, token.line, token.end, 0)


def _classify_token(tokens: Sequence[Token], position: int, state: ParserState[int]) -> LarkToken:
    token = tokens[position]
    if token.kind == WORD:
        return _lark(_kind_of_word(tokens, position, state), token)
    if token.kind == SIGN:
        return _lark(_kind_of_sign(tokens, position, state), token)
    return _lark({INT: "INT", TEXT: "TEXT"}.get(token.kind, "LABEL"), token)


def _kind_of_word(tokens: Sequence[Token], position: int, state: ParserState[int]) -> str:
    text = tokens[position].text
    keyword = terminals().get(text)
    if keyword is None or _text_at(tokens, position - 1) == ".":
        return "NAME"
    if text in RESERVED:
        return keyword
    if not can_take(state, keyword):
        return "NAME"
    return keyword if not can_take(state, "NAME") or _reads_as_keyword(tokens, position) else "NAME"


def _reads_as_keyword(tokens: Sequence[Token], position: int) -> bool:
    """Where both a keyword and a name may stand, the next token decides."""
    text, following = tokens[position].text, _text_at(tokens, position + 1)
    if text in _BEFORE_OF:
        return following == "of"
    if text == "put" and following == "[":
        return not any(
            token.text in _SETTING for token in tokens[position:]
        )  # `put [a, b] into d`, and not `put[a] = b`
    return following not in _SETS_A_NAME


def _kind_of_sign(tokens: Sequence[Token], position: int, state: ParserState[int]) -> str:
    sets = tokens[position].text == "," and _text_at(tokens, position + 2) == "="
    if sets and tokens[position + 1].kind == WORD and can_take(state, "_WITH_COMMA"):
        return "_WITH_COMMA"
    return terminals()[tokens[position].text]


def _text_at(tokens: Sequence[Token], position: int) -> str:
    if 0 <= position < len(tokens) and tokens[position].kind in (WORD, SIGN):
        return tokens[position].text
    return ""


def can_take(state: ParserState[int], kind: str) -> bool:
    """Does the parser accept a token of this kind now?"""
    return stack_takes(state.state_stack, kind)


@cache
def _states() -> dict[int, dict[str, Any]]:
    """What to do in each state, by kind of token: Lark leaves the types of its tables open."""
    return cast("dict[int, dict[str, Any]]", tables().parser.parser._parse_table.states)


def stack_takes(states: Sequence[int], kind: str) -> bool:
    """Would a parser with this stack accept such a token? Reductions are followed exactly."""
    stack, table = list(states), _states()
    while True:
        step = table[stack[-1]].get(kind)
        if step is None:
            return False
        action, argument = step
        if action is Shift:
            return True
        rule = cast(Rule, argument)
        if rule.expansion:
            del stack[-len(rule.expansion) :]
        stack.append(table[stack[-1]][rule.origin.name][1])


def _list_expected(stack: Sequence[int]) -> Iterator[str]:
    return (kind for kind in _states()[stack[-1]] if kind.isupper() and stack_takes(stack, kind))
