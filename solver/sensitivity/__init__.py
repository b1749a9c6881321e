"""How a best line changes with figures that are not sure."""
