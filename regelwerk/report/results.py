"""Result files of `solve`: question, answer, and everything needed to verify it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from regelwerk.report.files import write_file
from regelwerk.settings import problem, read_text
from regelwerk.version import VERSION
from rules_dsl.confidence import is_doubtful
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.examples.claims import write_play
from rules_dsl.machine.api import Machine, State
from rules_dsl.play.replay import rules_digest
from solver.protocol.answers import PROVED, Answer, ArgumentLink, Links, LocalStrategy, Number, SampledMeans, Status
from solver.protocol.efforts import Effort, Plans
from solver.protocol.questions import Aim

SCHEMA = "regelwerk.result/1"
NAME = "result.json"
MOST_TRIALS, MOST_PLANNED, FAR = 1_000_000, 100, 1 << 62
FRACTION = re.compile(r"-?[0-9]{1,4000}/0*[1-9][0-9]{0,3999}")
WORDS = ("game", "aim", "status", "rules", "start", "method")


@dataclass(frozen=True, slots=True)
class Invocation:
    """The words of the command line that set up the question."""

    game: str
    options: tuple[str, ...] = ()
    givens: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    at: str | None = None
    seed: int = 0
    seats: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SavedResult:
    """A result that was read again."""

    asked: Invocation
    aim: str
    status: str
    value: Number | None
    rules: str
    start: str
    play: tuple[str, ...]
    method: str
    bound: Number | None = None
    strategy: tuple[LocalStrategy, ...] = ()
    sampled: SampledMeans | None = None
    rests_on: Links = ()


def unsure_facts(machine: Machine) -> list[str]:
    """The facts of the game that are marked as unsure."""
    return [f"{fact.table}[{fact.row}].{fact.field}" for fact in machine.game.facts if is_doubtful(fact)]


def plain(value: Number | None) -> int | str | None:
    """A number as JSON has it: a fraction as text."""
    return value if value is None or isinstance(value, int) else str(value)


def answer_keys(machine: Machine, start: State, aim: str, answer: Answer) -> dict[str, object]:
    """The keys of the last line of `solve --json`."""
    return {
        "status": str(answer.status),
        "aim": str(aim),
        "value": plain(answer.value),
        "bound": plain(answer.bound),
        "gap": answer.gap,
        "rests_on": write_links(answer.rests_on),
        "play": list(write_play(machine, answer.play, start)),
        "method": answer.method,
        "confirmed": answer.confirmed,
        "nodes": answer.nodes,
        "seconds": round(answer.seconds, 3),
        "stopped": answer.stopped,
        "remarks": list(answer.remarks),
        **_more_keys(answer),
        "unsure": unsure_facts(machine),
    }


def write_links(links: Links) -> list[dict[str, str]]:
    """What a bound rests on, as JSON has it."""
    return [{"name": link.name, "evidence": link.evidence} for link in links]


def links_key(links: Links) -> dict[str, object]:
    """The same as a key that is left out where a bound is proved."""
    return {"rests_on": write_links(links)} if links else {}


def links_of(links: Mapping[str, object]) -> Links:
    """What a bound rests on; raises ValueError if the file is malformed."""
    rows = links.get("rests_on", [])
    if not isinstance(rows, list):
        raise ValueError("rests_on is not a list")
    return tuple([_link(row) for row in rows])


def _link(row: object) -> ArgumentLink:
    match row:
        case {"name": str(name), "evidence": str(evidence)}:
            return ArgumentLink(name, evidence)
    raise ValueError("rests_on has a row without name and evidence")


def _more_keys(answer: Answer) -> dict[str, object]:
    """What answers about chance and hidden things have besides."""
    keys: dict[str, object] = {}
    if answer.strategy:
        keys["strategy"] = [
            {
                "player": strategy.player,
                "when": strategy.when,
                "moves": {words: str(odds) for words, odds in strategy.chances},
            }
            for strategy in answer.strategy
        ]
    if answer.sampled is not None:
        sampled = answer.sampled
        keys["sampled"] = {
            "decks": sampled.decks,
            **_effort_keys(sampled.effort),
            "value": list(sampled.value),
            "bound": list(sampled.bound_interval),
            "knowing": list(sampled.knowing),
            "known": len(sampled.bests),
        }
    if answer.estimate is not None:
        keys["estimate"] = answer.estimate
    if answer.refuted:
        keys["refuted"] = list(answer.refuted)
    return keys


def _effort_keys(effort: Effort) -> dict[str, object]:
    """How much the policy thought."""
    return (
        {"plans": {"decks": effort.decks, "width": effort.width}} if isinstance(effort, Plans) else {"trials": effort}
    )


def make_folder(folder: Path) -> None:
    """Makes the folder of a run; raises RulesError where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise RulesError(problem("E0757", f"{str(folder)!r:.200} cannot be made: {reason}", "--save")) from None


def identity(asked: Invocation, machine: Machine, start: State) -> dict[str, object]:
    """What was asked, with digests of the rules and the position that it was asked of."""
    return {
        "version": VERSION,
        "game": asked.game,
        "options": list(asked.options),
        "givens": list(asked.givens),
        "data": list(asked.data),
        "at": asked.at,
        "seed": asked.seed,
        "seats": list(asked.seats),
        "counted": sorted(asked.counted),
        "rules": rules_digest(machine.game),
        "start": machine.encode(start).hex(),
    }


def save(folder: Path, asked: Invocation, machine: Machine, start: State, aim: str, answer: Answer) -> Path:
    """Writes the result into a folder, which is made; raises RulesError where that cannot be."""
    make_folder(folder)
    document = {"schema": SCHEMA, **identity(asked, machine, start), **answer_keys(machine, start, aim, answer)}
    if answer.sampled is not None:
        decks = answer.sampled
        document["decks"] = {
            "results": decks.results,
            "bests": decks.bests,
            **_effort_keys(decks.effort),
            "most": decks.most,
            "later": decks.later,
        }
    write_file(folder / NAME, json.dumps(document, ensure_ascii=False, indent=1) + "\n", "--save")
    return folder / NAME


def read(path: Path) -> SavedResult:
    """A result from a file or its folder; raises RulesError if the file has none."""
    path = path / NAME if path.is_dir() else path
    try:
        result = json.loads(read_text(path, "RESULT"))
    except (ValueError, RecursionError) as error:
        raise _no_result(path, str(error)) from None
    if not isinstance(result, dict) or result.get("schema") != SCHEMA:
        raise _no_result(path, f"it has no schema {SCHEMA}")
    wrong = [key for key in WORDS if not isinstance(result.get(key), str)]
    if wrong:
        raise _no_result(path, f"{wrong[0]} is missing")
    for key, known in (("aim", Aim), ("status", Status)):
        if result[key] not in [str(item) for item in known]:
            raise _no_result(path, f"{key} {result[key]!r:.40} is unknown")
    at, seed = result.get("at"), result.get("seed", 0)
    asked = Invocation(
        result["game"], _texts(path, result, "options"), _texts(path, result, "givens"), _texts(path, result, "data"),
        at if isinstance(at, str) else None, seed if isinstance(seed, int) else 0,
        _texts(path, result, "seats"), _texts(path, result, "counted"),
    )  # fmt: skip
    value = _number(path, result.get("value"))
    return SavedResult(
        asked, result["aim"], result["status"], value, result["rules"], result["start"], _texts(path, result, "play"), result["method"],
        _number(path, result.get("bound")), _habits(path, result.get("strategy", [])), _decks(path, result.get("decks")), _links(path, result),
    )  # fmt: skip


def _links(path: Path, result: Mapping[str, object]) -> Links:
    """What the bound rests on; a proof rests on nothing else."""
    try:
        links = links_of(result)
    except ValueError as error:
        raise _no_result(path, str(error)) from None
    if links and result["status"] in PROVED:
        raise _no_result(path, f"what rests on {links[0].name} cannot be {result['status']}")
    return links


def _habits(path: Path, rows: object) -> tuple[LocalStrategy, ...]:
    """A strategy as it was saved."""
    if not isinstance(rows, list):
        raise _no_result(path, "strategy is not a list")
    habits = []
    for row in rows:
        match row:
            case {"player": str(player), "when": str(when), "moves": dict(moves)} if moves:
                chances = [(str(words), Fraction(_number(path, _whole(odds)) or 0)) for words, odds in moves.items()]
                habits.append(LocalStrategy(player, when, tuple(chances)))
            case _:
                raise _no_result(path, "strategy has a row without player, when and moves")
    return tuple(habits)


def _whole(odds: object) -> object:
    """Odds are written as text, whole numbers as well."""
    return int(odds) if odds in ("0", "1") else odds


def _decks(path: Path, decks: object) -> SampledMeans | None:
    """What came of each deck."""
    match decks:
        case None:
            return None
        case {"results": list(results), "bests": list(bests), "most": int(most), **more}:
            effort, later = _effort(more), _later(more)
            whole = all(type(result) is int and abs(result) < FAR for result in (*results, *bests, most))
            fitting = later is not None and (
                len(bests) == len(later) <= len(results) if later else len(bests) == len(results) or bests == [most]
            )
            if whole and effort is not None and later is not None and len(results) > 1 and fitting:
                return SampledMeans(effort, tuple(results), tuple(bests), most, later)
    raise _no_result(path, "decks are not results of plays")


def _later(result: Mapping[object, object]) -> tuple[int, ...] | None:
    """The bounds after the first turn; None if this is not a list of integers."""
    given = result.get("later", [])
    later = [item for item in given if type(item) is int and abs(item) < FAR] if isinstance(given, list) else []
    return tuple(later) if isinstance(given, list) and len(later) == len(given) else None


def _effort(effort: object) -> Effort | None:
    """The effort of the policy; None if it is missing or out of range."""
    match effort:
        case {"trials": int(trials)} if type(trials) is int and 0 < trials <= MOST_TRIALS:
            return trials
        case {"plans": {"decks": int(decks), "width": int(width)}} if (
            type(decks) is type(width) is int and 0 < decks <= MOST_PLANNED and 0 < width <= MOST_PLANNED
        ):
            return Plans(decks, width)
    return None


def _texts(path: Path, texts: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = texts.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _no_result(path, f"{key} is not a list of texts")
    return tuple(value)


def _number(path: Path, value: object) -> Number | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if not isinstance(value, str) or FRACTION.fullmatch(value) is None:
        raise _no_result(path, f"the value {value!r:.40} is written neither as a whole number (14) nor as a fraction (\"1/2\")")
    return Fraction(value)


def _no_result(path: Path, reason: str) -> RulesError:
    repair = f"`regelwerk solve GAME --save DIR` writes DIR/{NAME}"
    return RulesError(problem("E0760", f"{path!s:.200} is not a result: {reason}", str(path), repair=repair))
