"""Collections in the forms in which people use them."""
