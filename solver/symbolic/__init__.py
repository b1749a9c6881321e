"""The rules run on symbols: what a move makes of a state that is not known, as terms that any solver can read."""
