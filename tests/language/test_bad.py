"""Every bad case gives exactly the findings that are marked in it, all in one run."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl import loading
from rules_dsl.diagnostics.codes import CODES
from rules_dsl.diagnostics.diagnostic import Diagnostic
from tests.language.cases import Case, all_cases

CASES = all_cases("bad")
MOST_CODES_TO_MISS = 80


def _place(found: Diagnostic, folder: Path) -> tuple[str, int, str]:
    path = Path(found.span.file)
    name = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else found.span.file
    return name, found.span.line, found.code


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_findings_are_those_marked(case: Case, tmp_path: Path) -> None:
    path = case.write(tmp_path)
    setting = case.setting
    found = loading.check(path, setting.options, setting.givens, [tmp_path / name for name in setting.data])
    assert case.marks(), "a bad case without a mark shows nothing"
    assert sorted(_place(each, tmp_path) for each in found) == case.marks(), "\n".join(
        f"{each.span}  {each.code}  {each.message}" for each in found
    )


@pytest.mark.parametrize("case", CASES, ids=str)
def test_findings_are_for_people(case: Case, tmp_path: Path) -> None:
    path = case.write(tmp_path)
    setting = case.setting
    for found in loading.check(path, setting.options, setting.givens, [tmp_path / name for name in setting.data]):
        assert found.message and not found.message.endswith("."), found
        assert found.repair or found.reason, f"{found.code} {found.message}: neither reason nor repair"
        assert found.span.end_line > found.span.line or found.span.end_column >= found.span.column


def test_enough_different_codes() -> None:
    codes = {code for case in CASES for _, _, code in case.marks()}
    assert codes <= set(CODES)
    assert len(codes) >= MOST_CODES_TO_MISS


def test_several_mistakes_of_different_kinds_together() -> None:
    mixed = [case for case in CASES if len({code[:3] for _, _, code in case.marks()}) >= 3]
    assert len(mixed) >= 5
