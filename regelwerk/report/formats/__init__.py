"""Findings in exchange formats."""
