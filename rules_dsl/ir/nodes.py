"""The typed IR: what a game means, in few kinds of nodes.

Every expression carries its `type` (for numbers: the interval its value is known to lie in) and its `span`. Names of locals are unique in
the whole game (`pick.f`, `flips.q#2`), so no pass has to think about scope. Options, libraries, exceptions, readings and modules are gone;
options and givens have become constants.

A game first has its sequence as one structured statement (`Game.play`); the pass `automaton` turns it into `Game.nodes`. Engines take
the game after all passes and see nodes only.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules_dsl.ir.types import RecordType, Type, Value
from rules_dsl.source import NOWHERE, Span


def _span() -> Span:
    return field(default=NOWHERE, compare=False, repr=False, kw_only=True)


# -- expressions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Literal:
    """A value of its type, held as `types` says."""

    value: Value
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Local:
    """A parameter, a bound name of a fold, a `let`."""

    name: str
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Var:
    """A state variable."""

    name: str
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Const:
    """A named constant of the game: table columns, givens, tabulated functions."""

    name: str
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Index:
    """`base[key]` of a map or bag (total, never fails) or a list (1-based; fails outside)."""

    base: Expr
    key: Expr
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Field:
    base: Expr
    name: str
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Construct:
    """A record from all its fields in order. Fails if a field does not fit its range."""

    arguments: tuple[Expr, ...]
    type: RecordType
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Collect:
    """A set, list, bag or deck written out: `{a, b}`, `[a, b]`; the type says which."""

    items: tuple[Expr, ...]
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class MapOfEntries:
    """A map written out: constant key ordinals not named take `default`."""

    entries: tuple[tuple[Expr, Expr], ...]
    default: Expr
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Convert:
    """A value of one type as another: narrower to wider range, T to T?, set over a part to set over the whole, checked T? to T.

    With `checked`, a value that does not fit stops the play with an error; otherwise it is known to fit.
    """

    value: Expr
    type: Type
    checked: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Unary:
    """`not`, `-` (on numbers)."""

    operator: str
    operand: Expr
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Binary:
    """and or implies · == != (any type, both sides of one type) · < <= > >= (numbers, enums by ordinal; <= on sets: subset) ·
    in (element, set | list | bag) · + - * / % (numbers; / and % round down) · min max (numbers) ·
    union difference common (sets) · concat (lists) · add subtract (bags, maps and records of numbers, item by item)."""

    operator: str
    left: Expr
    right: Expr
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class IfElse:
    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class LetIn:
    name: str
    value: Expr
    body: Expr
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function of the game."""

    function: str
    arguments: tuple[Expr, ...]
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Builtin:
    """One of `BUILTINS`."""

    name: str
    arguments: tuple[Expr, ...]
    type: Type
    span: Span = _span()


# name → meaning. `letter` and `text` give TextType and occur in templates only.
BUILTINS = {
    "len": "number of items of a set, bag, list or deck",
    "abs": "absolute value",
    "top": "first item of a list; fails on an empty one",
    "last": "last item of a list; fails on an empty one",
    "rest": "a list without its first item; empty of empty",
    "take_last": "(list, n) the last n items, all if fewer",
    "without_last": "(list, n) the list without its last n items",
    "take_first": "(list, n) the first n items, all if fewer",
    "reversed": "the list from back to front",
    "next": "the following value of a countable type, the first after the last",
    "previous": "the value before, the last before the first",
    "number": "1 + ordinal of a countable value",
    "nth": "(n) the value of the result type with number n; fails outside",
    "unseen": "the unseen part of a deck, a bag",
    "known": "the known top part of a deck, a list, top first",
    "members": "a bag or list as the set of what is in it",
    "letter": "1 → a, 2 → b, … 27 → aa (text)",
}


@dataclass(frozen=True, slots=True)
class Domain:
    """All values of a countable type, as something to go through (its type is a set of them)."""

    item: Type
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers low..high, as something to go through; as a value, a set over the interval type."""

    low: Expr
    high: Expr
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Each:
    """For each value of a set (upwards), list (in order) or bag (each value once, upwards)."""

    name: str
    domain: Expr
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Where:
    """Leaves out values for which the condition fails."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class While:
    """Ends the innermost Each before it before the first value that fails."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Until:
    """Ends the innermost Each before it after the first value that holds (which is kept)."""

    condition: Expr


Clause = Each | Where | While | Until


@dataclass(frozen=True, slots=True)
class Fold:
    """`kind`: sum, count, any, all, min, max, union, first, set, list, map, bag, highest, lowest.

    count: items are Bool, the true ones count. min/max: `default` when nothing comes (None: fails). first: optional. map: `key` → item, keys
    never met take the zero. highest/lowest: item x, measure `by`; the set of all x with the best measure.
    """

    kind: str
    item: Expr
    clauses: tuple[Clause, ...]
    type: Type
    key: Expr | None = None
    by: Expr | None = None
    default: Expr | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Walk:
    """reach: the set of all values reachable from the set `start` (with it). distance: fewest steps to a member of `target`, or none.
    nearest: the members of `target` at the least distance. `step` is a set or list that may read the local `name`."""

    kind: str
    start: Expr
    target: Expr | None
    name: str
    step: Expr
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Possible:
    """Has the action a legal move in this state for this player?"""

    action: str
    player: Expr
    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Stuck:
    """No move is legal at the decision the automaton stands at (false anywhere else)."""

    type: Type
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Template:
    """Text with values in it; type TEXT."""

    parts: tuple[str | Expr, ...]
    type: Type
    span: Span = _span()


Expr = (
    Literal | Local | Var | Const | Index | Field | Construct | Collect | MapOfEntries | Convert | Unary | Binary | IfElse | LetIn
    | Call | Builtin | Domain | Range | Fold | Walk | Possible | Stuck | Template
)  # fmt: skip

# -- statements -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a thing comes from: the name of the action, event, exception, … its place and what it cites (`UR 7, 14`)."""

    name: str
    cites: tuple[str, ...] = ()
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class VarPlace:
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class ItemPlace:
    """`base[key]` of a map, or of a bag (its count)."""

    base: Place
    key: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """A field of a record; of a deck `known` (a list, top first) or `unseen` (a bag)."""

    base: Place
    name: str
    type: Type


Place = VarPlace | ItemPlace | FieldPlace


@dataclass(frozen=True, slots=True)
class Assign:
    """`place = value`. The value's type is the place's, up to the range of numbers: with `checked` it may leave it, which stops the play."""

    place: Place
    value: Expr
    checked: bool
    rule: Rule
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Let:
    name: str
    value: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class For:
    """For each value in the order of `Each`; the domain is read once, before the first."""

    name: str
    domain: Expr
    type: Type
    body: tuple[Stmt, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Need:
    """The move is legal only if this holds here. `reason` is a Template, or None.

    `implied` (set by the pass `domains`): it holds for all values in the domains of the parameters, so it need not be tested to list moves;
    it still says why a move is refused, before the domain does.
    """

    condition: Expr
    reason: Expr | None
    rule: Rule
    implied: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Choose:
    """A choice among the values of the domain for which the condition (which may read `name`) holds: a further parameter of the move.

    Outside an action and after chance it is a decision of its own: of `actor`, if None of the action's player (in play: the first player).
    """

    name: str
    domain: Expr
    condition: Expr | None
    type: Type
    rule: Rule
    actor: Expr | None = None  # who chooses where it is a decision of its own: in events of `play`, after chance
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Chance:
    """`name` takes each value of `domain` with probability weight / sum of weights (weight 0: never). `label` is the name in plays."""

    name: str
    domain: Expr
    weight: Expr | None
    type: Type
    label: str
    rule: Rule
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Require:
    """Stops the play with an error if the condition fails (draw from nothing, exceptions that clash). `message` is a Template."""

    condition: Expr
    message: Expr
    rule: Rule
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Settle:
    """End of a step: run the reactions to their fixed point, then test the endings in order; if one holds the game is over."""

    span: Span = _span()


# The statements below stand in `Game.play` only and are gone after the pass `automaton`.


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision of `actor` among actions; `otherwise` (None: stuck) runs when no move is legal. Each action ends with its own Settle."""

    actor: Expr
    actions: tuple[str, ...]
    otherwise: tuple[Stmt, ...] | None
    label: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Loop:
    """`until` is tested before each round (None: never ends by itself)."""

    until: Expr | None
    body: tuple[Stmt, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the innermost Loop or For."""

    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Stop:
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Section:
    """The body of a sub-play, put where it is called; `name` is a label that examples can start `at`. Parameters are `Let`s before its body."""

    name: str
    parameters: tuple[Let, ...]
    body: tuple[Stmt, ...]
    span: Span = _span()


Stmt = Assign | Let | If | For | Need | Choose | Chance | Require | Settle | Decide | Loop | Leave | Stop | Section

# -- parts of a game --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parameter:
    """`domain` None: all values of the type. A domain may read earlier parameters and the state."""

    name: str
    type: Type
    domain: Expr | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    parameters: tuple[Parameter, ...]
    body: Expr
    type: Type
    rule: Rule


@dataclass(frozen=True, slots=True)
class Action:
    """What a player may do. The local `<name>.player` is who decides. Moves are written `title(arguments)`.

    `needs` are tested in order before the body as soon as their parameters are bound; the body may hold further Needs (`ensures`) and
    Chooses. Exceptions are worked in already: replaced bodies stand in Ifs, guarded needs read `guard implies condition`.
    """

    name: str
    title: str
    player: str
    parameters: tuple[Parameter, ...]
    needs: tuple[Need, ...]
    body: tuple[Stmt, ...]
    rule: Rule
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Reaction:
    name: str
    parameters: tuple[Parameter, ...]
    condition: Expr
    body: tuple[Stmt, ...]
    rule: Rule


@dataclass(frozen=True, slots=True)
class Ending:
    """`kind`: end, goal, win, lose, draw. `who` is a player expression; `each` the local that goes through all players."""

    kind: str
    condition: Expr
    who: Expr | None
    each: str | None
    rule: Rule


@dataclass(frozen=True, slots=True)
class Seen:
    """Who sees a variable: `kind` all, none, owner (map entries by Player key) or by (an expression: player or set of players)."""

    kind: str
    by: Expr | None = None


@dataclass(frozen=True, slots=True)
class StateVar:
    """`control` marks variables made by the compiler for locals that outlive a decision; their `initial` is their resting value."""

    name: str
    type: Type
    initial: Expr
    seen: Seen
    control: bool = False
    doc: str = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure of a table with what is known of its source."""

    table: str
    row: str
    field: str
    value: str
    confidence: str
    provenance: str
    where: str


@dataclass(frozen=True, slots=True)
class Constant:
    """`role`: table (a column, keyed by row), given, option, computed. Value held as its type says."""

    name: str
    type: Type
    value: Value
    role: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option or reading as it was set; `values` are all it may take, as texts."""

    name: str
    type: Type
    value: Value
    default: Value
    reading: bool
    text: str
    rule: Rule


@dataclass(frozen=True, slots=True)
class GivenInfo:
    name: str
    type: Type
    required: bool
    legend: tuple[tuple[str, Value], ...] = ()
    doc: str = ""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """`each` is the local of the player when scores are per player."""

    label: str
    value: Expr
    each: str | None
    rule: Rule


@dataclass(frozen=True, slots=True)
class Claim:
    """`mode`: always, never, sometimes, leads (condition leads to then), terminates."""

    mode: str
    label: str
    condition: Expr
    then: Expr | None
    rule: Rule


@dataclass(frozen=True, slots=True)
class Bound:
    label: str
    value: Expr
    rule: Rule


# examples


@dataclass(frozen=True, slots=True)
class GivenStep:
    """Set state before playing on."""

    assign: Assign


@dataclass(frozen=True, slots=True)
class AtStep:
    section: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class MoveStep:
    """A move in the words of the play notation: `pick(Apple, 2)` or `d = 5`."""

    text: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class RunStep:
    """Eager statements (an event, then Settle)."""

    body: tuple[Stmt, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ThenStep:
    condition: Expr
    source: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class RefusedStep:
    """The MoveStep just before must be refused; `reason` is the text expected, or None for any."""

    reason: str | None
    span: Span = _span()


ExampleStep = GivenStep | AtStep | MoveStep | RunStep | ThenStep | RefusedStep


@dataclass(frozen=True, slots=True)
class Example:
    """`options` and `givens` are what the game is to be loaded with, in the form `load` takes them.

    If they are not those of this game, `ready` is False and there are no steps: load the game with them and take the example of the same
    label there (again, until it is ready: givens are read under the options).
    """

    label: str
    steps: tuple[ExampleStep, ...]
    options: tuple[tuple[str, str], ...]
    givens: tuple[tuple[str, Value], ...]
    rule: Rule
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Count:
    """`what`: depth, states, games. `options`, `givens` and `ready` as for examples; counts keep their order."""

    what: str
    depth: int
    expected: int
    label: str
    options: tuple[tuple[str, str], ...]
    givens: tuple[tuple[str, Value], ...]
    ready: bool = True
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Replay:
    path: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Best:
    exact: bool
    value: int
    proof: str
    span: Span = _span()


# pictures


@dataclass(frozen=True, slots=True)
class ShowText:
    text: Expr


@dataclass(frozen=True, slots=True)
class ShowEach:
    name: str
    domain: Expr
    type: Type
    text: Expr


@dataclass(frozen=True, slots=True)
class ShowGrid:
    """One cell for each value of a countable record with fields `column` and `row`; `fills` are (colour, condition or None) in order."""

    name: str
    type: RecordType
    text: Expr
    fills: tuple[tuple[Expr, Expr | None], ...]


@dataclass(frozen=True, slots=True)
class ShowTrack:
    label: Expr
    positions: Expr
    name: str
    domain: Expr
    type: Type
    at: Expr
    text: Expr


@dataclass(frozen=True, slots=True)
class ShowNetwork:
    name: str
    type: Type
    x: Expr
    y: Expr
    text: Expr
    other: str | None
    linked: Expr | None


ShowItem = ShowText | ShowEach | ShowGrid | ShowTrack | ShowNetwork

# find puzzles


@dataclass(frozen=True, slots=True)
class FindVar:
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class FindRule:
    """Must hold for all values of `each`."""

    name: str
    each: tuple[Each, ...]
    condition: Expr
    reason: str
    rule: Rule


# -- the automaton ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RunNode:
    """Eager statements (Assign, Let, If, For, Require, Settle), then go to `then`. A Settle that ends the game goes to the StopNode.

    Locals never cross from one node to another: what outlives a node is a control variable.
    """

    body: tuple[Stmt, ...]
    then: int


@dataclass(frozen=True, slots=True)
class BranchNode:
    condition: Expr
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class Option:
    """An action at a decision and where play goes on after it."""

    action: str
    then: int


@dataclass(frozen=True, slots=True)
class DecideNode:
    actor: Expr
    options: tuple[Option, ...]
    otherwise: int | None
    label: str = ""


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """The outcome is put into the control variable `variable`. `weight` reads the value it weighs as the local of the same name."""

    variable: str
    domain: Expr
    weight: Expr | None
    type: Type
    label: str
    then: int
    rule: Rule


@dataclass(frozen=True, slots=True)
class StopNode:
    """The game is over. Machines set all control variables to their `initial` on entering it, so that equal positions are equal states."""


Node = RunNode | BranchNode | DecideNode | ChanceNode | StopNode


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game. Node 0 is where play begins; exactly one StopNode, the last. A state is the values of `variables` and a node."""

    name: str
    title: str
    kind: str  # game or puzzle
    players: Type  # the enum Player
    types: tuple[Type, ...] = ()
    constants: tuple[Constant, ...] = ()
    functions: tuple[Function, ...] = ()
    variables: tuple[StateVar, ...] = ()
    actions: tuple[Action, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    endings: tuple[Ending, ...] = ()
    play: tuple[Stmt, ...] = ()
    nodes: tuple[Node, ...] = ()
    sections: tuple[tuple[str, int], ...] = ()  # name of a sub-play → the node it begins at
    scores: tuple[ScoreLine, ...] = ()
    claims: tuple[Claim, ...] = ()
    bounds: tuple[Bound, ...] = ()
    options: tuple[OptionInfo, ...] = ()
    givens: tuple[GivenInfo, ...] = ()
    facts: tuple[Fact, ...] = ()
    examples: tuple[Example, ...] = ()
    counts: tuple[Count, ...] = ()
    replays: tuple[Replay, ...] = ()
    bests: tuple[Best, ...] = ()
    finds: tuple[FindVar, ...] = ()
    find_rules: tuple[FindRule, ...] = ()
    unique: bool = False
    show: tuple[ShowItem, ...] = ()
    rules: tuple[Rule, ...] = ()  # every named rule, for coverage
    doc: str = ""
    sources: tuple[tuple[str, str], ...] = ()  # file name, SHA-256 of its text (rules and data)
