"""The small systems that other checkers of models decide, too (bench/models/claims): what holds is proved, and with
`broken` it is refuted.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check.checking import CheckLimits, prove
from solver.check.findings import ProvedFinding, RefutedFinding
from solver.check.proofs import Effort
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits as Ends

MODELS = Path(__file__).parents[2] / "bench" / "models" / "claims"
SMALL = {
    "peterson": {"processes": "3"},
    "economy": {"coins_there": "8", "goods_there": "4"},
    "river_crossing": {},
    "lights_out": {},
}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("broken", ["false", "true"])
def test_what_holds_is_proved_and_what_does_not_is_refuted(name: str, broken: str) -> None:
    machine = PythonMachine(load(MODELS / f"{name}.rules", {**SMALL[name], "broken": broken}))
    found = list(
        prove(
            machine, machine.game.claims, CheckLimits(proving=Effort(second_opinion=0), compiled=False), Clock(Ends())
        )
    )
    if broken == "false":
        assert all(isinstance(each, ProvedFinding) for each in found)
    else:
        assert isinstance(found[0], RefutedFinding) and found[0].play


def test_each_model_is_written_for_each_peer() -> None:
    for name in SMALL:
        assert {path.suffix for path in MODELS.glob(f"{name}.*")} == {".rules", ".m", ".pml", ".smv"}
