"""Loops over the function table of a compiled game, in Cython, and what calls them."""
