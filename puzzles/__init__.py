"""Making, grading, storing and exporting puzzles, and pages to play them."""
