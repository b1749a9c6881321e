"""Bounds by Lagrangian decomposition: the game is split into parts that share only the player's choices.

Each part chooses for itself, and prices make them agree.
"""

METHOD = "depth first with prices"
"""What the engine calls itself in answers."""
