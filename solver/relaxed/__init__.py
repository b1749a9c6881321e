"""Games relaxed by hand into models of whole rounds: which spaces are used, not in which order. What a model cannot surpass, no play surpasses.

A model is a plug-in: a folder with its parts, and `evidence.json`, which binds it to the digests of the rules it was tested on.
"""

from __future__ import annotations

from rules_dsl.machine.api import Machine

METHOD = "whole rounds by SCIP, lines by nested random plays"


def has_model(machine: Machine) -> bool:
    """Is there a model that fits where a machine begins? Only those who may need it wait until the solver's library is there."""
    from solver.relaxed.relaxation import relaxation_of

    if relaxation_of(machine) is None:
        return False
    from solver.relaxed.models import fits

    return fits(machine)
