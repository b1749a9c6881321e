"""A game as C: each module writes one part of the IR."""
