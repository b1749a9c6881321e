"""Findings in the formats others read."""
