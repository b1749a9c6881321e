"""Which moves commute, and the one order in which searches make them."""
