"""Maps to few values are held in planes: read and put entry by entry, taken whole, compared, kept in records and lists,
and asked for all keys at once.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cython_ext.emit.planes import cubes
from cython_ext.layout.masks import state_mask
from cython_ext.layout.states import map_storage, planes_of
from cython_ext.native import NativeMachine
from rules_dsl.examples import run_all
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.random_numbers import SplitMix64
from rules_dsl.ir.types import BOOL, EnumType, IntType, MapType, OptionalType, SetType
from rules_dsl.loading import load
from rules_dsl.machine.agree import compare
from rules_dsl.machine.explore import ExploreLimits
from rules_dsl.machine.explore import explore as plain_explore
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from solver.filling.search import list_solutions
from tests.native.compiling import kernels_run, native

RULES = Path(__file__).parent / "maps_to_few_values.rules"
COLOUR = EnumType("Colour", ("red", "green", "blue"))


@pytest.fixture(scope="module")
def painting() -> ir.Game:
    return load(RULES)


@pytest.fixture(scope="module")
def machine(painting: ir.Game) -> NativeMachine:
    return native(painting)


@pytest.mark.parametrize(
    ("keys", "entries", "form", "planes"),
    [
        (9, OptionalType(COLOUR), "planes", 2),
        (128, COLOUR, "planes", 2),
        (129, COLOUR, "array", 0),
        (17, EnumType("Sign", tuple("abcdefghijklmnop")), "planes", 4),
        (18, EnumType("Sign", tuple("abcdefghijklmnopq")), "array", 0),
        (4, OptionalType(COLOUR), "array", 0),
        (9, EnumType("Only", ("one",)), "array", 0),
        (9, IntType(0, 2), "array", 0),
        (9, BOOL, "set", 0),
        (9, SetType(COLOUR), "array", 0),
    ],
)
def test_how_maps_are_held(keys: int, entries: EnumType | OptionalType, form: str, planes: int) -> None:
    kind = MapType(IntType(1, keys), entries)
    assert (map_storage(kind), planes_of(kind)) == (form, planes)


def test_all_kinds_of_such_maps_are_tried(painting: ir.Game) -> None:
    types = {variable.name: variable.type for variable in painting.variables}
    held = {
        name: planes_of(kind.value if name == "shelf" else kind)
        for name, kind in types.items()
        if isinstance(kind, MapType)
    }
    assert held == {"walls": 2, "before": 2, "coins": 3, "shelf": 2, "moods": 3, "faces": 1, "pots": 2, "lit": 2}


@pytest.mark.parametrize("planes", [1, 2, 3, 4])
def test_cubes_hold_what_is_wanted_and_nothing_else(planes: int) -> None:
    for size in range((1 << planes - 1) + 1, (1 << planes) + 1):
        for chosen in range(1, 1 << size, 1 if size < 9 else 37):
            wanted = frozenset([number for number in range(size) if chosen >> number & 1])
            unwanted = frozenset(range(chosen % 3, size)) - wanted
            held = {
                number for number in range(size) if any(cube.has(number) for cube in cubes(planes, wanted, unwanted))
            }
            assert wanted <= held and not held & unwanted


def test_plays_are_the_same_as_on_the_reference_machine(painting: ir.Game, machine: NativeMachine) -> None:
    assert compare(ReferenceMachine(painting), machine, plays=3, plies=20, seed=2) is None


def test_its_examples_hold(painting: ir.Game) -> None:
    report = run_all(
        painting,
        lambda options, givens: load(RULES, options, givens),
        native,
        list_solutions,
        ExploreLimits(states=100),
    )
    assert report.outcomes and not report.failures


def test_positions_are_the_same_for_the_kernels(painting: ir.Game) -> None:
    if not kernels_run():
        pytest.skip("the kernels or a C compiler are missing here")
    from cython_ext.kernels import counting as kernels

    found, expected = (
        kernels.explore(NativeMachine(painting), ExploreLimits(states=1500)),
        plain_explore(PythonMachine(painting), ExploreLimits(states=1500)),
    )
    assert (found.states, found.transitions, found.by_depth) == (
        expected.states,
        expected.transitions,
        expected.by_depth,
    )
    assert found.findings == expected.findings


def test_no_bit_of_a_position_is_denied(painting: ir.Game, machine: NativeMachine) -> None:
    mask, dice, position = state_mask(painting), SplitMix64(3), machine.first_position()
    assert len(mask) == machine.table.state_size
    while choices := machine.choices(position):
        assert all(not byte & ~allowed for byte, allowed in zip(position, mask, strict=True))
        assert machine.position(machine.state(position)) == position
        position = machine.follow(position, choices[dice.below(len(choices))])
