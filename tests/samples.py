"""Small games made by hand in the IR, for tests that should not depend on the front end."""

from __future__ import annotations

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.passes import pipeline
from rules_dsl.ir.types import BOOL, TEXT, EnumType, IntType, MapType, OptionalType, RecordType, SetType, Type, Value

EVERYBODY = ir.Seen("all")


def number(value: int) -> ir.Literal:
    """A number as an expression."""
    return ir.Literal(value, IntType(value, value))


def literal(value: Value, type_: Type) -> ir.Literal:
    """A value as an expression."""
    return ir.Literal(value, type_)


def same(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """`left == right`, with the right side converted to the type of the left."""
    fitting = right if right.type == left.type else ir.Convert(right, left.type)
    return ir.Binary("==", left, fitting, BOOL)


def template(*parts: str | ir.Expr) -> ir.Template:
    """A text with values in it."""
    return ir.Template(parts, TEXT)


def stones(most: int = 5) -> ir.Game:
    """Two players take one or two stones by turns; who takes the last wins."""
    players = EnumType("Player", ("Anna", "Ben"), "player")
    left_type = IntType(0, most)
    amount = IntType(1, 2)
    left, mover = ir.Var("left", left_type), ir.Var("mover", players)
    taken, each = ir.Local("take.n", amount), ir.Local("win.p", players)
    rule = ir.Rule("take", ("1",))
    take = ir.Action(
        name="take", title="take", player="take.player", parameters=(ir.Parameter("take.n", amount),), rule=rule,
        needs=(ir.Need(ir.Binary("<=", taken, left, BOOL), template("only ", left, " left"), rule),),
        body=(
            ir.Assign(ir.VarPlace("left", left_type), ir.Binary("-", left, taken, IntType(-2, most - 1)), True, rule),
            ir.Assign(ir.VarPlace("mover", players), ir.Builtin("next", (mover,), players), False, rule),
        ),
    )  # fmt: skip
    won = ir.Binary("and", same(left, number(0)), ir.Binary("!=", each, mover, BOOL), BOOL)
    return ir.Game(
        name="Stones", title="Who takes the last stone wins.", kind="game", players=players, actions=(take,),
        variables=(
            ir.StateVar("left", left_type, literal(most, left_type), EVERYBODY),
            ir.StateVar("mover", players, literal(0, players), EVERYBODY),
        ),
        endings=(ir.Ending("win", won, each, "win.p", ir.Rule("win", ("2",))),),
        play=(ir.Loop(None, (ir.Decide(mover, ("take",), None, "take"),)),),
        rules=(rule, ir.Rule("win", ("2",))),
        show=(ir.ShowText(template(left, " stones, ", mover, " to move")),),
    )  # fmt: skip


def dice() -> ir.Game:
    """Alone: three rounds, in each roll a die of three sides, then add it or not; the sum is the score."""
    players = EnumType("Player", ("Solo",), "player")
    total_type, die = IntType(0, 9), IntType(1, 3)
    total, rolled = ir.Var("total", total_type), ir.Var("rolled", die)
    rule, keep_rule = ir.Rule("roll"), ir.Rule("keep", ("2",))
    add = ir.Assign(ir.VarPlace("total", total_type), ir.Binary("+", total, rolled, IntType(1, 12)), True, keep_rule)
    keep = ir.Action("keep", "keep", "keep.player", (), (), (add,), keep_rule)
    skip = ir.Action("skip", "skip", "skip.player", (), (), (), ir.Rule("skip", ("3",)))
    sides = ir.Domain(die, SetType(die))
    one_round: tuple[ir.Stmt, ...] = (
        ir.Chance("d", sides, None, die, "d", rule),
        ir.Assign(ir.VarPlace("rolled", die), ir.Local("d", die), False, rule),
        ir.Settle(),
        ir.Decide(literal(0, players), ("keep", "skip"), None, "keep or skip"),
    )
    rounds = ir.Range(number(1), number(3), SetType(die))
    return ir.Game(
        name="Dice", title="Roll and keep.", kind="game", players=players, actions=(keep, skip),
        variables=(
            ir.StateVar("total", total_type, literal(0, total_type), EVERYBODY),
            ir.StateVar("rolled", die, literal(1, die), EVERYBODY),
        ),
        play=(ir.For("round", rounds, die, one_round),),
        scores=(ir.ScoreLine("kept", total, None, ir.Rule("score", ("4",))),),
        rules=(rule, keep_rule, skip.rule),
    )  # fmt: skip


def squares() -> RecordType:
    """The cells a1 to c2."""
    fields: tuple[tuple[str, Type], ...] = (("column", IntType(1, 3)), ("row", IntType(1, 2)))
    return RecordType("Cell", fields, tuple(f"{letter}{row}" for letter in "abc" for row in (1, 2)))


def board() -> ir.Game:
    """Alone: put a stone on each of six cells; a board with letters and numbers, drawn as a grid."""
    players = EnumType("Player", ("Solo",), "player")
    cell, stone = squares(), EnumType("Stone", ("stone",), signs=("●",))
    place_type = OptionalType(stone)
    on: Type = MapType(cell, place_type)
    stones_on, target, looked = ir.Var("on", on), ir.Local("put.c", cell), ir.Local("c", cell)
    rule = ir.Rule("put", ("1",))
    free = same(ir.Index(stones_on, target, place_type), literal(None, place_type))
    place = ir.ItemPlace(ir.VarPlace("on", on), target, place_type)
    put = ir.Action(
        name="put", title="put", player="put.player", parameters=(ir.Parameter("put.c", cell),), rule=rule,
        needs=(ir.Need(free, template(target, " is taken"), rule),),
        body=(ir.Assign(place, literal(0, place_type), False, rule),),
    )  # fmt: skip
    in_middle = same(ir.Field(looked, "column", IntType(1, 3)), number(2))
    fills = ((template("gold"), in_middle), (template("white"), None))
    return ir.Game(
        name="Board", title="Fill the board.", kind="puzzle", players=players, actions=(put,),
        variables=(ir.StateVar("on", on, literal((None,) * 6, on), EVERYBODY),),
        endings=(ir.Ending("goal", ir.Fold("all", _taken(stones_on, looked), (ir.Each("c", ir.Domain(cell, SetType(cell)), cell),), BOOL), None, None, ir.Rule("goal")),),
        play=(ir.Loop(None, (ir.Decide(literal(0, players), ("put",), None, "put"),)),),
        show=(ir.ShowGrid("c", cell, ir.Look(template(ir.Index(stones_on, looked, place_type)), (ir.LookPart(ir.PartKind.FILL, fills),))),),
        rules=(rule,),
    )  # fmt: skip


def _taken(stones_on: ir.Var, looked: ir.Local) -> ir.Expr:
    kind = OptionalType(EnumType("Stone", ("stone",), signs=("●",)))
    return ir.Unary("not", same(ir.Index(stones_on, looked, kind), literal(None, kind)), BOOL)


def compiled(game: ir.Game) -> ir.Game:
    """A sample after all passes."""
    return pipeline.run(game)
