"""Expressions: what binds how, and what each form becomes."""

import pytest

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.syntax import ast
from rules_dsl.syntax.ast import (
    Binary,
    Call,
    Dot,
    Fold,
    IfElse,
    IntLit,
    ListLit,
    MapLit,
    Name,
    RangeExpr,
    Ref,
    SetLit,
    Subscript,
    TextLit,
    Unary,
    WithFields,
)
from rules_dsl.syntax.parse import parse_expression

a, b, c, d = (Ref(name) for name in "abcd")
S, T = Ref("S"), Ref("T")


def each(name, domain):
    return ast.Each(Name(name), domain)


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
        ("a + b * c", Binary("+", a, Binary("*", b, c))),
        ("(a + b) * c", Binary("*", Binary("+", a, b), c)),
        ("a - b - c", Binary("-", Binary("-", a, b), c)),
        ("a / b % c", Binary("%", Binary("/", a, b), c)),
        ("-a.b", Unary("-", Dot(a, Name("b")))),
        ("- - 1", Unary("-", Unary("-", IntLit(1)))),
        ("a + b .. c - 1", RangeExpr(Binary("+", a, b), Binary("-", c, IntLit(1)))),
        ("a in 1..6", Binary("in", a, RangeExpr(IntLit(1), IntLit(6)))),
        ("a not in S", Binary("not in", a, S)),
        ("a <= b", Binary("<=", a, b)),
        ("not a == b", Unary("not", Binary("==", a, b))),
        ("not a and b", Binary("and", Unary("not", a), b)),
        ("a or b and c", Binary("or", a, Binary("and", b, c))),
        ("a or b implies c", Binary("implies", Binary("or", a, b), c)),
        ("a implies b implies c", Binary("implies", a, Binary("implies", b, c))),
        ("a if b else c", IfElse(b, a, c)),
        ("a if b else c if d else a", IfElse(b, a, IfElse(d, c, a))),
        ("a + 1 if b or c else d", IfElse(Binary("or", b, c), Binary("+", a, IntLit(1)), d)),
        ("a[b][c].d", Dot(Subscript(Subscript(a, b), c), Name("d"))),
        ("a.b(c)[d]", Subscript(Call(Dot(a, Name("b")), arguments(c)), d)),
        ('a["Old Mill"]', Subscript(a, TextLit(("Old Mill",)))),
        ("a()", Call(a, ())),
        ("Cell(column = 3, row = b)", Call(Ref("Cell"), (ast.Argument(Name("column"), IntLit(3)), ast.Argument(Name("row"), b)))),
        ("a with x = 1", WithFields(a, (ast.Argument(Name("x"), IntLit(1)),))),
        ("a with x = 1, y = b + c", WithFields(a, (ast.Argument(Name("x"), IntLit(1)), ast.Argument(Name("y"), Binary("+", b, c))))),
        ("a if b else c with x = 1", IfElse(b, a, WithFields(c, (ast.Argument(Name("x"), IntLit(1)),)))),
        ("f(a with x = 1, b)", Call(Ref("f"), arguments(WithFields(a, (ast.Argument(Name("x"), IntLit(1)),)), b))),
        ("{}", SetLit(())),
        ("{a, b}", SetLit((a, b))),
        ("{a: b}", MapLit(((a, b),))),
        ("[]", ListLit(())),
        ("[a, [b]]", ListLit((a, ListLit((b,))))),
        ("{a for a in S where b}", Fold("set", a, (each("a", S), ast.Where(b)))),
        ("[a for a in S]", Fold("list", a, (each("a", S),))),
        ("{a: b for a in S}", Fold("map", b, (each("a", S),), key=a)),
        (
            "sum(a for x in S where b for y in T while c until d)",
            Fold("sum", a, (each("x", S), ast.Where(b), each("y", T), ast.While(c), ast.Until(d))),
        ),
        ("max(a for x in S else 0)", Fold("max", a, (each("x", S),), default=IntLit(0))),
        ("max(a if b else c for x in S else 0)", Fold("max", IfElse(b, a, c), (each("x", S),), default=IntLit(0))),
        ("highest(x by a for x in S)", Fold("highest", Ref("x"), (each("x", S),), by=a)),
        ("min(a, b)", Call(Ref("min"), arguments(a, b))),
        ("reach(S via x: a)", ast.Walk("reach", S, None, Name("x"), a)),
        ("distance(S, T via x: a)", ast.Walk("distance", S, T, Name("x"), a)),
        ("nearest(S, T via x: a)", ast.Walk("nearest", S, T, Name("x"), a)),
    ],
)
def test_forms(text, expected):
    assert parse_expression(text) == expected


@pytest.mark.parametrize(
    "word",
    ["state", "count", "first", "min", "top", "name", "order", "play", "draw", "by", "as", "score", "with_", "set", "list", "game", "show"],
)
def test_words_of_blocks_and_builtins_are_plain_names(word):
    assert parse_expression(f"{word} + a.{word}") == Binary("+", Ref(word), Dot(a, Name(word)))


@pytest.mark.parametrize("word", ["if", "in", "not", "for", "when", "true"])
def test_after_a_dot_every_word_is_a_name(word):
    assert parse_expression(f"a.{word} + 1") == Binary("+", Dot(a, Name(word)), IntLit(1))


def test_clause_words_may_be_names_too():
    assert parse_expression("highest(by by where for where in until)") == Fold(
        "highest", Ref("by"), (each("where", Ref("until")),), by=Ref("where")
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('""', ()),
        ('"day {a} of {b}"', ("day ", a, " of ", b)),
        ('"{{x}}"', ("{x}",)),
        (r'"\"\\\n"', ('"\\\n',)),
        ('"{f("x")}"', (Call(Ref("f"), arguments(TextLit(("x",)))),)),
        ("\"{f('x')}\"", (Call(Ref("f"), arguments(TextLit(("x",)))),)),
        ('"{a[{b}]}"', (Subscript(a, SetLit((b,))),)),
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
    "text", ["", "a +", "a b", "(a", "a)", "= a", "a < b < c", "foo(x for x in S)", "reach(S, T via x: a)", "distance(S via x: a)", "a; b"]
)
def test_a_wrong_expression_raises(text):
    with pytest.raises(RulesError) as caught:
        parse_expression(text)
    assert caught.value.diagnostics
