"""Bounds by prices: a game falls into parts that meet only in the choices of the player; each part chooses for itself, and prices make the parts agree."""

METHOD = "depth first with prices"
"""What the engine calls itself in answers."""
