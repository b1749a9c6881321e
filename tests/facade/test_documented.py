"""What the README and the docstrings show is so."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
from pathlib import Path

import regelwerk
from regelwerk import solving

README = Path(__file__).resolve().parents[2] / "README.md"


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
