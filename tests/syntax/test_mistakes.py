"""Mistakes people make: one finding each, at the right place, saying what to write; edits that are offered put it
right.
"""

import pytest

from rules_dsl.diagnostics.codes import CODES
from rules_dsl.diagnostics.diagnostic import Fix
from rules_dsl.source import SourceFile
from rules_dsl.syntax.parse import parse
from tests.syntax.reading import HEADER, HEADER_LINES, findings, parsed

NEEDS = "action a\n  needs "
DOES = "event e\n  does\n    "
VALUE = "define f = "

# what is written, the code, its line and column, and words of the repair
CASES = [
    (NEEDS + 'f = Plum "x"\n', "E0202", 2, 11, "=="),
    (NEEDS + "count(x = 1 for x in S)\n", "E0202", 2, 17, "=="),
    ("goal x = 3\n", "E0202", 1, 8, "=="),
    ('example "e"\n  then x = 3\n', "E0202", 2, 10, "=="),
    (DOES + "x == 3\n", "E0203", 3, 7, "write `=`"),
    (DOES + "let x == 3\n", "E0203", 3, 11, "write `=`"),
    ('claim always "x" a <= 3\n', "E0204", 1, 18, "write `:`"),
    ("action pick(f Fruit)\n", "E0204", 1, 15, "write `:`"),
    ("state\n  day 0..3\n", "E0204", 2, 7, "write `:`"),
    ("find x [Cell] Bool\n", "E0204", 1, 8, "write `:`"),
    (DOES + "roll d 1..6\n", "E0204", 3, 12, "write `:`"),
    ("whenever x\n  does\n    stop\n", "E0204", 1, 11, "write `:`"),
    ("score\n  a b c 3\n", "E0204", 2, 3, "label"),
    (VALUE + "g(x[2)\n", "E0206", 1, 17, "`]`"),
    (VALUE + "a)\n", "E0206", 1, 13, "remove"),
    (VALUE + "(a\nstate\n  x: T\n", "E0205", 1, 12, "`)`"),
    (DOES + "x = f(a\n    let y = 3\n", "E0205", 3, 10, "`)`"),
    (DOES + "x = f(a\n    y = 3\n", "E0205", 3, 10, "`)`"),
    ("acton a\n  does\n    stop\n", "E0207", 1, 1, "`action`"),
    ("def f = 3\n", "E0207", 1, 1, "`define`"),
    ("turn\n  x\n", "E0207", 1, 1, "`play`"),
    ("xyzzy 3\n", "E0207", 1, 1, "indent"),
    ("state\n  x: T\n  action y\n    does\n      stop\n", "E0208", 4 - 1, 3, "spaces"),
    (DOES + "when a\n      stop\n    else if b\n      stop\n", "E0209", 5, 5, "else when"),
    (DOES + "when a\n      stop\n    elif b\n      stop\n", "E0209", 5, 5, "else when"),
    (VALUE + "a < b < c\n", "E0210", 1, 18, "a < b and b < c"),
    (VALUE + "a == b in c\n", "E0210", 1, 19, "and"),
    (VALUE + "g(a, b,)\n", "E0211", 1, 18, "remove"),
    (VALUE + "{a,\n  b,\n}\n", "E0211", 2, 4, "remove"),
    ("action a\n  x = 3\n", "E0215", 2, 3, "does"),
    ("action a\n  choose x in S\n", "E0215", 2, 3, "does"),
    ("action a\n  go(x)\n", "E0215", 2, 3, "does"),
    ("play\n", "E0216", 1, 1, "indented"),
    ("event e\n  does\n", "E0216", 2, 3, "indented"),
    (DOES + "when a\n    x = 3\n", "E0216", 3, 5, "indented"),
    ("state\n\ndefine f = a\n", "E0216", 1, 1, "indented"),
    (DOES + "x = 3\n      y = 2\n", "E0217", 4, 7, "indent it by 4"),
    ("state\n  in: 0..3\n", "E0218", 2, 3, "another name"),
    (DOES + "let or = 3\n", "E0218", 3, 9, "another name"),
    ("define if(x: T) = x\n", "E0218", 1, 8, "another name"),
    (DOES + "for = 3\n", "E0218", 3, 5, "another name"),
    (VALUE + "g(a b)\n", "E0219", 1, 16, "`,`"),
    (VALUE + "[1 2]\n", "E0219", 1, 15, "`,`"),
    ("play\n  choose a b\n", "E0219", 2, 12, "`,`"),
    ("players White Black\n", "E0219", 1, 15, "`,`"),
    (DOES + "when c:\n      stop\n", "E0220", 3, 11, "colon"),
    (DOES + "when c then\n      stop\n", "E0220", 3, 12, "then"),
    ("play\n  repeat 6 times\n    stop\n", "E0220", 2, 12, "times"),
    ("event e\n  does:\n    stop\n", "E0220", 2, 7, "colon"),
    ("state:\n  x: T\n", "E0220", 1, 6, "colon"),
    (DOES + "when a\n      stop\n    else:\n      stop\n", "E0220", 5, 9, "colon"),
    (VALUE + "a if b\n", "E0221", 1, 18, "else"),
    (VALUE + "g(a if b, c)\n", "E0221", 1, 20, "else"),
    (VALUE + "a\n  and b\n", "E0222", 2, 3, "end of the line above"),
    (VALUE + "a\n  + b\n", "E0222", 2, 3, "end of the line above"),
    (VALUE + "a and\n", "E0223", 1, 14, "expression"),
    (DOES + "shuffle\n", "E0223", 3, 5, "expression"),
    (DOES + "if x\n      stop\n", "E0224", 3, 5, "when"),
    (DOES + "while x\n      stop\n", "E0225", 3, 5, "loop until"),
    ("play\n  loop while x\n    stop\n", "E0225", 2, 8, "until not"),
    (DOES + "return x\n", "E0226", 3, 5, "expression"),
    ("define f =\n  return x + 1\n", "E0226", 2, 3, "expression"),
    ("event e\n  does x = 3\n", "E0227", 2, 8, "next line"),
    ('claim invariant "x": y\n', "E0228", 1, 7, "`always`"),
    ('claim alway "x": y\n', "E0228", 1, 7, "`always`"),
    (DOES + "put x under d\n", "E0228", 3, 11, "`into` or `on`"),
    (DOES + "put x\n", "E0228", 3, 10, "`into` or `on`"),
    (DOES + "draw x of d\n", "E0228", 3, 12, "`from`"),
    ("count nodes == 3\n", "E0228", 1, 7, "`depth`"),
    ("instead of x\n  does\n    stop\n", "E0228", 1, 13, "`when`"),
    ("win White\n", "E0228", 1, 10, "`when`"),
    (DOES + "for x of S\n      stop\n", "E0228", 3, 11, "`in`"),
    (DOES + "choose x from S\n", "E0228", 3, 14, "`in`"),
    ("action a\n  need x > 3\n", "E0228", 2, 3, "`needs`"),
    (DOES + "chose a, b\n", "E0228", 3, 5, "`choose`"),
    ('example "e"\n  pley x\n', "E0228", 2, 3, "`play`"),
    ("state\n  day: 0 to 9\n", "E0229", 2, 10, "0..9"),
    (VALUE + "foo(x for x in S)\n", "E0230", 1, 12, "sum"),
    (VALUE + "reach(S, T via c: n(c))\n", "E0231", 1, 18, "reach"),
    (DOES + "f(x) = 3\n", "E0232", 3, 5, "variable"),
    (DOES + "a + b\n", "E0233", 3, 5, "assign"),
    (DOES + "a[b]\n", "E0233", 3, 5, "assign"),
    ("state\n  day = 0\n", "E0234", 2, 7, "TYPE"),
    ("define f(x) = x\n", "E0234", 1, 11, "TYPE"),
    (DOES + "needs x > 3\n", "E0235", 3, 5, "level of `does`"),
    ("action a\n  does\n    stop\n  needs x\n", "E0235", 4, 3, "above `does`"),
    ('example "e"\n  play pick(n = 3)\n', "E0236", 2, 13, "leave out"),
    ("open define f = a\n", "E0237", 1, 1, "remove"),
    ('option n: 1..3 = 2 "a" "b"\n', "E0238", 1, 24, "join"),
    ("table t: list of R\n  name dx\n  a 1 2\n", "E0239", 3, 3, "one cell"),
    (NEEDS + "a && b\n", "E0240", 2, 11, "`and`"),
    (NEEDS + "a || b\n", "E0240", 2, 11, "`or`"),
    (NEEDS + "!b\n", "E0240", 2, 9, "`not`"),
    (DOES + "x := 3\n", "E0241", 3, 7, "`=`"),
    (NEEDS + "a <> b\n", "E0242", 2, 11, "`!=`"),
    (VALUE + "1...3\n", "E0243", 1, 13, "`..`"),
    ("// comment\ndefine f = a\n", "E0244", 1, 1, "--"),
    (DOES + "x++\n", "E0245", 3, 6, "x += 1"),
    (DOES + "x--\n", "E0245", 3, 6, "x -= 1"),
    (DOES + "x *= 2\n", "E0246", 3, 7, "x = x * e"),
    (VALUE + "a ** b\n", "E0247", 1, 14, "x * x"),
    ("example first pick\n", "E0250", 1, 9, '"first pick"'),
    ("claim always foo: x\n", "E0250", 1, 14, "foo"),
    ("action (f: Fruit)\n", "E0251", 1, 8, "name"),
    (DOES + "x = 3;\n", "E0252", 3, 10, "remove"),
    ("type Card = { suit: Suit; rank: Rank }\n", "E0252", 1, 25, "write `,`"),
    ("players: Anna, Ben\n", "E0220", 1, 8, "remove the colon"),
    ("players = 2\n", "E0220", 1, 9, "remove the `=`"),
    ("players 2\n", "E0223", 1, 9, "`players 2..2`"),
    ("action a\n  needs: x > 3\n  does\n    x = 3\n", "E0220", 2, 8, "remove the colon"),
    ("play\n  end when x == 3\n", "E0208", 2, 3, "beginning of a line"),
    (DOES + "else\n      stop\n", "E0253", 3, 5, "when"),
    (DOES + "when c {\n    }\n", "E0254", 3, 12, "remove"),
    ("option n: 1..3\n", "E0255", 1, 15, "default"),
    ("define f(x: T) x + 1\n", "E0255", 1, 16, "expression"),
    (DOES + "var x = 3\n", "E0256", 3, 5, "let"),
    (DOES + "for each x in S\n      stop\n", "E0256", 3, 9, "for x in"),
    (VALUE + "x is none\n", "E0256", 1, 14, "`==`"),
    ("define f(x: T): R = 3\n", "E0257", 1, 15, "`->`"),
    (VALUE + "a b\n", "E0258", 1, 14, "operator"),
    ("type X = A, B\n", "E0259", 1, 11, "`|`"),
    (VALUE + "a + * b\n", "E0128", 1, 16, "after `+`"),
    (VALUE + "[a for a in S where]\n", "E0128", 1, 31, "after `where`"),
    (VALUE + '"a {}"\n', "E0128", 1, 15, "{{"),
    ("state\n\tx: T\n", "E0104", 2, 1, "spaces"),
    ("action a\n    needs x\n   needs y\n", "E0130", 3, 1, "0 or by 4"),
    ("play\n  loop\n      loop\n          stop\n        leave\n", "E0130", 5, 1, "6 or by 10"),
    (VALUE + "a § b\n", "E0120", 1, 14, "remove"),
    (VALUE + "größe\n", "E0121", 1, 12, "plain letters"),
    (VALUE + "“abc”\n", "E0122", 1, 12, '"abc"'),
    (VALUE + "'abc'\n", "E0123", 1, 12, '"abc"'),
    (VALUE + "a ≤ b\n", "E0124", 1, 14, "`<=`"),
    (VALUE + "a ∉ b\n", "E0124", 1, 14, "`not in`"),
    (VALUE + "1.5\n", "E0125", 1, 12, "smaller units"),
    (VALUE + "3x\n", "E0125", 1, 12, "letter"),
    (VALUE + "9" * 19 + "\n", "E0125", 1, 12, "smaller number"),
    (VALUE + '"abc\n', "E0126", 1, 12, "end"),
    (VALUE + '"a {b c"\n', "E0127", 1, 12, "}"),
    (VALUE + '"a } b"\n', "E0127", 1, 15, "}}"),
    (VALUE + '"a \\q"\n', "E0129", 1, 15, "backslash"),
    ("define f =\n  let x = 1\n  a\n  b\n", "E0201", 4, 3, "remove"),
    ("use std/grid\n", "E0201", 1, 8, "remove"),
    ('example "e"\n  refused "x"\n', "E0201", 2, 11, "end the line"),
    ("state\n  x: false\n", "E0201", 2, 6, "a type"),
    (VALUE + "a + let\n", "E0128", 1, 16, "after `+`"),
    (DOES + "+= 1\n", "E0201", 3, 5, "a statement"),
    ('action go rule "2"\n', "E0201", 1, 11, "@rule"),
    (VALUE + "x in (a, b)\n", "E0201", 1, 19, "[a, b]"),
    ('example "e"\n  play go(1) go(2)\n', "E0219", 2, 14, "`;`"),
    ('given l: drawing of T\n  legend\n    "x" 3\n  "xx"\n', "E0255", 3, 9, "`=`"),
]


@pytest.mark.parametrize(
    ("code", "wanted", "line", "column", "repair"),
    CASES,
    ids=[f"{case[1]}-{number}" for number, case in enumerate(CASES)],
)
def test_one_finding_at_the_place_with_a_repair(code, wanted, line, column, repair):
    found = parsed(code)[1]
    assert [(d.code, d.span.line - HEADER_LINES, d.span.column) for d in found[:1]] == [(wanted, line, column)]
    assert repair in found[0].repair
    assert len(found) == 1 or wanted in ("E0120", "E0121"), [d.message for d in found]


@pytest.mark.parametrize("code", sorted({case[0] for case in CASES}))
def test_edits_that_are_offered_remove_the_finding(code):
    text = HEADER + code
    for found in parse(SourceFile("test.rules", text))[1]:
        if found.fix is not None:
            after = parse(SourceFile("test.rules", edited(text, found.fix)))[1]
            assert (found.code, found.span) not in [(d.code, d.span) for d in after]


def edited(text: str, fix: Fix) -> str:
    """The text after an edit on one line."""
    lines = text.split("\n")
    line = lines[fix.span.line - 1]
    lines[fix.span.line - 1] = line[: fix.span.column - 1] + fix.replacement + line[fix.span.end_column - 1 :]
    return "\n".join(lines)


def test_many_codes_are_covered():
    covered = {case[1] for case in CASES}
    assert covered <= set(CODES)
    syntax = {code for code in CODES if code.startswith("E02")}
    assert syntax - covered <= {"E0212", "E0213", "E0214", "E0249"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('game A "x"\n', [("E0212", 1)]),
        ("rules 1\ndefine f = a\n", [("E0212", 1)]),
        ("rules 2\ngame A\n", [("E0213", 1)]),
        ("rules 1\nrules 1\ngame A\n", [("E0214", 2)]),
        ("rules 1\ngame A\npuzzle B\n", [("E0214", 3)]),
        ("", [("E0212", 1), ("E0212", 1)]),
        ("rules one\ngame A\n", [("E0201", 1)]),
        ("  rules 1\ngame A\n", [("E0208", 1), ("E0212", 1)]),
    ],
)
def test_header_lines(text, wanted):
    found = parse(SourceFile("test.rules", text))[1]
    assert sorted((d.code, d.span.line) for d in found) == sorted(wanted)


def test_the_opening_bracket_is_shown():
    (found,) = parsed("define f = g(a,\n  [b\ndefine h = c\n")[1]
    assert (found.code, found.span.line - HEADER_LINES, found.span.column) == ("E0205", 2, 3)
    (crossed,) = parsed("define f = (a]\n")[1]
    assert [label.span.column for label in crossed.labels] == [14, 12]


def test_tabs_are_counted_once():
    (found,) = parsed("state\n\tx: T\n\ty: T\n")[1]
    assert found.labels[0].text == "and 1 more line"


def test_logic_of_another_language_is_read_on():
    assert findings("action a\n  needs a && !b || c ==== d\n")[:3] == [
        ("E0240", 2, 11),
        ("E0240", 2, 14),
        ("E0240", 2, 17),
    ]
