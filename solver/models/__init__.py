"""Relaxations of single games, one folder each. Nothing outside these folders names a game."""
