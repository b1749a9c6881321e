"""Put many programs to every machine and engine:

`python -m tests.whole.run 1000 --seed 7`. With `--record` a line about the run is kept in tests/whole/record.jsonl.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random

from regelwerk.api.machines import native_machine
from rules_dsl.diagnostics.diagnostic import RulesError
from tests.whole.asking import differences
from tests.whole.case import Case, game_of, path_in
from tests.whole.checks import checked, told_apart
from tests.whole.commands import commanded
from tests.whole.drawing import drawn
from tests.whole.finds import filled, puzzle

REFUSALS = {"E0501"}
"""A careless program may have a value that surely leaves its range."""
RARELY = {"compiled": 0.25, "deep": 0.1, "diff": 0.1, "commands": 0.1, "filled": 0.2}
"""How often programs are compiled, and put to those who take longer: proofs and commands work in processes of their
own.
"""
QUICKLY = {what: odds / 2 for what, odds in RARELY.items()}
"""The same where there is little time."""
EVERY = 50


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a program: its kind, how often each thing was asked, what is wrong, with its text."""

    number: int
    kind: str
    asked: dict[str, int]
    wrong: tuple[str, ...]
    text: str


def outcome(seed: int, number: int, folder: Path, rarely: Mapping[str, float] = RARELY) -> Outcome:
    """A program drawn and put to everybody."""
    program, facts = drawn(seed, number)
    try:
        game = game_of(program, folder)
    except RulesError as error:
        codes = {each.code for each in error.diagnostics if each.severity == "error"}
        return Outcome(number, program.kind, {"refused": 1}, () if codes <= REFUSALS else (str(error),), program.text)
    dice = Random(f"{seed}:{number}:asked")
    asked = frozenset(what for what, odds in rarely.items() if dice.random() < odds)
    case = Case(program, facts, game, path_in(folder, program), native_machine if "compiled" in asked else None)
    try:
        wrong = tuple(chain(differences(case, number), _checks(case, seed, number, asked)))
    except Exception:
        wrong = (traceback.format_exc(limit=-3),)
    return Outcome(number, program.kind, case.asked, wrong, program.text)


def _checks(case: Case, seed: int, number: int, asked: frozenset[str]) -> Iterator[str]:
    """What is not asked of every program."""
    folder = case.path.parent
    if "filled" in asked:
        case.count("find puzzles")
        drawn_puzzle = puzzle(f"{seed}:{number}")
        yield from (f"{wrong}\n{drawn_puzzle.text}" for wrong in filled(drawn_puzzle, folder))
    if case.facts.fails:
        return
    if "deep" in asked:
        yield from checked(case)
    if "commands" in asked:
        yield from commanded(case, number)
    if "diff" in asked and case.program.numbers:
        yield from told_apart(case, number % case.program.numbers, folder)


def outcomes(seed: int, first: int, last: int, rarely: Mapping[str, float] = RARELY) -> Iterator[Outcome]:
    """What came of each of these programs. What is compiled is not kept."""
    with tempfile.TemporaryDirectory(prefix="regelwerk-whole-") as folder:
        os.environ["REGELWERK_CACHE_DIR"] = folder
        for number in range(first, last):
            yield outcome(seed, number, Path(folder), rarely)


def told(seed: int, found: Outcome) -> str:
    """Everything somebody needs to look into a difference."""
    return "\n".join([f"seed {seed} number {found.number} ({found.kind}):", *found.wrong, found.text])


def main() -> int:
    """Ask, report, count."""
    reader = argparse.ArgumentParser(prog="python -m tests.whole.run", description=__doc__)
    reader.add_argument("programs", type=int)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--first", type=int, default=0)
    reader.add_argument("--record", action="store_true")
    reader.add_argument("--progress", action="store_true", help="tell on stderr how many there have been")
    wanted = reader.parse_args()
    begun, kinds, asked, wrong = time.process_time(), Counter[str](), Counter[str](), 0
    for found in outcomes(wanted.seed, wanted.first, wanted.first + wanted.programs):
        kinds[found.kind] += 1
        asked.update(found.asked)
        if wanted.progress and (found.number + 1) % EVERY == 0:
            print(f"{found.number + 1 - wanted.first} programs, {wrong} different", file=sys.stderr, flush=True)
        if found.wrong:
            wrong += 1
            print(told(wanted.seed, found), flush=True)
    line = {
        "programs": wanted.programs, "seed": wanted.seed, "first": wanted.first, "kinds": dict(kinds), "asked": dict(sorted(asked.items())), "different": wrong,
        "seconds": round(time.process_time() - begun),
    }  # fmt: skip
    print(json.dumps(line))
    if wanted.record:
        with (Path(__file__).parent / "record.jsonl").open("a", encoding="utf-8") as record:
            record.write(json.dumps(line) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
