"""Runs what a rules file says of itself: examples, counts, plays, best scores, claims; and tells which rules they used."""

from __future__ import annotations

from rules_dsl.examples.results import ExampleOutcome
from rules_dsl.examples.run import ExampleReport, run_all

__all__ = ["ExampleOutcome", "ExampleReport", "run_all"]
