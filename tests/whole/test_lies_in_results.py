"""Lies in saved results, planted by hand or told by engines that lie:

`verify` finds them. The saddle point of mixed strategies is held against plays and replies that share nothing with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from regelwerk.api.machines import native_machine
from regelwerk.cli.commands import verify
from regelwerk.report.results import Invocation, read, save
from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.api import Machine
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.observe import HIDDEN
from rules_dsl.machine.reference import ReferenceMachine
from solver.driver.engines import ENGINES
from solver.hidden import checking, mixed, strategies
from solver.hidden import tree as trees
from solver.hidden.tree import Tree, TreeChance
from solver.protocol.answers import Answer, LocalStrategy, Status, last_answer
from solver.protocol.clock import Clock
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import Aim, Limits, aim_of
from tests.cli.running import run
from tests.solver.searches import ask, solve
from tests.solver.small_games import KINDS, small_game
from tests.whole.lies import Pruned, Unfair

Change = Callable[[Answer], Answer]


@pytest.fixture(scope="module", autouse=True)
def cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGELWERK_CACHE_DIR", str(tmp_path_factory.mktemp("compiled")))
        yield


def answered(game: ir.Game, engine: str, machine: Machine | None = None, seconds: float = 3.0) -> Answer:
    compiled = native_machine(game) if engine in ("sample", "uct") else None
    question = ask(machine or PythonMachine(game), aim_of(game), Limits(seconds=seconds), compiled=compiled)
    return last_answer(list(solve(question, ENGINES[engine], confirm=False)))


def verdict(folder: Path, name: str, answer: Answer) -> str:
    """What `verify` says of an answer that was saved."""
    game = load(name)
    save(folder, Invocation(name), PythonMachine(game), PythonMachine(game).initial(), str(aim_of(game)), answer)
    return verify._verdict(read(folder), 20.0, False).proof


# -- results of searches
# --------------------------------------------------------------------------------------------------

OPTIMAL: dict[str, Change] = {
    "a better value": lambda found: replace(found, value=_plus(found.value, 1), bound=_plus(found.value, 1)),
    "a worse value": lambda found: replace(found, value=_plus(found.value, -1), bound=_plus(found.value, -1)),
    "a better value without a line": lambda found: replace(
        found, value=_plus(found.value, 1), bound=_plus(found.value, 1), play=()
    ),
    "a worse value without a line": lambda found: replace(
        found, value=_plus(found.value, -1), bound=_plus(found.value, -1), play=()
    ),
    "no line": lambda found: replace(found, status=Status.INFEASIBLE, value=None, bound=None, play=()),
    "half a line": lambda found: replace(found, play=found.play[: len(found.play) // 2]),
}


def _plus(value: object, number: int) -> int:
    assert isinstance(value, int)
    return value + number


def test_a_true_result_is_confirmed(tmp_path: Path) -> None:
    assert verdict(tmp_path, "orchard", answered(load("orchard"), "depth")) == verify.CONFIRMED


@pytest.mark.parametrize("lie", OPTIMAL)
def test_a_result_that_was_changed_is_refuted(lie: str, tmp_path: Path) -> None:
    assert verdict(tmp_path, "orchard", OPTIMAL[lie](answered(load("orchard"), "depth"))) == verify.FAILED


@pytest.mark.parametrize("lie", ["the bound is below the best line", "the bound is below what others find"])
def test_a_bound_that_leaves_something_open_is_refuted(lie: str, tmp_path: Path) -> None:
    true = answered(load("orchard"), "depth")
    low = _plus(true.value, -1) if lie.endswith("line") else 3
    play = true.play if lie.endswith("line") else ()
    found = replace(true, status=Status.BOUNDED, value=true.value if play else None, bound=low, play=play)
    assert verdict(tmp_path, "orchard", found) == verify.FAILED
    assert (
        verdict(tmp_path, "orchard", replace(true, status=Status.BOUNDED, bound=_plus(true.value, 3)))
        == verify.CONFIRMED
    )


def test_random_plays_refute_a_bound_where_the_graph_is_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from solver.driver import confirming

    monkeypatch.setattr(confirming, "MOST_POSITIONS", 1)
    found = replace(answered(load("orchard"), "depth"), status=Status.BOUNDED, value=None, play=())
    assert verdict(tmp_path, "orchard", replace(found, bound=1)) == verify.FAILED
    assert verdict(tmp_path, "orchard", found) == verify.UNCHECKED


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lie", [Pruned, Unfair], ids=lambda lie: lie.__name__)
def test_what_an_engine_says_that_lies_is_refuted(kind: str, lie: type[ReferenceMachine], tmp_path: Path) -> None:
    """When it is told, by lines played again, or by `verify` where the lie made a difference."""
    if kind == "goal" and lie is Unfair:
        pytest.skip("no scores are asked for")
    refuted, path = 0, tmp_path / "walk.rules"
    for seed in range(KINDS.index(kind), 40, len(KINDS)):
        path.write_text(small_game(seed)[1], encoding="utf-8")
        game = load(path)
        try:
            told, true = [
                answered(game, "backward" if kind != "goal" else "breadth", machine)
                for machine in (lie(game), PythonMachine(game))
            ]
        except Disagreement:
            refuted += 1
            continue
        proof = verdict(tmp_path / str(seed), str(path), told)
        assert proof == (verify.CONFIRMED if told.value == true.value else verify.FAILED)
        refuted += proof == verify.FAILED
    assert refuted


def test_the_command_says_so_with_its_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = load("orchard")
    true = answered(game, "depth")
    for found, code in ((true, 0), (OPTIMAL["a worse value without a line"](true), 1)):
        save(
            tmp_path,
            Invocation("orchard"),
            PythonMachine(game),
            PythonMachine(game).initial(),
            str(aim_of(game)),
            found,
        )
        assert run(capsys, "verify", str(tmp_path), "--json").code == code


@pytest.mark.parametrize(
    ("key", "value"),
    [("rules", "0" * 64), ("start", "00"), ("status", "optimal"), ("play", ["pick(1, 1)"]), ("play", ["fly"])],
)
def test_a_file_that_was_changed_is_refuted(key: str, value: object, tmp_path: Path) -> None:
    game = load("orchard")
    found = replace(answered(game, "depth"), status=Status.BOUNDED, bound=1_000)
    path = save(
        tmp_path, Invocation("orchard"), PythonMachine(game), PythonMachine(game).initial(), str(aim_of(game)), found
    )
    assert verify._verdict(read(path), 20.0, False).proof == verify.CONFIRMED
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), key: value}), "utf-8")
    assert verify._verdict(read(path), 20.0, False).proof == verify.FAILED


# -- mixed strategies
# -----------------------------------------------------------------------------------------------------

KUHN = Fraction(-1, 18)


def kuhn() -> Answer:
    return answered(load("kuhn_poker"), "mixed")


def mixed_is_wrong() -> bool:
    try:
        answer = kuhn()
    except Disagreement:
        return True
    assert isinstance(answer.value, Fraction | int) and isinstance(answer.bound, Fraction | int)
    return not answer.value <= KUHN <= answer.bound or (answer.status is Status.OPTIMAL and answer.value != KUHN)


def test_mixed_strategies_tell_the_truth(tmp_path: Path) -> None:
    assert not mixed_is_wrong()
    assert verdict(tmp_path, "kuhn_poker", kuhn()) == verify.CONFIRMED


@pytest.mark.parametrize("by", [Fraction(1, 100), Fraction(-1, 100)])
def test_best_replies_that_are_none_are_noticed(by: Fraction, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What they leave is told higher or lower than it is, alike for both, so that the bounds still meet.

    No value is known: replies at random refute one side, or the other.
    """
    honest, true = strategies.best_reply, kuhn()
    for module in (mixed, checking):
        monkeypatch.setattr(module, "best_reply", lambda *given: honest(*given) + by)
    with pytest.raises(Disagreement, match="there is a reply"):
        kuhn()
    with pytest.raises(Disagreement, match="there is a reply"):
        machine = ReferenceMachine(load("kuhn_poker"))
        checking.replies(machine, machine.initial(), true.strategy, Clock(Limits()))
    assert verdict(tmp_path, "kuhn_poker", true) == verify.FAILED


def test_a_program_that_is_not_solved_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strategies that are no saddle point prove less, and say so."""
    honest = mixed.equilibrium

    def flat(tree: Tree, go_on: Callable[[], bool]) -> object:
        found = honest(tree, go_on)
        assert found is not None
        even = {at: [Fraction(1, len(tree.sets[at].moves))] * len(tree.sets[at].moves) for at in found.first}
        return replace(found, first=even)

    monkeypatch.setattr(mixed, "equilibrium", flat)
    monkeypatch.setattr(mixed, "CLOSE", Fraction(1))
    answer = kuhn()
    assert answer.status is Status.BOUNDED and not mixed_is_wrong()


@pytest.mark.parametrize("lie", ["merged", "odds", "ends", "pruned"])
def test_a_tree_that_is_not_the_games_is_noticed(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = trees.GameTreeBuilder
    changes: dict[str, tuple[str, Callable[..., object]]] = {
        "merged": (
            "_seeing",
            lambda builder, memory, seen: original(builder, memory, (*seen[:1], (HIDDEN, HIDDEN), *seen[2:])),
        ),
        "odds": ("_node", lambda builder, *given: _skewed(original(builder, *given))),
        "ends": ("_end", lambda builder, state: replace(original(builder, state), won=1, ahead=1)),
        "pruned": ("_choice", lambda builder, *given: _shortened(original(builder, *given))),
    }
    name, change = changes[lie]
    original = getattr(honest, name)
    monkeypatch.setattr(honest, name, change)
    assert mixed_is_wrong()


def _skewed(node: object) -> object:
    if not isinstance(node, TreeChance):
        return node
    first, *others = node.shares
    return replace(node, shares=(first / 2, *others[:-1], others[-1] + first / 2)) if others else node


def _shortened(node: object) -> object:
    assert isinstance(node, trees.TreeChoice)
    return replace(node, after=(node.after[0], *[node.after[0]] * (len(node.after) - 1)))


@pytest.mark.parametrize("lie", ["odds", "value", "silent"])
def test_strategies_that_were_changed_are_refuted(lie: str, tmp_path: Path) -> None:
    true = kuhn()
    pure = tuple([replace(each, chances=((each.chances[0][0], Fraction(1)),)) for each in true.strategy])
    changes: dict[str, Answer] = {
        "odds": replace(true, strategy=pure),
        "value": replace(true, value=0, bound=0),
        "silent": replace(
            true, strategy=tuple([each for each in true.strategy if each.player == "Alice"]), bound=true.value
        ),
    }
    assert verdict(tmp_path, "kuhn_poker", changes[lie]) == verify.FAILED


def test_odds_that_are_none_are_refuted(tmp_path: Path) -> None:
    true = kuhn()
    first, *others = true.strategy
    assert (
        verdict(
            tmp_path,
            "kuhn_poker",
            replace(true, strategy=(LocalStrategy(first.player, first.when, (("fly", Fraction(1)),)), *others)),
        )
        == verify.FAILED
    )


# -- means over decks
# -----------------------------------------------------------------------------------------------------


def rolls(folder: Path) -> tuple[str, ir.Game]:
    path = folder / "walk.rules"
    path.write_text(small_game(KINDS.index("chance"))[1], encoding="utf-8")
    return str(path), load(path)


SAMPLED: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "results": lambda results, bests: ((results[0] + 1, *results[1:]), bests),
    "bests": lambda results, bests: (results, (bests[0] - 1, *bests[1:])),
    "fewer decks than were said": lambda results, bests: (results[::-1], bests[::-1]),
}


@pytest.mark.parametrize("lie", SAMPLED)
def test_means_that_were_changed_are_refuted(lie: str, tmp_path: Path) -> None:
    name, game = rolls(tmp_path)
    true = answered(game, "sample", seconds=2.0)
    assert true.sampled is not None and len(set(true.sampled.results)) > 1
    assert verdict(tmp_path / "true", name, true) == verify.CONFIRMED
    results, bests = SAMPLED[lie](true.sampled.results, true.sampled.bests)
    sampled = replace(true.sampled, results=results, bests=bests)
    value, bound = Fraction(sum(results), len(results)), Fraction(sum(sampled.bounding), len(sampled.bounding))
    assert verdict(tmp_path / "false", name, replace(true, sampled=sampled, value=value, bound=bound)) == verify.FAILED


def test_a_mean_that_is_not_that_of_its_decks_is_refuted(tmp_path: Path) -> None:
    name, game = rolls(tmp_path)
    true = answered(game, "sample", seconds=1.0)
    assert true.value is not None
    assert verdict(tmp_path / "false", name, replace(true, value=true.value + 1)) == verify.FAILED


def test_samples_of_another_game_are_refuted(tmp_path: Path) -> None:
    name, game = rolls(tmp_path)
    other = tmp_path / "other.rules"
    other.write_text(small_game(KINDS.index("chance") + len(KINDS))[1], encoding="utf-8")
    question = ask(PythonMachine(game), Aim.EXPECTED, Limits(seconds=1.0), compiled=native_machine(load(other)))
    try:
        told = last_answer(list(solve(question, ENGINES["sample"], confirm=False)))
    except Disagreement:
        return
    assert verdict(tmp_path / "false", name, told) == verify.FAILED
