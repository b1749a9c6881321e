"""Work in a separate process."""
