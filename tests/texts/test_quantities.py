"""Messages write a number with its noun by `quantity`: nobody reads "1 moves"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_dsl.quantities import quantity

ROOT = Path(__file__).parents[2]
ROOMS = ("rules_dsl", "cython_ext", "solver", "puzzles", "regelwerk")
NOUNS = (
    "action|answer|argument|board|bound|branch|byte|card|cell|character|claim|column|condition|constraint|"
    "deck|decision|duplicate|edge|ending|event|example|fact|field|figure|file|finding|game|item|kind|"
    "lemma|letter|line|measure|moment|move|node|number|option|pair|parameter|place|plan|play|player|"
    "playout|point|position|proof|puzzle|question|reaction|round|row|rule|sample|slot|solution|space|"
    "state|step|stretch|table|term|terminal|thread|trial|transition|turn|value|variable|word"
)
PLURAL = re.compile(rf"^ (?:[a-z-]+ )?(?:{NOUNS})e?s\b| (?:entries|processes)\b")
SINGULAR_IS_SAID_ELSEWHERE = {
    ("rules_dsl/examples/claims.py", "explored.states"),
    ("rules_dsl/ir/evaluate_folds.py", "len(result)"),
    ("regelwerk/report/rechecked.py", "number"),
    ("solver/check/again.py", "count"),
    ("solver/check/again.py", "moves"),
    ("solver/check/comparing.py", "number"),
    ("solver/check/survey.py", "len(self.states)"),
    ("solver/driver/confirming.py", "positions"),
    ("solver/phases/search.py", "number"),
    ("solver/smt/proving.py", "number"),
    ("solver/relaxed/relaxation.py", "self.random_plays"),
}
"""A condition around these excludes 1, or they are never that few."""


def list_counts(path: Path) -> Iterator[tuple[str, int, str]]:
    """The expressions that are certainly counts and are followed by a noun in the plural."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            for value, after in zip(node.values, node.values[1:], strict=False):
                if isinstance(value, ast.FormattedValue) and is_count(value) and is_plural(after):
                    yield path.relative_to(ROOT).as_posix(), node.lineno, ast.unparse(value.value)


def is_count(value: ast.FormattedValue) -> bool:
    """A length, or a number written with separators and without a fraction; limits in capitals are never 1."""
    text = ast.unparse(value.value)
    form = "" if value.format_spec is None else ast.unparse(value.format_spec)
    return not text.isupper() and (text.startswith("len(") or ("," in form and "." not in form and ">" not in form))


def is_plural(after: ast.expr) -> bool:
    return isinstance(after, ast.Constant) and bool(PLURAL.match(str(after.value)))


@pytest.mark.parametrize("room", ROOMS)
def test_numbers_have_their_nouns_by_quantity(room: str) -> None:
    wrong = [
        f"{path}:{line}: {text}"
        for file in sorted((ROOT / room).rglob("*.py"))
        for path, line, text in list_counts(file)
        if (path, text) not in SINGULAR_IS_SAID_ELSEWHERE
    ]
    assert not wrong, "write these with `quantity`:\n" + "\n".join(wrong)


def test_the_search_finds_what_it_looks_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    path = tmp_path / "wrong.py"
    path.write_text("def say(moves, n):\n    return f'{len(moves)} moves', f'{n:,} random plays', f'{n:,.1f} moves'\n")
    assert [text for _, _, text in list_counts(path)] == ["len(moves)", "n"]


def test_one_and_many() -> None:
    assert [quantity(number, "move") for number in (0, 1, 2, 1000)] == ["0 moves", "1 move", "2 moves", "1,000 moves"]
    assert [quantity(number, "entry", "entries") for number in (1, 2)] == ["1 entry", "2 entries"]
