"""Which moves commute, and the canonical order of moves that follows."""
