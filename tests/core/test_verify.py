"""The verifier of core finds what would mislead a back-end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_dsl.ir.core import nodes as core
from rules_dsl.ir.core.forms import NUMBER, TRUTH, NumberForm, OptionForm, RowForm, SequenceForm, TupleForm, WordForm
from rules_dsl.ir.core.nodes import Operator
from rules_dsl.ir.core.program import (
    CoreFunction,
    CoreProgram,
    FunctionRole,
)
from rules_dsl.ir.core.verify import verify_program
from rules_dsl.source import NOWHERE

N = NumberForm(0, 9)
ONE, YES = core.Immediate(1, N), core.Immediate(True, TRUTH)
X, WORD, ROW = core.Register("x", N), core.StateSlot(1, WordForm(4)), core.StateSlot(2, RowForm(N, 3))
SLOTS = (core.Register("a", N), core.Register("b", WordForm(4)), core.Register("c", RowForm(N, 3)))
LIST = core.Register("l", SequenceForm(N, 3))
GIVE = core.ReturnValue(ONE)
FAILURE = core.CoreFailure("E0905", ("no value",), NOWHERE)


def program(body: core.Block, role: FunctionRole = FunctionRole.VALUE, *others: CoreFunction) -> CoreProgram:
    form = None if role in (FunctionRole.PLAY, FunctionRole.SEARCH, FunctionRole.EFFECT) else NUMBER
    return CoreProgram("p", "", SLOTS, (), (CoreFunction("f", role, (), body, form), *others), (), (), (), ())


def operation(operator: Operator, *operands: object, form: object = NUMBER) -> core.Operate:
    return core.Operate(operator, operands, form)  # type: ignore[arg-type]


def sets(value: object) -> core.Block:
    return (core.StoreInto(core.Register("y", value.form), (), value), GIVE)  # type: ignore[attr-defined,arg-type]


GOOD: dict[str, core.Block] = {
    "a sum": (core.StoreInto(X, (), ONE), core.ReturnValue(operation(Operator.ADD, X, core.StateSlot(0, N)))),
    "set on both ways": (
        core.Conditional(YES, (core.StoreInto(X, (), ONE),), (core.StoreInto(X, (), ONE),)),
        core.ReturnValue(X),
    ),
    "one way fails": (
        core.Conditional(YES, (core.StoreInto(X, (), ONE),), (core.FailWith(FAILURE, ()),)),
        core.ReturnValue(X),
    ),
    "a loop that is left": (core.Traverse(X, core.BitsOf(WORD, 0), (core.LeaveLoop("l"),), "l"), GIVE),
    "a list": (core.StoreInto(LIST, (), core.Immediate((), LIST.form)), core.PushOnto(LIST, ONE), GIVE),
    "none": sets(core.Immediate(None, OptionForm(N))),
}

BAD: dict[str, tuple[core.Block, str]] = {
    "read before set": ((core.ReturnValue(X),), "x is read before it is set"),
    "set on one way only": (
        (core.Conditional(YES, (core.StoreInto(X, (), ONE),)), core.ReturnValue(X)),
        "x is read before it is set",
    ),
    "set in a loop only": (
        (
            core.Traverse(core.Register("i", N), core.NumbersFrom(ONE, ONE), (core.StoreInto(X, (), ONE),), "l"),
            core.ReturnValue(X),
        ),
        "before it is set",
    ),
    "the register of a loop behind it": (
        (core.Traverse(X, core.NumbersFrom(ONE, ONE), (), "l"), core.ReturnValue(X)),
        "before it is set",
    ),
    "no answer": ((core.StoreInto(X, (), ONE),), "may end without an answer"),
    "an answer on one way": ((core.Conditional(YES, (GIVE,)),), "may end without an answer"),
    "an answer of another form": ((core.ReturnValue(YES),), "wanted is 0..0"),
    "a label that is not around": ((core.LeaveLoop("l"),), "l is left outside of it"),
    "the label of a loop before": ((core.Cycle(YES, (), "l"), core.LeaveLoop("l")), "l is left outside of it"),
    "two forms of a register": (
        (core.StoreInto(X, (), ONE), core.StoreInto(core.Register("x", TRUTH), (), YES), GIVE),
        "x has two forms",
    ),
    "a number as a condition": ((core.Conditional(ONE, ()), GIVE), "is no truth"),
    "adding a truth": (sets(operation(Operator.ADD, ONE, YES)), "ADD of (0..9, truth) does not give"),
    "one operand": (sets(operation(Operator.ADD, ONE)), "ADD of (0..9) does not give"),
    "comparing forms": (sets(operation(Operator.EQUAL, ONE, YES, form=TRUTH)), "EQUAL of"),
    "words of two sizes": (
        sets(operation(Operator.UNITE, WORD, core.Immediate(0, WordForm(5)), form=WordForm(4))),
        "UNITE of",
    ),
    "choosing by a number": (sets(operation(Operator.CHOOSE, ONE, ONE, ONE)), "CHOOSE of"),
    "an item of a number": (sets(operation(Operator.ITEM, ONE, ONE)), "ITEM of"),
    "unwrapping a number": (sets(operation(Operator.UNWRAP, ONE)), "UNWRAP of"),
    "a row filled short": (
        sets(operation(Operator.FILL, ONE, core.Immediate(2, N), form=RowForm(N, 3))),
        "FILL of",
    ),
    "a tuple with too few parts": (sets(operation(Operator.TUPLE, ONE, form=TupleForm((N, N)))), "TUPLE of"),
    "a slot that is not there": ((core.ReturnValue(core.StateSlot(7, N)),), "there is no slot s7"),
    "a slot of another form": ((core.ReturnValue(core.StateSlot(1, N)),), "there is no slot s1"),
    "a value that changes the state": (
        (core.StoreInto(core.StateSlot(0, N), (), ONE), GIVE),
        "is changed in a function of role VALUE",
    ),
    "an item of a word": (
        (
            core.StoreInto(core.Register("w", WordForm(4)), (), WORD),
            core.StoreInto(core.Register("w", WordForm(4)), (core.ItemStep(ONE),), ONE),
            GIVE,
        ),
        "no such part",
    ),
    "pushing the wrong form": (
        (core.StoreInto(LIST, (), core.Immediate((), LIST.form)), core.PushOnto(LIST, YES), GIVE),
        "wanted is 0..9",
    ),
    "pushing onto nothing": ((core.PushOnto(LIST, ONE), GIVE), "added to before it is set"),
    "going through a number": ((core.Traverse(X, core.ItemsOf(ONE), (), "l"), GIVE), "cannot take values from"),
    "bits as truths": (
        (core.Traverse(core.Register("t", TRUTH), core.BitsOf(WORD, 0), (), "l"), GIVE),
        "cannot take values from",
    ),
    "a call of nothing": ((core.ReturnValue(core.Invoke("g", (), NUMBER)),), "g is no function"),
    "resting in a value": ((core.RestAt(0),), "RestAt has no place"),
    "a move found in a value": ((core.LegalMove(()), GIVE), "LegalMove has no place"),
    "a choice in a value": (
        (core.TakeChoice(X, LIST, (core.StoreInto(LIST, (), core.Immediate((), LIST.form)),)), GIVE),
        "TakeChoice has no place",
    ),
    "an effect in a value": ((core.PerformEffect("f"), GIVE), "PerformEffect has no place"),
    "an effect that is none": ((core.PerformEffect("f"), GIVE), "f is no effect"),
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
    called = CoreFunction("g", FunctionRole.VALUE, (X,), (core.ReturnValue(X),), N)
    assert verify_program(program((core.ReturnValue(core.Invoke("g", (ONE,), N)),), FunctionRole.VALUE, called)) == []
    for arguments in ((), (YES,), (ONE, ONE)):
        assert (
            verify_program(program((core.ReturnValue(core.Invoke("g", arguments, N)),), FunctionRole.VALUE, called))
            != []
        )


def test_a_choice_that_nothing_is_open_for() -> None:
    body = (core.TakeChoice(X, LIST, ()), core.RestAt(0))
    assert any(
        "is not set where the choice is open" in problem for problem in verify_program(program(body, FunctionRole.PLAY))
    )


def test_functions_that_tables_name_must_be_there() -> None:
    assert verify_program(replace(program((GIVE,)), runs=((0, "run 0"),))) == ["there is no function run 0"]
