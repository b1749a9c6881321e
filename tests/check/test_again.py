"""Proofs are kept and looked at again by solvers and machines that believe nothing; what was changed on the way is
found out.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from regelwerk.report import kept_proofs
from regelwerk.report.findings import describe_finding
from regelwerk.report.proofs_again import RecheckedClaim, recheck_proofs
from regelwerk.report.results import Invocation
from rules_dsl.diagnostics.diagnostic import RulesError
from rules_dsl.loading import load
from rules_dsl.machine.generated.machine import PythonMachine
from solver.check.again import RecheckOutcome
from solver.check.checking import CheckLimits, prove
from solver.check.findings import ProvedFinding
from solver.check.grounds import FallingMeasures, Induction
from solver.check.proofs import Effort
from solver.check.survey import SurveyLimits
from solver.protocol.clock import Clock
from solver.protocol.questions import Limits as Ends

STEPS = """rules 1
game Steps

state
  near: 0..200 = 0
  far:  0..200 = 0
  done: 0..60000 = 0

action up
  needs near < 190
  does
    near += 1
    far += 1
    done += near

action down
  needs far > 0
  does
    far -= 1
    near -= 1

play
  loop until near == 190
    choose up, down

claim never "apart": near > far and done > 100
claim always "side by side": near == far or done == 7
claim terminates "it ends"
claim sometimes "seven": near == 7
claim never "six": near == 6
"""
FEW = CheckLimits(SurveyLimits(positions=30, plays=0), Effort(seconds=40, kept=True), compiled=False)

Document = dict[str, object]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Proofs of the claims about steps, where not all positions are known."""
    here = tmp_path_factory.mktemp("proofs")
    return kept(here / "steps.rules", STEPS, FEW)


def kept(path: Path, text: str, limits: CheckLimits) -> Path:
    path.write_text(text)
    machine = PythonMachine(load(path))
    found = list(prove(machine, machine.game.claims, limits, Clock(Ends())))
    kept_proofs.save(
        path.parent,
        Invocation(str(path)),
        machine,
        machine.initial(),
        [describe_finding(machine, machine.initial(), each) for each in found],
        40,
    )
    return path.parent


def looked(folder: Path) -> list[RecheckedClaim]:
    return list(recheck_proofs(kept_proofs.read(folder), 300))


def outcomes(found: list[RecheckedClaim]) -> list[RecheckOutcome]:
    return [each.outcome for each in found]


def test_what_was_kept_is_confirmed(folder: Path) -> None:
    entries = kept_proofs.read(folder).entries
    kinds = [[type(ground) for ground in each.grounds] for each in entries]
    assert kinds[0] == [Induction] and FallingMeasures in kinds[4]
    assert any(
        lemma.text == "near <= far"
        for ground in entries[0].grounds
        if isinstance(ground, Induction)
        for lemma in ground.lemmas
    )
    assert outcomes(looked(folder)) == [RecheckOutcome.CONFIRMED] * 5


def changed(folder: Path, to: Path, change: Callable[[Document], None], seal: bool = True) -> list[RecheckedClaim]:
    """The proofs with a change; with `seal` by somebody who knows how the digest is made."""
    document = json.loads((folder / "proof.json").read_text())
    change(document)
    if seal:
        document["digest"] = kept_proofs.digest(document)
    path = to / "proof.json"
    path.write_text(json.dumps(document))
    return looked(path)


def grounds(document: Document, finding: int) -> list[Document]:
    findings = document["findings"]
    assert isinstance(findings, list)
    found: list[Document] = findings[finding]["grounds"]
    return found


def drop_lemmas(document: Document) -> None:
    grounds(document, 0)[0]["lemmas"] = []


def weaken_lemma(document: Document) -> None:
    lemmas = grounds(document, 0)[0]["lemmas"]
    assert isinstance(lemmas, list)
    for lemma in lemmas:
        lemma["places"] = dict.fromkeys(lemma["places"], "(<= near 300)")


def false_lemma(document: Document) -> None:
    lemmas = grounds(document, 0)[0]["lemmas"]
    assert isinstance(lemmas, list)
    for lemma in lemmas:
        lemma["places"] = dict.fromkeys(lemma["places"], "false")


def strange_lemma(document: Document) -> None:
    lemmas = grounds(document, 0)[0]["lemmas"]
    assert isinstance(lemmas, list)
    lemmas[0]["places"] = {"0": "(<= nearly 3)"}


def drop_measure(document: Document) -> None:
    grounds(document, 4)[0]["measures"] = []


def other_claim(document: Document) -> None:
    findings = document["findings"]
    assert isinstance(findings, list)
    findings[0]["claim"] = "never near"


def claim_for_claim(document: Document) -> None:
    """The proof of what holds under the name of what does not."""
    findings = document["findings"]
    assert isinstance(findings, list)
    findings[3] = {**findings[0], "claim": "never six"}


def shorter_play(document: Document) -> None:
    findings = document["findings"]
    assert isinstance(findings, list)
    findings[2]["play"] = findings[2]["play"][:-1]


def illegal_play(document: Document) -> None:
    findings = document["findings"]
    assert isinstance(findings, list)
    findings[2]["play"] = ["down", *findings[2]["play"]]


def turned(document: Document) -> None:
    findings = document["findings"]
    assert isinstance(findings, list)
    findings[1]["verdict"] = "refuted"


def other_rules(document: Document) -> None:
    document["rules"] = "0" * 16


def other_start(document: Document) -> None:
    document["start"] = "00"


CHANGES: dict[Callable[[Document], None], int] = {
    drop_lemmas: 0, weaken_lemma: 0, false_lemma: 0, strange_lemma: 0, drop_measure: 4, other_claim: 0, claim_for_claim: 3, shorter_play: 2, illegal_play: 2,
    turned: 1, other_rules: 0, other_start: 0,
}  # fmt: skip
"""What is changed, and the finding that is then looked at."""


@pytest.mark.parametrize("change", CHANGES, ids=lambda each: each.__name__)
def test_what_was_changed_is_found_out(change: Callable[[Document], None], folder: Path, tmp_path: Path) -> None:
    def only(document: Document) -> None:
        change(document)
        findings = document["findings"]
        assert isinstance(findings, list)
        document["findings"] = [findings[CHANGES[change]]]

    assert outcomes(changed(folder, tmp_path, only)) == [RecheckOutcome.FAILED]


def test_a_file_that_is_not_as_it_was_written_is_not_looked_into(folder: Path, tmp_path: Path) -> None:
    found = changed(folder, tmp_path, lambda document: document.update(seed=7), seal=False)
    assert found == [RecheckedClaim("", RecheckOutcome.FAILED, "the file is not as it was written")]


def test_rules_that_were_changed_are_found_out(tmp_path: Path) -> None:
    kept(tmp_path / "steps.rules", STEPS, FEW)
    (tmp_path / "steps.rules").write_text(STEPS.replace("near < 190", "near < 189"))
    assert [each.how for each in looked(tmp_path)] == ["the rules or their data are not those of the proofs"]


ALL = "\n".join(
    [
        "rules 1", "game Stones", "", "option heap: 3..9 = 5", "", "state", "  stones: 0..heap = heap", "", "action take(n: 1..2)", "  needs stones >= n", "  does",
        "    stones -= n", "", "play", "  loop until stones == 0", "    choose take", "", 'claim never "seven": stones == 7', 'claim sometimes "eight": stones == 8',
        'claim terminates "it goes"', 'claim always "three leads on": stones <= 5', 'claim leads "to one": stones == 3 to stones == 1', "",
    ]
)  # fmt: skip


def recount(document: Document) -> None:
    grounds(document, 0)[0]["count"] = 7


def test_positions_are_counted_anew(tmp_path: Path) -> None:
    folder = kept(tmp_path / "stones.rules", ALL, CheckLimits(proving=Effort(kept=True)))
    assert outcomes(looked(folder)) == [RecheckOutcome.CONFIRMED] * 5
    assert [each.verdict for each in kept_proofs.read(folder).entries] == [
        "proved",
        "refuted",
        "proved",
        "proved",
        "refuted",
    ]
    found = changed(folder, folder, recount)
    assert found[0].outcome is RecheckOutcome.FAILED and "there are 6 positions, not 7" in found[0].how


def test_induction_over_several_moves_is_looked_at_again(tmp_path: Path) -> None:
    text = (
        STEPS.replace("near += 1\n    far += 1", "near += 1\n    far = near").partition("claim")[0]
        + 'claim never "eighty": near == 80 and far == 79\n'
    )
    folder = kept(tmp_path / "steps.rules", text, FEW)

    def in_a_row(document: Document) -> None:
        grounds(document, 0)[0]["moves"] = 2

    assert outcomes(changed(folder, folder, in_a_row)) == [RecheckOutcome.CONFIRMED]


def test_a_claim_that_rests_on_nothing_is_proved_anew(tmp_path: Path) -> None:
    folder = kept(tmp_path / "stones.rules", ALL, CheckLimits(proving=Effort(kept=True)))

    def bare(document: Document) -> None:
        for finding in range(5):
            grounds(document, finding).clear()

    found = changed(folder, tmp_path, bare)
    assert outcomes(found) == [RecheckOutcome.CONFIRMED] * 5 and "anew" in found[0].how


WRONG = [
    [], "proof", {"schema": "regelwerk.proof/1"},
    {"schema": "regelwerk.proof/1", "game": "hanoi", "rules": "", "start": "", "findings": [{}]},
    {"schema": "regelwerk.proof/1", "game": "hanoi", "rules": "", "start": "", "findings": [], "options": 3},
    *[
        {"schema": "regelwerk.proof/1", "game": "hanoi", "rules": "", "start": "", "findings": [{"claim": "", "verdict": "proved", "play": [], "loop": None, "grounds": [each]}]}
        for each in ({}, 7, {"kind": "positions"}, {"kind": "induction", "moves": 0, "lemmas": []}, {"kind": "induction", "moves": 1, "lemmas": [{"text": "", "places": {"x": ""}}]})
    ],
]  # fmt: skip


@pytest.mark.parametrize("document", WRONG)
def test_what_is_no_file_of_proofs_is_refused(document: object, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(document))
    with pytest.raises(RulesError) as raised:
        kept_proofs.read(path)
    assert raised.value.diagnostics[0].code == "E0760"


def test_proofs_name_what_they_rest_on(folder: Path) -> None:
    machine = PythonMachine(load(folder / "steps.rules"))
    found = next(prove(machine, machine.game.claims[:1], FEW, Clock(Ends())))
    assert isinstance(found, ProvedFinding) and "near <= far" in found.used


STAIRS = """rules 1
game Stairs

state
  step: 0..90 = 0
  even: Bool = true

action up(n: 1..3)
  needs step + n <= 90
  does
    step += n

whenever over: step > 80 and even
  does
    even = false

play
  loop until step == 90
    choose up

claim always "below": step <= 80 or not even
claim never "eighty": step > 80 and even
claim terminates "it ends"
"""


@pytest.fixture
def stretches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Proofs of a small game that is taken for a large one."""
    monkeypatch.setattr("solver.smt.stretches.MANY_FIRINGS", -1)
    return kept(tmp_path / "stairs.rules", STAIRS, FEW)


def test_what_rests_on_stretches_is_confirmed(stretches: Path) -> None:
    entries = kept_proofs.read(stretches).entries
    assert all(
        isinstance(ground, Induction | FallingMeasures) and ground.cut for each in entries for ground in each.grounds
    ) and all(each.grounds for each in entries)
    found = looked(stretches)
    assert outcomes(found) == [RecheckOutcome.CONFIRMED] * 3 and "stretches" in found[0].how


def no_shared_lemma_holds(document: Document) -> None:
    lists = document["lemmas"]
    assert isinstance(lists, list)
    for lemma in lists[0]:
        lemma["places"] = dict.fromkeys(lemma["places"], "false")


def strange_shared_lemma(document: Document) -> None:
    lists = document["lemmas"]
    assert isinstance(lists, list)
    lists[0][0]["places"] = {"0": "(<= nearly 3)"}


@pytest.mark.parametrize("change", [no_shared_lemma_holds, strange_shared_lemma])
def test_changed_lemmas_of_stretches_fail(stretches: Path, tmp_path: Path, change: Callable[[Document], None]) -> None:
    assert outcomes(changed(stretches, tmp_path, change))[0] is RecheckOutcome.FAILED


def test_without_its_lemmas_a_claim_on_stretches_fails(stretches: Path, tmp_path: Path) -> None:
    assert outcomes(changed(stretches, tmp_path, drop_lemmas)) == [
        RecheckOutcome.FAILED,
        RecheckOutcome.CONFIRMED,
        RecheckOutcome.CONFIRMED,
    ]


@pytest.mark.long
def test_proofs_of_railroads_are_confirmed(tmp_path: Path) -> None:
    machine = PythonMachine(load("ultimate_railroads"))
    found = prove(
        machine, machine.game.claims, CheckLimits(proving=Effort(large=3600, kept=True), compiled=False), Clock(Ends())
    )
    kept_proofs.save(
        tmp_path,
        Invocation("ultimate_railroads"),
        machine,
        machine.initial(),
        [describe_finding(machine, machine.initial(), each) for each in found],
        None,
    )
    entries = [each for each in kept_proofs.read(tmp_path).entries if each.verdict == "proved"]
    assert len(entries) >= 22
    assert outcomes(list(recheck_proofs(kept_proofs.read(tmp_path), 1200))) == [RecheckOutcome.CONFIRMED] * len(entries)
