"""The search for all solutions of puzzles that are filled in."""
