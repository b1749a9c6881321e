"""Fill-in puzzles: clues with a unique solution, proved by two engines, and the techniques a person needs."""
