"""No module imports itself through others when it is run; imports for type checkers alone do not count."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rules_dsl", "cython_ext", "solver", "puzzles", "regelwerk")
KNOTS = ("regelwerk.api.game", "regelwerk.api.running")
"""Modules that still import one another in circles. This list only gets shorter."""


def modules() -> dict[str, Path]:
    """All modules of the product by their dotted names."""
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


def executed(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those under `if TYPE_CHECKING`."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            yield node
            yield from executed(node)


def imports_of(path: Path, known: dict[str, Path]) -> set[str]:
    """The modules that a module imports when it runs, in functions, too."""
    found = set()
    for node in executed(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {dotted if (dotted := f"{node.module}.{alias.name}") in known else node.module for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & known.keys()


def first_cycle(graph: dict[str, set[str]]) -> list[str]:
    """The modules of a cycle in order; none where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_imports_itself_through_others() -> None:
    known = modules()
    assert len(known) > 500
    graph = {name: imports_of(path, known) - {name} for name, path in known.items() if not name.startswith(KNOTS)}
    assert first_cycle(graph) == []


def test_a_cycle_is_found() -> None:
    assert set(first_cycle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}
    assert first_cycle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
