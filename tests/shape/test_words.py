"""Words that the glossary rejects: in documentation, in messages and in class names.

Leftovers are listed in `words_left.json`: how often each phrase still occurs in a file, and how often each word still
occurs in the class names of a package. The lists may only get shorter: `--update` lowers counts and never raises one.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rules_dsl", "cython_ext", "solver", "puzzles", "regelwerk")
GLOSSARY = ROOT / "docs" / "glossary.md"
LEFT = Path(__file__).with_name("words_left.json")
WORDS_OF_FORMS = "rules_dsl/ir/nodes/", "rules_dsl/ir/core/"
"""Classes whose names are the heads of a text form: digests and recorded texts depend on them."""
PAGES = ("*.md", "docs/**/*.md", "games/**/*.md")
CODE = re.compile(r"^(`{3,}).*?^\1$|^ {4}.*?$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
"""Blocks and spans of code, which are quotations."""
CAPITALISED = re.compile(r"[A-Z][a-z0-9]*")


def test_documentation_and_messages(request: pytest.FixtureRequest) -> None:
    found = {
        name: dict(sorted(counts.items()))
        for name, text in sorted(texts())
        if (counts := occurrences(text, rejected()))
    }
    compare("phrases", found, request)


def test_class_names(request: pytest.FixtureRequest) -> None:
    found = {
        package: dict(sorted(counts.items()))
        for package in PACKAGES
        if (counts := words_of_classes(package, rejected_names()))
    }
    compare("class names", found, request)


def test_the_glossary_can_be_read() -> None:
    assert {"may change places", "habit", "told apart"} <= set(rejected())
    assert {"Told", "Way", "Habit"} <= rejected_names()
    assert not [word for word in rejected() if word != word.lower()]


def test_occurrences() -> None:
    assert occurrences("A habit. Habits; habit", ["habit"]) == Counter({"habit": 2})
    assert CODE.sub("", "a `habit`\n\n    habit\n```text\nhabit\n```\n") == "a \n\n\n\n"
    assert occurrences("it may\nchange places", ["may change places"]) == Counter({"may change places": 1})
    assert strings('"""A doc."""\ndef f():\n    "doc"\n    return f"a {b} habit", "ok"\n') == ["a {} habit", "ok"]


def rejected() -> list[str]:
    """The phrases in double quotes in the last column of the glossary's tables."""
    rows = [line.split("|") for line in GLOSSARY.read_text("utf-8").splitlines() if line.startswith("| ")]
    return sorted({phrase for cells in rows if len(cells) == 5 for phrase in re.findall(r'"([^"]+)"', cells[3])})


def rejected_names() -> set[str]:
    """The words in the table of words in class names."""
    table = GLOSSARY.read_text("utf-8").split("## Words in class names")[1]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| ")]
    return {word.strip() for cell in rows[1:] for word in cell.split(",")}


def texts() -> Iterator[tuple[str, str]]:
    """Every page without its code, and the strings of every module, by path."""
    for pattern in PAGES:
        for path in ROOT.glob(pattern):
            if path != GLOSSARY:
                yield path.relative_to(ROOT).as_posix(), CODE.sub("", path.read_text("utf-8"))
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            yield (
                path.relative_to(ROOT).as_posix(),
                "\n\n".join(text for text in strings(path.read_text("utf-8")) if " " in text),
            )


def strings(source: str) -> list[str]:
    """The string literals of a module without its docstrings; `{}` stands for what is formatted in."""
    tree = ast.parse(source)
    quiet = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    quiet |= {id(part) for node in joined for part in ast.walk(node) if isinstance(part, ast.Constant)}
    plain = [
        (node, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in quiet
    ]
    formatted = [
        (node, "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values))
        for node in joined
    ]
    return [text for node, text in sorted([*plain, *formatted], key=lambda item: (item[0].lineno, item[0].col_offset))]


def occurrences(text: str, phrases: list[str]) -> Counter[str]:
    """How often each phrase occurs as whole words, over line breaks and in any case."""
    flat = " ".join(text.lower().split())
    found = {phrase: len(re.findall(rf"(?<!\w){re.escape(phrase)}(?!\w)", flat)) for phrase in phrases}
    return Counter({phrase: count for phrase, count in found.items() if count})


def words_of_classes(package: str, words: set[str]) -> Counter[str]:
    """How often each of the words occurs in the class names of a package."""
    paths = (
        path
        for path in (ROOT / package).rglob("*.py")
        if not path.relative_to(ROOT).as_posix().startswith(WORDS_OF_FORMS)
    )
    trees = (ast.parse(path.read_text("utf-8")) for path in paths)
    names = (node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return Counter(word for name in names for word in CAPITALISED.findall(name) if word in words)


def compare(kind: str, found: dict[str, dict[str, int]], request: pytest.FixtureRequest) -> None:
    """No more than what is left over; `--update` lowers what is left over to what is found."""
    left = json.loads(LEFT.read_text("utf-8"))
    if request.config.getoption("--update"):
        left[kind] = {
            name: lower for name, counts in left[kind].items() if (lower := lowered(counts, found.get(name, {})))
        }
        LEFT.write_text(json.dumps(left, indent=1, sort_keys=True) + "\n", "utf-8")
    more = [
        f"{name}: {word!r} {count} times, {left[kind].get(name, {}).get(word, 0)} allowed; see docs/glossary.md"
        for name, counts in found.items()
        for word, count in counts.items()
        if count > left[kind].get(name, {}).get(word, 0)
    ]
    assert more == []


def lowered(allowed: dict[str, int], found: dict[str, int]) -> dict[str, int]:
    """Each allowance, no higher than what is found."""
    return {word: least for word, count in allowed.items() if (least := min(count, found.get(word, 0)))}
