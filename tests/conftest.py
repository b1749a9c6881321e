"""What all tests share."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.seeds import DAY
from tests.sharing import share_library_games

share_library_games()  # before a test imports the function
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.load_profile("repeatable")  # `--hypothesis-profile=default` draws other cases each time


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the expected output in transcripts instead of comparing")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"cases of the day: REGELWERK_TEST_DAY={DAY}")
