"""Puzzles that are filled in: cells, what may still stand in them, and the machine that fills them."""
