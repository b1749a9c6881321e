"""Run folders of `solve`: the question, each event as it occurs, and the result. A killed run can be resumed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from regelwerk.api.asking import Inquiry
from regelwerk.report import results
from regelwerk.report.files import write_file
from regelwerk.report.results import Invocation, plain
from regelwerk.settings import problem, read_text
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.examples.claims import write_play
from rules_dsl.machine.api import Move
from solver.driver.standing import LINES
from solver.protocol.answers import Answer, BoundEvent, Event, Incumbent, Number
from solver.protocol.disagreement import Disagreement
from solver.protocol.questions import PreviousResult
from solver.trust.replaying import confirm_line, read_line

QUESTION, EVENTS = "question.json", "events.jsonl"
SCHEMA = "regelwerk.run/1"


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A folder that is being written."""

    folder: Path
    asked: Invocation
    inquiry: Inquiry

    @property
    def result(self) -> Path:
        """The path of the final answer."""
        return self.folder / results.NAME

    def note(self, event: Event) -> None:
        """Save an event to disk before it is reported."""
        match event:
            case Incumbent():
                play = list(write_play(self.inquiry.machine, event.play, self.inquiry.question.start))
                self._append({"event": "found", "value": plain(event.value), "play": play, "seconds": event.seconds})
            case BoundEvent():
                self._append(
                    {
                        "event": "bound",
                        "value": plain(event.value),
                        "seconds": event.seconds,
                        **results.links_key(event.rests_on),
                    }
                )
            case Answer():
                question = self.inquiry.question
                results.save(self.folder, self.asked, self.inquiry.machine, question.start, question.aim, event)
            case _:
                pass

    def _append(self, keys: Mapping[str, object]) -> None:
        path = self.folder / EVENTS
        try:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(keys, ensure_ascii=False) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise RulesError(problem("E0758", f"{path!s:.200} cannot be written: {error.strerror}", "--save")) from None


def begin(folder: Path, asked: Invocation, inquiry: Inquiry) -> RunFolder:
    """A new run in a folder, which is made; what an older run of the same question left there is replaced."""
    results.make_folder(folder)
    _insist_free(folder, asked, inquiry)
    write_file(folder / EVENTS, "", "--save")
    keys = {"schema": SCHEMA, **_identity(asked, inquiry)}
    write_file(folder / QUESTION, json.dumps(keys, ensure_ascii=False, indent=1) + "\n", "--save")
    return RunFolder(folder, asked, inquiry)


def _insist_free(folder: Path, asked: Invocation, inquiry: Inquiry) -> None:
    """Raise RulesError where a folder holds a run about something else."""
    path = folder / QUESTION
    if not path.is_file():
        return
    try:
        kept = json.loads(read_text(path, "--save"))
    except (ValueError, RecursionError):
        return  # nobody can go on with it
    ours = _identity(asked, inquiry)
    if isinstance(kept, dict) and any(kept.get(key) != ours[key] for key in ("rules", "start", "aim", "counted")):
        says = f"{folder!s:.200} holds a run about {kept.get('game')!s:.80} that asks something else"
        raise RulesError(problem("E0761", says, "--save", repair="name another folder, or remove that one"))


def _identity(asked: Invocation, inquiry: Inquiry) -> dict[str, object]:
    """What identifies a run: the aim and the game."""
    return {"aim": str(inquiry.question.aim), **results.identity(asked, inquiry.machine, inquiry.question.start)}


def go_on(folder: Path, asked: Invocation, inquiry: Inquiry) -> tuple[Inquiry, RunFolder]:
    """The inquiry with the results of a saved run; raises RulesError if the run is about something else."""
    _insist_same(folder, asked, inquiry)
    _mend(folder)
    known = replace(inquiry, question=replace(inquiry.question, earlier=_earlier(folder, inquiry)))
    return known, RunFolder(folder, asked, known)


def _earlier(folder: Path, inquiry: Inquiry) -> PreviousResult:
    if inquiry.question.aim not in LINES:
        return PreviousResult()
    best = inquiry.question.earlier
    for number, event in enumerate(_events(folder), 1):
        try:
            best = _with(best, event, inquiry)
        except (KeyError, TypeError, ValueError) as error:
            raise _no_run(folder, f"line {number} of {EVENTS} is not an event: {error!s:.80}") from None
    return best


def _insist_same(folder: Path, asked: Invocation, inquiry: Inquiry) -> None:
    try:
        kept = json.loads(read_text(folder / QUESTION, "--resume"))
    except (ValueError, RecursionError) as error:
        raise _no_run(folder, str(error)) from None
    if not isinstance(kept, dict) or kept.get("schema") != SCHEMA:
        raise _no_run(folder, f"{QUESTION} has no schema {SCHEMA}")
    ours = _identity(asked, inquiry)
    for key, words in (
        ("rules", "other rules, options or data"),
        ("start", "another first position"),
        ("aim", "another aim"),
        ("counted", "other moves that count"),
    ):
        if kept.get(key) != ours[key]:
            repair = "repeat the settings of that run, or start a new one with --save"
            raise RulesError(problem("E0761", f"the run in {folder!s:.200} has {words}", "--resume", repair=repair))


def _mend(folder: Path) -> None:
    """Takes away the line that a killed run has left half-written."""
    text = read_text(folder / EVENTS, "--resume")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        write_file(folder / EVENTS, whole, "--resume")


def _events(folder: Path) -> Sequence[Mapping[str, object]]:
    try:
        events = [json.loads(line) for line in read_text(folder / EVENTS, "--resume").splitlines()]
    except (ValueError, RecursionError) as error:
        raise _no_run(folder, f"{EVENTS}: {error!s:.80}") from None
    if not all(isinstance(item, dict) for item in events):
        raise _no_run(folder, f"{EVENTS} does not hold events")
    return events


def _with(best: PreviousResult, event: Mapping[str, object], inquiry: Inquiry) -> PreviousResult:
    match event["event"], event["value"]:
        case "found", int() as value:
            return replace(best, value=value, play=_line(event["play"], value, inquiry))
        case "bound", int() as value:
            return replace(best, bound=value, rests_on=results.links_of(event))
        case kind, value:
            raise ValueError(f"{kind!r:.20} {value!r:.20}")


def _line(words: object, value: Number, inquiry: Inquiry) -> tuple[Move, ...]:
    """The moves of a saved line; raises ValueError if it is illegal or has another value."""
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ValueError("play is not a list of moves")
    try:
        question = inquiry.question
        moves = read_line(inquiry.machine, question.start, words)
        confirm_line(question, inquiry.machines.reference, value, moves)
    except Disagreement as reason:
        raise ValueError(str(reason)) from None
    return moves


def _no_run(folder: Path, reason: str) -> RulesError:
    repair = "`regelwerk solve GAME --save DIR` starts a run that --resume can continue"
    return RulesError(problem("E0761", f"{folder!s:.200} contains no run: {reason}", "--resume", repair=repair))
