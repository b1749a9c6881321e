"""The reference machine: `docs/reference/semantics.md` in plain Python."""

from rules_dsl.machine.reference.machine import ReferenceMachine as ReferenceMachine
