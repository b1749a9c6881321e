"""Grades puzzles by difficulty for people."""
