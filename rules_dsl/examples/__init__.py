"""Runs the examples, counts, plays, best scores and claims of a rules file, and reports which rules they used."""

from __future__ import annotations

from rules_dsl.examples.results import ExampleOutcome
from rules_dsl.examples.run import ExampleReport, run_all

__all__ = ["ExampleOutcome", "ExampleReport", "run_all"]
