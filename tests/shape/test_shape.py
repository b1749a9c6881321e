"""The shape of the code: import layers, sizes, docstrings."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rules_dsl", "cython_ext", "solver", "puzzles", "regelwerk")
FILES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
FUNCTION_LINES = 60
FILE_LINES = 400
TEST_LINES = 600

# Files of small records whose names say what they are.
RECORDS = ("rules_dsl/syntax/ast/", "rules_dsl/ir/nodes/", "rules_dsl/ir/types.py")

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_import_layers() -> None:
    program = Path(sys.executable).parent / "lint-imports"
    result = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("path", [*FILES, *TESTS], ids=name_of)
def test_files_and_functions_are_small(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= (TEST_LINES if path in TESTS else FILE_LINES)
    functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    assert not [function.name for function in functions if length(function) > FUNCTION_LINES]


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its docstring."""
    documented = ast.get_docstring(function, clean=False)
    return (
        (function.end_lineno or function.lineno)
        - function.lineno
        + 1
        - (len(documented.split("\n")) if documented else 0)
    )


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_public_names_have_docstrings(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    missing = [node.name for node in public(tree) if ast.get_docstring(node) is None]
    if name_of(path).startswith(RECORDS):
        missing = [name for name in missing if not name[0].isupper()]
    assert not missing


def public(tree: ast.Module) -> Iterator[Definition]:
    """Public functions and classes, and the public methods of these classes."""
    for node in tree.body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from (
                    part for part in node.body if isinstance(part, ast.FunctionDef) and not part.name.startswith("_")
                )


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_error_is_swallowed(path: Path) -> None:
    handlers = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ExceptHandler))
    assert not [handler.lineno for handler in handlers if isinstance(handler.body[0], ast.Pass)]
