"""Relaxations of single games, one folder each; nothing outside of these folders names a game."""
