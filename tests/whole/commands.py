"""What the commands `prove`, `hint`, `solve`, `verify` and `puzzle` say of a program that is not so."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

from regelwerk.__main__ import app
from rules_dsl.machine.reference import ReferenceMachine
from solver.protocol.questions import Aim, UnsupportedQuestion, aim_of
from tests.whole.asking import Open, Truth, truth_of
from tests.whole.case import Case, options_of
from tests.whole.machines import Walk
from tests.whole.parts import Position

SECONDS = "5s"
PATIENCE = "30s"
PROVED = re.compile(r"(-?\d+(?:/\d+)?), proved")
WEIGHED = (Aim.FEWEST, Aim.HIGHEST, Aim.VALUE)
LIMIT, CRASH = 3, 5


class Crashed(Exception):
    """A command ended as none may end."""


def said_by(*words: str) -> dict[str, Any]:
    """The last line of a command of the command line, in this process."""
    out, errors, code = StringIO(), StringIO(), 0
    try:
        with redirect_stdout(out), redirect_stderr(errors):
            app([*words, "--json"], prog_name="regelwerk")
    except SystemExit as left:
        code = int(left.code or 0)
    lines = out.getvalue().splitlines()
    if code == CRASH or not lines:
        raise Crashed(f"regelwerk {' '.join(words)}: exit code {code}: {errors.getvalue()[-2000:]}")
    found = json.loads(lines[-1])
    assert isinstance(found, dict)
    return {**found, "code": code}


def commanded(case: Case, number: int) -> Iterator[str]:
    """What each command says that is not so; which of them are asked depends on the number."""
    try:
        aim = aim_of(case.game)
    except UnsupportedQuestion:
        aim = None
    folder = case.path.parent / "saved"
    shutil.rmtree(folder, ignore_errors=True)
    given = [str(case.path), *[f"--option={name}={value}" for name, value in options_of(case.program).items()]]
    if case.program.model.claims:
        yield from _proved(case, given, folder / "proofs")
    if aim is not None:
        yield from _hinted(case, aim, given)
        yield from _solved(case, aim, given, folder / "result")
        if aim in WEIGHED:
            yield from _made(case, aim, [*given, "--seed", str(number)], folder)


# -- proofs
# -------------------------------------------------------------------------------------------------------------


def _proved(case: Case, given: list[str], folder: Path) -> Iterator[str]:
    found = said_by("prove", *given, "--time", PATIENCE, "--save", str(folder))
    truths = {
        f"{mode} {label}": case.facts.claimed(number) for number, (mode, label, _) in enumerate(case.facts.model.claims)
    }
    for each in found["findings"]:
        case.count(f"prove {each['verdict']}")
        if each["verdict"] != "undecided" and (each["verdict"] == "proved") != truths[each["message"]]:
            yield f"prove says {each['verdict']} of {each['message']}"
    again = said_by("verify", str(folder), "--time", PATIENCE)
    case.count(f"verify proofs {again['proof']}")
    if again["proof"] == "failed":
        yield f"verify says of proofs: {again['why']}"


# -- best lines
# -----------------------------------------------------------------------------------------------------------


def _hinted(case: Case, aim: Aim, given: list[str]) -> Iterator[str]:
    found = said_by("hint", *given, "--machine", "python", "--time", SECONDS)
    if found.get("schema") == "regelwerk.error/1":
        case.count("hint refused")
        return
    case.count("hint" if found["move"] else "no hint")
    assert case.facts.first is not None
    moves = {move.text: move.after for move in case.facts.moves[case.facts.first]}
    if found["move"] is not None and found["move"] not in moves:
        yield f"hint says {found['move']}, which is not legal"
        return
    if found["code"] == LIMIT and "proved" in found["why"]:
        yield f"hint says that time ran out, and {found['why']}"
    claimed, truth = PROVED.search(found["why"]), truth_of(case.facts, aim)
    if claimed and not isinstance(truth, Open) and Fraction(claimed[1]) != truth:
        yield f"hint says {found['why']}, but it is {truth}"
    if claimed and found["move"] is not None and not _keeps(case, aim, moves[found["move"]], truth):
        yield f"hint says {found['move']}, which is not best: {found['why']}"


def _keeps(case: Case, aim: Aim, after: Position, truth: Truth) -> bool:
    """Does a first move keep what can be had?"""
    match aim:
        case Aim.FEWEST:
            return case.facts.distances().get(after) == (None if not isinstance(truth, int) else truth - 1)
        case Aim.HIGHEST:
            return case.facts.bests().get(after) == truth
        case Aim.MIXED | Aim.MOVE:
            return True
        case _:
            known = case.facts.values()
            return (
                known is None or case.facts.model.kind(case.facts.first or after) == "chance" or known[after] == truth
            )


def _solved(case: Case, aim: Aim, given: list[str], folder: Path) -> Iterator[str]:
    found = said_by("solve", *given, "--machine", "python", "--time", SECONDS, "--save", str(folder))
    if "status" not in found or found["schema"] == "regelwerk.error/1":
        case.count("solve refused")
        return
    case.count(f"solve {found['status']}")
    wrong = _claims_too_much(found, aim, truth_of(case.facts, aim))
    if wrong:
        yield f"solve: {wrong}"
    again = said_by("verify", str(folder), "--time", SECONDS)
    case.count(f"verify {again['proof']}")
    if again["proof"] == "failed":
        yield f"verify says of a result: {again['why']}"
    yield from _lied(case, found, folder)


def _claims_too_much(found: Mapping[str, Any], aim: Aim, truth: Truth) -> str:
    if isinstance(truth, Open) or aim is Aim.MOVE or "sampled" in found:
        return ""
    value, bound = [None if each is None else Fraction(each) for each in (found["value"], found["bound"])]
    match found["status"]:
        case "optimal" if value != truth:
            return f"optimal {value}, but it is {truth}"
        case "infeasible" if truth is not None:
            return f"infeasible, but it is {truth}"
    if truth is None:
        return ""
    least, most = (bound, value) if aim is Aim.FEWEST else (value, bound)
    return (
        f"{value} and {bound}, but it is {truth}"
        if (least is not None and least > truth) or (most is not None and most < truth)
        else ""
    )


def _lied(case: Case, found: Mapping[str, Any], folder: Path) -> Iterator[str]:
    """A result that says more than is so is not confirmed."""
    if found["status"] != "optimal" or found["value"] is None:
        return
    path = folder / "result.json"
    told = json.loads(path.read_text(encoding="utf-8"))
    better = str(Fraction(told["value"]) + (1 if told["aim"] != Aim.FEWEST else -1))
    changed = int(better) if "/" not in better else better
    path.write_text(json.dumps({**told, "value": changed, "bound": changed}), encoding="utf-8")
    again = said_by("verify", str(folder), "--time", SECONDS)
    case.count(f"verify lie {again.get('proof', 'refused')}")
    if again.get("proof") == "confirmed":
        yield f"verify confirms {changed} in the place of {found['value']}: {again['why']}"


# -- puzzles
# --------------------------------------------------------------------------------------------------------------


def _made(case: Case, aim: Aim, given: list[str], folder: Path) -> Iterator[str]:
    """Puzzles made from the game have one best first move, and are kept as they are."""
    path = folder / "made.jsonl"
    made = said_by("puzzle", "make", *given, "--count", "2", "--samples", "4", "--time", SECONDS, "-o", str(path))
    if not made.get("puzzles"):
        case.count("no puzzles")
        return
    for command in ("solve", "unique"):
        found = said_by("puzzle", command, str(path))
        case.count(f"puzzle {command}")
        yield from [
            f"puzzle {command} says of its own puzzle: {row['words']}"
            for row in found["solved" if command == "solve" else "unique"]
            if not row["holds"]
        ]
    places = _places(case)
    for each in _puzzles(path):
        case.count("puzzles")
        wrong = _puzzled(case, aim, each, places.get(each["start"]))
        if wrong:
            yield f"puzzle make: {wrong}: {json.dumps(each)}"


def _puzzles(path: Path) -> list[dict[str, Any]]:
    from puzzles.storing.puzzle import as_json
    from puzzles.storing.store import read_store

    return [json.loads(as_json(each)) for each in read_store(path)]


def _places(case: Case) -> dict[str, Position]:
    """The position of the model for each that is written in bytes."""
    walk = Walk(case, ReferenceMachine(case.game))
    walk.wrong()
    return {walk.machine.encode(state).hex(): position for position, state in walk.pairs.items()}


def _puzzled(case: Case, aim: Aim, puzzle: Mapping[str, Any], at: Position | None) -> str:
    """What is wrong about value, second best and best first move."""
    if at is None:
        return "it begins where no play leads"
    known: Mapping[Position, int | Fraction] | None
    known = (
        case.facts.distances()
        if aim is Aim.FEWEST
        else case.facts.bests()
        if aim is Aim.HIGHEST
        else case.facts.values()
    )
    if known is None:
        return "its positions recur"
    fewest = aim is Aim.FEWEST
    own = -1 if fewest or puzzle["player"] != 0 else 1
    worths = sorted(
        [(own * (known[move.after] + int(fewest)), move.text) for move in case.facts.moves[at] if move.after in known],
        reverse=True,
    )
    told = [None if each is None else -each if fewest else each for each in (puzzle["value"], puzzle["second"])]
    true = [worths[0][0], worths[1][0] if len(worths) > 1 else None]
    if told != true:
        return f"the best first moves are worth {true}"
    return (
        "" if puzzle["solution"][0] == worths[0][1] and true[0] != true[1] else f"the best first move is {worths[0][1]}"
    )
