"""What `make demo` shows: the tutorial game played at random, its board, how many plays there are; and a page on which one plays against Emil."""

from __future__ import annotations

from pathlib import Path

from regelwerk.loader import load
from regelwerk.pages import played, save_page
from rules_dsl.loading import LIBRARY
from rules_dsl.machine.perft import perft

GAME = "orchard"
SEED = 7
DEPTH = 5
EMIL = LIBRARY / "ultimate_railroads" / "plays" / "emil_engineers.play"
PAGE = Path("emil.html")


def main() -> None:
    """Plays one game with random moves and counts the plays of each length."""
    game = load(GAME)
    print(f"{game.name}: {game.title}\n\n{game.initial()}\n\nrandom moves, seed {SEED}:")
    state = game.initial().playout(SEED)
    for number, move in enumerate(state.history, 1):
        print(f"{number:>3}. {move}")
    scores = ", ".join(f"{label} {sum(numbers.values())}" for label, numbers in state.score_lines.items())
    print(f"\n{state}\n\nscore {sum(state.scores.values())}: {scores}\n\nplays of each length:")
    for depth, count in enumerate(perft(game.machine, DEPTH, hashing=True).counts):
        print(f"{depth:>3}  {count:,}")
    print(f"\nplay it yourself: .venv/bin/regelwerk play {GAME}\n\na page with a play against Emil, to step through and to go on from …")
    game, item = played(EMIL, None, "auto")
    print(f"open {PAGE.resolve()} in a browser ({save_page(game, [item], PAGE) // 1000} kB)")


if __name__ == "__main__":
    main()
