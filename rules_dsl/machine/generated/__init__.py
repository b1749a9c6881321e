"""Core as Python source, for computers without a C compiler."""
