"""What passes make of small games, in text form: the Markdown files beside this one."""

import pytest

from tests.ir.golden import Case, all_cases


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_golden(case: Case) -> None:
    assert case.result() == case.after


def test_there_are_cases() -> None:
    assert len(all_cases()) >= 20
