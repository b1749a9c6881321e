"""`regelwerk puzzle`: make, solve, check, grade, export and play collections of puzzles."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regelwerk import output
from regelwerk.cli.commands.common import CommandSettings, Exit, GameArgument, takes_threads
from regelwerk.supervision.reporting import REPORTER
from rules_dsl.quantities import quantity

if TYPE_CHECKING:
    from puzzles.making.checking import PuzzleCheck
    from puzzles.making.collecting import Collection
    from puzzles.storing.puzzle import Puzzle

MOST_PUZZLES = 100_000


class Unique(StrEnum):
    """What there shall be only one of."""

    first = "first"
    line = "line"


class ExportForm(StrEnum):
    """What a collection can be exported as."""

    html = "html"
    svg = "svg"
    pdf = "pdf"
    jsonl = "jsonl"
    anki = "anki"
    xsb = "xsb"
    rush = "rush"
    korf = "korf"


File = Annotated[Path, typer.Argument(metavar="FILE", help="A collection of puzzles.", show_default=False)]
Count = Annotated[int, typer.Option("--count", metavar="N", help="Number of puzzles.")]
LastRound = Annotated[bool, typer.Option("--last-round", help="Only positions of the last round.")]
Gap = Annotated[int, typer.Option("--gap", metavar="N", help="Minimum lead of the best first move over the second best.")]
What = Annotated[Unique, typer.Option("--unique", help="What must be unique: the best first move or the whole line.")]
Most = Annotated[int, typer.Option("--most", metavar="N", help="Limit on the positions below a puzzle; more makes harder puzzles and takes longer.")]
Samples = Annotated[int, typer.Option("--samples", metavar="N", help="Limit on the number of samples.")]
Symmetric = Annotated[bool, typer.Option("--symmetric", help="Place clues symmetrically (rotation by half a turn).")]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Output file.")]
Number = Annotated[int, typer.Option("--number", "-n", metavar="N", help="Which puzzle, from 1; 0 is all.")]
Html = Annotated[bool, typer.Option("--html", help="The same as --as html.")]
As = Annotated[ExportForm | None, typer.Option("--as", help="Output format.")]


@takes_threads
def make(
    game: GameArgument, settings: CommandSettings, count: Count = 10, last_round: LastRound = False, gap: Gap = 1, unique: What = Unique.first,
    most: Most = 40_000, samples: Samples = 5_000, symmetric: Symmetric = False, target: Output = None,
) -> Exit:  # fmt: skip
    """Make puzzles from a game: positions with one best move, checked by the graph of all positions and a second search, or clues that leave one solution."""
    from puzzles.making.candidates import PuzzleOrder, order_of
    from puzzles.making.collecting import CollectionLimits, collect
    from puzzles.making.instances import library_or_path
    from puzzles.making.wishes import PuzzleRequirements
    from regelwerk.api.asking import convert_errors
    from regelwerk.cli.keeping import Keeper
    from regelwerk.settings import instance, problem
    from rules_dsl.diagnostics.diagnostic import RulesError

    for name, number, highest in (("--count", count, MOST_PUZZLES), ("--most", most, 1_000_000), ("--samples", samples, 10_000_000), ("--gap", gap, 1_000_000)):
        _in_range(name, number, highest)
    written = target or Path(f"{Path(game).stem}.puzzles")
    _replaceable(written)
    wanted = instance(settings.option or (), settings.given or ())
    givens = tuple([(name, str(value)) for name, value in wanted.givens.items()])
    asked = PuzzleOrder(library_or_path(game), tuple(wanted.options.items()), givens, settings.seed, last_round, PuzzleRequirements(unique.value, gap, most=most), symmetric=symmetric)
    with convert_errors():
        order = order_of(settings.rules(game), asked)
    if symmetric and not order.filled:
        raise RulesError(problem("E0765", "only a puzzle with `find` has symmetric clues", "--symmetric", repair="leave it out"))
    keeper = Keeper(settings, written, count)
    collection = collect(order, CollectionLimits(count, samples, keeper.is_over), settings.threads or 1, keeper.hear)
    keeper.save(collection)
    collection.stopped = settings.find_stop(collection.stopped)
    REPORTER.answering()
    _tell_made(settings, written, collection)
    if collection.stopped == "interrupted":
        return Exit.INTERRUPTED
    return Exit.FINE if len(collection.puzzles) >= count else Exit.LIMIT


def _in_range(name: str, number: int, highest: int) -> None:
    from regelwerk.settings import problem
    from rules_dsl.diagnostics.diagnostic import RulesError

    if not 1 <= number <= highest:
        raise RulesError(problem("E0765", f"{name} {number} is out of range", name, repair=f"write a number from 1 to {highest:,}"))


def _replaceable(path: Path) -> None:
    """An older collection may be replaced, nothing else."""
    from regelwerk.settings import problem
    from rules_dsl.diagnostics.diagnostic import RulesError

    if path.exists() and path.suffix not in (".puzzles", ".jsonl"):
        raise RulesError(problem("E0758", f"{path} already exists and is not a collection", "--output", repair="choose a name that ends in .puzzles"))


def _tell_made(settings: CommandSettings, path: Path, collection: Collection) -> None:
    from regelwerk.cli.keeping import keys, sentence
    from rules_dsl.machine.stopping import describe_stop

    if settings.json:
        output.last_line("puzzle", **keys(path, collection), stopped=collection.stopped)
        return
    for number, puzzle in enumerate(collection.puzzles, 1):
        output.answer(_row(number, puzzle))
    stopped = describe_stop(collection.stopped, "--samples")
    output.answer(sentence(path, collection) + (f"; {stopped}" if stopped else ""))


def _row(number: int, puzzle: Puzzle) -> str:
    from puzzles.exporting.items import goal_text
    from puzzles.storing.puzzle import FILLED

    if puzzle.aim == FILLED:
        return f"{number:>4}  {goal_text(puzzle)}; {puzzle.grade.word} ({puzzle.grade.number}); {', '.join(puzzle.themes[1:])}"
    second = "no other first move solves it" if puzzle.second is None else f"the next best move {puzzle.second}"
    return (
        f"{number:>4}  {goal_text(puzzle)}, {second}; {puzzle.grade.word} ({puzzle.grade.number}), "
        f"{quantity(len(puzzle.solution), 'move')}, {puzzle.choices} to choose from"
    )


def read(path: Path) -> list[Puzzle]:
    """The puzzles of a collection; raises RulesError if the file is not one."""
    from puzzles.storing.store import StoreError, read_store
    from regelwerk.settings import problem
    from rules_dsl.diagnostics.diagnostic import RulesError

    try:
        return read_store(path)
    except StoreError as error:
        raise RulesError(problem("E0763", f"{error!s:.300}", "FILE", repair="`regelwerk puzzle make` writes collections")) from None


def _choose_puzzles(path: Path, number: int) -> list[tuple[int, Puzzle]]:
    from regelwerk.settings import problem
    from rules_dsl.diagnostics.diagnostic import RulesError

    puzzles = list(enumerate(read(path), 1))
    if not puzzles:
        raise RulesError(
            problem("E0764", (f"there are no puzzles in {path}"), "FILE", repair="`regelwerk puzzle make` makes some")
        )
    if not 0 <= number <= len(puzzles):
        raise RulesError(
            problem(
                "E0764",
                (f"there is no puzzle {number} in {path}; it has {quantity(len(puzzles), 'puzzle')}"),
                "--number",
            )
        )
    return puzzles if number == 0 else [puzzles[number - 1]]


def solve(file: File, settings: CommandSettings, number: Number = 0) -> Exit:
    """Solve puzzles anew and compare with the solution that is kept."""
    from puzzles.making.checking import check_solved

    return _all_looked_at(settings, "solved", _choose_puzzles(file, number), check_solved)


def unique(file: File, settings: CommandSettings, number: Number = 0) -> Exit:
    """Prove again that there is one best first move, with a second engine."""
    from puzzles.making.checking import check_proved

    return _all_looked_at(settings, "unique", _choose_puzzles(file, number), check_proved)


def _all_looked_at(settings: CommandSettings, word: str, puzzles: list[tuple[int, Puzzle]], look: Callable[[Puzzle], PuzzleCheck]) -> Exit:
    """Check each puzzle; exit code 1 if one differs from its record."""
    rows = []
    with settings.clock():
        for number, puzzle in puzzles:
            check = look(puzzle)
            rows.append({"number": number, "key": puzzle.key, "holds": check.holds, "value": check.value, "words": check.words})
            settings.say(f"{number:>4}  {'ok  ' if check.holds else 'FALSE'}  {check.words}")
            settings.so_far("puzzle", f"{len(rows)} of {quantity(len(puzzles), 'puzzle')} were checked", {word: rows})
    REPORTER.answering()
    if settings.json:
        output.last_line("puzzle", **{word: rows})
    return Exit.FINE if all(row["holds"] for row in rows) else Exit.FALSE


def grade(file: File, settings: CommandSettings, number: Number = 0) -> Exit:
    """Tell how hard puzzles are, and why."""
    from puzzles.storing.puzzle import FILLED

    rows = []
    for at, puzzle in _choose_puzzles(file, number):
        item = puzzle.grade
        rows.append({"number": at, "key": puzzle.key, "grade": item.number, "word": item.word, "steps": item.steps, "width": item.width, "effort": item.effort, "traps": item.traps, "loss": item.loss})
        if puzzle.aim == FILLED:
            settings.say(
                    f"{at:>4}  {item.number:>3}  {item.word:<9}  {quantity(item.steps, 'cell')}; "
                    f"{', '.join(puzzle.themes[1:])}; {quantity(item.traps, 'value')} tried"
            )
            continue
        settings.say(
            f"{at:>4}  {item.number:>3}  {item.word:<9}  {quantity(item.steps, 'decision')}, "
            f"{item.width:.0%} of the moves are good, {quantity(item.effort, 'position')}, "
            f"{quantity(item.traps, 'trap')}{f', greed loses {item.loss}' if item.loss else ''}"
        )
    if settings.json:
        output.last_line("puzzle", grades=rows)
    return Exit.FINE


def export(file: File, settings: CommandSettings, html: Html = False, form: As = None, target: Output = None, number: Number = 0) -> Exit:
    """Write a collection for people: pages, sheets, cards, lines."""
    from regelwerk.report.exporting import write_files

    wanted = ExportForm.html if html or form is None else form
    with settings.clock():
        files = write_files(_choose_puzzles(file, number), wanted.value, target or Path(f"{file.stem}.{ENDINGS.get(wanted.value, wanted.value)}"))
    if settings.json:
        output.last_line("puzzle", files=[str(path) for path, _ in files], bytes=sum(size for _, size in files))
    for path, size in files:
        settings.say(f"{path}: {max(1, size // 1000)} kB")
    return Exit.FINE


ENDINGS = {"anki": "csv", "rush": "txt", "korf": "txt"}


def play(file: File, settings: CommandSettings, number: Number = 1) -> Exit:
    """Solve a puzzle in the terminal."""
    from random import Random

    from puzzles.exporting.items import goal_text
    from regelwerk.cli.commands.play import play_at_table, room_here
    from regelwerk.cli.terminal import TerminalTable
    from regelwerk.report.exporting import beginning

    ((at, puzzle),) = _choose_puzzles(file, max(1, number))
    start = beginning(puzzle)
    narrator = start.game.narrator(settings.language)
    table = TerminalTable(start, room_here(settings.say), lambda state, path: path or Path("puzzle.play"), Random(settings.seed), narrator)
    settings.say(f"puzzle {at}: {goal_text(puzzle)} ({puzzle.grade.word})")
    code = play_at_table(table)
    scores = table.state.scores
    if settings.json:
        output.last_line("puzzle", play=[move.text for move in table.state.history], over=table.state.over, scores=scores)
    elif table.state.over:
        settings.say(f"{table.state.result}; {', '.join(f'{name} {points}' for name, points in scores.items())}")
    return code


COMMANDS: dict[str, Callable[..., Exit]] = {"make": make, "solve": solve, "unique": unique, "grade": grade, "export": export, "play": play}
