"""Every code has a page, and every page tells the truth: its program gives exactly its message, the repaired one gives none."""

import re
from pathlib import Path

import pytest

from rules_dsl.diagnostics.codes import CODES
from rules_dsl.diagnostics.pages import FOLDER, page_path
from tests.errors.pages import after_repair, read_page, said_about, with_message

INDEX = FOLDER / "README.md"
NOT_IN_A_FILE = frozenset({"E0249", "E0808", "E0425", "E0646", "E0755", "E0767", "E0904", "E0911", "E0913", "E0914"})
"""Codes that no file of an author can provoke; their pages only explain."""


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))


def pages() -> list[Path]:
    return sorted(path for path in FOLDER.glob("*.md") if path != INDEX)


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_page(code):
    assert page_path(code).is_file()


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.stem)
def test_a_page_gives_the_exact_message_and_a_program_without_it(path, tmp_path, monkeypatch, update):
    code, text = path.stem, path.read_text(encoding="utf-8")
    assert code in CODES, "this page belongs to no code"
    heading, page = f"# {code} {CODES[code]}", read_page(text)
    if page.message is None:
        assert code in NOT_IN_A_FILE, "this page shows no program and no message"
        assert page.heading == heading
        return
    for folder in ("wrong", "repaired"):
        (tmp_path / folder).mkdir()
    monkeypatch.chdir(tmp_path / "wrong")
    wrong = said_about(page.wrong, tmp_path / "wrong")
    if update:
        path.write_text(with_message(text, heading, wrong.text), encoding="utf-8")
    else:
        assert (page.heading, page.message) == (heading, wrong.text)
    assert wrong.codes == {code}
    monkeypatch.chdir(tmp_path / "repaired")
    repaired = said_about(after_repair(page), tmp_path / "repaired")
    assert not any(each.startswith("E") or each == code for each in repaired.codes), repaired.text


def test_the_index_lists_every_code(update):
    lines = [f"| [{code}]({code}.md) | {title} |" for code, title in CODES.items()]
    index = "\n".join(
        [
            "# Errors and warnings",
            "",
            "`regelwerk explain CODE` shows a page in the terminal.",
            "",
            "| code | what it says |",
            "|---|---|",
            *lines,
            "",
        ]
    )
    if update:
        INDEX.write_text(index, encoding="utf-8")
    assert INDEX.read_text(encoding="utf-8") == index


def test_every_code_in_the_program_is_in_the_list_and_none_is_left_over():
    root = FOLDER.parents[1]
    packages = ("rules_dsl", "cython_ext", "solver", "puzzles", "regelwerk")
    texts = (path.read_text(encoding="utf-8") for package in packages for path in (root / package).rglob("*.py") if path.name != "codes.py")
    raised = {code for text in texts for code in re.findall(r'"([EW][0-9]{4})"', text)}
    assert raised == set(CODES)
