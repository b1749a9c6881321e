"""Work in a process of its own."""
