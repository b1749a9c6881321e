"""Each page of docs/language has an example that loads, and what its examples, counts and claims say is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_dsl.examples import run_all
from rules_dsl.loading import load
from rules_dsl.machine.explore import ExploreLimits
from rules_dsl.machine.generated.machine import PythonMachine
from rules_dsl.syntax.keywords import KEYWORDS
from solver.filling.search import list_solutions

FOLDER = Path(__file__).parents[2] / "docs/language"
PAGES = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
HEADER = "rules 1\ngame Page\n\n"
WAIT = "\naction wait\n  does\n    stop_waiting = true\n\nstate\n  stop_waiting: Bool\n\nplay\n  choose wait\n"


def program(page: Path) -> str:
    """The page's example as a whole file: header and play are put in where the page leaves them out."""
    (code,) = re.findall(r"^```rules\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    text = code if code.startswith("rules 1") else HEADER + code
    return text if re.search(r"^(play$|puzzle )", text, re.MULTILINE) else text + WAIT


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_example_of_the_page_is_true(page: Path, tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    path.write_text(program(page), encoding="utf-8")
    game = load(path)
    report = run_all(
        game,
        lambda options, givens: load(path, options, givens),
        PythonMachine,
        list_solutions,
        ExploreLimits(states=5000),
    )
    assert report.outcomes, "the page shows nothing"
    assert [f"{outcome.kind} {outcome.label}: {outcome.detail}" for outcome in report.failures] == []


def test_every_keyword_has_a_page() -> None:
    told = " ".join(
        path.stem.replace("_", " ") + " " + path.read_text(encoding="utf-8").splitlines()[2] for path in PAGES
    )
    assert [word for word in KEYWORDS if not re.search(rf"\b{re.escape(word)}\b", told)] == []


def test_the_list_of_pages_is_whole() -> None:
    listed = set(re.findall(r"\]\((\w+\.md)\)", (FOLDER / "README.md").read_text(encoding="utf-8")))
    assert listed == {page.name for page in PAGES}


def test_pages_point_to_pages() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((\w+\.md)\)", page.read_text(encoding="utf-8")):
            assert (FOLDER / target).is_file(), f"{page.name} points to {target}"
