"""`regelwerk diff`: compares two sets of rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import CommandSettings, Exit, GameArgument
from rules_dsl.machine.stopping import describe_stop
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from regelwerk.api.game import State
    from rules_dsl.machine.api import Machine
    from solver.check.comparing import Comparison, UndecidedComparison

Other = Annotated[
    str | None, typer.Argument(metavar="OTHER", help="The other game (default: the same one).", show_default=False)
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against", metavar="NAME=VALUE", help="Set an option or a reading of the second game only; repeatable."
    ),
]


Readings = Annotated[bool, typer.Option("--readings", help="Compare the values of each reading pairwise.")]
Trace = Annotated[
    Path | None,
    typer.Option(
        "--trace",
        metavar="FILE",
        help="Write the play in the first game (.play, .jsonl or .itf.json); with --readings one file each.",
    ),
]


def diff(
    game: GameArgument,
    settings: CommandSettings,
    other: Other = None,
    against: Against = None,
    readings: Readings = False,
    trace: Trace = None,
) -> Exit:
    """The shortest play that is legal, or scored, differently; or a proof that there is none."""
    from solver.check.comparing import Different, EquivalentGames

    if readings:
        return _write_readings(game, settings, trace)
    _insist_on_two(other, against or [])
    games = _compare_games(game, other or game, settings, against or [])
    if settings.json:
        output.last_line("diff", **_make_report(games))
    else:
        _write_text(games)
    if trace is not None and isinstance(games, Different):
        _record(settings.state(game), games.play, trace)
    match games:
        case EquivalentGames():
            return Exit.FINE
        case Different():
            return Exit.FALSE
        case _:
            return Exit.LIMIT


def _insist_on_two(other: str | None, against: Sequence[str]) -> None:
    """Raise RulesError where a game would be compared with itself."""
    from regelwerk.settings import problem
    from rules_dsl.diagnostics.diagnostic import RulesError

    if other is None and not against:
        repair = "name a second game, or set an option of the second one with --against NAME=VALUE"
        raise RulesError(problem("E0750", "there is nothing to compare the game with", "B", repair=repair))


def _compare_games(game: str, other: str, settings: CommandSettings, against: list[str]) -> Comparison:
    """By proof if that is quick, else side by side."""
    from regelwerk.api.machines import machine_for
    from rules_dsl.relating import in_words_of
    from solver.check.comparing import Sides
    from solver.check.distinguishing import compare_sides

    second = replace(settings, option=_over(settings.option or [], against))
    one, two = settings.state(game), second.state(other)
    related = in_words_of(settings.source(game), second.source(other))
    if related is None:
        sides = Sides(one.game.machine, two.game.machine, (one.raw, two.raw))
    else:
        machine = machine_for(related)
        sides = Sides(one.game.machine, machine, (one.raw, machine.initial()))
    return compare_sides(sides, settings.seconds(), settings.seed)


def _record(state: State, play: Sequence[str], trace: Path) -> None:
    """Writes a play; a last move at which the rules fail is left out."""
    from regelwerk.api.recorded import record
    from rules_dsl.ir.failures import PlayError

    with suppress(PlayError):
        for text in play:
            state = state.play(text)
    record(state, trace)


def _write_readings(game: str, settings: CommandSettings, trace: Path | None) -> Exit:
    """Which readings make a difference, and by which play that is seen."""
    from regelwerk.api.counting import compile_for
    from solver.check.comparing import Different, EquivalentGames
    from solver.check.readings import compare_readings
    from solver.smt.stretches import is_large

    def state(changed: Mapping[str, str]) -> State:
        options = [f"{name}={value}" for name, value in changed.items()]
        return replace(settings, option=_over(settings.option or [], options)).state(game)

    def load(changed: Mapping[str, str]) -> Machine:
        machine = state(changed).game.machine
        return (compile_for(machine, quiet=True) if is_large(machine.game) else None) or machine

    rows, open_ones = [], 0
    for reading in compare_readings(load, settings.seconds(), settings.seed):
        result, options = reading.comparison, dict(reading.options)
        open_ones += not isinstance(result, EquivalentGames | Different)
        rows.append(
            {
                "reading": reading.name,
                "first": reading.first,
                "second": reading.second,
                "options": options,
                "example": reading.example,
                **_make_report(result),
            }
        )
        if trace is not None and isinstance(result, Different) and not reading.example:
            _record(
                state({**options, reading.name: reading.first}),
                result.play,
                trace.with_name(f"{reading.name}_{reading.first}_{reading.second}_{trace.name}"),
            )
        if not settings.json:
            said = "".join([f", {name}={value}" for name, value in reading.options])
            begun = f", from where the example {reading.example!r} begins" if reading.example else ""
            output.answer(f"{reading.name}: {reading.first} and {reading.second}{said}{begun}")
            _write_text(result)
    if settings.json:
        output.last_line("diff", readings=rows)
    elif not rows:
        output.answer("the rules have no readings to compare")
    return Exit.LIMIT if open_ones else Exit.FALSE if any(row["verdict"] == "different" for row in rows) else Exit.FINE


def _over(options: list[str], against: list[str]) -> list[str]:
    """The options of the first game with those of the second in their place."""
    names = {word.partition("=")[0] for word in against}
    return [*[word for word in options if word.partition("=")[0] not in names], *against]


def _write_text(comparison: Comparison) -> None:
    from solver.check.comparing import Different, EquivalentGames

    match comparison:
        case EquivalentGames(method):
            output.answer(f"equivalent: {method}")
        case Different(play, what, shortest):
            fewer = "" if shortest else " (perhaps after fewer)"
            where = f"after {quantity(len(play), 'move')}{fewer}" if play else "at the start"
            output.answer(f"different {where}: {what}")
            for number, move in enumerate(play, 1):
                output.answer(f"  {number:3}. {move}")
        case _:
            output.answer(f"undecided: {_describe_undecided(comparison)}")


def _describe_undecided(comparison: UndecidedComparison) -> str:
    """How far the games are known to be the same, by what, and what ended that."""
    upto = comparison.upto
    same = f"the same in all plays of up to {quantity(upto, 'move')}" if upto > 0 else "the same at the start"
    return (
        f"{'' if upto < 0 else f'{same}; '}{comparison.tried}; "
        f"{describe_stop(comparison.stopped, 'the number of pairs and random plays')}"
    )


def _make_report(comparison: Comparison) -> dict[str, object]:
    from solver.check.comparing import Different, EquivalentGames

    match comparison:
        case EquivalentGames(method):
            return {"verdict": "equivalent", "upto": None, "play": [], "what": "", "method": method, "stopped": ""}
        case Different(play, what, shortest):
            return {
                "verdict": "different",
                "upto": len(play) - 1 if shortest else None,
                "play": list(play),
                "what": what,
                "method": "played side by side",
                "stopped": "",
            }
        case _:
            upto, stopped = comparison.upto if comparison.upto >= 0 else None, comparison.stopped
            return {
                "verdict": "undecided",
                "upto": upto,
                "play": [],
                "what": "",
                "method": comparison.tried,
                "stopped": stopped,
            }
