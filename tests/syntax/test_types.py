"""Types as they are written."""

import pytest

from rules_dsl.syntax import ast
from rules_dsl.syntax.ast import (
    AlikeOf,
    BinaryExpr,
    CollectionOf,
    DrawingOf,
    EnumOf,
    IntLit,
    MapOf,
    Name,
    NamedType,
    OptionalOf,
    RangeType,
    RecordOf,
    Ref,
    TextLit,
    Variant,
)
from tests.syntax.reading import block, findings

K, V = NamedType("K"), NamedType("V")


def variants(*names):
    return EnumOf(tuple(Variant(Name(name)) for name in names))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("V", V),
        ("small.Cell", NamedType("small.Cell")),
        ("0..9", RangeType(IntLit(0), IntLit(9))),
        ("-2..n + 1", RangeType(ast.UnaryExpr("-", IntLit(2)), BinaryExpr("+", Ref("n"), IntLit(1)))),
        ("1..len(spaces)", RangeType(IntLit(1), ast.CallExpr(Ref("len"), (ast.Argument(None, Ref("spaces")),)))),
        ("V?", OptionalOf(V)),
        ("1..3?", OptionalOf(RangeType(IntLit(1), IntLit(3)))),
        ("(1..3)?", OptionalOf(RangeType(IntLit(1), IntLit(3)))),
        ("(V?)", OptionalOf(V)),
        ("(set of V)?", OptionalOf(CollectionOf("set", V))),
        ("[K] (list of V up to 3)?", MapOf(K, OptionalOf(CollectionOf("list", V, IntLit(3))))),
        ("([K][1..3] V)?", OptionalOf(MapOf(K, MapOf(RangeType(IntLit(1), IntLit(3)), V)))),
        ("[K] V", MapOf(K, V)),
        ("[K][1..3] V?", MapOf(K, MapOf(RangeType(IntLit(1), IntLit(3)), OptionalOf(V)))),
        ("set of V", CollectionOf("set", V)),
        ("bag of V up to 9", CollectionOf("bag", V, IntLit(9))),
        ("list of V up to n * 2", CollectionOf("list", V, BinaryExpr("*", Ref("n"), IntLit(2)))),
        ("deck of V", CollectionOf("deck", V)),
        ("[K] list of set of V up to 3", MapOf(K, CollectionOf("list", CollectionOf("set", V), IntLit(3)))),
        ("list of list of V up to 2 up to 3", CollectionOf("list", CollectionOf("list", V, IntLit(2)), IntLit(3))),
        ("drawing of set of V", DrawingOf(CollectionOf("set", V))),
        ("alike 8", AlikeOf(IntLit(8))),
        ("A | B", variants("A", "B")),
        ("A |\n  B |\n  C", variants("A", "B", "C")),
        ('A "a" | B', EnumOf((Variant(Name("A"), TextLit(("a",))), Variant(Name("B"))))),
        ('A "a"', EnumOf((Variant(Name("A"), TextLit(("a",))),))),
        ("{ x: K, y: V }", RecordOf((ast.FieldDecl(Name("x"), K), ast.FieldDecl(Name("y"), V)))),
        ('{ x: K } shown "{x}!"', RecordOf((ast.FieldDecl(Name("x"), K),), TextLit((Ref("x"), "!")))),
        ("{\n  x: K,\n  y: V\n}", RecordOf((ast.FieldDecl(Name("x"), K), ast.FieldDecl(Name("y"), V)))),
    ],
)
def test_forms(text, expected):
    declared = block(f"type X = {text}\n")
    assert declared.type == expected
    assert not declared.is_open and not declared.private


def test_modifiers():
    both = block("private open type X = A | B\n")
    assert both.is_open and both.private


@pytest.mark.parametrize("text", ["set", "list", "deck", "bag", "drawing"])
def test_words_of_types_may_name_types(text):
    assert block(f"state\n  x: {text}\n").variables[0].type == NamedType(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("type X = 3\n", ("E0234", 1, 10)),
        ("type X = A, B\n", ("E0259", 1, 11)),
        ("type X = A |\n", ("E0223", 1, 12)),
        ("state\n  x: set Fruit\n", ("E0228", 2, 10)),
        ("state\n  x: 0 to 9\n", ("E0229", 2, 8)),
        ("state\n  x: [K V\n", ("E0205", 2, 6)),
        ("type X = { a, b: V }\n", ("E0234", 1, 13)),
    ],
)
def test_wrong_types(text, expected):
    assert findings(text) == [expected]
