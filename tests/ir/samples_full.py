"""One game that uses every kind of node of the IR; it means nothing."""

from __future__ import annotations

from dataclasses import replace

from rules_dsl.ir.nodes import (
    Action,
    Assign,
    AtStep,
    Best,
    Binary,
    Bound,
    Builtin,
    Call,
    CellShape,
    Chance,
    Choose,
    Claim,
    Collect,
    Const,
    Constant,
    Construct,
    Convert,
    Count,
    Decide,
    Domain,
    Dominance,
    Each,
    Ending,
    Example,
    Expr,
    Fact,
    Falling,
    Field,
    FieldPlace,
    FindRule,
    FindVar,
    Fold,
    For,
    Function,
    Game,
    GivenInfo,
    GivenStep,
    Grade,
    If,
    IfElse,
    Index,
    ItemPlace,
    Layout,
    Leave,
    Let,
    LetIn,
    Literal,
    Local,
    Look,
    LookPart,
    Loop,
    MapOfEntries,
    MoveStep,
    Need,
    OptionInfo,
    Parameter,
    PartKind,
    Possible,
    Range,
    Reaction,
    RefusedStep,
    Replay,
    Require,
    Rule,
    RunStep,
    ScoreLine,
    Section,
    Seen,
    Settle,
    ShowBeside,
    ShowEach,
    ShowGrid,
    ShowGroup,
    ShowItem,
    ShowLink,
    ShowMat,
    ShowNetwork,
    ShowPlace,
    ShowText,
    ShowTiles,
    ShowTrack,
    StateVar,
    Stop,
    Stuck,
    Template,
    ThenStep,
    Unary,
    Until,
    Var,
    VarPlace,
    Walk,
    Where,
    While,
)
from rules_dsl.ir.types import (
    BOOL,
    TEXT,
    BagType,
    DeckType,
    EnumType,
    IntType,
    ListType,
    MapType,
    OptionalType,
    RecordType,
    SetType,
)

PLAYER = EnumType("Player", ("White", "Black"), "player", ("○", "●"))
MILL = EnumType("mills", ("Old Mill", "new", "mills#3"), "table")
OTHER_MILL = EnumType("mills", ("x",))
SMALL = IntType(1, 3)
CELL = RecordType("Cell", (("column", SMALL), ("row", SMALL)), ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c1", "c-3"))
LARGE = RecordType("small.Large", (("cells", SetType(CELL)), ("names", ListType(OptionalType(MILL), 3))))
CELLS = SetType(CELL)
RULE = Rule("long jump", ("UR 7", '"14"'))

CELL_VAR = Var("here", CELL)
DECK = Var("deck", DeckType(MILL, 2))
COUNTS = Var("counts", MapType(PLAYER, MapType(MILL, IntType(-3, 9))))
LOCAL = Local("f.x", CELL)
ONE = Literal(1, IntType(1, 1))
TRUE = Literal(True, BOOL)
SAID = Template(("day ", ONE, ' {braces} "quoted"\n'), TEXT)


def each(name: str = "c") -> Each:
    """Go through the cells."""
    return Each(name, Domain(CELL, CELLS), CELL)


def fold(kind: str, item: Expr, type_: object, *more: Where | While | Until, name: str = "c", **parts: Expr) -> Fold:
    """A fold over the cells."""
    return Fold(kind, item, (each(name), *more), type_, **parts)  # type: ignore[arg-type]


def cell(name: str) -> Local:
    """A local cell."""
    return Local(name, CELL)


EXPRESSIONS: tuple[Expr, ...] = (
    Literal(3, CELL),
    Literal(6, CELL),
    Literal(8, CELL),
    Literal(None, OptionalType(CELL)),
    Literal(2, OptionalType(MILL)),
    Literal(2, OptionalType(SMALL)),
    Literal(0, OTHER_MILL),
    Literal(5, CELLS),
    Literal(((1, None), (0, 1)), MapType(PLAYER, LARGE)),
    Literal(-3, IntType(-9, 9)),
    Literal("text", TEXT),
    Const("mills.points", MapType(MILL, SMALL)),
    Index(Index(COUNTS, Literal(1, PLAYER), MapType(MILL, IntType(-3, 9))), Literal(0, MILL), IntType(-3, 9)),
    Field(CELL_VAR, "row", SMALL),
    Field(Convert(Var("chosen", OptionalType(CELL)), CELL, True), "row", IntType(1, 2)),
    Construct((ONE, Convert(ONE, SMALL)), CELL),
    Collect((CELL_VAR, CELL_VAR), CELLS),
    Collect((), ListType(CELL, 4)),
    MapOfEntries(((Literal(0, MILL), ONE), (Literal(2, MILL), ONE)), ONE, MapType(MILL, SMALL)),
    MapOfEntries((), ONE, MapType(MILL, SMALL)),
    Unary("-", Unary("-", ONE, IntType(-1, -1)), IntType(1, 1)),
    Unary("not", TRUE, BOOL),
    Binary("+", ONE, Literal(-1, IntType(-1, -1)), IntType(0, 0)),
    Binary("/", ONE, ONE, IntType(0, 1)),
    Binary("min", ONE, ONE, IntType(1, 1)),
    Binary("difference", Var("cells", CELLS), Var("cells", CELLS), CELLS),
    Binary("in", CELL_VAR, Var("cells", CELLS), BOOL),
    IfElse(TRUE, ONE, ONE, IntType(1, 1)),
    LetIn("y", ONE, Local("y", IntType(1, 1)), IntType(1, 1)),
    Call("far away", (CELL_VAR, ONE), SMALL),
    Builtin("next", (CELL_VAR,), CELL),
    Builtin("len", (Var("cells", CELLS),), IntType(0, 9)),
    Range(ONE, Literal(4, IntType(4, 4)), SetType(IntType(1, 4))),
    fold("count", TRUE, IntType(0, 9), Where(TRUE), While(TRUE), Until(TRUE)),
    fold("highest", cell("c"), CELLS, by=Field(cell("c"), "row", SMALL)),
    fold("max", Field(cell("c"), "row", SMALL), SMALL, default=Literal(1, SMALL)),
    fold("map", ONE, MapType(CELL, IntType(0, 1)), key=cell("c")),
    fold("first", cell("c"), OptionalType(CELL)),
    Walk("reach", Var("cells", CELLS), None, "w", Collect((Local("w", CELL),), CELLS), CELLS),
    Walk("distance", Var("cells", CELLS), Var("cells", CELLS), "w", Var("cells", CELLS), OptionalType(IntType(0, 8))),
    Possible("jump", Literal(0, PLAYER), BOOL),
    Stuck(BOOL),
    SAID,
)

BODY = (
    Assign(VarPlace("here", CELL), CELL_VAR, False, RULE),
    Assign(
        ItemPlace(
            ItemPlace(VarPlace("counts", COUNTS.type), Literal(0, PLAYER), MapType(MILL, IntType(-3, 9))), Literal(0, MILL), IntType(-3, 9)
        ),
        ONE,
        True,
        RULE,
    ),
    Assign(FieldPlace(VarPlace("here", CELL), "row", SMALL), ONE, True, RULE),
    Assign(FieldPlace(VarPlace("deck", DECK.type), "unseen", BagType(MILL, 2)), Builtin("unseen", (DECK,), BagType(MILL, 2)), False, RULE),
    Let("n", ONE),
    If(TRUE, (Let("m", Local("n", IntType(1, 1))),), (Settle(),)),
    If(TRUE, (), ()),
    For("k", Var("cells", CELLS), CELL, (Require(TRUE, SAID, RULE),)),
    Choose("z", Var("cells", CELLS), Binary("==", cell("z"), CELL_VAR, BOOL), CELL, RULE, Literal(1, PLAYER)),
    Chance("v", Var("cells", CELLS), Builtin("number", (cell("v"),), IntType(1, 9)), CELL, "card", RULE),
    Need(TRUE, SAID, RULE),
    Need(TRUE, None, RULE),
    Settle(),
)

PLAY = (
    Section("night", (Let("first", Literal(0, PLAYER)),), (Decide(Local("first", PLAYER), ("jump", "jump"), (Stop(),), "bid"),)),
    Loop(None, (Loop(TRUE, (Decide(Literal(0, PLAYER), ("jump",), None),)), Leave())),
    Loop(None, ()),
)


def _state() -> tuple[StateVar, ...]:
    mills = Literal(((0, 0, 0), (0, 0, 0)), COUNTS.type)
    return (
        StateVar("here", CELL, Literal(0, CELL), Seen("all"), doc="Where we are."),
        StateVar("chosen", OptionalType(CELL), Literal(None, OptionalType(CELL)), Seen("none"), control=True),
        StateVar("cells", CELLS, Literal(0, CELLS), Seen("by", Literal(0, PLAYER))),
        StateVar("counts", COUNTS.type, mills, Seen("owner")),
        StateVar("deck", DECK.type, Literal(((), (1, 1, 1)), DECK.type), Seen("none")),
    )


def _action() -> Action:
    parameters = (Parameter("jump.c", CELL, Var("cells", CELLS)), Parameter("jump.n", SMALL))
    return Action(
        "jump", "jump", "jump.player", parameters, (Need(TRUE, SAID, RULE), Need(TRUE, None, RULE, implied=True)), BODY, RULE, "Jump!"
    )


def _functions() -> tuple[Function, ...]:
    numbered = [Let(f"e{number}", expr) for number, expr in enumerate(EXPRESSIONS)]
    far = Function(
        "far away", (Parameter("far.c", CELL), Parameter("far.n", IntType(0, 9))), Field(Local("far.c", CELL), "row", SMALL), SMALL, RULE
    )
    return (far, *(Function(let.name, (), let.value, let.value.type, RULE) for let in numbered))


ONES = IntType(1, 1)


def _shows() -> tuple[ShowItem, ...]:
    choices = ((SAID, TRUE), (SAID, None))
    filled = Look(SAID, (LookPart(PartKind.FILL, choices),))
    pieces = LookPart(PartKind.PIECE, choices, ONE)
    whole = Look(SAID, (pieces, LookPart(PartKind.WALL, choices), LookPart(PartKind.REGION, choices)))
    return (
        ShowText(SAID),
        ShowEach("s", Var("cells", CELLS), CELL, SAID),
        ShowGrid("g", CELL, filled),
        ShowGrid("g", CELL, whole, CellShape.HEXAGON),
        ShowGrid("g", CELL, whole, CellShape.SQUARE, Literal(1, PLAYER)),
        ShowTrack(SAID, Range(ONE, ONE, SetType(IntType(1, 1))), "t", Var("cells", CELLS), CELL, ONE, Look(SAID)),
        ShowNetwork("u", MILL, ONE, ONE, whole, ShowLink("w", MILL, Collect((Local("w", MILL),), SetType(MILL)), filled)),
        ShowNetwork("u", MILL, ONE, ONE, Look(SAID), ShowLink("w", MILL, Collect((Local("w", MILL),), SetType(MILL)))),
        ShowNetwork("u", MILL, ONE, ONE, Look(SAID)),
        ShowGroup("q", Var("cells", CELLS), CELL, (ShowText(SAID), ShowTiles(SAID, "i", Var("cells", CELLS), CELL, filled))),
        ShowBeside((ShowMat(SAID, (ShowTiles(SAID, "i", Var("cells", CELLS), CELL, whole, Layout.FAN),), filled.parts[0]), ShowMat(SAID, ()))),
        ShowTrack(
            SAID, Range(ONE, ONE, SetType(ONES)), "t", Var("cells", CELLS), CELL, ONE, filled, ShowPlace("f", ONES, filled)
        ),
    )


def full_game() -> Game:
    """The game that uses everything."""
    score = ScoreLine("mills & more", ONE, "score.p", RULE)
    return Game(
        name="everything at once",
        title='A "title"',
        kind="puzzle",
        players=PLAYER,
        types=(PLAYER, CELL, LARGE, SetType(MILL)),
        constants=(Constant("mills.points", MapType(MILL, SMALL), (1, 2, 3), "table"), Constant("big", LARGE, (3, (None, 1)), "given")),
        functions=_functions(),
        variables=_state(),
        actions=(_action(),),
        reactions=(Reaction("chain", (Parameter("chain.c", CELL),), TRUE, (Settle(),), RULE),),
        endings=(Ending("win", TRUE, Local("end.p", PLAYER), "end.p", RULE), Ending("end", TRUE, None, None, RULE)),
        play=PLAY,
        scores=(score, replace(score, each=None)),
        claims=(Claim("leads", "soon", TRUE, TRUE, RULE), Claim("always", "now", TRUE, None, RULE), Claim("terminates", "once", TRUE, None, RULE, (Falling(Literal(3, SMALL), "3"), Falling(Literal(2, SMALL), "1 + 1")))),
        bounds=(Bound("at most", ONE, RULE),),
        dominances=(Dominance("more", (Grade(VarPlace("counts", COUNTS.type)), Grade(BODY[1].place, less=True)), RULE),),
        options=(OptionInfo("days", SMALL, 2, 3, True, "how many", RULE),),
        givens=(GivenInfo("start", CELLS, True, (("#", 3), (" ", 0)), "Where."), GivenInfo("end", CELL, False)),
        facts=(Fact("mills", "Old Mill", "points", "3", "sure", "box", "mills.csv:3"),),
        examples=(
            Example(
                "jumps",
                (GivenStep(BODY[0]), AtStep("night"), MoveStep("jump(a1, 2)"), RefusedStep("no"), RefusedStep(None)),
                (("days", "2"),),
                (("end", 3),),
                RULE,
            ),  # type: ignore[arg-type]
            Example("runs", (RunStep((Let("q", ONE), Settle())), ThenStep(TRUE, "true")), (), (), RULE, False),
        ),
        counts=(Count("depth", 4, 99, "four", (("days", "3"),), (("start", "a|b|]"),), False),),
        replays=(Replay("plays/a.play"),),
        bests=(Best(True, 12, "plays/b.play"), Best(False, -3, "")),
        finds=(FindVar("star", MapType(CELL, BOOL)),),
        find_rules=(FindRule("row", (each("r"),), TRUE, "one a row", RULE), FindRule("any", (), TRUE, "", RULE)),
        unique=True,
        show=_shows(),
        rules=(RULE, Rule("other")),
        doc="All of it.\nTwo lines.",
        sources=(("a.rules", "00ff"),),
    )
