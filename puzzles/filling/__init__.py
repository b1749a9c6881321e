"""Puzzles that are filled in: clues for which there is one solution, proved twice, and what a person needs to find it."""
