"""Statements, actions, events, exceptions, plays and endings as they are written."""

import pytest

from rules_dsl.syntax import ast
from rules_dsl.syntax.ast import (
    Argument,
    AssignStmt,
    BinaryExpr,
    ChooseActionStmt,
    Does,
    DoStmt,
    IntLit,
    Name,
    NamedType,
    Needs,
    ParameterDecl,
    RangeExpr,
    Ref,
    StopStmt,
    Tag,
    TextLit,
    WhenStmt,
)
from tests.syntax.reading import block, statement, statements

a, b, c, S, d = (Ref(name) for name in "abcSd")
RULE = (Tag(Name("rule"), TextLit(("2",))),)
P = ParameterDecl(Name("p"), type=NamedType("Player"))


def text(value):
    return TextLit((value,))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = a", AssignStmt(Ref("x"), "=", a)),
        ("x += a", AssignStmt(Ref("x"), "+=", a)),
        ("x[b].f -= a", AssignStmt(ast.DotExpr(ast.SubscriptExpr(Ref("x"), b), Name("f")), "-=", a)),
        ("let x = a", ast.LetStmt(Name("x"), a)),
        ("for x in S\n  stop", ast.ForStmt(Name("x"), S, (StopStmt(),))),
        ("at once for x in S\n  stop", ast.ForStmt(Name("x"), S, (StopStmt(),), True)),
        ("choose x in S", ast.ChooseValueStmt(Name("x"), S)),
        ("choose x in S where a", ast.ChooseValueStmt(Name("x"), S, a)),
        ("choose go", ChooseActionStmt((Name("go"),))),
        ("choose go, small.rest by a", ChooseActionStmt((Name("go"), Name("small.rest")), a)),
        ("choose go\nelse\n  stop", ChooseActionStmt((Name("go"),), None, (StopStmt(),))),
        ("roll x: 1..6", ast.RollStmt(Name("x"), RangeExpr(IntLit(1), IntLit(6)))),
        ("roll x in S", ast.RollStmt(Name("x"), S)),
        ("draw x from d", ast.DrawStmt(Name("x"), d)),
        ("shuffle d", ast.ShuffleStmt(d)),
        ("put a on d", ast.PutStmt(a, "on", d)),
        ("put a into d", ast.PutStmt(a, "into", d)),
        ("go", DoStmt(Name("go"))),
        ("go(a, n = b)", DoStmt(Name("go"), (Argument(None, a), Argument(Name("n"), b)))),
        ("small.go(a)", DoStmt(Name("small.go"), (Argument(None, a),))),
        ("loop\n  stop", ast.LoopStmt(None, (StopStmt(),))),
        ("loop until a\n  stop", ast.LoopStmt(a, (StopStmt(),))),
        ("repeat 6\n  stop", ast.RepeatStmt(IntLit(6), None, (StopStmt(),))),
        ("repeat a as r\n  stop", ast.RepeatStmt(a, Name("r"), (StopStmt(),))),
        ("leave", ast.LeaveStmt()),
        ("stop", StopStmt()),
        ("when a\n  stop", WhenStmt(a, (StopStmt(),))),
        ("when a\n  stop\nelse\n  go", WhenStmt(a, (StopStmt(),), (DoStmt(Name("go")),))),
        (
            "when a\n  stop\nelse when b\n  go\nelse\n  stop",
            WhenStmt(a, (StopStmt(),), (WhenStmt(b, (DoStmt(Name("go")),), (StopStmt(),)),)),
        ),
        ("when a\n  when b\n    stop\nelse\n  go", WhenStmt(a, (WhenStmt(b, (StopStmt(),)),), (DoStmt(Name("go")),))),
    ],
)
def test_statements(code, expected):
    assert statement(code) == expected


@pytest.mark.parametrize(
    "word",
    ["draw", "roll", "put", "stop", "leave", "choose", "loop", "repeat", "shuffle", "at", "state", "count", "needs"],
)
def test_words_of_statements_are_names_where_they_are_set(word):
    assert statements(f"{word} = a\n{word}[b] += a\n{word}.x -= a") == (
        AssignStmt(Ref(word), "=", a),
        AssignStmt(ast.SubscriptExpr(Ref(word), b), "+=", a),
        AssignStmt(ast.DotExpr(Ref(word), Name("x")), "-=", a),
    )


def test_a_call_on_one_line_and_an_assignment_on_the_next():
    assert statements("go\nx = a\ngo(a)\nx[a] = b") == (
        DoStmt(Name("go")),
        AssignStmt(Ref("x"), "=", a),
        DoStmt(Name("go"), (Argument(None, a),)),
        AssignStmt(ast.SubscriptExpr(Ref("x"), a), "=", b),
    )


def test_action():
    action = block(
        'action go(p: Player, x in S) @rule "2"\n  needs a  "not {a}"\n  needs b\n  let y = c\n  does\n    stop\n  ensures a == b "late"\n'
    )
    assert action == ast.ActionDecl(
        Name("go"),
        (P, ParameterDecl(Name("x"), domain=S)),
        (
            Needs(a, TextLit(("not ", a))),
            Needs(b),
            ast.LetClause(Name("y"), c),
            Does((StopStmt(),)),
            ast.Ensures(BinaryExpr("==", a, b), text("late")),
        ),
        RULE,
    )


def test_a_reason_is_no_operand():
    clauses = block('action go\n  needs a == "x" "reason"\n  needs f(a) "reason"\n').clauses
    assert clauses == (
        Needs(BinaryExpr("==", a, text("x")), text("reason")),
        Needs(ast.CallExpr(Ref("f"), (Argument(None, a),)), text("reason")),
    )


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("action pass", ast.ActionDecl(Name("pass"), (), ())),
        ("event chill\n  does\n    stop", ast.EventDecl(Name("chill"), (), (Does((StopStmt(),)),))),
        ("event chill(p: Player)\n  does\n    stop", ast.EventDecl(Name("chill"), (P,), (Does((StopStmt(),)),))),
        (
            'instead of rest when a as last before storm, small.wind @rule "2"\n  does\n    stop',
            ast.ExceptionDecl(
                True, Name("rest"), a, Name("last"), (Name("storm"), Name("small.wind")), (Does((StopStmt(),)),), RULE
            ),
        ),
        (
            "also for small.rest when a\n  needs b",
            ast.ExceptionDecl(False, Name("small.rest"), a, None, (), (Needs(b),)),
        ),
        ("whenever m(p: Player): a\n  does\n    stop", ast.WheneverDecl(Name("m"), (P,), a, (Does((StopStmt(),)),))),
        ("whenever m: a\n  does\n    stop", ast.WheneverDecl(Name("m"), (), a, (Does((StopStmt(),)),))),
        ("play\n  stop", ast.PlayDecl(None, (), (StopStmt(),))),
        ("play bidding(p: Player)\n  stop", ast.PlayDecl(Name("bidding"), (P,), (StopStmt(),))),
        ('play "a.play"', ast.ReplayDecl(text("a.play"))),
        ("end when a", ast.EndDecl("end", a)),
        ('goal a @rule "2"', ast.EndDecl("goal", a, None, RULE)),
        ("win a when b", ast.EndDecl("win", b, a)),
        ("win p: Player when b", ast.EndDecl("win", b, P)),
        ("lose next(a) when b", ast.EndDecl("lose", b, ast.CallExpr(Ref("next"), (Argument(None, a),)))),
        ("draw when a", ast.EndDecl("draw", a)),
        ('rule r: a "why"', ast.RuleDecl(Name("r"), (), a, text("why"))),
        (
            'rule r: for a in S: for b in S: c @rule "2" "why"',
            ast.RuleDecl(
                Name("r"), (ast.GeneratorClause(Name("a"), S), ast.GeneratorClause(Name("b"), S)), c, text("why"), RULE
            ),
        ),
    ],
)
def test_blocks(code, expected):
    assert block(code + "\n") == expected
