"""What the README and the docstrings show is so."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
from pathlib import Path

import regelwerk
from regelwerk.api import solving

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
PAGE = ROOT / "docs/reference/python.md"


def test_the_python_example_of_the_readme() -> None:
    found = re.search(r"```python\n(.*?)```\n\nprints\n\n```\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert found is not None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(found[1], "README.md", "exec"), {})
    assert printed.getvalue() == found[2]


def test_the_examples_of_the_package() -> None:
    for module in (regelwerk, solving):
        results = doctest.testmod(module)
        assert results.attempted
        assert not results.failed


def test_the_examples_of_the_page_on_python() -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, PAGE.name, str(PAGE), 0)
    results = doctest.DocTestRunner().run(test)
    assert results.attempted > 20 and not results.failed
