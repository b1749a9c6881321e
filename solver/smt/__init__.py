"""Proofs by Z3: symbolic moves, queried for states in which a property fails."""
