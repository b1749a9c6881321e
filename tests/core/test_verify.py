"""The verifier of core finds what would mislead a back-end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_dsl.ir.core.forms import NUMBER, TRUTH, NumberForm, OptionForm, RowForm, SequenceForm, TupleForm, WordForm
from rules_dsl.ir.core.nodes import (
    BitsOf,
    Block,
    Conditional,
    CoreFailure,
    Cycle,
    FailWith,
    FoundMove,
    Immediate,
    Invoke,
    ItemsOf,
    ItemStep,
    LeaveLoop,
    NumbersFrom,
    Operate,
    Operator,
    PerformEffect,
    PushOnto,
    Register,
    RestAt,
    ReturnValue,
    StateSlot,
    StoreInto,
    TakeChoice,
    Traverse,
)
from rules_dsl.ir.core.program import (
    CoreFunction,
    CoreProgram,
    FunctionRole,
)
from rules_dsl.ir.core.verify import verify_program
from rules_dsl.source import NOWHERE

N = NumberForm(0, 9)
ONE, YES = Immediate(1, N), Immediate(True, TRUTH)
X, WORD, ROW = Register("x", N), StateSlot(1, WordForm(4)), StateSlot(2, RowForm(N, 3))
SLOTS = (Register("a", N), Register("b", WordForm(4)), Register("c", RowForm(N, 3)))
LIST = Register("l", SequenceForm(N, 3))
GIVE = ReturnValue(ONE)
FAILURE = CoreFailure("E0905", ("no value",), NOWHERE)


def program(body: Block, role: FunctionRole = FunctionRole.VALUE, *others: CoreFunction) -> CoreProgram:
    form = None if role in (FunctionRole.PLAY, FunctionRole.SEARCH, FunctionRole.EFFECT) else NUMBER
    return CoreProgram("p", "", SLOTS, (), (CoreFunction("f", role, (), body, form), *others), (), (), (), ())


def operation(operator: Operator, *operands: object, form: object = NUMBER) -> Operate:
    return Operate(operator, operands, form)  # type: ignore[arg-type]


def sets(value: object) -> Block:
    return (StoreInto(Register("y", value.form), (), value), GIVE)  # type: ignore[attr-defined,arg-type]


GOOD: dict[str, Block] = {
    "a sum": (StoreInto(X, (), ONE), ReturnValue(operation(Operator.ADD, X, StateSlot(0, N)))),
    "set on both ways": (Conditional(YES, (StoreInto(X, (), ONE),), (StoreInto(X, (), ONE),)), ReturnValue(X)),
    "one way fails": (Conditional(YES, (StoreInto(X, (), ONE),), (FailWith(FAILURE, ()),)), ReturnValue(X)),
    "a loop that is left": (Traverse(X, BitsOf(WORD, 0), (LeaveLoop("l"),), "l"), GIVE),
    "a list": (StoreInto(LIST, (), Immediate((), LIST.form)), PushOnto(LIST, ONE), GIVE),
    "none": sets(Immediate(None, OptionForm(N))),
}

BAD: dict[str, tuple[Block, str]] = {
    "read before set": ((ReturnValue(X),), "x is read before it is set"),
    "set on one way only": ((Conditional(YES, (StoreInto(X, (), ONE),)), ReturnValue(X)), "x is read before it is set"),
    "set in a loop only": (
        (Traverse(Register("i", N), NumbersFrom(ONE, ONE), (StoreInto(X, (), ONE),), "l"), ReturnValue(X)),
        "before it is set",
    ),
    "the register of a loop behind it": (
        (Traverse(X, NumbersFrom(ONE, ONE), (), "l"), ReturnValue(X)),
        "before it is set",
    ),
    "no answer": ((StoreInto(X, (), ONE),), "may end without an answer"),
    "an answer on one way": ((Conditional(YES, (GIVE,)),), "may end without an answer"),
    "an answer of another form": ((ReturnValue(YES),), "wanted is 0..0"),
    "a label that is not around": ((LeaveLoop("l"),), "l is left outside of it"),
    "the label of a loop before": ((Cycle(YES, (), "l"), LeaveLoop("l")), "l is left outside of it"),
    "two forms of a register": (
        (StoreInto(X, (), ONE), StoreInto(Register("x", TRUTH), (), YES), GIVE),
        "x has two forms",
    ),
    "a number as a condition": ((Conditional(ONE, ()), GIVE), "is no truth"),
    "adding a truth": (sets(operation(Operator.ADD, ONE, YES)), "ADD of (0..9, truth) does not give"),
    "one operand": (sets(operation(Operator.ADD, ONE)), "ADD of (0..9) does not give"),
    "comparing forms": (sets(operation(Operator.EQUAL, ONE, YES, form=TRUTH)), "EQUAL of"),
    "words of two sizes": (
        sets(operation(Operator.UNITE, WORD, Immediate(0, WordForm(5)), form=WordForm(4))),
        "UNITE of",
    ),
    "choosing by a number": (sets(operation(Operator.CHOOSE, ONE, ONE, ONE)), "CHOOSE of"),
    "an item of a number": (sets(operation(Operator.ITEM, ONE, ONE)), "ITEM of"),
    "unwrapping a number": (sets(operation(Operator.UNWRAP, ONE)), "UNWRAP of"),
    "a row filled short": (sets(operation(Operator.FILL, ONE, Immediate(2, N), form=RowForm(N, 3))), "FILL of"),
    "a tuple with too few parts": (sets(operation(Operator.TUPLE, ONE, form=TupleForm((N, N)))), "TUPLE of"),
    "a slot that is not there": ((ReturnValue(StateSlot(7, N)),), "there is no slot s7"),
    "a slot of another form": ((ReturnValue(StateSlot(1, N)),), "there is no slot s1"),
    "a value that changes the state": (
        (StoreInto(StateSlot(0, N), (), ONE), GIVE),
        "is changed in a function of role VALUE",
    ),
    "an item of a word": (
        (
            StoreInto(Register("w", WordForm(4)), (), WORD),
            StoreInto(Register("w", WordForm(4)), (ItemStep(ONE),), ONE),
            GIVE,
        ),
        "no such part",
    ),
    "pushing the wrong form": (
        (StoreInto(LIST, (), Immediate((), LIST.form)), PushOnto(LIST, YES), GIVE),
        "wanted is 0..9",
    ),
    "pushing onto nothing": ((PushOnto(LIST, ONE), GIVE), "added to before it is set"),
    "going through a number": ((Traverse(X, ItemsOf(ONE), (), "l"), GIVE), "does not go through"),
    "bits as truths": ((Traverse(Register("t", TRUTH), BitsOf(WORD, 0), (), "l"), GIVE), "does not go through"),
    "a call of nothing": ((ReturnValue(Invoke("g", (), NUMBER)),), "g is no function"),
    "resting in a value": ((RestAt(0),), "RestAt has no place"),
    "a move found in a value": ((FoundMove(()), GIVE), "FoundMove has no place"),
    "a choice in a value": (
        (TakeChoice(X, LIST, (StoreInto(LIST, (), Immediate((), LIST.form)),)), GIVE),
        "TakeChoice has no place",
    ),
    "an effect in a value": ((PerformEffect("f"), GIVE), "PerformEffect has no place"),
    "an effect that is none": ((PerformEffect("f"), GIVE), "f is no effect"),
}


@pytest.mark.parametrize("name", GOOD)
def test_what_is_well_formed_passes(name: str) -> None:
    assert verify_program(program(GOOD[name])) == []


@pytest.mark.parametrize("name", BAD)
def test_what_is_not_is_found(name: str) -> None:
    body, expected = BAD[name]
    problems = verify_program(program(body))
    assert any(expected in problem for problem in problems), problems


def test_calls_must_fit_their_functions() -> None:
    called = CoreFunction("g", FunctionRole.VALUE, (X,), (ReturnValue(X),), N)
    assert verify_program(program((ReturnValue(Invoke("g", (ONE,), N)),), FunctionRole.VALUE, called)) == []
    for arguments in ((), (YES,), (ONE, ONE)):
        assert verify_program(program((ReturnValue(Invoke("g", arguments, N)),), FunctionRole.VALUE, called)) != []


def test_a_choice_that_nothing_is_open_for() -> None:
    body = (TakeChoice(X, LIST, ()), RestAt(0))
    assert any(
        "is not set where the choice is open" in problem for problem in verify_program(program(body, FunctionRole.PLAY))
    )


def test_functions_that_tables_name_must_be_there() -> None:
    assert verify_program(replace(program((GIVE,)), runs=((0, "run 0"),))) == ["there is no function run 0"]
