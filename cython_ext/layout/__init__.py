"""How values, states and moves are laid out in words."""
