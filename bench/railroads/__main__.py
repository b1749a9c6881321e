"""`python -m bench.railroads lines SECONDS [DECK…]`, the same with `climb` for lines alone, `… endings ROUNDS SECONDS [DECK…]`, `… trials GAMES TRIALS [DECK…]`, `… fair SECONDS [POSITION…]`, `… page`:
each keeps what it finds and writes BEST.md. `… prices POSITIONS` compares bounds of single positions and keeps nothing."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bench.railroads import endings, fair, lines, page, pricing, trials
from bench.railroads.records import DECKS


def main(kind: str, numbers: Sequence[int]) -> None:
    """Look where it is asked for, then write the page."""
    match kind:
        case "lines" | "climb":
            for deck in numbers[1:] or DECKS:
                lines.look(deck, numbers[0], "climb" if kind == "climb" else "auto")
        case "endings":
            for deck in numbers[2:] or DECKS:
                endings.look(deck, numbers[0], numbers[1])
        case "trials":
            for deck in numbers[2:] or DECKS:
                trials.look(deck, numbers[0], numbers[1])
        case "fair":
            for place in numbers[1:] or range(len(fair.POSITIONS)):
                fair.look(list(fair.POSITIONS)[place], numbers[0])
        case "prices":
            return pricing.look(numbers[0])
        case "page":
            pass
        case _:
            sys.exit(__doc__)
    page.write()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "", [int(each) for each in sys.argv[2:]])
