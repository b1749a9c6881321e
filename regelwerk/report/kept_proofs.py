"""Files of proofs: claims, verdicts, and everything a sceptical reader needs to recheck them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from regelwerk.report import results
from regelwerk.report.files import write_file
from regelwerk.report.findings import FindingReport, as_dict
from regelwerk.report.results import Invocation
from regelwerk.settings import problem, read_text
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.machine.api import Machine, State
from solver.check.grounds import FallingMeasures, Grounds, Induction, Lemma, Positions

SCHEMA = "regelwerk.proof/1"
NAME = "proof.json"
VERDICTS = ("proved", "refuted", "undecided")
MODES = ("always", "never", "sometimes", "leads", "terminates")
MOST_MOVES = 1_000


@dataclass(frozen=True, slots=True)
class ProofEntry:
    """A finding as it was kept."""

    claim: str
    verdict: str
    play: tuple[str, ...]
    loop: int | None
    grounds: tuple[Grounds, ...]


@dataclass(frozen=True, slots=True)
class SavedProofFile:
    """A file of proofs that was read again. `whole`: whether it is as it was written."""

    asked: Invocation
    rules: str
    start: str
    entries: tuple[ProofEntry, ...]
    whole: bool


def save(
    folder: Path,
    asked: Invocation,
    machine: Machine,
    start: State,
    entries: Sequence[FindingReport],
    seconds: float | None,
) -> Path:
    """Writes what was proved into a folder, which is made; raises RulesError where that cannot be."""
    results.make_folder(folder)
    shared: dict[tuple[Lemma, ...], int] = {}
    findings = [
        {"claim": finding.text, **as_dict(finding), "grounds": [_plain(ground, shared) for ground in finding.grounds]}
        for finding in entries
    ]
    lemmas = [[_plain_lemma(lemma) for lemma in lemmas] for lemmas in shared]
    document = {
        "schema": SCHEMA,
        **results.identity(asked, machine, start),
        "limits": {"seconds": seconds},
        "lemmas": lemmas,
        "findings": findings,
    }
    document = {**document, "digest": digest(document)}
    write_file(folder / NAME, json.dumps(document, ensure_ascii=False, indent=1) + "\n", "--save")
    return folder / NAME


def digest(document: Mapping[str, object]) -> str:
    """The digest of a file's content without the digest itself."""
    rest = {key: value for key, value in document.items() if key != "digest"}
    return hashlib.sha256(json.dumps(rest, ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")).hexdigest()


def _plain(ground: Grounds, shared: dict[tuple[Lemma, ...], int]) -> dict[str, object]:
    """What proofs about stretches rest on is the same for many of them, long, and written once."""

    match ground:
        case Positions(count):
            return {"kind": "positions", "count": count}
        case Induction(moves, lemmas, cut):
            return {
                "kind": "induction",
                "moves": moves,
                "lemmas": shared.setdefault(lemmas, len(shared)) if cut else [_plain_lemma(lemma) for lemma in lemmas],
                "stretches": cut,
            }
        case FallingMeasures(measures, lemmas, cut):
            return {
                "kind": "measures",
                "measures": list(measures),
                "lemmas": shared.setdefault(lemmas, len(shared)) if cut else [_plain_lemma(lemma) for lemma in lemmas],
                "stretches": cut,
            }
        case _:
            assert_never(ground)


def _plain_lemma(lemma: Lemma) -> dict[str, object]:
    return {"text": lemma.text, "places": {str(node): text for node, text in lemma.places}}


# -- reading ----------------------------------------------------------------------------------------------------------


def is_one(path: Path) -> bool:
    """Does a file, or the file in a folder, hold proofs and no result of `solve`?

    Raises RulesError for a folder with both.
    """
    if path.is_dir():
        if (path / NAME).exists() and (path / results.NAME).exists():
            raise RulesError(
                problem(
                    "E0760",
                    f"{path!s:.200} holds a result and proofs",
                    "RESULT",
                    repair=f"name the file: {path / NAME} or {path / results.NAME}",
                )
            )
        return (path / NAME).exists()
    try:
        result = json.loads(read_text(path, "RESULT"))
    except (ValueError, RecursionError):
        return False
    return isinstance(result, dict) and result.get("schema") == SCHEMA


def read(path: Path) -> SavedProofFile:
    """Proofs from a file or its folder; raises RulesError if the file has none."""
    path = path / NAME if path.is_dir() else path
    try:
        result = json.loads(read_text(path, "RESULT"))
    except (ValueError, RecursionError) as error:
        raise _none(path, str(error)) from None
    if not isinstance(result, dict) or result.get("schema") != SCHEMA:
        raise _none(path, f"it has no schema {SCHEMA}")
    match result:
        case {"game": str(game), "rules": str(rules), "start": str(start), "findings": list(rows)}:
            asked = Invocation(
                game, _texts(path, result, "options"), _texts(path, result, "givens"), _texts(path, result, "data")
            )
            shared = _read_lemmas(path, result.get("lemmas", []))
            return SavedProofFile(
                asked,
                rules,
                start,
                tuple([_entry(path, row, shared) for row in rows]),
                result.get("digest") == digest(result),
            )
    raise _none(path, "game, rules, start or findings are missing")


def _read_lemmas(path: Path, lists: object) -> list[tuple[Lemma, ...]]:
    if not isinstance(lists, list) or not all(isinstance(item, list) for item in lists):
        raise _none(path, "its lemmas are not lists")
    return [tuple([_lemma(path, row) for row in rows]) for rows in lists]


def _entry(path: Path, row: object, shared: Sequence[tuple[Lemma, ...]]) -> ProofEntry:
    match row:
        case {
            "claim": str(claim),
            "verdict": str(verdict),
            "play": list(play),
            "loop": (None | int()) as loop,
            "grounds": list(grounds),
        } if verdict in VERDICTS:
            return ProofEntry(
                claim,
                verdict,
                tuple(_text(path, item) for item in play),
                loop,
                tuple(_ground(path, ground, shared) for ground in grounds),
            )
    raise _none(path, f"a finding lacks its claim, verdict ({', '.join(VERDICTS)}), play, loop or grounds")


def _ground(path: Path, row: object, shared: Sequence[tuple[Lemma, ...]]) -> Grounds:
    match row:
        case {"kind": "positions", "count": int(count)}:
            return Positions(count)
        case {"kind": "induction", "moves": int(moves), "lemmas": lemmas, **rest} if 0 < moves < MOST_MOVES:
            return Induction(moves, _lemmas(path, lemmas, shared), rest.get("stretches") is True)
        case {"kind": "measures", "measures": list(measures), "lemmas": lemmas, **rest}:
            return FallingMeasures(
                tuple(_text(path, measure) for measure in measures),
                _lemmas(path, lemmas, shared),
                rest.get("stretches") is True,
            )
    raise _none(path, "the grounds of a finding are of no known kind, or their numbers are too large")


def _lemmas(path: Path, rows: object, shared: Sequence[tuple[Lemma, ...]]) -> tuple[Lemma, ...]:
    """Written out, or the number of a list that several findings rest on."""
    match rows:
        case list():
            return tuple([_lemma(path, row) for row in rows])
        case int() if 0 <= rows < len(shared):
            return shared[rows]
    raise _none(path, "a finding rests on lemmas that are not there")


def _lemma(path: Path, row: object) -> Lemma:
    match row:
        case {"text": str(text), "places": dict(places)} if all(
            node.isascii() and node.isdigit() and len(node) < 9 for node in places
        ):
            return Lemma(text, tuple([(int(node), _text(path, place)) for node, place in places.items()]))
    raise _none(path, "a lemma has no text and places")


def _text(path: Path, value: object) -> str:
    if not isinstance(value, str):
        raise _none(path, f"{value!r:.40} is not a text")
    return value


def _texts(path: Path, texts: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = texts.get(key, [])
    if not isinstance(value, list):
        raise _none(path, f"{key} is not a list")
    return tuple(_text(path, item) for item in value)


def _none(path: Path, reason: str) -> RulesError:
    return RulesError(
        problem(
            "E0760",
            f"{path!s:.200} is not a file of proofs: {reason}",
            str(path),
            repair=f"`regelwerk prove GAME --save DIR` writes DIR/{NAME}",
        )
    )
