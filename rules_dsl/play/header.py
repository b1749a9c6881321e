"""The header of a play file: game, settings, result."""

from __future__ import annotations

import re
from dataclasses import replace

from rules_dsl.diagnostics.diagnostic import Diagnostic, finding
from rules_dsl.diagnostics.suggest import hint
from rules_dsl.play.record import FORMAT, VERSION, PlayFile, read_given
from rules_dsl.source import SourceFile, Span

KEYS = ("game", "option", "given", "seed", "sha", "date", "result")
_SETTING = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_.]*)\s*=\s*(?P<value>.*)\Z", re.DOTALL)
_MOVE = re.compile(r"[0-9]+\s*\.|\{")
_SEED = re.compile(r"[0-9]{1,20}\Z")


def read_header(source: SourceFile) -> tuple[PlayFile | None, int, list[Diagnostic]]:
    """The header (None: not a play file), the offset of the moves, and diagnostics."""
    lines = source.text.split("\n")
    wrong = _first_line(source, lines[0])
    if wrong:
        return None, 0, [wrong]
    reader = _Header(source)
    offset = len(lines[0]) + 1
    for number, line in enumerate(lines[1:], 2):
        content = "" if line.lstrip().startswith("--") else line.strip()
        if _MOVE.match(content) or (not line.strip() and reader.play.game):
            break
        if content:
            reader.line(number, line)
        offset += len(line) + 1
    if not reader.play.game and not reader.findings:
        reader.findings.append(
            finding(
                "E0802",
                "the play names no game",
                Span(source.name, 1, 1, 1, 1),
                repair="write  game NAME  in the second line",
            )
        )
    return reader.play, min(offset, len(source.text)), reader.findings


def _first_line(source: SourceFile, line: str) -> Diagnostic | None:
    words = line.split()
    span = Span(source.name, 1, 1, 1, max(2, len(line) + 1))
    if not words or words[0] != FORMAT:
        return finding(
            "E0801", f"{source.name} is not a play file", span, reason=f"its first line is not  {FORMAT} {VERSION}"
        )
    if words[1:] != [str(VERSION)]:
        return finding(
            "E0801",
            f"{source.name} is a play file of another version",
            span,
            repair=f"this program reads  {FORMAT} {VERSION}",
        )
    return None


class _Header:
    """Takes lines one by one."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.play = PlayFile("")
        self.findings: list[Diagnostic] = []

    def line(self, number: int, line: str) -> None:
        begin = len(line) - len(line.lstrip())
        key, _, value = line.strip().partition(" ")
        span = Span(self.source.name, number, begin + 1, number, len(line.rstrip()) + 1)
        match key:
            case "option" | "given":
                self._setting(key, value.strip(), span)
            case "seed":
                self._seed(value.strip(), span)
            case "game" if value.strip():
                self.play = replace(self.play, game=value.strip(), span=span)
            case "sha":
                self.play = replace(self.play, sha=value.strip())
            case "date":
                self.play = replace(self.play, date=value.strip())
            case "result":
                self.play = replace(self.play, result=value.strip())
            case _:
                self._strange(key, span)

    def _setting(self, key: str, text: str, span: Span) -> None:
        setting = _SETTING.match(text)
        if not setting:
            self.findings.append(
                finding("E0802", f"this {key} has no value", span, repair=f"write  {key} name = value")
            )
        elif key == "option":
            self.play = replace(self.play, options=(*self.play.options, (setting["name"], setting["value"])))
        else:
            self.play = replace(self.play, givens=(*self.play.givens, (setting["name"], read_given(setting["value"]))))

    def _seed(self, text: str, span: Span) -> None:
        if _SEED.match(text):
            self.play = replace(self.play, seed=int(text))
        else:
            self.findings.append(finding("E0802", f"the seed {text[:40]} is not a whole number from 0 on", span))

    def _strange(self, key: str, span: Span) -> None:
        message = "the game has no name" if key == "game" else f"{key} is not a header line of a play"
        repair = "write  game NAME" if key == "game" else "moves begin after an empty line"
        self.findings.append(finding("E0802", message, span, hint(key, KEYS), repair=repair))
