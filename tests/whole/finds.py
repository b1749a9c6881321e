"""Small puzzles to be filled in, drawn at random with their meaning, and what is said of them that is not so."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from rules_dsl.ir import nodes as ir
from rules_dsl.loading import load
from rules_dsl.machine.filling.machine import FindMachine
from rules_dsl.machine.filling.puzzle import FindPuzzle
from solver.cpsat.filling import FillingModel
from solver.filling.search import list_solutions
from solver.protocol.questions import UnsupportedQuestion
from tests.whole.parts import Env
from tests.whole.saying import THING, THINGS, TRUTH, Kind, Name, Said, Sight, both, named, range_of
from tests.whole.wording import Wording

MOST_BOARDS = 1_500
LAMPS = (1, 2, 3)
MOST_POSITIONS = 3_000


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Rules with all ways to fill the cells, and which of them are solutions."""

    text: str
    boards: int
    solutions: tuple[tuple[object, ...], ...]


def puzzle(seed: str) -> Puzzle:
    """The puzzle of a seed."""
    dice = random.Random(seed)
    while True:
        made = _drawn(dice)
        if made is not None:
            return made


def _drawn(dice: random.Random) -> Puzzle | None:
    finds = _finds(dice)
    boards = 1
    for _, values in finds:
        boards *= len(values)
    if boards > MOST_BOARDS:
        return None
    sight = Sight(tuple([name for name, _ in finds if name.sort != "lamps"]))
    say = Wording(dice)
    rules = [
        _rule(dice, say, sight, f"rule{number}", any(name.sort == "lamps" for name, _ in finds))
        for number in range(dice.randint(1, 3))
    ]
    head = [
        "rules 1",
        "puzzle Drawn",
        "type E = ea | eb | ec",
        *[f"find {name.text}: {_spelled(name)}" for name, _ in finds],
    ]
    names = [name.text for name, _ in finds]
    envs = (dict(zip(names, values, strict=True)) for values in product(*[values for _, values in finds]))
    solutions = [tuple(env.values()) for env in envs if all(rule.of(env) for rule in rules)]
    return Puzzle("\n".join([*head, *[rule.text for rule in rules]]) + "\n", boards, tuple(solutions))


def _finds(dice: random.Random) -> list[tuple[Name, Sequence[object]]]:
    low = dice.choice([0, 0, 1, -1])
    number, more = range_of(low, low + dice.randint(1, 3)), range_of(0, dice.randint(1, 2))
    found: list[tuple[Name, Sequence[object]]] = [(Name("n0", "number", number), number.values)]
    if dice.random() < 0.4:
        found.append((Name("b0", "truth", TRUTH), TRUTH.values))
    if dice.random() < 0.4:
        found.append((Name("t0", "thing", THING), THINGS))
    if dice.random() < 0.4:
        subsets = [
            frozenset(each for each, taken in zip(THINGS, way, strict=True) if taken)
            for way in product([False, True], repeat=3)
        ]
        found.append((Name("s0", "set"), subsets))
    if dice.random() < 0.4:
        found.append((Name("v0", "map", more), list(product(more.values, repeat=3))))
    if dice.random() < 0.5:
        found.append((Name("lamp", "lamps"), list(product([False, True], repeat=len(LAMPS)))))
    return found


def _spelled(name: Name) -> str:
    if name.sort == "lamps":
        return f"[{LAMPS[0]}..{LAMPS[-1]}] Bool"
    if name.sort == "set":
        return "set of E"
    assert isinstance(name.kind, Kind)
    return f"[E] {name.kind.text}" if name.sort == "map" else name.kind.text


def _rule(dice: random.Random, say: Wording, sight: Sight, name: str, lamps: bool) -> Said:
    """A rule as it is written, and whether it holds."""
    each = say.local()
    if lamps and dice.random() < 0.7:
        test, domain, values = _of_lamps(dice, say, sight, each), f"{LAMPS[0]}..{LAMPS[-1]}", LAMPS
    elif dice.random() < 0.4:
        test, domain, values = say.truth(sight.with_names(Name(each, "thing"))), "E", THINGS  # type: ignore[assignment]
    else:
        test = say.truth(sight)
        return Said(f"rule {name}: {test.text}", test.of)
    return Said(
        f"rule {name}: for {each} in {domain}: {test.text}",
        lambda env: all(test.of({**env, each: value}) for value in values),
    )


def _of_lamps(dice: random.Random, say: Wording, sight: Sight, each: str) -> Said:
    """A condition on lamps that says first which of them it may ask for."""
    inner = sight.with_names(Name(each, "number", range_of(LAMPS[0], LAMPS[-1])))
    beyond, before = _lamp(each, 1), _lamp(each, -1)
    guards: list[Callable[[], Said]] = [
        lambda: _guarded("implies", f"{each} < {LAMPS[-1]}", lambda env: env[each] < LAMPS[-1], beyond),
        lambda: _guarded("and", f"{each} > 1", lambda env: env[each] > 1, before),
        lambda: _guarded("or", f"{each} == 1", lambda env: env[each] == 1, before),
        lambda: _guarded(
            "implies",
            f"{each} <= n0",
            lambda env: env[each] <= env["n0"],
            both("({0} and {1})", lambda a, b: a and b, _lamp(each, 0), say.truth(inner, 1)),
        ),
        lambda: _guarded("implies", "n0 >= 1 and n0 <= 3", lambda env: 1 <= env["n0"] <= 3, _lamp("n0", 0)),
        lambda: both(
            f"({{0}} == count(lamp[y{each}] for y{each} in 1..3 where y{each} <= {each}))",
            lambda a, b: a == b,
            say.number(inner, 1),
            _lit(each),
        ),
        lambda: both("({0} == {1})", lambda a, b: a == b, _lamp(each, 0), say.truth(inner, 1)),
    ]
    return dice.choice(guards)()


def _lamp(name: str, further: int) -> Said:
    at = named(name)
    text = name if not further else f"{name} {'+' if further > 0 else '-'} {abs(further)}"
    return Said(f"lamp[{text}]", lambda env: env["lamp"][at.of(env) + further - 1])


def _lit(name: str) -> Said:
    return Said("", lambda env: sum(env["lamp"][: env[name]]))


def _guarded(word: str, text: str, guard: Callable[[Env], bool], inner: Said) -> Said:
    def of(env: Env) -> bool:
        if word == "implies":
            return not guard(env) or bool(inner.of(env))
        return guard(env) and bool(inner.of(env)) if word == "and" else guard(env) or bool(inner.of(env))

    return Said(f"(({text}) {word} {inner.text})", of)


# -- what is said of it
# -------------------------------------------------------------------------------------------------


def filled(drawn: Puzzle, folder: Path) -> Iterator[str]:
    """What the search by hand, the solver, and play say of a puzzle that is not so."""
    path = folder / "puzzle.rules"
    path.write_text(drawn.text, encoding="utf-8")
    game = load(path)
    true = len(drawn.solutions)
    found = len(list(list_solutions(FindPuzzle(game), {})))
    if found != true:
        yield f"the search by hand finds {found} solutions, not {true}"
    yield from _by_solver(game, true)
    ends = _ends(game)
    if ends is not None and ends != true:
        yield f"play ends solved in {ends} positions, not {true}"


def _by_solver(game: ir.Game, true: int) -> Iterator[str]:
    try:
        model = FillingModel(game)
    except UnsupportedQuestion:
        return
    first = model.solution({})
    if (first is None) != (true == 0):
        yield f"the solver finds {'no' if first is None else 'a'} solution, but there are {true}"
    elif first is not None and (model.another({}, first) is None) != (true == 1):
        yield f"the solver says that there is {'one solution' if true != 1 else 'another solution'}, but there are {true}"


def _ends(game: ir.Game) -> int | None:
    """In how many positions play ends solved; None if there are too many."""
    machine = FindMachine(game)
    start = machine.initial()
    seen, waiting, solved = {start}, [start], 0
    while waiting:
        state = waiting.pop()
        ended = machine.find_end(state)
        solved += ended is not None and ended.kind == "goal"
        for move in machine.moves(state):
            after = machine.apply(state, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > MOST_POSITIONS:
            return None
    return solved
