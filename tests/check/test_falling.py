"""Numbers of which the rules say that they fall: what they show is shown, and no play that goes on for ever is said to
end.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check.checking import collect_questions
from solver.check.cutting import prove_in_stretches
from solver.check.grounds import FallingMeasures
from solver.check.proving import prove
from solver.check.survey import SurveyLimits, survey
from solver.check.told import Ends, UnprovedTermination
from solver.check.written import holds_again
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits
from solver.smt.relation import Relation
from tests.check.test_stretches import goes_round

QUARRY = """rules 1
game Quarry

type Pit = north | south

state
  round: 1..3 = 1
  men: 0..3 = 2
  dug: set of Pit
  heap: 0..6
  bread: 0..4 = 3
  home: Bool

action dig(p: Pit)
  needs p not in dug
  needs men > 0
  does
    dug += p
    men -= 1
    heap += 2

action pull
  needs men > 0
  does
    men -= 1
    heap = min(heap + 1, 6)

action carry
  does
    heap -= 1

action eat
  needs bread > 0 and men < 3
  does
    bread -= 1
    men += 1

action leave_off
  does
    home = true

whenever hunger: men == 0 and bread > 2
  does
    bread -= 1
    men += 1

play
  loop until round == 3
    home = false
    loop until home
      choose dig, pull, eat, leave_off
      loop until heap == 0
        choose carry
    round += 1
    dug = {}
    men = 2

claim terminates "the quarry is dug" by
  3 - round, then bread, then men + (0 if home else 1), then heap
"""
MUTANTS = {
    "a heap that is carried stays": ("    heap -= 1\n", "    heap = max(heap - 1, 1)\n"),
    "nobody goes home": ("    home = true\n", "    home = false\n"),
    "the rounds begin again": ("    round += 1\n", "    round = 1 if round == 2 else 2\n"),
    "bread is not eaten up": (
        "  does\n    bread -= 1\n    men += 1\n\naction leave_off",
        "  does\n    men += 1\n\naction leave_off",
    ),
    "hunger never ends": (
        "whenever hunger: men == 0 and bread > 2\n  does\n    bread -= 1\n    men += 1\n",
        "whenever hunger: men == 0 and bread > 2\n  does\n    bread = min(bread + 1, 4)\n",
    ),
    "who pulls comes back": ("    men -= 1\n    heap = min(heap + 1, 6)\n", "    heap = min(heap + 1, 6)\n"),
}


def written(folder: Path, rules: str) -> PythonMachine:
    path = folder / "quarry.rules"
    path.write_text(rules)
    return PythonMachine(load(path))


def without_reaction(rules: str) -> str:
    """Moves that are asked about as a whole spell out reactions, of which it must be known that they stop."""
    return rules[: rules.index("whenever")] + rules[rules.index("play\n") :]


def ends(machine: PythonMachine, cut: bool, kept: bool = False) -> list[Ends | UnprovedTermination]:
    """What is said of the end, by stretches of moves or by whole moves."""
    samples, goals = [machine.initial()], dict(enumerate(collect_questions(machine.game).goals[:0]))
    if cut:
        told = list(prove_in_stretches(machine, goals, samples, Clock(Limits()), kept))
    else:
        told = list(prove(machine, goals, samples, Clock(Limits()), True, kept))
    return [each for each in told if isinstance(each, Ends | UnprovedTermination)]


@pytest.mark.parametrize("cut", [True, False])
def test_plays_end_by_what_the_rules_say(cut: bool, tmp_path: Path) -> None:
    machine = written(tmp_path, QUARRY if cut else without_reaction(QUARRY))
    (found,) = ends(machine, cut, kept=True)
    assert isinstance(found, Ends)
    assert found.measures[:2] == ("3 - round", "bread") and len(found.measures) >= 4
    (ground,) = found.grounds
    assert isinstance(ground, FallingMeasures)
    assert holds_again(Relation(machine, Clock(Limits()), cut=cut), None, ground)
    fewer = FallingMeasures(found.measures[1:], ground.lemmas, cut)
    assert not holds_again(Relation(machine, Clock(Limits()), cut=cut), None, fewer), (
        "these are not the numbers of the rules"
    )


@pytest.mark.parametrize(
    ("name", "cut"), [(name, cut) for name in MUTANTS for cut in (True, False) if cut or not name.startswith("hunger")]
)
def test_a_play_that_goes_on_for_ever_is_not_said_to_end(name: str, cut: bool, tmp_path: Path) -> None:
    old, new = MUTANTS[name]
    assert QUARRY.count(old) == 1
    changed = QUARRY.replace(old, new)
    machine = written(tmp_path, changed if cut else without_reaction(changed))
    (found,) = ends(machine, cut)
    assert isinstance(found, UnprovedTermination) and "it is not shown that" in found.why
    if not name.startswith("hunger"):  # there the rules themselves say that reactions do not stop
        wanted = collect_questions(machine.game)
        assert goes_round(survey(wanted.marked, wanted.goals, machine.initial(), SurveyLimits(), Clock(Limits())))


@pytest.mark.parametrize("cut", [True, False])
def test_a_number_that_rises_is_named(cut: bool, tmp_path: Path) -> None:
    changed = QUARRY.replace("3 - round, then bread, then", "3 - round, then heap, then bread, then")
    machine = written(tmp_path, changed if cut else without_reaction(changed))
    (found,) = ends(machine, cut)
    if isinstance(found, UnprovedTermination):
        assert found.why in (
            "it is not shown that heap does not rise by `dig`",
            "it is not shown that heap does not rise by `pull`",
        )
    else:
        assert found.measures[0] != "(3 - round)", "numbers of the rules that rise are none of the proof"
