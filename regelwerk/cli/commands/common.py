"""Options that commands share, and the exit codes of outcomes."""

from __future__ import annotations

import errno
import functools
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, get_type_hints

import typer

from regelwerk import output
from regelwerk.api.machines import Unsupported
from regelwerk.cli.limits import TimeUp, clock
from regelwerk.supervision.exits import Exit as Exit
from regelwerk.supervision.reporting import REPORTER, STOPPED

if TYPE_CHECKING:
    from regelwerk.api.game import State
    from rules_dsl.diagnostics.diagnostic import Diagnostic
    from rules_dsl.ir import nodes as ir
    from rules_dsl.machine.api import Move
    from rules_dsl.machine.stopping import StopReason
    from rules_dsl.relating import Source
    from rules_dsl.relaxing import Relaxable


class MachineName(StrEnum):
    """The machines by name."""

    auto = "auto"
    native = "native"
    python = "python"
    reference = "reference"


class Language(StrEnum):
    """The languages of what players read."""

    en = "en"
    de = "de"


SOON = 0.001
"""Seconds that are left when all are gone."""
TO_ANSWER, MOST_TO_ANSWER = 0.05, 0.5
"""This part of the time, but no more than so many seconds, is kept for writing the answer."""
LOADING = "loading"
GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="A library game, a .rules file or its folder.", show_default=False)
]
At = Annotated[str | None, typer.Option("--at", metavar="PLAY#STEP", help="Start after this move of a recorded play.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSettings:
    """The options every command on a game takes."""

    option: Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Set an option or a reading; repeatable.")] = (
        None
    )
    given: Annotated[
        list[str] | None,
        typer.Option(
            "--given", metavar="NAME=VALUE", help="Instance data: NAME=VALUE, @FILE.toml, @FILE.json or FORMAT:VALUE; repeatable."
        ),
    ] = None
    data: Annotated[list[Path] | None, typer.Option("--data", metavar="OVERLAY.toml", help="Data file that corrects facts in tables; repeatable.")] = None
    machine: Annotated[MachineName, typer.Option("--machine", help="Which machine to use.")] = MachineName.auto
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of everything random.")] = 0
    time: Annotated[str | None, typer.Option("--time", metavar="30s|10m", help="Time limit.")] = None
    memory: Annotated[str | None, typer.Option("--memory", metavar="2G", help="Memory limit.")] = None
    threads: Annotated[int | None, typer.Option("--threads", metavar="N", min=1, max=256, help="Use exactly this many threads.", show_default=False)] = None
    lang: Annotated[Language | None, typer.Option("--lang", help="Language of what players read; without it that of LANG.", show_default=False)] = None
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False
    json: Annotated[bool, typer.Option("--json", help="Print JSON Lines; the last line is the answer.")] = False
    begun: float = field(default_factory=lambda: monotonic() if REPORTER.begun is None else REPORTER.begun, metadata={"option": False})

    def rules(self, target: str) -> ir.Game:
        """The game that was asked for without a machine."""
        from regelwerk.settings import instance
        from rules_dsl import loading

        with REPORTER.during(LOADING):
            wanted = instance(self.option or (), self.given or ())
            return loading.load(target, wanted.options, wanted.givens, self.data or ())

    def source(self, target: str) -> Source:
        """Where the game that was asked for comes from."""
        from regelwerk.settings import instance
        from rules_dsl.relating import Source

        wanted = instance(self.option or (), self.given or ())
        return Source(target, wanted.options, wanted.givens, self.data or ())

    def relaxable(self, target: str) -> Relaxable:
        """The game that was asked for, of which conditions can be left out."""
        from regelwerk.settings import instance
        from rules_dsl.relaxing import Relaxable

        wanted = instance(self.option or (), self.given or ())
        return Relaxable(target, wanted.options, wanted.givens, self.data or ())

    def alone(self, target: str, rules: ir.Game, options: Mapping[str, str], givens: Mapping[str, object]) -> ir.Game:
        """The game with these options and givens in place of those asked for, except givens that have no default."""
        from regelwerk.settings import instance
        from rules_dsl import loading

        wanted = instance((), self.given or ()).givens
        brought = {given.name: wanted[given.name] for given in rules.givens if given.required and given.name in wanted}
        return loading.load(target, options, {**brought, **givens}, self.data or ())

    def state(self, target: str, at: str | None = None) -> State:
        """The position that was asked for: the first one, or one of a recorded play."""
        with REPORTER.during(LOADING):
            from regelwerk.api.loader import load_state
            from regelwerk.settings import position

            start = None if at is None else position(at)
            return load_state(target, self.option or (), self.given or (), self.data or (), self.machine.value, start)

    def rest(self, state: State, at: str | None = None) -> tuple[Move, ...]:
        """How the recorded play goes on from this position to the end of the game; nothing if it does not."""
        from regelwerk.api.recorded import rest_of
        from regelwerk.settings import instance, position

        start = instance((), self.given or ()).start if at is None else position(at)
        return () if start is None else rest_of(state, start)

    @property
    def language(self) -> str:
        """The language that was asked for, or else that of the environment."""
        if self.lang is not None:
            return self.lang.value
        named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
        return next((language.value for language in Language if named.startswith(language.value)), Language.en.value)

    def check(self) -> None:
        """Raises RulesError for limits that cannot be read, whether or not the command needs them."""
        self.time_limit()
        self.bytes()

    def time_limit(self) -> float | None:
        """The limit of time, if there is one."""
        from regelwerk.settings import seconds

        return seconds(self.time)

    def seconds(self) -> float | None:
        """The time left for a search, if there is a limit, after loading and compiling and with time to write the
        answer.
        """
        allowed = self.time_limit()
        return None if allowed is None else max(SOON, allowed - min(TO_ANSWER * allowed, MOST_TO_ANSWER) - (monotonic() - self.begun))

    @property
    def is_over(self) -> bool:
        """Is no time left?"""
        left = self.seconds()
        return left is not None and left <= SOON

    def find_stop(self, stopped: StopReason) -> StopReason:
        """What ended the work: a limit of time comes to it as an interruption."""
        from rules_dsl.machine.stopping import StopReason

        return StopReason.TIME if stopped is StopReason.INTERRUPTED and self.is_over else stopped

    def clock(self) -> AbstractContextManager[None]:
        """Raise TimeUp in the block when the time is over; for commands that do not check a clock."""
        return clock(self.seconds())

    def bytes(self) -> int | None:
        """The limit of memory, if there is one."""
        from regelwerk.settings import size_in_bytes

        return size_in_bytes(self.memory)

    def room(self) -> int | None:
        """What the limit of memory leaves for tables, if there is one: loading has taken its part."""
        from solver.protocol.clock import memory_in_use

        memory = self.bytes()
        return None if memory is None else max(0, memory - memory_in_use())

    def so_far(self, schema: str, text: str, keys: Mapping[str, object], code: Exit = Exit.LIMIT) -> None:
        """What to answer, with which exit code, should the command have to be ended."""
        REPORTER.so_far(output.last_text(schema, **keys, stopped=STOPPED) if self.json else f"{text}; stopped: {STOPPED}", code)

    def say(self, text: str) -> None:
        """A line of the answer, unless the answer is JSON."""
        if not self.json:
            output.answer(text)


_THREADED: set[Callable[..., Exit]] = set()


def takes_threads(function: Callable[..., Exit]) -> Callable[..., Exit]:
    """Mark a command that supports several threads; the others refuse more than one."""
    _THREADED.add(function)
    return function


def _refuse_threads() -> None:
    from regelwerk.settings import problem
    from rules_dsl.diagnostics.diagnostic import RulesError

    raise RulesError(problem("E0766", "this command works in one thread", "--threads", repair="leave --threads out"))


def command(function: Callable[..., Exit]) -> Callable[..., None]:
    """The function as a command: its parameter `settings` becomes the common options, what it returns or raises an exit code."""
    hints = get_type_hints(function, include_extras=True)
    signature = inspect.signature(function)
    has_settings = "settings" in signature.parameters

    @functools.wraps(function)
    def run(**values: object) -> None:
        code = _run_guarded(function, _gather_settings(values) if has_settings else values)
        REPORTER.finish(code)
        raise typer.Exit(code)

    own = [parameter.replace(annotation=hints[name]) for name, parameter in signature.parameters.items() if name != "settings"]
    shared = _settings_parameters() if has_settings else []
    run.__signature__ = inspect.Signature([*own, *shared])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *shared)}
    return run


def _settings_parameters() -> list[inspect.Parameter]:
    hints = get_type_hints(CommandSettings, include_extras=True)
    kind = inspect.Parameter.KEYWORD_ONLY
    return [inspect.Parameter(item.name, kind, default=item.default, annotation=hints[item.name]) for item in list_written_options()]


def list_written_options() -> list[Field[object]]:
    """What of the settings is written on the command line."""
    return [item for item in fields(CommandSettings) if item.metadata.get("option", True)]


def _gather_settings(values: dict[str, object]) -> dict[str, object]:
    """The values of a call with those of the common options put together as `settings`."""
    shared = {item.name: values.pop(item.name) for item in list_written_options()}
    return {**values, "settings": CommandSettings(**shared)}  # type: ignore[arg-type]


def _run_guarded(function: Callable[..., Exit], values: dict[str, object]) -> Exit:
    from rules_dsl.diagnostics.diagnostic import RulesError
    from solver.processes.apart import is_short_of_memory

    settings = _settings_of(values)
    wants_json = settings.json
    try:
        if settings.threads not in (None, 1) and function not in _THREADED:
            _refuse_threads()
        _begin(settings)
        return function(**values)
    except RulesError as error:
        _tell(error.diagnostics, wants_json)
        return Exit.WRONG_INPUT
    except Unsupported as error:
        _report_unsupported(str(error), wants_json)
        return Exit.UNSUPPORTED
    except KeyboardInterrupt as stopped:
        return _report_stop(explain_interrupt(stopped), wants_json)
    except BrokenPipeError:
        return _pipe_closed()
    except MemoryError as error:
        error.__traceback__ = error.__context__ = None  # frees what its frames hold: even a call needs memory
        return _out_of_memory(wants_json)
    except ImportError as error:
        if is_short_of_memory(error):
            return _out_of_memory(wants_json)
        return _old_kernels(error) if (error.name or "").startswith("cython_ext.") else _defect(error)
    except Exception as error:  # the one place where a defect is turned into a file to send
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            return _disk_full()
        stop = _stop_behind(error)
        if stop is not None:
            return _report_stop(explain_interrupt(stop), wants_json)
        return _out_of_memory(wants_json) if is_short_of_memory(error) else _defect(error)


def _settings_of(values: Mapping[str, object]) -> CommandSettings:
    """The common options of a call; a command without them may take a time, and answer in JSON."""
    match values.get("settings"):
        case CommandSettings() as settings:
            return settings
        case _:
            in_json = values.get("json") is True or str(values.get("form")) == "json"
            return CommandSettings(time=_text(values.get("time")), json=in_json)


def _out_of_memory(wants_json: bool) -> Exit:
    from solver.processes.apart import out_of_memory

    _report_stopped(
        (f"undecided: {out_of_memory()}; ask for less, or set a lower limit with --memory"), "memory", wants_json
    )
    return Exit.LIMIT


def _begin(settings: CommandSettings) -> None:
    """Limits hold from now on; raises RulesError for limits that cannot be read."""
    settings.check()
    REPORTER.begin(settings.time_limit(), settings.bytes(), settings.json)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _report_stop(code: Exit, wants_json: bool) -> Exit:
    """Print the interim answer of a command that was stopped, if it has one."""
    why, interim = (REPORTER.time_is_over, "time") if code is Exit.LIMIT else ("interrupted", "interrupted"), REPORTER.interim
    if interim is None:
        _report_stopped(*why, wants_json)
        return code
    output.note(why[0])
    output.answer(interim.because(why[1]))
    return Exit(interim.code) if code is Exit.LIMIT else code


def _stop_behind(error: BaseException | None) -> KeyboardInterrupt | None:
    """The stop that led to an error: Python turns one that comes while a class is made into a RuntimeError."""
    if error is None or isinstance(error, KeyboardInterrupt):
        return error
    return _stop_behind(error.__cause__ or error.__context__)


def explain_interrupt(stopped: KeyboardInterrupt) -> Exit:
    """The exit code of a command that was stopped by its limit of time or by the user."""
    return Exit.LIMIT if isinstance(stopped, TimeUp) else Exit.INTERRUPTED


def _old_kernels(error: ImportError) -> Exit:
    """The message for a checkout whose compiled parts are out of date."""
    output.note(f"the compiled part {error.name} is missing or older than the rest: {error!s:.200}")
    output.note("repair: `make build` in the checkout, or install Regelwerk again")
    return Exit.UNSUPPORTED


def _defect(error: Exception) -> Exit:
    from regelwerk.cli.crash import write_crash_file

    output.note(f"internal error: {type(error).__name__}: {error!s:.300}")
    try:
        output.note(f"this is a defect of Regelwerk; please send {write_crash_file(error)}")
    except OSError as hindered:
        output.note(f"this is a defect of Regelwerk; the file to send cannot be written: {hindered.strerror}")
    return Exit.INTERNAL


def _tell(findings: tuple[Diagnostic, ...], wants_json: bool) -> None:
    output.show_findings(findings)
    if wants_json:
        from rules_dsl.diagnostics.render_json import as_dict

        output.last_line("error", findings=[as_dict(diagnostic) for diagnostic in findings])


def _report_unsupported(message: str, wants_json: bool) -> None:
    output.note(message)
    if wants_json:
        output.last_line("error", status="unsupported", message=message)


def _report_stopped(message: str, stopped: str, wants_json: bool) -> None:
    """Report what ended a command before it had an answer."""
    output.note(message)
    if wants_json:
        output.last_line("error", status="stopped", message=message, stopped=stopped)


def _pipe_closed() -> Exit:
    """The reader of the output closed the pipe."""
    _drop_answers()
    return Exit.FINE


def _disk_full() -> Exit:
    output.note("the answer cannot be written: the disk is full")
    _drop_answers()
    return Exit.WRONG_INPUT


def _drop_answers() -> None:
    """Keep Python from complaining when it closes a stdout that takes no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
