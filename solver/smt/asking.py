"""Queries to Z3. A failed allocation, which Z3 reports as "unknown", becomes a MemoryError."""

from __future__ import annotations

import z3

from solver.processes.apart import says_short_of_memory


def check_conditions(solver: z3.Solver, *assumptions: z3.BoolRef) -> z3.CheckSatResult:
    """Can the solver's conditions hold together? After a failed allocation no further result of Z3 is reliable."""
    answer = solver.check(*assumptions)
    if answer == z3.unknown and says_short_of_memory(solver.reason_unknown()):
        raise MemoryError(solver.reason_unknown())
    return answer
