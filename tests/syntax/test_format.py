"""One canonical style: nothing but layout changes, twice is as good as once."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.source import SourceFile
from rules_dsl.syntax.blocks import scan
from rules_dsl.syntax.format import format_text
from rules_dsl.syntax.literate import code_of
from rules_dsl.syntax.parse import parse
from tests.syntax.reading import HEADER
from tests.syntax.snippets import files

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    path
    for folder in ("games", "rules_dsl/library")
    for kind in ("*.rules", "*.rules.md")
    for path in (ROOT / folder).rglob(kind)
)


def tokens(source: SourceFile) -> list[str]:
    """All tokens of a text, comments among them."""
    rows = scan(source, code_of(source, lambda _: None), lambda _: None)
    return [token.text for row in rows for token in row.tokens]


def check(source: SourceFile) -> str:
    """The formatted text, when it has the same tokens and meaning and stays as it is."""
    before, found = parse(source)
    assert not found, [(d.code, str(d.span), d.message) for d in found]
    done = SourceFile(source.name, format_text(source))
    assert parse(done) == (before, ())
    assert tokens(done) == tokens(source)
    assert format_text(done) == done.text
    return done.text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_of_the_library(path):
    check(SourceFile(path.name, path.read_text(encoding="utf-8")))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(files())
def test_random_files(text):
    done = check(SourceFile("test.rules", text))
    assert not any(line != line.rstrip() for line in done.split("\n"))
    assert "\n\n\n" not in done and done.endswith("\n") and not done.endswith("\n\n")


def formatted(code: str) -> str:
    """Code below the header, formatted."""
    return check(SourceFile("test.rules", HEADER + code)).removeprefix(HEADER)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("define f=a+b*-c\n", "define f = a + b * -c\n"),
        ("define f(x:T,y in S)->T=x[1] . a ( 2 )\n", "define f(x: T, y in S) -> T = x[1].a(2)\n"),
        ("define f = ( a )and( b )or not( c )\n", "define f = (a) and (b) or not (c)\n"),
        ("define f = 1 .. - n\n", "define f = 1..-n\n"),
        ("define f = { a:b for a in [ 1,2 ] }\n", "define f = {a: b for a in [1, 2]}\n"),
        ("type X={a:T,b:0 .. 9}\n", "type X = { a: T, b: 0..9 }\n"),
        ("type X=[K] [L]set of T ?\n", "type X = [K][L] set of T?\n"),
        ("define f = g(a,\n  b)\n", "define f = g(a, b)\n"),
        ("define f = g(\n      a, b)\n", "define f = g(\n  a, b\n)\n"),
        ("define f =\n      a\n", "define f =\n  a\n"),
        ("define f = a and\n  b\n", "define f = a and b\n"),
        ('end  when a@rule   "2"\n', 'end when a  @rule "2"\n'),
        ("-- x\n\n\n\n-- y\ndefine f = a--z\n\n\n", "-- x\n\n-- y\ndefine f = a  --z\n"),
    ],
)
def test_spaces(code, expected):
    assert formatted(code).removeprefix("\n") == expected


def test_a_table_that_begins_with_numbers_begins_at_the_margin():
    code = "table t: list of T\n  amount n\n  3 10\n  12 4\n"
    assert formatted(code) == "\ntable t: list of T\n  amount   n\n  3       10\n  12       4\n"


def test_reasons_types_and_cells_stand_in_columns():
    code = """\
action go(p: Player)
    needs a "one"
    needs aaaa == b    "two"
    let x = 1
    needs c
    needs longer_than_that "three"
state
  --- Of x.
  x: 0..3 -- of x
  longer: T = a -- of longer

  y: T
table t: list of T
  name dx word
  north 0 {a,b}
  south -12 c
score
  a: 1
  b c d: 2
type A = B
type Long = C
win a when b @rule "1"
draw when stuck() @rule "2"
"""
    assert (
        formatted(code)
        == """\

action go(p: Player)
  needs a          "one"
  needs aaaa == b  "two"
  let x = 1
  needs c
  needs longer_than_that  "three"

state
  --- Of x.
  x:      0..3   -- of x
  longer: T = a  -- of longer

  y: T

table t: list of T
  name    dx  word
  north    0  {a, b}
  south  -12  c

score
  a:     1
  b c d: 2

type A    = B
type Long = C
win a when b        @rule "1"
draw when stuck()   @rule "2"
""".replace("b        @", "b       @").replace(")   @", ")  @")
    )


def test_comments_stay_where_they_belong():
    code = """\
-- above
state   -- behind

  -- of x
  x: T
  -- last of state
-- of f
define f = g( -- open
  a, -- first
  -- own
  b
) -- end
type X = A | -- the first
  B
play
  loop
    stop
    -- deep
  -- middle
  leave
  -- end of play
"""
    assert (
        formatted(code)
        == """\

-- above
state  -- behind
  -- of x
  x: T
  -- last of state

-- of f
define f = g(  -- open
  a,  -- first
  -- own
  b
)  -- end

type X = A |  -- the first
    B

play
  loop
    stop
    -- deep
  -- middle
  leave
  -- end of play
"""
    )


LONG = "quite_a_long_name_for_a_thing"


def test_long_lines_are_broken():
    code = f"""\
define f(p: Player) -> Bool = {LONG}(p) and {LONG}[p] == {LONG} and any({LONG}(x) for x in {LONG}) or {LONG}
define g = union({LONG} + {LONG} + {LONG} for x in {LONG} where {LONG} and {LONG} where {LONG} == {LONG})
type X = {" | ".join(LONG + str(n) for n in range(5))}
claim always "the label of the claim": {LONG} + {LONG} + {LONG} == {LONG}
claim terminates "the label of it" by {LONG}, then {LONG}, then {LONG}
claim terminates "a short one" by a, then b
action go
  needs all({LONG}(x) for x in {LONG} where x != {LONG}) "a reason that is rather long too"
"""
    done = formatted(code)
    assert max(len(line) for line in done.split("\n")) <= 120
    assert (
        done
        == f"""\

define f(p: Player) -> Bool =
  {LONG}(p) and
  {LONG}[p] == {LONG} and
  any({LONG}(x) for x in {LONG}) or
  {LONG}

define g =
  union(
    {LONG} + {LONG} + {LONG}
    for x in {LONG}
    where {LONG} and {LONG}
    where {LONG} == {LONG}
  )

type X = {LONG}0 | {LONG}1 | {LONG}2 |
    {LONG}3 | {LONG}4

claim always "the label of the claim":
  {LONG} + {LONG} + {LONG} ==
  {LONG}

claim terminates "the label of it" by
  {LONG}, then {LONG}, then {LONG}

claim terminates "a short one" by a, then b

action go
  needs all(
    {LONG}(x) for x in {LONG} where x != {LONG}
  )  "a reason that is rather long too"
"""
    )


def test_a_text_with_mistakes_is_not_touched():
    with pytest.raises(RulesError) as caught:
        format_text(SourceFile("test.rules", HEADER + "define f = a b\n"))
    assert [d.code for d in caught.value.diagnostics] == ["E0258"]
