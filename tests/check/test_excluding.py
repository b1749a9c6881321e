"""Why something never comes about: the conditions that exclude it together, none of which can be spared."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from regelwerk.cli.commands.common import CommandSettings
from regelwerk.report.findings import FindingReport
from regelwerk.report.proofs import all_answers
from regelwerk.report.reasons import explain_unreachable
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.ir.failures import PlayError
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.relaxing import Relaxable
from rules_dsl.source import Span
from solver.check.checking import collect_questions
from solver.check.excluding import Exclusion, ExclusionSearch, OpenVerdict
from solver.check.findings import RuleQuestion
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits

STONES = """rules 1
game Stones "Take one or two."

state
  stones: 0..9 = 9
  tired: Bool = false

action take(n: 1..2) @rule "1"
  needs stones >= n  "not so many"
  does
    stones -= n

action leap @rule "2"
  needs stones == 8 or stones == 5
  needs tired  "you are fresh"
  does
    stones -= 4

action rest @rule "3"
  needs stones < 5
  needs stones > 6 or stones == 9  "only with many"
  does
    tired = true

play
  loop until stones == 0
    choose take, leap, rest

end when stones == 3

score
  left: stones

claim never "one left": stones == 1
claim always "nobody is tired": not tired
claim sometimes "ten": stones > 9
claim sometimes "four": stones == 4
"""


@pytest.fixture(scope="module")
def stones(tmp_path_factory: pytest.TempPathFactory) -> Relaxable:
    path = tmp_path_factory.mktemp("why") / "stones.rules"
    path.write_text(STONES)
    return Relaxable(path, {}, {}, ())


def reasons(rules: Relaxable, what: str) -> list[str]:
    found = explain_unreachable(rules, what, 60)
    assert (found.verdict, found.fewest) == ("excluded", True)
    return [each.text for each in found.reasons]


REST = ["rest needs stones < 5", "rest needs stones > 6 or stones == 9"]


def test_the_conditions_that_cannot_hold_together(stones: Relaxable) -> None:
    assert reasons(stones, "rest") == REST
    assert reasons(stones, "leap") == ["leap needs tired", *REST]
    assert reasons(stones, "nobody is tired") == REST
    assert reasons(stones, "ten") == []


def test_a_play_shows_what_a_condition_keeps_away(stones: Relaxable) -> None:
    found = explain_unreachable(stones, "leap", 60)
    assert [each.without for each in found.reasons] == [("take(1)", "leap"), ("take(1)", "rest", "leap"), None]


def test_what_comes_about_is_shown(stones: Relaxable) -> None:
    assert explain_unreachable(stones, "four", 60).verdict == "possible"
    assert len(explain_unreachable(stones, "one left", 60).play) == 5


@pytest.mark.parametrize("what", ["rest", "leap", "nobody is tired"])
def test_with_one_condition_less_it_comes_about_and_with_these_alone_it_does_not(what: str, stones: Relaxable) -> None:
    """Over all positions of the reference machine, for each set of conditions."""
    goals = collect_questions(stones.game).goals
    question = next(each.question for each in goals if what in each.question.text)
    found = ExclusionSearch(stones, question, Clock(Limits(seconds=60))).why(plays=False)
    assert isinstance(found, Exclusion)
    everything = {each.span for each in stones.conditions}
    needed = {each.span for each in found.needed}
    assert not comes_about(stones, question, everything - needed)
    assert all(comes_about(stones, question, everything - needed | {each}) for each in needed)


def comes_about(rules: Relaxable, question: RuleQuestion, left_out: set[Span]) -> bool:
    game = rules.without(frozenset(left_out))
    assert game is not None
    wanted = collect_questions(game)
    machine = ReferenceMachine(wanted.marked.game)
    goal = next(each for each in wanted.goals if each.question == question)
    waiting, seen = [machine.initial()], {machine.initial()}
    while waiting:
        state = waiting.pop()
        if any(part.applies_at(state.node) and machine.value(part.condition, state) for part in goal.parts):
            return True
        for move in machine.moves(state):
            with suppress(PlayError):
                after = machine.apply(state, move)
                waiting += [after] if after not in seen else []
                seen.add(after)
    return False


def test_without_time_nothing_is_said(stones: Relaxable) -> None:
    question = collect_questions(stones.game).goals[0].question
    assert isinstance(ExclusionSearch(stones, question, Clock(Limits(seconds=0))).why(), OpenVerdict)


def test_a_name_that_several_have_or_none(stones: Relaxable) -> None:
    for what, repair in (("e", "one of"), ("zzz", "there are"), ("ress", "rest"), ("", "there are")):
        with pytest.raises(RulesError) as raised:
            explain_unreachable(stones, what, 5)
        assert repair in raised.value.diagnostics[0].repair


def test_rules_of_a_puzzle_that_cannot_hold_together(tmp_path: Path) -> None:
    path = tmp_path / "three.rules"
    path.write_text(
        "rules 1\npuzzle Three\n\nfind n: [1..3] 1..3\n\nrule rising: for i in 1..2: n[i] < n[i + 1]\nrule even: n[2] != 1\n"
        "rule first: n[1] == 2\nrule last: n[3] != 2\n"
    )
    found = explain_unreachable(Relaxable(path, {}, {}, ()), None, 60)
    assert (found.verdict, [each.text for each in found.reasons], found.fewest) == (
        "excluded",
        ["rising", "first"],
        True,
    )
    path.write_text(path.read_text().replace("rule first: n[1] == 2\n", ""))
    assert explain_unreachable(Relaxable(path, {}, {}, ()), None, 60).verdict == "possible"


def deep(path: Path) -> list[FindingReport]:
    settings = CommandSettings()
    state = settings.state(str(path))
    return list(
        all_answers(
            state.game.machine,
            state.raw,
            partial(settings.alone, str(path), state.game.rules),
            settings.relaxable(str(path)),
            None,
        )
    )


def test_check_tells_what_excludes_a_dead_action(tmp_path: Path) -> None:
    path = tmp_path / "stones.rules"
    path.write_text(STONES)
    found = {each.text: each.excluded_by for each in deep(path) if each.code == "W2004" and each.verdict == "refuted"}
    assert found["rest can be done"] == (
        "rest needs stones < 5 (stones.rules:20)",
        "rest needs stones > 6 or stones == 9 (stones.rules:21)",
    )


GIVEN = STONES.replace("state\n", "given most: 1..9 = 9\n\nstate\n").replace(
    '  needs stones >= n  "not so many"\n', '  needs stones >= n  "not so many"\n  needs few(n)\n'
)


def test_a_condition_on_what_is_given_is_not_blamed_for_one_instance(tmp_path: Path) -> None:
    path = tmp_path / "stones.rules"
    path.write_text(f"{GIVEN}\ndefine few(n: 1..2) -> Bool = n <= most and stones <= 9 + 0 * most\n")
    found = [
        each
        for each in deep(path)
        if each.code == "W2006" and path.read_text().splitlines()[each.span.line - 1] == "  needs few(n)"
    ]
    assert [each.verdict for each in found] in (["undecided"], [])
    path.write_text(f"{GIVEN}\ndefine few(n: 1..2) -> Bool = n + stones <= 11 + most - most\n")
    found = [
        each
        for each in deep(path)
        if each.code == "W2006" and path.read_text().splitlines()[each.span.line - 1] == "  needs few(n)"
    ]
    assert [each.verdict for each in found] == ["undecided"] and "most" in found[0].method
