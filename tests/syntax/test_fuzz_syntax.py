"""Any text at all: an answer, never an exception, never an endless wait; every finding stands inside the text and says what to do."""

import random
from pathlib import Path

import pytest

from rules_dsl.diagnostics.codes import CODES
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.source import SourceFile
from rules_dsl.syntax.format import format_text
from rules_dsl.syntax.keywords import KEYWORDS
from rules_dsl.syntax.parse import DEEPEST_TREE, LARGEST, parse, parse_expression, parse_move
from tests.seeds import drawn_daily
from tests.syntax.reading import HEADER

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = [path.read_text(encoding="utf-8") for path in sorted([*ROOT.glob("games/*/*.rules"), *ROOT.glob("rules_dsl/library/**/*.rules")])]
PIECES = [
    *KEYWORDS, *'()[]{},.:;|?@+-*/%<>="\'\\\n\t #&!', "\n", "\n  ", "\n    ", "  ", "..", "==", "->", "--", "---", '"a {b} c"', "x", "Cell", "3", "{{", "“", "≤",
    "\r\n", "\r", "\0", "é", "\ud800", "\u2028", "elif", "while", "9" * 30,
]  # fmt: skip
BLOCKS, EACH = 4, 15


def check(text: str) -> None:
    """What must be true of every text."""
    file, found = parse(SourceFile("fuzz.rules", text))
    lines = text.count("\n") + 1
    for diagnostic in found:
        assert diagnostic.code in CODES
        assert diagnostic.message and diagnostic.repair
        assert 1 <= diagnostic.span.line <= lines and diagnostic.span.column >= 1
    for lone in (parse_expression, parse_move):
        try:
            lone(text)
        except RulesError as refused:
            assert refused.diagnostics
    if not found:
        once = format_text(SourceFile("fuzz.rules", text))
        assert format_text(SourceFile("fuzz.rules", once)) == once
        assert parse(SourceFile("fuzz.rules", once)) == (file, ())


def words(chance: random.Random) -> str:
    return "".join(chance.choice(PIECES) + chance.choice(["", " "]) for _ in range(chance.randrange(80)))


def raw_bytes(chance: random.Random) -> str:
    return chance.randbytes(chance.randrange(300)).decode("utf-8", "replace")


def cut_short(chance: random.Random) -> str:
    text = chance.choice(LIBRARY)
    return text[: chance.randrange(len(text))]


def splintered(chance: random.Random) -> str:
    text = chance.choice(LIBRARY)
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(PIECES) + text[at + chance.randrange(6) :]
    return text


def shifted(chance: random.Random) -> str:
    lines = chance.choice(LIBRARY).split("\n")
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(lines))
        lines[at] = chance.choice(["", "  ", "    ", "      "]) + lines[at].strip()
    return "\n".join(lines)


@pytest.mark.parametrize("block", drawn_daily(range(BLOCKS), 1))
@pytest.mark.parametrize("make", [words, raw_bytes, cut_short, splintered, shifted], ids=lambda make: make.__name__)
def test_random_texts(make, block):
    for seed in range(block * EACH, block * EACH + EACH):
        check(make(random.Random(f"{make.__name__} {seed}")))


MANY = 10_000
DEEP = {
    "round brackets": "define f = " + "(" * MANY + "x" + ")" * MANY,
    "square brackets": "define f = " + "[" * MANY,
    "calls": "define f = " + "g(" * MANY + "x" + ")" * MANY,
    "not": "define f = " + "not " * MANY + "x",
    "minus": "define f = " + "- " * MANY + "x",
    "sum": "define f = " + "x + " * MANY + "x",
    "keys": "define f = x" + "[1]" * MANY,
    "fields": "define f = x" + ".a" * MANY,
    "choices": "define f = " + "x if x else " * 2000 + "x",
    "maps": "type F = " + "[K] " * 2000 + "V",
    "sets": "type F = " + "set of " * 2000 + "V",
    "else": "event e\n  does\n    when a\n      stop\n" + "    else when b\n      stop\n" * 500,
    "levels": "play\n" + "".join(" " * (2 * depth) + "loop\n" for depth in range(1, 500)),
    "lets": "define f =\n" + "  let a = b\n" * 500 + "  a",
    "texts": 'define f = "' + '{"' * 500 + "\n",
    "sum in a text": 'define f = "{' + "x + " * 500 + 'x}"',
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_nesting_is_refused_clearly(name):
    file, found = parse(SourceFile("deep.rules", HEADER + DEEP[name] + "\ntype Good = A | B\n"))
    assert [diagnostic.code for diagnostic in found] == ["E0103"]
    assert found[0].repair
    assert [block.name.text for block in file.blocks if block.name.text == "Good"] == ["Good"]


def test_ordinary_depth_is_accepted():
    assert not parse(SourceFile("sum.rules", HEADER + "define f = " + "x + " * (DEEPEST_TREE - 10) + "x\n"))[1]
    assert not parse(SourceFile("brackets.rules", HEADER + "define f = " + "(" * 60 + "x" + ")" * 60 + "\n"))[1]


LONG = {
    "quotes": "define f = " + '"' * 20_000,
    "texts": "define f = " + '"{a}"' * 5_000,
    "braces in a text": 'define f = "' + "{" * 50_000,
    "unfinished lines": "play\n" + "  x = 3 +\n" * 10_000,
    "wrong lines": "event e\n  does\n" + "    x = = 3\n" * 10_000,
    "wrong blocks": "x = 3\n" * 10_000,
    "signs": "&" * 100_000,
    "tabs": "\t" * 100_000,
    "items": "play\n  choose " + "a, " * 10_000 + "b",
}


@pytest.mark.parametrize("name", LONG)
def test_long_texts_end(name):
    file, found = parse(SourceFile("long.rules", HEADER + LONG[name] + "\ntype Good = A | B\n"))
    assert len(found) <= 100
    assert file.blocks[-1].name.text == "Good"


def test_a_file_may_be_too_large():
    file, found = parse(SourceFile("large.rules", "x" * (LARGEST + 1)))
    assert ([diagnostic.code for diagnostic in found], file.blocks) == (["E0102"], ())
    with pytest.raises(RulesError):
        parse_expression("x" * (LARGEST + 1))
