"""The text form of the IR: what `print` writes and `read` reads."""
