"""A command works in a process of its own; another process keeps its limits, whatever the command is busy with."""
