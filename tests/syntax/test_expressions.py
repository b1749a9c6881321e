"""Expressions: what binds how, and what each form becomes."""

import pytest

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.syntax import ast
from rules_dsl.syntax.ast import (
    BinaryExpr,
    CallExpr,
    DotExpr,
    FoldExpr,
    IfElseExpr,
    IntLit,
    ListLit,
    MapLit,
    Name,
    RangeExpr,
    Ref,
    SetLit,
    SubscriptExpr,
    TextLit,
    UnaryExpr,
    WithFieldsExpr,
)
from rules_dsl.syntax.parse import parse_expression

a, b, c, d = (Ref(name) for name in "abcd")
S, T = Ref("S"), Ref("T")


def each(name, domain):
    return ast.GeneratorClause(Name(name), domain)


def arguments(*values):
    return tuple(ast.Argument(None, value) for value in values)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", a),
        ("12", IntLit(12)),
        ("true", ast.BoolLit(True)),
        ("false", ast.BoolLit(False)),
        ('"x"', TextLit(("x",))),
        ("(a)", a),
        ("a + b * c", BinaryExpr("+", a, BinaryExpr("*", b, c))),
        ("(a + b) * c", BinaryExpr("*", BinaryExpr("+", a, b), c)),
        ("a - b - c", BinaryExpr("-", BinaryExpr("-", a, b), c)),
        ("a / b % c", BinaryExpr("%", BinaryExpr("/", a, b), c)),
        ("-a.b", UnaryExpr("-", DotExpr(a, Name("b")))),
        ("- - 1", UnaryExpr("-", UnaryExpr("-", IntLit(1)))),
        ("a + b .. c - 1", RangeExpr(BinaryExpr("+", a, b), BinaryExpr("-", c, IntLit(1)))),
        ("a in 1..6", BinaryExpr("in", a, RangeExpr(IntLit(1), IntLit(6)))),
        ("a not in S", BinaryExpr("not in", a, S)),
        ("a <= b", BinaryExpr("<=", a, b)),
        ("not a == b", UnaryExpr("not", BinaryExpr("==", a, b))),
        ("not a and b", BinaryExpr("and", UnaryExpr("not", a), b)),
        ("a or b and c", BinaryExpr("or", a, BinaryExpr("and", b, c))),
        ("a or b implies c", BinaryExpr("implies", BinaryExpr("or", a, b), c)),
        ("a implies b implies c", BinaryExpr("implies", a, BinaryExpr("implies", b, c))),
        ("a if b else c", IfElseExpr(b, a, c)),
        ("a if b else c if d else a", IfElseExpr(b, a, IfElseExpr(d, c, a))),
        ("a + 1 if b or c else d", IfElseExpr(BinaryExpr("or", b, c), BinaryExpr("+", a, IntLit(1)), d)),
        ("a[b][c].d", DotExpr(SubscriptExpr(SubscriptExpr(a, b), c), Name("d"))),
        ("a.b(c)[d]", SubscriptExpr(CallExpr(DotExpr(a, Name("b")), arguments(c)), d)),
        ('a["Old Mill"]', SubscriptExpr(a, TextLit(("Old Mill",)))),
        ("a()", CallExpr(a, ())),
        (
            "Cell(column = 3, row = b)",
            CallExpr(Ref("Cell"), (ast.Argument(Name("column"), IntLit(3)), ast.Argument(Name("row"), b))),
        ),
        ("a with x = 1", WithFieldsExpr(a, (ast.Argument(Name("x"), IntLit(1)),))),
        (
            "a with x = 1, y = b + c",
            WithFieldsExpr(a, (ast.Argument(Name("x"), IntLit(1)), ast.Argument(Name("y"), BinaryExpr("+", b, c)))),
        ),
        ("a if b else c with x = 1", IfElseExpr(b, a, WithFieldsExpr(c, (ast.Argument(Name("x"), IntLit(1)),)))),
        (
            "f(a with x = 1, b)",
            CallExpr(Ref("f"), arguments(WithFieldsExpr(a, (ast.Argument(Name("x"), IntLit(1)),)), b)),
        ),
        ("{}", SetLit(())),
        ("{a, b}", SetLit((a, b))),
        ("{a: b}", MapLit(((a, b),))),
        ("[]", ListLit(())),
        ("[a, [b]]", ListLit((a, ListLit((b,))))),
        ("{a for a in S where b}", FoldExpr("set", a, (each("a", S), ast.WhereClause(b)))),
        ("[a for a in S]", FoldExpr("list", a, (each("a", S),))),
        ("{a: b for a in S}", FoldExpr("map", b, (each("a", S),), key=a)),
        (
            "sum(a for x in S where b for y in T while c until d)",
            FoldExpr(
                "sum", a, (each("x", S), ast.WhereClause(b), each("y", T), ast.WhileClause(c), ast.UntilClause(d))
            ),
        ),
        ("max(a for x in S else 0)", FoldExpr("max", a, (each("x", S),), default=IntLit(0))),
        (
            "max(a if b else c for x in S else 0)",
            FoldExpr("max", IfElseExpr(b, a, c), (each("x", S),), default=IntLit(0)),
        ),
        ("highest(x by a for x in S)", FoldExpr("highest", Ref("x"), (each("x", S),), by=a)),
        ("min(a, b)", CallExpr(Ref("min"), arguments(a, b))),
        ("reach(S via x: a)", ast.WalkExpr("reach", S, None, Name("x"), a)),
        ("distance(S, T via x: a)", ast.WalkExpr("distance", S, T, Name("x"), a)),
        ("nearest(S, T via x: a)", ast.WalkExpr("nearest", S, T, Name("x"), a)),
    ],
)
def test_forms(text, expected):
    assert parse_expression(text) == expected


@pytest.mark.parametrize(
    "word",
    [
        "state",
        "count",
        "first",
        "min",
        "top",
        "name",
        "order",
        "play",
        "draw",
        "by",
        "as",
        "score",
        "with_",
        "set",
        "list",
        "game",
        "show",
    ],
)
def test_words_of_blocks_and_builtins_are_plain_names(word):
    assert parse_expression(f"{word} + a.{word}") == BinaryExpr("+", Ref(word), DotExpr(a, Name(word)))


@pytest.mark.parametrize("word", ["if", "in", "not", "for", "when", "true"])
def test_after_a_dot_every_word_is_a_name(word):
    assert parse_expression(f"a.{word} + 1") == BinaryExpr("+", DotExpr(a, Name(word)), IntLit(1))


def test_clause_words_may_be_names_too():
    assert parse_expression("highest(by by where for where in until)") == FoldExpr(
        "highest", Ref("by"), (each("where", Ref("until")),), by=Ref("where")
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('""', ()),
        ('"day {a} of {b}"', ("day ", a, " of ", b)),
        ('"{{x}}"', ("{x}",)),
        (r'"\"\\\n"', ('"\\\n',)),
        ('"{f("x")}"', (CallExpr(Ref("f"), arguments(TextLit(("x",)))),)),
        ("\"{f('x')}\"", (CallExpr(Ref("f"), arguments(TextLit(("x",)))),)),
        ('"{a[{b}]}"', (SubscriptExpr(a, SetLit((b,))),)),
        ('"{"{a}!"}"', (TextLit((a, "!")),)),
    ],
)
def test_texts(text, parts):
    assert parse_expression(text) == TextLit(parts)


def test_spans_reach_into_texts():
    text = parse_expression('a == "day {b + c}"')
    hole = text.right.parts[1]
    assert (hole.span.line, hole.span.column, hole.span.end_column) == (1, 12, 17)
    assert (hole.right.span.column, hole.right.span.end_column) == (16, 17)


def test_spans_cover_what_was_written():
    node = parse_expression("f(a,\n  b[c]) + 1")
    assert (node.span.line, node.span.column, node.span.end_line, node.span.end_column) == (1, 1, 2, 12)
    second = node.left.arguments[1].value
    assert (second.span.line, second.span.column, second.span.end_column) == (2, 3, 7)


def test_equality_ignores_layout():
    assert parse_expression("f( a ,b )") == parse_expression("f(a, b)")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a +",
        "a b",
        "(a",
        "a)",
        "= a",
        "a < b < c",
        "foo(x for x in S)",
        "reach(S, T via x: a)",
        "distance(S via x: a)",
        "a; b",
    ],
)
def test_a_wrong_expression_raises(text):
    with pytest.raises(RulesError) as caught:
        parse_expression(text)
    assert caught.value.diagnostics
