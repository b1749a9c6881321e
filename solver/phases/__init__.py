"""Play as phases: where moves lead back to the decision they come from, the model counts them instead of making them one after another."""

METHOD = "CP-SAT over phases"
"""What the engine calls itself in answers."""
