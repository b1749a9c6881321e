"""Proofs by Z3: what the rules make of states that are not known, asked for states in which something fails."""
