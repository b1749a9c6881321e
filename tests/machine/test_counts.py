"""Counting plays and positions, judging claims on the way, playing at random."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from rules_dsl.ir import nodes as ir
from rules_dsl.ir.random_numbers import SplitMix64, seed_of
from rules_dsl.ir.types import BOOL, EnumType, IntType, MapType, SetType
from rules_dsl.loading import load
from rules_dsl.machine.api import Machine, Move
from rules_dsl.machine.explore import ExploreLimits, explore
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.perft import perft
from rules_dsl.machine.playouts import playouts
from rules_dsl.machine.reference import ReferenceMachine
from tests import samples
from tests.machine.small import RULE, N, action, add, decide, game, is_, lit, loc, need, op, put, state, var

TRUTH = tomllib.loads((Path(__file__).parents[1] / "truth" / "perft.toml").read_text(encoding="utf-8"))
MACHINES = pytest.mark.parametrize("kind", [PythonMachine, ReferenceMachine])


# -- plays ------------------------------------------------------------------------------------------------------------


@MACHINES
def test_plays_of_each_length(kind: type[PythonMachine] | type[ReferenceMachine]) -> None:
    machine = kind(samples.compiled(samples.stones()))
    found = perft(machine, 6, divide=True)
    assert found.counts == (1, 2, 4, 7, 5, 1, 0)
    assert found.nodes == 19
    assert perft(machine, 3, divide=True).divided == ((Move(0, (1,)), 4), (Move(0, (2,)), 3))
    assert perft(machine, 6, hashing=True).counts == found.counts
    assert perft(machine, 0, divide=True).counts == (1,)


def test_outcomes_of_chance_are_plies() -> None:
    assert perft(PythonMachine(samples.compiled(samples.dice())), 4).counts == (1, 3, 6, 18, 36)


@pytest.mark.parametrize("name", TRUTH)
def test_published_counts(name: str) -> None:
    truth = TRUTH[name]
    counts = [count for count in truth["counts"] if count <= 3000]
    machine = PythonMachine(load(truth["game"], truth.get("options", {}), {}, ()))
    assert list(perft(machine, len(counts)).counts[1:]) == counts


# -- positions --------------------------------------------------------------------------------------------------------


@MACHINES
@pytest.mark.parametrize("compact", [False, True])
def test_every_position_once(kind: type[PythonMachine] | type[ReferenceMachine], compact: bool) -> None:
    found = explore(kind(samples.compiled(samples.board())), compact=compact)
    assert (found.states, found.transitions, found.terminals, found.by_depth) == (64, 192, 1, (1, 6, 15, 20, 15, 6, 1))
    assert found.complete and found.deepest == 6 and found.memory > 64


def test_positions_that_differ_only_in_names_count_once() -> None:
    machine = PythonMachine(samples.compiled(samples.board()))
    found = explore(machine, canonical=lambda position: (tuple(sorted(position[0], key=str)), position[1]))
    assert (found.states, found.by_depth) == (7, (1,) * 7)


def _two_trays() -> ir.Game:
    """Put one thing at a time on either of two trays that have no identity, until one holds three."""
    tray = EnumType("Tray", ("Tray1", "Tray2"), "alike")
    heap = MapType(tray, N)
    on, which = (
        ir.Index(ir.Var("on", heap), loc("t", tray), N),
        ir.ItemPlace(ir.VarPlace("on", heap), loc("t", tray), N),
    )
    place = action(
        "place",
        [ir.Parameter("t", tray)],
        [need(is_("<", on, lit(3)))],
        [ir.Assign(which, op("+", on, lit(1)), True, RULE)],
    )
    full = ir.Fold(
        "any",
        is_("==", ir.Index(ir.Var("on", heap), loc("u", tray), N), lit(3)),
        (ir.Each("u", ir.Domain(tray, SetType(tray)), tray),),
        BOOL,
    )
    found = game([decide(("place", 0))], [state("on", heap)], actions=(place,), claims=(claim("never", full),))
    return replace(found, types=(tray,))


def test_alike_things_count_once_and_plays_stay_real() -> None:
    machine = PythonMachine(_two_trays())
    assert (explore(machine).states, explore(machine, alike=True).states) == (16, 10)
    (finding,) = explore(machine, alike=True).findings
    position = machine.initial()
    for move in finding.play:
        position = machine.apply(position, move)
    assert sorted(position.values[0]) == [0, 3]


def test_limits_are_told() -> None:
    machine = PythonMachine(samples.compiled(samples.board()))
    found = explore(machine, ExploreLimits(states=20))
    assert not found.complete and 20 < found.states < 64
    assert not explore(machine, ExploreLimits(seconds=0)).complete
    assert not explore(machine, ExploreLimits(memory=1)).complete


def test_positions_of_the_small_sliding_puzzle() -> None:
    machine = PythonMachine(load("fifteen", {"width": "3", "height": "2"}, {}, ()))
    assert explore(machine).states == 360


# -- claims -----------------------------------------------------------------------------------------------------------

ROUND = IntType(0, 9)


def walk(*, back: bool, claims: tuple[ir.Claim, ...]) -> ir.Game:
    """From 0 one goes up by one or two to 5 or 6; with `back` also from 4 to 3."""
    one = action("one", needs=[need(is_("<", var("x"), lit(5)))], body=[add("x", 1)])
    two = action("two", needs=[need(is_("<", var("x"), lit(5)))], body=[add("x", 2)])
    down = action("down", needs=[need(is_("==", var("x"), lit(4)))], body=[put("x", op("-", var("x"), lit(1)))])
    options = [("one", 0), ("two", 0), *([("down", 0)] if back else [])]
    return game([decide(*options)], [state("x")], actions=(one, two, down), claims=claims)


def claim(mode: str, condition: ir.Expr | None = None, then: ir.Expr | None = None) -> ir.Claim:
    return ir.Claim(mode, mode, condition or lit(True, BOOL), then, ir.Rule(mode))


@MACHINES
def test_claims_on_positions(kind: type[PythonMachine] | type[ReferenceMachine]) -> None:
    x_is = {number: is_("==", var("x"), lit(number)) for number in range(10)}
    claims = (
        claim("always", is_("<=", var("x"), lit(6))),
        claim("always", is_("<", var("x"), lit(4))),
        claim("never", x_is[6]),
        claim("sometimes", x_is[5]),
        claim("sometimes", x_is[9]),
    )
    findings = explore(kind(walk(back=False, claims=claims))).findings
    assert [finding.verdict for finding in findings] == ["proved", "refuted", "refuted", "proved", "refuted"]
    assert [len(finding.play) for finding in findings] == [0, 2, 3, 3, 0]
    assert findings[1].play == (Move(1, ()), Move(1, ()))


def _last_states(machine: Machine, play: tuple[Move, ...]) -> list[int]:
    position, seen = machine.initial(), [machine.initial().values[0]]
    for move in play:
        position = machine.apply(position, move)
        seen.append(position.values[0])
    return seen


def test_claims_on_whole_plays() -> None:
    six, five, three = (is_("==", var("x"), lit(number)) for number in (6, 5, 3))
    end = is_(">=", var("x"), lit(5))
    claims = (claim("terminates"), claim("leads", three, end), claim("leads", three, five))
    straight = PythonMachine(walk(back=False, claims=claims))
    findings = explore(straight).findings
    assert [finding.verdict for finding in findings] == ["proved", "proved", "refuted"]
    assert _last_states(straight, findings[2].play)[-1] == 6 and findings[2].loop is None
    circling = PythonMachine(walk(back=True, claims=(*claims, claim("leads", six, six))))
    findings = explore(circling).findings
    assert [finding.verdict for finding in findings] == ["refuted", "refuted", "refuted", "proved"]
    loop = findings[0].loop
    seen = _last_states(circling, findings[0].play)
    assert loop is not None and seen[-1] == seen[loop] and sorted(seen[loop:-1]) == [3, 4]


def test_claims_are_undecided_when_a_limit_is_reached() -> None:
    claims = (claim("always"), claim("terminates"), claim("sometimes", is_("==", var("x"), lit(9))))
    found = explore(PythonMachine(walk(back=False, claims=claims)), ExploreLimits(states=2))
    assert [finding.verdict for finding in found.findings] == ["undecided"] * 3


def test_a_failure_of_the_rules_is_found_with_its_play() -> None:
    more = action("more", body=[add("x", 4)])
    wait = action("wait", body=[])
    machine = PythonMachine(game([decide(("wait", 0), ("more", 0))], [state("x")], actions=(wait, more)))
    found = explore(machine)
    assert found.failure is not None and not found.complete
    assert found.failure.error.diagnostics[0].code == "E0901"
    assert found.failure.play == (Move(1, ()),) * 3


# -- random plays -----------------------------------------------------------------------------------------------------


def test_the_generator_gives_the_published_numbers() -> None:
    generator = SplitMix64(1234567)
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [generator.next() for _ in range(5)] == expected
    assert seed_of(1234567, 2) == 9817491932198370423


def test_outcomes_come_by_weight() -> None:
    generator = SplitMix64(7)
    found = [generator.draw_weighted([1, 0, 3]) for _ in range(4000)]
    assert found.count(1) == 0 and 900 < found.count(0) < 1100


@pytest.mark.parametrize("sample", [samples.stones, samples.dice, samples.board])
def test_the_same_plays_on_every_machine(sample: object) -> None:
    compiled = samples.compiled(sample())  # type: ignore[operator]
    fast, plain = playouts(PythonMachine(compiled), 60, seed=5), playouts(ReferenceMachine(compiled), 60, seed=5)
    assert (fast.plies, fast.mean_score, fast.outcomes) == (plain.plies, plain.mean_score, plain.outcomes)
    assert fast.playouts == sum(fast.outcomes.values()) == 60 and fast.note == ""


def test_another_seed_gives_other_plays() -> None:
    machine = PythonMachine(samples.compiled(samples.dice()))
    assert playouts(machine, 50, seed=1).mean_score != playouts(machine, 50, seed=2).mean_score
    assert playouts(machine, 50, seed=1).mean_score == playouts(machine, 50, seed=1).mean_score


def test_plays_that_are_broken_off_are_told_apart() -> None:
    found = playouts(PythonMachine(samples.compiled(samples.board())), 10, maximum=3)
    assert (found.broken_off, found.plies, found.outcomes, found.mean_score) == (10, 30, {}, ())
    assert "10 of 10 plays were broken off" in found.note


def test_so_many_plays_as_the_time_allows() -> None:
    assert playouts(PythonMachine(samples.compiled(samples.board())), None, seconds=0.0).playouts == 0
    with pytest.raises(ValueError, match="a number or a time"):
        playouts(PythonMachine(samples.compiled(samples.board())), None)
