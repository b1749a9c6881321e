"""Puzzles, and files of them."""
