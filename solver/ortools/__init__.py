"""OR-Tools, imported in one place, in versions that give right answers."""
