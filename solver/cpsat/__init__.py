"""Best plays by CP-SAT: play is unrolled over symbols from where it begins, and the terms become a model of whole numbers."""

METHOD = "CP-SAT"
"""What the engine calls itself in answers."""
