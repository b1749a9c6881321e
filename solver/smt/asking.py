"""Questions to Z3 end with an answer, or with MemoryError where Z3 only says that it does not know because an allocation failed."""

from __future__ import annotations

import z3

from solver.processes.apart import says_short_of_memory


def check_conditions(solver: z3.Solver, *assumptions: z3.BoolRef) -> z3.CheckSatResult:
    """Whether the solver's conditions can hold together; after an allocation that failed, nothing Z3 says can be relied on."""
    answer = solver.check(*assumptions)
    if answer == z3.unknown and says_short_of_memory(solver.reason_unknown()):
        raise MemoryError(solver.reason_unknown())
    return answer
