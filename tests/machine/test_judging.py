"""What is said of positions is judged alike by all machines, also where the rules fail."""

from __future__ import annotations

from pathlib import Path

from rules_dsl.loading import load
from rules_dsl.machine.explore import ExploreLimits, explore
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine

NOBODY = """\
rules 1
game Dark "Who decides cannot be told at the first decision, and a claim is false there all the same."

given nobody: Player? = none

state
  light: Bool

action wait
  does
    light = false

play
  choose wait by the(nobody)

claim always "it is light": light
"""


def test_a_claim_is_judged_where_nobody_can_tell_who_decides(tmp_path: Path) -> None:
    path = tmp_path / "dark.rules"
    path.write_text(NOBODY, encoding="utf-8")
    game = load(path)
    for machine in (ReferenceMachine(game), PythonMachine(game)):
        found = explore(machine, ExploreLimits(10))
        assert found.failure is not None
        assert [finding.verdict for finding in found.findings] == ["refuted"]
