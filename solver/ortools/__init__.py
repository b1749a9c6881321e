"""OR-Tools, imported in one place and only in versions without known wrong answers."""
