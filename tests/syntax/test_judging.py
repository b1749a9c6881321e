"""Scores, claims, examples, counts and pictures as they are written."""

import pytest

from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.syntax import ast
from rules_dsl.syntax.ast import (
    GivenStepDecl,
    IntLit,
    MoveCall,
    Name,
    NamedType,
    ParameterDecl,
    PlayStepDecl,
    RangeExpr,
    Ref,
    ScoreLineDecl,
    SetOption,
    Tag,
    TextChoice,
    TextLit,
)
from rules_dsl.syntax.parse import parse_move, parse_moves
from tests.syntax.reading import block

a, b, c, S = (Ref(name) for name in "abcS")
RULE = (Tag(Name("rule"), TextLit(("2",))),)


def text(value):
    return TextLit((value,))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "score\n  baskets: a\n  count of 3 days: -b",
            ast.ScoreDecl(None, (ScoreLineDecl("baskets", a), ScoreLineDecl("count of 3 days", ast.UnaryExpr("-", b)))),
        ),
        (
            'score p: Player @rule "2"\n  all: a',
            ast.ScoreDecl(ParameterDecl(Name("p"), type=NamedType("Player")), (ScoreLineDecl("all", a),), RULE),
        ),
        ('claim always "x": a @rule "2"', ast.ClaimDecl("always", text("x"), a, None, RULE)),
        ('claim never "x":\n  a and\n    b', ast.ClaimDecl("never", text("x"), ast.BinaryExpr("and", a, b))),
        ('claim sometimes "x": a', ast.ClaimDecl("sometimes", text("x"), a)),
        ('claim leads "x": a to not b', ast.ClaimDecl("leads", text("x"), a, ast.UnaryExpr("not", b))),
        ('claim terminates "x"', ast.ClaimDecl("terminates", text("x"))),
        (
            'claim terminates "x" by a, then b @rule "2"',
            ast.ClaimDecl("terminates", text("x"), tags=RULE, falling=(a, b)),
        ),
        ('claim terminates "x" by\n  a,\n  then b', ast.ClaimDecl("terminates", text("x"), falling=(a, b))),
        ('bound "x": a', ast.BoundDecl(text("x"), a)),
        ('dominates "x": a, -b', ast.DominatesDecl(text("x"), (a, ast.UnaryExpr("-", b)))),
        ('dominates "x":\n  a,\n  b @rule "2"', ast.DominatesDecl(text("x"), (a, b), RULE)),
        ("count depth 4 == 197281", ast.CountDecl("depth", IntLit(4), IntLit(197281))),
        (
            'count depth n + 1 == 20 "x"',
            ast.CountDecl("depth", ast.BinaryExpr("+", Ref("n"), IntLit(1)), IntLit(20), text("x")),
        ),
        ("count states == 5478", ast.CountDecl("states", None, IntLit(5478))),
        (
            'count games == 9\n  option n = 3\n  given x = {}\n  given board =\n    "ab"\n    "cd"',
            ast.CountDecl(
                "games",
                None,
                IntLit(9),
                None,
                (
                    SetOption(Name("n"), IntLit(3)),
                    GivenStepDecl(Ref("x"), ast.SetLit(())),
                    GivenStepDecl(Ref("board"), None, (text("ab"), text("cd"))),
                ),
            ),
        ),
        ('best score at least 12 proof "f.play"', ast.BestDecl(False, IntLit(12), text("f.play"))),
        ("best score exactly a + 1", ast.BestDecl(True, ast.BinaryExpr("+", a, IntLit(1)))),
    ],
)
def test_blocks(code, expected):
    assert block(code + "\n") == expected


def test_example():
    example = block(
        'example "e" @rule "2"\n  option n = 4\n  given tree[Apple] = 4\n  at small.night\n  play pick(Apple, {a, b}); d = 5;\n    rest\n'
        '  run chill(n = 2)\n  run wind\n  then a == b\n  refused because "no"\n  refused\n'
    )
    assert example.steps == (
        SetOption(Name("n"), IntLit(4)),
        GivenStepDecl(ast.SubscriptExpr(Ref("tree"), Ref("Apple")), IntLit(4)),
        ast.AtStepDecl(Name("small.night")),
        PlayStepDecl(
            (
                MoveCall(Name("pick"), (Ref("Apple"), ast.SetLit((a, b)))),
                MoveCall(Name("d"), (), IntLit(5)),
                MoveCall(Name("rest")),
            )
        ),
        ast.RunStepDecl(Name("chill"), (ast.Argument(Name("n"), IntLit(2)),)),
        ast.RunStepDecl(Name("wind")),
        ast.ThenStepDecl(ast.BinaryExpr("==", a, b)),
        ast.RefusedStepDecl(text("no")),
        ast.RefusedStepDecl(),
    )
    assert example.tags == RULE


def test_show_of_tiles_groups_and_what_lies_on_tracks():
    show = block(
        'show\n  for f in S\n    "{f}"\n    tiles "hand" for c in S: "{c}" fill "red" when a, "blue"\n'
        '  track "Kyiv" S for k in S at a: "k" fill "red" place n: "{n}" fill "blue" when b\n'
    )
    group, track = show.items
    assert group.items[0] == ast.ShowTextDecl(TextLit((Ref("f"),)))
    assert group.items[1] == ast.ShowTilesDecl(
        text("hand"), Name("c"), S, look(TextLit((c,)), fill(TextChoice(text("red"), a), TextChoice(text("blue"))))
    )
    assert track.look.parts == (fill(TextChoice(text("red"))),)
    assert track.place == ast.ShowPlaceDecl(Name("n"), look(TextLit((Ref("n"),)), fill(TextChoice(text("blue"), b))))


def look(words, *parts):
    return ast.LookDecl(words, parts)


def fill(*choices):
    return ast.LookPartDecl("fill", choices)


def test_parts_of_a_look_stand_behind_it_or_below_it():
    behind = block(
        'show\n  hexes Cell as c: "{c}" piece "disc gold" when a, "hole" times b wall "north red" region "{c}" fill "blue"\n'
    ).items[0]
    below = block(
        'show\n  hexes Cell as c: "{c}"\n    piece "disc gold" when a, "hole" times b\n    wall "north red"\n    region "{c}"\n    fill "blue"\n'
    ).items[0]
    assert behind == below
    assert behind.word == "hexes" and [part.word for part in behind.look.parts] == ["piece", "wall", "region", "fill"]
    assert behind.look.parts[0] == ast.LookPartDecl(
        "piece", (TextChoice(text("disc gold"), a), TextChoice(text("hole"))), b
    )


def test_blocks_layouts_and_lines_of_networks():
    beside, track, network = block(
        'show\n  beside\n    mat "hand" fill "red" when a\n      tiles "cards" as fan for c in S: "{c}" piece "card {c}"\n    "x"\n'
        '  track "t" S for k in S at a: "k"\n    piece "cube"\n    place n: "{n}"\n      fill "blue"\n'
        '  network Town as t at a, b: "{t}"\n    fill "red"\n    link u in S: "{u}"\n      piece "rail red"\n'
    ).items
    mat, line = beside.items
    assert (
        line == ast.ShowTextDecl(text("x"))
        and mat.label == text("hand")
        and mat.fill == fill(TextChoice(text("red"), a))
    )
    assert mat.items[0].layout == Name("fan")
    assert track.look.parts[0].word == "piece" and track.place.look == look(
        TextLit((Ref("n"),)), fill(TextChoice(text("blue")))
    )
    assert network.look.parts == (fill(TextChoice(text("red"))),) and network.link.look.parts[0].choices == (
        TextChoice(text("rail red")),
    )


def test_show():
    show = block(
        'show\n  "Day {a}"\n  for f in S: "{f}"\n  grid Cell as c: "{c}" fill "green" when a, "white"\n  grid Cell as c: "x"\n'
        '  track "Kyiv" 0..9 for k in S at rail[k]: "{k}"\n  network Town as t at t.x, t.y + 1: "{t}" link u in linked(t)\n  network Town as t at a, b: "{t}"\n'
    )
    each, grid, plain, track, network, unlinked = show.items[1:]
    assert show.items[0] == ast.ShowTextDecl(TextLit(("Day ", a)))
    assert each == ast.ShowValuesDecl(Name("f"), S, TextLit((Ref("f"),)))
    assert grid == ast.ShowGridDecl(
        "grid",
        NamedType("Cell"),
        Name("c"),
        look(TextLit((c,)), fill(TextChoice(text("green"), a), TextChoice(text("white")))),
    )
    assert plain.look.parts == ()
    assert track == ast.ShowTrackDecl(
        text("Kyiv"),
        RangeExpr(IntLit(0), IntLit(9)),
        Name("k"),
        S,
        ast.SubscriptExpr(Ref("rail"), Ref("k")),
        look(TextLit((Ref("k"),))),
    )
    assert (network.link.other, network.x) == (Name("u"), ast.DotExpr(Ref("t"), Name("x")))
    assert unlinked.link is None


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("rest", MoveCall(Name("rest"))),
        ("rest()", MoveCall(Name("rest"))),
        ("pick(Apple, -2)", MoveCall(Name("pick"), (Ref("Apple"), ast.UnaryExpr("-", IntLit(2))))),
        ('go(towns["Old Mill"])', MoveCall(Name("go"), (ast.SubscriptExpr(Ref("towns"), text("Old Mill")),))),
        ("die = 5", MoveCall(Name("die"), (), IntLit(5))),
        ("small.go(a)", MoveCall(Name("small.go"), (a,))),
    ],
)
def test_moves(written, expected):
    assert parse_move(written) == expected


def test_moves_of_a_line():
    assert parse_moves("rest; die = 2") == (MoveCall(Name("rest")), MoveCall(Name("die"), (), IntLit(2)))


@pytest.mark.parametrize("written", ["", "pick(", "pick(n = 2)", "pick; rest", "1", "pick(a) b", "§", '"x"'])
def test_what_is_no_move_raises(written):
    with pytest.raises(RulesError) as caught:
        parse_move(written)
    assert caught.value.diagnostics
