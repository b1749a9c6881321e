"""The evidence for the model of rounds, as a file beside it: what was tested, on which rules, by which models.

Answers quote its numbers.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from typing import Any

from bench.railroads.courses import Options, course_of, instances, random_start
from bench.railroads.records import GAME
from regelwerk.api.loader import load
from rules_dsl.ir import nodes as ir
from rules_dsl.ir.digest import rules_digest
from solver.mip.translating import rows_of
from solver.models.ultimate_railroads.plugin import PLUGIN
from solver.relaxed.relaxation import MODELS

FILE = MODELS / "ultimate_railroads" / "evidence.json"
NOTHING: Mapping[str, Any] = {"random": 0, "seeds": 0, "recorded": {}, "positions": 0, "by_solver": 0, "missed": []}


def tested() -> dict[str, Any]:
    """What came of the test so far."""
    found: dict[str, Any] = {**NOTHING, **_whole()["tested"]}
    return found


def keep(found: Mapping[str, Any]) -> None:
    """Put it beside the model, in numbers that answers quote."""
    whole = _whole()
    whole["evidence"] |= {
        "random_plays": found["random"],
        "recorded_plays": len(found["recorded"]),
        "starts": found["seeds"],
        "missed": len(found["missed"]),
    }
    _write({**whole, "tested": dict(found)})


def bind() -> None:
    """Write down rules and models as they stand; what was tested on others counts for nothing."""
    now = {"digests": digests(), "models": models()}
    whole = _whole()
    if any(whole[key] != value for key, value in now.items()):
        _write({**whole, **now})
        keep(NOTHING)


def bind_again() -> None:
    """Write down rules of which only the form has changed: the models they give are the same.

    Ends the program where they are not.
    """
    if models() != _whole()["models"]:
        raise SystemExit(
            "the models are not those that were tested: `python -m bench.railroads relaxation 100000 2` tests them again"
        )
    _write({**_whole(), "digests": digests()})


def digests() -> dict[str, str]:
    """The rules, data and options that are tested, by their digests."""
    free, found = frozenset(_whole()["free"]), {}
    for options in [(), (("deck", "1"),), *[each for each in instances() if len(each) > 1]]:
        game = load(GAME, dict(options)).rules
        turn = min(
            at
            for at, node in enumerate(game.nodes)
            if isinstance(node, ir.DecideNode) and any(each.action == PLUGIN.LEAVING for each in node.options)
        )
        known = "a deck that is fixed" if options else "the deck known from the last round on"
        found[rules_digest(game, turn, free)] = f"{_readings(options) or 'the usual readings'}, {known}"
    return found


def models() -> dict[str, str]:
    """A model of each instance that is tested, from a turn of a random play, by its digest: whatever changes the code
    of the models changes these, or changes nothing here.
    """
    return {_words(options): model_digest(options, seed) for seed, options in enumerate(instances())}


def model_digest(options: Options, seed: int) -> str:
    """The rows of a model, its ranges and its score, as one number."""
    start = random_start(options, random.Random(seed))
    plan = PLUGIN.build_relaxation(course_of(options).game, start)
    model = plan.model.clone()
    model.maximize(plan.score)
    aim = model.proto.objective
    ranges, rows = rows_of(model)
    told = (
        ranges,
        [(sorted(row.terms.items()), row.low, row.high) for row in rows],
        sorted(zip(aim.vars, aim.coeffs, strict=True)),
        aim.offset,
    )
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def _words(options: Options) -> str:
    deck = dict(options).get("deck")
    return ", ".join(
        filter(None, (f"deck {deck}" if deck else "the deck known from the last round on", _readings(options)))
    )


def _readings(options: Options) -> str:
    return ", ".join([f"{name} = {value}" for name, value in options if name != "deck"])


def _whole() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def _write(whole: Mapping[str, Any]) -> None:
    FILE.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
