"""Aggregated planning: where moves lead back to the decision they come from, the model counts them instead of ordering
them.
"""

METHOD = "CP-SAT over phases"
"""What the engine calls itself in answers."""
