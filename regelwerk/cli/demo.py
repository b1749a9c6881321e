"""`make demo`: random plays of the tutorial game, a minute of search for the best score against Emil with an upper
bound, and a page with the play.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from puzzles.page import sheet
from regelwerk.api.game import Game
from regelwerk.api.loader import load
from regelwerk.api.solving import ImprovedLine, Solution, solve
from regelwerk.api.wording import describe_basis, describe_bounds
from regelwerk.report.pages import save_page
from rules_dsl.machine.perft import perft
from solver.protocol.answers import BoundEvent, compute_gap, join_links

GAME = "orchard"
SEED = 7
DEPTH = 5
RAILROADS, DECK = "ultimate_railroads", 8
SECONDS = 60.0
PAGE = Path("emil.html")


def show_tutorial() -> None:
    """One game with random moves, and how many plays of each length there are."""
    game = load(GAME)
    print(f"{game.name}: {game.title}\n\n{game.initial()}\n\nrandom moves, seed {SEED}:")
    state = game.initial().playout(SEED)
    for number, move in enumerate(state.history, 1):
        print(f"{number:>3}. {move}")
    scores = ", ".join(f"{label} {sum(numbers.values())}" for label, numbers in state.score_lines.items())
    print(f"\n{state}\n\nscore {sum(state.scores.values())}: {scores}\n\nplays of each length:")
    for depth, count in enumerate(perft(game.machine, DEPTH, hashing=True).counts):
        print(f"{depth:>3}  {count:,}")
    print(f"\nplay it yourself: .venv/bin/regelwerk play {GAME}")


def show_best(seconds: float) -> tuple[Game, sheet.Item]:
    """The course of a search on one deck, and its line as an item of a page."""
    game = load(RAILROADS, options={"deck": DECK})
    print(
        f"\n{game.title}\nSearching deck {DECK}, its order known, for {seconds:.0f} seconds:\n\n seconds    best   upper bound",
        flush=True,
    )
    course: list[sheet.SearchPoint] = []
    solution: Solution | None = None
    best: str | int = ""
    for event in solve(game, know=True, time=seconds):
        match event:
            case ImprovedLine():
                best = int(event.value)
                course.append(sheet.SearchPoint("found", float(event.value), event.seconds))
                print(f"{event.seconds:8.1f}   {best:>5}", flush=True)
            case BoundEvent():
                course.append(sheet.SearchPoint("bound", float(event.value), event.seconds))
                print(
                    f"{event.seconds:8.1f}   {best:>5}   {int(event.value):>11,}{describe_basis(event.rests_on)}",
                    flush=True,
                )
            case Solution():
                solution = event
            case _:
                pass
    assert solution is not None
    return game, _item(solution, course)


def _item(solution: Solution, course: list[sheet.SearchPoint]) -> sheet.Item:
    gap = compute_gap(solution.value, solution.bound)
    said = describe_bounds(solution.aim, solution.value, solution.bound, solution.rests_on)
    print(f"\n{solution.final}\n\n{said} ({solution.status}, {solution.method})")
    outcome = sheet.SearchOutcome(
        solution.status,
        _whole(solution.value),
        _whole(solution.bound),
        gap,
        solution.method,
        join_links(solution.rests_on),
    )
    item = sheet.Item(
        f"Deck {DECK}: {solution.value} points", "best", sheet.Role.PLAY, line=[move.raw for move in solution.moves]
    )
    return replace(item, events=tuple(course), result=outcome, facts=[("deck", str(DECK))])


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    reader = argparse.ArgumentParser(prog="python -m regelwerk.cli.demo", description=__doc__)
    reader.add_argument(
        "--seconds",
        type=float,
        default=SECONDS,
        metavar="S",
        help="how long the best score is searched (default: %(default)s)",
    )
    reader.add_argument(
        "--page", type=Path, default=PAGE, metavar="FILE", help="the page that is written (default: %(default)s)"
    )
    return reader


def main(seconds: float = SECONDS, page: Path = PAGE) -> None:
    """The tutorial game, a minute of search, and pages for a browser."""
    show_tutorial()
    game, best = show_best(seconds)
    size = save_page(game, [best], page)
    print(
        f"open {page.resolve()} in a browser: every picture of the play, and Emil to play against ({size // 1000} kB)"
    )


if __name__ == "__main__":
    asked = parser().parse_args()
    main(asked.seconds, asked.page)
