"""Symbolic execution of the rules: the effect of a move on an unknown state, as terms that every solver can read."""
