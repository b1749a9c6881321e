"""What `make demo` shows: the tutorial game played at random, its board, and how many plays there are."""

from __future__ import annotations

from regelwerk.loader import load
from rules_dsl.machine.perft import perft

GAME = "orchard"
SEED = 7
DEPTH = 5


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
    print(f"\nplay it yourself: .venv/bin/regelwerk play {GAME}")


if __name__ == "__main__":
    main()
