"""The nodes of core: expressions that never fail, failures, and structured statements."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from rules_dsl.ir.core.forms import CoreForm
from rules_dsl.ir.types import Type, Value
from rules_dsl.source import Span

# -- expressions ------------------------------------------------------------------------------------------------------


class Operator(Enum):
    """What an `Operate` does. Numbers, unless said otherwise; indices count from 0."""

    ADD = auto()
    SUBTRACT = auto()
    MULTIPLY = auto()
    DIVIDE = auto()  # rounds down
    REMAINDER = auto()  # has the sign of the divisor
    NEGATE = auto()
    ABSOLUTE = auto()
    LEAST = auto()  # of two
    MOST = auto()  # of two
    EQUAL = auto()  # of any two of one form
    UNEQUAL = auto()
    LESS = auto()  # numbers or truths
    AT_MOST = auto()
    BETWEEN = auto()  # low <= number <= high, given as low, number, high
    NOT = auto()
    AND = auto()  # the right side is evaluated only where it decides
    OR = auto()
    CHOOSE = auto()  # condition, value where it holds, value where it does not
    NUMBER_OF = auto()  # a truth as 0 or 1
    TRUTH_OF = auto()  # 0 or 1 as a truth
    IS_NONE = auto()
    PRESENT = auto()  # a value as an option
    UNWRAP = auto()  # an option that is not none as its value
    BIT = auto()  # the word with this bit alone
    HAS_BIT = auto()  # word, number of the bit
    UNITE = auto()
    COMMON = auto()
    WITHOUT = auto()
    SHIFT = auto()  # a word moved up by a number of bits that is immediate
    BITS_BETWEEN = auto()  # the word of the bits low..high, empty if low > high
    COUNT_BITS = auto()
    IS_SUBSET = auto()
    SUPPORT = auto()  # the word of the indices at which a row of numbers is not 0
    TOTAL = auto()  # the sum of a row of numbers
    ITEM = auto()  # row or sequence, index
    LENGTH = auto()
    CONTAINS = auto()  # sequence, value
    JOIN = auto()  # two sequences
    REVERSE = auto()
    FIRST_ITEMS = auto()  # sequence, how many (all if fewer, none if negative)
    LAST_ITEMS = auto()
    DROP_FIRST = auto()  # sequence without its first item; empty of empty
    DROP_LAST = auto()  # sequence, how many to leave out at its end
    SHUFFLE = auto()  # sequence, seed
    SEQUENCE = auto()  # items
    FILL = auto()  # a row with one value everywhere: value, immediate size
    TUPLE = auto()  # parts
    PART = auto()  # tuple, immediate number
    LETTERS = auto()  # 1 → a, 27 → aa
    TEXT = auto()  # texts one after another


@dataclass(frozen=True, slots=True)
class Immediate:
    """A value written out."""

    value: Value
    form: CoreForm


@dataclass(frozen=True, slots=True)
class Pooled:
    """A constant of the program."""

    name: str
    form: CoreForm


@dataclass(frozen=True, slots=True)
class Register:
    """A local of a function; `#` and a number stand behind names that lowering made."""

    name: str
    form: CoreForm


@dataclass(frozen=True, slots=True)
class StateSlot:
    """A variable of the state."""

    number: int
    form: CoreForm


@dataclass(frozen=True, slots=True)
class Operate:
    """One operator with its operands."""

    operator: Operator
    operands: tuple[CoreExpr, ...]
    form: CoreForm


@dataclass(frozen=True, slots=True)
class SayValue:
    """A value of a type as words."""

    value: CoreExpr
    type: Type
    form: CoreForm


@dataclass(frozen=True, slots=True)
class Invoke:
    """A call of a function of role VALUE; it reads slots and changes none."""

    function: str
    arguments: tuple[CoreExpr, ...]
    form: CoreForm


@dataclass(frozen=True, slots=True)
class CanAct:
    """Does the search of an action find a move for this player?

    `again` is how play fails if the search asks for itself; None where it cannot.
    """

    action: str
    player: CoreExpr
    again: CoreFailure | None
    form: CoreForm


@dataclass(frozen=True, slots=True)
class AskStuck:
    """Is no move legal at the decision where play rests? False wherever play does not rest."""

    form: CoreForm


CoreExpr = Immediate | Pooled | Register | StateSlot | Operate | SayValue | Invoke | CanAct | AskStuck


# -- failures ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArgumentText:
    """An argument of a failure in its words: said as a value of the type, or plainly if there is none."""

    number: int
    type: Type | None = None


@dataclass(frozen=True, slots=True)
class TalliedNames:
    """The names whose numbers an argument (a sequence) holds, the most frequent first."""

    number: int
    names: tuple[str, ...]


FailureWords = tuple[str | ArgumentText | TalliedNames, ...]


@dataclass(frozen=True, slots=True)
class CoreFailure:
    """How play fails: the code, the place in the rules, and what is said."""

    code: str
    message: FailureWords
    span: Span
    label: FailureWords = ()
    repair: str = ""


# -- statements -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ItemStep:
    """Into an item of a row."""

    index: CoreExpr


@dataclass(frozen=True, slots=True)
class PartStep:
    """Into a part of a tuple."""

    number: int


PathStep = ItemStep | PartStep


@dataclass(frozen=True, slots=True)
class StoreInto:
    """Put a value into a register or slot, or, with a path, into a part of what it holds."""

    target: Register | StateSlot
    path: tuple[PathStep, ...]
    value: CoreExpr


@dataclass(frozen=True, slots=True)
class PushOnto:
    """Add a value at the end of the sequence in a register."""

    target: Register
    value: CoreExpr


@dataclass(frozen=True, slots=True)
class Conditional:
    """One of two blocks."""

    condition: CoreExpr
    then: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class NumbersFrom:
    """The numbers low..high."""

    low: CoreExpr
    high: CoreExpr


@dataclass(frozen=True, slots=True)
class BitsOf:
    """The numbers of the bits of a word, upwards, each with `low` added."""

    word: CoreExpr
    low: int


@dataclass(frozen=True, slots=True)
class ItemsOf:
    """The items of a sequence in order."""

    sequence: CoreExpr


TraverseSource = NumbersFrom | BitsOf | ItemsOf


@dataclass(frozen=True, slots=True)
class Traverse:
    """The body for each value of the source, which is read once before the first."""

    register: Register
    source: TraverseSource
    body: Block
    label: str


@dataclass(frozen=True, slots=True)
class Cycle:
    """The body as long as the condition holds before it."""

    condition: CoreExpr
    body: Block
    label: str


@dataclass(frozen=True, slots=True)
class LeaveLoop:
    """Go on behind the loop with this label."""

    label: str


@dataclass(frozen=True, slots=True)
class ReturnValue:
    """The function ends with this value."""

    value: CoreExpr


@dataclass(frozen=True, slots=True)
class FailWith:
    """Stop play."""

    failure: CoreFailure
    arguments: tuple[CoreExpr, ...]


@dataclass(frozen=True, slots=True)
class RefuseMove:
    """The move is not legal: leave the function with that."""


@dataclass(frozen=True, slots=True)
class TakeChoice:
    """Put the next value of the script into `register`.

    Where the script ends, `body` puts all values that may be chosen into the sequence `allowed`, and the function ends
    with these.
    """

    register: Register
    allowed: Register
    body: Block


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A move with these arguments is legal if the trial of its action takes it."""

    arguments: tuple[Register, ...]


@dataclass(frozen=True, slots=True)
class PerformEffect:
    """Call a function of role EFFECT."""

    function: str


@dataclass(frozen=True, slots=True)
class RestAt:
    """The function ends; play rests at this node."""

    node: int


@dataclass(frozen=True, slots=True)
class ResumeAt:
    """The function ends; play runs on from this node."""

    node: CoreExpr


Statement = (
    StoreInto | PushOnto | Conditional | Traverse | Cycle | LeaveLoop | ReturnValue | FailWith | RefuseMove | TakeChoice
    | LegalMove | PerformEffect | RestAt | ResumeAt
)  # fmt: skip

Block = tuple[Statement, ...]
