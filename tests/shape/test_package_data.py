"""What a package reads while it runs is part of the package."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules_dsl", "cython_ext", "solver", "puzzles", "regelwerk")
BUILT = {".py", ".pyc", ".so", ".pyd", ".c"}
"""Modules, and what is compiled from them."""


def test_every_file_of_a_package_is_installed_with_it() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]
    missing = [
        path
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix not in BUILT and not _is_installed(path.relative_to(ROOT), data)
    ]
    assert missing == []


def _is_installed(path: Path, data: dict[str, list[str]]) -> bool:
    package = ".".join(path.parts[:-1])
    return any(fnmatch(path.name, pattern) for pattern in [*data["*"], *data.get(package, [])])


def test_kernels_that_are_built_are_found() -> None:
    """Tests of kernels are left out where there are none; a guard that looks in the wrong place would leave them out
    everywhere.
    """
    if list((ROOT / "cython_ext" / "kernels").glob("_kernel*.so")):
        from regelwerk.api.counting import kernels_are_built as for_counting
        from solver.factored.prepared import kernels_are_built as for_factored
        from tests.native.compiling import kernels_run

        assert for_counting() and for_factored() and kernels_run()
