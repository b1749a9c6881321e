"""Puzzles as values, and collections of them in files."""
