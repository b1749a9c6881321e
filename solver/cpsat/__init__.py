"""Best play by CP-SAT: play is unrolled over symbols from the start, and the terms become an integer model."""

METHOD = "CP-SAT"
"""What the engine calls itself in answers."""
