"""How hard a puzzle is for a person."""
