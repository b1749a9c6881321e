"""`regelwerk explain CODE`, `regelwerk explain GAME` and `regelwerk help WORD`: explanations."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from regelwerk import output
from regelwerk.api import machines
from regelwerk.cli.commands.common import CommandSettings, Exit
from rules_dsl.pages import folder

PAGES = folder("language")
CODE = re.compile(r"[EeWw][0-9]+")

What = Annotated[
    str,
    typer.Argument(metavar="CODE|GAME", help="The code of a message, such as E0502, or a game.", show_default=False),
]
Commuting = Annotated[
    bool, typer.Option("--commuting", help="List which moves of a game commute, and why others do not.")
]
Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="WORD", help="A keyword or builtin of the rules language.", show_default=False),
]


def explain(what: What, settings: CommandSettings, commuting: Commuting = False) -> Exit:
    """Explain an error code at length, or what the compiler makes of a game and what keeps it from more."""
    if CODE.fullmatch(what.strip()):
        return _explain_code(what, settings)
    return _explain_order(what, settings) if commuting else _explain_game(what, settings)


def _explain_code(code: str, settings: CommandSettings) -> Exit:
    from rules_dsl.diagnostics.pages import nearest_code, page

    text = page(code)
    if text is None:
        near = nearest_code(code)
        message = f"there is no code {code}" + (f"; did you mean {near}?" if near else "")
        output.note(message)
        if settings.json:
            output.last_line("error", status="unknown", message=message)
        return Exit.WRONG_INPUT
    settings.say(text.rstrip("\n"))
    if settings.json:
        output.last_line("explain", code=code.strip().upper(), page=text)
    return Exit.FINE


def _explain_game(game: str, settings: CommandSettings) -> Exit:
    from cython_ext.emit.report import report
    from cython_ext.emit.unsupported import UnsupportedConstruct
    from regelwerk.report.explaining import plain, print_explanation, sources_of

    rules = settings.rules(game)
    if rules.finds:
        raise machines.Unsupported(machines.NO_NATIVE)
    result = report(rules)
    if isinstance(result, UnsupportedConstruct):
        raise machines.Unsupported(str(result))
    sources = sources_of(result)
    if settings.json:
        output.last_line("explain", **plain(result, sources))
        return Exit.FINE
    for line in print_explanation(result, sources):
        output.answer(line)
    return Exit.FINE


def _explain_order(game: str, settings: CommandSettings) -> Exit:
    from regelwerk.report.ordering import describe_counted, describe_pairs, plain, plain_counted
    from rules_dsl.ir.types import cardinality
    from rules_dsl.machine.generated.machine import PythonMachine
    from solver.independence.commuting import pairs
    from solver.phases.telling import findings
    from solver.protocol.clock import Clock
    from solver.protocol.questions import Limits

    rules = settings.rules(game)
    if rules.finds:
        raise machines.Unsupported(machines.NO_NATIVE)
    machine, clock = PythonMachine(rules), Clock(Limits(seconds=settings.seconds()))
    result = list(pairs(machine, clock))
    counted, ended = findings(machine, machine.initial(), clock) if cardinality(rules.players) == 1 else ([], "")
    if settings.json:
        output.last_line(
            "explain", game=rules.name, commuting=plain(rules, result), counted=plain_counted(rules, counted)
        )
    else:
        output.answer("\n".join([*describe_pairs(rules, result), *describe_counted(rules, counted, ended)]))
    return Exit.FINE


def help_(word: Words = None) -> Exit:
    """Explain a word of the rules language; without a word list all."""
    words = language_words()
    if not word:
        output.answer("\n".join(words))
        return Exit.FINE
    wanted = _spell_word("_".join(word), words)
    if wanted in words:
        output.answer((PAGES / f"{wanted}.md").read_text("utf-8").rstrip("\n"))
        return Exit.FINE
    output.note(
        f"there is no page on {' '.join(word)!r:.60}; {_guess_word(wanted, words) or 'without a word all pages are listed'}"
    )
    return Exit.WRONG_INPUT


def _spell_word(wanted: str, words: list[str]) -> str:
    """The word as its page has it: `Player` and `SCORE` are understood."""
    return next((word for word in words if word.casefold() == wanted.casefold()), wanted)


def _guess_word(wanted: str, words: list[str]) -> str:
    """`deck` is a part of `deck_of`, `loop` of `loop_until`; otherwise the page with the nearest spelling."""
    from rules_dsl.diagnostics.suggest import hint

    longer = [word for word in words if wanted in word.split("_") or word in wanted.split("_")]
    return f"did you mean {' or '.join(longer)}?" if longer else hint(wanted, words)


def language_words() -> list[str]:
    """The words that have a page."""
    return sorted(path.stem for path in PAGES.glob("*.md") if path.stem != "README") if PAGES.is_dir() else []
