"""The page on the command line names every command and every option, and no others."""

from __future__ import annotations

import re
from pathlib import Path

from regelwerk.__main__ import COMMANDS
from regelwerk.cli.commands.common import Exit, list_written_options
from tests.cli.test_json import SCHEMAS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "command_line.md").read_text("utf-8")


def test_every_command_is_there() -> None:
    section = PAGE.split("## Commands")[1].split("##")[0]
    rows = "".join(line.split(" | ")[0] for line in section.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`([a-z]+) ?[A-Z\[`]", rows.replace("`doctor`", "`doctor `"))) | {"doctor"} == set(COMMANDS)


def test_every_common_option_is_there() -> None:
    for item in list_written_options():
        assert f"--{item.name}" in PAGE


def test_every_key_of_the_contract_is_there() -> None:
    for command, keys in SCHEMAS.items():
        row = "".join([line for line in PAGE.splitlines() if line.startswith(f"| `{command.split()[0]} ")])
        if command.split()[0] != "doctor":
            assert [key for key in keys if f"`{key}`" not in row] == []


def test_every_exit_code_is_there() -> None:
    section = PAGE.split("## Exit codes")[1]
    assert [code for code in Exit if not re.search(rf"(^|· |\n){code.value} ", section)] == []
