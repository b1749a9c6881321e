"""Sampling, for games too large to solve: policies, their means over random decks, and bounds on every policy."""
