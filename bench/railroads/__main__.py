"""Searches the games of Ultimate Railroads on fixed decks.

What is found is kept, and BEST.md is written anew; `prices` only compares.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from bench.railroads import endings, evidence, fair, lines, page, pricing, relaxation, trials
from bench.railroads.records import DECKS


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    reader = argparse.ArgumentParser(prog="python -m bench.railroads", description=__doc__)
    kinds = reader.add_subparsers(dest="kind", required=True, metavar="KIND")
    _kind(kinds, "lines", "the best lines of whole games", ["seconds"], "decks")
    _kind(kinds, "climb", "the same with `climb` alone", ["seconds"], "decks")
    _kind(kinds, "endings", "the last rounds of the best lines", ["rounds", "seconds"], "decks")
    _kind(kinds, "trials", "fair play, the deck unknown, from the beginning", ["games", "trials"], "decks")
    _kind(kinds, "fair", "fair play from recorded positions", ["seconds"], "positions")
    _kind(kinds, "prices", "bounds of single positions side by side; nothing is kept", ["positions"])
    _kind(
        kinds,
        "relaxation",
        "test the model of rounds on random plays and all recorded ones, and bind it to rules and models as they stand",
        ["plays", "processes"],
    )
    _kind(
        kinds,
        "bind",
        "only bind it again, where passes have changed the form of the rules and the models are those that were tested",
        [],
    )
    _kind(kinds, "page", "write BEST.md from what is kept", [])
    return reader


def _kind(
    kinds: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    what: str,
    numbers: Iterable[str],
    which: str | None = None,
) -> None:
    reader = kinds.add_parser(name, help=what, description=what)
    for number in numbers:
        reader.add_argument(number, type=int)
    if which is not None:
        reader.add_argument(
            "only",
            nargs="*",
            type=int,
            metavar=which.upper(),
            help=f"only these {which}, by number; without a number all",
        )


def main() -> None:
    """Look where it is asked for, then write the page."""
    asked = parser().parse_args()
    match asked.kind:
        case "lines" | "climb":
            for deck in asked.only or DECKS:
                lines.look(deck, asked.seconds, "climb" if asked.kind == "climb" else "auto")
        case "endings":
            for deck in asked.only or DECKS:
                endings.look(deck, asked.rounds, asked.seconds)
        case "trials":
            for deck in asked.only or DECKS:
                trials.look(deck, asked.games, asked.trials)
        case "fair":
            for place in asked.only or range(len(fair.POSITIONS)):
                fair.look(list(fair.POSITIONS)[place], asked.seconds)
        case "relaxation":
            return relaxation.look(asked.plays, asked.processes)
        case "bind":
            return evidence.bind_again()
        case "prices":
            return pricing.look(asked.positions)
    page.write()
    return None


if __name__ == "__main__":
    main()
