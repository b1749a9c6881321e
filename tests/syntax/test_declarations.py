"""Modules, options, data, definitions and state as they are written."""

import pytest

from rules_dsl.source import SourceFile
from rules_dsl.syntax import ast
from rules_dsl.syntax.ast import Argument, IntLit, Name, NamedType, ParameterDecl, RangeType, Ref, Tag, TextLit, Variant
from rules_dsl.syntax.parse import parse
from tests.syntax.reading import block, blocks, findings, parsed

RULE = Tag(Name("rule"), TextLit(("2",)))
T = NamedType("T")


def text(value):
    return TextLit((value,))


def variants(*names):
    return tuple(Variant(Name(name)) for name in names)


def test_header():
    file, found = parse(SourceFile("x.rules", 'rules 1\n--- About.\npuzzle Star "One star."\n'))
    assert not found
    assert file.header == ast.Header(1, "puzzle", Name("Star"), text("One star."), "About.")


@pytest.mark.parametrize(("line", "kind"), [("game A", "game"), ("library A", "library"), ('puzzle A "x"', "puzzle")])
def test_kinds_of_files(line, kind):
    file, found = parse(SourceFile("x.rules", f"rules 1\n{line}\n"))
    assert (file.header.kind, found) == (kind, ())


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("use std.grid", ast.Use("std.grid", False)),
        ('use "coal.rules" when coal', ast.Use("coal.rules", True, condition=Ref("coal"))),
        (
            "use std.grid with width = 8, height = n + 1 as small when c",
            ast.Use(
                "std.grid",
                False,
                (
                    Argument(Name("width"), IntLit(8)),
                    Argument(Name("height"), ast.BinaryExpr("+", Ref("n"), IntLit(1))),
                ),
                Name("small"),
                Ref("c"),
            ),
        ),
        ("extend Colour with gold, platinum", ast.ExtendType(Name("Colour"), variants("gold", "platinum"))),
        (
            'extend spaces from "a.toml" at "key"',
            ast.ExtendTable(Name("spaces"), ast.FileRows(text("a.toml"), text("key"))),
        ),
        (
            "extend spaces\n  name n\n  a 1",
            ast.ExtendTable(Name("spaces"), ast.InlineRows((Name("name"), Name("n")), ((Ref("a"), IntLit(1)),))),
        ),
        ("players White, Black", ast.PlayersDecl(variants("White", "Black"))),
        ("players 2..4", ast.PlayersDecl((), IntLit(2), IntLit(4))),
        ("players 2..4 = 2 named Red, Blue", ast.PlayersDecl(variants("Red", "Blue"), IntLit(2), IntLit(4), IntLit(2))),
        ("option n: 3..8 = 6", ast.OptionDecl(Name("n"), RangeType(IntLit(3), IntLit(8)), IntLit(6))),
        ('option n: T = a "how" @rule "2"', ast.OptionDecl(Name("n"), T, Ref("a"), text("how"), (RULE,))),
        (
            'option n: T = a\n  needs b "why"\n  needs c',
            ast.OptionDecl(
                Name("n"), T, Ref("a"), needs=(ast.Needs(Ref("b"), text("why")), ast.Needs(Ref("c")))
            ),
        ),
        (
            'reading r: strict | lenient @rule "2" "may one?"',
            ast.ReadingDecl(Name("r"), variants("strict", "lenient"), text("may one?"), (RULE,)),
        ),
        ("given start: T", ast.GivenDecl(Name("start"), T)),
        ("given start: T = a", ast.GivenDecl(Name("start"), T, Ref("a"))),
        ('table t: list of T from "a.csv"', ast.TableDecl(Name("t"), T, ast.FileRows(text("a.csv")))),
        ("define f = a", ast.DefineDecl(Name("f"), (), None, Ref("a"))),
        ("define f() = a", ast.DefineDecl(Name("f"), (), None, Ref("a"))),
        (
            "private define f(x: T, y in S) -> T = a",
            ast.DefineDecl(
                Name("f"),
                (ParameterDecl(Name("x"), type=T), ParameterDecl(Name("y"), domain=Ref("S"))),
                T,
                Ref("a"),
                True,
            ),
        ),
        ('define f @rule "2" =\n  a', ast.DefineDecl(Name("f"), (), None, Ref("a"), tags=(RULE,))),
        ('define f = a @rule "2"', ast.DefineDecl(Name("f"), (), None, Ref("a"), tags=(RULE,))),
        ("define f =\n  a +\n  b", ast.DefineDecl(Name("f"), (), None, ast.BinaryExpr("+", Ref("a"), Ref("b")))),
        ("find star: [K] V", ast.FindDecl(Name("star"), ast.MapOf(NamedType("K"), NamedType("V")))),
        ("unique solution", ast.UniqueDecl()),
        (
            "relate Other\n  a = b\n  c = d",
            ast.RelateDecl(
                Name("Other"), (ast.RelatedName(Name("a"), Name("b")), ast.RelatedName(Name("c"), Name("d")))
            ),
        ),
    ],
)
def test_forms(code, expected):
    assert block(code + "\n") == expected


def test_lets_stand_before_the_expression_of_a_define():
    body = block("define f =\n  let x = a\n  let y = x\n  x + y\n").body
    assert body == ast.LetInExpr(
        Name("x"), Ref("a"), ast.LetInExpr(Name("y"), Ref("x"), ast.BinaryExpr("+", Ref("x"), Ref("y")))
    )


def test_inline_tables():
    table = block(
        'open table t: list of T\n  name  dx  words\n  north  -1  {a, b}\n  b  0  "x"\n  Fruit.c  [1, 2]  none\n  d  true  (1 + 2)\n'
    )
    assert table.is_open
    assert table.source == ast.InlineRows(
        (Name("name"), Name("dx"), Name("words")),
        (
            (Ref("north"), ast.UnaryExpr("-", IntLit(1)), ast.SetLit((Ref("a"), Ref("b")))),
            (Ref("b"), IntLit(0), text("x")),
            (ast.DotExpr(Ref("Fruit"), Name("c")), ast.ListLit((IntLit(1), IntLit(2))), Ref("none")),
            (Ref("d"), ast.BoolLit(True), ast.BinaryExpr("+", IntLit(1), IntLit(2))),
        ),
    )


@pytest.mark.parametrize("opening", ["given level: drawing of T", "given level: drawing of T ="])
def test_drawings(opening):
    level = block(f'{opening}\n  legend\n    "#" = {{wall}}\n    " " = {{}}\n  "##"\n  "# "\n')
    assert level.type == ast.DrawingOf(T)
    assert level.legend == (
        ast.LegendLine(text("#"), ast.SetLit((Ref("wall"),))),
        ast.LegendLine(text(" "), ast.SetLit(())),
    )
    assert level.rows == (text("##"), text("# "))


def test_state():
    state = block(
        "state\n  day:  0..9 = 0\n  hand: [Player] set of T = {}  seen by owner\n  x: T seen by next(p)\n  count: T\n"
    )
    assert [v.name.text for v in state.variables] == ["day", "hand", "x", "count"]
    assert state.variables[1] == ast.VarDecl(
        Name("hand"), ast.MapOf(NamedType("Player"), ast.CollectionOf("set", T)), ast.SetLit(()), Ref("owner")
    )
    assert state.variables[2].seen == ast.CallExpr(Ref("next"), (Argument(None, Ref("p")),))


def test_doc_comments_belong_to_the_block_or_line_below():
    first, second = blocks("--- One.\n---   Two.\n\n-- a remark\ndefine f = a\n\nstate\n  --- Of x.\n  x: T\n  y: T\n")
    assert first.doc == "One.\n  Two."
    assert second.doc == ""
    assert [v.doc for v in second.variables] == ["Of x.", ""]


def test_blocks_are_in_order_and_comments_go():
    assert [type(b).__name__ for b in blocks("-- a\ndefine f = a -- b\n-- c\ntype X = Y\n--d\n")] == [
        "DefineDecl",
        "TypeDecl",
    ]


def test_crlf_and_a_mark_at_the_start_are_accepted():
    file, found = parse(SourceFile("x.rules", '\ufeffrules 1\r\ngame A "x"\r\nstate\r\n  x: T\r\n'))
    assert not found and len(file.blocks) == 1


def test_layout_is_free_inside_brackets():
    assert block("define f = g(\n  a,\nb\n)\n") == block("define f = g(a, b)\n")


@pytest.mark.parametrize("sign", ["+", "-", "*", "==", "<=", "and", "or", "implies", "in", "not in", ".."])
def test_a_line_ending_in_an_operator_goes_on(sign):
    assert block(f"define f = a {sign}\n  b\n") == block(f"define f = a {sign} b\n")


def test_a_line_that_is_not_deeper_does_not_go_on():
    assert findings("event e\n  does\n    x = a +\n    y = b\n") == [("E0223", 3, 11)]


def test_given_in_a_define_may_break_after_its_sign():
    assert block("define f =\n  a\n") == block("define f = a\n")


def test_a_wrong_block_is_left_out():
    file, found = parsed("define f = a\nstate\n  x 0..3\ndefine g = b\n")
    assert [b.name.text for b in file.blocks] == ["f", "g"]
    assert [d.code for d in found] == ["E0204"]
