"""Statements, actions, events, exceptions, plays and endings as they are written."""

import pytest

from rules_dsl.syntax import ast
from rules_dsl.syntax.ast import (
    Argument,
    Assign,
    Binary,
    ChooseAction,
    Do,
    Does,
    IntLit,
    Name,
    NamedType,
    Needs,
    Parameter,
    RangeExpr,
    Ref,
    Stop,
    Tag,
    TextLit,
    When,
)
from tests.syntax.reading import block, statement, statements

a, b, c, S, d = (Ref(name) for name in "abcSd")
RULE = (Tag(Name("rule"), TextLit(("2",))),)
P = Parameter(Name("p"), type=NamedType("Player"))


def text(value):
    return TextLit((value,))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = a", Assign(Ref("x"), "=", a)),
        ("x += a", Assign(Ref("x"), "+=", a)),
        ("x[b].f -= a", Assign(ast.Dot(ast.Subscript(Ref("x"), b), Name("f")), "-=", a)),
        ("let x = a", ast.Let(Name("x"), a)),
        ("for x in S\n  stop", ast.For(Name("x"), S, (Stop(),))),
        ("at once for x in S\n  stop", ast.For(Name("x"), S, (Stop(),), True)),
        ("choose x in S", ast.ChooseValue(Name("x"), S)),
        ("choose x in S where a", ast.ChooseValue(Name("x"), S, a)),
        ("choose go", ChooseAction((Name("go"),))),
        ("choose go, small.rest by a", ChooseAction((Name("go"), Name("small.rest")), a)),
        ("choose go\nelse\n  stop", ChooseAction((Name("go"),), None, (Stop(),))),
        ("roll x: 1..6", ast.Roll(Name("x"), RangeExpr(IntLit(1), IntLit(6)))),
        ("roll x in S", ast.Roll(Name("x"), S)),
        ("draw x from d", ast.Draw(Name("x"), d)),
        ("shuffle d", ast.Shuffle(d)),
        ("put a on d", ast.Put(a, "on", d)),
        ("put a into d", ast.Put(a, "into", d)),
        ("go", Do(Name("go"))),
        ("go(a, n = b)", Do(Name("go"), (Argument(None, a), Argument(Name("n"), b)))),
        ("small.go(a)", Do(Name("small.go"), (Argument(None, a),))),
        ("loop\n  stop", ast.Loop(None, (Stop(),))),
        ("loop until a\n  stop", ast.Loop(a, (Stop(),))),
        ("repeat 6\n  stop", ast.Repeat(IntLit(6), None, (Stop(),))),
        ("repeat a as r\n  stop", ast.Repeat(a, Name("r"), (Stop(),))),
        ("leave", ast.Leave()),
        ("stop", Stop()),
        ("when a\n  stop", When(a, (Stop(),))),
        ("when a\n  stop\nelse\n  go", When(a, (Stop(),), (Do(Name("go")),))),
        ("when a\n  stop\nelse when b\n  go\nelse\n  stop", When(a, (Stop(),), (When(b, (Do(Name("go")),), (Stop(),)),))),
        ("when a\n  when b\n    stop\nelse\n  go", When(a, (When(b, (Stop(),)),), (Do(Name("go")),))),
    ],
)
def test_statements(code, expected):
    assert statement(code) == expected


@pytest.mark.parametrize(
    "word", ["draw", "roll", "put", "stop", "leave", "choose", "loop", "repeat", "shuffle", "at", "state", "count", "needs"]
)
def test_words_of_statements_are_names_where_they_are_set(word):
    assert statements(f"{word} = a\n{word}[b] += a\n{word}.x -= a") == (
        Assign(Ref(word), "=", a),
        Assign(ast.Subscript(Ref(word), b), "+=", a),
        Assign(ast.Dot(Ref(word), Name("x")), "-=", a),
    )


def test_a_call_on_one_line_and_an_assignment_on_the_next():
    assert statements("go\nx = a\ngo(a)\nx[a] = b") == (
        Do(Name("go")),
        Assign(Ref("x"), "=", a),
        Do(Name("go"), (Argument(None, a),)),
        Assign(ast.Subscript(Ref("x"), a), "=", b),
    )


def test_action():
    action = block(
        'action go(p: Player, x in S) @rule "2"\n  needs a  "not {a}"\n  needs b\n  let y = c\n  does\n    stop\n  ensures a == b "late"\n'
    )
    assert action == ast.ActionDecl(
        Name("go"),
        (P, Parameter(Name("x"), domain=S)),
        (
            Needs(a, TextLit(("not ", a))),
            Needs(b),
            ast.LetClause(Name("y"), c),
            Does((Stop(),)),
            ast.Ensures(Binary("==", a, b), text("late")),
        ),
        RULE,
    )


def test_a_reason_is_no_operand():
    clauses = block('action go\n  needs a == "x" "reason"\n  needs f(a) "reason"\n').clauses
    assert clauses == (Needs(Binary("==", a, text("x")), text("reason")), Needs(ast.Call(Ref("f"), (Argument(None, a),)), text("reason")))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("action pass", ast.ActionDecl(Name("pass"), (), ())),
        ("event chill\n  does\n    stop", ast.EventDecl(Name("chill"), (), (Does((Stop(),)),))),
        ("event chill(p: Player)\n  does\n    stop", ast.EventDecl(Name("chill"), (P,), (Does((Stop(),)),))),
        (
            'instead of rest when a as last before storm, small.wind @rule "2"\n  does\n    stop',
            ast.ExceptionDecl(True, Name("rest"), a, Name("last"), (Name("storm"), Name("small.wind")), (Does((Stop(),)),), RULE),
        ),
        ("also for small.rest when a\n  needs b", ast.ExceptionDecl(False, Name("small.rest"), a, None, (), (Needs(b),))),
        ("whenever m(p: Player): a\n  does\n    stop", ast.WheneverDecl(Name("m"), (P,), a, (Does((Stop(),)),))),
        ("whenever m: a\n  does\n    stop", ast.WheneverDecl(Name("m"), (), a, (Does((Stop(),)),))),
        ("play\n  stop", ast.PlayDecl(None, (), (Stop(),))),
        ("play bidding(p: Player)\n  stop", ast.PlayDecl(Name("bidding"), (P,), (Stop(),))),
        ('play "a.play"', ast.ReplayDecl(text("a.play"))),
        ("end when a", ast.EndDecl("end", a)),
        ('goal a @rule "2"', ast.EndDecl("goal", a, None, RULE)),
        ("win a when b", ast.EndDecl("win", b, a)),
        ("win p: Player when b", ast.EndDecl("win", b, P)),
        ("lose next(a) when b", ast.EndDecl("lose", b, ast.Call(Ref("next"), (Argument(None, a),)))),
        ("draw when a", ast.EndDecl("draw", a)),
        ('rule r: a "why"', ast.RuleDecl(Name("r"), (), a, text("why"))),
        (
            'rule r: for a in S: for b in S: c @rule "2" "why"',
            ast.RuleDecl(Name("r"), (ast.Each(Name("a"), S), ast.Each(Name("b"), S)), c, text("why"), RULE),
        ),
    ],
)
def test_blocks(code, expected):
    assert block(code + "\n") == expected
