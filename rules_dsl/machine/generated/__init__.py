"""The machine for computers without a C compiler: core as Python source."""
