"""A command works in a child process; the parent enforces its limits, whatever the child is doing."""
