"""Core: the lowered form that back-ends translate. `docs/decisions/0020-core.md` says what it is and why."""
