"""Every good case loads, is true, and means the same on every machine and in every form."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl import loading
from rules_dsl.ir.notation.read import read_game
from rules_dsl.ir.notation.write import write_game
from rules_dsl.ir.passes import automaton
from rules_dsl.ir.verify import verify
from rules_dsl.machine.agree import compare
from rules_dsl.machine.api import PlayError
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.machine.reference import ReferenceMachine
from rules_dsl.play.notation import read_move, show_move
from rules_dsl.semantics.analyse import analyse
from rules_dsl.source import SourceFile
from rules_dsl.syntax.format import format_text
from rules_dsl.syntax.parse import parse
from tests.language.answers import ANSWERS, MOST_MOVES, Desk, answer, report
from tests.language.cases import Block, Case, Setting, all_cases, documents, rewrite

CASES = all_cases("good")
PLAYS, PLIES = 4, 30


@pytest.fixture(params=CASES, ids=str)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    case: Case = request.param
    return Desk(case, case.write(tmp_path))


def test_nothing_is_said_against_it(desk: Desk) -> None:
    setting = desk.case.setting
    data = [desk.path.parent / name for name in setting.data]
    found = loading.check(desk.path, setting.options, setting.givens, data)
    assert sorted((Path(each.span.file).name, each.span.line, each.code) for each in found) == desk.case.marks(), (
        "\n".join(map(str, found))
    )


def test_it_is_as_expected(desk: Desk, request: pytest.FixtureRequest) -> None:
    expected = [block for block in desk.case.expected if block.kind in ANSWERS]
    found = {block.span: answer(desk, block) for block in expected}
    if request.config.getoption("--update"):
        fresh = next(case for case in all_cases("good") if str(case) == str(desk.case))
        spans = {old.span: new.span for old, new in zip(desk.case.expected, fresh.expected, strict=True)}
        rewrite(fresh, {spans[span]: text for span, text in found.items()})
        return
    for block in expected:
        assert block.text == found[block.span], _name(block)


def test_what_it_says_of_itself_is_true(desk: Desk) -> None:
    if any(block.kind == "report" for block in desk.case.expected):
        return
    said = [
        f"{each.status} {each.kind} {each.label}: {each.detail}"
        for each in report(desk, desk.case.setting)
        if each.status != "passed"
    ]
    assert said == []


def test_machines_agree(desk: Desk) -> None:
    game = desk.game(desk.case.setting)
    if game.finds:
        return
    plain, _ = analyse(
        desk.path,
        desk.case.setting.options,
        desk.case.setting.givens,
        [desk.path.parent / name for name in desk.case.setting.data],
    )
    assert plain is not None
    assert compare(ReferenceMachine(game), PythonMachine(game), plays=PLAYS, plies=PLIES) is None
    assert (
        compare(
            ReferenceMachine(automaton.run(plain)), PythonMachine(automaton.run(plain)), plays=1, plies=PLIES, seed=1
        )
        is None
    )


def test_moves_are_read_as_they_are_written(desk: Desk) -> None:
    stand = desk.stand(Setting())
    machine, state = stand.machine, stand.state
    for step in range(PLIES):
        if machine.kind(state) == "over":
            break
        moves = list(machine.moves(state))
        for move in moves[:MOST_MOVES]:
            text = show_move(machine, state, move)
            assert read_move(machine, state, text) == move, text
        try:
            state = machine.apply(state, moves[step * 7 % len(moves)])
        except PlayError:
            break


def test_it_reads_as_it_is_printed(desk: Desk) -> None:
    game = desk.game(desk.case.setting)
    assert verify(game) == []
    assert read_game(write_game(game)) == game


def test_its_files_survive_formatting(desk: Desk) -> None:
    for name, text in desk.case.files.items():
        if name.endswith((".rules", ".rules.md")):
            tree, _ = parse(SourceFile(name, text))
            formatted = format_text(SourceFile(name, text))
            assert parse(SourceFile(name, formatted))[0] == tree
            assert format_text(SourceFile(name, formatted)) == formatted


def _name(block: Block) -> str:
    after = f" after {'; '.join(block.setting.after)}" if block.setting.after else ""
    return f"{block.kind} {block.subject}{after}"


def test_every_block_is_of_a_known_kind() -> None:
    kinds = {block.kind for case in CASES for block in case.expected}
    assert kinds <= {*ANSWERS, "findings"}
    assert kinds >= {*ANSWERS}, "a kind of expectation that no case uses"


def test_titles_are_used_once() -> None:
    for document in documents("good"):
        titles = [case.title for case in CASES if case.document == document]
        assert len(titles) == len(set(titles)), document.name
